// Shorter scheduler time slices for threads that answer people.
#pragma once

namespace tgdl {

// Asks the scheduler for a short time slice for this thread, so that it is scheduled soon after it wakes up; its share of
// the processor stays the same. Does nothing where the kernel has no such request (Linux has since 6.12), or where the
// thread has a special scheduling class already.
void request_short_time_slice();

} // namespace tgdl
