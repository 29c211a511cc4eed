// Triggers of actions and goals: events, changes of attributes, actions before and after they happen.
#include "check/declaring.h"
#include "syntax/words.h"

#include <fmt/format.h>
#include <map>
#include <tuple>

namespace tgdl {

namespace {

class TriggerDeclaring {
public:
    explicit TriggerDeclaring(Declaring& declaring)
        : declaring_(declaring), program_(declaring.program), diagnostics_(declaring.diagnostics) {}

    void declare(ActionId id) {
        const CodeRef place = program_.action(id).place;
        const Tree& tree = declaring_.tree(place);
        std::vector<ActionTrigger> triggers;
        for (const NodeId item : tree.children(place.node, Role::Item)) {
            if (tree.kind(item) != NodeKind::Trigger) {
                continue;
            }
            ActionTrigger trigger;
            trigger.place = {place.file, item};
            if (resolve(trigger, id)) {
                trigger.event_type = program_.def(trigger.event).type;
            } else {
                trigger.event = {};
                trigger.event_type = program_.types.error;
            }
            if (const NodeId prio = tree.child(item, Role::Prio); prio.valid()) {
                trigger.prio = constant_number(tree, prio).value_or(0);
            }
            triggers.push_back(trigger);
        }
        Action& action = program_.actions[id.index()];
        if (action.is_goal && triggers.size() > 1) {
            diagnostics_
                .report(DiagnosticKind::GoalWithTriggers, tree.name_span(triggers[1].place.node),
                        program_.text(action.name))
                .note(tree.name_span(triggers[0].place.node), "the first one is here")
                .with_help("make it an action, or write one goal for each event");
        }
        action.triggers = std::move(triggers);
    }

    // An action observes an event once, what its override adds included.
    void check_once(ActionId id) {
        tsl::robin_map<TypeDefId, CodeRef> seen;
        const Action& action = program_.action(id);
        if (action.triggers.empty() || action.is_goal) {
            return;
        }
        for (ActionId at = action.replaces; at.valid(); at = program_.action(at).replaces) {
            for (const ActionTrigger& trigger : program_.action(at).triggers) {
                seen.emplace(trigger.event, trigger.place);
            }
        }
        for (const ActionTrigger& trigger : action.triggers) {
            if (!trigger.event.valid()) {
                continue;
            }
            const auto [first, added] = seen.emplace(trigger.event, trigger.place);
            if (!added) {
                const Tree& tree = declaring_.tree(trigger.place);
                diagnostics_
                    .report(DiagnosticKind::TriggerTwice, tree.span(tree.child(trigger.place.node, Role::Target)),
                            program_.text(action.name), program_.text(program_.def(trigger.event).name))
                    .note(declaring_.name_span(first->second), "the first trigger is here")
                    .with_help("join the conditions with `or` in one trigger");
            }
        }
    }

private:
    // `trigger Dig;`, `trigger Miner.Dig;`: the event is that the action happens.
    bool refuse_action_as_event(NodeId target, const Tree& tree, ActionId reacting) {
        const FileId file = program_.action(reacting).place.file;
        const DefinitionMap& visible = program_.files[file.index()].visible;
        const Symbol name = tree.main_symbol(target);
        const NodeId before = tree.child(target, Role::Name);
        const auto found = visible.find(before.valid() ? tree.main_symbol(before) : name);
        const bool is_type = found != visible.end() && found->second.kind == DefinitionKind::Type;
        TypeDefId owner = before.valid() ? TypeDefId() : program_.action(reacting).owner;
        if (before.valid() && is_type) {
            owner = TypeDefId(found->second.index);
        }
        const Member* const member = owner.valid() ? program_.find_member(owner, name) : nullptr;
        const bool is_member = member != nullptr && member->kind == MemberKind::Action && (before.valid() || !is_type);
        const bool is_top_level =
            !before.valid() && found != visible.end()
            && (found->second.kind == DefinitionKind::Action || found->second.kind == DefinitionKind::Goal);
        if (!is_member && !is_top_level) {
            return false;
        }
        const std::string full = (is_member ? std::string(program_.text(program_.def(owner).name)) + "." : "")
                                 + std::string(program_.text(name));
        diagnostics_.report(DiagnosticKind::WrongKindOfName, tree.span(target), full, "an action", "an event")
            .with_help(
                fmt::format("write `trigger after action {0};` to react to it, `before action {0}` to come before "
                            "it",
                            full))
            .replace(tree.span(target), "after action " + full);
        return true;
    }

