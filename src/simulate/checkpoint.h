// Checkpoint of a simulation, as a text that it can be resumed from: a simulation that was interrupted gives the same
// figures as one that was not.
#pragma once

#include "simulate/simulate.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace tgdl {

// Ends with a newline.
std::string write_checkpoint(const Program& program, const SimulationPlan& plan, const PlayedGames& played);

// Else why it cannot be gone on from: it is no such text, or of another game or plan. How many games are wanted, and on how
// many threads, may differ.
tl::expected<PlayedGames, std::string> read_checkpoint(std::string_view text, const Program& program,
                                                       const SimulationPlan& plan);

} // namespace tgdl
