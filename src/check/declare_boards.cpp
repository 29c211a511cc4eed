// Groups of boards: geometry, tiles, and the class that all their tiles share.
#include "check/builtins.h"
#include "check/declaring.h"
#include "check/evaluate.h"
#include "syntax/words.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <tsl/robin_set.h>

namespace tgdl {

namespace {

constexpr std::uint32_t kMaxSide = 1000;
constexpr std::size_t kMaxCells = 1'000'000; // of all groups together

// The clauses of a group, each at most once.
struct GroupClauses {
    NodeId geometry;
    NodeId orientation;
    NodeId grid; // Grid or GridSize
    NodeId tiles;
    NodeId mode;
    NodeId corners;
    NodeId sides;
};

class GroupDeclaring {
public:
    // Without an evaluator, numbers that are no literals are left for later.
    GroupDeclaring(Declaring& declaring, GroupId id, std::size_t& cells, ConstantEvaluator* evaluator = nullptr)
        : evaluator_(evaluator),
          declaring_(declaring),
          program_(declaring.program),
          diagnostics_(declaring.diagnostics),
          id_(id),
          cells_(cells),
          place_(program_.groups[id.index()].place),
          tree_(declaring.tree(place_)) {}

    void declare() {
        read_clauses();
        const bool known = declare_geometry();
        declare_mode(known);
        declare_lattice(clauses_.corners, group().corners, known);
        declare_lattice(clauses_.sides, group().sides, known);
        if (!clauses_.grid.valid() && !clauses_.tiles.valid()) {
            const bool made_by_hand = group().geometry == Geometry::Graph && !group().defaults.empty();
            if ((known || !clauses_.geometry.valid()) && !made_by_hand && !is_misread(program_, place_)) {
                diagnostics_.report(DiagnosticKind::GroupWithoutTiles, tree_.name_span(place_.node), name())
                    .with_help(group().geometry == Geometry::Graph ? "name them: `tiles { Land Rome, Milan; }`"
                                                                   : "write `grid Land[8][8];` or `grid { … }`");
            }
            return;
        }
        if (clauses_.tiles.valid()) {
            declare_tiles(known);
        }
        if (clauses_.grid.valid() && tree_.kind(clauses_.grid) == NodeKind::GridSize) {
            declare_grid_size();
        } else if (clauses_.grid.valid()) {
            declare_grid(known);
        }
        find_common_base();
    }

    // Once more, with what the constants are.
    void finish() {
        for (const NodeId item : tree_.children(place_.node, Role::Item)) {
            if (tree_.kind(item) == NodeKind::Grid || tree_.kind(item) == NodeKind::GridSize) {
                clauses_.grid = item;
                break;
            }
        }
        group().is_sized_later = false;
        group().grid.clear();
        tree_.kind(clauses_.grid) == NodeKind::GridSize ? declare_grid_size() : declare_grid(true);
        group().incomplete = group().incomplete || broken_;
    }

private:
    [[nodiscard]] Group& group() { return program_.groups[id_.index()]; }
    [[nodiscard]] std::string_view name() { return program_.text(group().name); }

    void once(NodeId& slot, NodeId clause, std::string_view word) {
        if (slot.valid()) {
            diagnostics_.report(DiagnosticKind::GivenTwice, tree_.span(clause), word)
                .note(tree_.span(slot), "first given here");
        } else {
            slot = clause;
        }
    }

    void read_clauses() {
        for (const NodeId item : tree_.children(place_.node, Role::Item)) {
            switch (tree_.kind(item)) {
            case NodeKind::Geometry: once(clauses_.geometry, item, "geometry"); break;
            case NodeKind::Orientation: once(clauses_.orientation, item, "orientation"); break;
            case NodeKind::Grid:
            case NodeKind::GridSize: once(clauses_.grid, item, "grid"); break;
            case NodeKind::Tiles: once(clauses_.tiles, item, "tiles"); break;
            case NodeKind::AdjacencyMode: once(clauses_.mode, item, "adjacency"); break;
            case NodeKind::Lattice:
                if (tree_.main_symbol(item) == word::corners) {
                    once(clauses_.corners, item, "corners");
                } else {
                    once(clauses_.sides, item, "sides");
                }
                break;
            case NodeKind::DefaultBlock: group().defaults.push_back({place_.file, item}); break;
            case NodeKind::Attribute: // members: joined with those of all types
            case NodeKind::ComputedAttribute:
            case NodeKind::Modify:
            case NodeKind::LongAttribute:
            case NodeKind::Constant:
            case NodeKind::Function:
            case NodeKind::ShortFunction: break;
            case NodeKind::Visible:
                if (!group().type.valid()) {
                    report_not_allowed(item);
                }
                break;
            case NodeKind::Adjacency: // looked at when all groups are known
            case NodeKind::Error:
            case NodeKind::Missing: break;
            default: report_not_allowed(item); break; // actions, definitions …
            }
        }
    }

