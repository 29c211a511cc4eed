#include "compile/lowering.h"

#include "compile/find_instance_creation.h"

#include <utility>

namespace tgdl {

namespace {

constexpr char32_t kReplacement = 0xFFFD;

// The character that begins at `at`, which is moved past it.
char32_t next_character(std::string_view text, std::size_t& at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(i < text.size() ? text[i] : '\0'); };
    const unsigned char first = byte(at++);
    if (first < 0x80U) {
        return first;
    }
    int more = 0;
    char32_t character = 0;
    if ((first & 0xE0U) == 0xC0U) {
        more = 1;
        character = first & 0x1FU;
    } else if ((first & 0xF0U) == 0xE0U) {
        more = 2;
        character = first & 0x0FU;
    } else if ((first & 0xF8U) == 0xF0U) {
        more = 3;
        character = first & 0x07U;
    } else {
        return kReplacement;
    }
    for (; more > 0; --more) {
        if ((byte(at) & 0xC0U) != 0x80U) {
            return kReplacement;
        }
        character = (character << 6U) | (byte(at++) & 0x3FU);
    }
    return character > 0x10FFFF ? kReplacement : character;
}

ClassKind class_kind_of(RootKind kind) {
    switch (kind) {
    case RootKind::Class:
    case RootKind::Turn: return ClassKind::Class;
    case RootKind::Interactable: return ClassKind::Interactable;
    case RootKind::Tile: return ClassKind::Tile;
    case RootKind::Group: return ClassKind::Group;
    case RootKind::Board: return ClassKind::Board;
    case RootKind::Stack: return ClassKind::Stack;
    case RootKind::Connection: return ClassKind::Connection;
    case RootKind::Event: return ClassKind::Event;
    }
    return ClassKind::Class;
}

std::string_view root_name(RootKind kind) {
    switch (kind) {
    case RootKind::Class: return "class";
    case RootKind::Turn: return "turn";
    case RootKind::Interactable: return "interactable";
    case RootKind::Tile: return "tile";
    case RootKind::Group: return "group";
    case RootKind::Board: return "board";
    case RootKind::Stack: return "stack";
    case RootKind::Connection: return "connection";
    case RootKind::Event: return "event";
    }
    return "class";
}

std::string_view plain_name(ValueKind kind) {
    switch (kind) {
    case ValueKind::Number: return "number";
    case ValueKind::Text: return "string";
    case ValueKind::Bool: return "bool";
    case ValueKind::Player: return "player";
    case ValueKind::Turn: return "turn";
    case ValueKind::Movement: return "movement";
    case ValueKind::Shape: return "shape";
    case ValueKind::AnyKey: return "key of a Table";
    case ValueKind::Direction: return "direction";
    case ValueKind::Nothing:
    case ValueKind::List:
    case ValueKind::Table:
    case ValueKind::Stack:
    case ValueKind::Enum:
    case ValueKind::Instance: return "nothing";
    }
    return "nothing";
}

} // namespace

std::u16string utf16_units(std::string_view utf8) {
    std::u16string units;
    units.reserve(utf8.size());
    for (std::size_t at = 0; at < utf8.size();) {
        const char32_t character = next_character(utf8, at);
        if (character < 0x10000) {
            units.push_back(static_cast<char16_t>(character));
        } else {
            units.push_back(static_cast<char16_t>(0xD800U + ((character - 0x10000U) >> 10U)));
            units.push_back(static_cast<char16_t>(0xDC00U + ((character - 0x10000U) & 0x3FFU)));
        }
    }
    return units;
}

Lowering::Lowering(const CheckedProgram& checked_program, const SourceSet& source_set, Program& out)
    : checked(checked_program),
      sources(source_set),
      program(out),
      bodies(checked_program),
      creating_bodies(find_creating_bodies(checked_program, bodies)),
      classes(checked_program.type_defs.size(), kNone),
      enums(checked_program.type_defs.size(), kNone),
      match_constants(checked_program.constants.size(), kNone),
      attributes(checked_program.attributes.size()),
      functions(checked_program.functions.size()),
      actions(checked_program.actions.size()),
      group_numbers(checked_program.groups.size()),
      hidden_types(checked_program.type_defs.size()),
      inputs_(checked_program.inputs.size(), kNone) {
    program.places.emplace_back(); // place 0: nowhere
    text_index("");
    plain_type(ValueKind::Nothing);
}

