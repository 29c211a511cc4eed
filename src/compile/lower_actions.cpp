#include "compile/lower_actions.h"

#include "compile/code_lowering.h"
#include "compile/find_flags.h"
#include "compile/lower_code.h"
#include "syntax/lexer.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace tgdl {

namespace {

constexpr Register kFirstInput = 2;

std::vector<NamedRegister> head_registers(HeadUses uses) {
    if (uses == HeadUses::ThisAndEvent) {
        return {register_this(), register_event()};
    }
    return {NamedRegister{}, NamedRegister{}};
}

class ActionLowering {
public:
    explicit ActionLowering(Lowering& lowering)
        : lowering_(lowering),
          checked_(lowering.checked),
          program_(lowering.program),
          failing_(lowering.checked),
          own_requirements_(lowering.checked.actions.size()),
          own_triggers_(lowering.checked.actions.size()) {}

    void lower() {
        find_order();
        find_action_events();
        for (const ActionId id : by_order_) {
            lower_own(id);
        }
        for (const ActionId id : by_order_) {
            join(id);
        }
        list_game_actions();
        find_observers();
    }

private:
    [[nodiscard]] ActionId first_of(ActionId id) const {
        const ActionId slot = checked_.action(id).slot;
        return slot.valid() ? slot : id;
    }
    [[nodiscard]] std::string title_of(ActionId id) const {
        const Action& action = checked_.action(id);
        const std::string name(checked_.text(action.name));
        return action.owner.valid() ? std::string(checked_.text(checked_.def(action.owner).name)) + "." + name : name;
    }

    // Declarations in order of the text, imported files first.
    void find_order() {
        std::vector<std::uint32_t> file_order(checked_.files.size(), 0);
        for (std::size_t i = 0; i < checked_.import_order.size(); ++i) {
            file_order[checked_.import_order[i].index()] = static_cast<std::uint32_t>(i);
        }
        for (std::size_t i = 0; i < checked_.actions.size(); ++i) {
            by_order_.emplace_back(i);
        }
        const auto place = [&](ActionId id) {
            const CodeRef ref = checked_.action(id).place;
            return std::pair(file_order[ref.file.index()], checked_.tree(ref).span(ref.node).begin);
        };
        std::sort(by_order_.begin(), by_order_.end(),
                  [&](ActionId a, ActionId b) { return std::pair(place(a), a) < std::pair(place(b), b); });
        order_.resize(checked_.actions.size());
        for (std::size_t i = 0; i < by_order_.size(); ++i) {
            order_[by_order_[i].index()] = static_cast<std::uint32_t>(i);
        }
    }

    // ---- what a declaration itself gives

    void lower_own(ActionId id) {
        const Action& action = checked_.action(id);
        const std::string title = title_of(id);
        for (const CodeRef require : action.requirements) {
            own_requirements_[id.index()].push_back(lower_requirement(require, title));
        }
        for (const ActionTrigger& trigger : action.triggers) {
            own_triggers_[id.index()].push_back(lower_trigger(trigger, title));
        }
        if (first_of(id) == id) {
            inputs_[id] = lower_head_inputs(lowering_, action.inputs, HeadUses::ThisAndEvent, title);
        }
        const BodyId effect = lowering_.bodies.find(action.effect);
        ChunkShape shape{title, head_registers(HeadUses::ThisAndEvent)};
        for (const InputId input : action.inputs) {
            shape.parameters.push_back(register_input(input));
        }
        Chunk chunk =
            effect.valid() ? lower_chunk(lowering_, effect, action.effect.node, shape) : lower_no_effect(action, title);
        program_.chunks[lowering_.actions[id.index()].chunk] = std::move(chunk);
    }

    // Of an action that does nothing yet.
    [[nodiscard]] Chunk lower_no_effect(const Action& action, const std::string& title) {
        ChunkShape shape{title, head_registers(HeadUses::Nothing)};
        for (const InputId input : action.inputs) {
            shape.parameters.push_back(register_input(input));
        }
        ChunkWriter writer(static_cast<Register>(shape.parameters.size()));
        declare_parameters(lowering_, writer, {}, shape);
        writer.emit(Operation::ReturnNothing);
        return writer.finish(shape.name);
    }

