#include "base/time_slice.h"

#include <cstdint>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace tgdl {

namespace {

// What sched_setattr(2) takes; Debian 12 has no header for it that can stand beside <sched.h>.
struct Scheduling {
    std::uint32_t size = sizeof(Scheduling);
    std::uint32_t policy = 0;
    std::uint64_t flags = 0;
    std::int32_t nice = 0;
    std::uint32_t priority = 0;
    std::uint64_t turn = 0; // nanoseconds
    std::uint64_t deadline = 0;
    std::uint64_t period = 0;
};

constexpr std::uint64_t kShortTurn = 100'000; // the shortest there is

} // namespace

void request_short_time_slice() {
    Scheduling scheduling;
    if (::syscall(SYS_sched_getattr, 0, &scheduling, sizeof scheduling, 0) != 0 || scheduling.policy != SCHED_OTHER) {
        return;
    }
    scheduling.turn = kShortTurn;
    ::syscall(SYS_sched_setattr, 0, &scheduling, 0);
}

} // namespace tgdl
