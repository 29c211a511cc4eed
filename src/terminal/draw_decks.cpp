// Hands, decks and piles of discards.
#include "diagnostics/terminal_text.h"
#include "terminal/picture.h"
#include "terminal/shapes.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tgdl {

namespace {

constexpr std::size_t kCardColumns = 8; // of the words on a card drawn as such
constexpr int kCardRows = 2;            // likewise
constexpr int kCardPitch = static_cast<int>(kCardColumns) + 2;
constexpr std::size_t kMostCardsOfOthers = 10; // more are counted, and the last ones shown

bool is_mine(const Json& deck, const Json& view) {
    const auto owner = deck.find("owner");
    return owner != deck.end() && *owner == view.at("viewer");
}

bool is_seen(const Json& card) {
    return !card.contains("hidden");
}

// A card as a box with its words in it.
void draw_card(Picture& picture, const Json& card, const Json& view, const std::vector<std::string>& words,
               GridPoint at, int rows) {
    const Style style = style_of(card, view);
    constexpr Style kEdge = {.faint = true};
    const auto inside = static_cast<int>(kCardColumns);
    std::string edge;
    for (int i = 0; i < inside; ++i) {
        edge += "─";
    }
    picture.canvas.write(at, "╭" + edge + "╮", kEdge);
    for (int i = 0; i < rows; ++i) {
        const GridPoint line{.row = at.row + 1 + i, .column = at.column};
        picture.canvas.write(line, "│", kEdge);
        if (static_cast<std::size_t>(i) < words.size()) {
            picture.canvas.write({.row = line.row, .column = line.column + 1}, words[static_cast<std::size_t>(i)],
                                 {.ink = style.ink, .bold = true});
        }
        picture.canvas.write({.row = line.row, .column = line.column + 1 + inside}, "│", kEdge);
    }
    picture.canvas.write({.row = at.row + 1 + rows, .column = at.column}, "╰" + edge + "╯", kEdge);
    picture.instances.push_back(
        {text_of(card, "id"), {.row = at.row + 1, .column = at.column, .rows = rows, .columns = inside + 2}});
}

std::vector<std::string> words_on(const Json& card) {
    return wrap_text(show_on_one_line(text_of(card, "text")), kCardColumns);
}

// Cards side by side as boxes.
void draw_hand(Picture& picture, const Json& cards, const Json& view) {
    picture.canvas.grow(1 + kCardRows + 2);
    for (std::size_t i = 0; i < cards.size(); ++i) {
        draw_card(picture, cards[i], view, words_on(cards[i]), {.row = 1, .column = static_cast<int>(i) * kCardPitch},
                  kCardRows);
    }
}

// Of the cards that can be chosen now; their number if there is none.
std::size_t first_choosable(const Json& cards, const Json& view) {
    const Json& decision = view.at("decision");
    const auto about = decision.is_null() ? decision.end() : decision.find("about");
    if (decision.is_null() || about == decision.end()) {
        return cards.size();
    }
    const auto can_be_chosen = [&](const Json& card) {
        const std::string id = text_of(card, "id");
        return !id.empty() && std::ranges::any_of(*about, [&](const Json& chosen) {
            return chosen.is_object() && text_of(chosen, "ref") == id;
        });
    };
    return static_cast<std::size_t>(std::ranges::find_if(cards, can_be_chosen) - cards.begin());
}

struct Stretch {
    std::size_t first = 0;
    std::size_t count = 0;
};

// Cards as words one after the other.
void list_cards(Picture& picture, const Json& cards, const Json& view, Stretch shown, int columns) {
    int row = 1;
    int column = 1;
    int height = 1; // of the cards on this row
    for (std::size_t i = shown.first; i < shown.first + shown.count; ++i) {
        const std::vector<std::string> drawn = draw_shapes(name_of(cards[i]));
        std::size_t widest = 1;
        for (const std::string& line : drawn) {
            widest = std::max(widest, columns_of(line));
        }
        const auto width = std::min(static_cast<int>(widest), std::max(columns - 4, 1));
        if (column + width + 3 > columns && column > 1) {
            row += height;
            column = 1;
            height = 1;
        }
        height = std::max(height, static_cast<int>(drawn.size()));
        picture.canvas.grow(row + height);
        const Style style =
            is_seen(cards[i]) ? Style{.ink = style_of(cards[i], view).ink, .bold = true} : Style{.faint = true};
        for (std::size_t line = 0; line < drawn.size(); ++line) {
            picture.canvas.write({.row = row + static_cast<int>(line), .column = column + 1},
                                 shorten(drawn[line], static_cast<std::size_t>(width)), style);
        }
        picture.instances.push_back(
            {text_of(cards[i], "id"),
             {.row = row, .column = column, .rows = static_cast<int>(drawn.size()), .columns = width + 2}});
        column += width + 3;
    }
}

} // namespace

bool fits_as_boxes(const Json& deck, int columns) {
    const Json& cards = deck.at("cards");
    return static_cast<int>(cards.size()) * kCardPitch <= columns && std::ranges::all_of(cards, [](const Json& card) {
               return words_on(card).size() <= static_cast<std::size_t>(kCardRows);
           });
}

Picture draw_deck(const Json& deck, const Json& view, int columns, CardForm own_cards) {
    const Json& cards = deck.at("cards");
    Picture picture;
    picture.canvas = Canvas(columns, 1);
    const auto seen = static_cast<std::size_t>(std::ranges::count_if(cards, is_seen));
    std::string heading = fmt::format("{}: {}", deck_name(deck, view),
                                      cards.empty()       ? std::string("empty")
                                      : cards.size() == 1 ? std::string("1 card")
                                                          : fmt::format("{} cards", cards.size()));
    const std::optional<std::uint32_t> owner = owner_of(deck);
    const Style style{.ink = owner ? seat_ink(view, *owner) : Ink::Default};
    const bool mine = is_mine(deck, view);
    if (seen == 0) {
        heading += cards.empty() ? "" : ", face down";
    } else if (mine && own_cards == CardForm::Boxes) {
        draw_hand(picture, cards, view);
    } else {
        const bool all = mine || cards.size() <= kMostCardsOfOthers;
        const std::size_t most = all ? cards.size() : kMostCardsOfOthers;
        const std::size_t first = std::min(first_choosable(cards, view), cards.size() - most);
        if (!all) {
            const bool are_last = first + most == cards.size();
            heading += are_last     ? fmt::format(", the last {}:", most)
                       : first == 0 ? fmt::format(", the first {}:", most)
                                    : fmt::format(", from number {} on:", first + 1);
        }
        list_cards(picture, cards, view, {.first = first, .count = most}, columns);
    }
    picture.canvas.write({.row = 0, .column = 1}, heading, style);
    return picture;
}

} // namespace tgdl
