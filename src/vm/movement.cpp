// Destinations of a piece by a movement (docs/reference/movements.md).
//
// An alternative is walked like nested loops: for each way to make the first step, for each way to make the second, and so
// on, so tiles are found in the order of directions, then near to far. A `repeat` goes on from each tile it lands on
// before it tries the next one. No tile is landed on twice, which leaves out no destination: what can be reached from a
// tile does not depend on the way there.
#include "vm/collections.h"
#include "vm/positions.h"
#include "vm/single_step_destinations.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace tgdl {

namespace {

// Counts that a step may have.
struct CountRange {
    double low = 1;
    double high = 1;
};

// One question for destinations. Functions give Outcome::Next, or what ended the whole.
class Destinations {
public:
    // `arguments`: of a movement with inputs the list of those that it is used with, behind it; 0: there are none.
    Destinations(Machine& machine, MovementScratch& scratch, Handle piece, Handle arguments, std::uint32_t at,
                 std::vector<Value>& out)
        : machine_(machine),
          arguments_(arguments),
          scratch_(scratch),
          piece_(piece),
          at_(at),
          origin_(tile_of(machine, piece)),
          out_(out),
          may_eval_pure_(machine.may_eval_pure()) {}

    Outcome find(const MovementInfo& movement) {
        inputs_ = static_cast<std::uint32_t>(movement.inputs.size());
        bool holds = true;
        if (const Outcome outcome = check(movement.requirements, Value::null(), holds);
            outcome != Outcome::Next || !holds) {
            return outcome;
        }
        scratch_.found.clear();
        scratch_.found.add(origin_); // never where it stands
        scratch_.ends.clear();
        const MovementAlternative* previous = nullptr;
        for (const MovementAlternative& alternative : movement.alternatives) {
            alternative_ = &alternative;
            if (previous == nullptr || previous->through != alternative.through) {
                forget(scratch_.through);
            }
            if (previous == nullptr || previous->onto != alternative.onto) {
                forget(scratch_.onto);
            }
            previous = &alternative;
            scratch_.directions.clear();
            scratch_.plans.assign(alternative.steps.size(), {});
            const Outcome outcome = alternative.repeat ? walk_rounds() : walk_once();
            if (outcome != Outcome::Next) {
                return outcome;
            }
        }
        return Outcome::Next;
    }

private:
    static void forget(TileAnswers& answers) {
        answers.asked.clear();
        answers.answers.clear();
    }

    // ---- conditions

    Outcome ask(const std::vector<ChunkIndex>& conditions, TileAnswers& known, Handle tile, bool& holds) {
        if (known.asked.contains(tile)) {
            holds = known.answers[known.asked.number_of(tile)] != 0;
            return Outcome::Next;
        }
        if (const Outcome outcome = check(conditions, Value::instance(tile), holds); outcome != Outcome::Next) {
            return outcome;
        }
        known.asked.add(tile);
        known.answers.push_back(holds ? 1 : 0);
        return Outcome::Next;
    }
    // A part of the movement: `this` and perhaps a tile.
    Outcome evaluate(ChunkIndex chunk, Value tile, Value& answer) {
        const Chunk& code = machine_.program->chunks[chunk];
        if (code.constant != kNone) {
            answer = machine_.program->constants[code.constant];
            return Outcome::Next;
        }
        machine_.reserve(at_ + code.registers + 2 + inputs_);
        Value* const registers = machine_.values.data() + at_;
        registers[0] = Value::instance(piece_);
        registers[1] = tile;
        for (std::uint32_t i = 0; i < inputs_; ++i) {
            registers[2 + i] = list_get(machine_, arguments_, 1 + i);
        }
        if (may_eval_pure_ && code.pure && machine_.eval_pure(code, registers, answer)) [[likely]] {
            return machine_.charge(code.code.size()) ? Outcome::Next : machine_.budget_spent();
        }
        return machine_.evaluate_in_place(chunk, at_, answer);
    }