    Condition lower_requirement(CodeRef require, const std::string& title) {
        const Tree& tree = checked_.tree(require);
        Condition condition;
        condition.place = lowering_.place_of(require);
        condition.source = source_line(lowering_, tree.span(require.node));
        const BodyId body = lowering_.bodies.find(require.file, tree.child(require.node, Role::Body));
        const ChunkShape shape{"require of " + title, head_registers(HeadUses::ThisAndEvent)};
        condition.chunk = lower_body(lowering_, body, shape, checked_.types.boolean);
        const NodeId reason = tree.child(require.node, Role::Text);
        if (!reason.valid()) {
            return condition;
        }
        if (tree.kind(reason) == NodeKind::StringLiteral) {
            condition.reason = lowering_.text_index(string_value(tree.text(tree.node(reason).main)));
        } else {
            condition.reason_chunk = lower_part(lowering_, body, reason, shape, checked_.types.string);
        }
        return condition;
    }

    Trigger lower_trigger(const ActionTrigger& trigger, const std::string& title) {
        const Tree& tree = checked_.tree(trigger.place);
        Trigger lowered;
        lowered.event = lowering_.class_of(trigger.event);
        lowered.place = lowering_.place_of(trigger.place);
        lowered.has_prio = trigger.prio.has_value();
        lowered.prio = trigger.prio.value_or(0);
        const NodeId block = tree.child(trigger.place.node, Role::Body);
        const BodyId body = lowering_.bodies.find(trigger.place.file, block);
        const bool always = !body.valid() || CodeReader(checked_, trigger.place.file).constant_block(block) == true;
        if (!always) {
            lowered.chunk = lower_body(lowering_, body, {"trigger of " + title, head_registers(HeadUses::ThisAndEvent)},
                                       checked_.types.boolean);
        }
        return lowered;
    }

    // ---- before and after

    void find_action_events() {
        std::vector<bool> known(checked_.type_defs.size());
        for (const Action& action : checked_.actions) {
            for (const ActionTrigger& trigger : action.triggers) {
                const bool of_action =
                    trigger.mode == ActionTrigger::Mode::Before || trigger.mode == ActionTrigger::Mode::After;
                if (of_action && trigger.event.valid() && !known[trigger.event.index()]) {
                    known[trigger.event.index()] = true;
                    add_action_event(trigger);
                }
            }
        }
    }

    void add_action_event(const ActionTrigger& trigger) {
        ActionInfo::ActionEvent action_event;
        action_event.event = lowering_.class_of(trigger.event);
        const Action& action = checked_.action(trigger.action);
        if (action.owner.valid()) {
            // The first attribute of the event is `object`, of the type that was written.
            const AttributeId object = checked_.def(trigger.event).attributes.front();
            action_event.owner = lowering_.class_of(checked_.types.get(checked_.attribute(object).type).def);
        }
        ActionEvents& action_events = action_events_[first_of(trigger.action)];
        (trigger.mode == ActionTrigger::Mode::Before ? action_events.before : action_events.after)
            .push_back(action_event);
    }

    // ---- an action with all it replaces

    void join(ActionId id) {
        const Action& action = checked_.action(id);
        const ActionId first = first_of(id);
        ActionInfo& info = program_.actions[lowering_.action_index(id)];
        info.name = checked_.text(action.name);
        info.owner = action.owner.valid() ? lowering_.class_of(action.owner) : kNone;
        info.slot = lowering_.action_slot(id);
        info.prio = action.prio;
        info.order = order_[first.index()];
        std::vector<ActionId> chain;
        for (ActionId at = id; at.valid(); at = checked_.action(at).replaces) {
            chain.insert(chain.begin(), at);
        }
        for (const ActionId part : chain) {
            const auto& requirements = own_requirements_[part.index()];
            info.requirements.insert(info.requirements.end(), requirements.begin(), requirements.end());
            const auto& triggers = own_triggers_[part.index()];
            info.triggers.insert(info.triggers.end(), triggers.begin(), triggers.end());
        }
        for (Trigger& trigger : info.triggers) {
            trigger.prio = trigger.has_prio ? trigger.prio : info.prio;
        }
        info.is_goal = action.is_goal && info.triggers.empty();
        info.inputs = inputs_[first];
        info.effect = lowering_.action_chunk(id);
        info.may_cancel = action.effects.has(Effect::Cancels);
        info.may_fail = failing_.may_fail(action.effects);
        if (const auto found = action_events_.find(first); found != action_events_.end()) {
            info.before_events = found->second.before;
            info.after_events = found->second.after;
        }
        info.place = lowering_.place_of(checked_.tree(action.place).name_span(action.place.node));
        info.documentation = checked_.tree(action.place).documentation(action.place.node);
    }