    void report_not_allowed(NodeId item) {
        diagnostics_.report(DiagnosticKind::MemberNotAllowed, tree_.name_span(item), "a group", "this")
            .with_help("put it into the board, or into the tiles");
    }

    // False when the geometry is not known: then what depends on it is not looked at.
    bool declare_geometry() {
        if (!clauses_.geometry.valid()) {
            const bool begun = clauses_.grid.valid() || clauses_.tiles.valid() || clauses_.orientation.valid();
            if (begun && !is_misread(program_, place_)) {
                diagnostics_.report(DiagnosticKind::GroupWithoutGeometry, tree_.name_span(place_.node), name())
                    .with_help("say `geometry square;`, `geometry hex;` or `geometry graph;`");
            }
            return false;
        }
        const Symbol word = tree_.main_symbol(clauses_.geometry);
        if (word == word::square) {
            group().geometry = Geometry::Square;
        } else if (word == word::graph) {
            group().geometry = Geometry::Graph;
        } else if (word == word::hex) {
            return declare_orientation();
        } else {
            return false; // reported by the parser
        }
        if (clauses_.orientation.valid()) {
            const Span span = tree_.span(clauses_.orientation);
            diagnostics_.report(DiagnosticKind::OrientationNotHex, span).with_help("leave it out").replace(span, "");
        }
        return true;
    }

    bool declare_orientation() {
        group().geometry = Geometry::HexRow;
        if (!clauses_.orientation.valid()) {
            if (!is_misread(program_, place_)) {
                diagnostics_.report(DiagnosticKind::OrientationMissing, tree_.name_span(place_.node), name())
                    .with_help("say `orientation row;` (points up) or `orientation column;` (flat side up)");
            }
            return false;
        }
        const Symbol word = tree_.main_symbol(clauses_.orientation);
        if (word == word::column || word == word::col) {
            group().geometry = Geometry::HexColumn;
        } else if (word != word::row) {
            return false; // reported by the parser
        }
        const NodeId mode = tree_.child(clauses_.orientation, Role::Mode);
        group().odd_shifted = mode.valid() && tree_.main_symbol(mode) == word::odd;
        return true;
    }

    void declare_mode(bool geometry_known) {
        if (!clauses_.mode.valid()) {
            return;
        }
        const Symbol word = tree_.main_symbol(clauses_.mode);
        if (word != word::sides && word != word::around) {
            return; // reported by the parser
        }
        if (geometry_known && group().geometry != Geometry::Square) {
            diagnostics_.report(DiagnosticKind::AdjacencyModeNotSquare, tree_.span(clauses_.mode), program_.text(word))
                .with_help("leave it out");
            return;
        }
        group().around = word == word::around;
    }

    void declare_lattice(NodeId clause, Group::Lattice& lattice, bool geometry_known) {
        if (!clause.valid()) {
            return;
        }
        if (geometry_known && group().geometry == Geometry::Graph) {
            diagnostics_
                .report(DiagnosticKind::TilesOfOtherGeometry, tree_.span(tree_.node(clause).main), "graph",
                        program_.text(tree_.main_symbol(clause)))
                .with_help("leave it out: only squares and hexes have corners and sides");
            return;
        }
        lattice.declared = true;
        const NodeId type_node = tree_.child(clause, Role::Type);
        const bool blank = type_node.valid() && tree_.kind(type_node) == NodeKind::TypeName
                           && tree_.main_symbol(type_node) == word::BlankTile;
        if (!type_node.valid() || tree_.kind(type_node) != NodeKind::TypeName) {
            return;
        }
        const TypeDefId tile = resolve_definition(program_, place_.file, type_node, DefKind::Tile, diagnostics_);
        if (!tile.valid() || blank) {
            if (tile.valid()) {
                diagnostics_
                    .report(DiagnosticKind::BlankLattice, tree_.span(type_node),
                            program_.text(tree_.main_symbol(clause)))
                    .with_help("name a tile of your own: `tile Corner { }`");
            }
            return;
        }
        lattice.tile = tile;
        report_abstract(tile, type_node);
    }

