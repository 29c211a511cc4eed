// How soon a thread goes on when there is something for it to do, while others work without end.
#pragma once

namespace tgdl {

// This thread will do little at a time, and would like to begin at once: it asks the system for short turns that come
// soon. It gets no more of the processor than other threads by it. Where the system knows nothing of the kind (Linux does
// since 6.12), or the thread has a special place already, everything stays as it is.
void take_short_turns();

} // namespace tgdl
