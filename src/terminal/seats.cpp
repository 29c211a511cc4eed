#include "terminal/seats.h"

#include "diagnostics/terminal_text.h"
#include "terminal/faces.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tgdl {

namespace {

// Null where the game names no seats.
const Json* seat_at(const Json& view, std::uint32_t player) {
    const auto seats = view.find("seats");
    return seats != view.end() && player < seats->size() ? &(*seats)[player] : nullptr;
}

std::string first_letter(const std::string& name) {
    return name.empty() ? std::string() : show_character(name).text;
}

} // namespace

std::string seat_name(const Json& view, std::uint32_t player) {
    const Json* seat = seat_at(view, player);
    const std::string name = seat == nullptr ? std::string() : text_of(*seat, "name");
    return name.empty() ? fmt::format("player {}", player) : show_on_one_line(name);
}

std::string seat_name(const Program& program, std::uint32_t player) {
    const bool has_name = player < program.seat_texts.size() && !program.seat_texts[player].name.empty();
    return has_name ? show_on_one_line(program.seat_texts[player].name) : fmt::format("player {}", player);
}

std::string at_begin_of_line(std::string words) {
    if (!words.empty() && words.front() >= 'a' && words.front() <= 'z') {
        words.front() = static_cast<char>(words.front() - 'a' + 'A');
    }
    return words;
}

Ink seat_ink(const Json& view, std::uint32_t player) {
    constexpr std::array<Ink, 6> kInks = {Ink::Cyan, Ink::Red, Ink::Yellow, Ink::Magenta, Ink::Blue, Ink::White};
    const Json* seat = seat_at(view, player);
    const std::string color = seat == nullptr ? std::string() : text_of(*seat, "color");
    return color.empty() ? kInks[player % kInks.size()] : ink_named(color);
}

std::string seat_sign(const Json& view, std::uint32_t player) {
    const std::string letter = first_letter(seat_name(view, player));
    std::uint32_t same = 0;
    for (std::uint32_t other = 0; other < view.at("players").get<std::uint32_t>(); ++other) {
        same += first_letter(seat_name(view, other)) == letter ? 1U : 0U;
    }
    return same == 1 && columns_of(letter) == 1 ? letter : fmt::format("{}", player % 10);
}

} // namespace tgdl
