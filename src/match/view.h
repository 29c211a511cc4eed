// View: what a player may know of a match, as JSON and as texts: nothing in it depends on anything that is hidden from
// them.
#pragma once

#include "match/match.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tgdl {

// ---- who sees what (docs/reference/visibility.md#1). viewer: a player, kSpectator or kAllSeeing.
bool sees_instance(MatchFlow& flow, std::uint32_t viewer, Handle instance);
bool sees_attribute(MatchFlow& flow, std::uint32_t viewer, Handle instance,
                    std::uint32_t attribute); // number in its class
// Does the viewer come to the instance through what they see? What they do not reach they do not see (match/viewer_reachability.h).
bool reaches(MatchFlow& flow, std::uint32_t viewer, Handle instance);
// Would a player see the attribute, given that they reach the instance?
bool sees_if_reached(MatchFlow& flow, std::uint32_t player, Handle instance, std::uint32_t attribute);
// Does the viewer see what lies in the deck (as far as the deck goes)?
bool sees_contents(MatchFlow& flow, std::uint32_t viewer, Handle deck);

// What is seen instead of an attribute that the viewer does not see: `visible role viewer { … } else "villager";`.
struct ShownInstead {
    enum class Kind : std::uint8_t { Nothing, Value, Hidden } kind = Kind::Nothing; // Hidden: that there is something
    Value value;
};
ShownInstead shown_instead(MatchFlow& flow, std::uint32_t viewer, Handle instance, std::uint32_t attribute);
// What the viewer is shown of an attribute: what it reads as, or what is seen instead.
ShownInstead shown_value(MatchFlow& flow, std::uint32_t viewer, Handle instance, std::uint32_t attribute);
// The text of an attribute as the viewer may see it; `unseen` where nothing is shown.
std::string attribute_text(MatchFlow& flow, std::uint32_t viewer, Handle instance, std::uint32_t attribute,
                           std::string_view unseen);
// The same for a word of an instance, as Flow::may_read asks: 0 is that it is of its class, and where it is.
bool sees_word(MatchFlow& flow, std::uint32_t viewer, Handle instance, std::uint32_t word);

// ---- texts
// Text of a value as the viewer sees it (docs/reference/text.md#10).
std::string value_text(MatchFlow& flow, std::uint32_t viewer, Value value);
std::string information_text(MatchFlow& flow, std::uint32_t viewer, Value self,
                             InformationPart part); // empty: none

// What acts, in an option that is an action, where the player has several that could; empty otherwise.
std::string actor_text(MatchFlow& flow, const Decision& offered, const Option& option);

// `a hidden Card`: all that is known of an instance that the viewer does not see.
std::string hidden_text(MatchFlow& flow, Handle instance);

// The whole view. See docs/view.md for its form.
nlohmann::json view(Match& match, std::uint32_t viewer);

// Only while Waiting. What the player who decides is asked; of others only who decides, because what somebody is asked can
// tell what they have chosen in secret.
nlohmann::json decision_view(Match& match, std::uint32_t viewer);
// What that player cannot choose and why, as a list. Worked out anew: it costs as much as listing the options.
nlohmann::json refusals_view(Match& match);

} // namespace tgdl
