// Natives of tiles that speak of what is on them and of geometry.
#include "vm/native_positions.h"

namespace tgdl {

namespace {

Outcome tile_meant(NativeCall& call) {
    Handle tile = 0;
    const Outcome wanted = want_tile(call, 0, tile);
    return wanted == Outcome::Next ? call.give(Value::instance(tile)) : wanted;
}

Outcome tile_group(NativeCall& call) {
    return call.give(instance_or_null(visible_group_of(call.machine, call.handle(0))));
}

Outcome tile_board(NativeCall& call) {
    const Handle group = group_of(call.machine, call.handle(0));
    return call.give(instance_or_null(group == 0 ? 0 : call.machine.memory.half(group + kGroupBoardWord, 0)));
}

bool has_coordinates(const Machine& machine, Handle tile) {
    const Handle group = group_of(machine, tile);
    return group != 0 && group_info(machine, group).geometry != GeometryKind::Graph;
}

Outcome tile_x(NativeCall& call) {
    const bool known = has_coordinates(call.machine, call.handle(0));
    return call.give(known ? Value::number(tile_column(call.machine, call.handle(0))) : Value::null());
}

Outcome tile_y(NativeCall& call) {
    const bool known = has_coordinates(call.machine, call.handle(0));
    return call.give(known ? Value::number(tile_row(call.machine, call.handle(0))) : Value::null());
}

Outcome tile_name(NativeCall& call) {
    return call.give(call.machine.memory.value(call.handle(0) + kTileNameWord));
}

// In a trial the place of a hidden piece must not be read: then Opaque, else Next.
Outcome check_may_read_pieces(const Machine& machine, Handle tile) {
    Outcome outcome = Outcome::Next;
    if (machine.guards_secrets()) {
        for (Handle piece = first_piece(machine, tile); piece != 0 && outcome == Outcome::Next;
             piece = next_piece(machine, piece)) {
            outcome = check_may_read(machine, piece);
        }
    }
    return outcome;
}

Outcome tile_interactables(NativeCall& call) {
    if (const Outcome seen = check_may_read_pieces(call.machine, call.handle(0)); seen != Outcome::Next) {
        return seen;
    }
    std::vector<Handle>& pieces = call.machine.boards.tiles;
    pieces.clear();
    for (Handle piece = first_piece(call.machine, call.handle(0)); piece != 0;
         piece = next_piece(call.machine, piece)) {
        pieces.push_back(piece);
    }
    return give_instances(call, call.type(1), pieces);
}

Outcome tile_empty(NativeCall& call) {
    if (const Outcome seen = check_may_read_pieces(call.machine, call.handle(0)); seen != Outcome::Next) {
        return seen;
    }
    return call.give(Value::boolean(first_piece(call.machine, call.handle(0)) == 0));
}

Outcome tile_piece(NativeCall& call) {
    if (const Outcome seen = check_may_read_pieces(call.machine, call.handle(0)); seen != Outcome::Next) {
        return seen;
    }
    return call.give(instance_or_null(first_piece(call.machine, call.handle(0))));
}

// ---- geometry

Outcome wrong_direction(const NativeCall& call, const GroupInfo& group) {
    return call.fault(FaultId::WrongDirection, {direction_text(call.argument(1)), group.name});
}

Outcome tile_neighbor(NativeCall& call) {
    const Handle tile = call.handle(0);
    const Handle group = group_of(call.machine, tile);
    if (group == 0 || is_lattice_tile(call.machine, tile)) {
        return call.give_nothing();
    }
    const GroupInfo& info = group_info(call.machine, group);
    const std::optional<unsigned> direction = read_direction(info, call.argument(1));
    return direction ? call.give(instance_or_null(neighbor(call.machine, tile, *direction)))
                     : wrong_direction(call, info);
}

Outcome tile_step(NativeCall& call) {
    const Handle tile = call.handle(0);
    const Handle group = group_of(call.machine, tile);
    if (group != 0 && group_info(call.machine, group).geometry != GeometryKind::Square
        && !is_lattice_tile(call.machine, tile)) {
        return wrong_geometry(call, group);
    }
    return call.give(instance_or_null(step_from(call.machine, tile, whole(call.number(1)), whole(call.number(2)))));
}

Outcome tile_line(NativeCall& call) {
    const Handle group = group_of(call.machine, call.handle(0));
    std::vector<Handle>& tiles = call.machine.boards.tiles;
    tiles.clear();
    if (group != 0 && !is_lattice_tile(call.machine, call.handle(0))) {
        const GroupInfo& info = group_info(call.machine, group);
        const std::optional<unsigned> direction = read_direction(info, call.argument(1));
        if (!direction) {
            return wrong_direction(call, info);
        }
        LineWalk line(call.machine, call.handle(0), *direction);
        for (Handle tile = line.next(); tile != 0; tile = line.next()) {
            tiles.push_back(tile);
        }
    }
    return give_instances(call, call.type(2), tiles);
}

Outcome tile_between(NativeCall& call) {
    Handle other = 0;
    if (const Outcome wanted = want_tile(call, 1, other); wanted != Outcome::Next) {
        return wanted;
    }
    std::vector<Handle>& tiles = call.machine.boards.tiles;
    tiles.clear();
    if (const std::optional<unsigned> direction = direction_to(call.machine, call.handle(0), other)) {
        LineWalk line(call.machine, call.handle(0), *direction);
        for (Handle tile = line.next(); tile != other; tile = line.next()) {
            tiles.push_back(tile);
        }
    }
    return give_instances(call, call.type(2), tiles);
}

Outcome tile_direction(NativeCall& call) {
    Handle other = 0;
    if (const Outcome wanted = want_tile(call, 1, other); wanted != Outcome::Next) {
        return wanted;
    }
    const std::optional<unsigned> direction = direction_to(call.machine, call.handle(0), other);
    return call.give(direction ? Value::number(*direction) : Value::null());
}

// What followed from `board.Field…` is taken to be of the class of its tiles; connections may lead elsewhere.
Outcome check_tile(Machine& machine, std::uint32_t window, std::uint32_t count) {
    const NativeCall call{machine, window, count, "tile"};
    return machine.fits(call.argument(0), call.type(1)) ? Outcome::Next
                                                        : tile_of_other_class(call, call.handle(0), call.type(1));
}

Outcome blank_tile(Machine& machine, std::uint32_t window, std::uint32_t /*count*/) {
    machine.values[window] = instance_or_null(machine.memory.half(kBlankWord, 0));
    return Outcome::Next;
}

constexpr auto kTileNatives = std::to_array<NativeEntry>({
    {NativeId::TileOf, native<"connected", tile_meant, NullRule::AllArguments>},
    {NativeId::TileGroup, native<"group", tile_group>},
    {NativeId::TileBoard, native<"board", tile_board>},
    {NativeId::TileX, native<"x", tile_x>},
    {NativeId::TileY, native<"y", tile_y>},
    {NativeId::TileName, native<"name", tile_name>},
    {NativeId::TileInteractables, native<"interactables", tile_interactables>},
    {NativeId::TileEmpty, native<"empty", tile_empty>},
    {NativeId::TilePiece, native<"piece", tile_piece>},
    {NativeId::TileNeighbor, native<"neighbor", tile_neighbor, NullRule::AllOfMember>},
    {NativeId::TileStep, native<"step", tile_step, NullRule::AllOfMember>},
    {NativeId::TileLine, native<"line", tile_line, NullRule::AllOfMember>},
    {NativeId::TileBetween, native<"between", tile_between>},
    {NativeId::TileDirection, native<"direction", tile_direction>},
    {NativeId::CheckTile, check_tile},
    {NativeId::BlankTile, blank_tile},
});

} // namespace

std::span<const NativeEntry> tile_natives() {
    return kTileNatives;
}

} // namespace tgdl
