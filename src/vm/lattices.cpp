// Corners and sides of groups. Each of the two is a group of its own behind the one with the tiles: a rectangle of cells that
// grows with it (program/lattice_geometry.h), whose tiles always have a list of connections.
#include "vm/positions.h"
#include "vm/storage.h"

#include <algorithm>
#include <array>

namespace tgdl {

namespace {

// A few points, each once.
class PointSet {
public:
    void add(LatticePoint point) {
        if (std::find(begin(), end(), point) == end() && count_ < std::ssize(points_)) {
            points_.at(static_cast<std::size_t>(count_++)) = point;
        }
    }
    void remove(LatticePoint point) {
        const auto last = std::remove(points_.begin(), points_.begin() + count_, point);
        count_ = last - points_.begin();
    }
    void sort() { std::sort(points_.begin(), points_.begin() + count_); }
    [[nodiscard]] const LatticePoint* begin() const { return points_.data(); }
    [[nodiscard]] const LatticePoint* end() const { return points_.data() + count_; }

private:
    std::array<LatticePoint, 16> points_{}; // as many as a side can have neighbours, each found twice
    std::ptrdiff_t count_ = 0;
};

// The group of tiles that a lattice belongs to, or that a tile of it does.
struct Ground {
    const Machine& machine;
    Handle group = 0;
    const GroupInfo& info;

    Ground(const Machine& of_machine, Handle of_group)
        : machine(of_machine), group(of_group), info(group_info(of_machine, of_group)) {}

    [[nodiscard]] bool has_tile(const TouchedTile& at) const {
        bool outside = false;
        return group_cell(machine, group, at.column, at.row, outside) != 0;
    }
    [[nodiscard]] bool touches_tile(LatticeKind kind, LatticePoint point) const {
        const TouchedTiles touched = tiles_at(info, kind, point);
        return std::any_of(touched.begin(), touched.end(), [this](const TouchedTile& at) { return has_tile(at); });
    }
    // 0: nothing is there.
    [[nodiscard]] Handle at(LatticeKind kind, LatticePoint point) const {
        const Handle lattice = lattice_of(machine, group, kind);
        if (lattice == 0) {
            return 0;
        }
        const LatticeCell cell = cell_of_point(info, kind, point);
        bool outside = false;
        return group_cell(machine, lattice, cell.column, cell.row, outside);
    }
    [[nodiscard]] LatticePoint point(LatticeKind kind, const TouchedTile& tile, unsigned direction) const {
        return point_of_tile(info, kind, tile.column, tile.row, direction % side_count(info));
    }

