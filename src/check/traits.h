// Traits of a game that are known without playing it.
//
//   in   a program with its effects inferred
//   out  CheckedProgram::traits
//
// Linear in the size of the program.
#pragma once

#include "check/checked_program.h"

#include <string>
#include <vector>

namespace tgdl {

void find_traits(CheckedProgram& program);

// An option of the match, as people choose it.
struct DescribedOption {
    std::string name;
    std::string standard; // its default
    std::string values;   // `9, 13, 19`, `3..9`
};
std::vector<DescribedOption> describe_options(const CheckedProgram& program);

} // namespace tgdl
