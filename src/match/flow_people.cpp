// Names and colours of players in texts for people (docs/reference/people.md).
//
// While a text is put together a name is a mark: two characters that no text of people has. It becomes the name where the
// text is handed out, so that what people are called is no part of the match.
#include "match/flow.h"
#include "program/seats.h"
#include "vm/collections.h"

#include <array>
#include <fmt/format.h>

namespace tgdl {

namespace {

constexpr char16_t kNameMark = 0xF8F0;
constexpr char16_t kFirstSeatMark = 0xE000; // and the number of the player
constexpr std::string_view kNameMarkBytes = "\xEF\xA3\xB0";
constexpr std::string_view kSeatMarkBytes = "\xEE\x80"; // and 0x80 with the number of the player, below 64
constexpr std::size_t kMarkBytes = 6;

} // namespace

std::string MatchFlow::player_name(std::uint32_t player, NamesOf names) const {
    if (names == NamesOf::Persons && person_names != nullptr && player < person_names->size()
        && !(*person_names)[player].empty()) {
        return (*person_names)[player];
    }
    const std::vector<SeatTextInfo>& seats = program_->seat_texts;
    return player < seats.size() && !seats[player].name.empty() ? seats[player].name : fmt::format("player {}", player);
}

std::string MatchFlow::with_names(std::string text, NamesOf names) const {
    if (!program_->uses_names) {
        return text;
    }
    for (std::size_t at = text.find(kNameMarkBytes); at != std::string::npos; at = text.find(kNameMarkBytes, at)) {
        const std::string_view rest = std::string_view(text).substr(at + kNameMarkBytes.size());
        const bool is_mark = rest.size() > kSeatMarkBytes.size() && rest.starts_with(kSeatMarkBytes);
        const auto player = is_mark ? static_cast<unsigned char>(rest[kSeatMarkBytes.size()]) & 0x3FU : players_;
        if (player >= players_) {
            at += kNameMarkBytes.size();
            continue;
        }
        const std::string name = player_name(player, names);
        text.replace(at, kMarkBytes, name);
        at += name.size();
    }
    return text;
}

Outcome MatchFlow::native_people(NativeId native, std::uint32_t window) {
    const bool is_name = native == NativeId::PlayerName;
    if (machine.values[window].is_null()) {
        return machine.fault_with(FaultId::NullMember, {is_name ? "name" : "color"});
    }
    const std::uint32_t player = to_player(machine.values[window].as_number());
    Value text;
    if (!is_name) {
        text = make_text(machine, seat_color(*program_, player));
    } else if (makes_text_for_rules) {
        text = make_text(machine, fmt::format("player {}", player));
    } else {
        const std::array<char16_t, 2> mark = {kNameMark, static_cast<char16_t>(kFirstSeatMark + player)};
        text = make_text(machine, std::u16string_view(mark.data(), mark.size()));
    }
    if (text.is_null()) {
        return machine.fault_with(FaultId::OutOfMemory);
    }
    machine.values[window] = text;
    return Outcome::Next;
}

} // namespace tgdl
