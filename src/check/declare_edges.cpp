// Connections that a board writes out: `adjacency { … }` inside a group, `borders { … }` between groups.
#include "check/code_reading.h"
#include "check/declaring.h"
#include "check/evaluate.h"
#include "syntax/words.h"

#include <cmath>
#include <fmt/format.h>

namespace tgdl {

namespace {

class EdgeChecking {
public:
    // Without a group: the edges of `borders`, whose ends name theirs.
    EdgeChecking(Declaring& declaring, ConstantEvaluator& evaluator, TypeDefId board, GroupId group, FileId file)
        : declaring_(declaring),
          evaluator_(evaluator),
          program_(declaring.program),
          diagnostics_(declaring.diagnostics),
          board_(board),
          group_(group),
          file_(file),
          tree_(program_.tree(file)) {}

    // One chain: end, link, end, link, end …, each end perhaps followed by the class of the connection before it.
    void check(NodeId chain) {
        NodeId link;
        for (const NodeId item : tree_.children(chain)) {
            const Node& node = tree_.node(item);
            if (node.role == Role::By) {
                check_class(link, item);
            } else if (node.kind == NodeKind::EdgeEnd) {
                check_end(item);
            } else if (node.kind == NodeKind::EdgeLink) {
                link = item;
                check_link(item);
            }
        }
    }

private:
    [[nodiscard]] bool is_reported(NodeId expression) const {
        const TypeId type = program_.files[file_.index()].types[expression.index()];
        return tree_.kind(expression) == NodeKind::Missing || tree_.kind(expression) == NodeKind::Error
               || (type.valid() && program_.types.kind(type) == TypeKind::Error);
    }

    // A literal, or a constant: then it is kept for who makes the board.
    [[nodiscard]] std::optional<double> number_of(NodeId expression) {
        if (const std::optional<double> literal = constant_number(tree_, expression)) {
            return literal;
        }
        if (is_reported(expression)) {
            return std::nullopt;
        }
        const Evaluated seen = evaluator_.evaluate({file_, expression});
        if (seen.status != Evaluated::Status::Known || seen.value.kind != ConstantValue::Kind::Number) {
            return std::nullopt;
        }
        program_.written_numbers[written_number_key(file_, expression)] = seen.value.number;
        return seen.value.number;
    }

    [[nodiscard]] bool removes(NodeId link) const {
        const TokenId main = link.valid() ? tree_.node(link).main : TokenId();
        return main.valid() && tree_.token(main).kind == TokenKind::Identifier;
    }

    void check_class(NodeId link, NodeId by) {
        if (removes(link)) {
            diagnostics_.report(DiagnosticKind::EdgeExtras, tree_.span(by), "what removes a connection", "class");
            return;
        }
        const TypeDefId type = resolve_definition(program_, file_, by, DefKind::Connection, diagnostics_);
        if (type.valid() && !program_.def(type).abstract.empty()) {
            const Function& missing = program_.function(program_.def(type).abstract.front());
            diagnostics_
                .report(DiagnosticKind::ThingWithAbstract, tree_.span(by), program_.text(program_.def(type).name),
                        program_.text(missing.name))
                .note(declaring_.name_span(missing.place), "declared here without an effect");
        }
    }

    void check_link(NodeId link) {
        const TokenId main = tree_.node(link).main;
        const bool one_way = main.valid() && tree_.token(main).kind == TokenKind::Arrow;
        for (const Role role : {Role::Low, Role::High}) {
            const NodeId distance = tree_.child(link, role);
            if (!distance.valid()) {
                continue;
            }
            if (removes(link)) {
                diagnostics_.report(DiagnosticKind::EdgeExtras, tree_.span(distance), "what removes a connection",
                                    "distance");
                continue;
            }
            if (one_way && role == Role::High) {
                diagnostics_
                    .report(DiagnosticKind::EdgeExtras, tree_.span(distance), "the end of a one-way connection",
                            "distance")
                    .with_help("write the distance before the arrow");
                continue;
            }
            const std::optional<double> value = number_of(distance);
            if (!is_reported(distance) && (!value || *value <= 0)) {
                diagnostics_.report(DiagnosticKind::EdgeDistance, tree_.span(distance));
            }
        }
    }

    void check_end(NodeId end) {
        GroupId group = group_;
        const NodeId group_word = tree_.child(end, Role::Name);
        if (group_.valid() && group_word.valid()) {
            diagnostics_.report(DiagnosticKind::EdgeEndForm, tree_.span(end), "this group")
                .with_help("connections between groups are written in `borders { … }` of the board");
            return;
        }
        if (!group_.valid()) {
            if (!group_word.valid()) {
                diagnostics_.report(DiagnosticKind::EdgeEndForm, tree_.span(end), "a group")
                    .with_help("name the group too: `Field(0,0)`, `Roads.Rome`");
                return;
            }
            group = find_group(group_word);
            if (!group.valid()) {
                return;
            }
        }
        if (program_.group(group).incomplete) {
            return; // its tiles are not known
        }
        if (tree_.has(end, Role::Low) || tree_.has(end, Role::High)) {
            check_coordinates(group, end);
        } else {
            check_tile_name(group, end);
        }
    }