std::uint32_t Lowering::turn_index(std::string_view name) const {
    for (std::size_t i = 0; i < checked.turns.size(); ++i) {
        if (checked.text(checked.turns[i].name) == name) {
            return static_cast<std::uint32_t>(i);
        }
    }
    return kNone;
}

InputIndex Lowering::input_index(InputId id) {
    InputIndex& index = inputs_[id.index()];
    if (index == kNone) {
        index = static_cast<InputIndex>(program.inputs.size());
        program.inputs.emplace_back();
    }
    return index;
}

// ---- types

TypeIndex Lowering::add_type(ValueType type) {
    const TypeKey key{type.kind,       type.element,     type.key, type.first_class,
                      type.last_class, type.enumeration, type.name};
    const auto [found, added] = types_.emplace(key, static_cast<TypeIndex>(program.types.size()));
    if (added) {
        program.types.push_back(std::move(type));
    }
    return found->second;
}

TypeIndex Lowering::plain_type(ValueKind kind) {
    ValueType type;
    type.kind = kind;
    type.name = plain_name(kind);
    return add_type(std::move(type));
}

TypeIndex Lowering::list_type(TypeIndex element) {
    ValueType type;
    type.kind = ValueKind::List;
    type.element = element;
    type.name = "List<" + program.types[element].name + ">";
    return add_type(std::move(type));
}

TypeIndex Lowering::stack_type(TypeIndex element) {
    ValueType type;
    type.kind = ValueKind::Stack;
    type.element = element;
    type.name = "Stack<" + program.types[element].name + ">";
    return add_type(std::move(type));
}

TypeIndex Lowering::table_type(TypeIndex value, TypeIndex key) {
    ValueType type;
    type.kind = ValueKind::Table;
    type.element = value;
    type.key = key;
    type.name =
        "Table<" + (key == kNone ? std::string() : program.types[key].name + ", ") + program.types[value].name + ">";
    return add_type(std::move(type));
}

TypeIndex Lowering::class_type(ClassIndex index) {
    if (index == kNone) {
        return plain_type(ValueKind::Nothing); // a class that nothing can be an instance of
    }
    ValueType type;
    type.kind = ValueKind::Instance;
    type.first_class = index;
    type.last_class = program.classes[index].last;
    type.name = program.classes[index].name;
    return add_type(std::move(type));
}

TypeIndex Lowering::enum_type(TypeDefId def) {
    ValueType type;
    type.kind = ValueKind::Enum;
    type.enumeration = enum_index(def);
    type.name = checked.text(checked.def(def).name);
    return add_type(std::move(type));
}

TypeIndex Lowering::root_type(RootKind kind) {
    if (kind == RootKind::Turn) {
        return plain_type(ValueKind::Turn);
    }
    ValueType type;
    type.kind = ValueKind::Instance;
    type.name = root_name(kind);
    const auto of_kind = static_cast<std::size_t>(class_kind_of(kind));
    const ClassIndex first = kind == RootKind::Class ? 0 : program.first_class[of_kind];
    const ClassIndex end =
        kind == RootKind::Class ? static_cast<ClassIndex>(program.classes.size()) : program.last_class[of_kind];
    type.first_class = first < end ? first : 1; // of a kind without classes: none lies between 1 and 0
    type.last_class = first < end ? end - 1 : 0;
    return add_type(std::move(type));
}

TypeIndex Lowering::pile_type(TypeIndex card) {
    if (program.plain_discards == kNone) {
        return plain_type(ValueKind::Nothing);
    }
    ValueType type = program.types[class_type(program.plain_discards)];
    type.element = card;
    return add_type(std::move(type));
}

TypeIndex Lowering::piece_type(MovementId movement) {
    const TypeDefId piece = checked.movements[movement.index()].piece;
    return piece.valid() ? class_type(class_of(piece)) : root_type(RootKind::Interactable);
}