    void report_abstract(TypeDefId tile, NodeId type_node) {
        if (program_.def(tile).abstract.empty()) {
            return;
        }
        const Function& missing = program_.function(program_.def(tile).abstract.front());
        diagnostics_
            .report(DiagnosticKind::ThingWithAbstract, tree_.span(type_node), program_.text(program_.def(tile).name),
                    program_.text(missing.name))
            .note(declaring_.name_span(missing.place), "declared here without an effect");
    }

    // The tile class that a cell names; none for a blank and after a mistake.
    TypeDefId tile_of(NodeId type_node) {
        if (!type_node.valid() || tree_.kind(type_node) != NodeKind::TypeName) {
            return {};
        }
        if (tree_.main_symbol(type_node) == word::b && !tree_.has(type_node, Role::Name)) {
            return {};
        }
        // A name that is wrong in one cell is wrong in all of them: it is reported once.
        const Symbol name = tree_.main_symbol(type_node);
        if (wrong_names_.contains(name) && !tree_.has(type_node, Role::Name)) {
            return {};
        }
        const TypeDefId tile = resolve_definition(program_, place_.file, type_node, DefKind::Tile, diagnostics_);
        if (!tile.valid()) {
            wrong_names_.insert(name);
            broken_ = true;
            return {};
        }
        if (tile == program_.blank_tile) {
            return {};
        }
        if (used_.insert(tile).second && evaluator_ == nullptr) {
            report_abstract(tile, type_node);
        }
        return tile;
    }

    // A size written out: whole, above 0, not above the limit.
    std::optional<std::uint32_t> size_of(NodeId expression, std::string_view what) {
        if (!expression.valid() || tree_.kind(expression) == NodeKind::Missing
            || tree_.kind(expression) == NodeKind::Error) {
            return std::nullopt;
        }
        const std::optional<double> value = number_of(expression, what);
        if (broken_number_) {
            return std::nullopt;
        }
        if (!value || *value < 1 || *value != std::floor(*value)) {
            diagnostics_.report(DiagnosticKind::GridSizeNotWhole, tree_.span(expression), what);
            return std::nullopt;
        }
        if (*value > kMaxSide) {
            report_too_large(expression, fmt::format("{} columns or rows", kMaxSide));
            return std::nullopt;
        }
        return static_cast<std::uint32_t>(*value);
    }

    // A literal, or what constants make of it, truncated. What depends on the match is 1 here.
    std::optional<double> number_of(NodeId expression, std::string_view what) {
        broken_number_ = false;
        const std::optional<double> literal = constant_number(tree_, expression);
        if (literal) {
            return tree_.kind(clauses_.grid) == NodeKind::GridSize ? std::trunc(*literal) : *literal;
        }
        if (evaluator_ == nullptr) {
            group().is_sized_later = true;
            return 1;
        }
        const Evaluated seen = evaluator_->evaluate({place_.file, expression});
        if (seen.status == Evaluated::Status::Known && seen.value.kind == ConstantValue::Kind::Number) {
            return std::trunc(seen.value.number);
        }
        const bool may_depend = tree_.kind(clauses_.grid) == NodeKind::GridSize;
        const bool in_match = seen.status == Evaluated::Status::InMatch || seen.status == Evaluated::Status::Later;
        if (in_match && may_depend) {
            group().is_sized_in_match = true;
            return 1;
        }
        broken_number_ = true;
        const bool is_null = seen.value.kind == ConstantValue::Kind::Null;
        if ((seen.status == Evaluated::Status::Known && !is_null)
            || program_.types.kind(type_of(expression)) == TypeKind::Error) {
            return std::nullopt; // reported
        }
        diagnostics_.report(DiagnosticKind::GridSizeNotWhole, tree_.span(expression), what)
            .with_help(in_match  ? "what depends on the match stands in `grid Land[…][…];` alone"
                       : is_null ? "it is null"
                                 : "it may use numbers, constants, options and `player.count()`, and "
                                       + (seen.why.empty() ? std::string("this is none") : "this " + seen.why));
        return std::nullopt;
    }

