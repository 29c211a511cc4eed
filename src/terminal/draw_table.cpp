// Drawing of the whole table, one below the other: boards, decks, other instances; and the players beside it.
#include "diagnostics/terminal_text.h"
#include "terminal/picture.h"
#include "terminal/shapes.h"
#include "terminal/table_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace tgdl {

namespace {

// What a player is, has and may do: told with the player.
bool is_of_player(const Json& instance) {
    return text_of(instance, "scope") == "player";
}

// A table with a number for every player is their score, or something like it.
bool is_by_player(const Json& value, const Json& view) {
    const auto table = value.is_object() ? value.find("table") : value.end();
    if (!value.is_object() || table == value.end() || table->size() != view.at("players").get<std::size_t>()) {
        return false;
    }
    for (std::size_t i = 0; i < table->size(); ++i) {
        const Json& key = (*table)[i][0];
        if (!key.is_number() || key.get<double>() != static_cast<double>(i)) {
            return false;
        }
    }
    return true;
}

Json without_tables_of_players(const Json& attributes, const Json& view) {
    Json left = Json::object();
    for (const auto& [name, value] : attributes.items()) {
        if (!is_by_player(value, view)) {
            left[name] = value;
        }
    }
    return left;
}

class TableWriter {
public:
    TableWriter(const Json& view, Room room, GraphLayouts& layouts) : view_(view), room_(room), layouts_(layouts) {
        picture_.canvas = Canvas(std::max(room.columns, 1), 0);
    }

    Picture write() {
        const Json& boards = view_.at("boards");
        const auto shown = std::ranges::count_if(boards, [](const Json& board) { return !board.contains("hidden"); });
        rows_for_board_ = room_.rows / std::max(static_cast<int>(shown), 1);
        for (const Whose whose : {Whose::Everybody, Whose::Viewer, Whose::Other}) {
            for (const Json& board : boards) {
                if (!board.contains("hidden") && owner_kind(board) == whose) {
                    add_board(board);
                }
            }
        }
        add_decks();
        add_instances();
        return std::move(picture_);
    }

private:
    enum class Whose : std::uint8_t { Everybody, Viewer, Other };
    [[nodiscard]] Whose owner_kind(const Json& instance) const {
        const auto owner = instance.find("owner");
        if (owner == instance.end()) {
            return Whose::Everybody;
        }
        return *owner == view_.at("viewer") ? Whose::Viewer : Whose::Other;
    }

    // How many cards players have is told with the players, and an empty pile of discards says nothing.
    [[nodiscard]] bool is_worth_showing(const Json& deck) const {
        const Json& cards = deck.at("cards");
        if (owner_of(deck)) {
            return std::ranges::any_of(cards, [](const Json& card) { return !card.contains("hidden"); });
        }
        if (!cards.empty()) {
            return true;
        }
        const std::string id = text_of(deck, "id");
        return std::ranges::none_of(view_.at("decks"), [&](const Json& other) {
            const auto pile = other.find("discards");
            return pile != other.end() && text_of(*pile, "ref") == id;
        });
    }

    // All that the viewer has looks the same.
    void add_decks() {
        const int columns = picture_.canvas.columns();
        const bool have_room = std::ranges::all_of(view_.at("decks"), [&](const Json& deck) {
            return deck.contains("hidden") || owner_kind(deck) != Whose::Viewer || fits_as_boxes(deck, columns);
        });
        for (const Whose whose : {Whose::Everybody, Whose::Viewer, Whose::Other}) {
            for (const Json& deck : view_.at("decks")) {
                if (!deck.contains("hidden") && owner_kind(deck) == whose && is_worth_showing(deck)) {
                    put(draw_deck(deck, view_, columns, have_room ? CardForm::Boxes : CardForm::Words));
                }
            }
        }
    }

    void put(const Picture& part) {
        widen(part.canvas.columns());
        picture_.add(part, {.row = row_, .column = 0});
        row_ += part.canvas.rows();
    }

