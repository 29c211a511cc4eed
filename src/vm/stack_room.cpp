#include "vm/stack_room.h"

#include <cstddef>
#include <cstdint>
#include <pthread.h>

namespace tgdl {

namespace {

constexpr std::uintptr_t kRoomForOneBlock = std::uintptr_t{256} * 1024; // bytes, with all that is called below it

// The stack grows down to there; 0 when nobody knows.
std::uintptr_t lowest_address() {
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) {
        return 0;
    }
    void* lowest = nullptr;
    std::size_t size = 0;
    const bool is_known = pthread_attr_getstack(&attributes, &lowest, &size) == 0;
    pthread_attr_destroy(&attributes);
    return is_known ? reinterpret_cast<std::uintptr_t>(lowest) : 0;
}

} // namespace

bool has_stack_room() {
    thread_local const std::uintptr_t lowest = lowest_address();
    const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    return here - lowest > kRoomForOneBlock;
}

} // namespace tgdl