    [[nodiscard]] TypeId type_of(NodeId expression) const {
        const TypeId type = program_.files[place_.file.index()].types[expression.index()];
        return type.valid() ? type : program_.types.error;
    }

    void report_too_large(NodeId node, std::string_view limit) {
        diagnostics_.report(DiagnosticKind::GridTooLarge, tree_.span(node), limit);
    }

    // Room for a grid of this size; false when the boards together are too large.
    bool make_grid(NodeId node, std::uint32_t columns, std::uint32_t rows) {
        const std::size_t count = static_cast<std::size_t>(columns) * rows;
        if (cells_ + count > kMaxCells) {
            report_too_large(node, fmt::format("{} tiles on all boards together", kMaxCells));
            return false;
        }
        cells_ += count;
        group().columns = columns;
        group().rows = rows;
        group().grid.assign(count, TypeDefId());
        return true;
    }

    void declare_grid_size() {
        const TypeDefId tile = tile_of(tree_.child(clauses_.grid, Role::Type));
        const std::optional<std::uint32_t> columns =
            size_of(tree_.child(clauses_.grid, Role::Low), "the number of columns");
        const std::optional<std::uint32_t> rows = size_of(tree_.child(clauses_.grid, Role::High), "the number of rows");
        if (!columns || !rows || !make_grid(clauses_.grid, *columns, *rows)) {
            broken_ = true;
            return;
        }
        std::fill(group().grid.begin(), group().grid.end(), tile);
    }

    // The cells of one row, repeated ones written out.
    std::vector<TypeDefId> row_of(NodeId row) {
        std::vector<TypeDefId> cells;
        for (const NodeId cell : tree_.children(row, Role::Item)) {
            if (tree_.kind(cell) != NodeKind::GridCell) {
                continue;
            }
            const TypeDefId tile = tile_of(tree_.child(cell, Role::Type));
            std::uint32_t count = 1;
            const NodeId count_node = tree_.child(cell, Role::Count);
            if (count_node.valid()) {
                count = size_of(count_node, "the number of tiles").value_or(1);
            }
            if (cells.size() + count > kMaxSide) {
                report_too_large(cell, fmt::format("{} columns or rows", kMaxSide));
                broken_ = true;
                break;
            }
            cells.insert(cells.end(), count, tile);
        }
        return cells;
    }

    void declare_grid(bool geometry_known) {
        if (geometry_known && group().geometry == Geometry::Graph) {
            diagnostics_
                .report(DiagnosticKind::TilesOfOtherGeometry, tree_.span(tree_.node(clauses_.grid).begin), "graph",
                        "grid")
                .with_help("name its tiles: `tiles { Land Rome, Milan; }`");
            broken_ = true;
            return;
        }
        std::vector<std::vector<TypeDefId>> rows;
        std::size_t columns = 0;
        for (const NodeId row : tree_.children(clauses_.grid, Role::Item)) {
            if (tree_.kind(row) != NodeKind::GridRow) {
                continue;
            }
            if (rows.size() == kMaxSide) {
                report_too_large(row, fmt::format("{} columns or rows", kMaxSide));
                broken_ = true;
                return;
            }
            rows.push_back(row_of(row));
            columns = std::max(columns, rows.back().size());
        }
        if (columns == 0) {
            broken_ = true;
            if (!is_misread(program_, place_)) {
                diagnostics_.report(DiagnosticKind::GroupWithoutTiles, tree_.name_span(place_.node), name())
                    .with_help("write rows of tiles: `grid { Land, Land; Land, b; }`");
            }
            return;
        }
        if (!make_grid(clauses_.grid, static_cast<std::uint32_t>(columns), static_cast<std::uint32_t>(rows.size()))) {
            broken_ = true;
            return;
        }
        for (std::size_t y = 0; y < rows.size(); ++y) {
            std::copy(rows[y].begin(), rows[y].end(), group().grid.begin() + static_cast<std::ptrdiff_t>(y * columns));
        }
    }

    void declare_tiles(bool geometry_known) {
        if (geometry_known && group().geometry != Geometry::Graph) {
            diagnostics_
                .report(DiagnosticKind::TilesOfOtherGeometry, tree_.span(tree_.node(clauses_.tiles).begin),
                        group().geometry == Geometry::Square ? "square" : "hex", "tiles")
                .with_help("write `grid { … }`, or make it a `geometry graph;`");
            broken_ = true;
            return;
        }
        for (const NodeId entry : tree_.children(clauses_.tiles, Role::Item)) {
            if (tree_.kind(entry) != NodeKind::TilesEntry) {
                continue;
            }
            const TypeDefId tile = tile_of(tree_.child(entry, Role::Type));
            for (const NodeId word : tree_.children(entry, Role::Name)) {
                add_named_tile(tile, word);
            }
        }
    }

