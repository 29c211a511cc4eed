// Natives of corners and sides, and of turned things.
#include "vm/native_positions.h"

#include <cmath>

namespace tgdl {

namespace {

Outcome give_point(const NativeCall& call, LatticeKind kind) {
    const Handle tile = call.handle(0);
    const Handle group = group_of(call.machine, tile);
    if (group == 0) {
        return call.give_nothing();
    }
    const std::optional<unsigned> direction = read_direction(group_info(call.machine, group), call.argument(1));
    return call.give(instance_or_null(direction ? point_of(call.machine, tile, kind, *direction) : 0));
}

Outcome tile_corner(NativeCall& call) {
    return give_point(call, LatticeKind::Corners);
}

Outcome tile_side(NativeCall& call) {
    return give_point(call, LatticeKind::Sides);
}

Outcome give_points(const NativeCall& call, LatticeKind kind) {
    std::vector<Handle>& points = call.machine.boards.tiles;
    points.clear();
    points_of(call.machine, call.handle(0), kind, points);
    return give_instances(call, call.type(1), points);
}

Outcome tile_corners(NativeCall& call) {
    return give_points(call, LatticeKind::Corners);
}

Outcome tile_sides(NativeCall& call) {
    return give_points(call, LatticeKind::Sides);
}

Outcome tile_tiles(NativeCall& call) {
    std::vector<Handle>& tiles = call.machine.boards.tiles;
    tiles.clear();
    touched_tiles(call.machine, call.handle(0), tiles);
    return give_instances(call, call.type(1), tiles);
}

Outcome give_lattice(const NativeCall& call, LatticeKind kind) {
    std::vector<Handle>& points = call.machine.boards.tiles;
    points.clear();
    if (const Handle lattice = lattice_of(call.machine, call.handle(0), kind); lattice != 0) {
        tiles_of(call.machine, lattice, points);
    }
    return give_instances(call, call.type(1), points);
}

Outcome group_corners(NativeCall& call) {
    return give_lattice(call, LatticeKind::Corners);
}

Outcome group_sides(NativeCall& call) {
    return give_lattice(call, LatticeKind::Sides);
}

// ---- making them

Outcome group_lacks(NativeCall& call) {
    Machine& machine = call.machine;
    std::vector<double> points;
    const Handle tile = call.argument(1).is_null() ? 0 : call.handle(1);
    if (!lacking_points(machine, call.handle(0), tile, points)) {
        return call.out_of_memory();
    }
    const Value list = make_list(machine, call.type(2), static_cast<std::uint32_t>(points.size()));
    if (list.is_null()) {
        return call.out_of_memory();
    }
    for (const double point : points) {
        if (!list_add(machine, list.handle(), Value::number(point))) {
            return call.out_of_memory();
        }
    }
    return call.give(list);
}

Outcome group_make_point(NativeCall& call) {
    bool out_of_memory = false;
    const Handle point = make_point(call.machine, call.handle(0), call.number(1), out_of_memory);
    if (out_of_memory) {
        return call.out_of_memory();
    }
    if (point != 0) {
        call.machine.set_flag(point, kBeingMade, true);
    }
    return call.give(instance_or_null(point));
}

// ---- turned

Outcome get_turned(NativeCall& call) {
    if (const Outcome seen = check_may_read(call.machine, call.handle(0)); seen != Outcome::Next) {
        return seen;
    }
    return call.give(Value::number(turned_of(call.machine, call.handle(0))));
}

Outcome set_turned(NativeCall& call) {
    const Handle thing = call.handle(0);
    if (is_of_kind(call.machine, thing, ClassKind::Tile) && is_blank(call.machine, thing)) {
        return call.fault(FaultId::BlankMember, {std::string(call.name)});
    }
    const std::uint16_t word = call.machine.class_info(thing).turned_word;
    if (word != 0) {
        call.machine.memory.set_value(thing + word, Value::number(std::trunc(call.number(1)) + 0.0));
    }
    return call.give_nothing();
}

Outcome facing(NativeCall& call) {
    Machine& machine = call.machine;
    const Handle thing = call.handle(0);
    if (const Outcome seen = check_may_read(machine, thing); seen != Outcome::Next) {
        return seen;
    }
    const bool is_tile = is_of_kind(machine, thing, ClassKind::Tile);
    const Handle tile = is_tile ? thing : tile_of(machine, thing);
    const Handle group = tile == 0 ? 0 : visible_group_of(machine, tile);
    const double around = turns_around(machine, thing);
    double direction = 0;
    if (call.argument(1).is_number()) {
        direction = std::trunc(call.number(1));
    } else {
        // Where there are no directions the names are those of squares.
        static const GroupInfo square;
        const bool has_directions = group != 0 && group_info(machine, group).geometry != GeometryKind::Graph;
        const GroupInfo& info = has_directions ? group_info(machine, group) : square;
        const std::optional<unsigned> named = read_direction(info, call.argument(1));
        direction = named ? *named : around;
    }
    if (direction < 0 || direction >= around) {
        return call.fault(FaultId::NoSideThere, {direction_text(call.argument(1)), number_text(around - 1)});
    }
    return call.give(Value::number(turned_below(direction - turned_of(machine, thing), around)));
}

constexpr auto kLatticeNatives = std::to_array<NativeEntry>({
    {NativeId::TileCorner, native<"corner", tile_corner, NullRule::AllOfMember>},
    {NativeId::TileSide, native<"side", tile_side, NullRule::AllOfMember>},
    {NativeId::TileCorners, native<"corners", tile_corners>},
    {NativeId::TileSides, native<"sides", tile_sides>},
    {NativeId::TileTiles, native<"tiles", tile_tiles>},
    {NativeId::GroupCorners, native<"corners", group_corners>},
    {NativeId::GroupSides, native<"sides", group_sides>},
    {NativeId::GroupLacks, native<"corners", group_lacks>},
    {NativeId::GroupMakePoint, native<"corners", group_make_point>},
    {NativeId::GetTurned, native<"turned", get_turned>},
    {NativeId::SetTurned, native<"turned", set_turned, NullRule::AllOfMember>},
    {NativeId::Facing, native<"facing", facing, NullRule::AllOfMember>},
});

} // namespace

std::span<const NativeEntry> lattice_natives() {
    return kLatticeNatives;
}

} // namespace tgdl
