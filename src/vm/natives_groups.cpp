// Natives of groups and boards.
#include "vm/native_positions.h"

namespace tgdl {

namespace {

Outcome group_tiles(NativeCall& call) {
    std::vector<Handle>& tiles = call.machine.boards.tiles;
    tiles.clear();
    tiles_of(call.machine, call.handle(0), tiles);
    return give_instances(call, call.type(1), tiles);
}

Outcome group_columns(NativeCall& call) {
    return call.give(Value::number(call.machine.memory.half(call.handle(0) + kGroupSizeWord, 0)));
}

Outcome group_rows(NativeCall& call) {
    return call.give(Value::number(call.machine.memory.half(call.handle(0) + kGroupSizeWord, 1)));
}

Outcome group_name(NativeCall& call) {
    return call.give_made(make_text(call.machine, group_info(call.machine, call.handle(0)).name));
}

Outcome group_at(NativeCall& call) {
    return call.give(cell_value(call.machine, call.handle(0), whole(call.number(1)), whole(call.number(2))));
}

Outcome group_get(NativeCall& call) {
    return call.give(written_cell(call.machine, call.handle(0), call.number(1), call.number(2)));
}

Outcome group_named(NativeCall& call) {
    return call.give(instance_or_null(tile_named(call.machine, call.handle(0), call.argument(1))));
}

// ---- changing them

// May the tile join the group? A tile is part of one group at most.
Outcome check_tile(const NativeCall& call, Handle group, Value tile) {
    Machine& machine = call.machine;
    const GroupInfo& info = group_info(machine, group);
    if (info.tile_base != kNone && !machine.is_a(tile, info.tile_base)) {
        return call.fault(FaultId::WrongTile, {instance_name(machine, tile.handle()), info.name,
                                               machine.program->types[info.tile_base].name});
    }
    if (group_of(machine, tile.handle()) != 0) {
        return call.fault(FaultId::TileTaken, {instance_name(machine, tile.handle())});
    }
    return Outcome::Next;
}

Outcome group_set(NativeCall& call) {
    Machine& machine = call.machine;
    const Handle group = call.handle(0);
    const GroupInfo& info = group_info(machine, group);
    if (info.geometry == GeometryKind::Graph) {
        return wrong_geometry(call, group);
    }
    std::int64_t column = 0;
    std::int64_t row = 0;
    to_column_row(info, whole(call.number(1)), whole(call.number(2)), column, row);
    bool outside = false;
    const Handle old = group_cell(machine, group, column, row, outside);
    const Handle tile = call.handle(3);
    if (is_blank(machine, tile)) {
        if (old != 0) {
            remove_tile(machine, old);
        }
        return call.give_nothing();
    }
    if (tile == old) {
        return call.give_nothing();
    }
    const Outcome checked = check_tile(call, group, call.argument(3));
    return checked == Outcome::Next ? call.give_nothing_if(set_tile(machine, group, column, row, tile)) : checked;
}

Outcome group_add(NativeCall& call) {
    const Handle group = call.handle(0);
    if (group_info(call.machine, group).geometry != GeometryKind::Graph) {
        return wrong_geometry(call, group);
    }
    if (call.argument(1).is_null()) {
        return call.null_argument();
    }
    if (is_blank(call.machine, call.handle(1))) {
        return call.fault(FaultId::BlankMember, {std::string(call.name)});
    }
    if (const Outcome checked = check_tile(call, group, call.argument(1)); checked != Outcome::Next) {
        return checked;
    }
    Machine& machine = call.machine;
    const Handle tile = call.handle(1);
    const Value name = call.argument(2).is_null() ? machine.memory.value(tile + kTileNameWord) : call.argument(2);
    if (name.is_text() && tile_named(machine, group, name) != 0) {
        return call.fault(FaultId::TileNameTaken, {group_info(machine, group).name, text_utf8(machine, name)});
    }
    machine.memory.set_value(tile + kTileNameWord, name);
    return call.give_nothing_if(add_tile(machine, group, tile));
}

Outcome no_such_tile(const NativeCall& call, std::string what) {
    return call.fault(FaultId::NoSuchTile, {std::move(what), group_info(call.machine, call.handle(0)).name});
}

Outcome group_remove(NativeCall& call) {
    if (group_of(call.machine, call.handle(1)) != call.handle(0)) {
        return no_such_tile(call, instance_name(call.machine, call.handle(1)));
    }
    remove_tile(call.machine, call.handle(1));
    return call.give_nothing();
}

// ---- boards, and making groups

Outcome board_group(NativeCall& call) {
    const ClassInfo& board = call.machine.class_info(call.handle(0));
    return call.give(call.machine.memory.value(call.handle(0) + board.groups_offset + call.type(1)));
}

Outcome board_groups(NativeCall& call) {
    Machine& machine = call.machine;
    const ClassInfo& board = machine.class_info(call.handle(0));
    const Value table = make_table(machine, call.type(1));
    if (table.is_null()) {
        return call.out_of_memory();
    }
    for (std::uint32_t i = 0; i < board.groups.size(); ++i) {
        const Value group = machine.memory.value(call.handle(0) + board.groups_offset + i);
        const Value name = make_text(machine, machine.program->groups[board.groups[i]].name);
        // While the board is being made its later groups are not there.
        if (name.is_null() || (!group.is_null() && !table_set(machine, table.handle(), name, group))) {
            return call.out_of_memory();
        }
    }
    return call.give(table);
}

Outcome board_make_group(NativeCall& call) {
    const Handle group = make_group(call.machine, call.handle(0), call.type(1));
    if (group == 0) {
        return call.out_of_memory();
    }
    call.machine.set_flag(group, kBeingMade, true);
    return call.give(Value::instance(group));
}

Outcome set_group_size(NativeCall& call) {
    constexpr double kMostSide = 1000;
    for (std::uint32_t i = 1; i <= 2; ++i) {
        const double side = std::trunc(call.number(i));
        if (!(side >= 1 && side <= kMostSide)) {
            return call.fault(FaultId::WrongGridSize, {number_text(call.number(i))});
        }
    }
    return call.give_nothing_if(size_group(call.machine, call.handle(0), static_cast<std::uint32_t>(call.number(1)),
                                           static_cast<std::uint32_t>(call.number(2))));
}

Outcome group_make_tile(NativeCall& call) {
    bool out_of_memory = false;
    const Handle tile = make_tile(call.machine, call.handle(0), call.type(1), out_of_memory);
    if (out_of_memory) {
        return call.out_of_memory();
    }
    if (tile != 0) {
        call.machine.set_flag(tile, kBeingMade, true);
    }
    return call.give(instance_or_null(tile));
}

Outcome group_join(NativeCall& call) {
    return call.give_nothing_if(join_group(call.machine, call.handle(0)));
}

Outcome group_tile_at(NativeCall& call) {
    Machine& machine = call.machine;
    const Handle group = call.handle(0);
    if (call.argument(1).is_text()) {
        const Handle tile = tile_named(machine, group, call.argument(1));
        return tile != 0 ? call.give(Value::instance(tile))
                         : no_such_tile(call, "`" + text_utf8(machine, call.argument(1)) + "`");
    }
    std::int64_t column = 0;
    std::int64_t row = 0;
    to_column_row(group_info(machine, group), whole(call.number(1)), whole(call.number(2)), column, row);
    bool outside = false;
    const Handle tile = group_cell(machine, group, column, row, outside);
    return tile != 0 ? call.give(Value::instance(tile))
                     : no_such_tile(call, "(" + number_text(call.number(1)) + "," + number_text(call.number(2)) + ")");
}

constexpr auto kGroupNatives = std::to_array<NativeEntry>({
    {NativeId::GroupTiles, native<"tiles", group_tiles>},
    {NativeId::GroupColumns, native<"columns", group_columns>},
    {NativeId::GroupRows, native<"rows", group_rows>},
    {NativeId::GroupName, native<"name", group_name>},
    {NativeId::GroupAt, native<"at", group_at, NullRule::AllOfMember>},
    {NativeId::GroupGet, native<"[ ]", group_get, NullRule::AllOfMember>},
    {NativeId::GroupNamed, native<"[ ]", group_named, NullRule::AllOfMember>},
    {NativeId::GroupSet, native<"set", group_set, NullRule::AllOfMember>},
    {NativeId::GroupAdd, native<"add", group_add>},
    {NativeId::GroupRemove, native<"remove", group_remove, NullRule::AllOfMember>},
    {NativeId::BoardGroup, native<"groups", board_group>},
    {NativeId::BoardGroups, native<"groups", board_groups>},
    {NativeId::BoardMakeGroup, native<"groups", board_make_group>},
    {NativeId::GroupSize, native<"grid", set_group_size, NullRule::AllOfMember>},
    {NativeId::GroupMakeTile, native<"tiles", group_make_tile>},
    {NativeId::GroupJoin, native<"tiles", group_join>},
    {NativeId::GroupTileAt, native<"[ ]", group_tile_at>},
});

} // namespace

std::span<const NativeEntry> group_natives() {
    return kGroupNatives;
}

} // namespace tgdl
