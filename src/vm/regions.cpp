// Walks over connections: is there a path, how long is the shortest, what lies near.
#include "vm/positions.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace tgdl {

namespace {

// The nearest one is at the front of the heap; among equals the one found first.
bool is_farther(const PathSearch::Reach& a, const PathSearch::Reach& b) {
    return std::tie(a.distance, a.order) > std::tie(b.distance, b.order);
}

// Walks outwards from a tile, nearest tiles first. What was settled stands in `seen` and `best`.
class NearestFirst {
public:
    NearestFirst(Machine& machine, Handle from) : machine_(machine), search_(machine.boards.search) {
        search_.heap.clear();
        search_.seen.clear();
        search_.best.clear();
        search_.settled.clear();
        reach(from, 0);
    }

    // The next tile and its distance; 0: no more.
    Handle next(double& distance) {
        while (!search_.heap.empty()) {
            std::pop_heap(search_.heap.begin(), search_.heap.end(), is_farther);
            const PathSearch::Reach nearest = search_.heap.back();
            search_.heap.pop_back();
            const std::uint32_t number = search_.seen.number_of(nearest.tile);
            if (search_.settled[number] == 0) {
                search_.settled[number] = 1;
                distance = nearest.distance;
                return nearest.tile;
            }
        }
        return 0;
    }

    // False when the budget is spent: there is nothing more to find then.
    bool expand(Handle tile, double distance) {
        search_.edges.clear();
        edges_of(machine_, tile, search_.edges);
        const bool may_go_on = machine_.charge(1 + search_.edges.size());
        for (const Edge& edge : search_.edges) {
            reach(edge.to, distance + edge.distance);
        }
        return may_go_on;
    }

private:
    void reach(Handle tile, double distance) {
        if (search_.seen.add(tile)) {
            search_.best.push_back(distance);
            search_.settled.push_back(0);
        } else {
            double& best = search_.best[search_.seen.number_of(tile)];
            if (distance >= best) {
                return;
            }
            best = distance;
        }
        search_.heap.push_back({distance, order_++, tile});
        std::push_heap(search_.heap.begin(), search_.heap.end(), is_farther);
    }

    Machine& machine_;
    PathSearch& search_;
    std::uint32_t order_ = 0;
};

// Where a tile comes in reading order. A board makes its groups in order of declaration, so their age tells that order;
// tiles of no group come last, by their own age.
struct ReadingPlace {
    std::uint32_t group_age = kNone;
    std::int64_t row = 0;
    std::int64_t column = 0;

    auto operator<=>(const ReadingPlace&) const = default;
};

ReadingPlace reading_place(const Machine& machine, Handle tile) {
    const Handle group = group_of(machine, tile);
    if (group == 0) {
        return {kNone, machine.age_of(tile), 0};
    }
    // In a graph the words of the place are 0 and the number in the group decides; corners and sides have both.
    const bool has_point = is_lattice_tile(machine, tile);
    const std::int64_t number = has_point ? 0 : machine.memory.half(tile + kTileGroupWord, 1);
    return {machine.age_of(group), tile_row(machine, tile), tile_column(machine, tile) + number};
}

} // namespace

bool is_connected(Machine& machine, Handle from, Handle to) {
    TileSet& seen = machine.boards.search.seen;
    std::vector<Edge>& edges = machine.boards.search.edges;
    seen.clear();
    seen.add(from);
    for (std::size_t i = 0; i < seen.members().size(); ++i) {
        if (seen.members()[i] == to) {
            return true;
        }
        edges.clear();
        edges_of(machine, seen.members()[i], edges);
        if (!machine.charge(1 + edges.size() / 2)) {
            return false;
        }
        for (const Edge& edge : edges) {
            seen.add(edge.to);
        }
    }
    return false;
}

std::optional<double> distance_between(Machine& machine, Handle from, Handle to) {
    NearestFirst walk(machine, from);
    double distance = 0;
    for (Handle tile = walk.next(distance); tile != 0; tile = walk.next(distance)) {
        if (tile == to) {
            return distance;
        }
        if (!walk.expand(tile, distance)) {
            break;
        }
    }
    return std::nullopt;
}

void tiles_within(Machine& machine, Handle from, double limit, std::vector<Handle>& out) {
    NearestFirst walk(machine, from);
    double distance = 0;
    for (Handle tile = walk.next(distance); tile != 0 && distance <= limit; tile = walk.next(distance)) {
        if (tile != from) {
            out.push_back(tile);
        }
        if (!walk.expand(tile, distance)) {
            break;
        }
    }
    sort_tiles(machine, out);
}

void sort_tiles(Machine& machine, std::vector<Handle>& tiles) {
    machine.charge(tiles.size() * static_cast<std::uint64_t>(std::bit_width(tiles.size())));
    std::sort(tiles.begin(), tiles.end(),
              [&machine](Handle a, Handle b) { return reading_place(machine, a) < reading_place(machine, b); });
}

} // namespace tgdl
