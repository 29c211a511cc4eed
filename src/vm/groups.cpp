// Groups and their tiles: making them, putting tiles into them and taking them out.
//
// Cells of a square or hex group are a rectangle, row by row, that grows to hold what is set outside. Those of a graph are
// a list in order of being added, where a tile that left is a hole; one that was written as a grid begins as a rectangle.
#include "vm/collections.h"
#include "vm/positions.h"
#include "vm/storage.h"

#include <algorithm>
#include <fmt/format.h>

namespace tgdl {

namespace {

struct CellBounds {
    std::int64_t first_column = 0;
    std::int64_t first_row = 0;
    std::int64_t columns = 0;
    std::int64_t rows = 0;
};

CellBounds bounds_of(const Machine& machine, Handle group) {
    const Memory& memory = machine.memory;
    return {static_cast<std::int32_t>(memory.half(group + kGroupOriginWord, 0)),
            static_cast<std::int32_t>(memory.half(group + kGroupOriginWord, 1)), memory.half(group + kGroupSizeWord, 0),
            memory.half(group + kGroupSizeWord, 1)};
}

CellBounds with_cell(const CellBounds& bounds, std::int64_t column, std::int64_t row) {
    if (bounds.columns == 0 || bounds.rows == 0) {
        return {column, row, 1, 1};
    }
    const std::int64_t left = std::min(bounds.first_column, column);
    const std::int64_t top = std::min(bounds.first_row, row);
    return {left, top, std::max(bounds.first_column + bounds.columns, column + 1) - left,
            std::max(bounds.first_row + bounds.rows, row + 1) - top};
}

Handle cells_of(const Machine& machine, Handle group) {
    return machine.memory.half(group + kGroupCellsWord, 0);
}

Handle cell_word(const Machine& machine, Handle group, const CellBounds& bounds, std::int64_t column,
                 std::int64_t row) {
    const std::int64_t number = (row - bounds.first_row) * bounds.columns + (column - bounds.first_column);
    return slot_at(cells_of(machine, group), static_cast<std::uint32_t>(number));
}

void place_graph_tile(Machine& machine, Handle group, std::uint32_t number, Handle tile) {
    machine.memory.store(slot_at(cells_of(machine, group), number), tile);
    machine.memory.store(tile + kTileGroupWord, pack_halves(group, number));
}

// The cell becomes blank, the tile is in no group and connected to nothing.
void leave_group(Machine& machine, Handle tile) {
    const Handle group = group_of(machine, tile);
    Memory& memory = machine.memory;
    if (group_info(machine, group).geometry == GeometryKind::Graph) {
        memory.store(slot_at(cells_of(machine, group), memory.half(tile + kTileGroupWord, 1)), 0);
    } else {
        memory.store(
            cell_word(machine, group, bounds_of(machine, group), tile_column(machine, tile), tile_row(machine, tile)),
            0);
    }
    memory.store(tile + kTileGroupWord, 0);
    memory.store(tile + kTilePlaceWord, 0);
    drop_connections(machine, tile);
}

// Takes the holes out of a graph's list. Only where no coordinates count its cells.
void close_holes(Machine& machine, Handle graph) {
    Memory& memory = machine.memory;
    const Handle cells = cells_of(machine, graph);
    const std::uint32_t used = memory.half(graph + kGroupCellsWord, 1);
    machine.charge_elements(used, 4);
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < used; ++i) {
        const auto tile = static_cast<Handle>(memory.load(slot_at(cells, i)));
        if (tile != 0 && i != kept) {
            place_graph_tile(machine, graph, kept, tile);
            memory.store(slot_at(cells, i), 0);
        }
        kept += tile != 0 ? 1U : 0U;
    }
    memory.set_half(graph + kGroupCellsWord, 1, kept);
}

bool reserve_graph_cell(Machine& machine, Handle graph) {
    Memory& memory = machine.memory;
    const std::uint32_t slots = storage_slots(machine, cells_of(machine, graph));
    if (memory.half(graph + kGroupCellsWord, 1) < slots) {
        return true;
    }
    if (memory.half(graph + kGroupSizeWord, 0) == 0) {
        close_holes(machine, graph);
    }
    const std::uint32_t used = memory.half(graph + kGroupCellsWord, 1);
    if (used < slots) {
        return true;
    }
    const Handle larger = make_storage(machine, more_slots(slots));
    if (larger == 0) {
        return false;
    }
    for (std::uint32_t i = 0; i < used; ++i) {
        memory.store(slot_at(larger, i), memory.load(slot_at(cells_of(machine, graph), i)));
    }
    memory.set_half(graph + kGroupCellsWord, 0, larger);
    return true;
}

// The classes of the tiles a group begins with: of a graph its named ones, else the cells of the grid.
const std::vector<ClassIndex>& first_tiles(const GroupInfo& info) {
    return info.tiles.empty() ? info.cells : info.tiles;
}

std::uint32_t size_of_group(const Machine& machine, Handle group) {
    return machine.memory.half(group + kGroupSizeWord, 0) * machine.memory.half(group + kGroupSizeWord, 1);
}

std::string tile_name(const Machine& machine, Handle tile) {
    const GroupInfo& info = group_info(machine, group_of(machine, tile));
    if (info.lattice != LatticeKind::None) {
        return fmt::format("{} {} {}", info.name, info.lattice == LatticeKind::Corners ? "corner" : "side",
                           machine.memory.half(tile + kTileGroupWord, 1));
    }
    if (info.geometry != GeometryKind::Graph) {
        std::int64_t i = 0;
        std::int64_t j = 0;
        to_column_row(info, tile_column(machine, tile), tile_row(machine, tile), i, j);
        return fmt::format("{}({},{})", info.name, i, j);
    }
    const Value name = machine.memory.value(tile + kTileNameWord);
    if (name.is_text()) {
        return fmt::format("{}.{}", info.name, text_utf8(machine, name));
    }
    const std::uint32_t number = machine.memory.half(tile + kTileGroupWord, 1);
    const Handle group = group_of(machine, tile);
    const std::uint32_t columns = machine.memory.half(group + kGroupSizeWord, 0);
    if (number < size_of_group(machine, group)) {
        return fmt::format("{}({},{})", info.name, number % columns, number / columns);
    }
    return {};
}

// Notes that the tile stands in the cell, without a word about connections.
void place_tile(Machine& machine, Handle group, std::int64_t column, std::int64_t row, Handle tile) {
    Memory& memory = machine.memory;
    place_in_cell(machine, group, column, row, tile);
    memory.store(tile + kTileGroupWord, pack_halves(group, 0));
    memory.store(tile + kTilePlaceWord,
                 pack_halves(static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row)));
}

