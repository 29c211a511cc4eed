// How much of the thread's own stack is left: blocks that run inside of others (texts that name themselves, filters within
// filters) take some of it at each level, how much depends on how the program was built.
#pragma once

namespace tgdl {

// Is there room for one more block inside of those that run?
[[nodiscard]] bool has_stack_room();

} // namespace tgdl
