// Connections of tiles: those of the geometry while nobody changed them, then a list of its own for each changed tile.
//
// The list has first the neighbours that the geometry connects, by direction, then the others in order of being added. A
// neighbour that was disconnected and is connected again comes back to its place by direction.
#include "vm/positions.h"
#include "vm/storage.h"

#include <algorithm>
#include <cstdlib>

namespace tgdl {

namespace {

constexpr unsigned kNoNeighbor = kNone; // sorts behind all directions

// The direction in which the geometry connects the two (of corners and sides: what orders them); kNoNeighbor when it does
// not.
unsigned connecting_direction(const Machine& machine, Handle from, Handle to) {
    const Handle group = group_of(machine, from);
    if (group == 0 || group_of(machine, to) != group) {
        return kNoNeighbor;
    }
    if (group_info(machine, group).lattice != LatticeKind::None) {
        return point_neighbor_order(machine, from, to);
    }
    if (std::abs(tile_column(machine, from) - tile_column(machine, to)) > 1
        || std::abs(tile_row(machine, from) - tile_row(machine, to)) > 1) {
        return kNoNeighbor;
    }
    const unsigned directions = connected_directions(group_info(machine, group));
    for (unsigned direction = 0; direction < directions; ++direction) {
        if (neighbor(machine, from, direction) == to) {
            return direction;
        }
    }
    return kNoNeighbor;
}

// ---- the list of a tile's edges

Handle edge_storage(const Machine& machine, Handle tile) {
    return machine.memory.half(tile + kTileEdgesWord, 0);
}

std::uint32_t edge_count(const Machine& machine, Handle tile) {
    return machine.memory.half(tile + kTileEdgesWord, 1);
}

Edge load_edge(const Machine& machine, Handle storage, std::uint32_t number) {
    const Handle at = slot_at(storage, number * kEdgeWords);
    return {machine.memory.half(at, 0), machine.memory.half(at, 1), machine.memory.value(at + 1).as_number()};
}

void store_edge(Machine& machine, Handle storage, std::uint32_t number, const Edge& edge) {
    const Handle at = slot_at(storage, number * kEdgeWords);
    machine.memory.store(at, pack_halves(edge.to, edge.connection));
    machine.memory.set_value(at + 1, Value::number(edge.distance));
}

// kNone when there is none.
std::uint32_t find_edge(const Machine& machine, Handle from, Handle to) {
    const Handle storage = edge_storage(machine, from);
    const std::uint32_t count = edge_count(machine, from);
    for (std::uint32_t i = 0; i < count; ++i) {
        if (machine.memory.half(slot_at(storage, i * kEdgeWords), 0) == to) {
            return i;
        }
    }
    return kNone;
}

bool reserve_edges(Machine& machine, Handle tile, std::uint32_t count) {
    const Handle storage = edge_storage(machine, tile);
    const std::uint32_t slots = storage_slots(machine, storage);
    if (storage != 0 && count * kEdgeWords <= slots) {
        return true;
    }
    const Handle larger = make_storage(machine, std::max(more_slots(slots), count * kEdgeWords));
    if (larger == 0) {
        return false;
    }
    const std::uint32_t used = edge_count(machine, tile) * kEdgeWords;
    for (std::uint32_t i = 0; i < used; ++i) {
        machine.memory.store(slot_at(larger, i), machine.memory.load(slot_at(storage, i)));
    }
    machine.memory.set_half(tile + kTileEdgesWord, 0, larger);
    return true;
}

void erase_edge(Machine& machine, Handle tile, std::uint32_t number) {
    const Handle storage = edge_storage(machine, tile);
    const std::uint32_t count = edge_count(machine, tile);
    for (std::uint32_t i = number + 1; i < count; ++i) {
        store_edge(machine, storage, i - 1, load_edge(machine, storage, i));
    }
    const Handle last = slot_at(storage, (count - 1) * kEdgeWords);
    machine.memory.store(last, 0);
    machine.memory.store(last + 1, 0);
    machine.memory.set_half(tile + kTileEdgesWord, 1, count - 1);
}

// ---- connections as things

// It says where it led all the same: `to` is set once.
void detach(Machine& machine, Handle connection) {
    if (connection != 0) {
        machine.memory.store(connection + kConnectionFromWord, 0);
    }
}

void attach(Machine& machine, Handle connection, Handle from, Handle to, double distance) {
    machine.memory.set_value(connection + kConnectionToWord, Value::instance(to));
    machine.memory.set_value(connection + kConnectionDistanceWord, Value::number(distance));
    machine.memory.store(connection + kConnectionFromWord, pack_halves(from, 0));
}

// Gives the edge an instance if it has none; false: out of memory.
bool make_connection(Machine& machine, Handle from, Edge& edge) {
    if (edge.connection != 0 || machine.program->plain_connection == kNone) {
        return true;
    }
    edge.connection = machine.make_instance(machine.program->plain_connection);
    if (edge.connection == 0) {
        return false;
    }
    attach(machine, edge.connection, from, edge.to, edge.distance);
    return true;
}

// Adds an edge to a tile with a list, at its place.
bool insert_edge(Machine& machine, Handle from, Edge edge) {
    const std::uint32_t count = edge_count(machine, from);
    machine.charge_elements(count, 4);
    if ((machine.program->uses_connections && !make_connection(machine, from, edge))
        || !reserve_edges(machine, from, count + 1)) {
        return false;
    }
    const Handle storage = edge_storage(machine, from);
    const unsigned direction = connecting_direction(machine, from, edge.to);
    std::uint32_t place = count;
    while (place > 0 && direction < connecting_direction(machine, from, load_edge(machine, storage, place - 1).to)) {
        store_edge(machine, storage, place, load_edge(machine, storage, place - 1));
        --place;
    }
    store_edge(machine, storage, place, edge);
    machine.memory.set_half(from + kTileEdgesWord, 1, count + 1);
    return true;
}

void append_neighbors(const Machine& machine, Handle tile, std::vector<Edge>& out) {
    const Handle group = group_of(machine, tile);
    if (group != 0 && group_info(machine, group).lattice != LatticeKind::None) {
        append_point_neighbors(machine, tile, out);
        return;
    }
    const unsigned directions = group == 0 ? 0 : connected_directions(group_info(machine, group));
    for (unsigned direction = 0; direction < directions; ++direction) {
        if (const Handle to = neighbor(machine, tile, direction); to != 0) {
            out.push_back({to, 0, 1});
        }
    }
}

// Adds what the geometry connects and the tile's list lacks; the tile has a list afterwards.
bool complete_list(Machine& machine, Handle tile) {
    std::vector<Edge>& neighbors = machine.boards.edges;
    neighbors.clear();
    append_neighbors(machine, tile, neighbors);
    if (!reserve_edges(machine, tile, static_cast<std::uint32_t>(neighbors.size()))) {
        return false;
    }
    for (const Edge& edge : neighbors) {
        if (find_edge(machine, tile, edge.to) == kNone && !insert_edge(machine, tile, edge)) {
            return false;
        }
    }
    return true;
}

// From now on the tile's connections are those of its list.
bool begin_list(Machine& machine, Handle tile) {
    return edge_storage(machine, tile) != 0 || complete_list(machine, tile);
}

void drop_edge_to(Machine& machine, Handle from, Handle to) {
    const std::uint32_t number = find_edge(machine, from, to);
    if (number != kNone) {
        detach(machine, load_edge(machine, edge_storage(machine, from), number).connection);
        erase_edge(machine, from, number);
    }
}

// A connection leads from one tile to one other: used again it leaves the place where it was.
void leave_other_place(Machine& machine, Handle connection, Handle from, Handle to) {
    const Handle old_from = machine.memory.half(connection + kConnectionFromWord, 0);
    const Handle old_to = machine.memory.value(connection + kConnectionToWord).handle();
    if (old_from != 0 && (old_from != from || old_to != to)) {
        drop_edge_to(machine, old_from, old_to);
    }
}

} // namespace

void edges_of(const Machine& machine, Handle tile, std::vector<Edge>& out) {
    const Handle storage = edge_storage(machine, tile);
    if (storage == 0) {
        append_neighbors(machine, tile, out);
        return;
    }
    const std::uint32_t count = edge_count(machine, tile);
    for (std::uint32_t i = 0; i < count; ++i) {
        out.push_back(load_edge(machine, storage, i));
    }
}

bool has_edge(const Machine& machine, Handle from, Handle to) {
    return edge_storage(machine, from) == 0 ? connecting_direction(machine, from, to) != kNoNeighbor
                                            : find_edge(machine, from, to) != kNone;
}

std::uint32_t own_edge_count(const Machine& machine, Handle tile) {
    return edge_count(machine, tile);
}

bool has_own_edges(const Machine& machine, Handle tile) {
    if (!is_in_grid(machine, tile) && !is_lattice_tile(machine, tile)) {
        return true;
    }
    if (edge_storage(machine, tile) == 0) {
        return false;
    }
    std::vector<Edge> edges;
    std::vector<Edge> neighbors;
    edges_of(machine, tile, edges);
    append_neighbors(machine, tile, neighbors);
    return !std::ranges::equal(edges, neighbors, [](const Edge& edge, const Edge& plain) {
        return edge.to == plain.to && edge.distance == plain.distance;
    });
}

bool connect(Machine& machine, Handle from, Handle to, double distance, Handle connection) {
    if (!begin_list(machine, from)) {
        return false;
    }
    if (connection != 0) {
        leave_other_place(machine, connection, from, to);
        attach(machine, connection, from, to, distance);
    }
    Edge edge{to, connection, distance};
    const std::uint32_t number = find_edge(machine, from, to);
    if (number == kNone) {
        return insert_edge(machine, from, edge);
    }
    const Handle replaced = load_edge(machine, edge_storage(machine, from), number).connection;
    if (replaced != connection) {
        detach(machine, replaced);
    }
    if (machine.program->uses_connections && !make_connection(machine, from, edge)) {
        return false;
    }
    store_edge(machine, edge_storage(machine, from), number, edge);
    return true;
}

bool disconnect(Machine& machine, Handle from, Handle to) {
    if (!has_edge(machine, from, to)) {
        return true;
    }
    if (!begin_list(machine, from)) {
        return false;
    }
    drop_edge_to(machine, from, to);
    return true;
}

bool make_connections(Machine& machine, Handle tile) {
    if (!begin_list(machine, tile)) {
        return false;
    }
    const Handle storage = edge_storage(machine, tile);
    const std::uint32_t count = edge_count(machine, tile);
    machine.charge_elements(count, 8);
    for (std::uint32_t i = 0; i < count; ++i) {
        Edge edge = load_edge(machine, storage, i);
        if (edge.connection == 0) {
            if (!make_connection(machine, tile, edge)) {
                return false;
            }
            store_edge(machine, storage, i, edge);
        }
    }
    return true;
}

bool join_tile(Machine& machine, Handle tile) {
    const bool listed = machine.program->uses_connections || edge_storage(machine, tile) != 0
                        || is_lattice_tile(machine, tile); // its neighbours are not to be worked out again and again
    return !listed || complete_list(machine, tile);
}

bool join_neighbors(Machine& machine, Handle tile) {
    if (!join_tile(machine, tile)) {
        return false;
    }
    std::vector<Edge>& neighbors = machine.boards.edges;
    neighbors.clear();
    append_neighbors(machine, tile, neighbors);
    return std::ranges::all_of(neighbors, [&](const Edge& edge) {
        return edge_storage(machine, edge.to) == 0 || find_edge(machine, edge.to, tile) != kNone
               || insert_edge(machine, edge.to, {tile, 0, 1});
    });
}

void drop_edge(Machine& machine, Handle from, Handle to) {
    machine.charge_elements(edge_count(machine, from));
    drop_edge_to(machine, from, to);
}

void drop_connections(Machine& machine, Handle tile) {
    const Handle storage = edge_storage(machine, tile);
    const std::uint32_t count = edge_count(machine, tile);
    for (std::uint32_t i = 0; i < count; ++i) {
        detach(machine, load_edge(machine, storage, i).connection);
    }
    machine.memory.store(tile + kTileEdgesWord, 0);
    const auto kind = static_cast<std::size_t>(ClassKind::Tile);
    for (ClassIndex index = machine.program->first_class[kind]; index < machine.program->last_class[kind]; ++index) {
        Handle other = machine.memory.half(machine.layout.class_list(index), 0);
        for (; other != 0; other = machine.memory.half(other + kLinkWord, 0)) {
            machine.charge_elements(8 + edge_count(machine, other));
            drop_edge_to(machine, other, tile);
        }
    }
}

double connection_distance(const Machine& machine, Handle connection) {
    // One that was just made has no distance yet: its word is 0 or null.
    const Value distance = machine.memory.value(connection + kConnectionDistanceWord);
    return distance.is_number() && distance.as_number() > 0 ? distance.as_number() : 1;
}

void set_connection_distance(Machine& machine, Handle connection, double distance) {
    machine.memory.set_value(connection + kConnectionDistanceWord, Value::number(distance));
    const Handle from = machine.memory.half(connection + kConnectionFromWord, 0);
    if (from == 0) {
        return;
    }
    const std::uint32_t number =
        find_edge(machine, from, machine.memory.value(connection + kConnectionToWord).handle());
    if (number != kNone) {
        const Handle storage = edge_storage(machine, from);
        Edge edge = load_edge(machine, storage, number);
        edge.distance = distance;
        store_edge(machine, storage, number, edge);
    }
}

} // namespace tgdl
