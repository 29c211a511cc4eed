// Verifies that a Program holds together before a match uses it: indexes, registers, jumps, and the types of all
// values.
//
//   in   any Program
//   out  empty, or what is wrong with the first thing found, for a person
#pragma once

#include "program/program.h"

#include <memory>
#include <string>

namespace tgdl {

std::string verify(const Program& program);

// The types of all registers, for builds that assert them; null when the program is not right.
std::shared_ptr<const struct KnownTypes> find_types(const Program& program);

} // namespace tgdl
