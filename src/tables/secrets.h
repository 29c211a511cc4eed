// Numbers that nobody can guess, for links and seeds.
#pragma once

#include "match/match.h"

#include <string>
#include <string_view>

namespace tgdl {

// 128 bits from the system, as 22 letters, digits, `-` and `_`.
std::string draw_token();
// 64 bits likewise: names a table, and is no secret.
std::string draw_table_id();
// 256 bits from the system.
MatchSeed draw_seed();
// 64 bits from the system.
std::uint64_t draw_number();

// Takes the same time wherever two texts of the same length differ.
bool is_same_secret(std::string_view one, std::string_view other);

} // namespace tgdl
