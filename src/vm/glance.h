// Answers a chunk that only has a look (program/glance_code.h): without a frame, in the registers it is given.
#pragma once

#include "vm/machine.h"

namespace tgdl {

// False when it meets something unusual: null where a value is wanted, a blank tile, a number that is not finite. Nothing
// has changed then but registers above the parameters, and the chunk is to be run as any other, which says what is wrong.
// Not for trials that may meet hidden things.
bool glance(const Machine& machine, const Chunk& chunk, Value* registers, Value& result);

} // namespace tgdl