    void list_game_actions() {
        for (const ActionId id : by_order_) {
            const ActionIndex index = lowering_.action_index(id);
            const ActionInfo& info = program_.actions[index];
            if (checked_.action(id).owner.valid()) {
                continue;
            }
            if (info.is_goal) {
                program_.goals.push_back(index);
            } else if (!info.triggers.empty()) {
                program_.game_actions.push_back(index);
            }
        }
        std::sort(program_.goals.begin(), program_.goals.end(), [&](ActionIndex a, ActionIndex b) {
            const ActionInfo& first = program_.actions[a];
            const ActionInfo& second = program_.actions[b];
            return first.prio != second.prio ? first.prio > second.prio : first.order < second.order;
        });
    }

    // ---- who observes what

    void find_observers() {
        program_.observers.resize(program_.classes.size());
        for (ClassIndex index = 0; index < program_.classes.size(); ++index) {
            const ClassInfo& info = program_.classes[index];
            if (!info.abstract) {
                for (const ActionIndex action : info.actions) {
                    observe(index, action);
                }
            }
        }
        for (const ActionIndex action : program_.game_actions) {
            observe(kNone, action);
        }
        for (std::vector<Observer>& observers : program_.observers) {
            std::sort(observers.begin(), observers.end(), [&](const Observer& a, const Observer& b) {
                const std::uint32_t first = program_.actions[a.action].order;
                const std::uint32_t second = program_.actions[b.action].order;
                return std::pair(first, a.owner) < std::pair(second, b.owner);
            });
        }
    }

    // Derived classes have higher numbers: of the triggers that fit an event, that of the highest is the most derived.
    void observe(ClassIndex owner, ActionIndex action) {
        const std::vector<Trigger>& triggers = program_.actions[action].triggers;
        std::vector<std::uint32_t> numbers(triggers.size());
        std::iota(numbers.begin(), numbers.end(), 0U);
        std::sort(numbers.begin(), numbers.end(), [&](std::uint32_t a, std::uint32_t b) {
            return std::pair(triggers[a].event, a) < std::pair(triggers[b].event, b);
        });
        std::map<ClassIndex, std::uint32_t> chosen;
        for (const std::uint32_t number : numbers) {
            const ClassIndex first = triggers[number].event;
            for (ClassIndex event = first; event <= program_.classes[first].last; ++event) {
                chosen[event] = number;
            }
        }
        for (const auto& [event, number] : chosen) {
            program_.observers[event].push_back({owner, action, number});
        }
    }

    struct ActionEvents {
        std::vector<ActionInfo::ActionEvent> before;
        std::vector<ActionInfo::ActionEvent> after;
    };

    Lowering& lowering_;
    const CheckedProgram& checked_;
    Program& program_;
    FailureAnalysis failing_;
    std::vector<ActionId> by_order_;
    std::vector<std::uint32_t> order_; // by ActionId
    std::vector<std::vector<Condition>> own_requirements_;
    std::vector<std::vector<Trigger>> own_triggers_;
    std::map<ActionId, std::vector<InputIndex>> inputs_; // by first declaration, as the next
    std::map<ActionId, ActionEvents> action_events_;
};

} // namespace

std::vector<InputIndex> lower_head_inputs(Lowering& lowering, std::span<const InputId> inputs, HeadUses uses,
                                          const std::string& owner) {
    std::vector<InputIndex> indexes;
    ChunkShape context{owner, head_registers(uses)};
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const auto reg = static_cast<Register>(kFirstInput + i);
        const InputIndex index = lowering.input_index(inputs[i]);
        InputInfo info = lower_input(lowering, inputs[i], reg, context);
        lowering.program.inputs[index] = std::move(info);
        indexes.push_back(index);
        context.parameters.push_back(register_input(inputs[i]));
    }
    return indexes;
}

void lower_actions(Lowering& lowering) {
    ActionLowering(lowering).lower();
}

} // namespace tgdl
