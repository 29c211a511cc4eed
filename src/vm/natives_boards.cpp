#include "vm/native_lists.h"
#include "vm/native_places.h"

namespace tgdl {

Outcome give_instances(const NativeCall& call, TypeIndex type, std::span<const Handle> instances) {
    const Value list = list_of_instances(call.machine, type, instances);
    if (list.is_null()) {
        return call.out_of_memory();
    }
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
