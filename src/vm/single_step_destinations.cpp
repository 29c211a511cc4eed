#include "vm/single_step_destinations.h"

#include "vm/collections.h"
#include "vm/positions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tgdl {

namespace {

// What stands on a tile, as far as conditions by owner tell it apart: nothing, something of nobody, of each player.
constexpr unsigned kNothing = 0;
constexpr unsigned kOfNobody = 1;
constexpr unsigned kOfFirstPlayer = 2;
constexpr std::uint32_t kMostPlayers = 62; // so that each has a bit of OwnerAnswers

constexpr std::uint32_t kEndless = std::numeric_limits<std::uint32_t>::max();

// kNothing when several players share it.
unsigned owner_number(Value owner) {
    if (owner.is_number()) [[likely]] {
        return kOfFirstPlayer + static_cast<unsigned>(static_cast<int>(owner.as_number()));
    }
    return owner.is_null() ? kOfNobody : kNothing;
}

enum class Answer : std::uint8_t { No, Yes, Unusual };

class SingleStepDestinations {
public:
    SingleStepDestinations(Machine& machine, Handle piece, std::uint32_t at, std::vector<Value>& out)
        : machine_(machine), words_(machine.memory.words()), piece_(piece), at_(at), out_(out), first_(out.size()) {}

    bool find(const MovementInfo& movement, std::uint32_t number) {
        origin_ = tile_of(machine_, piece_);
        if (origin_ == 0) {
            return true; // it goes nowhere
        }
        const unsigned owner = owner_number(Value{words_[piece_ + kOwnerWord]});
        if (owner == kNothing || !stand_on_origin()) [[unlikely]] {
            return false;
        }
        CachedStep* step = steps_of(movement, number, owner);
        for (const MovementAlternative& alternative : movement.alternatives) {
            const bool went_well = step->is_single  ? step_once(alternative, *step)
                                   : step->is_known ? walk(alternative, *step)
                                                    : work_out_and_walk(alternative, *step);
            if (!went_well) [[unlikely]] {
                return false;
            }
            ++step;
        }
        return machine_.charge(visited_); // spent: the interpreter reports it
    }

private:
    [[nodiscard]] std::uint32_t low_half(Handle at) const { return static_cast<std::uint32_t>(words_[at]); }

    // False: its group has no lines, or another size than it began with.
    bool stand_on_origin() {
        const Handle group = low_half(origin_ + kTileGroupWord);
        if (group == 0) [[unlikely]] {
            return false;
        }
        group_ = &group_info(machine_, group);
        if (group_->neighbors.empty() || words_[group + kGroupOriginWord] != 0
            || words_[group + kGroupSizeWord] != (group_->columns | (Word{group_->rows} << 32U))) [[unlikely]] {
            return false;
        }
        const Word place = words_[origin_ + kTilePlaceWord];
        column_ = static_cast<std::uint32_t>(place);
        row_ = static_cast<std::uint32_t>(place >> 32U);
        cell_ = row_ * group_->columns + column_;
        cells_ = low_half(group + kGroupCellsWord) + 1;
        direction_count_ = direction_count(*group_);
        return true;
    }

    // What is known of the movement's steps for pieces of this owner; one for each alternative.
    CachedStep* steps_of(const MovementInfo& movement, std::uint32_t number, unsigned owner) {
        std::vector<std::vector<CachedStep>>& known = machine_.boards.cached_steps;
        const std::size_t owners = std::size_t{machine_.layout.players} + kOfFirstPlayer;
        if (known.empty()) [[unlikely]] {
            known.resize(machine_.program->movements.size() * owners);
        }
        std::vector<CachedStep>& steps = known[number * owners + owner];
        if (steps.empty()) [[unlikely]] {
            steps.resize(movement.alternatives.size());
        }
        return steps.data();
    }

    // ---- what a step gives for the piece

    // False when it is null or goes wrong.
    bool evaluate(ChunkIndex chunk, Value& result) {
        const Chunk& code = machine_.program->chunks[chunk];
        if (code.constant != kNone) {
            result = machine_.program->constants[code.constant];
            return !result.is_null();
        }
        if (code.word != 0) { // many pieces keep their directions in one
            result = Value{words_[piece_ + code.word]};
            return !result.is_null();
        }
        machine_.reserve(at_ + 1);
        machine_.values[at_] = Value::instance(piece_);
        const bool went_well = machine_.evaluate_in_place(chunk, at_, result) == Outcome::Next;
        words_ = machine_.memory.words();
        return went_well && !result.is_null();
    }
    bool evaluate_number(ChunkIndex chunk, double& number) {
        Value result = Value::number(number);
        if (chunk != kNone && !evaluate(chunk, result)) {
            return false;
        }
        number = result.as_number();
        return result.is_number();
    }

    bool add_direction(Value given, CachedStep& step) const {
        const double number = given.as_number(); // of what is none: not a number
        if (!(number > -1 && number < kMostDirections) || step.direction_count == step.directions.size()) {
            return false;
        }
        step.directions[step.direction_count++] = static_cast<std::uint8_t>(static_cast<int>(number));
        return true;
    }

