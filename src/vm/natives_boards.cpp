#include "vm/native_lists.h"
#include "vm/native_places.h"
#include "vm/storage.h"

namespace tgdl {

Outcome give_instances(const NativeCall& call, TypeIndex type, std::span<const Handle> instances) {
    const Value list = make_list(call.machine, type, static_cast<std::uint32_t>(instances.size()));
    if (list.is_null()) {
        return call.out_of_memory();
    }
    // The list is new and has room for all of them: no need to add one by one.
    Memory& memory = call.machine.memory;
    Handle slot = slot_at(memory.half(list.handle() + kListStorageWord, 0), 0);
    for (const Handle instance : instances) {
        memory.set_value(slot++, Value::instance(instance));
    }
    memory.set_half(list.handle() + kListStorageWord, 1, static_cast<std::uint32_t>(instances.size()));
    call.charge(instances.size());
    return call.give(list);
}

Outcome wrong_geometry(const NativeCall& call, Handle group) {
    constexpr std::array<std::string_view, 4> kNames = {"square", "hex", "hex",
                                                        "graph"}; // in the order of GeometryKind
    const GroupInfo& info = group_info(call.machine, group);
    return call.fault(FaultId::WrongGeometry, {std::string(call.name), info.name,
                                               std::string(kNames[static_cast<std::size_t>(info.geometry)])});
}

NativeFunction board_native(NativeId native) {
    for (const std::span<const NativeEntry> list : {piece_natives(), tile_natives(), path_natives(), group_natives()}) {
        const auto found =
            std::find_if(list.begin(), list.end(), [native](const NativeEntry& entry) { return entry.id == native; });
        if (found != list.end()) {
            return found->function;
        }
    }
    return nullptr;
}

} // namespace tgdl
