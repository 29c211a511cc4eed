// The blocks that hold what is in collections. A slot that nothing uses is a zero word, so that equal collections are
// equal words whatever was in them before.
#pragma once

#include "vm/machine.h"

#include <algorithm>

namespace tgdl {

// 0 when there is no memory, as for Machine::allocate().
inline Handle make_storage(Machine& machine, std::uint32_t slots) {
    if (slots >= machine.memory.limit()) {
        return 0;
    }
    const Handle storage = machine.allocate(slots + 1);
    if (storage != 0) {
        machine.memory.store(storage, Header{ObjectKind::Storage, 0, 0, slots + 1}.pack());
    }
    return storage;
}

inline std::uint32_t storage_slots(const Machine& machine, Handle storage) {
    return storage == 0 ? 0 : Header::unpack(machine.memory.load(storage)).size - 1;
}

inline Handle slot_at(Handle storage, std::uint32_t slot) {
    return storage + 1 + slot;
}

// How many slots to have when these are full.
inline std::uint32_t more_slots(std::uint32_t slots) {
    constexpr std::uint32_t kFewestSlots = 4;
    return std::max(kFewestSlots, 2 * slots);
}

inline Word pack_halves(std::uint32_t low, std::uint32_t high) {
    return Word{low} | (Word{high} << 32U);
}

} // namespace tgdl