// The groups of its corners and sides, which no list of groups names.
bool make_lattices(Machine& machine, Handle group, Handle board, const GroupInfo& info) {
    Memory& memory = machine.memory;
    unsigned half = 0;
    for (const GroupIndex index : {info.corners, info.sides}) {
        if (index != kNone) {
            const ClassIndex lattice_class = machine.program->groups[index].group_class;
            const Handle lattice = machine.make_instance(lattice_class);
            const Handle cells = lattice == 0 ? 0 : make_storage(machine, 1);
            if (cells == 0) {
                return false;
            }
            machine.unlink(lattice, machine.layout.class_list(lattice_class));
            memory.store(lattice + kGroupBoardWord, pack_halves(board, index));
            memory.store(lattice + kGroupCellsWord, pack_halves(cells, 0));
            memory.store(lattice + kGroupLatticesWord, pack_halves(group, 0));
            memory.set_half(group + kGroupLatticesWord, half, lattice);
        }
        ++half;
    }
    return true;
}

} // namespace

bool grow_to(Machine& machine, Handle group, std::int64_t column, std::int64_t row) {
    const CellBounds old = bounds_of(machine, group);
    const CellBounds larger = with_cell(old, column, row);
    if (larger.columns == old.columns && larger.rows == old.rows) {
        return true;
    }
    const GroupInfo& info = group_info(machine, group);
    const bool has_lattices = info.corners != kNone || info.sides != kNone;
    const std::int64_t limit =
        std::min<std::int64_t>(machine.memory.limit(), has_lattices ? kFarthestTile : std::int64_t{INT32_MAX});
    if (larger.columns > limit || larger.rows > limit || std::abs(column) > limit || std::abs(row) > limit
        || larger.columns * larger.rows > limit) {
        return false;
    }
    const Handle cells = make_storage(machine, static_cast<std::uint32_t>(larger.columns * larger.rows));
    if (cells == 0) {
        return false;
    }
    Memory& memory = machine.memory;
    for (std::int64_t r = 0; r < old.rows; ++r) {
        for (std::int64_t c = 0; c < old.columns; ++c) {
            const std::int64_t number =
                (r + old.first_row - larger.first_row) * larger.columns + c + old.first_column - larger.first_column;
            const Handle from = cell_word(machine, group, old, c + old.first_column, r + old.first_row);
            memory.store(slot_at(cells, static_cast<std::uint32_t>(number)), memory.load(from));
        }
    }
    memory.set_half(group + kGroupCellsWord, 0, cells);
    memory.store(group + kGroupSizeWord,
                 pack_halves(static_cast<std::uint32_t>(larger.columns), static_cast<std::uint32_t>(larger.rows)));
    memory.store(group + kGroupOriginWord, pack_halves(static_cast<std::uint32_t>(larger.first_column),
                                                       static_cast<std::uint32_t>(larger.first_row)));
    return true;
}

