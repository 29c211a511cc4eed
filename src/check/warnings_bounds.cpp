// Conditions that are always true or always false because of what their sides can be at all, divisions by 0, places that
// are never there.
#include "check/warnings_by_theme.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace tgdl {

namespace {

constexpr double kFar = std::numeric_limits<double>::infinity();

// What a number can be, both ends included.
struct Bounds {
    double least = -kFar;
    double most = kFar;

    [[nodiscard]] bool is_known() const { return least > -kFar || most < kFar; }
    [[nodiscard]] bool is_single() const { return least == most; }
};

// `x < 3`: what is compared, as it is written, and with which number.
struct Comparison {
    std::string left;
    TokenKind sign = TokenKind::EqualEqual;
    double right = 0;
};

TokenKind mirrored(TokenKind sign) {
    switch (sign) {
    case TokenKind::Less: return TokenKind::Greater;
    case TokenKind::Greater: return TokenKind::Less;
    case TokenKind::LessEqual: return TokenKind::GreaterEqual;
    case TokenKind::GreaterEqual: return TokenKind::LessEqual;
    default: return sign; // the same from both sides
    }
}

TokenKind negated(TokenKind sign) {
    switch (sign) {
    case TokenKind::Less: return TokenKind::GreaterEqual;
    case TokenKind::Greater: return TokenKind::LessEqual;
    case TokenKind::LessEqual: return TokenKind::Greater;
    case TokenKind::GreaterEqual: return TokenKind::Less;
    case TokenKind::EqualEqual: return TokenKind::BangEqual;
    case TokenKind::BangEqual: return TokenKind::EqualEqual;
    default: return sign; // no comparison
    }
}

bool compares(TokenKind sign) {
    return negated(sign) != sign;
}

// Whether all numbers here compare so with all numbers there; none when it depends.
std::optional<bool> decide(Bounds left, TokenKind sign, Bounds right) {
    switch (sign) {
    case TokenKind::Less:
        return left.most < right.least    ? std::optional(true)
               : left.least >= right.most ? std::optional(false)
                                          : std::nullopt;
    case TokenKind::EqualEqual:
        return left.most < right.least || right.most < left.least ? std::optional(false) : std::nullopt;
    case TokenKind::Greater: return decide(right, TokenKind::Less, left);
    case TokenKind::LessEqual:
    case TokenKind::GreaterEqual:
    case TokenKind::BangEqual: {
        const std::optional<bool> opposite = decide(left, negated(sign), right);
        return opposite ? std::optional(!*opposite) : std::nullopt;
    }
    default: return std::nullopt; // no comparison
    }
}

// Can a number be all of this at once? `numbers` compare the same thing.
bool can_all_hold(const std::vector<Comparison>& all, const std::string& left) {
    Bounds inside;
    bool open_least = false;
    bool open_most = false;
    for (const Comparison& one : all) {
        const bool above = one.sign == TokenKind::Greater || one.sign == TokenKind::GreaterEqual;
        const bool below = one.sign == TokenKind::Less || one.sign == TokenKind::LessEqual;
        const bool equal = one.sign == TokenKind::EqualEqual;
        const bool open = one.sign == TokenKind::Greater || one.sign == TokenKind::Less;
        if (one.left != left) {
            continue;
        }
        if ((above || equal) && one.right >= inside.least) {
            open_least = open || (open_least && one.right == inside.least);
            inside.least = one.right;
        }
        if ((below || equal) && one.right <= inside.most) {
            open_most = open || (open_most && one.right == inside.most);
            inside.most = one.right;
        }
    }
    return inside.least < inside.most || (inside.is_single() && !open_least && !open_most);
}

class BoundsWarnings {
public:
    BoundsWarnings(const WarningTask& task, FileId file)
        : task_(task), reader_(task.program, file), tree_(reader_.tree()) {}

