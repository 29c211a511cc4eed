#include "vm/native_lists.h"
#include "vm/native_positions.h"

namespace tgdl {

Outcome tile_of_other_class(const NativeCall& call, Handle tile, TypeIndex wanted) {
    return call.fault(FaultId::TileOfOtherClass,
                      {instance_name(call.machine, tile), call.machine.program->types[wanted].name});
}

Outcome give_instances(const NativeCall& call, TypeIndex type, std::span<const Handle> instances) {
    if (!call.charge(instances.size(), 2)) {
        return call.budget_spent();
    }
    const TypeIndex element = call.machine.program->types[type].element;
    const ValueType& wanted = call.machine.program->types[element == kNone ? type : element];
    for (std::size_t i = 0; i < instances.size() && element != kNone; ++i) {
        const Handle instance = instances[i];
        const ClassIndex own = call.machine.class_of(instance);
        if (own < wanted.first_class || own > wanted.last_class) [[unlikely]] {
            return tile_of_other_class(call, instance, element);
        }
    }
    return call.give_made(list_of_instances(call.machine, type, instances));
}

Outcome wrong_geometry(const NativeCall& call, Handle group) {
    constexpr std::array<std::string_view, 4> kNames = {"square", "hex", "hex",
                                                        "graph"}; // in the order of GeometryKind
    const GroupInfo& info = group_info(call.machine, group);
    return call.fault(FaultId::WrongGeometry, {std::string(call.name), info.name,
                                               std::string(kNames[static_cast<std::size_t>(info.geometry)])});
}

NativeFunction board_native(NativeId native) {
    for (const std::span<const NativeEntry> list : {piece_natives(), tile_natives(), path_natives(), group_natives(),
                                                    lattice_natives(), shape_natives(), repetition_natives()}) {
        const auto found =
            std::find_if(list.begin(), list.end(), [native](const NativeEntry& entry) { return entry.id == native; });
        if (found != list.end()) {
            return found->function;
        }
    }
    return nullptr;
}

} // namespace tgdl
