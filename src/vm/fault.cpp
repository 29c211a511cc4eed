#include "vm/fault.h"

#include "vm/collections.h"
#include "vm/machine.h"
#include "vm/native_positions.h"

#include <array>

#include <fmt/format.h>

namespace tgdl {
namespace {

struct FaultText {
    std::string_view code;
    std::string_view message;
};
constexpr std::array kFaults = {
#define TGDL_FAULT(name, code, message) FaultText{code, message},
#include "base/fault.def"
#undef TGDL_FAULT
};

// {0}, {1} … by the arguments; one that is not given stays empty.
std::string fill(std::string_view message, const std::vector<std::string>& arguments) {
    std::string filled;
    for (std::size_t at = 0; at < message.size(); ++at) {
        if (message[at] != '{') {
            filled += message[at];
            continue;
        }
        const auto which = static_cast<std::size_t>(message[at + 1] - '0');
        if (which < arguments.size()) {
            filled += arguments[which];
        }
        at += 2; // the digit and the brace
    }
    return filled;
}

std::string collection_text(const Machine& machine, Value value) {
    const TypeIndex type = collection_type(machine, value.handle());
    const bool is_table = Header::unpack(machine.memory.load(value.handle())).kind == ObjectKind::Table;
    const std::uint32_t length = is_table ? table_length(machine, value.handle()) : walk_length(machine, value);
    const std::vector<ValueType>& types = machine.program->types;
    const std::string_view plain = is_table ? "Table" : "List"; // of the match itself
    return fmt::format("{} of length {}", type < types.size() ? types[type].name : plain, length);
}

std::string item_text(const Program& program, Value value) {
    switch (value.program_item()) {
    case ProgramItem::Movement: return program.movements[value.index()].name;
    case ProgramItem::Turn: return program.turns[value.index()].name;
    case ProgramItem::Direction: return fmt::format("direction {}", value.index());
    case ProgramItem::EnumValue: {
        const EnumValueInfo& info = program.enum_values[value.index()];
        return program.enums[info.enumeration].name + "." + info.name;
    }
    case ProgramItem::Shape: return program.texts[program.shapes[value.index()].text].utf8;
    case ProgramItem::Absent:
    case ProgramItem::Hole:
    case ProgramItem::Shown: return "(not given)";
    }
    return {};
}

// The instruction that a code frame is at: frames keep the one after it.
std::uint32_t instruction_of(const Frame& frame) {
    return frame.at == 0 ? 0 : frame.at - 1;
}

// The inlined calls that the instruction lies in, innermost first, by their number in the chunk.
std::vector<std::uint32_t> inlined_around(const Chunk& chunk, std::uint32_t instruction) {
    std::vector<std::uint32_t> around;
    for (auto number = static_cast<std::uint32_t>(chunk.inlined.size()); number-- > 0;) {
        const InlinedCall& call = chunk.inlined[number];
        if (call.from <= instruction && instruction < call.to) {
            around.push_back(number);
        }
    }
    return around;
}

// The calls that a frame of code stands for, innermost first: those that were inlined, then its own.
void add_calls(const Program& program, const Frame& frame, std::vector<Fault::Call>& calls) {
    const Chunk& chunk = program.chunks[frame.code];
    const std::uint32_t instruction = instruction_of(frame);
    LocationIndex place = instruction < chunk.places.size() ? chunk.places[instruction] : 0;
    const auto add = [&](const Chunk& called) {
        if (!called.is_reader) {
            calls.push_back({called.name, place});
        }
    };
    for (const std::uint32_t number : inlined_around(chunk, instruction)) {
        add(program.chunks[chunk.inlined[number].chunk]);
        place = chunk.inlined[number].place;
    }
    add(chunk);
}

// A long trace is cut in the middle: where it happened and where it began tell most.
void shorten(std::vector<Fault::Call>& calls) {
    constexpr std::size_t kInnermost = 12;
    constexpr std::size_t kOutermost = 8;
    if (calls.size() <= kInnermost + kOutermost + 1) {
        return;
    }
    const std::size_t left_out = calls.size() - kInnermost - kOutermost;
    calls[kInnermost] = {fmt::format("({} more calls)", left_out), 0};
    calls.erase(calls.begin() + kInnermost + 1, calls.end() - kOutermost);
}

// What a variable holds: what stands in its register, or will once its cell is looked up.
Value value_of(const Machine& machine, const Frame& frame, const DebugVariable& variable) {
    const auto read = [&](std::uint16_t reg) { return machine.values[frame.base + reg]; };
    if (variable.lookup == kNone) {
        return read(variable.reg);
    }
    const Instruction* const get = machine.program->chunks[frame.code].code.data() + variable.lookup;
    return get->op == Operation::QuickGroupCell
               ? written_cell(machine, read(get->b).handle(), cell_column(*get), cell_row(*get))
               : written_cell(machine, read(get[-1].b).handle(), read(get->b).as_number(), read(get->c).as_number());
}

std::vector<Fault::Shown> variables_of(const Machine& machine, const Frame& frame) {
    std::vector<Fault::Shown> shown;
    const std::uint32_t instruction = instruction_of(frame);
    const Chunk& chunk = machine.program->chunks[frame.code];
    std::uint32_t innermost = kNone; // of the calls that a trace shows
    for (const std::uint32_t number : inlined_around(chunk, instruction)) {
        if (!machine.program->chunks[chunk.inlined[number].chunk].is_reader) {
            innermost = number;
            break;
        }
    }
    for (const DebugVariable& variable : chunk.variables) {
        if (variable.call != innermost || instruction < variable.from || variable.to <= instruction) {
            continue;
        }
        const Value value = value_of(machine, frame, variable);
        if (variable.name != "this" || !value.is_null()) { // null: an action of the game itself
            shown.push_back({variable.name, plain_text(machine, value)});
        }
    }
    return shown;
}

} // namespace

std::string_view fault_code(FaultId id) {
    return kFaults.at(static_cast<std::size_t>(id)).code;
}

std::string_view fault_message(FaultId id) {
    return kFaults.at(static_cast<std::size_t>(id)).message;
}

std::string plain_text(const Machine& machine, Value value) {
    if (value.is_number()) {
        return number_text(value.as_number());
    }
    switch (value.tag()) {
    case Tag::Bool: return value.as_bool() ? "true" : "false";
    case Tag::ConstantText:
    case Tag::Text: return fmt::format("\"{}\"", text_utf8(machine, value));
    case Tag::Collection: return collection_text(machine, value);
    case Tag::Instance: return instance_id(machine, value.handle());
    case Tag::Program: return item_text(*machine.program, value);
    case Tag::Null: break;
    }
    return "null";
}

Outcome Machine::fault_with(FaultId id, const std::vector<std::string>& arguments) {
    fault_ = {};
    fault_.id = id;
    fault_.message = fill(fault_message(id), arguments);
    for (std::size_t left = frames.size(); left > 0; --left) {
        const Frame& frame = frames[left - 1];
        if (frame.kind != FrameKind::Code) {
            std::string name;
            const LocationIndex place = flow != nullptr && fault_.calls.empty() ? flow->activity_place(frame, name) : 0;
            if (place != 0) {
                fault_.place = place;
                fault_.calls.push_back({name, place});
            }
            continue;
        }
        const bool is_innermost = fault_.calls.empty();
        add_calls(*program, frame, fault_.calls);
        if (is_innermost && !fault_.calls.empty()) {
            fault_.place = fault_.calls.front().place;
            fault_.values = variables_of(*this, frame);
        }
    }
    shorten(fault_.calls);
    return Outcome::Fault;
}

} // namespace tgdl