    bool work_out_directions(const MovementStep& step, CachedStep& known) {
        Value from;
        if (!evaluate(step.directions, from)) {
            return false;
        }
        known.direction_count = 0;
        if (step.directions_to != kNone) {
            double last = 0;
            if (!evaluate_number(step.directions_to, last)) {
                return false;
            }
            for (double number = std::trunc(from.as_number()); number <= std::trunc(last); ++number) {
                if (!add_direction(Value::number(number), known)) {
                    return false;
                }
            }
            return true;
        }
        if (!from.is_collection()) {
            return add_direction(from, known);
        }
        if (!is_list(machine_, from)) {
            return false;
        }
        const Word storage = words_[from.handle() + kListStorageWord];
        const auto length = static_cast<std::uint32_t>(storage >> 32U);
        for (std::uint32_t i = 1; i <= length; ++i) {
            if (!add_direction(Value{words_[static_cast<Handle>(storage) + i]}, known)) {
                return false;
            }
        }
        return true;
    }

    bool work_out(const MovementStep& step, CachedStep& known) {
        double count = 1;
        double columns = 0;
        double rows = 0;
        if (step.kind == StepKind::Line ? !work_out_directions(step, known) || !evaluate_number(step.count, count)
                                        : !evaluate_number(step.dx, columns) || !evaluate_number(step.dy, rows)) {
            return false;
        }
        constexpr double kFar = 1e6; // farther than such a board reaches
        const auto whole = static_cast<std::uint32_t>(std::clamp(count, 0.0, kFar));
        known.low = step.count_kind == CountKind::AtMost ? 1 : whole;
        known.high = step.count_kind == CountKind::AtLeast ? kEndless : whole;
        known.columns = static_cast<std::int32_t>(std::clamp(columns, -kFar, kFar));
        known.rows = static_cast<std::int32_t>(std::clamp(rows, -kFar, kFar));
        return true;
    }

    // What is looked up afterwards counts as many steps the first time: none.
    template <typename Work>
    auto at_no_cost(const Work& work) {
        const Budget left = std::exchange(machine_.budget, Budget(machine_.limits.steps));
        const auto result = work();
        machine_.budget = left;
        return result;
    }

    bool work_out_and_walk(const MovementAlternative& alternative, CachedStep& known) {
        const MovementStep& info = alternative.steps[0];
        CachedStep step = known; // a condition may ask for destinations by the same movement
        const bool went_well = info.by_owner ? at_no_cost([&] { return work_out(info, step); }) : work_out(info, step);
        if (!went_well || !walk(alternative, step)) {
            return false;
        }
        known.through = step.through;
        known.onto = step.onto;
        if (info.by_owner) {
            known = step;
            known.is_known = true;
            known.is_single =
                info.kind == StepKind::Line && step.low <= 1 && step.high == 1 && alternative.onto_by_owner;
        }
        return true;
    }

    // ---- conditions

    [[gnu::noinline]] Answer evaluate_all(const std::vector<ChunkIndex>& conditions, Handle tile) {
        for (const ChunkIndex condition : conditions) {
            machine_.reserve(at_ + 2);
            machine_.values[at_] = Value::instance(piece_);
            machine_.values[at_ + 1] = Value::instance(tile);
            Value answer;
            const Outcome outcome = machine_.evaluate_in_place(condition, at_, answer);
            words_ = machine_.memory.words();
            if (outcome != Outcome::Next || answer.is_null()) {
                return Answer::Unusual;
            }
            if (!answer.as_bool()) {
                return Answer::No;
            }
        }
        return Answer::Yes;
    }

    [[gnu::noinline]] Answer evaluate_once(const std::vector<ChunkIndex>& conditions, OwnerAnswers& known, Handle tile,
                                           std::uint64_t bit) {
        const Answer answer = at_no_cost([&] { return evaluate_all(conditions, tile); });
        (answer == Answer::Yes ? known.yes : known.no) |= answer == Answer::Unusual ? 0 : bit;
        return answer;
    }

    // By who owns what stands there.
    [[gnu::always_inline]] Answer look_up(const std::vector<ChunkIndex>& conditions, OwnerAnswers& known, Handle tile) {
        const Handle there = low_half(tile + kTilePiecesWord);
        const unsigned what = there == 0 ? kNothing : owner_number(Value{words_[there + kOwnerWord]});
        if (what == kNothing && there != 0) [[unlikely]] {
            return Answer::Unusual;
        }
        const std::uint64_t bit = std::uint64_t{1} << what;
        if ((known.yes & bit) != 0) {
            return Answer::Yes;
        }
        return (known.no & bit) != 0 ? Answer::No : evaluate_once(conditions, known, tile, bit);
    }

    [[gnu::always_inline]] Answer ask(const std::vector<ChunkIndex>& conditions, bool by_owner, OwnerAnswers& known,
                                      Handle tile) {
        return by_owner ? look_up(conditions, known, tile) : evaluate_all(conditions, tile);
    }

