#include "match/flow_plans.h"

#include "program/operands.h"

#include <algorithm>
#include <ranges>

namespace tgdl {

namespace {

constexpr std::uint32_t kEventRegister = 1;

bool reads_register(const Program& program, ChunkIndex chunk, std::uint32_t wanted) {
    if (chunk == kNone) {
        return false;
    }
    return std::ranges::any_of(program.chunks[chunk].code, [&](const Instruction& instruction) {
        return std::ranges::any_of(operands_of(instruction, 0), [&](Operand operand) {
            switch (operand.kind) {
            case OperandKind::Read:
            case OperandKind::Changed: return operand.number == wanted;
            case OperandKind::Window:
                return operand.number <= wanted && wanted < operand.number + window_size(program, instruction);
            default: return false; // no register, or one that is only written
            }
        });
    });
}

bool reads_register(const Program& program, const InputInfo& input, std::uint32_t wanted) {
    const ChunkIndex parts[] = {input.who,  input.options,   input.low,       input.high,
                                input.step, input.count_low, input.count_high};
    const auto reads = [&](ChunkIndex part) { return reads_register(program, part, wanted); };
    return std::ranges::any_of(parts, reads) || std::ranges::any_of(input.filters, reads, &Condition::chunk)
           || std::ranges::any_of(input.list_filters, reads, &Condition::chunk);
}

ActionPlan plan_action(const Program& program, const ActionInfo& action) {
    ActionPlan plan;
    plan.uses_event = reads_register(program, action.effect, kEventRegister);
    plan.watched = !action.before_events.empty() || !action.after_events.empty();
    for (const InputIndex index : action.inputs) {
        const InputInfo& input = program.inputs[index];
        plan.uses_event = plan.uses_event || reads_register(program, input, kEventRegister);
        plan.plain_inputs =
            plan.plain_inputs && !input.is_list && (input.mode == InputMode::Choice || input.mode == InputMode::Auto);
    }
    return plan;
}

// `options this.destinations(Walk);`
void plan_destinations(const Program& program, const InputInfo& input, InputPlan& plan) {
    if (input.options == kNone) {
        return;
    }
    const std::vector<Instruction>& code = program.chunks[input.options].code;
    if (code.size() < 5 || code[0].op != Operation::Move || code[0].b >= input.reg
        || code[1].op != Operation::LoadConstant || code[1].a != code[0].a + 1 || code[2].op != Operation::LoadConstant
        || code[2].a != code[0].a + 2 || code[3].op != Operation::Native || code[3].a != code[0].a
        || static_cast<NativeId>(code[3].b) != NativeId::PieceDestinations || code[4].op != Operation::Return
        || code[4].a != code[0].a) {
        return;
    }
    const Value movement = program.constants[code[1].wide()];
    if (movement.is(Tag::Program) && movement.thing_kind() == ThingKind::Movement) {
        plan.movement = movement.index();
        plan.piece = code[0].b;
    }
}

InputPlan plan_input(const Program& program, const InputInfo& input) {
    InputPlan plan;
    plan_destinations(program, input, plan);
    if (input.filters.size() != 1 || program.types[input.element].kind != ValueKind::Instance) {
        return plan;
    }
    const std::vector<Instruction>& code = program.chunks[input.filters[0].chunk].code;
    const auto reg = input.reg;
    const bool matches =
        code.size() >= 4 && code[0].op == Operation::GetWord && (code[0].b == reg || code[0].b == reg + 2)
        && code[1].op == Operation::LoadNull && code[1].b == 1 && code[1].a != code[0].a
        && (code[2].op == Operation::EqualIdentity || code[2].op == Operation::EqualNumber) && code[2].b == code[0].a
        && code[2].c == code[1].a && code[3].op == Operation::Return && code[3].a == code[2].a;
    plan.null_word = matches ? code[0].c : 0;
    const ValueType& type = program.types[input.element];
    plan.scans_tiles = matches && input.options == kNone && !program.hides && type.first_class == type.last_class
                       && program.classes[type.first_class].kind == ClassKind::Tile
                       && type.first_class != program.blank_tile;
    return plan;
}

// Lists are counted by numbers that the rules fix, and nothing looks at them as a whole.
bool is_always_completed(const Program& program, const InputInfo& input) {
    const auto is_fixed = [&](ChunkIndex count) { return count == kNone || program.chunks[count].constant != kNone; };
    return input.list_filters.empty() && is_fixed(input.count_low) && is_fixed(input.count_high);
}

bool stands_alone(const Program& program, const ActionInfo& action, std::size_t position) {
    const InputInfo& input = program.inputs[action.inputs[position]];
    const auto later =
        std::ranges::subrange(action.inputs.begin() + static_cast<std::ptrdiff_t>(position) + 1, action.inputs.end());
    return is_always_completed(program, input) && std::ranges::none_of(later, [&](InputIndex index) {
               return reads_register(program, program.inputs[index], input.reg);
           });
}

// Instances of one class come by age, so options stand in order when the actions do.
bool are_in_order(const Program& program, EventKind kind) {
    const ClassIndex event = program.events[static_cast<std::size_t>(kind)];
    if (event == kNone) {
        return true;
    }
    const std::vector<Observer>& observers = program.observers[event];
    return std::ranges::adjacent_find(observers,
                                      [&](const Observer& a, const Observer& b) {
                                          return program.actions[a.action].order >= program.actions[b.action].order;
                                      })
           == observers.end();
}

} // namespace

FlowPlans::FlowPlans(const Program& program) : choices_in_order(are_in_order(program, EventKind::PlayerChoice)) {
    for (const ActionInfo& action : program.actions) {
        actions.push_back(plan_action(program, action));
    }
    for (const InputInfo& input : program.inputs) {
        inputs.push_back(plan_input(program, input));
    }
    for (const ActionInfo& action : program.actions) {
        for (std::size_t i = 0; i < action.inputs.size(); ++i) {
            inputs[action.inputs[i]].stands_alone = stands_alone(program, action, i);
        }
    }
    const ClassIndex off_turn = program.events[static_cast<std::size_t>(EventKind::OffTurnChoice)];
    for (const EventKind kind : {EventKind::TurnEnd, EventKind::TurnStart, EventKind::Phase}) {
        const ClassIndex event = program.events[static_cast<std::size_t>(kind)];
        has_phase_events = has_phase_events || (event != kNone && !program.observers[event].empty());
    }
    has_off_turn = off_turn != kNone && !program.observers[off_turn].empty();
}

} // namespace tgdl