    void run() { visit(tree_.root()); }

private:
    void visit(NodeId node) {
        switch (tree_.kind(node)) {
        case NodeKind::Infix: visit_infix(node); break;
        case NodeKind::If: visit_if(node); break;
        case NodeKind::Postfix: visit_places(node); break;
        default: break; // nothing else compares, divides or looks something up
        }
        for (const NodeId child : tree_.children(node)) {
            // A loop that counts with a player has a warning of its own.
            const bool of_loop = tree_.node(child).role == Role::Condition
                                 && (tree_.kind(node) == NodeKind::For || tree_.kind(node) == NodeKind::While);
            if (!of_loop || tree_.kind(child) != NodeKind::Infix || reader_.is_logic(child)) {
                visit(child);
            }
        }
    }

    void visit_infix(NodeId infix) {
        const NodeId left = tree_.child(infix, Role::Operand);
        const NodeId right = left.valid() ? tree_.node(left).next : NodeId();
        if (!right.valid()) {
            return;
        }
        for (NodeId operand = right; operand.valid(); operand = tree_.node(operand).next) {
            visit_divisor(operand);
        }
        if (reader_.is_logic(infix)) {
            check_together(infix);
        } else if (!tree_.node(right).next.valid()) {
            check_comparison(infix, left, right);
        }
    }

    [[nodiscard]] TokenKind sign_before(NodeId operand) const {
        return tree_.token(tree_.operator_before(operand)).kind;
    }

    [[nodiscard]] std::string written(NodeId node) const {
        const Span span = tree_.span(node);
        return std::string(tree_.source().text().substr(span.begin, span.end - span.begin));
    }

    void visit_divisor(NodeId operand) {
        const TokenKind sign = sign_before(operand);
        const bool divides = sign == TokenKind::Slash || sign == TokenKind::Percent;
        if (divides && reader_.constant_number(operand) == 0.0) {
            task_.diagnostics.report(DiagnosticKind::DividesByZero, tree_.span(operand))
                .with_help("divide by something else: a division by 0 ends the game with an error");
        }
    }

    // `if (true)`
    void visit_if(NodeId node) {
        for (const NodeId condition : tree_.children(node, Role::Condition)) {
            if (const std::optional<bool> always = reader_.constant_bool(condition)) {
                report_always(condition, *always, "it depends on nothing")
                    .with_help("compare something, or leave out the `if`");
            }
        }
    }

    void check_comparison(NodeId infix, NodeId left, NodeId right) {
        const TokenKind sign = sign_before(right);
        if (!compares(sign)) {
            return;
        }
        const bool with_count = is_player(left) != is_player(right) && (is_count(left) || is_count(right));
        const bool left_is_player = is_player(left);
        Bounds first = bounds(left);
        Bounds second = bounds(right);
        if (with_count) { // every player's number is less than how many there are
            first = left_is_player ? Bounds{0, 0} : Bounds{1, 1};
            second = left_is_player ? Bounds{1, 1} : Bounds{0, 0};
        } else if (!first.is_known() || !second.is_known() || (first.is_single() && second.is_single())) {
            return;
        }
        const std::optional<bool> always = decide(first, sign, second);
        if (!always) {
            return;
        }
        if (with_count || is_player(left) || is_player(right)) {
            report_always(infix, *always,
                          "the number of a player is from 0 to "
                              + (with_count ? "`player.count() - 1`" : number_text(task_.program.max_players - 1.0)))
                .with_help(
                    "the first player is 0, the last `player.count() - 1`, and the one after the last is 0 again");
            return;
        }
        const bool left_varies = !first.is_single();
        report_always(infix, *always, words(left_varies ? left : right, left_varies ? first : second))
            .with_help("compare with something that it can be, or leave the test out");
    }

    // `x > 3 && x < 2`, `x != 1 || x != 2`
    void check_together(NodeId infix) {
        const NodeId first = tree_.child(infix, Role::Operand);
        const TokenKind sign = sign_before(tree_.node(first).next);
        const bool all =
            sign == TokenKind::And || sign == TokenKind::AmpersandAmpersand || sign == TokenKind::Ampersand;
        std::vector<Comparison> comparisons;
        for (const NodeId operand : tree_.children(infix, Role::Operand)) {
            if (std::optional<Comparison> one = read_comparison(operand)) {
                one->sign = all ? one->sign : negated(one->sign);
                comparisons.push_back(*one);
            }
            if (comparisons.size() > 16) {
                return;
            }
        }
        for (const Comparison& one : comparisons) {
            if (!can_all_hold(comparisons, one.left)) {
                report_always(infix, !all,
                              "`" + one.left + (all ? "` cannot be all of this at once" : "` always is one of them"))
                    .with_help(all ? "to ask whether one of them holds, write `or`"
                                   : "to ask whether all of them hold, write `and`");
                return;
            }
        }
    }

