#include "compile/chunk_writer.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace tgdl {

namespace {

// Compare-and-jump operations stand in pairs: the second jumps when the first would not.
Operation opposite_comparison(Operation op) {
    switch (op) {
    case Operation::JumpIfLess: return Operation::JumpUnlessLess;
    case Operation::JumpUnlessLess: return Operation::JumpIfLess;
    case Operation::JumpIfLessEqual: return Operation::JumpUnlessLessEqual;
    case Operation::JumpUnlessLessEqual: return Operation::JumpIfLessEqual;
    case Operation::JumpIfSameNumber: return Operation::JumpUnlessSameNumber;
    case Operation::JumpUnlessSameNumber: return Operation::JumpIfSameNumber;
    case Operation::JumpIfIdentical: return Operation::JumpUnlessIdentical;
    case Operation::JumpUnlessIdentical: return Operation::JumpIfIdentical;
    default: return op; // no other operation compares and jumps
    }
}

bool compares(Operation op) {
    return opposite_comparison(op) != op;
}

} // namespace

ChunkWriter::ChunkWriter(Register parameters) : top_(parameters) {
    chunk_.parameters = parameters;
    chunk_.registers = parameters;
}

Register ChunkWriter::push(Register count) {
    const Register first = top_;
    set_top(static_cast<Register>(top_ + count));
    return first;
}

void ChunkWriter::set_top(Register top) {
    top_ = top;
    chunk_.registers = std::max(chunk_.registers, top);
}

void ChunkWriter::emit(Operation op, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    // The target of an instruction is at most the first free register, a window may reach above it.
    chunk_.registers = std::max(chunk_.registers, static_cast<Register>(top_ + 1));
    chunk_.code.push_back(
        {op, static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b), static_cast<std::uint16_t>(c)});
    chunk_.places.push_back(place_);
}

void ChunkWriter::emit_wide(Operation op, std::uint32_t a, std::uint32_t wide) {
    emit(op, a, wide & 0xffffU, wide >> 16U);
}

void ChunkWriter::move(Register target, Register source) {
    if (target != source) {
        emit(Operation::Move, target, source);
    }
}

namespace {

// Its first argument is a collection that it changes.
bool changes_collection(NativeId id) {
    switch (id) {
    case NativeId::ListSet:
    case NativeId::ListAdd:
    case NativeId::ListAppend:
    case NativeId::ListInsertAt:
    case NativeId::ListClear:
    case NativeId::ListRemove:
    case NativeId::ListRemoveAt:
    case NativeId::ListShuffle:
    case NativeId::ListReverse:
    case NativeId::ListSort:
    case NativeId::ListSortByKeys:
    case NativeId::StackPush:
    case NativeId::StackPushFront:
    case NativeId::StackPop:
    case NativeId::StackPopFront:
    case NativeId::StackRemove:
    case NativeId::StackClear:
    case NativeId::StackShuffle:
    case NativeId::TableGetOrMake:
    case NativeId::TableSet:
    case NativeId::TableClear: return true;
    default: return false;
    }
}

} // namespace

void ChunkWriter::native(NativeId id, Register window, std::uint32_t count) {
    if (checks_changes && changes_collection(id)) {
        emit(Operation::Move, window + count, window); // a native leaves nothing behind its window
        emit(Operation::Native, window + count, static_cast<std::uint16_t>(NativeId::CheckChangeable), 1);
    }
    const Operation quick = intrinsic_operation(id);
    if (quick == Operation::Native) {
        emit(quick, window, static_cast<std::uint16_t>(id), count);
    } else if (quick == Operation::QuickGroupGet) {
        emit(quick, window, window + 1U, window + 2U);
    } else {
        emit(quick, window, count > 0 ? window : 0U, count > 1 ? window + 1U : 0U);
    }
}

Label ChunkWriter::new_label() {
    labels_.push_back(kNone);
    return {static_cast<std::uint32_t>(labels_.size() - 1)};
}

void ChunkWriter::bind(Label label) {
    labels_[label.index] = size();
}

void ChunkWriter::jump_compare(Operation op, Register left, Register right, Label target) {
    jumps_.push_back({size(), target});
    emit(op, left, right);
}

void ChunkWriter::jump_wide(Operation op, Register a, Label target) {
    jumps_.push_back({size(), target});
    emit_wide(op, a, 0);
}

void ChunkWriter::begin_variable(std::string name, Register reg) {
    open_variables_.push_back(chunk_.variables.size());
    chunk_.variables.push_back({std::move(name), reg, size(), size()});
}

void ChunkWriter::end_variables(std::size_t count) {
    while (open_variables_.size() > count) {
        chunk_.variables[open_variables_.back()].to = size();
        open_variables_.pop_back();
    }
}

// Compare-and-jump instructions reach only so far. In a chunk too long for them each becomes one of the opposite sense
// over a plain jump.
void ChunkWriter::shorten_far_jumps() {
    std::vector<std::uint32_t> moved(chunk_.code.size() + 1); // where each instruction stands now
    std::vector<Instruction> code;
    std::vector<LocationIndex> places;
    for (std::size_t i = 0; i < chunk_.code.size(); ++i) {
        moved[i] = static_cast<std::uint32_t>(code.size());
        Instruction instruction = chunk_.code[i];
        places.push_back(chunk_.places[i]);
        if (compares(instruction.op)) {
            instruction.op = opposite_comparison(instruction.op);
            instruction.c = 1;
            code.push_back(instruction);
            places.push_back(chunk_.places[i]);
            instruction = {Operation::Jump, 0, 0, 0};
        }
        code.push_back(instruction);
    }
    moved[chunk_.code.size()] = static_cast<std::uint32_t>(code.size());
    for (std::uint32_t& label : labels_) {
        label = label == kNone ? kNone : moved[label];
    }
    for (Jump& jump : jumps_) {
        jump.at = compares(chunk_.code[jump.at].op) ? moved[jump.at] + 1 : moved[jump.at];
    }
    for (DebugVariable& variable : chunk_.variables) {
        variable.from = moved[variable.from];
        variable.to = moved[variable.to];
    }
    chunk_.code = std::move(code);
    chunk_.places = std::move(places);
}

void ChunkWriter::patch_jumps() {
    constexpr auto kFarthest = static_cast<std::size_t>(std::numeric_limits<std::int16_t>::max());
    if (chunk_.code.size() > kFarthest) {
        shorten_far_jumps();
    }
    for (const Jump& jump : jumps_) {
        Instruction& instruction = chunk_.code[jump.at];
        const std::uint32_t target = labels_[jump.target.index];
        if (compares(instruction.op)) {
            instruction.c = static_cast<std::uint16_t>(target - (jump.at + 1));
        } else {
            instruction = wide_jump(instruction.op, instruction.a, jump.at, target);
        }
    }
}

Chunk ChunkWriter::finish(std::string name) {
    emit(Operation::ReturnNothing);
    end_variables(0);
    patch_jumps();
    chunk_.name = std::move(name);
    chunk_.writes = writes;
    chunk_.may_fail = may_fail;
    chunk_.reads_hidden = reads_hidden;
    chunk_.has_this = has_this;
    chunk_.is_reader = is_reader;
    chunk_.word = word;
    chunk_.parameter_types = std::move(parameter_types);
    chunk_.result = result;
    const std::vector<Instruction>& code = chunk_.code;
    if (code.size() >= 2 && code[0].op == Operation::LoadConstant && code[1].op == Operation::Return
        && code[0].a == code[1].a) {
        chunk_.constant = code[0].wide();
    }
    return std::move(chunk_);
}

} // namespace tgdl
