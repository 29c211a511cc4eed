// Corners and sides as far as the checker knows of which group they are, and lists that are copies.
#include "check/body_checker.h"
#include "check/declaring.h"

#include <cmath>

namespace tgdl {

namespace {

bool is_about_corners(BuiltinId id) {
    return id == BuiltinId::TileCorner || id == BuiltinId::TileCorners || id == BuiltinId::GroupCorners;
}

bool is_about_sides(BuiltinId id) {
    return id == BuiltinId::TileSide || id == BuiltinId::TileSides || id == BuiltinId::GroupSides;
}

// Is it asked of something that is surely of this kind, and has none such?
bool is_missing(BuiltinId id, Spot spot) {
    switch (id) {
    case BuiltinId::TileCorner:
    case BuiltinId::TileSide:
    case BuiltinId::TileNeighbor:
    case BuiltinId::TileStep:
    case BuiltinId::TileLine: return spot == Spot::Corner || spot == Spot::Side;
    case BuiltinId::TileCorners: return spot == Spot::Corner;
    case BuiltinId::TileSides: return spot == Spot::Side;
    case BuiltinId::TileTiles: return spot == Spot::Tile;
    default: return false;
    }
}

std::string_view help_for_missing(BuiltinId id, Spot spot) {
    switch (id) {
    case BuiltinId::TileTiles: return "a corner and a side have tiles around them; a tile has `adjacents()`";
    case BuiltinId::TileCorner:
    case BuiltinId::TileCorners:
        return spot == Spot::Corner ? "the corners at the other ends of its sides are `adjacents()`"
                                    : "its two ends are `corners()`";
    case BuiltinId::TileSide:
    case BuiltinId::TileSides:
        return spot == Spot::Side ? "the sides that share a corner with it are `adjacents()`"
                                  : "the sides that meet there are `sides()`";
    default: return "corners and sides lie in no direction; those next to it are `adjacents()`";
    }
}

// Has a tile of this geometry a side in the named direction? Of any other built-in nothing is known: true.
bool has_side(Geometry geometry, BuiltinId name) {
    switch (name) {
    case BuiltinId::DirectionUp:
    case BuiltinId::DirectionDown: return geometry != Geometry::HexRow;
    case BuiltinId::DirectionRight:
    case BuiltinId::DirectionLeft: return geometry != Geometry::HexColumn;
    case BuiltinId::DirectionUpRight:
    case BuiltinId::DirectionDownRight:
    case BuiltinId::DirectionDownLeft:
    case BuiltinId::DirectionUpLeft: return geometry != Geometry::Square;
    default: return true;
    }
}

// What to write where a list that this built-in gives would be changed; empty when it gives no copy.
std::string_view instead_of_copy(BuiltinId id) {
    switch (id) {
    case BuiltinId::TileInteractables: return "a piece changes its place by `move_to(tile)` and `remove()`";
    case BuiltinId::GroupTiles:
        return "a group changes by `set(i, j, tile)` or, in a graph, `add(tile)`, and by `remove(tile)`";
    case BuiltinId::GroupCorners:
    case BuiltinId::GroupSides:
    case BuiltinId::TileCorners:
    case BuiltinId::TileSides: return "corners and sides come and go with the tiles: `set(i, j, tile)`, `remove(tile)`";
    case BuiltinId::BoardGroups: return "the groups of a board are those of its definition";
    case BuiltinId::InstancePlayers: return "owners change by `assign(p)` and `unassign(p)`";
    case BuiltinId::TableKeys:
    case BuiltinId::TableValues: return "a table changes by `table[key] = value`; null takes the key away";
    case BuiltinId::TileAdjacents: return "what a tile leads to changes by `connect(tile)` and `disconnect(tile)`";
    case BuiltinId::TileConnections:
        return "connections change by `add(c)`, `remove(c)`, `removeAt(n)` and `clear()`; `copy()` gives a list of "
               "their own";
    case BuiltinId::PlayerAll: return "the players of a match stay; keep the list in a variable to change it";
    case BuiltinId::All: return "keep the list in a variable to change it: `List<Card> cards = all<Card>();`";
    case BuiltinId::TileTiles:
    case BuiltinId::TileLine:
    case BuiltinId::TileBetween:
    case BuiltinId::TileWithin:
    case BuiltinId::TileRegion:
    case BuiltinId::PieceDestinations: return "keep the list in a variable to change it: `List<tile> places = …;`";
    default: return {};
    }
}

// Changes of a tile's `connections` that change the board.
bool is_live_change(BuiltinId change) {
    return change == BuiltinId::ListAdd || change == BuiltinId::ListRemove || change == BuiltinId::ListRemoveAt
           || change == BuiltinId::ListClear;
}

} // namespace

bool BodyChecker::check_lattice_member(const Builtin& entry, TypeId receiver, NodeId node) {
    const Type it = types_.get(receiver);
    if (!it.group.valid()) {
        return true;
    }
    const Group& group = program_.group(it.group);
    const std::string name(entry.name);
    if (is_missing(entry.id, it.spot)) {
        const std::string what = it.spot == Spot::Tile ? "a tile" : it.spot == Spot::Corner ? "a corner" : "a side";
        report(DiagnosticKind::NotOfLattice, name_place(node), what, name)
            .with_help(std::string(help_for_missing(entry.id, it.spot)));
        return false;
    }
    const bool surely = it.kind == TypeKind::GroupOf || it.spot != Spot::Any;
    const bool corners = is_about_corners(entry.id);
    if (!surely || (!corners && !is_about_sides(entry.id)) || group.incomplete) {
        return true;
    }
    if ((corners ? group.corners : group.sides).declared) {
        return true;
    }
    Diagnostic& problem = report(DiagnosticKind::NoLattice, name_place(node), text(group.name),
                                 std::string(corners ? "corners" : "sides"));
    if (group.geometry == Geometry::Graph) {
        problem.with_help("a graph has tiles and connections only");
    } else {
        problem.with_help(corners ? "declare them in the group: `corners Corner;`, with a `tile Corner { }`"
                                  : "declare them in the group: `sides Side;`, with a `tile Side { }`");
    }
    return false;
}

void BodyChecker::check_lattice_direction(const Builtin& entry, TypeId receiver, NodeId call) {
    NodeId value;
    for (const NodeId argument : tree_->children(call, Role::Item)) {
        value = child(argument, Role::Value);
        break;
    }
    if (!value.valid()) {
        return;
    }
    const Type it = types_.get(receiver);
    const bool known = it.group.valid() && it.spot == Spot::Tile;
    const bool square = known && program_.group(it.group).geometry == Geometry::Square;
    constexpr double kSquareSides = 4;
    constexpr double kHexSides = 6;
    const double sides = square ? kSquareSides : kHexSides;
    bool outside = false;
    if (const std::optional<double> number = constant_number(*tree_, value)) {
        outside = std::trunc(*number) < 0 || std::trunc(*number) >= sides;
    } else if (known) {
        NodeId last = value;
        if (tree_->kind(value) == NodeKind::Postfix) {
            for (const NodeId suffix : tree_->children(value, Role::Item)) {
                last = suffix;
            }
        }
        const Meaning& meant = meaning(last);
        outside = meant.kind == MeaningKind::Builtin
                  && !has_side(program_.group(it.group).geometry, static_cast<BuiltinId>(meant.index));
    }
    if (outside) {
        report(DiagnosticKind::DirectionOutside, span(value), std::string(entry.name),
               std::string(square ? "0 to 3" : "0 to 5"));
    }
}

void BodyChecker::add_created_points(TypeId group, Span place) {
    const Type it = group.valid() ? types_.get(group) : Type();
    for (std::size_t i = 0; i < program_.groups.size(); ++i) {
        if (it.group.valid() && it.group.index() != i) {
            continue;
        }
        for (const TypeDefId tile : {program_.groups[i].corners.tile, program_.groups[i].sides.tile}) {
            if (tile.valid()) {
                add_call(CallSite::Kind::Create, tile.value, place);
            }
        }
    }
}

TypeId BodyChecker::added_tile_type(NodeId call) {
    for (const NodeId argument : tree_->children(call, Role::Item)) {
        NodeId value = child(argument, Role::Value);
        while (value.valid() && tree_->kind(value) == NodeKind::Paren) {
            value = child(value, Role::Value);
        }
        const TypeId given = value.valid() ? program_.files[file_.index()].types[value.index()] : TypeId();
        return given.valid() && relations_.is_kind(given, RootKind::Tile) ? relations_.plain(given)
                                                                          : types_.root(RootKind::Tile);
    }
    return types_.root(RootKind::Tile);
}

bool BodyChecker::report_copy(NodeId receiver, Span place, BuiltinId change) {
    const Meaning& it = meaning(receiver);
    const bool is_live = it.kind == MeaningKind::Local && frame().locals[it.index].is_live_connections;
    if (!is_live && it.kind != MeaningKind::Builtin && it.kind != MeaningKind::Question) {
        return false;
    }
    const auto id = is_live ? BuiltinId::TileConnections : static_cast<BuiltinId>(it.index);
    const std::string_view help = instead_of_copy(id);
    if (help.empty() || (id == BuiltinId::TileConnections && is_live_change(change))) {
        return false;
    }
    report(DiagnosticKind::ChangesCopy, place, std::string(builtin(id).name)).with_help(std::string(help));
    return true;
}

// `add` is for graphs, `set` is for grids; `remove` is for both.
void BodyChecker::check_group_change(BuiltinId id, TypeId group, Span place) {
    const bool adds = id == BuiltinId::GroupAdd;
    if ((!adds && id != BuiltinId::GroupSet) || types_.get(group).kind != TypeKind::GroupOf) {
        return;
    }
    const Group& it = program_.group(types_.get(group).group);
    const bool is_graph = it.geometry == Geometry::Graph;
    if (it.incomplete || is_graph == adds) {
        return;
    }
    report(DiagnosticKind::OtherGeometry, place, text(it.name), is_graph ? "a graph" : "a grid",
           std::string(builtin(id).name))
        .with_help(adds ? "write `set(i, j, tile)`, with the place where it shall lie"
                        : "write `add(tile)`, or `add(tile, \"Rome\")` with a name");
}

// `["Rome"]` of a grid: only the tiles of a graph have names.
bool BodyChecker::report_grid_by_name(TypeId group, Span place) {
    const Type& it = types_.get(group);
    if (it.kind != TypeKind::GroupOf || program_.group(it.group).geometry == Geometry::Graph
        || program_.group(it.group).incomplete) {
        return false;
    }
    report(DiagnosticKind::GridByName, place, text(program_.group(it.group).name))
        .with_help("find a tile by its place, `[i][j]`, or in the list `tiles`");
    return true;
}

bool BodyChecker::report_graph_by_numbers(TypeId group, Span place) {
    const Type& it = types_.get(group);
    if (it.kind != TypeKind::GroupOf || program_.group(it.group).geometry != Geometry::Graph) {
        return false;
    }
    report(DiagnosticKind::GraphByNumbers, place, text(program_.group(it.group).name))
        .with_help("find a tile by its name, `[\"Rome\"]`, or in the list `tiles`");
    return true;
}

// Only declared names stand after the dot; those of tiles that are added while the game runs are not known here.
void BodyChecker::help_with_added_tile(Diagnostic& problem, TypeId group, Symbol name) {
    const Type& it = types_.get(group);
    if (problem.help.empty() && it.kind == TypeKind::GroupOf && program_.group(it.group).geometry == Geometry::Graph) {
        problem.with_help("a tile that was added by that name is `[\"" + text(name) + "\"]`");
    }
}

// A tile of a graph by its name: `map.Cities.Rome`. Gives a link without a node when the name is none of a tile.
BodyChecker::Link BodyChecker::check_group_member(const Link& link, NodeId member, Symbol name) {
    const Type& type = types_.get(link.value.type);
    if (type.kind == TypeKind::GroupOf) {
        const Group& group = program_.group(type.group);
        for (std::uint32_t i = 0; i < group.tiles.size(); ++i) {
            if (group.tiles[i].name == name) {
                record(member, MeaningKind::GraphTile, i);
                const TypeDefId tile = group.tiles[i].tile;
                return value_link(tile.valid() ? types_.grid_tile(tile, type.group, Spot::Tile) : types_.error, member);
            }
        }
        return {};
    }
    for (const Group& group : program_.groups) {
        for (const Group::NamedTile& tile : group.tiles) {
            if (tile.name == name) {
                record(member, MeaningKind::GraphTile, 0xffffffffU); // looked up by name when it runs
                return value_link(types_.root(RootKind::Tile), member);
            }
        }
    }
    return {};
}

TypeId BodyChecker::tile_type_through(TypeId receiver) const {
    const Type it = types_.get(receiver);
    const bool is_tile = it.kind == TypeKind::GridTile || (it.kind == TypeKind::Root && it.root == RootKind::Tile);
    if (is_tile) {
        return receiver;
    }
    if (it.kind == TypeKind::GroupOf) {
        return types_.grid_tile(program_.group(it.group).tile_base, it.group, Spot::Tile);
    }
    return types_.root(RootKind::Tile);
}

TypeId BodyChecker::connected_tile_type(TypeId receiver) const {
    const TypeId tile = tile_type_through(receiver);
    const Type it = types_.get(tile);
    return it.group.valid() ? types_.grid_tile(it.def, it.group, Spot::Any) : tile;
}

TypeId BodyChecker::lattice_type_through(TypeId receiver, Spot spot) const {
    const Type it = types_.get(receiver);
    if (!it.group.valid()) {
        return types_.root(RootKind::Tile);
    }
    const Group& group = program_.group(it.group);
    const Group::Lattice& lattice = spot == Spot::Corner ? group.corners : group.sides;
    const bool surely = it.kind == TypeKind::GroupOf || it.spot != Spot::Any;
    if (lattice.declared) {
        return lattice.tile.valid() ? types_.grid_tile(lattice.tile, it.group, surely ? spot : Spot::Any)
                                    : types_.error;
    }
    return types_.root(RootKind::Tile);
}

TypeId BodyChecker::touched_tile_type(TypeId receiver) const {
    const Type it = types_.get(receiver);
    if (!it.group.valid()) {
        return types_.root(RootKind::Tile);
    }
    return types_.grid_tile(program_.group(it.group).tile_base, it.group,
                            it.spot == Spot::Any ? Spot::Any : Spot::Tile);
}

} // namespace tgdl