    [[nodiscard]] std::optional<Comparison> read_comparison(NodeId operand) const {
        const NodeId infix = reader_.inside(operand);
        if (!infix.valid() || tree_.kind(infix) != NodeKind::Infix) {
            return std::nullopt;
        }
        const NodeId left = tree_.child(infix, Role::Operand);
        const NodeId right = tree_.node(left).next;
        if (!right.valid() || tree_.node(right).next.valid() || !compares(sign_before(right))
            || !reader_.whole_effects(infix).empty()) {
            return std::nullopt;
        }
        if (const auto number = reader_.constant_number(right)) {
            return Comparison{written(left), sign_before(right), *number};
        }
        const auto number = reader_.constant_number(left);
        return number ? std::optional(Comparison{written(right), mirrored(sign_before(right)), *number}) : std::nullopt;
    }

    [[nodiscard]] bool is_player(NodeId node) const { return reader_.type_kind(node) == TypeKind::Player; }
    [[nodiscard]] bool is_count(NodeId node) const { return reader_.builtin_at_end(node) == BuiltinId::PlayerCount; }

    [[nodiscard]] Bounds bounds(NodeId expression) const {
        const NodeId node = reader_.inside(expression);
        if (!node.valid()) {
            return {};
        }
        if (const auto number = reader_.constant_number(node)) {
            return {*number, *number};
        }
        if (is_player(node) && task_.program.max_players > 0) {
            return {0, task_.program.max_players - 1.0};
        }
        return tree_.kind(node) == NodeKind::Infix ? bounds_of_infix(node) : bounds_of_call(node);
    }

    [[nodiscard]] Bounds bounds_of_infix(NodeId infix) const {
        const NodeId left = tree_.child(infix, Role::Operand);
        const NodeId right = tree_.node(left).next;
        if (!right.valid() || tree_.node(right).next.valid()) {
            return {};
        }
        const Bounds first = bounds(left);
        const Bounds second = bounds(right);
        switch (sign_before(right)) {
        case TokenKind::Plus: return {first.least + second.least, first.most + second.most};
        case TokenKind::Minus: return {first.least - second.most, first.most - second.least};
        case TokenKind::Percent: {
            if (!second.is_single() || second.least == 0) {
                return {};
            }
            const double below = std::nextafter(std::abs(second.least), 0.0);
            return {first.least >= 0 ? 0 : -below, below};
        }
        default: return {};
        }
    }

    [[nodiscard]] Bounds bounds_of_call(NodeId node) const {
        const std::optional<BuiltinId> asked = reader_.builtin_at_end(node);
        if (!asked) {
            return {};
        }
        switch (*asked) {
        case BuiltinId::ListLength:
        case BuiltinId::TableLength:
        case BuiltinId::StackLength:
        case BuiltinId::StringLength:
        case BuiltinId::AskCount:
        case BuiltinId::MathAbs:
        case BuiltinId::MathSqrt: return {0, kFar};
        case BuiltinId::ListIndexOf:
        case BuiltinId::StringIndexOf: return {-1, kFar};
        case BuiltinId::Random: {
            const NodeId call = reader_.last_part(node);
            const NodeId second = reader_.argument(call, 1);
            const auto low = reader_.constant_number(reader_.argument(call, 0));
            const auto high = second.valid() ? reader_.constant_number(second) : std::optional(0.0);
            if (!low || !high) {
                return {};
            }
            return second.valid() ? Bounds{std::trunc(*low), std::trunc(*high)} : Bounds{0, std::trunc(*low) - 1};
        }
        default: return {};
        }
    }

    [[nodiscard]] std::string words(NodeId node, Bounds bounds) const {
        const std::string name = "`" + written(node) + "` is ";
        if (bounds.most == kFar) {
            return name + "at least " + number_text(bounds.least);
        }
        if (bounds.most != std::trunc(bounds.most)) {
            return name + "less than " + number_text(std::ceil(bounds.most));
        }
        return name + "from " + number_text(bounds.least) + " to " + number_text(bounds.most);
    }

