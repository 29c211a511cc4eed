// Prios of actions, goals, triggers and modifiers that are not plain numbers.
#include "check/prios.h"

#include "check/declaring.h"
#include "check/evaluate.h"

#include <algorithm>

namespace tgdl {

namespace {

// Calls `visit(expression, owner, set)` for each prio that is no plain number; `set(value)` keeps its value.
template <typename Visit>
void for_each_prio(CheckedProgram& program, Visit visit) {
    const auto look_at = [&](CodeRef place, NodeId prio, TypeDefId owner, auto set) {
        const Tree& tree = program.tree(place);
        if (prio.valid() && !constant_number(tree, prio) && tree.kind(prio) != NodeKind::Missing
            && tree.kind(prio) != NodeKind::Error) {
            visit(CodeRef{place.file, prio}, owner, set);
        }
    };
    for (std::size_t i = 0; i < program.actions.size(); ++i) {
        const CodeRef place = program.actions[i].place;
        const TypeDefId owner = program.actions[i].owner;
        look_at(place, prio_of(program.tree(place), place.node), owner,
                [&, i](double value) { program.actions[i].prio = value; });
        for (std::size_t k = 0; k < program.actions[i].triggers.size(); ++k) {
            const CodeRef trigger = program.actions[i].triggers[k].place;
            look_at(trigger, program.tree(trigger).child(trigger.node, Role::Prio), owner,
                    [&, i, k](double value) { program.actions[i].triggers[k].prio = value; });
        }
    }
    for (std::size_t i = 0; i < program.modifiers.size(); ++i) {
        const CodeRef place = program.modifiers[i].place;
        look_at(place, prio_of(program.tree(place), place.node), program.modifiers[i].owner,
                [&, i](double value) { program.modifiers[i].prio = value; });
    }
}

// An override without a prio has that of what it replaces.
void inherit_prios(CheckedProgram& program) {
    for (Action& action : program.actions) {
        const Action* with_prio = &action;
        while (with_prio->replaces.valid() && !prio_of(program.tree(with_prio->place), with_prio->place.node).valid()) {
            with_prio = &program.action(with_prio->replaces);
        }
        action.prio = with_prio->prio;
    }
}

} // namespace

std::vector<ConstantPrio> find_constant_prios(CheckedProgram& program) {
    std::vector<ConstantPrio> found;
    for_each_prio(program, [&](CodeRef expression, TypeDefId owner, auto) { found.push_back({expression, owner}); });
    return found;
}

void sort_modifiers(CheckedProgram& program) {
    for (Attribute& attribute : program.attributes) {
        std::ranges::sort(attribute.modifiers, [&](std::uint32_t left, std::uint32_t right) {
            const double left_prio = program.modifiers[left].prio;
            const double right_prio = program.modifiers[right].prio;
            return left_prio != right_prio ? left_prio > right_prio : left < right;
        });
    }
}

void finish_prios(CheckedProgram& program, ConstantEvaluator& evaluator, Diagnostics& diagnostics) {
    for_each_prio(program, [&](CodeRef expression, TypeDefId, auto set) {
        const Evaluated seen = evaluator.evaluate(expression);
        if (seen.status == Evaluated::Status::Known && seen.value.kind == ConstantValue::Kind::Number) {
            set(seen.value.number);
            return;
        }
        const TypeId type = program.files[expression.file.index()].types[expression.node.index()];
        const TypeKind kind = type.valid() ? program.types.kind(type) : TypeKind::Error;
        const bool is_number = kind == TypeKind::Number || kind == TypeKind::Player;
        if (seen.status != Evaluated::Status::Circle && is_number) { // another type was reported
            diagnostics.report(DiagnosticKind::PrioNotNumber, program.tree(expression).span(expression.node))
                .with_help("write a number, such as `prio 10` or `prio -1`, or a constant");
        }
    });
    inherit_prios(program);
    sort_modifiers(program);
}

} // namespace tgdl