    Outcome check(const std::vector<ChunkIndex>& conditions, Value tile, bool& holds) {
        holds = true;
        for (const ChunkIndex condition : conditions) {
            Value answer;
            const Outcome outcome = evaluate(condition, tile, answer);
            if (outcome != Outcome::Next && outcome != Outcome::Fail) {
                return outcome;
            }
            if (outcome == Outcome::Next && answer.is_null()) {
                return machine_.fault_with(FaultId::NullCondition);
            }
            holds = outcome == Outcome::Next && answer.as_bool();
            if (!holds) {
                break;
            }
        }
        return Outcome::Next;
    }
    Outcome may_pass(Handle tile, bool& holds) { return ask(alternative_->through, scratch_.through, tile, holds); }
    Outcome may_land(Handle tile, bool& holds) { return ask(alternative_->onto, scratch_.onto, tile, holds); }

    // ---- expressions of steps, worked out when a step is first reached: they do not depend on where that is

    // `nowhere` is set when the expression fails.
    Outcome work_out(ChunkIndex chunk, Value& result, bool& nowhere) {
        if (chunk == kNone || nowhere) {
            return Outcome::Next;
        }
        const Outcome outcome = evaluate(chunk, Value::null(), result);
        if (outcome == Outcome::Fail) {
            nowhere = true;
            return Outcome::Next;
        }
        if (outcome == Outcome::Next && result.is_null()) {
            return machine_.fault_with(FaultId::NullArgument, {std::string(step_word_)});
        }
        return outcome;
    }

    Outcome work_out_number(ChunkIndex chunk, double& number, bool& nowhere) {
        Value result = Value::number(number);
        const Outcome outcome = work_out(chunk, result, nowhere);
        number = result.as_number();
        return outcome;
    }

    Outcome work_out_directions(const MovementStep& step, MovementScratch::Plan& plan) {
        Value from;
        Value to;
        Outcome outcome = work_out(step.directions, from, plan.nowhere);
        if (outcome == Outcome::Next && step.directions_to != kNone) {
            outcome = work_out(step.directions_to, to, plan.nowhere);
        }
        if (outcome != Outcome::Next || plan.nowhere) {
            return outcome;
        }
        std::vector<Value>& directions = scratch_.directions;
        plan.first_direction = static_cast<std::uint32_t>(directions.size());
        if (step.directions_to != kNone) {
            // One past the last direction of any geometry is enough to be found wrong.
            const double last = std::min(std::trunc(to.as_number()), double{kMostDirections});
            for (double number = std::max(std::trunc(from.as_number()), -1.0); number <= last; ++number) {
                directions.push_back(Value::number(number));
            }
        } else if (from.is_collection()) {
            const std::uint32_t length = walk_length(machine_, from);
            for (std::uint32_t i = 0; i < length; ++i) {
                directions.push_back(walk_get(machine_, from, i));
            }
        } else {
            directions.push_back(from);
        }
        plan.directions = static_cast<std::uint32_t>(directions.size()) - plan.first_direction;
        return Outcome::Next;
    }

    Outcome work_out_plan(const MovementStep& step, MovementScratch::Plan& plan) {
        static constexpr std::array<std::string_view, 5> kWords = {"line", "adjacent", "distance", "coord", "jump"};
        step_word_ = kWords[static_cast<std::size_t>(step.kind)]; // in the order of StepKind
        plan.ready = true;
        plan.count = 1;
        if (step.kind == StepKind::Line) {
            const Outcome outcome = work_out_directions(step, plan);
            return outcome == Outcome::Next ? work_out_number(step.count, plan.count, plan.nowhere) : outcome;
        }
        double columns = 0;
        double rows = 0;
        Outcome outcome = Outcome::Next;
        for (const auto& [chunk, number] :
             {std::pair{step.count, &plan.count}, std::pair{step.dx, &columns}, std::pair{step.dy, &rows}}) {
            if (outcome == Outcome::Next) {
                outcome = work_out_number(chunk, *number, plan.nowhere);
            }
        }
        if (outcome == Outcome::Next) {
            outcome = work_out(step.target, plan.target, plan.nowhere);
        }
        constexpr double kFar = 1e12; // farther than any board reaches
        plan.columns = static_cast<std::int64_t>(std::clamp(columns, -kFar, kFar));
        plan.rows = static_cast<std::int64_t>(std::clamp(rows, -kFar, kFar));
        return outcome;
    }