    // ---- walking. Lines in different directions have no tile in common, so only after a leap, and in a direction that was
    // walked before, a tile may turn up again.

    // One step in each direction, where all is known.
    bool step_once(const MovementAlternative& alternative, CachedStep& step) {
        const std::uint16_t* const next = group_->neighbors.data() + std::size_t{cell_} * kMostDirections;
        visited_ += step.direction_count;
        for (unsigned i = 0; i < step.direction_count; ++i) {
            const unsigned direction = step.directions[i];
            if (direction >= direction_count_) [[unlikely]] {
                return false;
            }
            const std::uint16_t cell = next[direction];
            const Handle tile = cell == kNoCell ? 0 : low_half(cells_ + cell);
            if (tile == 0) {
                continue;
            }
            const Answer lands = look_up(alternative.onto, step.onto, tile);
            if (lands == Answer::Unusual) [[unlikely]] {
                return false;
            }
            if (lands == Answer::Yes) {
                land(tile, direction);
            }
            walked_ |= 1U << direction;
        }
        return true;
    }

    bool walk(const MovementAlternative& alternative, CachedStep& step) {
        if (alternative.steps[0].kind == StepKind::Coord) {
            return leap(alternative, step);
        }
        for (unsigned i = 0; i < step.direction_count; ++i) {
            const unsigned direction = step.directions[i];
            if (direction >= direction_count_ || !walk_line(alternative, step, direction)) [[unlikely]] {
                return false;
            }
            walked_ |= 1U << direction;
        }
        return true;
    }

    bool walk_line(const MovementAlternative& alternative, CachedStep& step, unsigned direction) {
        const std::uint16_t* const next = group_->neighbors.data() + direction;
        const std::uint32_t high = step.high;
        std::uint32_t cell = cell_;
        for (std::uint32_t count = 1; count <= high; ++count) {
            cell = next[std::size_t{cell} * kMostDirections];
            const Handle tile = cell == kNoCell ? 0 : low_half(cells_ + cell);
            if (tile == 0) {
                return true;
            }
            ++visited_;
            if (count >= step.low) {
                const Answer lands = ask(alternative.onto, alternative.onto_by_owner, step.onto, tile);
                if (lands == Answer::Unusual) [[unlikely]] {
                    return false;
                }
                if (lands == Answer::Yes) {
                    land(tile, direction);
                }
            }
            if (count == high) {
                return true;
            }
            const Answer passes = ask(alternative.through, alternative.through_by_owner, step.through, tile);
            if (passes != Answer::Yes) {
                return passes == Answer::No;
            }
        }
        return true;
    }

    bool leap(const MovementAlternative& alternative, CachedStep& step) {
        const std::uint32_t column = column_ + static_cast<std::uint32_t>(step.columns);
        const std::uint32_t row = row_ + static_cast<std::uint32_t>(step.rows);
        const bool is_inside = column < group_->columns && row < group_->rows;
        const Handle tile = is_inside ? low_half(cells_ + row * group_->columns + column) : 0;
        if (tile == 0 || tile == origin_) {
            return true;
        }
        ++visited_;
        const Answer lands = ask(alternative.onto, alternative.onto_by_owner, step.onto, tile);
        if (lands == Answer::Yes && !is_found(tile)) {
            out_.push_back(Value::instance(tile));
        }
        walked_ = ~0U;
        return lands != Answer::Unusual;
    }

    [[gnu::always_inline]] void land(Handle tile, unsigned direction) {
        if (((walked_ >> direction) & 1U) == 0 || !is_found(tile)) {
            out_.push_back(Value::instance(tile));
        }
    }

    [[nodiscard, gnu::noinline]] bool is_found(Handle tile) const {
        const auto first = out_.begin() + static_cast<std::ptrdiff_t>(first_);
        return std::find(first, out_.end(), Value::instance(tile)) != out_.end();
    }

    Machine& machine_;
    const Word* words_; // right until other code runs
    Handle piece_;
    std::uint32_t at_;
    std::vector<Value>& out_;
    std::size_t first_;
    const GroupInfo* group_ = nullptr;
    Handle origin_ = 0;
    Handle cells_ = 0; // the first of the group
    std::uint32_t column_ = 0;
    std::uint32_t row_ = 0;
    std::uint32_t cell_ = 0;
    unsigned direction_count_ = 0;
    unsigned walked_ = 0;       // directions, a bit for each
    std::uint32_t visited_ = 1; // tiles
};

} // namespace

bool single_step_destinations(Machine& machine, Handle piece, std::uint32_t movement, std::uint32_t at,
                              std::vector<Value>& out) {
    // Evaluating a part of it needs a frame, looking up what it gave needs none: neither may be where frames end.
    return machine.layout.players <= kMostPlayers && machine.frames.size() < machine.limits.depth
           && moves(machine, piece, machine.program->movements[movement])
           && SingleStepDestinations(machine, piece, at, out).find(machine.program->movements[movement], movement);
}

} // namespace tgdl