    bool resolve(ActionTrigger& trigger, ActionId action) {
        const Tree& tree = declaring_.tree(trigger.place);
        const NodeId target = tree.child(trigger.place.node, Role::Target);
        if (!target.valid() || tree.kind(target) != NodeKind::TypeName || !tree.main_symbol(target).valid()) {
            return false; // reported by the parser
        }
        const NodeId mode = tree.child(trigger.place.node, Role::Mode);
        const Symbol mode_word = mode.valid() ? tree.main_symbol(mode) : Symbol();
        if (mode_word == word::change) {
            trigger.mode = ActionTrigger::Mode::Change;
            return resolve_change(trigger, target);
        }
        if (mode_word == word::before || mode_word == word::after) {
            trigger.mode = mode_word == word::before ? ActionTrigger::Mode::Before : ActionTrigger::Mode::After;
            return resolve_action(trigger, target, program_.action(action).owner);
        }
        if (refuse_action_as_event(target, tree, action)) {
            return false;
        }
        trigger.event = resolve_definition(program_, trigger.place.file, target, DefKind::Event, diagnostics_);
        return trigger.event.valid();
    }

    bool resolve_change(ActionTrigger& trigger, NodeId target) {
        const Tree& tree = declaring_.tree(trigger.place);
        const std::vector<NodeId> words = words_before(tree, target);
        const Span span = tree.name_span(target);
        const Symbol name = tree.main_symbol(target);
        if (words.empty()) {
            diagnostics_.report(DiagnosticKind::NotObservable, span, program_.text(name))
                .with_help(fmt::format("say whose attribute it is: `trigger change Player.{}`", program_.text(name)));
            return false;
        }
        const TypeDefId type = type_of_words(declaring_, trigger.place.file, words);
        if (!type.valid()) {
            return false;
        }
        const std::string_view type_name = program_.text(program_.def(type).name);
        const Member* member = program_.find_member(type, name);
        if (member == nullptr || member->kind != MemberKind::Attribute) {
            const bool turns =
                member == nullptr && program_.text(name) == "turned"
                && (program_.def(type).kind == DefKind::Tile || program_.def(type).kind == DefKind::Interactable);
            if (turns) {
                diagnostics_.report(DiagnosticKind::NotObservable, span, program_.text(name))
                    .with_help("the game itself keeps it; observe the action that turns it, or throw an event there");
            } else if (is_predefined_member(program_.def(type).kind, program_.text(name))) {
                diagnostics_.report(DiagnosticKind::NotObservable, span, program_.text(name))
                    .with_help("the game itself keeps it; observe an event such as `MoveEvent` or `AssignEvent`");
            } else if (!program_.def(type).incomplete) {
                Diagnostic& diagnostic =
                    diagnostics_.report(DiagnosticKind::UnknownAttribute, span, type_name, program_.text(name));
                suggest_member(diagnostic, span, name, type, MemberKind::Attribute);
            }
            return false;
        }
        const AttributeId attribute(member->index);
        if (program_.attribute(attribute).read_only) {
            diagnostics_.report(DiagnosticKind::NotObservable, span, program_.text(name)).with_help("it never changes");
            return false;
        }
        if (program_.computed_in(type, attribute).valid()) {
            diagnostics_.report(DiagnosticKind::NotObservable, span, program_.text(name))
                .with_help("it is computed and has no stored value; observe the attributes that it is worked out from");
            return false;
        }
        trigger.attribute = attribute;
        trigger.event = change_event(type, attribute);
        return true;
    }

