#include "compile/write_destinations.h"

#include "compile/chunk_writer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace tgdl {

namespace {

// Parameters of the chunk.
constexpr Register kPiece = 0;
constexpr Register kOrigin = 1;
constexpr Register kParameters = 2;

constexpr double kNoEnd = std::numeric_limits<double>::infinity();

class DestinationWriter {
public:
    DestinationWriter(Lowering& lowering, const MovementInfo& movement)
        : lowering_(lowering), movement_(movement), writer_(kParameters) {}

    [[nodiscard]] bool can_write() const {
        constexpr std::uint32_t kLargestOperand = std::numeric_limits<std::uint16_t>::max();
        return lowering_.number_constant(1) <= kLargestOperand
               && std::ranges::all_of(movement_.alternatives, [this](const MovementAlternative& alternative) {
                      return !alternative.repeat && alternative.steps.size() == 1 && is_plain(alternative.steps[0])
                             && std::ranges::all_of(alternative.through,
                                                    [this](ChunkIndex part) { return only_looks(part); })
                             && std::ranges::all_of(alternative.onto,
                                                    [this](ChunkIndex part) { return only_looks(part); });
                  });
    }

    Chunk write(const DirectionLists& lists) {
        for (std::size_t i = 0; i < movement_.alternatives.size(); ++i) {
            alternative_ = &movement_.alternatives[i];
            read_counts(alternative_->steps[0]);
            if (high_ >= 1) {
                write_directions(alternative_->steps[0], lists[i]);
            }
            writer_.set_top(kParameters);
        }
        return writer_.finish("destinations of " + movement_.name);
    }

private:
    [[nodiscard]] bool only_looks(ChunkIndex part) const {
        const Chunk& chunk = lowering_.program.chunks[part];
        return !chunk.writes && !chunk.may_fail;
    }
    [[nodiscard]] std::optional<double> number_of(ChunkIndex part) const {
        const std::uint32_t constant = lowering_.program.chunks[part].constant;
        const Value value = constant == kNone ? Value::null() : lowering_.program.constants[constant];
        return value.is_number() ? std::optional(std::trunc(value.as_number())) : std::nullopt;
    }
    [[nodiscard]] bool is_plain(const MovementStep& step) const {
        const bool range_is_known =
            step.directions_to == kNone || (number_of(step.directions) && number_of(step.directions_to));
        return step.kind == StepKind::Line && step.directions != kNone && only_looks(step.directions) && range_is_known
               && (step.count == kNone || number_of(step.count));
    }

    void read_counts(const MovementStep& step) {
        const double count = step.count == kNone ? 1 : number_of(step.count).value_or(1);
        low_ = step.count_kind == CountKind::AtMost ? 1 : count;
        high_ = step.count_kind == CountKind::AtLeast ? kNoEnd : count;
    }

    void write_directions(const MovementStep& step, bool is_list) {
        if (step.directions_to != kNone) {
            const Register direction = writer_.push(2);
            writer_.load_constant(direction, lowering_.number_constant(*number_of(step.directions)));
            writer_.load_constant(direction + 1, lowering_.number_constant(*number_of(step.directions_to)));
            const Label begin = writer_.new_label();
            const Label end = writer_.new_label();
            writer_.jump_compare(Operation::JumpUnlessLessEqual, direction, direction + 1, end);
            writer_.bind(begin);
            write_line(direction);
            writer_.emit(Operation::AddConstant, direction, direction, lowering_.number_constant(1));
            writer_.jump_compare(Operation::JumpIfLessEqual, direction, direction + 1, begin);
            writer_.bind(end);
            return;
        }
        const Register window = writer_.push();
        writer_.move(window, kPiece);
        writer_.emit_wide(Operation::Call, window, step.directions);
        if (!is_list) {
            write_line(window);
            return;
        }
        const Register walk = writer_.push(3);
        writer_.emit(Operation::Walk, walk, window);
        const Label begin = writer_.new_label();
        const Label end = writer_.new_label();
        writer_.bind(begin);
        writer_.jump_wide(Operation::Next, walk, end);
        write_line(walk + 2);
        writer_.jump(begin);
        writer_.bind(end);
    }

    void write_line(Register direction) {
        const Register before = writer_.top();
        const Label end = writer_.new_label();
        const Register tile = writer_.push();
        if (low_ == 1 && high_ == 1) {
            writer_.emit(Operation::StepLine, tile, kOrigin, direction);
            writer_.jump_if(Operation::JumpIfNull, tile, end);
            write_conditions(alternative_->onto, tile, end);
            writer_.emit(Operation::Land, tile);
        } else {
            write_walk(direction, tile, end);
        }
        writer_.bind(end);
        writer_.set_top(before);
    }

    void write_walk(Register direction, Register tile, Label end) {
        const Label begin = writer_.new_label();
        const Label on = writer_.new_label();
        writer_.move(tile, kOrigin);
        const Register count = push_number(1);
        const Register low = push_number(low_);
        const Register high = high_ == kNoEnd ? low : push_number(high_);
        writer_.bind(begin);
        writer_.emit(Operation::StepLine, tile, tile, direction);
        writer_.jump_if(Operation::JumpIfNull, tile, end);
        if (low_ > 1) {
            writer_.jump_compare(Operation::JumpIfLess, count, low, on);
        }
        write_conditions(alternative_->onto, tile, on);
        writer_.emit(Operation::Land, tile);
        writer_.bind(on);
        if (high_ != kNoEnd) {
            writer_.jump_compare(Operation::JumpUnlessLess, count, high, end);
        }
        write_conditions(alternative_->through, tile, end);
        if (low_ > 1 || high_ != kNoEnd) {
            writer_.emit(Operation::AddConstant, count, count, lowering_.number_constant(1));
        }
        writer_.jump(begin);
    }

    Register push_number(double number) {
        const Register pushed = writer_.push();
        writer_.load_constant(pushed, lowering_.number_constant(number));
        return pushed;
    }

    // Goes on when all hold.
    void write_conditions(const std::vector<ChunkIndex>& conditions, Register tile, Label otherwise) {
        for (const ChunkIndex condition : conditions) {
            const Register window = writer_.push(2);
            writer_.move(window, kPiece);
            writer_.move(window + 1, tile);
            writer_.emit_wide(Operation::Call, window, condition);
            writer_.jump_if(Operation::JumpUnless, window, otherwise);
            writer_.set_top(window);
        }
    }

    Lowering& lowering_;
    const MovementInfo& movement_;
    ChunkWriter writer_;
    const MovementAlternative* alternative_ = nullptr;
    double low_ = 1;
    double high_ = 1;
};

} // namespace

ChunkIndex write_destinations(Lowering& lowering, const MovementInfo& movement, const DirectionLists& lists) {
    DestinationWriter writer(lowering, movement);
    if (!writer.can_write()) {
        return kNone;
    }
    const ChunkIndex index = lowering.reserve_chunk();
    Chunk chunk = writer.write(lists);
    lowering.program.chunks[index] = std::move(chunk);
    return index;
}

} // namespace tgdl
