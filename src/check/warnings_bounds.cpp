// Conditions that are always true or always false because of what their sides can be at all, divisions by 0, places that
// are never there.
#include "check/value_bounds.h"
#include "check/warnings_by_theme.h"
#include "syntax/lexer.h"
#include "syntax/words.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace tgdl {

namespace {

// `x < 3`: what is compared, as it is written, and with which number.
struct Comparison {
    std::string left;
    TokenKind sign = TokenKind::EqualEqual;
    double right = 0;
};

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
        : task_(task), reader_(task.program, file), tree_(reader_.tree()), bounds_(task.program, file) {}

    void run() { visit(tree_.root()); }

private:
    void visit(NodeId node) {
        const NodeKind kind = tree_.kind(node);
        const bool is_scope = ValueBounds::follows(kind);
        if (is_scope) {
            bounds_.enter(node);
        }
        const bool outer = asks_both_ends_;
        if (kind == NodeKind::Infix) {
            asks_both_ends_ = reader_.is_logic(node) ? asks_both_ends(node) : outer;
        } else if (kind != NodeKind::Paren) {
            asks_both_ends_ = false;
        }
        visit_alone(node);
        const bool is_loop = kind == NodeKind::For || kind == NodeKind::While;
        for (const NodeId child : tree_.children(node)) {
            const bool entered = bounds_.enter_part(node, child);
            // A loop that counts with a player has a warning of its own.
            if (is_loop && tree_.node(child).role == Role::Condition && tree_.kind(child) == NodeKind::Infix
                && !reader_.is_logic(child)) {
                visit_loop_condition(node, child);
            } else {
                visit(child);
            }
            bounds_.leave_part(node, entered);
        }
        asks_both_ends_ = outer;
        if (is_scope) {
            bounds_.leave(node);
        }
    }

