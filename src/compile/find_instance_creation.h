// Finds the code that creates instances, itself or by what it calls.
#pragma once

#include "check/checked_program.h"
#include "check/code_reading.h"

#include <vector>

namespace tgdl {

// By BodyId. O(calls + functions), however the calls are nested.
std::vector<bool> find_creating_bodies(const CheckedProgram& checked, const BodyPlaces& places);

} // namespace tgdl
