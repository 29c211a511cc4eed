// Layout of the parts of a screen.
//
//   ┌ title ─────────────────────────────┐      In a narrow window the list stands below the table,
//   │ table                   │ players  │      the players belong to the table, and there is no log.
//   │                         │ question │
//   │                         │ log      │
//   │ message                            │
//   └ keys ──────────────────────────────┘
#pragma once

#include "terminal/canvas.h"
#include "terminal/picture.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tgdl {

inline constexpr Room kSmallestRoom = {.columns = 40, .rows = 12};

struct ListLine {
    std::string text;
    Style style;
};

struct ScreenParts {
    std::string title;
    std::string state; // at the right end of the title
    Picture table;
    std::optional<Area> in_sight; // what of the table must be seen
    GridPoint scrolled;           // what else is wished: the row and column of the table that comes first
    Picture players;
    std::string heading; // over the list
    Style heading_style;
    std::vector<ListLine> list;
    std::optional<std::size_t> selected; // of the list
    std::vector<std::string> log;        // the last ones are shown
    std::string message;
    std::string keys;
};

// How much room there is for the table in a window of this size.
Room table_room(Room window);
// Fills in table and players.
void draw_seen(ScreenParts& parts, const Json& view, Room window, GraphLayouts& layouts);

Canvas compose_screen(const ScreenParts& parts, Room window);

struct PagerParts {
    std::string title;
    std::vector<std::string> lines;
    std::size_t first = 0; // the one to begin with
    std::string keys;
};
Canvas compose_pager(const PagerParts& parts, Room window);
// A few lines in the middle of an empty screen.
Canvas compose_notice(const std::vector<std::string>& lines, Room window);

} // namespace tgdl