    static CountRange counts(const MovementStep& step, double count) {
        constexpr double kNoEnd = std::numeric_limits<double>::max();
        switch (step.count_kind) {
        case CountKind::Exactly: return {count, count};
        case CountKind::AtMost: return {step.kind == StepKind::Distance ? 0 : 1.0, count};
        case CountKind::AtLeast: return {count, kNoEnd};
        }
        return {};
    }

    // ---- alternatives

    // Appends to `ends` where the steps from number `step` on lead, from this tile.
    Outcome walk_steps(std::size_t step, Handle tile) {
        const MovementStep& info = alternative_->steps[step];
        MovementScratch::Plan& plan = scratch_.plans[step];
        if (!plan.ready) {
            if (const Outcome outcome = work_out_plan(info, plan); outcome != Outcome::Next) {
                return outcome;
            }
        }
        if (plan.nowhere) {
            return Outcome::Next;
        }
        const bool last = step + 1 == alternative_->steps.size();
        const std::size_t first = scratch_.ends.size();
        if (const Outcome outcome = walk_step(info, plan, tile); outcome != Outcome::Next) {
            return outcome;
        }
        // The ends of this step make room for those of the whole.
        const std::size_t step_ends = scratch_.ends.size() - first;
        if (!machine_.charge(1 + step_ends)) {
            return machine_.budget_spent();
        }
        std::size_t kept = first;
        for (std::size_t i = 0; i < step_ends; ++i) {
            const Handle end = scratch_.ends[first + i];
            bool holds = false;
            const Outcome outcome = last ? may_land(end, holds) : may_pass(end, holds);
            if (outcome != Outcome::Next) {
                return outcome;
            }
            if (holds) {
                scratch_.ends[kept++] = end;
            }
        }
        scratch_.ends.resize(kept);
        return last ? Outcome::Next : walk_on(step + 1, first, kept);
    }

    // Replaces ends[first] … ends[past - 1] by where the next steps lead from each of them.
    Outcome walk_on(std::size_t step, std::size_t first, std::size_t past) {
        for (std::size_t i = first; i < past; ++i) {
            if (const Outcome outcome = walk_steps(step, scratch_.ends[i]); outcome != Outcome::Next) {
                return outcome;
            }
        }
        const auto begin = scratch_.ends.begin();
        scratch_.ends.erase(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(past));
        return Outcome::Next;
    }

    Outcome walk_once() {
        scratch_.ends.clear();
        const Outcome outcome = alternative_->steps.empty() ? Outcome::Next : walk_steps(0, origin_);
        if (outcome == Outcome::Next) {
            std::for_each(scratch_.ends.begin(), scratch_.ends.end(), [this](Handle tile) { report(tile); });
        }
        return outcome;
    }

    // Rounds from each tile where one ended. The stack `rounds` holds the ends still to be looked at, the next one last.
    Outcome walk_rounds() {
        scratch_.landed.clear();
        scratch_.rounds.assign(alternative_->steps.empty() ? 0 : 1, origin_);
        while (!scratch_.rounds.empty()) {
            const Handle tile = scratch_.rounds.back();
            scratch_.rounds.pop_back();
            if (!machine_.charge(1)) {
                return machine_.budget_spent();
            }
            if (!scratch_.landed.add(tile)) {
                continue;
            }
            report(tile);
            scratch_.ends.clear();
            if (const Outcome outcome = walk_steps(0, tile); outcome != Outcome::Next) {
                return outcome;
            }
            scratch_.rounds.insert(scratch_.rounds.end(), scratch_.ends.rbegin(), scratch_.ends.rend());
        }
        return Outcome::Next;
    }

    void report(Handle tile) {
        if (scratch_.found.add(tile)) {
            out_.push_back(Value::instance(tile));
        }
    }

    // ---- steps: each appends its ends to `ends`, in order

    Outcome walk_step(const MovementStep& step, const MovementScratch::Plan& plan, Handle tile) {
        switch (step.kind) {
        case StepKind::Line: return walk_lines(step, plan, tile);
        case StepKind::Adjacent:
        case StepKind::Distance: return walk_paths(step, plan, tile);
        case StepKind::Coord:
            if (const Handle end = step_from(machine_, tile, plan.columns, plan.rows); end != 0 && end != tile) {
                scratch_.ends.push_back(end);
            }
            return Outcome::Next;
        case StepKind::Jump: jump_to(plan.target.handle()); return Outcome::Next;
        }
        return Outcome::Next;
    }

