#include "bots/seats.h"

#include <algorithm>
#include <fmt/format.h>

namespace tgdl {

tl::expected<std::vector<std::string>, std::string> read_bots(std::string_view words) {
    std::vector<std::string> kinds;
    for (std::size_t begin = 0; begin <= words.size();) {
        const std::size_t end = std::min(words.find(',', begin), words.size());
        kinds.emplace_back(words.substr(begin, end - begin));
        if (kinds.back() != "random") {
            return tl::unexpected(fmt::format("there is no bot `{}`; there is `random`", kinds.back()));
        }
        begin = end + 1;
    }
    return kinds;
}

std::vector<RandomBot> seat_bots(std::uint32_t seats, std::uint64_t seed) {
    constexpr std::uint64_t kApart = 0x9E37'79B9'7F4A'7C15;
    std::vector<RandomBot> bots;
    bots.reserve(seats);
    for (std::uint32_t seat = 0; seat < seats; ++seat) {
        bots.emplace_back(seed + kApart * (seat + 1));
    }
    return bots;
}

} // namespace tgdl
