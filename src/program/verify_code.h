// The part of verify() that looks at one chunk: registers, windows, jumps, indexes of its instructions.
#pragma once

#include "program/program.h"

#include <string>

namespace tgdl {

// Empty, or what is wrong with it.
std::string verify_code(const Program& program, const Chunk& chunk);

} // namespace tgdl
