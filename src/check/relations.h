// Relations between types: what fits where, what may be compared, what `is` and `as` may ask (docs/reference/types.md).
#pragma once

#include "check/checked_program.h"

namespace tgdl {

class Relations {
public:
    explicit Relations(CheckedProgram& program) : program_(program) {}

    // A value of type `from` may stand where `to` is wanted, without writing anything.
    [[nodiscard]] bool fits(TypeId from, TypeId to) const;
    // `==` and `!=` are allowed between the two.
    [[nodiscard]] bool comparable(TypeId a, TypeId b) const;
    // `x is T`, `x as T` for reference types: some value of type `from` can be a `to`.
    [[nodiscard]] bool may_be(TypeId from, TypeId to) const;
    // `x as T` between values (`as string`, `as number` …).
    [[nodiscard]] bool converts(TypeId from, TypeId to) const;
    // The closest type both fit; the error type when there is none. Null gives the other one.
    [[nodiscard]] TypeId common(TypeId a, TypeId b);

    [[nodiscard]] bool is_reference(TypeId type) const; // neither number, string, bool, player nor a stand-in
    [[nodiscard]] bool is_number(TypeId type) const; // number, or what stands for one: player, turn.active(), open key
    [[nodiscard]] bool is_error(TypeId type) const;
    [[nodiscard]] bool is_a(TypeId type, TypeKind kind) const { return program_.types.kind(type) == kind; }
    // The class-like type of an instance type, or none.
    [[nodiscard]] TypeDefId def_of(TypeId type) const;
    // The type whose members a value of this type has: class-like, or an enum; or none.
    [[nodiscard]] TypeDefId members_of(TypeId type) const;
    // Is it an instance of this kind of thing, declared or root?
    [[nodiscard]] bool is_kind(TypeId type, RootKind kind) const;
    // An instance of any kind.
    [[nodiscard]] bool is_instance(TypeId type) const;
    // The type of the elements when it can be walked or asked (List, Stack, deck, discards); none otherwise.
    [[nodiscard]] TypeId element_of(TypeId type) const;
    // A GridTile as the plain tile type it is elsewhere, also inside a List.
    [[nodiscard]] TypeId plain(TypeId type);

private:
    [[nodiscard]] bool element_fits(TypeId from, TypeId to) const;
    [[nodiscard]] bool instance_fits(const Type& from, const Type& to) const;

    CheckedProgram& program_;
};

} // namespace tgdl