    void jump_to(Handle target) {
        if (is_of_kind(machine_, target, ClassKind::Group)) {
            tiles_of(machine_, target, scratch_.ends);
        } else if (!is_blank(machine_, target)) {
            scratch_.ends.push_back(target);
        }
    }

    Outcome walk_lines(const MovementStep& step, const MovementScratch::Plan& plan, Handle tile) {
        const Handle group = group_of(machine_, tile);
        if (group == 0 || group_info(machine_, group).geometry == GeometryKind::Graph) {
            return Outcome::Next; // there are no lines
        }
        const GroupInfo& info = group_info(machine_, group);
        const CountRange range = counts(step, std::trunc(plan.count));
        for (std::uint32_t i = 0; i < plan.directions; ++i) {
            const Value given = scratch_.directions[plan.first_direction + i];
            unsigned direction = 0;
            Outcome outcome = name_direction(info, given, direction);
            if (outcome == Outcome::Next) {
                outcome = walk_line(tile, direction, range);
            }
            if (outcome != Outcome::Next) {
                return outcome;
            }
        }
        return Outcome::Next;
    }

    // One that is no number, or a number that is none of the geometry.
    Outcome name_direction(const GroupInfo& info, Value given, unsigned& direction) {
        if (given.is_null()) {
            return machine_.fault_with(FaultId::NullArgument, {"line"});
        }
        const std::optional<unsigned> named = read_direction(info, given);
        if (!named) {
            return machine_.fault_with(FaultId::WrongDirection, {direction_text(given), info.name});
        }
        direction = *named;
        return Outcome::Next;
    }

    Outcome walk_line(Handle tile, unsigned direction, const CountRange& range) {
        LineWalk line(machine_, tile, direction);
        for (double count = 1; count <= range.high; ++count) {
            const Handle next = line.next();
            if (next == 0) {
                break;
            }
            if (!machine_.charge(1)) {
                return machine_.budget_spent();
            }
            if (count >= range.low) {
                scratch_.ends.push_back(next);
            }
            bool passes = count < range.high;
            if (passes) {
                if (const Outcome outcome = may_pass(next, passes); outcome != Outcome::Next) {
                    return outcome;
                }
            }
            if (!passes) {
                break;
            }
        }
        return Outcome::Next;
    }

    // ---- paths along connections

    Outcome walk_paths(const MovementStep& step, const MovementScratch::Plan& plan, Handle tile) {
        by_distance_ = step.kind == StepKind::Distance;
        const CountRange range = counts(step, by_distance_ ? plan.count : std::trunc(plan.count));
        const std::size_t first = scratch_.ends.size();
        if (step.count_kind != CountKind::Exactly) {
            bool all_far = true;
            const Outcome outcome = search_nearest(tile, range, all_far);
            // A tile that a short path reaches may have a longer one that is long enough.
            if (outcome != Outcome::Next || all_far) {
                return outcome;
            }
            scratch_.ends.resize(first);
        }
        return search_paths(tile, range);
    }

    [[nodiscard]] double length_of(const Edge& edge) const { return by_distance_ ? edge.distance : 1; }

    static bool is_farther(const PathSearch::Reach& a, const PathSearch::Reach& b) {
        return std::tie(a.distance, a.order) > std::tie(b.distance, b.order);
    }

    void reach(Handle tile, double distance) {
        PathSearch& search = scratch_.search;
        if (search.seen.add(tile)) {
            search.best.push_back(distance);
            search.settled.push_back(0);
        } else {
            double& best = search.best[search.seen.number_of(tile)];
            if (distance >= best) {
                return;
            }
            best = distance;
        }
        search.heap.push_back({distance, found_++, tile});
        std::push_heap(search.heap.begin(), search.heap.end(), is_farther);
    }

