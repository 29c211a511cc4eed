#include "vm/assert_types.h"

#include "program/known_types.h"
#include "vm/collections.h"
#include "vm/positions.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace tgdl {

namespace {

constexpr std::uint16_t kNoType = 0xffff; // of lists that the match makes for itself

[[noreturn]] void stop(const std::string& what) {
    std::fputs(fmt::format("type-checked build: {}\n", what).c_str(), stderr);
    std::abort();
}

bool fits_number(const Machine& machine, double number, const StaticType& type) {
    const bool is_player = number >= 0 && number < machine.layout.players && number == std::trunc(number);
    return type.may_be(kIsNumber) || (type.may_be(kIsPlayer) && is_player);
}

bool fits_instance(const Machine& machine, Value value, const StaticType& type) {
    const Handle handle = value.handle();
    if (handle == 0 || handle >= machine.memory.top()
        || Header::unpack(machine.memory.load(handle)).kind != ObjectKind::Instance) {
        return false;
    }
    const ClassIndex own = machine.class_of(handle);
    return (type.may_be(kIsInstance) && type.first <= own && own <= type.last)
           || (type.may_be(kIsBlank) && handle == machine.memory.half(kBlankWord, 0));
}

bool fits_collection(const Machine& machine, StaticTypes& types, Value value, const StaticType& type) {
    const Handle handle = value.handle();
    if (handle == 0 || handle >= machine.memory.top()) {
        return false;
    }
    const Header header = Header::unpack(machine.memory.load(handle));
    const std::uint32_t kind = header.kind == ObjectKind::List    ? kIsList
                               : header.kind == ObjectKind::Stack ? kIsStack
                               : header.kind == ObjectKind::Table ? kIsTable
                                                                  : 0U;
    if (header.type == kNoType && type.may_be(kIsMovement)) {
        return true;
    }
    if (!type.may_be(kind)) {
        return false;
    }
    if (header.type == kNoType) {
        return true;
    }
    const StaticType own = types[types.of(header.type)];
    return own.may_be(kind) && types.fits(own.element, type.element)
           && (!type.may_be(kOwnElement) || own.element == type.element)
           && (kind != kIsTable || types.fits(own.key, type.key));
}

bool fits_reference(Value value, const StaticType& type) {
    switch (value.program_item()) {
    case ProgramItem::Movement: return type.may_be(kIsMovement);
    case ProgramItem::Turn: return type.may_be(kIsTurn);
    case ProgramItem::Direction: return type.may_be(kIsDirection);
    case ProgramItem::EnumValue: return type.may_be(kIsEnum);
    case ProgramItem::Shape: return type.may_be(kIsShape);
    case ProgramItem::Absent: return type.may_be(kIsAbsent);
    case ProgramItem::Hole:
    case ProgramItem::Shown: return type.may_be(kIsHole);
    }
    return false;
}

bool fits_static(const Machine& machine, StaticTypes& types, Value value, StaticTypeId id) {
    const StaticType type = types[id];
    if (type.may_be(kIsUndefined | kIsPosition | kIsLinePosition | kIsConstantPosition | kIsConstantEnd)) {
        return true; // nothing that is read, or no value of the rules
    }
    if (value.is_null()) {
        return !type.may_be(kNotNull);
    }
    if (type.constant != kNone) {
        return value == machine.program->constants[type.constant];
    }
    if (value.is_number()) {
        return fits_number(machine, value.as_number(), type);
    }
    switch (value.tag()) {
    case Tag::Bool: return type.may_be(kIsBool);
    case Tag::ConstantText:
    case Tag::Text: return type.may_be(kIsText);
    case Tag::Collection: return fits_collection(machine, types, value, type);
    case Tag::Instance: return fits_instance(machine, value, type);
    case Tag::Program: return fits_reference(value, type);
    case Tag::Null: break;
    }
    return false;
}

// A value may be no object at all: then only its bits are shown.
std::string shown(const Machine& machine, Value value) {
    const bool is_safe = !value.is_instance() && !value.is_collection() && !value.is(Tag::Text);
    return fmt::format("{:#018x}{}", value.bits, is_safe ? " (" + plain_text(machine, value) + ")" : "");
}

// What is known of it is shared by many matches on many threads, and asking adds nothing new: all types are there.
StaticTypes& types_of(const KnownTypes& known) {
    return const_cast<StaticTypes&>(known.types); // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

class HeapAssertion {
public:
    HeapAssertion(const Machine& machine, StaticTypes& types)
        : machine_(machine), program_(*machine.program), types_(types) {}

    void check() {
        for (Handle at = machine_.layout.end; at < machine_.memory.top();) {
            const Header header = Header::unpack(machine_.memory.load(at));
            switch (header.kind) {
            case ObjectKind::Instance: check_instance(at, program_.classes[header.type]); break;
            case ObjectKind::List:
            case ObjectKind::Stack: check_elements(at, header); break;
            case ObjectKind::Table: check_pairs(at, header); break;
            case ObjectKind::Free:
            case ObjectKind::Text:
            case ObjectKind::Storage: break;
            }
            at += header.size;
        }
    }

private:
    void want(Value value, StaticTypeId type, std::string_view of, std::string_view part) const {
        if (!fits_static(machine_, types_, value, type)) {
            stop(fmt::format("{} of {} holds {}, where {} is wanted", part, of, shown(machine_, value),
                             types_.text(type)));
        }
    }

    void check_instance(Handle at, const ClassInfo& info) const {
        for (const AttributeInfo& attribute : info.attributes) {
            want(machine_.memory.value(at + attribute.offset), types_.of(attribute.type), info.name, attribute.name);
        }
        for (std::size_t i = 0; i < info.groups.size(); ++i) {
            const GroupInfo& group = program_.groups[info.groups[i]];
            want(machine_.memory.value(static_cast<Handle>(at + info.groups_offset + i)),
                 types_.instance_of(group.group_class, group.group_class), info.name, group.name);
        }
        if (info.kind == ClassKind::Stack && info.holds != kNone) {
            for (std::uint32_t i = 0; i < deck_length(machine_, at); ++i) {
                want(Value::instance(deck_get(machine_, at, i)), types_.of(info.holds), info.name, "a card");
            }
        }
    }

    void check_elements(Handle at, const Header& header) const {
        if (header.type == kNoType) {
            return;
        }
        const ValueType& type = program_.types[header.type];
        const bool is_list = header.kind == ObjectKind::List;
        const std::uint32_t length = is_list ? list_length(machine_, at) : stack_length(machine_, at);
        for (std::uint32_t i = 0; i < length; ++i) {
            want(is_list ? list_get(machine_, at, i) : stack_get(machine_, at, i), types_.of(type.element), type.name,
                 "an element");
        }
    }

    void check_pairs(Handle at, const Header& header) const {
        if (header.type == kNoType) {
            return;
        }
        const ValueType& type = program_.types[header.type];
        std::uint32_t next = 0;
        Value key;
        Value value;
        while (table_next(machine_, at, next, key, value)) {
            want(key, type.key == kNone ? StaticTypeId{StaticTypes::kAny} : types_.of(type.key), type.name, "a key");
            want(value, types_.of(type.element), type.name, "a value");
        }
    }

    const Machine& machine_;
    const Program& program_;
    StaticTypes& types_;
};

} // namespace

void assert_register_types(const Machine& machine, const Chunk& chunk, const Instruction* pc, const Value* registers) {
    const KnownTypes* const known = machine.program->known_types.get();
    if (known == nullptr) {
        return;
    }
    const auto number = static_cast<std::size_t>(&chunk - machine.program->chunks.data());
    const auto at = static_cast<std::size_t>(pc - chunk.code.data());
    for (const KnownTypes::Register& each : known->registers[number][at]) {
        if (!fits_static(machine, types_of(*known), registers[each.reg], each.type)) {
            stop(fmt::format("`{}`, instruction {} ({}): register {} holds {}, where {} is wanted", chunk.name, at,
                             operation_name(pc->op), each.reg, shown(machine, registers[each.reg]),
                             known->types.text(each.type)));
        }
    }
}

void assert_heap_types(const Machine& machine) {
    if (const KnownTypes* const known = machine.program->known_types.get(); known != nullptr) {
        HeapAssertion(machine, types_of(*known)).check();
    }
}

} // namespace tgdl