    void add_named_tile(TypeDefId tile, NodeId word) {
        const Symbol tile_name = tree_.main_symbol(word);
        if (!tile_name.valid()) {
            return;
        }
        const Span span = tree_.span(word);
        const Builtin* const entry = find_builtin(Receiver::Group, program_.text(tile_name));
        if (entry != nullptr && may_be_declared_anew(*entry)) {
            diagnostics_.report(DiagnosticKind::OwnMemberInstead, span, "group", program_.text(tile_name))
                .with_help("if you want the one of the language, choose another name");
        } else if (entry != nullptr) {
            diagnostics_.report(DiagnosticKind::PredefinedGroupMember, span, program_.text(tile_name))
                .with_help("choose another name");
        }
        if (const Member* const member =
                group().type.valid() ? program_.find_member(group().type, tile_name) : nullptr) {
            diagnostics_.report(DiagnosticKind::MemberTwice, span, name(), program_.text(tile_name))
                .note(declaring_.name_span(member->place), "the first one is here");
        }
        const auto [first, added] =
            declaring_.tile_names[id_.index()].emplace(tile_name, static_cast<std::uint32_t>(group().tiles.size()));
        if (!added) {
            diagnostics_.report(DiagnosticKind::TileTwice, span, name(), program_.text(tile_name))
                .note(tree_.span(group().tiles[first->second].place.node), "the first one is here");
            return;
        }
        if (++cells_ > kMaxCells) {
            return;
        }
        group().tiles.push_back({tile_name, tile, {place_.file, word}});
    }

    void find_common_base() {
        bool first = true;
        TypeDefId common;
        for (const TypeDefId tile : used_) {
            if (first) {
                common = tile;
                first = false;
            }
            while (common.valid() && !program_.derives(tile, common)) {
                common = program_.def(common).base;
            }
        }
        group().tile_base = common;
        group().incomplete = broken_;
    }

    ConstantEvaluator* evaluator_;
    Declaring& declaring_;
    CheckedProgram& program_;
    Diagnostics& diagnostics_;
    GroupId id_;
    std::size_t& cells_;
    CodeRef place_;
    const Tree& tree_;
    GroupClauses clauses_;
    tsl::robin_set<TypeDefId> used_;
    tsl::robin_set<Symbol> wrong_names_;
    bool broken_ = false;
    bool broken_number_ = false; // the number at hand was reported
};

} // namespace

void declare_boards(Declaring& declaring) {
    CheckedProgram& program = declaring.program;
    declaring.tile_names.resize(program.groups.size());
    std::size_t cells = 0;
    for (std::size_t i = 0; i < program.groups.size(); ++i) {
        GroupDeclaring(declaring, GroupId(i), cells).declare();
    }
}

void finish_boards(CheckedProgram& program, ConstantEvaluator& evaluator, Diagnostics& diagnostics) {
    Declaring declaring{program, diagnostics, {}, {}, {}, {}, {}, 0};
    declaring.tile_names.resize(program.groups.size());
    std::size_t cells = 0;
    for (std::size_t i = 0; i < program.groups.size(); ++i) {
        const Group& group = program.groups[i];
        for (std::uint32_t tile = 0; tile < group.tiles.size(); ++tile) {
            declaring.tile_names[i].emplace(group.tiles[tile].name, tile);
        }
        cells += group.is_sized_later ? 0 : group.grid.size() + group.tiles.size();
    }
    for (std::size_t i = 0; i < program.groups.size(); ++i) {
        if (program.groups[i].is_sized_later && !program.groups[i].incomplete) {
            GroupDeclaring(declaring, GroupId(i), cells, &evaluator).finish();
        }
    }
    for (std::size_t i = 0; i < program.groups.size(); ++i) {
        check_group_edges(declaring, evaluator, GroupId(i));
    }
    for (std::size_t i = 0; i < program.type_defs.size(); ++i) {
        for (const CodeRef borders : program.type_defs[i].borders) {
            check_borders(declaring, evaluator, TypeDefId(i), borders);
        }
    }
}

} // namespace tgdl