    // All tiles up to range.high away by the shortest path through tiles that may be passed, nearest first. all_far: none
    // of them is nearer than range.low.
    Outcome search_nearest(Handle from, const CountRange& range, bool& all_far) {
        PathSearch& search = scratch_.search;
        search.heap.clear();
        search.seen.clear();
        search.best.clear();
        search.settled.clear();
        found_ = 0;
        reach(from, 0);
        while (!search.heap.empty()) {
            std::pop_heap(search.heap.begin(), search.heap.end(), is_farther);
            const PathSearch::Reach nearest = search.heap.back();
            search.heap.pop_back();
            std::uint8_t& settled = search.settled[search.seen.number_of(nearest.tile)];
            if (settled != 0) {
                continue;
            }
            settled = 1;
            bool passes = true;
            if (nearest.tile != from) {
                scratch_.ends.push_back(nearest.tile);
                all_far = all_far && nearest.distance >= range.low;
                if (const Outcome outcome = may_pass(nearest.tile, passes); outcome != Outcome::Next) {
                    return outcome;
                }
            }
            if (passes && !reach_neighbors(nearest, range.high)) {
                return machine_.budget_spent();
            }
        }
        return Outcome::Next;
    }

    // False when the budget is spent.
    bool reach_neighbors(const PathSearch::Reach& from, double limit) {
        std::vector<Edge>& edges = scratch_.search.edges;
        edges.clear();
        edges_of(machine_, from.tile, edges);
        if (!machine_.charge(1 + edges.size())) {
            return false;
        }
        for (const Edge& edge : edges) {
            const double distance = from.distance + length_of(edge);
            if (distance <= limit) {
                reach(edge.to, distance);
            }
        }
        return true;
    }

    void enter(Handle tile, double distance) {
        machine_.charge_elements(own_edge_count(machine_, tile), 2);
        scratch_.path.add(tile);
        const auto first = static_cast<std::uint32_t>(scratch_.edges.size());
        edges_of(machine_, tile, scratch_.edges);
        scratch_.frames.push_back({distance, first, static_cast<std::uint32_t>(scratch_.edges.size())});
    }

    void leave() {
        scratch_.frames.pop_back();
        scratch_.edges.resize(scratch_.frames.empty() ? 0 : scratch_.frames.back().end_edge);
        scratch_.path.remove_last();
    }

    // All paths without a tile twice whose length fits. There may be very many: each step costs one of the match's steps.
    Outcome search_paths(Handle from, const CountRange& range) {
        scratch_.path.clear();
        scratch_.frames.clear();
        scratch_.edges.clear();
        scratch_.reached.clear();
        scratch_.lengths.clear();
        enter(from, 0);
        while (!scratch_.frames.empty()) {
            MovementScratch::PathFrame& frame = scratch_.frames.back();
            if (frame.next_edge == frame.end_edge) {
                leave();
                continue;
            }
            const Edge edge = scratch_.edges[frame.next_edge++];
            const double distance = frame.distance + length_of(edge);
            if (!machine_.charge(1)) {
                return machine_.budget_spent();
            }
            if (distance > range.high || scratch_.path.contains(edge.to)) {
                continue;
            }
            if (distance >= range.low) {
                reach_by_path(edge.to, distance);
            }
            bool passes = distance < range.high;
            if (passes) {
                if (const Outcome outcome = may_pass(edge.to, passes); outcome != Outcome::Next) {
                    return outcome;
                }
            }
            if (passes) {
                enter(edge.to, distance);
            }
        }
        append_reached();
        return Outcome::Next;
    }

    void reach_by_path(Handle tile, double distance) {
        if (scratch_.reached.add(tile)) {
            scratch_.lengths.push_back(distance);
            return;
        }
        double& length = scratch_.lengths[scratch_.reached.number_of(tile)];
        length = std::min(length, distance);
    }

    // Near to far; among equals the one found first.
    void append_reached() {
        const std::size_t first = scratch_.ends.size();
        scratch_.ends.insert(scratch_.ends.end(), scratch_.reached.members().begin(), scratch_.reached.members().end());
        const auto order = [this](Handle tile) {
            const std::uint32_t number = scratch_.reached.number_of(tile);
            return std::pair(scratch_.lengths[number], number);
        };
        std::sort(scratch_.ends.begin() + static_cast<std::ptrdiff_t>(first), scratch_.ends.end(),
                  [&order](Handle a, Handle b) { return order(a) < order(b); });
    }

