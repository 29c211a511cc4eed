#include "check/warnings_by_theme.h"

#include <string>

namespace tgdl {

namespace {

// What can happen at the end of a statement.
struct Outcome {
    bool goes_on = true; // the statement after it can be reached
    bool breaks = false; // it can leave the loop around it by `break`
    bool leaves = false; // it can leave the whole block by return, fail, winner …
};

// A comparison of a player with something no player ever reaches.
struct HopelessComparison {
    NodeId variable;
    NodeId bound;
    std::string_view relation; // "below"
};

class FlowWarnings {
public:
    FlowWarnings(const WarningTask& task, FileId file)
        : task_(task), reader_(task.program, file), tree_(reader_.tree()) {}

    void run() { visit(tree_.root()); }

private:
    Outcome visit(NodeId node) {
        switch (tree_.kind(node)) {
        case NodeKind::Block: return visit_block(node);
        case NodeKind::If: return visit_if(node);
        case NodeKind::While:
        case NodeKind::For: return visit_loop(node);
        case NodeKind::ForEach: {
            Outcome body = visit_children(node);
            return {true, false, body.leaves};
        }
        case NodeKind::Return:
        case NodeKind::Fail:
        case NodeKind::Cancel:
        case NodeKind::Winner:
        case NodeKind::Draw: return {false, false, true};
        case NodeKind::Break: return {false, true, false};
        case NodeKind::Continue: return {false, false, false};
        case NodeKind::Input: return visit_input(node);
        default: { // statements without code inside, and everything around statements
            Outcome inside = visit_children(node);
            inside.goes_on = true;
            return inside;
        }
        }
    }

    Outcome visit_children(NodeId node) {
        Outcome all;
        for (const NodeId child : tree_.children(node)) {
            const Outcome outcome = visit(child);
            all.breaks = all.breaks || outcome.breaks;
            all.leaves = all.leaves || outcome.leaves;
        }
        return all;
    }

    Outcome visit_block(NodeId block) {
        Outcome all;
        NodeId end; // the statement after which nothing runs
        NodeId pass;
        bool told = false;
        for (const NodeId item : tree_.children(block, Role::Item)) {
            if (end.valid() && !told) {
                told = true;
                task_.diagnostics.report(DiagnosticKind::NeverReached, tree_.span(item))
                    .note(tree_.span(end), "nothing after this runs");
            }
            if (pass.valid() && report_active(item, pass)) {
                pass = {};
            }
            const Outcome outcome = visit(item);
            if (!outcome.goes_on && !end.valid()) {
                end = item;
            }
            if (passes_to_another(item)) {
                pass = item;
            }
            all.breaks = all.breaks || outcome.breaks;
            all.leaves = all.leaves || outcome.leaves;
        }
        all.goes_on = !end.valid();
        return all;
    }

    Outcome visit_if(NodeId node) {
        Outcome all;
        all.goes_on = !tree_.has(node, Role::Else);
        for (const NodeId child : tree_.children(node)) {
            const Outcome outcome = visit(child);
            if (tree_.node(child).role != Role::Condition) {
                all.goes_on = all.goes_on || outcome.goes_on;
            }
            all.breaks = all.breaks || outcome.breaks;
            all.leaves = all.leaves || outcome.leaves;
        }
        return all;
    }

    // An input in a head or in an effect. What its filters return does not end the effect.
    Outcome visit_input(NodeId node) {
        Outcome all;
        for (const NodeId child : tree_.children(node)) {
            const Outcome outcome = visit(child);
            if (tree_.node(child).role == Role::Else) {
                all = outcome;
            }
        }
        all.goes_on = true;
        return all;
    }

    Outcome visit_loop(NodeId loop) {
        const Outcome body = visit_children(loop);
        const NodeId condition = tree_.child(loop, Role::Condition);
        if (const auto hopeless = find_hopeless(condition)) {
            report_player_loop(loop, condition, *hopeless);
            return {true, false, body.leaves};
        }
        const bool always =
            condition.valid() ? reader_.constant_bool(condition) == true : tree_.kind(loop) == NodeKind::For;
        if (!always || body.breaks) {
            return {true, false, body.leaves};
        }
        if (!body.leaves && !may_leave_by_call(loop)) {
            const Span whole = tree_.span(loop);
            const Span head = tree_.span(tree_.node(loop).begin);
            task_.diagnostics.report(DiagnosticKind::EndlessLoop, Span{whole.file, head.begin, head.end})
                .with_help("give it a condition that becomes false, or leave it with `break` or `return`");
        }
        return {false, false, body.leaves};
    }

    // A called function may end the game or fail; reactions to an action or to a `throw_sync` may too.
    [[nodiscard]] bool may_leave_by_call(NodeId node) const {
        const Effects effects = reader_.whole_effects(node);
        return effects.has(Effect::Ends) || effects.has(Effect::Fails) || effects.has(Effect::Cancels)
               || effects.has(Effect::Throws) || calls_action(node);
    }

    [[nodiscard]] bool calls_action(NodeId node) const {
        const MeaningKind kind = reader_.meaning(node).kind;
        if (kind == MeaningKind::Action || kind == MeaningKind::BaseAction) {
            return true;
        }
        for (const NodeId child : tree_.children(node)) {
            if (calls_action(child)) {
                return true;
            }
        }
        return false;
    }

    // `p < player.count()` and its like, where p is a variable that holds a player.
    [[nodiscard]] std::optional<HopelessComparison> find_hopeless(NodeId condition) const {
        const NodeId infix = reader_.inside(condition);
        if (!infix.valid() || tree_.kind(infix) != NodeKind::Infix) {
            return std::nullopt;
        }
        const NodeId left = tree_.child(infix, Role::Operand);
        const NodeId right = tree_.node(left).next;
        if (!right.valid() || tree_.node(right).next.valid()) {
            return std::nullopt;
        }
        const TokenKind sign = tree_.token(tree_.operator_before(right)).kind;
        if (is_player_variable(left)) {
            return find_hopeless(left, sign, right);
        }
        return is_player_variable(right) ? find_hopeless(right, mirrored(sign), left) : std::nullopt;
    }

