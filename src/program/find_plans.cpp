#include "program/find_plans.h"

#include "program/operands.h"
#include "program/pure_code.h"
#include "program/tile_types.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <ranges>
#include <span>

namespace tgdl {

namespace {

constexpr std::uint32_t kInstanceRegister = 0;
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
    plan.lists_moves = true;
    plan.uses_event = reads_register(program, action.effect, kEventRegister);
    plan.raises_action_events = !action.before_events.empty() || !action.after_events.empty();
    for (const InputIndex index : action.inputs) {
        const InputInfo& input = program.inputs[index];
        plan.uses_event = plan.uses_event || reads_register(program, input, kEventRegister);
        plan.lists_moves =
            plan.lists_moves && !input.is_list && (input.mode == InputMode::Choice || input.mode == InputMode::Auto);
    }
    if (action.inputs.size() == 1 && program.inputs[action.inputs[0]].mode == InputMode::Choice) {
        plan.only_input = action.inputs[0];
    }
    plan.asks_once = std::ranges::all_of(action.requirements, [&](const Condition& requirement) {
        return program.chunks[requirement.chunk].pure && !reads_register(program, requirement.chunk, kInstanceRegister);
    });
    // A move that the fast path does not support is made again: no random number may be drawn twice.
    plan.has_fast_path = !plan.raises_action_events && !plan.uses_event && !program.chance;
    return plan;
}

bool is_pure(const Program& program, const Condition& filter) {
    const Chunk& chunk = program.chunks[filter.chunk];
    return !chunk.writes && !chunk.may_fail && !writes_parameters(chunk);
}

// Does whoever walks destinations know all that the movement needs? What a word holds may have its inputs with it.
bool goes_to_destinations(const Program& program, const InputSource& source) {
    return source.candidates == CandidateSource::Destinations
           && std::ranges::all_of(program.movements,
                                  [](const MovementInfo& movement) { return movement.inputs.empty(); });
}

// What the code gives, which a source says is a constant.
double constant_number(const Program& program, ChunkIndex chunk) {
    return program.constants[program.chunks[chunk].constant].as_number();
}

void plan_range(const Program& program, const InputInfo& input, InputPlan& plan) {
    constexpr double kLongest = 1000;
    constexpr double kFarthest = 1e9;
    if (input.source.candidates != CandidateSource::Range) {
        return;
    }
    const double low = constant_number(program, input.low);
    const double length = constant_number(program, input.high) - low + 1;
    if (std::trunc(low) == low && std::fabs(low) <= kFarthest && length >= 1 && length <= kLongest) {
        plan.range_first = low;
        plan.range_length = static_cast<std::uint32_t>(length);
    }
}

// Is there one group only, of a board that is there from the beginning, which makes all tiles and keeps them?
bool has_one_group(const Program& program) {
    const auto count_groups = [&](std::size_t count, ClassIndex index) {
        return count + program.classes[index].groups.size();
    };
    const std::size_t of_all =
        std::accumulate(program.globals.begin(), program.globals.end(), std::size_t{0}, count_groups);
    const std::size_t of_players =
        std::accumulate(program.seats.begin(), program.seats.end(), std::size_t{0}, count_groups);
    const auto is_lattice = [](const GroupInfo& group) { return group.lattice != LatticeKind::None; };
    return program.fixed_groups && !program.makes_places && of_all == 1 && of_players == 0
           && std::ranges::none_of(program.groups, is_lattice);
}

// What is recorded when a filter runs would be missing.
bool takes_unset(const Program& program, const InputInfo& input) {
    return input.source.unset_word != 0 && program.coverage_regions.empty();
}

bool scans_tiles(const Program& program, const InputInfo& input) {
    const ValueType& type = program.types[input.element];
    return takes_unset(program, input) && input.source.candidates == CandidateSource::Type && !program.hides
           && type.first_class == type.last_class && program.classes[type.first_class].kind == ClassKind::Tile
           && type.first_class != program.blank_tile;
}

InputPlan plan_input(const Program& program, const InputInfo& input) {
    InputPlan plan;
    plan.takes_unset = takes_unset(program, input);
    plan.scans_tiles = scans_tiles(program, input);
    plan.has_one_group = plan.scans_tiles && has_one_group(program);
    plan.goes_to_destinations = goes_to_destinations(program, input.source);
    plan.takes_all_tiles = plan.goes_to_destinations && fits_every_tile(program, input.element);
    plan.has_pure_filter = input.filters.size() == 1 && is_pure(program, input.filters[0]);
    plan.takes_lists = true;
    plan.is_asked_first = input.has_else && input.mode == InputMode::Choice && !input.is_list && !input.optional;
    plan_range(program, input, plan);
    return plan;
}

// Lists are counted by numbers that the rules fix and that some length fits, and nothing looks at them as a whole.
bool is_always_completed(const Program& program, const InputInfo& input) {
    const auto bound = [&](ChunkIndex count) {
        const std::uint32_t constant = program.chunks[count].constant;
        return constant != kNone && program.constants[constant].is_number()
                   ? std::max(0.0, std::trunc(program.constants[constant].as_number()))
                   : std::numeric_limits<double>::quiet_NaN();
    };
    const double low = input.count_low == kNone ? 0 : bound(input.count_low);
    const double high = input.count_high == kNone ? low : bound(input.count_high);
    return input.list_filters.empty() && low <= high;
}

bool stands_alone(const Program& program, std::span<const InputIndex> head, std::size_t position) {
    const InputInfo& input = program.inputs[head[position]];
    const std::span<const InputIndex> later = head.subspan(position + 1);
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

std::size_t count_steady(const Program& program, EventKind kind) {
    const ClassIndex event = program.events[static_cast<std::size_t>(kind)];
    const bool is_steady =
        event != kNone && std::ranges::all_of(program.observers[event], [&](const Observer& each) {
            const ActionInfo& action = program.actions[each.action];
            return each.owner == kNone && action.requirements.empty() && action.triggers[each.trigger].chunk == kNone;
        });
    return is_steady ? program.observers[event].size() : 0;
}

bool asks_repeats(const Chunk& chunk) {
    return std::ranges::any_of(chunk.code, [](const Instruction& instruction) {
        return instruction.op == Operation::Native && static_cast<NativeId>(instruction.b) == NativeId::BoardRepeats;
    });
}

// Whether code that is not a goal's own asks for repeats. A function does not tell who calls it.
bool asks_repeats_outside_goals(const Program& program) {
    std::vector<bool> is_of_goal(program.chunks.size(), false);
    for (const ActionIndex goal : program.goals) {
        for (const Condition& requirement : program.actions[goal].requirements) {
            is_of_goal[requirement.chunk] = true;
        }
        if (program.actions[goal].effect != kNone) {
            is_of_goal[program.actions[goal].effect] = true;
        }
    }
    return std::ranges::any_of(std::views::iota(std::size_t{0}, program.chunks.size()), [&](std::size_t chunk) {
        return !is_of_goal[chunk] && asks_repeats(program.chunks[chunk]);
    });
}

bool has_phase_effect(const Program& program) {
    return std::ranges::any_of(program.turns, [](const TurnInfo& turn) {
        return std::ranges::any_of(turn.phases, [](const PhaseInfo& phase) { return phase.effect != kNone; });
    });
}

void plan_heads(const Program& program, std::vector<InputPlan>& inputs) {
    const auto plan_head = [&](std::span<const InputIndex> head) {
        for (std::size_t i = 0; i < head.size(); ++i) {
            inputs[head[i]].stands_alone = stands_alone(program, head, i);
        }
    };
    std::ranges::for_each(program.actions, plan_head, &ActionInfo::inputs);
    std::ranges::for_each(program.setups, plan_head, &PhaseInfo::inputs);
    for (const TurnInfo& turn : program.turns) {
        std::ranges::for_each(turn.phases, plan_head, &PhaseInfo::inputs);
    }
}

ChoicePlan plan_choice(const Program& program) {
    ChoicePlan plan;
    const auto is_observed = [&](EventKind kind) {
        const ClassIndex event = program.events[static_cast<std::size_t>(kind)];
        return event != kNone && !program.observers[event].empty();
    };
    const bool has_effects = has_phase_effect(program);
    plan.has_phase_events =
        is_observed(EventKind::TurnEnd) || is_observed(EventKind::TurnStart) || is_observed(EventKind::Phase);
    plan.has_off_turn = is_observed(EventKind::OffTurnChoice);
    plan.are_phases_quiet = !plan.has_phase_events && !has_effects;
    plan.is_choice_next = !plan.has_off_turn && !has_effects && program.goals.empty();
    plan.is_in_order = are_in_order(program, EventKind::PlayerChoice);
    plan.trials_ask_repeats = program.counts_moments && asks_repeats_outside_goals(program);
    plan.steady_choices = count_steady(program, EventKind::PlayerChoice);
    return plan;
}

} // namespace

Plans plans_of(const Program& program) {
    Plans plans;
    for (const ActionInfo& action : program.actions) {
        plans.actions.push_back(plan_action(program, action));
    }
    for (const InputInfo& input : program.inputs) {
        plans.inputs.push_back(plan_input(program, input));
    }
    plan_heads(program, plans.inputs);
    plans.choice = plan_choice(program);
    return plans;
}

void find_plans(Program& program) {
    const Plans plans = plans_of(program);
    for (std::size_t i = 0; i < program.actions.size(); ++i) {
        program.actions[i].plan = plans.actions[i];
    }
    for (std::size_t i = 0; i < program.inputs.size(); ++i) {
        program.inputs[i].plan = plans.inputs[i];
    }
    program.choice_plan = plans.choice;
}

} // namespace tgdl