TypeIndex Lowering::type_of(TypeId id) {
    if (!id.valid()) {
        return plain_type(ValueKind::Nothing);
    }
    const Type& type = checked.types.get(id);
    switch (type.kind) {
    case TypeKind::Error:
    case TypeKind::Nothing:
    case TypeKind::Null: return plain_type(ValueKind::Nothing);
    case TypeKind::Number: return plain_type(ValueKind::Number);
    case TypeKind::String: return plain_type(ValueKind::Text);
    case TypeKind::Bool: return plain_type(ValueKind::Bool);
    case TypeKind::Player: return plain_type(ValueKind::Player);
    case TypeKind::List: return list_type(type_of(type.a));
    case TypeKind::Table: return table_type(type_of(type.a), type.b.valid() ? type_of(type.b) : kNone);
    case TypeKind::Stack: return stack_type(type_of(type.a));
    case TypeKind::AnyKey: return plain_type(ValueKind::AnyKey);
    case TypeKind::Instance: return class_type(class_of(type.def));
    case TypeKind::GridTile: return type.def.valid() ? class_type(class_of(type.def)) : root_type(RootKind::Tile);
    case TypeKind::Root: return root_type(type.root);
    case TypeKind::GroupOf: return class_type(class_of(type.group));
    case TypeKind::Discards: return pile_type(type_of(type.a));
    case TypeKind::Shape: return plain_type(ValueKind::Shape);
    case TypeKind::Direction: return plain_type(ValueKind::Direction);
    case TypeKind::BoundMovement:
    case TypeKind::Movement: return plain_type(ValueKind::Movement);
    case TypeKind::Enum: return enum_type(type.def);
    }
    return plain_type(ValueKind::Nothing);
}

TypeIndex Lowering::variable_type_of(InputId id) {
    const Input& input = checked.input(id);
    const TypeIndex type = type_of(input.type);
    return input.mode == Input::Mode::Players ? table_type(type, plain_type(ValueKind::Player)) : type;
}

// ---- constants and places

TextIndex Lowering::text_index(std::string_view utf8) {
    const auto found = texts_.find(utf8);
    if (found != texts_.end()) {
        return found->second;
    }
    const auto index = static_cast<TextIndex>(program.texts.size());
    program.texts.push_back({std::string(utf8), utf16_units(utf8)});
    texts_.emplace(std::string(utf8), index);
    return index;
}

Value Lowering::value_of(const ConstantValue& value) {
    switch (value.kind) {
    case ConstantValue::Kind::Number: return Value::number(value.number);
    case ConstantValue::Kind::Text: return Value::constant_text(text_index(value.text));
    case ConstantValue::Kind::Bool: return Value::boolean(value.number != 0);
    case ConstantValue::Kind::Enum: return enum_value(value.enumeration, static_cast<std::uint32_t>(value.number));
    case ConstantValue::Kind::Unknown:
    case ConstantValue::Kind::Null:
    case ConstantValue::Kind::List:
    case ConstantValue::Kind::Stack:
    case ConstantValue::Kind::Table: break;
    }
    return Value::null();
}

std::optional<Value> Lowering::known_value(const Constant& given) {
    // A player is counted around the table, whose size only a match knows.
    const bool is_player = checked.types.kind(given.type) == TypeKind::Player;
    if (given.is_option || is_player || !given.value.is_known() || given.value.is_collection()) {
        return std::nullopt;
    }
    return value_of(given.value);
}

std::uint32_t Lowering::constant(Value value) {
    const auto [found, added] = constants_.insert({value.bits, static_cast<std::uint32_t>(program.constants.size())});
    if (added) {
        program.constants.push_back(value);
    }
    return found->second;
}

std::uint32_t Lowering::coverage_region_index(CoverageRegionKind kind, const std::string& name, const Span& head,
                                              const Span& all) {
    const LocationIndex place = place_of(all);
    const auto [found, added] =
        coverage_regions_.try_emplace({place, kind}, static_cast<std::uint32_t>(program.coverage_regions.size()));
    if (added) {
        program.coverage_regions.push_back({kind, name, place_of(head), place});
    }
    return found->second;
}

LocationIndex Lowering::place_of(const Span& span) {
    if (!span.file.valid()) {
        return 0;
    }
    if (places_.size() <= span.file.index()) {
        places_.resize(span.file.index() + 1);
    }
    const auto [found, added] = places_[span.file.index()].try_emplace(
        (std::uint64_t{span.begin} << 32U) | span.end, static_cast<LocationIndex>(program.places.size()));
    if (added) {
        const LineColumn at = sources.file(span.file).position(span.begin);
        program.places.push_back({span.file.value, span.begin, span.end, at.line, at.column, false});
    }
    return found->second;
}

} // namespace tgdl