    void visit_alone(NodeId node) {
        switch (tree_.kind(node)) {
        case NodeKind::Infix: visit_infix(node); break;
        case NodeKind::If: visit_if(node); break;
        case NodeKind::Action:
        case NodeKind::Goal:
            for (const NodeId clause : tree_.children(node, Role::Item)) {
                if (tree_.kind(clause) == NodeKind::Require) {
                    visit_require(node, clause);
                }
            }
            break;
        case NodeKind::Assign: visit_assign(node); break;
        case NodeKind::Postfix:
            visit_places(node);
            visit_call(node);
            break;
        default: break; // nothing else compares, divides or looks something up
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
        if (sign == TokenKind::Slash || sign == TokenKind::Percent) {
            check_divisor(operand);
        }
    }

    void check_divisor(NodeId divisor) {
        const Bounds bounds = bounds_.of(divisor);
        const bool is_written = is_literal(divisor) || reader_.constant_number(divisor).has_value();
        if (is_written && bounds.is_single() && bounds.least == 0) {
            task_.diagnostics.report(DiagnosticKind::DividesByZero, tree_.span(divisor))
                .with_help("divide by something else: a division by 0 ends the game with an error");
        }
    }

    // `x /= 0;`
    void visit_assign(NodeId assign) {
        const TokenId sign = tree_.node(assign).main;
        const NodeId value = tree_.child(assign, Role::Value);
        const bool divides =
            sign.valid()
            && (tree_.token(sign).kind == TokenKind::SlashEqual || tree_.token(sign).kind == TokenKind::PercentEqual);
        if (divides && value.valid()) {
            check_divisor(value);
        }
    }

    // `require { return true; }` of an action, or of a goal that ends the game.
    void visit_require(NodeId holder, NodeId require) {
        const NodeId block = tree_.child(require, Role::Body);
        const NodeId effect = tree_.child(holder, Role::Effect);
        bool ends = tree_.kind(holder) == NodeKind::Action;
        for (NodeId statement = effect.valid() ? tree_.child(effect, Role::Item) : NodeId(); statement.valid();
             statement = tree_.node(statement).next) {
            ends = ends || tree_.kind(statement) == NodeKind::Winner || tree_.kind(statement) == NodeKind::Draw;
        }
        if (effect.valid() && ends && reader_.constant_block(block) == true) {
            report_always(block, true, "it depends on nothing")
                .with_help("ask for something, or leave the `require` out");
        }
    }

    // `random(6, 1)`, `math.sqrt(-1)`
    void visit_call(NodeId postfix) {
        const NodeId first_part = tree_.child(postfix, Role::Operand);
        const Symbol name =
            first_part.valid() && tree_.kind(first_part) == NodeKind::Name ? tree_.main_symbol(first_part) : Symbol();
        if (name != word::random && name != word::math) {
            return;
        }
        const std::optional<BuiltinId> asked = reader_.builtin_at_end(postfix);
        if (asked != BuiltinId::Random && asked != BuiltinId::MathSqrt) {
            return;
        }
        const NodeId call = reader_.last_part(postfix);
        const NodeId second = reader_.argument(call, 1);
        const NodeId argument = reader_.argument(call, 0);
        if (!is_literal(argument) || (second.valid() && !is_literal(second))) {
            return;
        }
        const Bounds first = bounds_.of(argument);
        if (asked == BuiltinId::MathSqrt) {
            if (first.most < 0) {
                report_fault(postfix, "there is no square root of a number below 0");
            }
        } else if (second.valid() ? std::trunc(bounds_.of(second).most) < std::trunc(first.least) : first.most < 1) {
            report_fault(postfix,
                         second.valid() ? "the second number is below the first" : "there is no number below 1")
                .with_help("`random(6)` gives 0 to 5, `random(1, 6)` gives 1 to 6");
        }
    }

    Diagnostic& report_fault(NodeId node, const std::string& why) {
        return task_.diagnostics.report(DiagnosticKind::CertainlyFails, tree_.span(node), why);
    }

    // `for (number i = 3; i > 0; i += 1)`
    void visit_loop_condition(NodeId loop, NodeId condition) {
        const NodeId left = tree_.child(condition, Role::Operand);
        const NodeId right = tree_.node(left).next;
        const bool is_single = right.valid() && !tree_.node(right).next.valid();
        if (tree_.kind(loop) != NodeKind::For || !is_single || tree_.kind(left) != NodeKind::Name
            || reader_.type_kind(left) != TypeKind::Number || reader_.type_kind(right) != TypeKind::Number) {
            return;
        }
        const Bounds limit = bounds_.of(right);
        const bool may_be_decided = limit.is_known() && !limit.from_constant && !is_count(right)
                                    && decide(bounds_.counted_from(loop), sign_before(right), limit).has_value();
        if (may_be_decided && !bounds_.of(left).from_constant) {
            check_comparison(condition, left, right);
        }
    }

    // `if (true)`, `if (1 > 2)`
    void visit_if(NodeId node) {
        for (const NodeId condition : tree_.children(node, Role::Condition)) {
            std::optional<bool> always = reader_.constant_bool(condition);
            const NodeId infix = reader_.inside(condition);
            if (!always && infix.valid() && tree_.kind(infix) == NodeKind::Infix && !reader_.is_logic(infix)) {
                const NodeId left = tree_.child(infix, Role::Operand);
                const NodeId right = tree_.node(left).next;
                const bool is_single = right.valid() && !tree_.node(right).next.valid();
                if (is_single && is_literal(left) && is_literal(right)) {
                    always = decide(bounds_.of(left), sign_before(right), bounds_.of(right));
                }
            }
            if (always) {
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
        const bool left_is_player = is_player(left);
        const bool with_count = left_is_player != is_player(right) && (is_count(left) || is_count(right));
        Bounds second = bounds_.of(right);
        if (!with_count && !second.is_known()) {
            return;
        }
        Bounds first = bounds_.of(left);
        if (with_count) { // every player's number is less than how many there are
            first = left_is_player ? Bounds{0, 0} : Bounds{1, 1};
            second = left_is_player ? Bounds{1, 1} : Bounds{0, 0};
        } else if (!first.is_known() || (first.is_single() ? second.from_constant : first.from_constant)
                   || (first.is_single() && second.is_single() && !is_count(left) && !is_count(right))) {
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
        if ((*always && (is_input(left) || is_input(right))) || asks_both_ends_) {
            return; // a limit that is written out once more, to be safe
        }
        const bool left_varies = is_count(left) || (!first.is_single() && !is_count(right));
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
        texts_.clear();
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

    [[nodiscard]] std::optional<Comparison> read_comparison(NodeId operand) {
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
        if (const auto number = constant_key(right, sign_before(right))) {
            return Comparison{written(left), sign_before(right), *number};
        }
        const auto number = constant_key(left, sign_before(right));
        return number ? std::optional(Comparison{written(right), mirrored(sign_before(right)), *number}) : std::nullopt;
    }

    // The number that stands for a value that is written out: a number, a value of an enum by its place, a text by its turn.
    [[nodiscard]] std::optional<double> constant_key(NodeId expression, TokenKind sign) {
        if (const auto number = reader_.constant_number(expression)) {
            return number;
        }
        const NodeId node = reader_.inside(expression);
        const Meaning meaning = reader_.meaning(reader_.last_part(node));
        if (meaning.kind == MeaningKind::EnumValue) {
            return meaning.index;
        }
        const bool asks_same = sign == TokenKind::EqualEqual || sign == TokenKind::BangEqual;
        if (!asks_same || !node.valid() || tree_.kind(node) != NodeKind::StringLiteral) {
            return std::nullopt;
        }
        const std::string text = string_value(tree_.text(tree_.node(node).main));
        const auto found = std::ranges::find(texts_, text);
        if (found == texts_.end()) {
            texts_.push_back(text);
            return static_cast<double>(texts_.size() - 1);
        }
        return static_cast<double>(found - texts_.begin());
    }

    [[nodiscard]] bool is_player(NodeId node) const { return reader_.type_kind(node) == TypeKind::Player; }
    [[nodiscard]] bool is_count(NodeId node) const { return reader_.builtin_at_end(node) == BuiltinId::PlayerCount; }

    [[nodiscard]] bool is_input(NodeId expression) const {
        return reader_.meaning(reader_.inside(expression)).kind == MeaningKind::Input;
    }

    // `n < 0 || n > 5`: does it ask one thing for both its ends?
    [[nodiscard]] bool asks_both_ends(NodeId row) {
        std::string asked;
        for (const NodeId operand : tree_.children(row, Role::Operand)) {
            const NodeId infix = reader_.inside(operand);
            const NodeId left =
                infix.valid() && tree_.kind(infix) == NodeKind::Infix ? tree_.child(infix, Role::Operand) : NodeId();
            if (!left.valid()) {
                continue;
            }
            if (!asked.empty() && asked == written(left)) {
                return true;
            }
            asked = written(left);
        }
        return false;
    }

    // Is it written out in numbers alone?
    [[nodiscard]] bool is_literal(NodeId expression) const {
        const NodeId node = reader_.inside(expression);
        if (!node.valid()) {
            return false;
        }
        switch (tree_.kind(node)) {
        case NodeKind::NumberLiteral: return true;
        case NodeKind::Unary: return is_literal(tree_.child(node, Role::Operand));
        case NodeKind::Infix:
            for (const NodeId operand : tree_.children(node, Role::Operand)) {
                if (!is_literal(operand)) {
                    return false;
                }
            }
            return true;
        default: return false;
        }
    }

    [[nodiscard]] std::string words(NodeId node, Bounds bounds) const {
        const std::string name = "`" + written(node) + "` is ";
        if (bounds.is_single()) {
            return name + number_text(bounds.least);
        }
        if (bounds.least == -Bounds::kFar) {
            return name + "at most " + number_text(std::floor(bounds.most));
        }
        if (bounds.most == Bounds::kFar) {
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
            const NodeId next = tree_.node(part).next;
            if (tree_.kind(part) == NodeKind::Index) {
                check_place_of_list(postfix, part, before);
                if (reader_.meaning(part).kind == MeaningKind::GridPlace
                    && reader_.meaning(second).kind == MeaningKind::Group) {
                    const bool is_used = next.valid() && tree_.kind(next) == NodeKind::Member;
                    check_place_of_grid(GroupId(reader_.meaning(second).index), tree_.child(before, Role::Value),
                                        tree_.child(part, Role::Value),
                                        {reader_.file(), tree_.span(before).begin, tree_.span(part).end}, is_used);
                }
            } else if (tree_.kind(part) == NodeKind::Call && reader_.meaning(second).kind == MeaningKind::Group
                       && reader_.called(part, before).kind == MeaningKind::Builtin
                       && static_cast<BuiltinId>(reader_.called(part, before).index) == BuiltinId::GroupAt) {
                check_place_at(GroupId(reader_.meaning(second).index), part);
            }
            second = before;
            before = part;
        }
    }

    void check_place_of_list(NodeId postfix, NodeId index, NodeId before) {
        const NodeId value = tree_.child(index, Role::Value);
        const TypeKind kind = reader_.type_kind(before);
        if (!value.valid() || (kind != TypeKind::List && kind != TypeKind::Stack && kind != TypeKind::String)) {
            return;
        }
        const std::string_view help =
            kind == TypeKind::List ? "the last one is `.last()`" : "the last place is its length less 1";
        const bool is_target = tree_.node(postfix).role == Role::Target && !tree_.node(index).next.valid();
        const auto place = reader_.constant_number(value);
        if (!place) {
            const auto asked = is_target ? std::nullopt : reader_.builtin_at_end(value);
            const bool is_length = asked == BuiltinId::ListLength || asked == BuiltinId::StackLength;
            const std::string length = is_length ? written_between(postfix, index) + ".length" : std::string();
            if (is_length && (written(value) == length || written(value) == length + "()")
                && reader_.whole_effects(value).empty()) {
                report_place(tree_.span(value), "the last place is its length less 1").with_help(std::string(help));
            }
            return;
        }
        if (*place <= -1) {
            report_place(tree_.span(value), "the first place is 0").with_help(std::string(help));
            return;
        }
        const bool is_fixed = is_target || reader_.meaning(before).kind == MeaningKind::Constant;
        const auto length =
            is_fixed && before == tree_.child(postfix, Role::Operand) ? bounds_.length_of(before) : std::nullopt;
        if (length && std::trunc(*place) >= static_cast<double>(*length) + (is_target ? 1 : 0)) {
            report_place(tree_.span(value),
                         "`" + written_between(postfix, index) + "` has " + std::to_string(*length) + " elements")
                .with_help("places are counted from 0");
        }
    }

    // What stands before the index.
    [[nodiscard]] std::string written_between(NodeId postfix, NodeId index) const {
        const std::uint32_t begin = tree_.span(postfix).begin;
        return std::string(tree_.source().text().substr(begin, tree_.span(index).begin - begin));
    }

    Diagnostic& report_place(Span place, const std::string& why) {
        return task_.diagnostics.report(DiagnosticKind::NoSuchPlace, place, why);
    }

    // `g.at(column, row)`
    void check_place_at(GroupId id, NodeId call) {
        const bool by_row = task_.program.group(id).geometry == Geometry::HexRow;
        const NodeId column = reader_.argument(call, 0);
        const NodeId row = reader_.argument(call, 1);
        if (row.valid()) {
            check_place_of_grid(id, by_row ? row : column, by_row ? column : row, tree_.span(call), false);
        }
    }

    // A place that is not there gives null: to ask for one is fine, to use what is not there is not.
    void check_place_of_grid(GroupId id, NodeId first, NodeId second, Span place, bool is_used) {
        const Group& group = task_.program.group(id);
        if (!first.valid() || !second.valid() || group.geometry == Geometry::Graph || group.is_sized_in_match
            || group.incomplete) {
            return;
        }
        const bool by_row = group.geometry == Geometry::HexRow;
        const double most_first = by_row ? group.rows : group.columns;
        const double most_second = by_row ? group.columns : group.rows;
        const bool outside = is_outside(first, most_first, is_used) || is_outside(second, most_second, is_used);
        if (outside && !grows() && !is_told_of_rows(group)) {
            report_place(place, "`" + std::string(task_.program.text(group.name)) + "` has "
                                    + number_text(group.columns) + " columns and " + number_text(group.rows) + " rows")
                .with_help("columns and rows are counted from 0");
        }
    }

    [[nodiscard]] bool is_outside(NodeId coordinate, double count, bool is_used) {
        const Bounds bounds = bounds_.of(coordinate);
        if (bounds.most <= -1 || bounds.least >= count) {
            return true;
        }
        const auto last = is_used && bounds.most >= count ? bounds_.last_reached(coordinate) : std::nullopt;
        return last && *last >= count;
    }

    // Its rows are other than they were meant: told there.
    [[nodiscard]] bool is_told_of_rows(const Group& group) const {
        const Span whole = task_.program.tree(group.place).span(group.place.node);
        return std::ranges::any_of(task_.diagnostics.all(), [&](const Diagnostic& one) {
            return one.kind == DiagnosticKind::RowGoesOn && one.span.file == whole.file && one.span.begin >= whole.begin
                   && one.span.end <= whole.end;
        });
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
    ValueBounds bounds_;
    bool asks_both_ends_ = false;    // the row at hand does
    std::vector<std::string> texts_; // compared in the row at hand
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
