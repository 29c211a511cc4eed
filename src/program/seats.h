// Colours of seats: those that the rules give them, else a default for each.
#pragma once

#include "program/program.h"

#include <cstdint>
#include <string>

namespace tgdl {

std::string seat_color(const Program& program, std::uint32_t player);

} // namespace tgdl
