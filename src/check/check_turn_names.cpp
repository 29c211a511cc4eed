// Names of turns and phases that are written out in code: they must exist.
#include "check/body_checker.h"
#include "check/declare.h"
#include "check/suggest.h"
#include "syntax/lexer.h"

#include "base/nearest_name.h"

#include <algorithm>

namespace tgdl {

// The turn that a name written in this file means: one of its own or joined to it, `alias.Name` of an aliased import, else
// one that the whole program has under this name and that is not behind an alias here.
TurnId BodyChecker::find_turn(std::string_view name) const {
    const FileUnit& unit = program_.files[file_.index()];
    for (std::size_t i = program_.turns.size(); i-- > 0;) {
        const Turn& turn = program_.turns[i];
        const auto found = unit.visible.find(turn.name);
        if (program_.text(turn.name) == name && found != unit.visible.end() && found->second.place == turn.place) {
            return TurnId(i);
        }
    }
    for (std::size_t i = 0; i < program_.turns.size(); ++i) {
        const Turn& turn = program_.turns[i];
        const auto import = std::ranges::find_if(unit.imports, [&](const FileUnit::Import& one) {
            return one.alias.valid() && one.file == turn.place.file;
        });
        const bool aliased = import != unit.imports.end();
        const std::string own(program_.text(turn.name));
        if ((aliased ? text(import->alias) + "." + own : own) == name) {
            return TurnId(i);
        }
    }
    return {};
}

// The names by which this file may use turns.
std::vector<std::string> BodyChecker::turn_names() const {
    const FileUnit& unit = program_.files[file_.index()];
    std::vector<std::string> names;
    for (const Turn& turn : program_.turns) {
        const auto import = std::ranges::find_if(unit.imports, [&](const FileUnit::Import& one) {
            return one.alias.valid() && one.file == turn.place.file;
        });
        names.push_back((import == unit.imports.end() ? "" : text(import->alias) + ".") + text(turn.name));
    }
    return names;
}

// `turn.use("Day", "Noon")`, `turn.pass(p, "Noon")`: names that are written out must exist. Gives the turn that is named.
TurnId BodyChecker::check_turn_names(const Builtin& entry, NodeId call) {
    NodeId first;
    NodeId second;
    for (const NodeId argument : tree_->children(call, Role::Item)) {
        (first.valid() ? second : first) = child(argument, Role::Value);
    }
    TurnId turn;
    if (entry.id == BuiltinId::TurnUse && first.valid() && literal_text(first).valid()) {
        turn = check_turn_name(first);
        if (!turn.valid()) {
            return {};
        }
    }
    if (second.valid()) {
        check_phase_name(second, turn);
    }
    return turn;
}

// The turn that a written name means; told when there is none. None: it is no text that is written out.
TurnId BodyChecker::check_turn_name(NodeId expression) {
    const NodeId literal = literal_text(expression);
    if (!literal.valid()) {
        return {};
    }
    const std::string name = string_value(tree_->text(tree_->node(literal).main));
    const TurnId turn = find_turn(name);
    if (turn.valid()) {
        return turn;
    }
    Diagnostic& problem = report(DiagnosticKind::UnknownTurnName, span(literal), name);
    const std::vector<std::string> names = turn_names();
    const auto behind_alias =
        std::ranges::find_if(names, [&](const std::string& one) { return one.ends_with("." + name); });
    const std::string near(behind_alias != names.end()
                               ? std::string_view(*behind_alias)
                               : nearest_name(name, std::vector<std::string_view>(names.begin(), names.end())));
    if (!near.empty()) {
        problem.with_help("did you mean \"" + near + "\"?").replace(span(literal), "\"" + near + "\"");
    }
    return {};
}

void BodyChecker::check_phase_name(NodeId expression, TurnId turn) {
    const NodeId literal = literal_text(expression);
    if (!literal.valid()) {
        return;
    }
    const std::string name = string_value(tree_->text(tree_->node(literal).main));
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < program_.turns.size(); ++i) {
        if (turn.valid() && turn.index() != i) {
            continue;
        }
        for (const Phase& phase : program_.turns[i].phases) {
            names.push_back(program_.text(phase.name));
            if (names.back() == name) {
                return;
            }
        }
    }
    if (program_.turns.empty() && name == "default") {
        return; // the one turn of a game without any has one phase
    }
    const std::string who = turn.valid() ? "the turn `" + text(program_.turns[turn.index()].name) + "`" : "the game";
    Diagnostic& problem = report(DiagnosticKind::UnknownPhaseName, span(literal), who, name);
    const std::string_view near = nearest_name(name, names);
    if (!near.empty()) {
        problem.with_help("did you mean \"" + std::string(near) + "\"?")
            .replace(span(literal), "\"" + std::string(near) + "\"");
    }
}

} // namespace tgdl