void place_in_cell(Machine& machine, Handle group, std::int64_t column, std::int64_t row, Handle tile) {
    machine.memory.store(cell_word(machine, group, bounds_of(machine, group), column, row), tile);
}

void tiles_of(const Machine& machine, Handle group, std::vector<Handle>& out) {
    const Memory& memory = machine.memory;
    const GroupInfo& info = group_info(machine, group);
    const bool graph = info.geometry == GeometryKind::Graph && info.lattice == LatticeKind::None;
    const std::uint32_t count = graph ? memory.half(group + kGroupCellsWord, 1)
                                      : memory.half(group + kGroupSizeWord, 0) * memory.half(group + kGroupSizeWord, 1);
    const Handle cells = cells_of(machine, group);
    for (std::uint32_t i = 0; i < count; ++i) {
        if (const auto tile = static_cast<Handle>(memory.load(slot_at(cells, i))); tile != 0) {
            out.push_back(tile);
        }
    }
}

Handle make_group(Machine& machine, Handle board, std::uint32_t number) {
    const ClassInfo& board_class = machine.class_info(board);
    const GroupIndex index = board_class.groups[number];
    const GroupInfo& info = machine.program->groups[index];
    const Handle group = machine.make_instance(info.group_class);
    if (group == 0) {
        return 0;
    }
    const auto count = static_cast<std::uint32_t>(first_tiles(info).size());
    const Handle cells = make_storage(machine, std::max(count, 1U));
    if (cells == 0) {
        return 0;
    }
    Memory& memory = machine.memory;
    memory.store(group + kGroupBoardWord, pack_halves(board, index));
    memory.store(group + kGroupCellsWord, pack_halves(cells, 0));
    memory.store(group + kGroupSizeWord, pack_halves(info.columns, info.rows));
    memory.set_value(board + board_class.groups_offset + number, Value::instance(group));
    const bool has_lattices = info.corners != kNone || info.sides != kNone;
    return !has_lattices || make_lattices(machine, group, board, info) ? group : 0;
}

bool size_group(Machine& machine, Handle group, std::uint32_t columns, std::uint32_t rows) {
    const Handle cells = make_storage(machine, columns * rows);
    if (cells == 0) {
        return false;
    }
    machine.memory.store(group + kGroupCellsWord, pack_halves(cells, 0));
    machine.memory.store(group + kGroupSizeWord, pack_halves(columns, rows));
    return true;
}

