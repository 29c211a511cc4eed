// What Match and Game of the public interface have in common: checked questions to a match of the engine.
#pragma once

#include "api/engine.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <tgdl/match.h>

namespace tgdl::v1 {

// Why the match cannot be asked to choose that option; none: it can.
std::optional<Error> refuse_choice(tgdl::Match& match, std::size_t option);
// Why nobody is asked anything; none: somebody is.
std::optional<Error> refuse_unless_waiting(const tgdl::Match& match);
std::optional<Error> refuse_player(const tgdl::Match& match, std::uint32_t player);
// A player, kSpectator or kAllSeeing.
std::optional<Error> refuse_viewer(const tgdl::Match& match, std::uint32_t viewer);

MatchStatus status_of(const tgdl::Match& match);
Result<Decision> decision_of(tgdl::Match& match);
Result<MatchResult> result_of(const tgdl::Match& match);
Result<Fault> fault_of(const LoadedRules& rules, const tgdl::Match& match);

} // namespace tgdl::v1
