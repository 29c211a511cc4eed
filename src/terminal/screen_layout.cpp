#include "terminal/screen_layout.h"

#include "diagnostics/terminal_text.h"
#include "terminal/shapes.h"

#include <algorithm>
#include <fmt/format.h>
#include <ranges>

namespace tgdl {

namespace {

constexpr int kWideFrom = 64; // columns from which table and list stand side by side
constexpr int kBarRows = 3;   // title, message, keys
constexpr Style kBar = {.bold = true, .mark = Highlight::Bar};
constexpr Style kFaint = {.faint = true};

bool is_wide(Room window) {
    return window.columns >= kWideFrom;
}

void draw_bar(Canvas& screen, int row, const std::string& left, const std::string& right, const Style& style) {
    screen.fill({.row = row, .column = 0, .rows = 1, .columns = screen.columns()}, style);
    const auto room = static_cast<std::size_t>(std::max(screen.columns() - 2, 0));
    screen.write({.row = row, .column = 1}, shorten(left, room), style);
    const int width = static_cast<int>(columns_of(right));
    if (!right.empty() && static_cast<int>(columns_of(left)) + width + 4 <= screen.columns()) {
        screen.write({.row = row, .column = screen.columns() - width - 1}, right, style);
    }
}

// From where a stretch of `length` must be shown so that first … last are in sight, changing `from` as little as can be.
int scroll_to(int from, int length, int first, int last, int all) {
    from = last >= from + length ? last - length + 1 : from;
    from = first < from ? first : from;
    return std::clamp(from, 0, std::max(all - length, 0));
}

// Where the table goes on outside of `area`, arrows stand beside it.
void mark_edges(Canvas& screen, const Canvas& table, GridPoint from, const Area& area) {
    constexpr Style kArrow = {.bold = true};
    const int right = area.column + area.columns;
    const int middle = area.row + area.rows / 2;
    if (from.row > 0) {
        screen.write({.row = area.row, .column = right}, "↑", kArrow);
    }
    if (table.rows() - from.row > area.rows) {
        screen.write({.row = area.row + area.rows - 1, .column = right}, "↓", kArrow);
    }
    if (from.column > 0) {
        screen.write({.row = middle, .column = area.column - 1}, "←", kArrow);
    }
    if (table.columns() - from.column > area.columns) {
        screen.write({.row = middle, .column = right}, "→", kArrow);
    }
}

void draw_table_part(Canvas& screen, const ScreenParts& parts, const Area& area) {
    const Canvas& table = parts.table.canvas;
    GridPoint from = parts.scrolled;
    const Area wanted = parts.in_sight.value_or(Area{.row = from.row, .column = from.column, .rows = 1, .columns = 1});
    from.row = scroll_to(from.row, area.rows, wanted.row, wanted.row + wanted.rows - 1, table.rows());
    from.column =
        scroll_to(from.column, area.columns, wanted.column, wanted.column + wanted.columns - 1, table.columns());
    screen.paste(table, {.row = from.row, .column = from.column, .rows = area.rows, .columns = area.columns},
                 {.row = area.row, .column = area.column});
    mark_edges(screen, table, from, area);
}

// One row on the screen; a line of the list with a shape in it has several.
struct ListRow {
    std::size_t line = 0;
    std::string text;
};

std::vector<ListRow> rows_of_list(const ScreenParts& parts, std::size_t columns) {
    std::vector<ListRow> rows;
    for (std::size_t i = 0; i < parts.list.size(); ++i) {
        for (const std::string& text : draw_shapes(parts.list[i].text)) {
            rows.push_back({i, shorten(text, columns)});
        }
    }
    return rows;
}

void draw_list(Canvas& screen, const ScreenParts& parts, const Area& area) {
    int row = area.row;
    const auto columns = static_cast<std::size_t>(std::max(area.columns, 1));
    for (const std::string& line : wrap_with_shapes(parts.heading, columns)) {
        if (row < area.row + area.rows) {
            screen.write({.row = row++, .column = area.column}, line, parts.heading_style);
        }
    }
    const std::vector<ListRow> list = rows_of_list(parts, columns - 2);
    const int rows = area.row + area.rows - row;
    const auto all = static_cast<int>(list.size());
    const auto is_selected = [&](const ListRow& one) { return one.line == parts.selected.value_or(0); };
    const int first = static_cast<int>(std::ranges::find_if(list, is_selected) - list.begin());
    const int height = static_cast<int>(std::ranges::count_if(list, is_selected));
    const int from =
        scroll_to(first - rows / 2, rows, first, first + std::clamp(height, 1, std::max(rows, 1)) - 1, all);
    for (int i = 0; i < rows && from + i < all; ++i) {
        const ListRow& line = list[static_cast<std::size_t>(from) + static_cast<std::size_t>(i)];
        const bool more_above = i == 0 && from > 0;
        const bool more_below = i == rows - 1 && from + rows < all;
        screen.write({.row = row + i, .column = area.column + 2}, line.text, parts.list[line.line].style);
        if (parts.selected == line.line) {
            const bool is_first = from + i == first;
            screen.write({.row = row + i, .column = area.column}, is_first ? "▸" : " ", {.bold = true});
            screen.mark({.row = row + i, .column = area.column, .rows = 1, .columns = area.columns}, Highlight::Cursor);
        } else if (more_above || more_below) {
            screen.write({.row = row + i, .column = area.column}, more_above ? "↑" : "↓", {.bold = true});
        }
    }
}

void draw_log(Canvas& screen, const ScreenParts& parts, const Area& area) {
    std::vector<std::string> lines;
    for (const auto& told : std::views::reverse(parts.log)) {
        std::vector<std::string> wrapped =
            wrap_with_shapes(told, static_cast<std::size_t>(std::max(area.columns - 2, 1)));
        for (std::size_t i = 1; i < wrapped.size(); ++i) {
            wrapped[i].insert(0, "  ");
        }
        lines.insert(lines.begin(), wrapped.begin(), wrapped.end());
        if (static_cast<int>(lines.size()) >= area.rows) {
            break;
        }
    }
    const int skipped = std::max(static_cast<int>(lines.size()) - area.rows, 0);
    for (int i = skipped; i < static_cast<int>(lines.size()); ++i) {
        screen.write({.row = area.row + i - skipped, .column = area.column}, lines[static_cast<std::size_t>(i)],
                     kFaint);
    }
}

void draw_panel(Canvas& screen, const ScreenParts& parts, const Area& area) {
    for (int row = area.row; row < area.row + area.rows; ++row) {
        screen.write({.row = row, .column = area.column - 2}, "│", kFaint);
    }
    const int players = std::min(parts.players.canvas.rows(), area.rows * 2 / 3);
    screen.paste(parts.players.canvas, {.row = 0, .column = 0, .rows = players, .columns = area.columns},
                 {.row = area.row, .column = area.column});
    const int top = area.row + players + (players > 0 ? 1 : 0);
    const int left = area.row + area.rows - top;
    const int heading =
        static_cast<int>(wrap_with_shapes(parts.heading, static_cast<std::size_t>(area.columns)).size());
    const int listed =
        static_cast<int>(rows_of_list(parts, static_cast<std::size_t>(std::max(area.columns, 1))).size());
    const int wanted = std::max(listed + heading, 2);
    const int log = parts.log.empty() ? 0 : std::clamp(left - wanted - 1, std::min(4, left / 3), left);
    const int list = left - log - (log > 0 ? 1 : 0);
    draw_list(screen, parts, {.row = top, .column = area.column, .rows = list, .columns = area.columns});
    if (log > 0) {
        draw_log(screen, parts,
                 {.row = area.row + area.rows - log, .column = area.column, .rows = log, .columns = area.columns});
    }
}

// A long message takes more rows, over the lower end of what stands above.
void draw_message(Canvas& screen, const std::string& message) {
    constexpr std::size_t kMostRows = 3;
    std::vector<std::string> lines =
        wrap_with_shapes(show_on_one_line(message), static_cast<std::size_t>(screen.columns() - 2));
    if (lines.size() > kMostRows) {
        lines.resize(kMostRows);
        lines.back() += " …";
    }
    int row = screen.rows() - 1 - static_cast<int>(lines.size());
    for (const std::string& line : lines) {
        screen.fill({.row = row, .column = 0, .rows = 1, .columns = screen.columns()}, {});
        screen.write({.row = row, .column = 1}, line, {.bold = true});
        ++row;
    }
}

int panel_columns(Room window) {
    return is_wide(window) ? std::clamp(window.columns * 2 / 5, 26, 44) : window.columns - 2;
}

// The keys that fit, from the first on.
void draw_keys(Canvas& screen, const std::string& keys) {
    std::string shown = keys;
    while (static_cast<int>(columns_of(shown)) > screen.columns() - 2 && shown.find("  ") != std::string::npos) {
        shown.resize(shown.rfind("  "));
    }
    draw_bar(screen, screen.rows() - 1, shown, "", {.mark = Highlight::Bar});
}

// The rest of what stands beside the table is for what can be chosen.
int rows_for_players(Room table) {
    return table.rows / 2;
}

} // namespace

void draw_seen(ScreenParts& parts, const Json& view, Room window, GraphLayouts& layouts) {
    const Room room = table_room(window);
    parts.table = draw_table(view, {.columns = room.columns - 2, .rows = room.rows}, layouts);
    parts.players = is_wide(window) ? draw_players(view, panel_columns(window), rows_for_players(room))
                                    : draw_players(view, room.columns - 2, room.rows);
    if (!is_wide(window)) {
        parts.table.add(parts.players, {.row = parts.table.canvas.rows(), .column = 0});
    }
}

Room table_room(Room window) {
    const int rows = window.rows - kBarRows;
    return is_wide(window) ? Room{.columns = window.columns - panel_columns(window) - 3, .rows = rows}
                           : Room{.columns = window.columns - 1, .rows = rows * 3 / 5};
}

Canvas compose_screen(const ScreenParts& parts, Room window) {
    Canvas screen(window.columns, window.rows);
    if (window.columns < kSmallestRoom.columns || window.rows < kSmallestRoom.rows) {
        return compose_notice(
            {"The window is too small.", fmt::format("It needs {} by {}.", kSmallestRoom.columns, kSmallestRoom.rows)},
            window);
    }
    draw_bar(screen, 0, parts.title, parts.state, kBar);
    const Room room = table_room(window);
    draw_table_part(screen, parts, {.row = 1, .column = 1, .rows = room.rows, .columns = room.columns - 1});
    if (is_wide(window)) {
        draw_panel(screen, parts,
                   {.row = 1,
                    .column = window.columns - panel_columns(window),
                    .rows = window.rows - kBarRows,
                    .columns = panel_columns(window)});
    } else {
        draw_list(screen, parts,
                  {.row = 1 + room.rows,
                   .column = 1,
                   .rows = window.rows - kBarRows - room.rows,
                   .columns = panel_columns(window)});
    }
    draw_message(screen, parts.message);
    draw_keys(screen, parts.keys);
    return screen;
}

Canvas compose_pager(const PagerParts& parts, Room window) {
    Canvas screen(window.columns, window.rows);
    const std::size_t rows = static_cast<std::size_t>(std::max(window.rows - 2, 1));
    const std::size_t all = parts.lines.size();
    const std::size_t last = std::min(parts.first + rows, all);
    draw_bar(screen, 0, parts.title, all > rows ? fmt::format("{}-{} of {}", parts.first + 1, last, all) : "", kBar);
    for (std::size_t i = parts.first; i < last; ++i) {
        screen.write({.row = static_cast<int>(i - parts.first) + 1, .column = 1}, parts.lines[i], {});
    }
    draw_keys(screen, parts.keys);
    return screen;
}

Canvas compose_notice(const std::vector<std::string>& lines, Room window) {
    Canvas screen(window.columns, window.rows);
    int row = std::max((window.rows - static_cast<int>(lines.size())) / 2, 0);
    for (const std::string& line : lines) {
        const int column = std::max((window.columns - static_cast<int>(columns_of(line))) / 2, 0);
        screen.write({.row = row++, .column = column}, line, {.bold = true});
    }
    return screen;
}

} // namespace tgdl