    [[nodiscard]] static std::string number_text(double number) {
        return std::to_string(static_cast<long long>(number));
    }

    // `xs[-1]`, `board.Field[9][9]`
    void visit_places(NodeId postfix) {
        NodeId second; // the part before `before`
        NodeId before = tree_.child(postfix, Role::Operand);
        for (const NodeId part : tree_.children(postfix, Role::Item)) {
            if (tree_.kind(part) == NodeKind::Index) {
                check_place_of_list(part, before);
                if (reader_.meaning(part).kind == MeaningKind::GridPlace
                    && reader_.meaning(second).kind == MeaningKind::Group) {
                    check_place_of_grid(GroupId(reader_.meaning(second).index), before, part);
                }
            }
            second = before;
            before = part;
        }
    }

    void check_place_of_list(NodeId index, NodeId before) {
        const NodeId value = tree_.child(index, Role::Value);
        const auto place = value.valid() ? reader_.constant_number(value) : std::nullopt;
        const TypeKind kind = reader_.type_kind(before);
        if (!place || *place > -1 || (kind != TypeKind::List && kind != TypeKind::Stack && kind != TypeKind::String)) {
            return;
        }
        Diagnostic& warning =
            task_.diagnostics.report(DiagnosticKind::NoSuchPlace, tree_.span(value), "the first place is 0");
        warning.with_help(kind == TypeKind::List ? "the last one is `.last()`" : "the last place is its length less 1");
    }

    void check_place_of_grid(GroupId id, NodeId first, NodeId second) {
        const Group& group = task_.program.group(id);
        const auto i = reader_.constant_number(tree_.child(first, Role::Value));
        const auto j = reader_.constant_number(tree_.child(second, Role::Value));
        const bool by_row = group.geometry == Geometry::HexRow;
        if (group.geometry == Geometry::Graph || group.is_sized_in_match || group.incomplete || grows()) {
            return;
        }
        const double most_first = by_row ? group.rows : group.columns;
        const double most_second = by_row ? group.columns : group.rows;
        // Its rows are other than they were meant: told there.
        const Span whole = task_.program.tree(group.place).span(group.place.node);
        const bool is_told = std::ranges::any_of(task_.diagnostics.all(), [&](const Diagnostic& one) {
            return one.kind == DiagnosticKind::RowGoesOn && one.span.file == whole.file && one.span.begin >= whole.begin
                   && one.span.end <= whole.end;
        });
        const bool outside =
            !is_told && ((i && (*i <= -1 || *i >= most_first)) || (j && (*j <= -1 || *j >= most_second)));
        if (outside) {
            task_.diagnostics
                .report(DiagnosticKind::NoSuchPlace, {reader_.file(), tree_.span(first).begin, tree_.span(second).end},
                        "`" + std::string(task_.program.text(group.name)) + "` has " + number_text(group.columns)
                            + " columns and " + number_text(group.rows) + " rows")
                .with_help("columns and rows are counted from 0");
        }
    }

    // Boards may grow by `set`.
    [[nodiscard]] bool grows() const {
        for (const FileUnit& unit : task_.program.files) {
            for (const Meaning& meaning : unit.meanings) {
                if (meaning.kind == MeaningKind::Builtin
                    && static_cast<BuiltinId>(meaning.index) == BuiltinId::GroupSet) {
                    return true;
                }
            }
        }
        return false;
    }

    Diagnostic& report_always(NodeId node, bool always, const std::string& why) {
        return task_.diagnostics.report(DiagnosticKind::AlwaysTheSame, tree_.span(node), always ? "true" : "false",
                                        why);
    }

    const WarningTask& task_;
    CodeReader reader_;
    const Tree& tree_;
};

} // namespace

void find_bounds_warnings(const WarningTask& task) {
    for (const FileUnit& unit : task.program.files) {
        if (unit.tree && unit.tree->root().valid()) {
            BoundsWarnings(task, unit.file).run();
        }
    }
}

} // namespace tgdl
