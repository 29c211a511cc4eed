// Identifier of a network connection, shared by the network and the tables.
#pragma once

#include <cstdint>

namespace tgdl {

using ConnectionId = std::uint64_t; // never used twice

} // namespace tgdl
