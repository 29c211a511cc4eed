// Common parts of the natives on pieces, decks, tiles and groups.
#pragma once

#include "vm/native_call.h"
#include "vm/positions.h"

namespace tgdl {

// In a trial the place of something hidden from the chooser must not be read: then Opaque, else Next.
inline Outcome check_may_read(const Machine& machine, Handle instance) {
    if (!machine.guards_secrets() || machine.flow == nullptr) {
        return Outcome::Next;
    }
    return machine.flow->may_read(instance, 0) ? Outcome::Next : Outcome::Opaque;
}

inline Value instance_or_null(Handle instance) {
    return instance == 0 ? Value::null() : Value::instance(instance);
}

// The tile that an argument means: an interactable stands for its tile. Null, and a piece on no tile, are faults.
inline Outcome want_tile(const NativeCall& call, std::uint32_t index, Handle& tile) {
    const Value given = call.argument(index);
    if (!given.is_null()) {
        tile = given.handle();
        if (!is_of_kind(call.machine, tile, ClassKind::Interactable)) {
            return Outcome::Next;
        }
        if (const Outcome seen = check_may_read(call.machine, tile); seen != Outcome::Next) {
            return seen;
        }
        tile = tile_of(call.machine, tile);
        if (tile != 0) {
            return Outcome::Next;
        }
    }
    return call.fault(index == 0 ? FaultId::NullMember : FaultId::NullArgument, {std::string(call.name)});
}

// A whole number from a number of the language, cut to what no board reaches.
inline std::int64_t whole(double number) {
    constexpr double kFar = 1e12;
    return static_cast<std::int64_t>(std::clamp(number, -kFar, kFar));
}

// What a column and a row of a group give: a tile, the blank one, or outside null.
inline Value cell_value(const Machine& machine, Handle group, std::int64_t column, std::int64_t row) {
    bool outside = false;
    const Handle tile = group_cell(machine, group, column, row, outside);
    if (tile != 0) {
        return Value::instance(tile);
    }
    return outside ? Value::null() : instance_or_null(machine.memory.half(kBlankWord, 0));
}
// The same of coordinates as the rules write them: GroupGet.
inline Value written_cell(const Machine& machine, Handle group, double i, double j) {
    std::int64_t column = 0;
    std::int64_t row = 0;
    to_column_row(group_info(machine, group), whole(i), whole(j), column, row);
    return cell_value(machine, group, column, row);
}

// A new List of the instances; a fault when one does not fit.
Outcome tile_of_other_class(const NativeCall& call, Handle tile, TypeIndex wanted);
Outcome give_instances(const NativeCall& call, TypeIndex type, std::span<const Handle> instances);
Outcome wrong_geometry(const NativeCall& call, Handle group);

std::span<const NativeEntry> piece_natives();
std::span<const NativeEntry> tile_natives();
std::span<const NativeEntry> path_natives();
std::span<const NativeEntry> group_natives();
std::span<const NativeEntry> lattice_natives();
std::span<const NativeEntry> shape_natives();
std::span<const NativeEntry> repetition_natives();

} // namespace tgdl
