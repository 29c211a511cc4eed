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

} // namespace tgdl
