// A 32-bit index with a type of its own, so that a node is never taken for a token.
//
//   using NodeId = TypedIndex<struct NodeTag>;
//
// The default value is "none"; `valid()` tells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace tgdl {

template <typename Tag>
struct TypedIndex {
    static constexpr std::uint32_t kNone = 0xffffffffU;

    std::uint32_t value = kNone;

    constexpr TypedIndex() = default;
    constexpr explicit TypedIndex(std::size_t index) : value(static_cast<std::uint32_t>(index)) {}

    [[nodiscard]] constexpr bool valid() const { return value != kNone; }
    [[nodiscard]] constexpr std::size_t index() const { return value; }
    constexpr bool operator==(const TypedIndex&) const = default;
    constexpr auto operator<=>(const TypedIndex&) const = default;
};

} // namespace tgdl

template <typename Tag>
struct std::hash<tgdl::TypedIndex<Tag>> {
    std::size_t operator()(tgdl::TypedIndex<Tag> id) const noexcept { return id.value; }
};
