// Indexes into the vectors of Program.
#pragma once

#include <cstdint>

namespace tgdl {

inline constexpr std::uint32_t kNone = 0xffffffffU; // there is none

using ChunkIndex = std::uint32_t;
using ClassIndex = std::uint32_t;
using TypeIndex = std::uint32_t;
using TextIndex = std::uint32_t;
using LocationIndex = std::uint32_t;
using ActionIndex = std::uint32_t;
using InputIndex = std::uint32_t;
using GroupIndex = std::uint32_t;

} // namespace tgdl
