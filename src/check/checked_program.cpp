#include "check/checked_program.h"

#include <ranges>

namespace tgdl {

bool is_hypothetical(BodyKind kind) {
    switch (kind) {
    case BodyKind::Require:
    case BodyKind::Trigger:
    case BodyKind::Filter:
    case BodyKind::Options:
    case BodyKind::RangeBound:
    case BodyKind::CountBound:
    case BodyKind::Upto:
    case BodyKind::Total:
    case BodyKind::Visible:
    case BodyKind::Information:
    case BodyKind::Condition:
    case BodyKind::MovementStep:
    case BodyKind::Question:
    case BodyKind::OptionCondition:
    case BodyKind::Score:
    case BodyKind::Tiebreak:
    case BodyKind::Computed:
    case BodyKind::Modifier:
    case BodyKind::ModifierCondition:
    case BodyKind::Suppose: return true;
    case BodyKind::Effect:
    case BodyKind::Default:
    case BodyKind::TurnDefault:
    case BodyKind::AttributeValue:
    case BodyKind::ConstantValue:
    case BodyKind::InputDefault:
    case BodyKind::PlayerExpression:
    case BodyKind::ContentsEntry: return false;
    }
    return false;
}

bool CheckedProgram::derives(TypeDefId derived, TypeDefId base) const {
    for (TypeDefId at = derived; at.valid(); at = def(at).base) {
        if (at == base) {
            return true;
        }
    }
    return false;
}

const Member* CheckedProgram::find_member(TypeDefId type, Symbol name) const {
    for (TypeDefId at = type; at.valid(); at = def(at).base) {
        const MemberMap& members = def(at).members;
        const auto found = members.find(name);
        if (found != members.end()) {
            return &found->second;
        }
    }
    return nullptr;
}

TypeDefId CheckedProgram::enum_of(TypeId type) const {
    return type.valid() && types.kind(type) == TypeKind::Enum ? types.get(type).def : TypeDefId();
}

FunctionId CheckedProgram::computed_in(TypeDefId type, AttributeId id) const {
    for (TypeDefId at = type; at.valid(); at = def(at).base) {
        for (const AttributeOverride& given : std::ranges::reverse_view(def(at).overrides)) {
            if (given.attribute == id) {
                return given.computed;
            }
        }
    }
    return attribute(id).computed;
}

RootKind CheckedProgram::root_of(TypeDefId type) const {
    switch (def(type).kind) {
    case DefKind::Class: return RootKind::Class;
    case DefKind::Interactable: return RootKind::Interactable;
    case DefKind::Tile: return RootKind::Tile;
    case DefKind::Board: return RootKind::Board;
    case DefKind::Stack: return RootKind::Stack;
    case DefKind::Connection: return RootKind::Connection;
    case DefKind::Event: return RootKind::Event;
    case DefKind::Group: return RootKind::Group;
    case DefKind::Enum: break; // its values are no instances
    }
    return RootKind::Class;
}

namespace {

std::string_view root_text(RootKind kind) {
    switch (kind) {
    case RootKind::Class: return "class";
    case RootKind::Interactable: return "interactable";
    case RootKind::Tile: return "tile";
    case RootKind::Group: return "group";
    case RootKind::Board: return "board";
    case RootKind::Stack: return "stack";
    case RootKind::Connection: return "connection";
    case RootKind::Event: return "event";
    case RootKind::Turn: return "turn";
    }
    return "class";
}

} // namespace

std::string CheckedProgram::type_text(TypeId type) const {
    if (!type.valid()) {
        return "?";
    }
    const Type& seen = types.get(type);
    switch (seen.kind) {
    case TypeKind::Error: return "?";
    case TypeKind::Nothing: return "nothing";
    case TypeKind::Null: return "null";
    case TypeKind::Number: return "number";
    case TypeKind::String: return "string";
    case TypeKind::Bool: return "bool";
    case TypeKind::Player: return "player";
    case TypeKind::Shape: return "shape";
    case TypeKind::List: return "List<" + type_text(seen.a) + ">";
    case TypeKind::Table:
        return seen.b.valid() ? "Table<" + type_text(seen.b) + ", " + type_text(seen.a) + ">"
                              : "Table<" + type_text(seen.a) + ">";
    case TypeKind::Stack: return "Stack<" + type_text(seen.a) + ">";
    case TypeKind::AnyKey: return "key of a Table";
    case TypeKind::Instance: return std::string(text(def(seen.def).name));
    case TypeKind::GridTile: return seen.def.valid() ? std::string(text(def(seen.def).name)) : "tile";
    case TypeKind::Root: return std::string(root_text(seen.root));
    case TypeKind::GroupOf: return "group";
    case TypeKind::Discards: return "stack";
    case TypeKind::Direction: return "direction";
    case TypeKind::BoundMovement:
    case TypeKind::Movement: return "movement";
    case TypeKind::Enum: return std::string(text(def(seen.def).name));
    }
    return "?";
}

TypeId CheckedProgram::variable_type(InputId id) {
    const Input& seen = inputs[id.index()];
    return seen.mode == Input::Mode::Players ? types.table(seen.type, types.player) : seen.type;
}

} // namespace tgdl