Handle make_tile(Machine& machine, Handle group, std::uint32_t number, bool& out_of_memory) {
    const GroupInfo& info = group_info(machine, group);
    const std::vector<ClassIndex>& classes = first_tiles(info);
    const bool is_sized = info.sized_tile != kNone;
    const std::uint32_t count = is_sized ? size_of_group(machine, group) : static_cast<std::uint32_t>(classes.size());
    // The second half of the word counts the cells that were looked at, so that blanks are not counted over and over.
    std::uint32_t cell = number == 0 ? 0 : machine.memory.half(group + kGroupCellsWord, 1);
    while (cell < count && !is_sized && classes[cell] == kNone) {
        ++cell;
    }
    const bool graph = info.geometry == GeometryKind::Graph;
    if (cell >= count) {
        machine.memory.set_half(group + kGroupCellsWord, 1, graph ? cell : 0);
        return 0;
    }
    const Handle tile = machine.make_instance(is_sized ? info.sized_tile : classes[cell]);
    if (tile == 0) {
        out_of_memory = true;
        return 0;
    }
    machine.memory.set_half(group + kGroupCellsWord, 1, cell + 1);
    machine.memory.set_value(tile + kTileNameWord, Value::null());
    if (graph) {
        place_graph_tile(machine, group, cell, tile);
        if (cell < info.names.size() && info.names[cell] != kNone) {
            machine.memory.set_value(tile + kTileNameWord, Value::constant_text(info.names[cell]));
        }
    } else {
        const std::uint32_t columns = machine.memory.half(group + kGroupSizeWord, 0);
        place_tile(machine, group, cell % columns, cell / columns, tile);
    }
    return tile;
}

bool join_group(Machine& machine, Handle group) {
    std::vector<Handle>& tiles = machine.boards.tiles;
    tiles.clear();
    tiles_of(machine, group, tiles);
    machine.charge_elements(tiles.size(), 8);
    return std::all_of(tiles.begin(), tiles.end(), [&machine](Handle tile) { return join_tile(machine, tile); });
}

bool set_tile(Machine& machine, Handle group, std::int64_t column, std::int64_t row, Handle tile) {
    if (!grow_to(machine, group, column, row)) {
        return false;
    }
    bool outside = false;
    const Handle old = group_cell(machine, group, column, row, outside);
    if (old != 0) {
        leave_group(machine, old);
    }
    place_tile(machine, group, column, row, tile);
    const bool has_new_sides = old == 0 && machine.memory.load(group + kGroupLatticesWord) != 0;
    while (old != 0 && first_piece(machine, old) != 0) {
        const Handle piece = first_piece(machine, old);
        machine.charge(1);
        take_away(machine, piece);
        put_on_tile(machine, piece, tile);
    }
    return join_neighbors(machine, tile) && (!has_new_sides || join_corners(machine, tile));
}

bool add_tile(Machine& machine, Handle graph, Handle tile) {
    if (!reserve_graph_cell(machine, graph)) {
        return false;
    }
    const std::uint32_t number = machine.memory.half(graph + kGroupCellsWord, 1);
    machine.memory.set_half(graph + kGroupCellsWord, 1, number + 1);
    place_graph_tile(machine, graph, number, tile);
    return join_tile(machine, tile);
}

void remove_tile(Machine& machine, Handle tile) {
    while (first_piece(machine, tile) != 0) {
        machine.charge(1);
        take_away(machine, first_piece(machine, tile));
    }
    const Handle group = group_of(machine, tile);
    const std::int32_t column = tile_column(machine, tile);
    const std::int32_t row = tile_row(machine, tile);
    leave_group(machine, tile);
    if (machine.memory.load(group + kGroupLatticesWord) != 0) {
        drop_points(machine, group, column, row);
    }
}

Handle tile_named(Machine& machine, Handle graph, Value name) {
    const Memory& memory = machine.memory;
    const Handle cells = cells_of(machine, graph);
    const std::uint32_t used = memory.half(graph + kGroupCellsWord, 1);
    machine.charge_elements(used);
    for (std::uint32_t i = 0; i < used; ++i) {
        const auto tile = static_cast<Handle>(memory.load(slot_at(cells, i)));
        const Value own = tile == 0 ? Value::null() : memory.value(tile + kTileNameWord);
        if (own.is_text() && (own == name || same_text(machine, own, name))) {
            return tile;
        }
    }
    return 0;
}

std::string instance_name(const Machine& machine, Handle instance) {
    if (is_of_kind(machine, instance, ClassKind::Tile)) {
        if (is_blank(machine, instance)) {
            return "BlankTile";
        }
        std::string name = group_of(machine, instance) != 0 ? tile_name(machine, instance) : std::string();
        if (!name.empty()) {
            return name;
        }
    }
    if (is_of_kind(machine, instance, ClassKind::Group)) {
        return group_info(machine, instance).name;
    }
    return instance_id(machine, instance);
}

} // namespace tgdl