    // `owner`: the type in which the trigger stands, if any.
    bool resolve_action(ActionTrigger& trigger, NodeId target, TypeDefId owner) {
        const Tree& tree = declaring_.tree(trigger.place);
        const std::vector<NodeId> words = words_before(tree, target);
        const Symbol name = tree.main_symbol(target);
        const Span span = tree.name_span(target);
        const DefinitionMap* top_level = &program_.files[trigger.place.file.index()].visible;
        if (words.size() == 1) {
            top_level = definitions_of_alias(program_, trigger.place.file, tree.main_symbol(words.front()));
        }
        TypeDefId type;
        if (words.empty() || (words.size() == 1 && top_level != nullptr)) {
            const auto found = top_level->find(name);
            const bool is_action =
                found != top_level->end()
                && (found->second.kind == DefinitionKind::Action || found->second.kind == DefinitionKind::Goal);
            if (!is_action) {
                report_unknown_action(span, name, *top_level, words.empty() ? owner : TypeDefId());
                return false;
            }
            trigger.action = ActionId(found->second.index);
        } else {
            type = type_of_words(declaring_, trigger.place.file, words);
            if (!type.valid()) {
                return false;
            }
            const Member* member = program_.find_member(type, name);
            if (member == nullptr || member->kind != MemberKind::Action) {
                if (!program_.def(type).incomplete) {
                    Diagnostic& diagnostic = diagnostics_.report(
                        DiagnosticKind::UnknownAction, span,
                        fmt::format("{}.{}", program_.text(program_.def(type).name), program_.text(name)));
                    suggest_member(diagnostic, span, name, type, MemberKind::Action);
                }
                return false;
            }
            trigger.action = ActionId(member->index);
        }
        trigger.event = action_event(trigger.mode, type, trigger.action);
        return true;
    }

    void report_unknown_action(Span span, Symbol name, const DefinitionMap& definitions, TypeDefId owner) {
        Diagnostic& diagnostic = diagnostics_.report(DiagnosticKind::UnknownAction, span, program_.text(name));
        const Member* const member = owner.valid() ? program_.find_member(owner, name) : nullptr;
        if (member != nullptr && member->kind == MemberKind::Action) {
            const std::string full = fmt::format("{}.{}", program_.text(program_.def(owner).name), program_.text(name));
            diagnostic.with_help(fmt::format("an action of a class is written with it: `{}`", full))
                .replace(span, full);
            return;
        }
        diagnostic.with_help("an action of a class is written with it: `before action Class.Name`");
        suggest_definition(declaring_, diagnostic, span, name, definitions, [](DefinitionKind kind) {
            return kind == DefinitionKind::Action || kind == DefinitionKind::Goal;
        });
    }

    void suggest_member(Diagnostic& diagnostic, Span span, Symbol wrong, TypeDefId type, MemberKind kind) {
        if (suggests(diagnostics_)) {
            suggest(diagnostics_, diagnostic, span, program_.text(wrong), member_names(program_, type, kind));
        }
    }

    TypeDefId make_event(const std::string& name) {
        const TypeDefId id(program_.type_defs.size());
        TypeDef def;
        def.name = program_.names.intern(name);
        def.kind = DefKind::Event;
        def.predefined = true;
        def.type = program_.types.instance(id);
        program_.type_defs.push_back(std::move(def));
        return id;
    }

    enum class Access : std::uint8_t { ReadOnly, Assignable };
    void add_attribute(TypeDefId event, Symbol name, TypeId type, Access access = Access::ReadOnly) {
        const AttributeId id(program_.attributes.size());
        TypeDef& def = program_.def(event);
        if (!name.valid() || !def.members.emplace(name, Member{MemberKind::Attribute, id.value, {}}).second) {
            return; // an input called `who` gives way
        }
        def.attributes.push_back(id);
        Attribute attribute;
        attribute.name = name;
        attribute.owner = event;
        attribute.type = type;
        attribute.read_only = access == Access::ReadOnly;
        program_.attributes.push_back(attribute);
    }