    Machine& machine_;
    Handle arguments_;
    MovementScratch& scratch_;
    Handle piece_;
    std::uint32_t at_;
    Handle origin_;
    std::vector<Value>& out_;
    const MovementAlternative* alternative_ = nullptr;
    std::string_view step_word_;
    bool may_eval_pure_;
    std::uint32_t inputs_ = 0;
    bool by_distance_ = false;
    std::uint32_t found_ = 0; // by the search for the nearest
};

// Questions within questions each have working space, some words of 4 bytes for each word of the heap.
std::size_t most_nested_questions(const Machine& machine) {
    constexpr std::size_t kBytesForEachWord = 32;
    constexpr std::size_t kAlwaysAllowed = std::size_t{16} << 20U;
    const std::size_t allowed = kAlwaysAllowed + machine.limits.words * sizeof(Word);
    return 2 + allowed / (kBytesForEachWord * (std::size_t{machine.memory.top()} + 1));
}

} // namespace

namespace {

// The inputs of a movement that is used without any: their defaults.
Outcome default_inputs(Machine& machine, const MovementInfo& info, Value movement, std::uint32_t at, Value& bound) {
    std::vector<Value> values = {movement};
    for (const MovementInput& input : info.inputs) {
        Value value;
        if (input.value == kNone && !input.optional) {
            return machine.fault_with(FaultId::MovementWithoutInputs, {info.name});
        }
        if (input.value != kNone) {
            const Outcome outcome = machine.evaluate_in_place(input.value, at, value);
            if (outcome != Outcome::Next) {
                return outcome;
            }
        }
        values.push_back(value);
    }
    bound = bind_movement(machine, values);
    return bound.is_null() ? machine.fault_with(FaultId::OutOfMemory) : Outcome::Next;
}

} // namespace

Value bind_movement(Machine& machine, std::span<const Value> movement_and_inputs) {
    const Value bound = make_list(machine, kNone, static_cast<std::uint32_t>(movement_and_inputs.size()));
    for (std::size_t i = 0; i < movement_and_inputs.size() && !bound.is_null(); ++i) {
        if (!list_add(machine, bound.handle(), movement_and_inputs[i])) {
            return Value::null();
        }
    }
    return bound;
}

Value movement_of_value(const Machine& machine, Value movement) {
    return movement.is_collection() ? list_get(machine, movement.handle(), 0) : movement;
}

Outcome destinations(Machine& machine, Handle piece, std::uint32_t movement, std::uint32_t at,
                     std::vector<Value>& out) {
    return destinations(machine, piece, Value::item(ProgramItem::Movement, movement), at, out);
}

Outcome destinations(Machine& machine, Handle piece, Value movement_value, std::uint32_t at, std::vector<Value>& out) {
    const std::uint32_t movement = movement_of_value(machine, movement_value).index();
    const MovementInfo& info = machine.program->movements[movement];
    if (!moves(machine, piece, info)) {
        return machine.fault_with(FaultId::WrongPiece, {info.name, machine.program->types[info.piece].name,
                                                        plain_text(machine, Value::instance(piece))});
    }
    if (info.is_single_step && machine.may_eval_pure()) {
        const std::size_t before = out.size();
        if (single_step_destinations(machine, piece, movement, at, out)) [[likely]] {
            return Outcome::Next;
        }
        out.resize(before); // what went wrong goes wrong again below, and is reported from there
    }
    if (tile_of(machine, piece) == 0) {
        return Outcome::Next;
    }
    BoardScratch& boards = machine.boards;
    if (boards.movements_used >= most_nested_questions(machine)) {
        return machine.fault_with(FaultId::OutOfMemory);
    }
    if (boards.movements_used == boards.movements.size()) {
        boards.movements.emplace_back();
    }
    Handle arguments = movement_value.is_collection() ? movement_value.handle() : 0;
    if (!info.inputs.empty() && arguments == 0) {
        Value bound;
        const Outcome outcome = default_inputs(machine, info, movement_value, at, bound);
        if (outcome != Outcome::Next) {
            return outcome == Outcome::Fail ? Outcome::Next : outcome;
        }
        machine.reserve(at + 1);
        machine.values[at++] = bound;
        arguments = bound.handle();
    }
    MovementScratch& scratch = boards.movements[boards.movements_used++];
    const Outcome outcome = Destinations(machine, scratch, piece, arguments, at, out).find(info);
    --boards.movements_used;
    return outcome;
}

} // namespace tgdl
