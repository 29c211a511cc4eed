// Seats as people know them: by the names and colours that the rules or the persons give them.
#pragma once

#include "program/program.h"
#include "terminal/canvas.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tgdl {

using Json = nlohmann::json;

// `Red`, else `player 0`.
std::string seat_name(const Json& view, std::uint32_t player);
// Likewise, where there is no view.
std::string seat_name(const Program& program, std::uint32_t player);
// With a capital letter.
std::string at_begin_of_line(std::string words);
// The colour in which a player's instances are drawn.
Ink seat_ink(const Json& view, std::uint32_t player);
// One character that tells whose something is where colours are not seen: the first letter of the name if no other name has
// it, else the number.
std::string seat_sign(const Json& view, std::uint32_t player);

} // namespace tgdl