    // The two sides of each tile around a corner that end there.
    void add_sides_at(LatticePoint corner, PointSet& out) const {
        for (const TouchedTile& tile : tiles_at(info, LatticeKind::Corners, corner)) {
            if (has_tile(tile)) {
                out.add(point(LatticeKind::Sides, tile, tile.direction));
                out.add(point(LatticeKind::Sides, tile, tile.direction + 1));
            }
        }
    }
    // The corners at the other ends of these.
    void add_corners_beside(LatticePoint corner, PointSet& out) const {
        for (const TouchedTile& tile : tiles_at(info, LatticeKind::Corners, corner)) {
            if (has_tile(tile)) {
                out.add(point(LatticeKind::Corners, tile, tile.direction + 1));
                out.add(point(LatticeKind::Corners, tile, tile.direction + side_count(info) - 1));
            }
        }
    }
    void add_ends_of(LatticePoint side, PointSet& out) const {
        for (const TouchedTile& tile : tiles_at(info, LatticeKind::Sides, side)) {
            if (has_tile(tile)) {
                out.add(point(LatticeKind::Corners, tile, tile.direction));
                out.add(point(LatticeKind::Corners, tile, tile.direction + side_count(info) - 1));
            }
        }
    }
    [[nodiscard]] PointSet neighbors_of(LatticeKind kind, LatticePoint point) const {
        PointSet found;
        if (kind == LatticeKind::Corners) {
            add_corners_beside(point, found);
        } else {
            PointSet ends;
            add_ends_of(point, ends);
            for (const LatticePoint end : ends) {
                add_sides_at(end, found);
            }
            found.remove(point);
        }
        found.sort();
        return found;
    }
};

LatticePoint point_place_of(const Machine& machine, Handle point) {
    return {tile_row(machine, point), tile_column(machine, point)};
}

LatticeKind lattice_kind_of(const Machine& machine, Handle tile) {
    const Handle group = group_of(machine, tile);
    return group == 0 ? LatticeKind::None : group_info(machine, group).lattice;
}

Ground ground_of(const Machine& machine, Handle point) {
    return {machine, visible_group_of(machine, point)};
}

constexpr std::array kLattices = {LatticeKind::Corners, LatticeKind::Sides};

// The corner or side leaves its group, its pieces are nowhere.
void remove_point(Machine& machine, const Ground& ground, Handle point) {
    while (first_piece(machine, point) != 0) {
        machine.charge(1);
        take_away(machine, first_piece(machine, point));
    }
    const LatticeCell cell =
        cell_of_point(ground.info, lattice_kind_of(machine, point), point_place_of(machine, point));
    place_in_cell(machine, group_of(machine, point), cell.column, cell.row, 0);
    machine.memory.store(point + kTileGroupWord, 0);
    machine.memory.store(point + kTilePlaceWord, 0);
    drop_connections(machine, point);
}

// Room for all these points, which are not none; false: out of memory.
bool reserve_points(Machine& machine, const Ground& ground, LatticeKind kind, std::span<const LatticePoint> points) {
    LatticeCell low = cell_of_point(ground.info, kind, points.front());
    LatticeCell high = low;
    for (const LatticePoint point : points) {
        const LatticeCell cell = cell_of_point(ground.info, kind, point);
        low = {std::min(low.column, cell.column), std::min(low.row, cell.row)};
        high = {std::max(high.column, cell.column), std::max(high.row, cell.row)};
    }
    const Handle lattice = lattice_of(machine, ground.group, kind);
    return grow_to(machine, lattice, low.column, low.row) && grow_to(machine, lattice, high.column, high.row);
}

} // namespace

Handle visible_group_of(const Machine& machine, Handle tile) {
    const Handle group = group_of(machine, tile);
    const bool hidden = group != 0 && group_info(machine, group).lattice != LatticeKind::None;
    return hidden ? machine.memory.half(group + kGroupLatticesWord, 0) : group;
}

Handle lattice_of(const Machine& machine, Handle group, LatticeKind kind) {
    return machine.memory.half(group + kGroupLatticesWord, kind == LatticeKind::Corners ? 0 : 1);
}

Handle point_of(const Machine& machine, Handle tile, LatticeKind kind, unsigned direction) {
    const Handle group = group_of(machine, tile);
    if (group == 0) {
        return 0;
    }
    const Ground ground(machine, group);
    if (direction >= side_count(ground.info)) {
        return 0;
    }
    const TouchedTile at{tile_column(machine, tile), tile_row(machine, tile), direction};
    return ground.at(kind, ground.point(kind, at, direction));
}

void points_of(const Machine& machine, Handle tile, LatticeKind kind, std::vector<Handle>& out) {
    const LatticeKind own = lattice_kind_of(machine, tile);
    if (own == LatticeKind::None) {
        for (unsigned direction = 0; direction < kMostSides; ++direction) {
            if (const Handle point = point_of(machine, tile, kind, direction); point != 0) {
                out.push_back(point);
            }
        }
        return;
    }
    const Ground ground = ground_of(machine, tile);
    PointSet found;
    if (own == LatticeKind::Corners && kind == LatticeKind::Sides) {
        ground.add_sides_at(point_place_of(machine, tile), found);
    } else if (own == LatticeKind::Sides && kind == LatticeKind::Corners) {
        ground.add_ends_of(point_place_of(machine, tile), found);
    }
    found.sort();
    for (const LatticePoint place : found) {
        if (const Handle point = ground.at(kind, place); point != 0) {
            out.push_back(point);
        }
    }
}

void touched_tiles(const Machine& machine, Handle point, std::vector<Handle>& out) {
    const LatticeKind own = lattice_kind_of(machine, point);
    if (own == LatticeKind::None) {
        return;
    }
    const auto first = static_cast<std::ptrdiff_t>(out.size());
    const Ground ground = ground_of(machine, point);
    for (const TouchedTile& at : tiles_at(ground.info, own, point_place_of(machine, point))) {
        bool outside = false;
        if (const Handle tile = group_cell(machine, ground.group, at.column, at.row, outside); tile != 0) {
            out.push_back(tile);
        }
    }
    std::sort(out.begin() + first, out.end(),
              [&machine](Handle a, Handle b) { return point_place_of(machine, a) < point_place_of(machine, b); });
}

void append_point_neighbors(const Machine& machine, Handle point, std::vector<Edge>& out) {
    const Ground ground = ground_of(machine, point);
    const LatticeKind kind = lattice_kind_of(machine, point);
    for (const LatticePoint place : ground.neighbors_of(kind, point_place_of(machine, point))) {
        if (const Handle to = ground.at(kind, place); to != 0) {
            out.push_back({to, 0, 1});
        }
    }
}

std::uint32_t point_neighbor_order(const Machine& machine, Handle from, Handle to) {
    constexpr std::int32_t kReach = 16; // farther than any neighbour
    const LatticePoint here = point_place_of(machine, from);
    const LatticePoint there = point_place_of(machine, to);
    const std::int64_t down = std::int64_t{there.y} - here.y;
    const std::int64_t right = std::int64_t{there.x} - here.x;
    if (std::max(std::abs(down), std::abs(right)) >= kReach) {
        return kNone;
    }
    const PointSet neighbors = ground_of(machine, from).neighbors_of(lattice_kind_of(machine, from), here);
    if (std::find(neighbors.begin(), neighbors.end(), there) == neighbors.end()) {
        return kNone;
    }
    return static_cast<std::uint32_t>((down + kReach) * 2 * kReach + right + kReach);
}

bool lacking_points(Machine& machine, Handle group, Handle tile, std::vector<double>& out) {
    const Ground ground(machine, group);
    std::vector<Handle> tiles;
    if (tile == 0) {
        tiles_of(machine, group, tiles);
    } else if (group_of(machine, tile) == group) {
        tiles.push_back(tile);
    }
    for (const LatticeKind kind : kLattices) {
        if (lattice_of(machine, group, kind) == 0) {
            continue;
        }
        machine.charge(tiles.size() * 2);
        std::vector<LatticePoint> points;
        for (const Handle each : tiles) {
            const TouchedTile at{tile_column(machine, each), tile_row(machine, each), 0};
            for (unsigned direction = 0; direction < side_count(ground.info); ++direction) {
                const LatticePoint point = ground.point(kind, at, direction);
                if (ground.at(kind, point) == 0) {
                    points.push_back(point);
                }
            }
        }
        std::ranges::sort(points);
        points.erase(std::unique(points.begin(), points.end()), points.end());
        if (!points.empty() && !reserve_points(machine, ground, kind, points)) {
            return false;
        }
        for (const LatticePoint point : points) {
            out.push_back(pack_point(kind, point));
        }
    }
    return true;
}

Handle make_point(Machine& machine, Handle group, double packed, bool& out_of_memory) {
    const PackedPoint wanted = unpack_point(packed);
    const Ground ground(machine, group);
    const Handle lattice = lattice_of(machine, group, wanted.kind);
    if (lattice == 0 || ground.at(wanted.kind, wanted.point) != 0 || !ground.touches_tile(wanted.kind, wanted.point)) {
        return 0;
    }
    const GroupInfo& info = group_info(machine, lattice);
    const LatticeCell cell = cell_of_point(ground.info, wanted.kind, wanted.point);
    const Handle made = machine.make_instance(machine.program->types[info.tile_base].first_class);
    if (made == 0 || !grow_to(machine, lattice, cell.column, cell.row)) {
        out_of_memory = true;
        return 0;
    }
    Memory& memory = machine.memory;
    const std::uint32_t number = memory.half(lattice + kGroupCellsWord, 1);
    memory.set_half(lattice + kGroupCellsWord, 1, number + 1);
    memory.store(made + kTileGroupWord, pack_halves(lattice, number));
    memory.store(made + kTilePlaceWord,
                 pack_halves(static_cast<std::uint32_t>(wanted.point.x), static_cast<std::uint32_t>(wanted.point.y)));
    place_in_cell(machine, lattice, cell.column, cell.row, made);
    out_of_memory = !join_neighbors(machine, made);
    return out_of_memory ? 0 : made;
}

bool join_corners(Machine& machine, Handle tile) {
    const Ground ground(machine, group_of(machine, tile));
    const unsigned sides = side_count(ground.info);
    for (unsigned direction = 0; direction < sides; ++direction) {
        const Handle before = point_of(machine, tile, LatticeKind::Corners, (direction + sides - 1) % sides);
        const Handle after = point_of(machine, tile, LatticeKind::Corners, direction);
        const bool is_new = neighbor(machine, tile, direction) == 0;
        if (is_new && before != 0 && after != 0
            && ((!has_edge(machine, before, after) && !connect(machine, before, after, 1, 0))
                || (!has_edge(machine, after, before) && !connect(machine, after, before, 1, 0)))) {
            return false;
        }
    }
    return true;
}

void drop_points(Machine& machine, Handle group, std::int64_t column, std::int64_t row) {
    const Ground ground(machine, group);
    const unsigned sides = side_count(ground.info);
    const TouchedTile left{column, row, 0};
    for (const LatticeKind kind : kLattices) {
        for (unsigned direction = 0; direction < sides; ++direction) {
            const LatticePoint place = ground.point(kind, left, direction);
            const Handle point = ground.at(kind, place);
            if (point != 0 && !ground.touches_tile(kind, place)) {
                remove_point(machine, ground, point);
            }
        }
    }
    for (unsigned direction = 0; direction < sides; ++direction) {
        const LatticePoint side = ground.point(LatticeKind::Sides, left, direction);
        const Handle before =
            ground.at(LatticeKind::Corners, ground.point(LatticeKind::Corners, left, direction + sides - 1));
        const Handle after = ground.at(LatticeKind::Corners, ground.point(LatticeKind::Corners, left, direction));
        if (before != 0 && after != 0 && !ground.touches_tile(LatticeKind::Sides, side)) {
            drop_edge(machine, before, after);
            drop_edge(machine, after, before);
        }
    }
}

} // namespace tgdl
