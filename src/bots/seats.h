// Who decides for the seats of a match, from the words of `--bots`.
#pragma once

#include "bots/random.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace tgdl {

// The kinds of bots of a list such as `random,random`; else why it is no such list.
tl::expected<std::vector<std::string>, std::string> read_bots(std::string_view words);

// A bot for each seat, which draws other numbers than the match with the same seed does.
std::vector<RandomBot> seat_bots(std::uint32_t seats, std::uint64_t seed);

} // namespace tgdl
