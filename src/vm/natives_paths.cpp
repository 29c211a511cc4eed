// Natives of tiles that speak of connections: as things, as paths, as regions.
#include "vm/native_positions.h"

#include <ranges>

namespace tgdl {

namespace {

// ---- connections

Outcome tile_connections(NativeCall& call) {
    Machine& machine = call.machine;
    if (!is_blank(machine, call.handle(0)) && !make_connections(machine, call.handle(0))) {
        return call.out_of_memory();
    }
    std::vector<Edge>& edges = machine.boards.edges;
    std::vector<Handle>& connections = machine.boards.tiles;
    edges.clear();
    connections.clear();
    edges_of(machine, call.handle(0), edges);
    for (const Edge& edge : edges) {
        connections.push_back(edge.connection);
    }
    return give_instances(call, call.type(1), connections);
}

Outcome tile_adjacents(NativeCall& call) {
    std::vector<Edge>& edges = call.machine.boards.edges;
    std::vector<Handle>& tiles = call.machine.boards.tiles;
    edges.clear();
    tiles.clear();
    edges_of(call.machine, call.handle(0), edges);
    for (const Edge& edge : edges) {
        tiles.push_back(edge.to);
    }
    return give_instances(call, call.type(1), tiles);
}

// The two tiles of a call about connections, which are searched for.
Outcome want_tiles(const NativeCall& call, Handle& from, Handle& to) {
    const Outcome first = want_tile(call, 0, from);
    const Outcome second = first == Outcome::Next ? want_tile(call, 1, to) : first;
    if (second == Outcome::Next && !call.charge(own_edge_count(call.machine, from), 2)) {
        return call.budget_spent();
    }
    return second;
}

Outcome connect_tiles(const NativeCall& call, double distance, Value connection) {
    Handle from = 0;
    Handle to = 0;
    if (const Outcome wanted = want_tiles(call, from, to); wanted != Outcome::Next) {
        return wanted;
    }
    if (is_blank(call.machine, from) || is_blank(call.machine, to)) {
        return call.fault(FaultId::BlankMember, {std::string(call.name)});
    }
    const Handle instance = connection.is_null() ? 0 : connection.handle();
    const Value leads = instance == 0 ? Value::null() : call.machine.memory.value(instance + kConnectionToWord);
    if (leads.is_instance() && leads.handle() != to) {
        return call.fault(FaultId::LeadsElsewhere,
                          {instance_name(call.machine, leads.handle()), instance_name(call.machine, to)});
    }
    if (const Handle before = instance == 0 ? 0 : call.machine.memory.half(instance + kConnectionFromWord, 0);
        before != 0 && !call.charge(own_edge_count(call.machine, before), 2)) {
        return call.budget_spent();
    }
    return call.give_nothing_if(connect(call.machine, from, to, distance, instance));
}

double own_distance(const Machine& machine, Value connection) {
    return connection.is_null() ? 1 : connection_distance(machine, connection.handle());
}

Outcome connect_pair(NativeCall& call) {
    return connect_tiles(call, own_distance(call.machine, call.argument(2)), call.argument(2));
}

Outcome connect_at(NativeCall& call) {
    const Value distance = call.argument(2);
    return connect_tiles(call, distance.is_null() ? own_distance(call.machine, call.argument(3)) : distance.as_number(),
                         call.argument(3));
}

// ---- the list of a tile's connections, changed in its place

Outcome connections_add(NativeCall& call) {
    Machine& machine = call.machine;
    const Value connection = call.argument(1);
    if (connection.is_null()) {
        return call.null_argument();
    }
    const Value leads = machine.memory.value(connection.handle() + kConnectionToWord);
    if (!leads.is_instance()) {
        return call.fault(FaultId::LeadsNowhere, {});
    }
    machine.values[call.window + 1] = leads; // from here on a call of `connect`
    return connect_tiles(call, own_distance(machine, connection), connection);
}

// The tile's connections, as things; false: out of memory, or the budget is spent.
bool list_edges(const NativeCall& call, Handle tile, std::vector<Edge>& edges) {
    edges.clear();
    if (!is_blank(call.machine, tile)) {
        if (!make_connections(call.machine, tile)) {
            return false;
        }
        edges.clear();
        edges_of(call.machine, tile, edges);
    }
    return call.charge(edges.size(), 4);
}

Outcome connections_remove(NativeCall& call) {
    Handle tile = 0;
    if (const Outcome wanted = want_tile(call, 0, tile); wanted != Outcome::Next) {
        return wanted;
    }
    std::vector<Edge>& edges = call.machine.boards.edges;
    if (!list_edges(call, tile, edges)) {
        return call.out_of_memory();
    }
    const auto is_it = [&](const Edge& edge) {
        return call.argument(1).is_instance() && edge.connection == call.handle(1);
    };
    const auto found = std::find_if(edges.begin(), edges.end(), is_it);
    if (found == edges.end()) {
        return call.give(Value::boolean(false));
    }
    drop_edge(call.machine, tile, found->to);
    return call.give(Value::boolean(true));
}

Outcome connections_remove_at(NativeCall& call) {
    Handle tile = 0;
    if (const Outcome wanted = want_tile(call, 0, tile); wanted != Outcome::Next) {
        return wanted;
    }
    std::vector<Edge>& edges = call.machine.boards.edges;
    if (!list_edges(call, tile, edges)) {
        return call.out_of_memory();
    }
    const std::optional<std::uint32_t> at = call.position(1, static_cast<std::uint32_t>(edges.size()));
    if (!at) {
        return call.outside(1, static_cast<std::uint32_t>(edges.size()));
    }
    const Edge edge = edges[*at];
    drop_edge(call.machine, tile, edge.to);
    return call.give(instance_or_null(edge.connection));
}

Outcome connections_clear(NativeCall& call) {
    Handle tile = 0;
    if (const Outcome wanted = want_tile(call, 0, tile); wanted != Outcome::Next) {
        return wanted;
    }
    std::vector<Edge>& edges = call.machine.boards.edges;
    if (!list_edges(call, tile, edges)) {
        return call.out_of_memory();
    }
    for (const Edge& edge : std::ranges::reverse_view(edges)) { // from the end nothing moves
        drop_edge(call.machine, tile, edge.to);
    }
    return call.give_nothing();
}

Outcome disconnect_pair(NativeCall& call) {
    Handle from = 0;
    Handle to = 0;
    const Outcome wanted = want_tiles(call, from, to);
    return wanted == Outcome::Next ? call.give_nothing_if(disconnect(call.machine, from, to)) : wanted;
}

Outcome connection_to(NativeCall& call) {
    return call.give(call.machine.memory.value(call.handle(0) + kConnectionToWord));
}

Outcome set_to(NativeCall& call) {
    call.machine.memory.set_value(call.handle(0) + kConnectionToWord, call.argument(1));
    return call.give_nothing();
}

Outcome get_distance(NativeCall& call) {
    return call.give(Value::number(connection_distance(call.machine, call.handle(0))));
}

Outcome set_distance(NativeCall& call) {
    const double distance = call.number(1);
    if (distance <= 0) {
        return call.fault(FaultId::WrongDistance, {number_text(distance)});
    }
    if (const Handle from = call.machine.memory.half(call.handle(0) + kConnectionFromWord, 0);
        from != 0 && !call.charge(own_edge_count(call.machine, from), 2)) {
        return call.budget_spent();
    }
    set_connection_distance(call.machine, call.handle(0), distance);
    return call.give_nothing();
}

// ---- paths

Outcome tile_adjacent(NativeCall& call) {
    Handle from = 0;
    Handle to = 0;
    const Outcome wanted = want_tiles(call, from, to);
    return wanted == Outcome::Next ? call.give(Value::boolean(has_edge(call.machine, from, to))) : wanted;
}

Outcome tile_connected(NativeCall& call) {
    Handle from = 0;
    Handle to = 0;
    const Outcome wanted = want_tiles(call, from, to);
    return wanted == Outcome::Next ? call.give(Value::boolean(is_connected(call.machine, from, to))) : wanted;
}

Outcome tile_distance(NativeCall& call) {
    Handle from = 0;
    Handle to = 0;
    if (const Outcome wanted = want_tiles(call, from, to); wanted != Outcome::Next) {
        return wanted;
    }
    const std::optional<double> distance = distance_between(call.machine, from, to);
    return call.give(distance ? Value::number(*distance) : Value::null());
}

Outcome tile_within(NativeCall& call) {
    Handle from = 0;
    if (const Outcome wanted = want_tile(call, 0, from); wanted != Outcome::Next) {
        return wanted;
    }
    std::vector<Handle>& tiles = call.machine.boards.tiles;
    tiles.clear();
    tiles_within(call.machine, from, call.number(1), tiles);
    return give_instances(call, call.type(2), tiles);
}

// ---- regions

// The set that mirrors the queue of a walk. Another walk may have used it since: then it is made anew.
TileSet& region_of(Machine& machine, Handle queue) {
    BoardScratch& scratch = machine.boards;
    const std::uint32_t length = list_length(machine, queue);
    if (scratch.region_queue != queue || scratch.region.members().size() != length) {
        machine.charge_elements(length, 2);
        scratch.region_queue = queue;
        scratch.region.clear();
        for (std::uint32_t i = 0; i < length; ++i) {
            scratch.region.add(list_get(machine, queue, i).handle());
        }
    }
    return scratch.region;
}

Outcome region_begin(NativeCall& call) {
    Handle tile = 0;
    if (const Outcome wanted = want_tile(call, 0, tile); wanted != Outcome::Next) {
        return wanted;
    }
    constexpr std::uint32_t kLikelyTiles = 8;
    const Value queue = make_list(call.machine, call.type(1), kLikelyTiles);
    if (queue.is_null() || !list_add(call.machine, queue.handle(), Value::instance(tile))) {
        return call.out_of_memory();
    }
    call.machine.boards.region_queue = 0; // a list at the same place may have been a walk before
    return call.give(queue);
}

Outcome region_reached(NativeCall& call) {
    Machine& machine = call.machine;
    const Handle queue = call.handle(0);
    if (!list_add(machine, call.handle(2), call.argument(1))) {
        return call.out_of_memory();
    }
    TileSet& region = region_of(machine, queue);
    std::vector<Edge>& edges = machine.boards.edges;
    edges.clear();
    edges_of(machine, call.handle(1), edges);
    machine.charge_elements(edges.size(), 4);
    for (const Edge& edge : edges) {
        if (region.add(edge.to) && !list_add(machine, queue, Value::instance(edge.to))) {
            return call.out_of_memory();
        }
    }
    return call.give(Value::collection(queue));
}

Outcome region_sort(NativeCall& call) {
    std::vector<Handle>& tiles = call.machine.boards.tiles;
    tiles.clear();
    const Handle list = call.handle(0);
    const std::uint32_t length = list_length(call.machine, list);
    for (std::uint32_t i = 0; i < length; ++i) {
        tiles.push_back(list_get(call.machine, list, i).handle());
    }
    sort_tiles(call.machine, tiles);
    for (std::uint32_t i = 0; i < length; ++i) {
        list_set(call.machine, list, i, Value::instance(tiles[i]));
    }
    return call.give(call.argument(0));
}

Outcome tiles_have(NativeCall& call) {
    Handle tile = 0;
    if (const Outcome wanted = want_tile(call, 1, tile); wanted != Outcome::Next) {
        return wanted;
    }
    const std::uint32_t length = list_length(call.machine, call.handle(0));
    bool found = false;
    for (std::uint32_t i = 0; i < length && !found; ++i) {
        found = list_get(call.machine, call.handle(0), i).handle() == tile;
    }
    return call.give(Value::boolean(found));
}

constexpr auto kPathNatives = std::to_array<NativeEntry>({
    {NativeId::TileConnections, native<"connections", tile_connections>},
    {NativeId::TileAdjacents, native<"adjacents", tile_adjacents>},
    {NativeId::TileConnect, native<"connect", connect_pair>},
    {NativeId::TileConnectAt, native<"connect", connect_at>},
    {NativeId::ConnectionsAdd, native<"add", connections_add>},
    {NativeId::ConnectionsRemove, native<"remove", connections_remove>},
    {NativeId::ConnectionsRemoveAt, native<"removeAt", connections_remove_at, NullRule::AllOfMember>},
    {NativeId::ConnectionsClear, native<"clear", connections_clear>},
    {NativeId::TileDisconnect, native<"disconnect", disconnect_pair>},
    {NativeId::ConnectionTo, native<"to", connection_to>},
    {NativeId::ConnectionSetTo, native<"to", set_to>},
    {NativeId::ConnectionDistance, native<"distance", get_distance>},
    {NativeId::ConnectionSetDistance, native<"distance", set_distance, NullRule::AllOfMember>},
    {NativeId::TileAdjacent, native<"adjacent", tile_adjacent>},
    {NativeId::TileConnected, native<"connected", tile_connected>},
    {NativeId::TileDistance, native<"distance", tile_distance>},
    {NativeId::TileWithin, native<"within", tile_within, NullRule::AllOfMember>},
    {NativeId::RegionBegin, native<"region", region_begin>},
    {NativeId::RegionReached, native<"region", region_reached>},
    {NativeId::RegionSort, native<"region", region_sort>},
    {NativeId::TilesHave, native<"connected", tiles_have>},
});

} // namespace

std::span<const NativeEntry> path_natives() {
    return kPathNatives;
}

} // namespace tgdl
