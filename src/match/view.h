// What a player may know of a match, as JSON and as texts: nothing in it depends on anything that is hidden from them.
#pragma once

#include "match/match.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tgdl {

inline constexpr std::uint32_t kSpectator = 0xfffffffeU; // sees what all players see
inline constexpr std::uint32_t kAllSeeing = 0xfffffffdU; // `tgdl run`: sees everything

// ---- who sees what (language.md, section 15). viewer: a player, kSpectator or kAllSeeing.
bool sees_instance(MatchFlow& flow, std::uint32_t viewer, Handle instance);
bool sees_attribute(MatchFlow& flow, std::uint32_t viewer, Handle instance,
                    std::uint32_t attribute); // number in its class
// Does the viewer see what lies in the deck (as far as the deck goes)?
bool sees_contents(MatchFlow& flow, std::uint32_t viewer, Handle deck);

// The same for a word of an instance, as Flow::may_read asks: 0 is that it is of its class, and where it is.
bool sees_word(MatchFlow& flow, std::uint32_t viewer, Handle instance, std::uint32_t word);

// ---- texts
// Text of a value as the viewer sees it (language.md 2; tools.md, option texts).
std::string value_text(MatchFlow& flow, std::uint32_t viewer, Value value);
std::string information_text(MatchFlow& flow, std::uint32_t viewer, Handle instance,
                             InformationPart part); // empty: none

// `a hidden Card`: all that is known of an instance that the viewer does not see.
std::string hidden_text(MatchFlow& flow, Handle instance);

// The whole view. See docs/view.md for its form.
nlohmann::json view(Match& match, std::uint32_t viewer);

} // namespace tgdl
