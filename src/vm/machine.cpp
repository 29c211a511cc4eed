#include "vm/machine.h"

#include "vm/execution.h"
#include "vm/positions.h"
#include "vm/stack_room.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

namespace tgdl {
namespace {

// How many free objects are looked at before the heap grows instead.
constexpr int kFreeObjectsTried = 8;
// A free object that can be linked: its header and the next one.
constexpr std::uint32_t kSmallestLinked = 2;

// How many calls deep the next frame of code is; frames of code keep their depth in `top`.
std::uint32_t depth_of_next(const FrameStack& frames) {
    for (const Frame* frame = frames.end(); frame != frames.begin();) {
        if ((--frame)->kind == FrameKind::Code) {
            return frame->top + 1;
        }
    }
    return 1;
}

bool type_fits(const Program& program, TypeIndex own, TypeIndex wanted);

bool element_type_fits(const Program& program, TypeIndex own, TypeIndex wanted) {
    return own != kNone && wanted != kNone && type_fits(program, own, wanted);
}

// May something declared as `own` stand where `wanted` is asked for?
bool type_fits(const Program& program, TypeIndex own, TypeIndex wanted) {
    if (own == wanted) {
        return true;
    }
    const ValueType& from = program.types[own];
    const ValueType& to = program.types[wanted];
    if (to.kind == ValueKind::AnyKey) {
        return true;
    }
    if (from.kind != to.kind) {
        return false;
    }
    if (from.kind == ValueKind::Instance) {
        return to.first_class <= from.first_class && from.last_class <= to.last_class;
    }
    if (from.kind == ValueKind::Enum) {
        return from.enumeration == to.enumeration;
    }
    if (from.kind == ValueKind::List || from.kind == ValueKind::Stack) {
        return element_type_fits(program, from.element, to.element);
    }
    if (from.kind == ValueKind::Table) {
        return element_type_fits(program, from.element, to.element)
               && (to.key == kNone || element_type_fits(program, from.key, to.key));
    }
    return true;
}

bool is_reference(Value value, ProgramItem kind) {
    return value.is(Tag::Program) && value.program_item() == kind;
}

} // namespace

LocationIndex Flow::activity_place(const Frame& /*frame*/, std::string& /*name*/) const {
    return 0;
}

Outcome Flow::drive(std::size_t /*floor*/) {
    return Outcome::Fault;
}

Machine::Machine(const Program& played, std::uint32_t players)
    : program(&played),
      layout(played, players),
      has_plain_groups(tgdl::has_plain_groups(played)),
      budget(limits.steps),
      natives_(native_table()) {
    memory.set_limit(limits.words);
    memory.reset(layout.end);
    for (Handle at = layout.globals; at < layout.end; ++at) {
        memory.set_value(at, Value::null());
    }
    constexpr std::size_t kUsualFrames = 64;
    frames.reserve(kUsualFrames);
}

// ---- the budget

bool Machine::begin_slice(std::uint64_t overdrawn) {
    budget.slice = 0;
    memory.compact_journal();
    if (overdrawn >= budget.reserve || memory.used() > memory.limit() || limits.stop()) {
        budget = Budget();
        return false;
    }
    budget = Budget(budget.reserve - overdrawn);
    return true;
}

[[gnu::noinline, gnu::cold]] bool Machine::charge_beyond_slice(std::uint64_t steps) {
    return begin_slice(steps - budget.slice);
}

Outcome Machine::budget_spent() {
    if (memory.used() > memory.limit()) {
        return fault_with(FaultId::OutOfMemory);
    }
    return fault_with(FaultId::TooManySteps, {fmt::to_string(limits.steps)});
}

// ---- frames

void Machine::grow_values(std::uint32_t top) {
    values.resize(std::max<std::size_t>(top, 2 * values.size()));
}

[[gnu::noinline, gnu::cold]] Outcome Machine::push_code_in_new_room(ChunkIndex chunk, std::uint32_t base,
                                                                    std::uint32_t end) {
    if (end > limits.words) {
        return fault_with(FaultId::OutOfMemory);
    }
    frames.make_room();
    reserve(end);
    return push_code(chunk, base);
}

Outcome Machine::push_code(ChunkIndex chunk, std::uint32_t base) {
    const std::uint32_t depth = depth_of_next(frames);
    if (depth > limits.depth) [[unlikely]] {
        return too_deep(*this);
    }
    const Chunk& code = program->chunks[chunk];
    const std::uint32_t end = base + code.registers + 1; // one at least: for what it gives
    if (!frames.has_room() || end > values.size()) [[unlikely]] {
        return push_code_in_new_room(chunk, base, end);
    }
    frames.push_back({FrameKind::Code, 0, chunk, 0, base, depth});
    live_top = base + code.parameters;
    return Outcome::Pushed;
}

Frame& Machine::push_activity(FrameKind kind, std::uint32_t base, std::uint32_t size) {
    reserve(base + size);
    std::fill_n(values.begin() + base, size, Value::null());
    frames.push_back({kind, 0, 0, 0, base, base + size});
    live_top = base + size;
    return frames.back();
}

void Machine::pop_to(std::size_t frames_left) {
    while (!hypotheticals_.empty() && hypotheticals_.back().frame >= frames_left) {
        hypotheticals_.pop_back(); // who pops the frames also takes back what they wrote
    }
    frames.pop_to(frames_left);
}

bool Machine::fail_in_hypothetical(std::size_t floor) {
    if (hypotheticals_.empty() || hypotheticals_.back().frame < floor) {
        return false;
    }
    const Hypothetical failed = hypotheticals_.back();
    memory.rewind(failed.mark);
    pop_to(failed.frame + 1);
    hypotheticals_.pop_back();
    frames.back().at = failed.on_fail;
    return true;
}

Outcome Machine::evaluate(ChunkIndex chunk, std::span<const Value> context, std::uint32_t at, Value& result) {
    if (program->chunks[chunk].constant != kNone) {
        result = program->constants[program->chunks[chunk].constant];
        return Outcome::Next;
    }
    const bool is_ours = std::less_equal<>()(values.data(), context.data())
                         && std::less<>()(context.data(), values.data() + values.size());
    const std::ptrdiff_t from = is_ours ? context.data() - values.data() : 0;
    reserve(at + static_cast<std::uint32_t>(context.size()));
    const Value* source = is_ours ? values.data() + from : context.data(); // reserve() may have moved our own
    for (std::size_t i = 0; i < context.size(); ++i) {                     // a few: no call
        values[at + i] = source[i];
    }
    return evaluate_in_place(chunk, at, result);
}

Outcome Machine::evaluate_in_place(ChunkIndex chunk, std::uint32_t at, Value& result) {
    const Chunk& code = program->chunks[chunk];
    if (code.pure && may_eval_pure()) {
        reserve(at + code.registers + 1);
        if (eval_pure(code, values.data() + at, result)) [[likely]] {
            return charge(code.code.size()) ? Outcome::Next : budget_spent();
        }
    }
    const std::size_t floor = frames.size();
    const std::uint32_t live_before = live_top;
    if (!has_stack_room()) [[unlikely]] {
        return fault_with(FaultId::TooDeep, {fmt::to_string(depth_of_next(frames) - 1)});
    }
    if (push_code(chunk, at) == Outcome::Fault) {
        return Outcome::Fault;
    }
    const Mark mark = code.writes ? memory.mark() : Mark{};
    ++nesting;
    Outcome outcome = run(floor);
    if (outcome == Outcome::Pushed) [[unlikely]] {
        outcome = flow->drive(floor);
    }
    --nesting;
    if (outcome == Outcome::Done) [[likely]] {
        result = values[at];
        outcome = Outcome::Next;
    } else {
        pop_to(floor);
    }
    if (code.writes) {
        take_back(mark, result);
    }
    live_top = live_before;
    return outcome;
}

// What a hypothetical block gives may be something it has made.
void Machine::take_back(Mark mark, Value result) {
    const bool refers = result.is(Tag::Text) || result.is_collection() || result.is_instance();
    if (refers && result.handle() >= mark.top) {
        memory.rewind_keeping_new(mark);
    } else {
        memory.rewind(mark);
    }
}

// ---- memory

Handle Machine::allocate(std::uint32_t words) {
    constexpr std::uint32_t kManyWords = 64; // to be made zero, and mostly to be filled
    if (words >= kManyWords) {
        charge_elements(words);
    }
    const Header header{ObjectKind::Storage, 0, 0, words};
    // In a hypothetical block all comes from the end of the heap, so that what it gives can outlive it.
    const bool reuses = nesting == 0 && hypotheticals_.empty();
    Handle made = reuses ? allocate_free(words) : 0;
    if (made == 0) {
        made = memory.allocate(words);
    }
    if (made != 0) {
        memory.store(made, header.pack());
    }
    return made;
}

// The first of the first few free objects that is long enough; what is left of it stays free.
Handle Machine::allocate_free(std::uint32_t words) {
    Handle before = 0;
    Handle found = memory.half(kFreeWord, 0);
    for (int tried = 0; found != 0 && tried < kFreeObjectsTried; ++tried) {
        const std::uint32_t size = Header::unpack(memory.load(found)).size;
        const auto next = static_cast<Handle>(memory.load(found + 1));
        if (size < words) {
            before = found;
            found = next;
            continue;
        }
        const std::uint32_t left = size - words;
        const Handle rest = left >= kSmallestLinked ? found + words : 0;
        if (left != 0) {
            memory.store(found + words, Header{ObjectKind::Free, 0, 0, left}.pack());
        }
        if (rest != 0) {
            memory.store(rest + 1, next);
        }
        const Handle follower = rest != 0 ? rest : next;
        memory.store(before == 0 ? Handle{kFreeWord} : before + 1, follower);
        for (Handle at = found; at < found + words; ++at) {
            memory.store(at, 0);
        }
        return found;
    }
    return 0;
}

// ---- instances

Handle Machine::make_instance(ClassIndex class_index) {
    const ClassInfo& info = program->classes[class_index];
    const Handle made = allocate(info.size);
    if (made == 0) {
        return 0;
    }
    memory.store(made, Header{ObjectKind::Instance, 0, static_cast<std::uint16_t>(class_index), info.size}.pack());
    const std::uint32_t age = memory.half(kAgesWord, 0);
    memory.set_half(kAgesWord, 0, age + 1);
    const Handle counter = layout.class_counter(info.counted_as == kNone ? class_index : info.counted_as);
    const std::uint32_t number = memory.half(counter, 0) + 1;
    memory.set_half(counter, 0, number);
    memory.store(made + kAgeWord, age | (Word{number} << 32U));
    if (info.public_word != 0) {
        memory.store(made + info.public_word, age | (Word{number} << 32U));
    }
    link_last(made, layout.class_list(class_index));
    fill_attributes(made, info);
    if (info.kind == ClassKind::Stack && !info.is_discards && !make_pile(*this, made)) {
        return 0;
    }
    return made;
}

void Machine::link_last(Handle made, Handle list) {
    const std::uint32_t last = memory.half(list, 1);
    memory.store(made + kLinkWord, Word{last} << 32U);
    if (last != 0) {
        memory.set_half(last + kLinkWord, 0, made);
        memory.set_half(list, 1, made);
    } else {
        memory.store(list, made | (Word{made} << 32U));
    }
}

// Words are zero so far; where that is no value of the language, null or the value to start with.
void Machine::fill_attributes(Handle made, const ClassInfo& info) {
    memory.set_value(made + kOwnerWord, Value::null());
    for (const AttributeInfo& attribute : info.attributes) {
        if (attribute.offset >= kInstanceWords) {
            memory.set_value(made + attribute.offset, Value::null());
        }
    }
    for (std::uint32_t group = 0; group < info.groups.size(); ++group) {
        memory.set_value(made + info.groups_offset + group, Value::null());
    }
    if (info.kind == ClassKind::Tile) {
        memory.set_value(made + kTileNameWord, Value::null());
    } else if (info.kind == ClassKind::Connection) {
        memory.set_value(made + kConnectionToWord, Value::null());
        memory.set_value(made + kConnectionDistanceWord, Value::number(1));
    }
}

void Machine::set_flag(Handle object, ObjectFlag flag, bool on) {
    Header header = Header::unpack(memory.load(object));
    const auto flags = static_cast<std::uint8_t>(on ? header.flags | flag : header.flags & ~flag);
    if (flags != header.flags) {
        header.flags = flags;
        memory.store(object, header.pack());
    }
}

// ---- types

bool Machine::is_a(Value value, TypeIndex instance_type) const {
    if (!value.is_instance()) {
        return false;
    }
    const ClassIndex class_index = class_of(value.handle());
    const ValueType& type = program->types[instance_type];
    return type.first_class <= class_index && class_index <= type.last_class;
}

bool Machine::fits(Value value, TypeIndex type) const {
    if (value.is_null()) {
        return true;
    }
    const ValueType& wanted = program->types[type];
    switch (wanted.kind) {
    case ValueKind::Nothing: return false;
    case ValueKind::AnyKey: return true;
    case ValueKind::Number:
    case ValueKind::Player: return value.is_number();
    case ValueKind::Text: return value.is_text();
    case ValueKind::Bool: return value.is(Tag::Bool);
    case ValueKind::Instance: return is_a(value, type) || is_blank_for(value, wanted);
    case ValueKind::Turn: return is_reference(value, ProgramItem::Turn);
    case ValueKind::Movement: return is_reference(value, ProgramItem::Movement) || is_own_list(value);
    case ValueKind::Enum:
        return is_reference(value, ProgramItem::EnumValue)
               && program->enum_values[value.index()].enumeration == wanted.enumeration;
    case ValueKind::Shape: return is_reference(value, ProgramItem::Shape);
    case ValueKind::Direction: return value.is_number() || is_reference(value, ProgramItem::Direction);
    case ValueKind::List:
    case ValueKind::Table:
    case ValueKind::Stack:
        return value.is_collection() && type_fits(*program, Header::unpack(memory.load(value.handle())).type, type);
    }
    return false;
}

// A list that the match makes for itself. As a value of rules it is a movement with its inputs.
bool Machine::is_own_list(Value value) const {
    constexpr std::uint16_t kNoType = 0xffff;
    return value.is_collection() && Header::unpack(memory.load(value.handle())).type == kNoType;
}

// The blank tile fits every type of tile.
bool Machine::is_blank_for(Value value, const ValueType& wanted) const {
    return value.is_instance() && value.handle() == memory.half(kBlankWord, 0)
           && program->classes[wanted.first_class].kind == ClassKind::Tile;
}

std::string instance_id(const Machine& machine, Handle instance) {
    return fmt::format("{}#{}", machine.class_info(instance).name, machine.public_number_of(instance));
}

void Machine::copy_state(const Machine& other) {
    memory.copy_from(other.memory);
    frames = other.frames;
    // Only what is used: everything above it is written before it is read.
    std::size_t used = other.live_top;
    for (const Frame& frame : other.frames) {
        const std::uint32_t registers =
            frame.kind == FrameKind::Code ? frame.base + program->chunks[frame.code].registers : frame.top;
        used = std::max<std::size_t>(used, registers);
    }
    if (values.size() < used) {
        values.resize(used);
    }
    std::copy_n(other.values.begin(), std::min(used, other.values.size()), values.begin());
    limits = other.limits;
    budget = other.budget;
    live_top = other.live_top;
    trial = other.trial;
    viewer = other.viewer;
    nesting = other.nesting;
    if (!fault_.message.empty() || !other.fault_.message.empty()) {
        fault_ = other.fault_;
    }
    reason_ = other.reason_;
    if (!hypotheticals_.empty() || !other.hypotheticals_.empty()) {
        hypotheticals_ = other.hypotheticals_;
    }
}

} // namespace tgdl
