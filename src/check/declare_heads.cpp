// Heads of attributes, functions, actions and goals: types, inputs, prio, which clauses there are.
#include "check/declaring.h"
#include "syntax/words.h"

#include <fmt/format.h>

namespace tgdl {

namespace {

void declare_attribute(Declaring& declaring, std::size_t index) {
    CheckedProgram& program = declaring.program;
    const CodeRef place = program.attributes[index].place;
    if (!place.valid()) {
        return; // predefined
    }
    const Tree& tree = declaring.tree(place);
    const NodeId type_node = tree.child(place.node, Role::Type);
    TypeId type = program.types.error;
    if (type_node.valid()) {
        type = resolve_type(program, place.file, type_node, declaring.diagnostics);
    } else if (!is_misread(program, place)) {
        declaring.diagnostics
            .report(DiagnosticKind::AttributeWithoutType, tree.name_span(place.node),
                    program.text(tree.main_symbol(place.node)))
            .with_help("say what it holds: `returns number;`");
    }
    program.attributes[index].type = type;
}

// The first `return` with a value in the code of a function, and whether there is one. Filters return for themselves.
NodeId returned_value(const Tree& tree, NodeId node) {
    switch (tree.kind(node)) {
    case NodeKind::Return: return tree.child(node, Role::Value);
    case NodeKind::Block:
    case NodeKind::If:
    case NodeKind::While:
    case NodeKind::For:
    case NodeKind::ForEach: break;
    default: return {};
    }
    for (const NodeId child : tree.children(node)) {
        if (const NodeId found = returned_value(tree, child); found.valid()) {
            return found;
        }
    }
    return {};
}

bool report_returned_value(Declaring& declaring, FunctionId id) {
    const Function& function = declaring.program.function(id);
    const Tree& tree = declaring.tree(function.place);
    const NodeId effect = tree.child(function.place.node, Role::Effect);
    const NodeId value =
        effect.valid() && !tree.has(function.place.node, Role::Override) ? returned_value(tree, effect) : NodeId();
    if (!value.valid()) {
        return false;
    }
    if (is_misread(declaring.program, function.place)) {
        return true;
    }
    const bool short_form = tree.kind(function.place.node) == NodeKind::ShortFunction;
    const std::string name(declaring.program.text(function.name));
    declaring.diagnostics.report(DiagnosticKind::ReturnsNotDeclared, tree.name_span(function.place.node), name)
        .note(tree.span(value), "this is given back")
        .with_help(short_form ? "write its type before its name, such as `function number " + name + "(…)`"
                              : std::string("say it in its head, such as `returns number;`"));
    return true;
}

void declare_function(Declaring& declaring, FunctionId id) {
    CheckedProgram& program = declaring.program;
    const CodeRef place = program.function(id).place;
    const Tree& tree = declaring.tree(place);
    const NodeId returns = tree.child(place.node, Role::Returns);
    TypeId type =
        returns.valid() ? resolve_type(program, place.file, returns, declaring.diagnostics) : program.types.nothing;
    if (!returns.valid() && report_returned_value(declaring, id)) {
        type = program.types.error; // told once; whoever calls it is not to blame
    }
    std::vector<InputId> inputs = make_inputs(declaring, place, Role::Parameter, InputPlace::Function);
    const bool has_effect = tree.child(place.node, Role::Effect).valid();
    Function& function = program.functions[id.index()];
    function.returns = type;
    function.inputs = std::move(inputs);
    function.has_effect = has_effect;

    const NodeId override_word = tree.child(place.node, Role::Override);
    if (!function.owner.valid() && override_word.valid()) {
        declaring.diagnostics.report(DiagnosticKind::OverrideOutsideType, tree.span(override_word))
            .with_help("to change a function of a class, write it inside `extend class … { }`");
    }
    const bool of_enum = function.owner.valid() && program.def(function.owner).kind == DefKind::Enum;
    if (!has_effect && (!function.owner.valid() || of_enum || override_word.valid()) && !is_misread(program, place)) {
        Diagnostic& diagnostic = declaring.diagnostics.report(DiagnosticKind::EffectMissing, tree.name_span(place.node),
                                                              "function", program.text(function.name));
        diagnostic.with_help(of_enum                  ? "nothing derives from an enum: say what its function does"
                             : function.owner.valid() ? "an override gives a new `effect { … }`"
                                                      : "only a function inside a type may leave its effect to others");
    }
}

void declare_action(Declaring& declaring, ActionId id) {
    CheckedProgram& program = declaring.program;
    const CodeRef place = program.action(id).place;
    const Tree& tree = declaring.tree(place);
    std::vector<InputId> inputs = make_inputs(declaring, place, Role::Input, InputPlace::Clause);
    const NodeId effect = tree.child(place.node, Role::Effect);
    Action& action = program.actions[id.index()];
    action.inputs = std::move(inputs);
    if (effect.valid()) {
        action.effect = {place.file, effect};
    } else if (!is_misread(program, place)) {
        // What an override adds beside an effect leaves that of the base as it is (docs/reference/classes.md#24).
        const bool adds = prio_of(tree, place.node).valid() || !tree.children(place.node, Role::Item).empty();
        const bool replaces = tree.has(place.node, Role::Override);
        if (!replaces || !adds) {
            declaring.diagnostics
                .report(replaces ? DiagnosticKind::EffectMissing : DiagnosticKind::NoEffectYet,
                        tree.name_span(place.node), action.is_goal ? "goal" : "action", program.text(action.name))
                .with_help(replaces ? "an override gives a new `effect { … }`" : "say what it does: `effect { … }`");
        }
    }
    for (const NodeId item : tree.children(place.node, Role::Item)) {
        if (tree.kind(item) == NodeKind::Require) {
            action.requirements.push_back({place.file, item});
        }
    }
    action.prio = declared_prio(tree, place.node);
    const NodeId override_word = tree.child(place.node, Role::Override);
    if (!action.owner.valid() && override_word.valid()) {
        declaring.diagnostics.report(DiagnosticKind::OverrideOutsideType, tree.span(override_word))
            .with_help("to change an action of a class, write it inside `extend class … { }`");
    }
}

} // namespace

NodeId prio_of(const Tree& tree, NodeId action) {
    if (const NodeId head = tree.child(action, Role::Prio); head.valid()) {
        return head;
    }
    for (const NodeId item : tree.children(action, Role::Item)) {
        if (tree.kind(item) == NodeKind::PrioClause) {
            return tree.child(item, Role::Prio);
        }
    }
    return {};
}

double declared_prio(const Tree& tree, NodeId action) {
    const NodeId prio = prio_of(tree, action);
    return prio.valid() ? constant_number(tree, prio).value_or(0) : 0;
}

void declare_heads(Declaring& declaring) {
    CheckedProgram& program = declaring.program;
    for (std::size_t i = 0; i < program.attributes.size(); ++i) {
        declare_attribute(declaring, i);
    }
    for (std::size_t i = 0; i < program.functions.size(); ++i) {
        declare_function(declaring, FunctionId(i));
    }
    for (std::size_t i = 0; i < program.actions.size(); ++i) {
        declare_action(declaring, ActionId(i));
    }
}

} // namespace tgdl