    [[nodiscard]] std::optional<HopelessComparison> find_hopeless(NodeId variable, TokenKind sign, NodeId bound) const {
        const std::optional<double> limit = reader_.constant_number(bound);
        const bool up_to_count = reader_.builtin_at_end(bound) == BuiltinId::PlayerCount;
        const double most = task_.program.max_players;
        switch (sign) {
        case TokenKind::Less:
            return up_to_count || (most > 0 && limit && *limit >= most)
                       ? std::optional(HopelessComparison{variable, bound, "below"})
                       : std::nullopt;
        case TokenKind::LessEqual:
            return up_to_count || is_last_player(bound) || (most > 0 && limit && *limit >= most - 1)
                       ? std::optional(HopelessComparison{variable, bound, "at most"})
                       : std::nullopt;
        case TokenKind::BangEqual:
            return up_to_count ? std::optional(HopelessComparison{variable, bound, "different from"}) : std::nullopt;
        case TokenKind::GreaterEqual:
            return limit && *limit <= 0 ? std::optional(HopelessComparison{variable, bound, "at least"}) : std::nullopt;
        case TokenKind::Greater:
            return limit && *limit < 0 ? std::optional(HopelessComparison{variable, bound, "above"}) : std::nullopt;
        default: return std::nullopt; // no comparison
        }
    }

    [[nodiscard]] static TokenKind mirrored(TokenKind sign) {
        switch (sign) {
        case TokenKind::Less: return TokenKind::Greater;
        case TokenKind::Greater: return TokenKind::Less;
        case TokenKind::LessEqual: return TokenKind::GreaterEqual;
        case TokenKind::GreaterEqual: return TokenKind::LessEqual;
        default: return sign; // the same from both sides
        }
    }

    // `player.count() - 1`
    [[nodiscard]] bool is_last_player(NodeId expression) const {
        const NodeId infix = reader_.inside(expression);
        if (tree_.kind(infix) != NodeKind::Infix) {
            return false;
        }
        const NodeId left = tree_.child(infix, Role::Operand);
        const NodeId right = tree_.node(left).next;
        return right.valid() && !tree_.node(right).next.valid()
               && tree_.token(tree_.operator_before(right)).kind == TokenKind::Minus
               && reader_.builtin_at_end(left) == BuiltinId::PlayerCount && reader_.constant_number(right) == 1.0;
    }

    [[nodiscard]] bool is_player_variable(NodeId node) const {
        const MeaningKind kind = reader_.meaning(node).kind;
        return tree_.kind(node) == NodeKind::Name && reader_.type_kind(node) == TypeKind::Player
               && (kind == MeaningKind::Local || kind == MeaningKind::Input);
    }

    void report_player_loop(NodeId loop, NodeId condition, const HopelessComparison& hopeless) {
        const Span bound = tree_.span(hopeless.bound);
        const std::string_view bound_text = tree_.source().text().substr(bound.begin, bound.end - bound.begin);
        Diagnostic& warning = task_.diagnostics.report(
            DiagnosticKind::CountsWithPlayer, tree_.span(condition), tree_.text(tree_.node(hopeless.variable).main),
            std::string(hopeless.relation) + " `" + std::string(bound_text) + "`");
        warning.with_help("after the last player comes the first again: count with a `number`, "
                          "or write `foreach (player p in player.all())`");
        const NodeId init = tree_.child(loop, Role::Init);
        const NodeId type =
            init.valid() && tree_.kind(init) == NodeKind::Local ? tree_.child(init, Role::Type) : NodeId();
        if (type.valid() && tree_.main_symbol(init) == tree_.main_symbol(hopeless.variable)) {
            warning.replace(tree_.span(type), "number");
        }
    }

    // `turn.pass(…);` to somebody who need not be the active player.
    [[nodiscard]] bool passes_to_another(NodeId statement) const {
        NodeId receiver;
        if (tree_.kind(statement) == NodeKind::OldPass) {
            receiver = tree_.child(statement, Role::Value);
        } else if (tree_.kind(statement) == NodeKind::Evaluate) {
            const NodeId value = tree_.child(statement, Role::Value);
            if (reader_.builtin_at_end(value) != BuiltinId::TurnPass) {
                return false;
            }
            receiver = reader_.argument(reader_.last_part(value), 0);
        } else {
            return false;
        }
        return !receiver.valid() || reader_.builtin_at_end(receiver) != BuiltinId::PlayerActive;
    }

    bool report_active(NodeId node, NodeId pass) {
        if (tree_.kind(node) == NodeKind::Postfix && reader_.builtin_at_end(node) == BuiltinId::PlayerActive) {
            task_.diagnostics.report(DiagnosticKind::ActiveAfterPass, tree_.span(node))
                .note(tree_.span(pass), "the turn is passed here, at once")
                .with_help("keep the player in a variable before the pass: `player me = player.active();`");
            return true;
        }
        for (const NodeId child : tree_.children(node)) {
            if (report_active(child, pass)) {
                return true;
            }
        }
        return false;
    }

    const WarningTask& task_;
    CodeReader reader_;
    const Tree& tree_;
};

} // namespace

void find_flow_warnings(const WarningTask& task) {
    for (const FileUnit& unit : task.program.files) {
        if (unit.tree && unit.tree->root().valid()) {
            FlowWarnings(task, unit.file).run();
        }
    }
}

} // namespace tgdl