    GroupId find_group(NodeId group_word) {
        const Symbol name = tree_.main_symbol(group_word);
        if (!name.valid()) {
            return {};
        }
        const Member* member = program_.find_member(board_, name);
        if (member != nullptr && member->kind == MemberKind::Group) {
            return GroupId(member->index);
        }
        if (program_.def(board_).incomplete) {
            return {};
        }
        const Span span = tree_.span(group_word);
        Diagnostic& diagnostic = diagnostics_.report(DiagnosticKind::UnknownGroup, span,
                                                     program_.text(program_.def(board_).name), program_.text(name));
        if (suggests(diagnostics_)) {
            suggest(diagnostics_, diagnostic, span, program_.text(name),
                    member_names(program_, board_, MemberKind::Group));
        }
        return {};
    }

    void check_coordinates(GroupId id, NodeId end) {
        const Group& group = program_.group(id);
        const std::string_view name = program_.text(group.name);
        const Span span = tree_.span(end);
        if (group.grid.empty()) {
            diagnostics_.report(DiagnosticKind::EdgeEndForm, span, fmt::format("the graph `{}`", name))
                .with_help("tiles of a graph are reached by their names");
            return;
        }
        const NodeId low_node = tree_.child(end, Role::Low);
        const NodeId high_node = tree_.child(end, Role::High);
        if (!low_node.valid() || !high_node.valid() || tree_.kind(low_node) == NodeKind::Missing
            || tree_.kind(high_node) == NodeKind::Missing) {
            return; // reported by the parser
        }
        const std::optional<double> low = number_of(low_node);
        const std::optional<double> high = number_of(high_node);
        if (is_reported(low_node) || is_reported(high_node)) {
            return;
        }
        if (!low || !high || *low != std::floor(*low) || *high != std::floor(*high)) {
            diagnostics_.report(DiagnosticKind::EdgeEndForm, span, fmt::format("`{}`", name))
                .with_help("coordinates are whole numbers written out, such as `(0,2)`, or constants");
            return;
        }
        const bool row_first = group.geometry == Geometry::HexRow;
        const double column = row_first ? *high : *low;
        const double row = row_first ? *low : *high;
        const std::string i = fmt::format("{}", *low);
        const std::string j = fmt::format("{}", *high);
        if (group.is_sized_in_match) {
            return; // looked at when the board is made
        }
        if (column < 0 || row < 0 || column >= group.columns || row >= group.rows) {
            diagnostics_.report(DiagnosticKind::EdgeOutsideGrid, span, i, j, name)
                .with_help(fmt::format("the grid has {} columns and {} rows; coordinates are ({}), from 0",
                                       group.columns, group.rows, row_first ? "row,position" : "column,row"));
            return;
        }
        const std::size_t cell = static_cast<std::size_t>(row) * group.columns + static_cast<std::size_t>(column);
        if (!group.grid[cell].valid()) {
            diagnostics_.report(DiagnosticKind::EdgeOnBlank, span, i, j, name)
                .with_help("blank space is never connected");
        }
    }

    void check_tile_name(GroupId id, NodeId end) {
        const Group& group = program_.group(id);
        const Symbol name = tree_.main_symbol(end);
        if (!name.valid()) {
            return; // reported by the parser
        }
        const Span span = tree_.name_span(end);
        if (group.geometry != Geometry::Graph) {
            diagnostics_.report(DiagnosticKind::EdgeEndForm, span, fmt::format("`{}`", program_.text(group.name)))
                .with_help("tiles of a grid are reached by their coordinates, such as `(0,2)`");
            return;
        }
        const TileNames& names = declaring_.tile_names[id.index()];
        if (names.contains(name)) {
            return;
        }
        Diagnostic& diagnostic =
            diagnostics_.report(DiagnosticKind::UnknownTile, span, program_.text(group.name), program_.text(name));
        if (!suggests(diagnostics_)) {
            return;
        }
        std::vector<std::string_view> candidates;
        candidates.reserve(group.tiles.size());
        for (const Group::NamedTile& tile : group.tiles) {
            candidates.push_back(program_.text(tile.name));
        }
        suggest(diagnostics_, diagnostic, span, program_.text(name), candidates);
    }

    Declaring& declaring_;
    ConstantEvaluator& evaluator_;
    CheckedProgram& program_;
    Diagnostics& diagnostics_;
    TypeDefId board_;
    GroupId group_;
    FileId file_;
    const Tree& tree_;
};

void check_chains(Declaring& declaring, ConstantEvaluator& evaluator, CodeRef list, TypeDefId board, GroupId group) {
    const Tree& tree = declaring.tree(list);
    EdgeChecking checking(declaring, evaluator, board, group, list.file);
    for (const NodeId chain : tree.children(list.node, Role::Item)) {
        if (tree.kind(chain) == NodeKind::EdgeChain) {
            checking.check(chain);
        }
    }
}

} // namespace

void check_group_edges(Declaring& declaring, ConstantEvaluator& evaluator, GroupId group) {
    const CodeRef place = declaring.program.group(group).place;
    const Tree& tree = declaring.tree(place);
    for (const NodeId item : tree.children(place.node, Role::Item)) {
        if (tree.kind(item) == NodeKind::Adjacency) {
            check_chains(declaring, evaluator, {place.file, item}, declaring.program.group(group).board, group);
        }
    }
}

void check_borders(Declaring& declaring, ConstantEvaluator& evaluator, TypeDefId board, CodeRef borders) {
    check_chains(declaring, evaluator, borders, board, {});
}

} // namespace tgdl