    void widen(int columns) {
        if (columns <= picture_.canvas.columns()) {
            return;
        }
        Canvas wider(columns, picture_.canvas.rows());
        wider.paste(picture_.canvas,
                    {.row = 0, .column = 0, .rows = picture_.canvas.rows(), .columns = picture_.canvas.columns()}, {});
        picture_.canvas = std::move(wider);
    }

    void put_line(const std::string& text, const Style& style) {
        const auto columns = static_cast<std::size_t>(picture_.canvas.columns() - 1);
        for (const std::string& line : wrap_with_shapes(text, columns)) {
            picture_.canvas.grow(row_ + 1);
            write_words(picture_.canvas, {.row = row_, .column = 1}, line, style, view_);
            ++row_;
        }
    }

    void add_board(const Json& board) {
        if (row_ > 0) {
            ++row_;
        }
        const int begin = row_;
        if (const auto owner = owner_of(board)) {
            put_line(owned_name(board, view_), {.ink = seat_ink(view_, *owner), .bold = true});
        }
        const int above = row_ - begin + (begin > 0 ? 1 : 0);
        const Json& groups = board.at("groups");
        const auto is_graph = [](const Json& group) { return text_of(group, "geometry") == "graph"; };
        if (std::ranges::any_of(groups, is_graph)) {
            put(draw_graph(board, view_, {.columns = room_.columns, .rows = std::max(rows_for_board_ - above - 3, 1)},
                           layouts_));
        }
        for (const Json& group : groups) {
            if (is_graph(group)) {
                continue;
            }
            if (groups.size() > 1) {
                put_line(text_of(group, "name"), {.bold = true});
            }
            const int rows = rows_for_board_ - above - (groups.size() > 1 ? 1 : 0);
            put(draw_grid(group, view_, {.columns = room_.columns, .rows = rows / static_cast<int>(groups.size())}));
        }
        const Json attributes = without_tables_of_players(board.at("attributes"), view_);
        const std::string words = with_hidden_words(attribute_words(attributes, view_), board);
        if (!words.empty()) {
            put_line(words, {.faint = true});
        }
    }

    void add_instances() {
        std::map<std::uint32_t, std::vector<const Json*>> by_owner; // of those that belong to somebody
        for (const Json& instance : view_.at("things")) {
            if (instance.contains("hidden") || is_of_player(instance)) {
                continue;
            }
            if (const auto owner = owner_of(instance)) {
                by_owner[*owner].push_back(&instance);
                continue;
            }
            add_instance(instance);
        }
        for (const auto& [owner, instances] : by_owner) {
            list_instances(seat_name(view_, owner) + ":", instances);
        }
    }

    void add_instance(const Json& instance) {
        const Json attributes = without_tables_of_players(instance.at("attributes"), view_);
        const std::string words = with_hidden_words(attribute_words(attributes, view_), instance);
        const std::string text = text_of(instance, "text");
        const bool is_only_one = text == text_of(instance, "id");
        if (words.empty() && is_only_one) {
            return;
        }
        const std::string name = is_only_one ? text_of(instance, "class") : text;
        const int before = row_;
        put_line(words.empty() ? name : fmt::format("{}: {}", name, words), style_of(instance, view_));
        picture_.instances.push_back(
            {text_of(instance, "id"),
             {.row = before, .column = 0, .rows = 1, .columns = static_cast<int>(columns_of(name)) + 2}});
    }

    // `player 0: ones (open), twos (open)`
    void list_instances(const std::string& heading, const std::vector<const Json*>& instances) {
        put_line(heading, style_of(*instances.front(), view_));
        int column = 2;
        for (const Json* instance : instances) {
            std::string text = name_of(*instance);
            std::vector<std::string> flags;
            for (const auto& [name, value] : instance->at("attributes").items()) {
                if (value == true) {
                    flags.push_back(name);
                }
            }
            text += flags.empty() ? "" : fmt::format(" ({})", fmt::join(flags, ", "));
            const auto width = static_cast<int>(columns_of(text));
            if (column + width + 2 > picture_.canvas.columns() && column > 2) {
                ++row_;
                column = 2;
            }
            picture_.canvas.grow(row_ + 1);
            picture_.canvas.write({.row = row_, .column = column}, text, {.ink = style_of(*instance, view_).ink});
            picture_.instances.push_back(
                {text_of(*instance, "id"), {.row = row_, .column = column - 1, .rows = 1, .columns = width + 2}});
            column += width + 3;
        }
        ++row_;
    }

