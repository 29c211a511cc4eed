#include "terminal/table_text.h"

#include "base/numbers.h"
#include "diagnostics/terminal_text.h"
#include "program/options.h"
#include "terminal/grid.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <ranges>
#include <string_view>

namespace tgdl {

namespace {

// A tile's words leave its name out, which stands before them.
std::string tile_words(const Json& tile, const Json& view) {
    const std::string name = name_of(tile);
    std::string about = describe(tile, view);
    if (about.starts_with(name)) {
        about.erase(0, name.size());
        about.erase(0, about.find_first_not_of(":; "));
    }
    const std::string glyph = text_of(tile, "glyph");
    const bool has_sign = !glyph.empty() && glyph != "." && glyph != "·" && glyph != " ";
    if (tile.at("pieces").empty() && text_of(tile, "long").empty() && !glyph.empty()) {
        return has_sign ? show_on_one_line(glyph) : std::string();
    }
    return about.starts_with("on it: ") ? about.substr(7) : about;
}

std::string deck_words(const Json& deck) {
    const Json& cards = deck.at("cards");
    std::vector<std::string> seen;
    for (const Json& card : cards) {
        if (!card.contains("hidden")) {
            seen.push_back(name_of(card));
        }
    }
    if (cards.empty()) {
        return {};
    }
    const std::string count = cards.size() == 1 ? "1 card" : fmt::format("{} cards", cards.size());
    return seen.empty() ? count + ", face down" : fmt::format("{}: {}", count, fmt::join(seen, ", "));
}

// docs/reference/scores.md#9: those that the viewer may know. At the end they stand with the result.
void add_scores(const Json& view, std::vector<TableLine>& lines) {
    const auto scores = view.find("scores");
    if (scores == view.end() || view.at("status") != "waiting") {
        return;
    }
    for (std::size_t seat = 0; seat < scores->size(); ++seat) {
        if (const Json& score = (*scores)[seat]; !score.is_null()) {
            lines.push_back(
                {"Score of " + seat_name(view, static_cast<std::uint32_t>(seat)), value_words(score, view)});
        }
    }
}

} // namespace

std::string title_of(const Program& program) {
    std::string title = show_on_one_line(program.game);
    for (const OptionChoice& option : options_of(program)) {
        title += show_on_one_line(fmt::format(", {} {}", option.name, option.value));
    }
    return title;
}

std::string owned_name(const Json& instance, const Json& view) {
    const std::string text = text_of(instance, "text");
    std::string name = text == text_of(instance, "id") ? text_of(instance, "class") : text;
    if (const auto owner = owner_of(instance)) {
        name += " of " + seat_name(view, *owner);
    }
    return show_on_one_line(name);
}

std::vector<TableLine> table_lines(const Json& view) {
    std::vector<TableLine> lines;
    for (const Json& board : view.at("boards")) {
        if (board.contains("hidden")) {
            continue;
        }
        for (const Json& group : board.at("groups")) {
            for (const char* kind : {"tiles", "corners", "sides"}) {
                if (const auto tiles = group.find(kind); tiles != group.end()) {
                    for (const Json& tile : *tiles) {
                        lines.push_back(
                            {name_of(tile) + (kind == std::string_view("tiles") ? "" : words_around(group, tile)),
                             tile_words(tile, view)});
                    }
                }
            }
        }
        lines.push_back(
            {owned_name(board, view), with_hidden_words(attribute_words(board.at("attributes"), view), board)});
    }
    for (const Json& deck : view.at("decks")) {
        if (!deck.contains("hidden")) {
            lines.push_back({deck_name(deck, view), deck_words(deck)});
        }
    }
    for (const Json& instance : view.at("things")) {
        if (!instance.contains("hidden")) {
            lines.push_back({owned_name(instance, view),
                             with_hidden_words(attribute_words(instance.at("attributes"), view), instance)});
        }
    }
    add_scores(view, lines);
    return lines;
}

std::vector<std::string> read_out(const std::vector<TableLine>& table) {
    std::vector<std::string> lines;
    for (const TableLine& line : table) {
        if (!line.words.empty()) {
            lines.push_back(fmt::format("{}: {}", line.name, line.words));
        }
    }
    return lines;
}

std::vector<std::string> changed_lines(const std::vector<TableLine>& before, const std::vector<TableLine>& after) {
    std::map<std::string, std::vector<std::string>> old;
    for (const TableLine& line : std::views::reverse(before)) {
        old[line.name].push_back(line.words); // several may have one name: the first is taken first
    }
    std::vector<std::string> lines;
    for (const TableLine& line : after) {
        std::vector<std::string>& known = old[line.name];
        const std::string words = known.empty() ? std::string() : known.back();
        if (!known.empty()) {
            known.pop_back();
        }
        if (words != line.words) {
            lines.push_back(fmt::format("{}: {}", line.name, line.words.empty() ? "empty" : line.words));
        }
    }
    return lines;
}

std::string result_words(const Json& view) {
    const std::string status = text_of(view, "status");
    if (status == "stuck") {
        return "the game is stuck: nobody can do anything";
    }
    if (status == "error") {
        return "the rules met an error";
    }
    if (status != "finished") {
        return {};
    }
    const Json& places = view.at("places");
    if (places.empty()) {
        return "the game is over, and nobody wins";
    }
    const bool has_names = view.contains("seats");
    const auto names = [&](const Json& players) {
        std::vector<std::string> all;
        for (const Json& player : players) {
            const auto seat = player.get<std::uint32_t>();
            all.push_back(has_names ? seat_name(view, seat) : fmt::format("{}", seat));
        }
        const std::string_view kind = has_names ? "" : all.size() == 1 ? "player " : "players ";
        return fmt::format("{}{}", kind, fmt::join(all, ", "));
    };
    std::string words;
    if (places.size() == 1 && places[0].size() == view.at("players").get<std::size_t>()) {
        words = view.at("players") == 1 ? "you win" : "a draw";
    } else {
        words = fmt::format("{} {}", names(places[0]), places[0].size() == 1 ? "wins" : "win");
    }
    if (const auto scores = view.find("scores"); scores != view.end()) {
        std::vector<std::string> each;
        each.reserve(scores->size());
        for (std::size_t i = 0; i < scores->size(); ++i) {
            each.push_back(fmt::format("{}: {}", seat_name(view, static_cast<std::uint32_t>(i)),
                                       (*scores)[i].is_null() ? "-" : value_words((*scores)[i], view)));
        }
        words += fmt::format(" ({})", fmt::join(each, ", "));
    }
    return words;
}

std::string turn_words(const Json& view) {
    const std::string turn = text_of(view, "turn");
    const std::string phase = text_of(view, "phase");
    constexpr std::string_view kUnnamed = "default"; // of a game that declares none
    if (phase.empty() || phase == turn || phase == kUnnamed) {
        return turn == kUnnamed ? std::string() : turn;
    }
    return turn.empty() || turn == kUnnamed ? phase : fmt::format("{}, {}", turn, phase);
}

} // namespace tgdl
