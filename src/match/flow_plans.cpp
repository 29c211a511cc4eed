#include "match/flow_plans.h"

#include "program/glance_code.h"
#include "program/tile_types.h"

#include <algorithm>

namespace tgdl {

namespace {

constexpr std::uint16_t kInstanceRegister = 0;
constexpr std::uint16_t kEventRegister = 1;

bool reads_register(const Chunk& chunk, std::uint16_t reg) {
    return std::ranges::any_of(chunk.code, [reg](const Instruction& instruction) {
        const std::string_view operands = operation_operands(instruction.op);
        const std::uint16_t registers[] = {instruction.a, instruction.b, instruction.c};
        for (std::size_t i = 0; i < operands.size() && i < 3; ++i) {
            if ((operands[i] == 'r' || operands[i] == 'x') && registers[i] == reg) {
                return true;
            }
        }
        return false;
    });
}

bool reads_event(const Program& program, ChunkIndex chunk) {
    return chunk != kNone && reads_register(program.chunks[chunk], kEventRegister);
}

bool reads_event(const Program& program, const InputInfo& input) {
    const ChunkIndex parts[] = {input.who,  input.options,   input.low,       input.high,
                                input.step, input.count_low, input.count_high};
    return std::ranges::any_of(parts, [&](ChunkIndex part) { return reads_event(program, part); })
           || std::ranges::any_of(input.filters,
                                  [&](const Condition& filter) { return reads_event(program, filter.chunk); });
}

ActionPlan plan_action(const Program& program, const ActionInfo& action) {
    ActionPlan plan;
    plan.uses_event = reads_event(program, action.effect);
    plan.watched = !action.before_events.empty() || !action.after_events.empty();
    for (const InputIndex index : action.inputs) {
        const InputInfo& input = program.inputs[index];
        plan.uses_event = plan.uses_event || reads_event(program, input);
        plan.plain_inputs =
            plan.plain_inputs && !input.is_list && (input.mode == InputMode::Choice || input.mode == InputMode::Auto);
    }
    plan.asks_once = std::ranges::all_of(action.requirements, [&](const Condition& requirement) {
        const Chunk& chunk = program.chunks[requirement.chunk];
        return chunk.glance && !reads_register(chunk, kInstanceRegister);
    });
    return plan;
}

// `options this.destinations(Walk);`, or with an attribute of `this` instead of the movement.
void plan_destinations(const Program& program, const InputInfo& input, InputPlan& plan) {
    if (input.options == kNone) {
        return;
    }
    const std::vector<Instruction>& code = program.chunks[input.options].code;
    if (code.size() < 5 || code[0].op != Operation::Move || code[0].b >= input.reg || code[1].a != code[0].a + 1
        || code[2].op != Operation::LoadConstant || code[2].a != code[0].a + 2 || code[3].op != Operation::Native
        || code[3].a != code[0].a || static_cast<NativeId>(code[3].b) != NativeId::PieceDestinations
        || code[4].op != Operation::Return || code[4].a != code[0].a) {
        return;
    }
    if (code[1].op == Operation::GetWord && code[1].b == code[0].b) {
        plan.movement_word = code[1].c;
    } else if (code[1].op == Operation::LoadConstant && program.constants[code[1].wide()].is(Tag::Program)) {
        plan.movement = program.constants[code[1].wide()].index();
    }
    plan.piece = code[0].b;
    plan.takes_all_tiles = fits_every_tile(program, input.element);
}

bool only_looks(const Program& program, const Condition& filter) {
    const Chunk& chunk = program.chunks[filter.chunk];
    return !chunk.writes && !chunk.may_fail && !writes_parameters(chunk);
}

InputPlan plan_input(const Program& program, const InputInfo& input) {
    InputPlan plan;
    plan_destinations(program, input, plan);
    plan.filter_looks = input.filters.size() == 1 && only_looks(program, input.filters[0]);
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
    const ClassIndex off_turn = program.events[static_cast<std::size_t>(EventKind::OffTurnChoice)];
    for (const EventKind kind : {EventKind::TurnEnd, EventKind::TurnStart, EventKind::Phase}) {
        const ClassIndex event = program.events[static_cast<std::size_t>(kind)];
        has_phase_events = has_phase_events || (event != kNone && !program.observers[event].empty());
    }
    has_off_turn = off_turn != kNone && !program.observers[off_turn].empty();
}

} // namespace tgdl
