#include "check/types.h"

namespace tgdl {

namespace {

constexpr std::size_t kBuckets = 1024;

std::size_t hash(const Type& type) {
    std::size_t value = static_cast<std::size_t>(type.kind) * 31 + static_cast<std::size_t>(type.root);
    value = value * 31 + static_cast<std::size_t>(type.spot);
    for (const std::uint32_t part : {type.a.value, type.b.value, type.def.value, type.group.value}) {
        value = value * 0x9E3779B1U + part;
    }
    return value;
}

} // namespace

TypeTable::TypeTable() : buckets_(kBuckets) {
    const auto simple = [this](TypeKind kind) { return make({.kind = kind}); };
    error = simple(TypeKind::Error);
    nothing = simple(TypeKind::Nothing);
    null = simple(TypeKind::Null);
    number = simple(TypeKind::Number);
    string = simple(TypeKind::String);
    boolean = simple(TypeKind::Bool);
    player = simple(TypeKind::Player);
    shape = simple(TypeKind::Shape);
    any_key = simple(TypeKind::AnyKey);
    movement = simple(TypeKind::Movement);
    direction = simple(TypeKind::Direction);
}

TypeId TypeTable::make(const Type& type) {
    if (types_.size() > buckets_.size() * 2) {
        std::vector<std::vector<std::uint32_t>> larger(buckets_.size() * 4);
        for (std::uint32_t i = 0; i < types_.size(); ++i) {
            larger[hash(types_[i]) % larger.size()].push_back(i);
        }
        buckets_ = std::move(larger);
    }
    std::vector<std::uint32_t>& bucket = buckets_[hash(type) % buckets_.size()];
    for (const std::uint32_t index : bucket) {
        if (types_[index] == type) {
            return TypeId(index);
        }
    }
    bucket.push_back(static_cast<std::uint32_t>(types_.size()));
    types_.push_back(type);
    return TypeId(types_.size() - 1);
}

TypeId TypeTable::list(TypeId element) {
    return make({.kind = TypeKind::List, .a = element});
}

TypeId TypeTable::table(TypeId value, TypeId key) {
    return make({.kind = TypeKind::Table, .a = value, .b = key});
}

TypeId TypeTable::stack(TypeId element) {
    return make({.kind = TypeKind::Stack, .a = element});
}

TypeId TypeTable::instance(TypeDefId def) {
    return make({.kind = TypeKind::Instance, .def = def});
}

TypeId TypeTable::grid_tile(TypeDefId def, GroupId group, Spot spot) {
    if (!def.valid()) {
        return make({.kind = TypeKind::Root, .root = RootKind::Tile, .group = group, .spot = spot});
    }
    return make({.kind = TypeKind::GridTile, .def = def, .group = group, .spot = spot});
}

TypeId TypeTable::root(RootKind kind) {
    return make({.kind = TypeKind::Root, .root = kind});
}

TypeId TypeTable::group_of(GroupId group) {
    return make({.kind = TypeKind::GroupOf, .group = group});
}

TypeId TypeTable::discards(TypeId element) {
    return make({.kind = TypeKind::Discards, .a = element});
}

TypeId TypeTable::enumeration(TypeDefId def) {
    return make({.kind = TypeKind::Enum, .def = def});
}

TypeId TypeTable::bound_movement(TypeDefId def) {
    return make({.kind = TypeKind::BoundMovement, .def = def});
}

bool TypeTable::is_collection(TypeId id) const {
    const TypeKind kind = get(id).kind;
    return kind == TypeKind::List || kind == TypeKind::Table || kind == TypeKind::Stack;
}

} // namespace tgdl
