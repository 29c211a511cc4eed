#include "check/warnings_by_theme.h"

#include <string>

namespace tgdl {

namespace {

class ValueWarnings {
public:
    ValueWarnings(const WarningTask& task, FileId file)
        : task_(task), reader_(task.program, file), tree_(reader_.tree()) {}

    void run() { visit(tree_.root()); }

private:
    void visit(NodeId node) {
        if (tree_.kind(node) == NodeKind::Evaluate) {
            check_lost_value(node);
        } else if (tree_.kind(node) == NodeKind::Winner) {
            check_winner(node);
        }
        for (const NodeId child : tree_.children(node)) {
            visit(child);
        }
    }

    void check_lost_value(NodeId statement) {
        const NodeId value = reader_.inside(tree_.child(statement, Role::Value));
        if (!value.valid() || tree_.kind(value) == NodeKind::Missing || tree_.kind(value) == NodeKind::Error) {
            return;
        }
        const TypeKind kind = reader_.type_kind(value);
        if (kind == TypeKind::Error || kind == TypeKind::Nothing || !reader_.whole_effects(value).empty()) {
            return;
        }
        Diagnostic& warning = task_.diagnostics.report(DiagnosticKind::LostValue, tree_.span(value));
        const TokenId sign = comparison_sign(value);
        if (sign.valid()) {
            warning.with_help("`==` asks whether two things are equal; to change the left one write `=`")
                .replace(tree_.span(sign), "=");
        } else if (tree_.kind(value) == NodeKind::New) {
            warning.with_help("keep it in a variable, a list or an attribute: what nothing holds is gone at once");
        } else {
            warning.with_help("use the value, or remove the line");
        }
    }

    // The `==` of `a == b`, none when it is something else.
    [[nodiscard]] TokenId comparison_sign(NodeId expression) const {
        if (tree_.kind(expression) != NodeKind::Infix) {
            return {};
        }
        const NodeId left = tree_.child(expression, Role::Operand);
        const NodeId right = left.valid() ? tree_.node(left).next : NodeId();
        if (!right.valid() || tree_.node(right).next.valid()) {
            return {};
        }
        const TokenId sign = tree_.operator_before(right);
        return tree_.token(sign).kind == TokenKind::EqualEqual ? sign : TokenId();
    }

    void check_winner(NodeId statement) {
        const NodeId value = tree_.child(statement, Role::Value);
        if (value.valid() && !tree_.has(statement, Role::Mode) && tree_.children(statement, Role::Value).size() == 1
            && reader_.builtin_at_end(value) == BuiltinId::PlayerAll) {
            task_.diagnostics.report(DiagnosticKind::WinnerAll, tree_.span(value))
                .with_help("if all players share the first place, write `draw;`")
                .replace(tree_.span(statement), "draw;");
        }
    }

    const WarningTask& task_;
    CodeReader reader_;
    const Tree& tree_;
};

// Requires and triggers that say `return false;` and nothing else.
void check_conditions(const WarningTask& task, const Action& action) {
    const std::string name = "`" + std::string(task.program.text(action.name)) + "`";
    const auto never_holds = [&task](CodeRef clause) {
        if (!clause.valid()) {
            return false;
        }
        const CodeReader reader(task.program, clause.file);
        return reader.constant_block(reader.tree().child(clause.node, Role::Body)) == false;
    };
    for (const CodeRef& clause : action.requirements) {
        if (never_holds(clause)) {
            task.diagnostics.report(DiagnosticKind::NeverHolds, task.program.tree(clause).span(clause.node), "require",
                                    name + " never happens");
        }
    }
    for (const ActionTrigger& trigger : action.triggers) {
        if (never_holds(trigger.place)) {
            task.diagnostics.report(DiagnosticKind::NeverHolds,
                                    task.program.tree(trigger.place).span(trigger.place.node), "trigger",
                                    "it never starts " + name);
        }
    }
}

} // namespace

void find_value_warnings(const WarningTask& task) {
    for (const FileUnit& unit : task.program.files) {
        if (unit.tree && unit.tree->root().valid()) {
            ValueWarnings(task, unit.file).run();
        }
    }
    for (const Action& action : task.program.actions) {
        check_conditions(task, action);
    }
}

} // namespace tgdl
