#include "program/seats.h"

#include <array>
#include <string_view>
#include <vector>

namespace tgdl {

namespace {

constexpr std::array<std::string_view, 8> kSeatColors = {"white", "black",  "red",    "blue",
                                                         "green", "yellow", "purple", "orange"};

} // namespace

std::string seat_color(const Program& program, std::uint32_t player) {
    const std::vector<SeatTextInfo>& seats = program.seat_texts;
    return player < seats.size() && !seats[player].color.empty()
               ? seats[player].color
               : std::string(kSeatColors[player % kSeatColors.size()]);
}

} // namespace tgdl
