#include "check/types.h"

namespace tgdl {

namespace {

constexpr std::size_t kBuckets = 1024;

std::size_t hash(const Type& type) {
    std::size_t value = static_cast<std::size_t>(type.kind) * 31 + static_cast<std::size_t>(type.root);
    for (const std::uint32_t part : {type.a.value, type.b.value, type.def.value, type.group.value}) {
        value = value * 0x9E3779B1U + part;
    }
    return value;
}

} // namespace

TypeTable::TypeTable() : buckets_(kBuckets) {
    const auto simple = [this](TypeKind kind) {
        Type type;
        type.kind = kind;
        return make(type);
    };
    error = simple(TypeKind::Error);
    nothing = simple(TypeKind::Nothing);
    null = simple(TypeKind::Null);
    number = simple(TypeKind::Number);
    string = simple(TypeKind::String);
    boolean = simple(TypeKind::Bool);
    player = simple(TypeKind::Player);
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
    Type type;
    type.kind = TypeKind::List;
    type.a = element;
    return make(type);
}

TypeId TypeTable::table(TypeId value, TypeId key) {
    Type type;
    type.kind = TypeKind::Table;
    type.a = value;
    type.b = key;
    return make(type);
}

TypeId TypeTable::stack(TypeId element) {
    Type type;
    type.kind = TypeKind::Stack;
    type.a = element;
    return make(type);
}

TypeId TypeTable::instance(TypeDefId def) {
    Type type;
    type.kind = TypeKind::Instance;
    type.def = def;
    return make(type);
}

TypeId TypeTable::grid_tile(TypeDefId def) {
    Type type;
    type.kind = TypeKind::GridTile;
    type.def = def;
    return make(type);
}

TypeId TypeTable::root(RootKind kind) {
    Type type;
    type.kind = TypeKind::Root;
    type.root = kind;
    return make(type);
}

TypeId TypeTable::group_of(GroupId group) {
    Type type;
    type.kind = TypeKind::GroupOf;
    type.group = group;
    return make(type);
}

TypeId TypeTable::discards(TypeId element) {
    Type type;
    type.kind = TypeKind::Discards;
    type.a = element;
    return make(type);
}

TypeId TypeTable::bound_movement(TypeDefId def) {
    Type type;
    type.kind = TypeKind::BoundMovement;
    type.def = def;
    return make(type);
}

bool TypeTable::is_collection(TypeId id) const {
    const TypeKind kind = get(id).kind;
    return kind == TypeKind::List || kind == TypeKind::Table || kind == TypeKind::Stack;
}

} // namespace tgdl