    TypeDefId change_event(TypeDefId type, AttributeId attribute) {
        const Key key{ActionTrigger::Mode::Change, type.value, attribute.value};
        const auto known = events_.find(key);
        if (known != events_.end()) {
            return known->second;
        }
        const Attribute seen = program_.attribute(attribute);
        const TypeDefId event =
            make_event(fmt::format("change {}.{}", program_.text(program_.def(type).name), program_.text(seen.name)));
        add_attribute(event, program_.names.intern("object"), program_.def(type).type);
        add_attribute(event, program_.names.intern("old"), seen.type);
        add_attribute(event, program_.names.intern("new"), seen.type);
        events_.emplace(key, event);
        return event;
    }

    // `type` is none for an action at top level.
    TypeDefId action_event(ActionTrigger::Mode mode, TypeDefId type, ActionId action) {
        const Key key{mode, type.value, program_.action(action).slot.value};
        const auto known = events_.find(key);
        if (known != events_.end()) {
            return known->second;
        }
        const Symbol action_name = program_.action(action).name;
        const std::string target =
            type.valid() ? fmt::format("{}.{}", program_.text(program_.def(type).name), program_.text(action_name))
                         : std::string(program_.text(action_name));
        const TypeDefId event =
            make_event(fmt::format("{} action {}", mode == ActionTrigger::Mode::Before ? "before" : "after", target));
        if (type.valid()) {
            add_attribute(event, program_.names.intern("object"), program_.def(type).type);
        }
        add_attribute(event, program_.names.intern("who"), program_.types.player);
        add_attribute(event, program_.names.intern("prevented"), program_.types.boolean);
        const std::vector<InputId> inputs = program_.action(action).inputs;
        const Access access = mode == ActionTrigger::Mode::Before ? Access::Assignable : Access::ReadOnly;
        for (const InputId input : inputs) {
            add_attribute(event, program_.input(input).name, program_.variable_type(input), access);
        }
        events_.emplace(key, event);
        return event;
    }

    using Key = std::tuple<ActionTrigger::Mode, std::uint32_t, std::uint32_t>;

    Declaring& declaring_;
    CheckedProgram& program_;
    Diagnostics& diagnostics_;
    std::map<Key, TypeDefId> events_; // those made for changes and actions
};

// An input that has the name of an attribute hides it; people lose hours to that.
void warn_of_hidden_attributes(Declaring& declaring, TypeDefId owner, const std::vector<InputId>& inputs) {
    CheckedProgram& program = declaring.program;
    for (const InputId id : inputs) {
        const Input& input = program.input(id);
        const Member* member = owner.valid() && input.name.valid() ? program.find_member(owner, input.name) : nullptr;
        if (member == nullptr || member->kind != MemberKind::Attribute) {
            continue;
        }
        Diagnostic& diagnostic =
            declaring.diagnostics.report(DiagnosticKind::InputRepeatsAttribute, declaring.name_span(input.place),
                                         program.text(input.name), program.text(program.def(owner).name));
        if (member->place.valid()) {
            diagnostic.note(declaring.name_span(member->place), "the attribute");
        }
        diagnostic.with_help(fmt::format("the attribute is still reached as `this.{}`", program.text(input.name)));
    }
}

} // namespace

void declare_triggers(Declaring& declaring) {
    CheckedProgram& program = declaring.program;
    TriggerDeclaring triggers(declaring);
    for (std::size_t i = 0; i < program.actions.size(); ++i) {
        triggers.declare(ActionId(i));
    }
    for (std::size_t i = 0; i < program.actions.size(); ++i) {
        triggers.check_once(ActionId(i));
    }
    for (const Function& function : program.functions) {
        if (!function.replaces.valid() && function.kind == FunctionKind::Named) { // the others: with their code
            warn_of_hidden_attributes(declaring, function.owner, function.inputs);
        }
    }
    for (const Action& action : program.actions) {
        if (!action.replaces.valid()) {
            warn_of_hidden_attributes(declaring, action.owner, action.inputs);
        }
    }
}

} // namespace tgdl
