// Natives of shapes: what they are made of, and where they lie on a square grid.
#include "vm/native_positions.h"

#include <cmath>

namespace tgdl {

namespace {

const ShapeInfo& shape_at(const NativeCall& call, std::uint32_t index) {
    return call.machine.program->shapes[call.argument(index).index()];
}

Value shape_value(std::uint32_t index) {
    return Value::item(ProgramItem::Shape, index);
}

Outcome shape_turned(NativeCall& call) {
    constexpr double kQuarterTurns = 4;
    const double rest = std::fmod(std::trunc(call.number(1)), kQuarterTurns);
    const auto turns = static_cast<std::size_t>(rest < 0 ? rest + kQuarterTurns : rest);
    return call.give(shape_value(shape_at(call, 0).turned.at(turns)));
}

Outcome shape_flipped(NativeCall& call) {
    return call.give(shape_value(shape_at(call, 0).flipped));
}

Outcome shape_width(NativeCall& call) {
    return call.give(Value::number(shape_at(call, 0).width));
}

Outcome shape_height(NativeCall& call) {
    return call.give(Value::number(shape_at(call, 0).height));
}

Outcome shape_size(NativeCall& call) {
    return call.give(Value::number(static_cast<double>(shape_at(call, 0).cells.size())));
}

Outcome shape_has(NativeCall& call) {
    const ShapeInfo& shape = shape_at(call, 0);
    const double x = std::trunc(call.number(1));
    const double y = std::trunc(call.number(2));
    if (x < 0 || y < 0 || x >= shape.width || y >= shape.height) {
        return call.give(Value::boolean(false));
    }
    const ShapeCell wanted{static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(y)};
    const bool found =
        std::binary_search(shape.cells.begin(), shape.cells.end(), wanted,
                           [](const ShapeCell& a, const ShapeCell& b) { return a.y != b.y ? a.y < b.y : a.x < b.x; });
    return call.give(Value::boolean(found));
}

Outcome shape_orientations(NativeCall& call) {
    Machine& machine = call.machine;
    const std::vector<std::uint32_t>& orientations = shape_at(call, 0).orientations;
    const Value list = make_list(machine, call.type(1), static_cast<std::uint32_t>(orientations.size()));
    if (list.is_null()) {
        return call.out_of_memory();
    }
    for (const std::uint32_t each : orientations) {
        if (!list_add(machine, list.handle(), shape_value(each))) {
            return call.out_of_memory();
        }
    }
    return call.give(list);
}

// The tiles that the shape covers with its first square on the tile, added to `out`; false when a part lies outside or on
// a blank.
bool cover(const Machine& machine, Handle group, Handle tile, const ShapeInfo& shape, std::vector<Handle>& out) {
    const ShapeCell& first = shape.cells.front();
    const std::int64_t column = static_cast<std::int64_t>(tile_column(machine, tile)) - first.x;
    const std::int64_t row = static_cast<std::int64_t>(tile_row(machine, tile)) - first.y;
    for (const ShapeCell& cell : shape.cells) {
        bool outside = false;
        const Handle covered = group_cell(machine, group, column + cell.x, row + cell.y, outside);
        if (covered == 0) {
            return false;
        }
        out.push_back(covered);
    }
    return true;
}

Outcome tile_under(NativeCall& call) {
    const Handle tile = call.handle(0);
    const Handle group = group_of(call.machine, tile);
    if (group == 0 || is_lattice_tile(call.machine, tile)) {
        return call.give_nothing();
    }
    if (group_info(call.machine, group).geometry != GeometryKind::Square) {
        return wrong_geometry(call, group);
    }
    const ShapeInfo& shape = shape_at(call, 1);
    if (!call.charge(shape.cells.size(), 2)) {
        return call.budget_spent();
    }
    std::vector<Handle>& tiles = call.machine.boards.tiles;
    tiles.clear();
    return cover(call.machine, group, tile, shape, tiles) ? give_instances(call, call.type(2), tiles)
                                                          : call.give_nothing();
}

Outcome shape_covers(NativeCall& call) {
    Machine& machine = call.machine;
    const Handle group = call.handle(0);
    if (group_info(machine, group).geometry != GeometryKind::Square) {
        return wrong_geometry(call, group);
    }
    const ShapeInfo& shape = shape_at(call, 1);
    std::vector<Handle>& tiles = machine.boards.tiles;
    tiles.clear();
    tiles_of(machine, group, tiles);
    if (!call.charge(tiles.size() * shape.cells.size(), 2)) {
        return call.budget_spent();
    }
    TileSet& covered = machine.boards.search.seen;
    covered.clear();
    const std::size_t count = tiles.size();
    for (std::size_t i = 0; i < count; ++i) {
        if (cover(machine, group, tiles[i], shape, tiles)) {
            for (std::size_t each = count; each < tiles.size(); ++each) {
                covered.add(tiles[each]);
            }
        }
        tiles.resize(count);
    }
    std::erase_if(tiles, [&](Handle tile) { return !covered.contains(tile); });
    return give_instances(call, call.type(2), tiles);
}

Outcome shape_spots(NativeCall& call) {
    Machine& machine = call.machine;
    const ShapeInfo& shape = shape_at(call, 1);
    const std::uint32_t length = list_length(machine, call.handle(0));
    if (!call.charge(std::uint64_t{length} * shape.cells.size(), 2)) {
        return call.budget_spent();
    }
    TileSet& fitting = machine.boards.search.seen;
    fitting.clear();
    for (std::uint32_t i = 0; i < length; ++i) {
        fitting.add(list_get(machine, call.handle(0), i).handle());
    }
    std::vector<Handle>& tiles = machine.boards.tiles;
    tiles.clear();
    for (std::uint32_t i = 0; i < length; ++i) {
        const Handle tile = list_get(machine, call.handle(0), i).handle();
        const std::size_t count = tiles.size();
        const bool lies = cover(machine, group_of(machine, tile), tile, shape, tiles);
        const bool fits = lies
                          && std::all_of(tiles.begin() + static_cast<std::ptrdiff_t>(count), tiles.end(),
                                         [&](Handle each) { return fitting.contains(each); });
        tiles.resize(count);
        if (fits) {
            tiles.push_back(tile);
        }
    }
    return give_instances(call, call.type(2), tiles);
}

constexpr auto kShapeNatives = std::to_array<NativeEntry>({
    {NativeId::ShapeTurned, native<"turned", shape_turned, NullRule::AllOfMember>},
    {NativeId::ShapeFlipped, native<"flipped", shape_flipped>},
    {NativeId::ShapeWidth, native<"width", shape_width>},
    {NativeId::ShapeHeight, native<"height", shape_height>},
    {NativeId::ShapeSize, native<"size", shape_size>},
    {NativeId::ShapeHas, native<"has", shape_has, NullRule::AllOfMember>},
    {NativeId::ShapeOrientations, native<"orientations", shape_orientations>},
    {NativeId::TileUnder, native<"under", tile_under, NullRule::AllOfMember>},
    {NativeId::ShapeCovers, native<"spots", shape_covers, NullRule::AllOfMember>},
    {NativeId::ShapeSpots, native<"spots", shape_spots>},
});

} // namespace

std::span<const NativeEntry> shape_natives() {
    return kShapeNatives;
}

} // namespace tgdl