    const Json& view_;
    Room room_;
    GraphLayouts& layouts_;
    Picture picture_;
    int rows_for_board_ = 0;
    int row_ = 0;
};

// ---- players ----------------------------------------------------------------------------------------------------------

void add_player_values(const Json& instance, const Json& view, std::uint32_t player, std::vector<std::string>& words) {
    const auto attributes = instance.find("attributes");
    if (attributes == instance.end()) {
        return;
    }
    for (const auto& [name, value] : attributes->items()) {
        if (is_by_player(value, view)) {
            const std::string held = value_words(value.at("table")[player][1], view);
            if (!held.empty()) {
                words.push_back(fmt::format("{} {}", name, held));
            }
        }
    }
}

std::string player_words(const Json& view, std::uint32_t player) {
    std::vector<std::string> words;
    const auto scores = view.find("scores"); // at the end they stand with the result
    if (scores != view.end() && view.at("status") == "waiting" && !(*scores)[player].is_null()) {
        words.push_back("score " + value_words((*scores)[player], view));
    }
    for (const Json& instance : view.at("things")) {
        add_player_values(instance, view, player, words);
        if (is_of_player(instance) && owner_of(instance) == player) {
            const std::string own = with_hidden_words(attribute_words(instance.at("attributes"), view), instance);
            if (!own.empty()) {
                words.push_back(own);
            }
        }
    }
    for (const char* kind : {"boards", "decks"}) {
        for (const Json& instance : view.at(kind)) {
            add_player_values(instance, view, player, words);
        }
    }
    for (const Json& deck : view.at("decks")) {
        if (!deck.contains("hidden") && owner_of(deck) == player && !deck.at("cards").empty()) {
            words.push_back(fmt::format("{} {}", text_of(deck, "class"), deck.at("cards").size()));
        }
    }
    return fmt::format("{}", fmt::join(words, ", "));
}

enum class HowMuch : std::uint8_t {
    Everything,
    OneLineEach, // cut at its end, but for the viewer's
};

Picture write_players(const Json& view, int columns, HowMuch how_much) {
    Picture picture;
    picture.canvas = Canvas(columns, 0);
    const Json& active = view.at("active");
    int row = 0;
    for (std::uint32_t player = 0; player < view.at("players").get<std::uint32_t>(); ++player) {
        const bool is_active = view.at("status") == "waiting"
                               && std::ranges::any_of(active, [&](const Json& seat) { return seat == player; });
        const bool is_viewer = view.at("viewer") == player;
        const std::string who = seat_name(view, player) + (is_viewer ? " (you)" : "");
        const std::string words = player_words(view, player);
        const Style style = {.ink = seat_ink(view, player), .bold = is_active};
        picture.canvas.grow(row + 1);
        picture.canvas.write({.row = row, .column = 0}, is_active ? "▸" : " ", {.ink = style.ink, .bold = true});
        const int end = picture.canvas.write({.row = row, .column = 2}, who, style);
        if (how_much == HowMuch::OneLineEach && !is_viewer) {
            const auto left = static_cast<std::size_t>(std::max(columns - end - 2, 0));
            write_words(picture.canvas, {.row = row, .column = end + 2}, shorten(words, left), {}, view);
        } else if (!words.empty()) {
            for (const std::string& line :
                 wrap_with_shapes(words, static_cast<std::size_t>(std::max(columns - 4, 1)))) {
                picture.canvas.grow(++row + 1);
                write_words(picture.canvas, {.row = row, .column = 4}, line, {}, view);
            }
        }
        ++row;
    }
    return picture;
}

} // namespace

Picture draw_table(const Json& view, Room room, GraphLayouts& layouts) {
    return TableWriter(view, room, layouts).write();
}

Picture draw_players(const Json& view, int columns, int rows) {
    Picture picture = write_players(view, columns, HowMuch::Everything);
    return picture.canvas.rows() <= rows ? picture : write_players(view, columns, HowMuch::OneLineEach);
}

} // namespace tgdl
