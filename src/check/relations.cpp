#include "check/relations.h"

namespace tgdl {

namespace {

bool has_def(const Type& type) {
    return type.kind == TypeKind::Instance || type.kind == TypeKind::GridTile;
}

} // namespace

bool Relations::is_error(TypeId type) const {
    return !type.valid() || is_a(type, TypeKind::Error);
}

bool Relations::is_reference(TypeId type) const {
    switch (program_.types.kind(type)) {
    case TypeKind::List:
    case TypeKind::Table:
    case TypeKind::Stack:
    case TypeKind::Instance:
    case TypeKind::GridTile:
    case TypeKind::Root:
    case TypeKind::GroupOf:
    case TypeKind::Discards:
    case TypeKind::BoundMovement:
    case TypeKind::Movement: return true;
    case TypeKind::Error:
    case TypeKind::Nothing:
    case TypeKind::Null:
    case TypeKind::Number:
    case TypeKind::String:
    case TypeKind::Bool:
    case TypeKind::Player:
    case TypeKind::Shape:
    case TypeKind::AnyKey:
    case TypeKind::Direction:
    case TypeKind::Enum: return false;
    }
    return false;
}

bool Relations::is_number(TypeId type) const {
    const Type& it = program_.types.get(type);
    return it.kind == TypeKind::Number || it.kind == TypeKind::Player || it.kind == TypeKind::Error
           || it.kind == TypeKind::Null || (it.kind == TypeKind::Root && it.root == RootKind::Turn);
}

TypeDefId Relations::def_of(TypeId type) const {
    const Type& it = program_.types.get(type);
    return has_def(it) ? it.def : TypeDefId();
}

TypeDefId Relations::members_of(TypeId type) const {
    const Type& it = program_.types.get(type);
    if (it.kind == TypeKind::GroupOf) {
        return program_.group(it.group).type;
    }
    return has_def(it) || it.kind == TypeKind::Enum ? it.def : TypeDefId();
}

bool Relations::is_instance(TypeId type) const {
    const Type& it = program_.types.get(type);
    return has_def(it) || it.kind == TypeKind::GroupOf || it.kind == TypeKind::Discards
           || (it.kind == TypeKind::Root && it.root != RootKind::Turn);
}

bool Relations::is_kind(TypeId type, RootKind kind) const {
    const Type& it = program_.types.get(type);
    if (has_def(it)) {
        return program_.root_of(it.def) == kind;
    }
    return (it.kind == TypeKind::Root && it.root == kind) || (it.kind == TypeKind::GroupOf && kind == RootKind::Group)
           || (it.kind == TypeKind::Discards && kind == RootKind::Stack);
}

TypeId Relations::element_of(TypeId type) const {
    const Type& it = program_.types.get(type);
    if (it.kind == TypeKind::List || it.kind == TypeKind::Stack || it.kind == TypeKind::Discards) {
        return it.a;
    }
    if (has_def(it) && program_.def(it.def).kind == DefKind::Stack) {
        const TypeId holds = program_.def(it.def).holds;
        return holds.valid() ? holds : program_.types.error;
    }
    if (it.kind == TypeKind::Root && it.root == RootKind::Stack) {
        return program_.types.root(RootKind::Interactable);
    }
    return {};
}

TypeId Relations::plain(TypeId type) {
    const Type it = program_.types.get(type);
    switch (it.kind) {
    case TypeKind::GridTile: return program_.types.instance(it.def);
    case TypeKind::Root: return program_.types.root(it.root);
    case TypeKind::List: return program_.types.list(plain(it.a));
    default: return type;
    }
}

bool Relations::instance_fits(const Type& from, const Type& to) const {
    if (to.kind == TypeKind::Root) {
        if (to.root == RootKind::Class) {
            return from.kind != TypeKind::Root || from.root != RootKind::Turn;
        }
        if (has_def(from)) {
            return program_.root_of(from.def) == to.root;
        }
        return (from.kind == TypeKind::Root && from.root == to.root)
               || (from.kind == TypeKind::GroupOf && to.root == RootKind::Group)
               || (from.kind == TypeKind::Discards && to.root == RootKind::Stack);
    }
    if (has_def(from) && has_def(to)) {
        const bool blank = from.def == program_.blank_tile && program_.def(to.def).kind == DefKind::Tile;
        return blank || program_.derives(from.def, to.def);
    }
    if (from.kind == TypeKind::GroupOf && to.kind == TypeKind::GroupOf) {
        return from.group == to.group;
    }
    return false;
}

bool Relations::element_fits(TypeId from, TypeId to) const {
    if (from == to || is_error(from) || is_error(to) || is_a(from, TypeKind::Null) || is_a(from, TypeKind::AnyKey)) {
        return true;
    }
    return is_reference(from) && is_reference(to) && fits(from, to);
}

bool Relations::fits(TypeId from, TypeId to) const {
    if (from == to || is_error(from) || is_error(to)) {
        return true;
    }
    const Type& f = program_.types.get(from);
    const Type& t = program_.types.get(to);
    if (f.kind == TypeKind::Nothing || t.kind == TypeKind::Nothing) {
        return false;
    }
    if (f.kind == TypeKind::Null || t.kind == TypeKind::Null) {
        return f.kind == TypeKind::Null;
    }
    if (f.kind == TypeKind::AnyKey) {
        return true;
    }
    const bool stands_for_number = f.kind == TypeKind::Number || f.kind == TypeKind::Player
                                   || (f.kind == TypeKind::Root && f.root == RootKind::Turn);
    if (t.kind == TypeKind::Number || t.kind == TypeKind::Player) {
        return stands_for_number;
    }
    if (f.kind == t.kind) {
        switch (f.kind) {
        case TypeKind::List:
        case TypeKind::Stack:
        case TypeKind::Discards: return element_fits(f.a, t.a);
        case TypeKind::Table: return element_fits(f.a, t.a) && (!t.b.valid() || f.b == t.b);
        default: break;
        }
    }
    if (f.kind == TypeKind::BoundMovement) {
        return t.kind == TypeKind::Movement || (t.kind == TypeKind::BoundMovement && program_.derives(t.def, f.def));
    }
    if (program_.types.is_collection(from) || program_.types.is_collection(to)) {
        return false;
    }
    return is_reference(from) && is_reference(to) && instance_fits(f, t);
}

bool Relations::comparable(TypeId a, TypeId b) const {
    if (is_error(a) || is_error(b)) {
        return true;
    }
    if (is_a(a, TypeKind::Nothing) || is_a(b, TypeKind::Nothing)) {
        return false;
    }
    return is_a(a, TypeKind::AnyKey) || is_a(b, TypeKind::AnyKey) || fits(a, b) || fits(b, a);
}

bool Relations::may_be(TypeId from, TypeId to) const {
    if (is_error(from) || is_error(to)) {
        return true;
    }
    const Type& f = program_.types.get(from);
    const Type& t = program_.types.get(to);
    if (f.kind == TypeKind::Null) {
        return is_reference(to);
    }
    if (!is_reference(from) || !is_reference(to)) {
        return false;
    }
    if (fits(from, to) || fits(to, from)) {
        return true;
    }
    if (f.kind == t.kind && (f.kind == TypeKind::List || f.kind == TypeKind::Stack || f.kind == TypeKind::Table)) {
        return (f.a == t.a || may_be(f.a, t.a)) && (!f.b.valid() || !t.b.valid() || f.b == t.b);
    }
    return false;
}

bool Relations::converts(TypeId from, TypeId to) const {
    if (is_error(from) || is_error(to)) {
        return true;
    }
    if (is_a(from, TypeKind::Nothing)) {
        return false;
    }
    const TypeKind f = program_.types.kind(from);
    switch (program_.types.kind(to)) {
    case TypeKind::String: return true;
    case TypeKind::Number:
        return f == TypeKind::String || f == TypeKind::AnyKey || f == TypeKind::Enum || is_number(from);
    case TypeKind::Enum: return from == to || f == TypeKind::String || f == TypeKind::AnyKey || is_number(from);
    case TypeKind::Player: return f == TypeKind::AnyKey || is_number(from);
    case TypeKind::Bool:
        return f == TypeKind::String || f == TypeKind::Bool || f == TypeKind::Null || f == TypeKind::AnyKey;
    default: return false;
    }
}

TypeId Relations::common(TypeId a, TypeId b) {
    if (is_error(a) || is_a(a, TypeKind::Null)) {
        return is_error(a) && !is_error(b) && !is_a(b, TypeKind::Null) ? b : (is_a(a, TypeKind::Null) ? b : a);
    }
    if (is_error(b) || is_a(b, TypeKind::Null)) {
        return a;
    }
    const bool players = is_a(a, TypeKind::Player) && is_a(b, TypeKind::Player);
    if (is_number(a) && is_number(b) && !players) {
        return a == b ? a : program_.types.number;
    }
    const bool tiles_of_two_places = a != b && is_kind(a, RootKind::Tile) && is_kind(b, RootKind::Tile);
    if (fits(a, b)) {
        return tiles_of_two_places ? plain(b) : b;
    }
    if (fits(b, a)) {
        return tiles_of_two_places ? plain(a) : a;
    }
    TypeDefId def = def_of(a);
    if (def.valid() && def_of(b).valid()) {
        const RootKind root = program_.root_of(def);
        for (def = program_.def(def).base; def.valid(); def = program_.def(def).base) {
            if (program_.derives(def_of(b), def)) {
                return program_.types.instance(def);
            }
        }
        const bool same = root == program_.root_of(def_of(b));
        return program_.types.root(same ? root : RootKind::Class);
    }
    if (is_instance(a) && is_instance(b)) {
        return program_.types.root(RootKind::Class);
    }
    return program_.types.error;
}

} // namespace tgdl
