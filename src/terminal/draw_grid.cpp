// Squares and hexagons.
#include "diagnostics/terminal_text.h"
#include "terminal/grid.h"
#include "terminal/picture.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace tgdl {

namespace {

// How large tiles are drawn, the most generous first.
enum class Size : std::uint8_t {
    Framed, // lines between the tiles
    Open,   // a column free on both sides of each
    Tight,  // one column free between two
};

// ---- where tiles stand ----------------------------------------------------------------------------------------------

// Columns and rows from one tile to the next, and where the first one's area begins.
struct Pitch {
    int across = 0;
    int down = 0;
    int left = 0;
    int top = 1; // below the labels of the columns
};

Pitch pitch_of(const Grid& grid, Size size, int label_width) {
    Pitch pitch;
    const int lines = size == Size::Framed ? 1 : 0;
    pitch.left = label_width + lines;
    pitch.across = grid.face_width + (size == Size::Framed ? 3 : size == Size::Open ? 2 : 1);
    pitch.down = size == Size::Framed ? 2 : 1;
    pitch.top = 1 + lines;
    if (grid.geometry == "hex row") {
        pitch.across = grid.face_width + (size == Size::Tight ? 1 : 3);
        pitch.across += pitch.across % 2;
    } else if (grid.geometry == "hex column") {
        pitch.across = grid.face_width + (size == Size::Tight ? 1 : 3);
        pitch.down = 2;
    }
    return pitch;
}

GridPoint place_of(const Grid& grid, const GridTile& tile, const Pitch& pitch) {
    GridPoint place{.row = pitch.top + tile.y * pitch.down, .column = pitch.left + tile.x * pitch.across};
    if (tile.shifted && grid.geometry == "hex row") {
        place.column += pitch.across / 2;
    }
    if (tile.shifted && grid.geometry == "hex column") {
        place.row += 1;
    }
    return place;
}

Room size_of(const Grid& grid, Size size, const Pitch& pitch) {
    const int lines = size == Size::Framed ? 1 : 0;
    const int half = grid.geometry == "hex row" ? pitch.across / 2 : 0;
    const int deeper = grid.geometry == "hex column" ? 1 : 0;
    return {.columns = pitch.left + (grid.columns - 1) * pitch.across + half + grid.face_width + 2 + lines,
            .rows = pitch.top + (grid.rows - 1) * pitch.down + deeper + 1 + lines};
}

// ---- lines ----------------------------------------------------------------------------------------------------------

constexpr Style kLine = {.faint = true};

// The lines around squares: each corner knows which of its four arms are drawn.
class BoardFrame {
public:
    BoardFrame(Canvas& canvas, const Pitch& pitch) : canvas_(canvas), pitch_(pitch) {}

    void add(const GridTile& tile) {
        join(tile.x, tile.y, kRight);
        join(tile.x, tile.y, kDown);
        join(tile.x + 1, tile.y, kDown);
        join(tile.x, tile.y + 1, kRight);
    }

    void draw() {
        constexpr std::array<std::string_view, 16> kCorners = {" ", "╵", "╶", "└", "╷", "│", "┌", "├",
                                                               "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
        for (const auto& [corner, arms] : corners_) {
            const GridPoint at{.row = pitch_.top - 1 + corner.second * pitch_.down,
                               .column = pitch_.left - 1 + corner.first * pitch_.across};
            canvas_.write(at, kCorners[arms], kLine);
            for (int i = 1; (arms & kRight) != 0 && i < pitch_.across; ++i) {
                canvas_.write({.row = at.row, .column = at.column + i}, "─", kLine);
            }
            if ((arms & kDown) != 0) {
                canvas_.write({.row = at.row + 1, .column = at.column}, "│", kLine);
            }
        }
    }

private:
    static constexpr unsigned kUp = 1;
    static constexpr unsigned kRight = 2;
    static constexpr unsigned kDown = 4;
    static constexpr unsigned kLeft = 8;

    void join(int x, int y, unsigned arm) {
        corners_[{x, y}] |= arm;
        corners_[arm == kRight ? std::pair(x + 1, y) : std::pair(x, y + 1)] |= arm == kRight ? kLeft : kUp;
    }

    Canvas& canvas_;
    Pitch pitch_;
    std::map<std::pair<int, int>, unsigned> corners_;
};

// A hexagon that stands on a corner, around a face of one column.
void outline_on_corner(Canvas& canvas, GridPoint face) {
    const int left = face.column - 1;
    canvas.write({.row = face.row - 1, .column = left + 1}, "╱", kLine);
    canvas.write({.row = face.row - 1, .column = left + 3}, "╲", kLine);
    canvas.write({.row = face.row, .column = left}, "│", kLine);
    canvas.write({.row = face.row, .column = left + 4}, "│", kLine);
    canvas.write({.row = face.row + 1, .column = left + 1}, "╲", kLine);
    canvas.write({.row = face.row + 1, .column = left + 3}, "╱", kLine);
}

// A hexagon that stands on a side.
void outline_on_side(Canvas& canvas, GridPoint face, int face_width) {
    const int left = face.column - 1;
    const int right = face.column + face_width + 2;
    const std::string side(static_cast<std::size_t>(face_width) + 2, '_');
    canvas.write({.row = face.row - 1, .column = left + 1}, side, kLine);
    canvas.write({.row = face.row, .column = left}, "╱", kLine);
    canvas.write({.row = face.row, .column = right}, "╲", kLine);
    canvas.write({.row = face.row + 1, .column = left}, "╲" + side + "╱", kLine);
}

bool has_ways(const Grid& grid) {
    return std::ranges::any_of(grid.tiles, [](const GridTile& tile) { return tile.tile->contains("connections"); });
}

// The ways between squares that are not simply connected with their neighbours, those that are straight.
class Ways {
public:
    Ways(Canvas& canvas, const Grid& grid, const Pitch& pitch) : canvas_(canvas), grid_(grid), pitch_(pitch) {
        for (const GridTile& tile : grid.tiles) {
            by_place_[text_of(*tile.tile, "place")] = &tile;
            by_column_[{tile.x, tile.y}] = &tile;
        }
    }

    void draw() {
        for (const GridTile& tile : grid_.tiles) {
            const auto connections = tile.tile->find("connections");
            if (connections == tile.tile->end()) {
                join_neighbours(tile);
                continue;
            }
            for (const Json& connection : *connections) {
                const auto other = by_place_.find(text_of(connection, "to"));
                if (other != by_place_.end()) {
                    join(tile, *other->second);
                }
            }
        }
    }

private:
    void join_neighbours(const GridTile& tile) {
        for (const auto& [dx, dy] : {std::pair(1, 0), std::pair(0, 1), std::pair(-1, 0), std::pair(0, -1)}) {
            const auto other = by_column_.find({tile.x + dx, tile.y + dy});
            if (other != by_column_.end()) {
                join(tile, *other->second);
            }
        }
    }

    void join(const GridTile& from, const GridTile& to) {
        const GridPoint begin = middle(from);
        const GridPoint end = middle(to);
        if (begin.row == end.row) {
            for (int column = std::min(begin.column, end.column); column <= std::max(begin.column, end.column);
                 ++column) {
                canvas_.write({.row = begin.row, .column = column}, "─", kLine);
            }
        } else if (begin.column == end.column) {
            for (int row = std::min(begin.row, end.row); row <= std::max(begin.row, end.row); ++row) {
                canvas_.write({.row = row, .column = begin.column}, "│", kLine);
            }
        } else if (std::abs(from.x - to.x) == 1 && std::abs(from.y - to.y) == 1) {
            const bool falls = (from.x < to.x) == (from.y < to.y);
            canvas_.write({.row = (begin.row + end.row) / 2, .column = (begin.column + end.column) / 2},
                          falls ? "╲" : "╱", kLine);
        }
    }

    [[nodiscard]] GridPoint middle(const GridTile& tile) const {
        const GridPoint place = place_of(grid_, tile, pitch_);
        return {.row = place.row, .column = place.column + 1 + (grid_.face_width - 1) / 2};
    }

    Canvas& canvas_;
    const Grid& grid_;
    Pitch pitch_;
    std::map<std::string, const GridTile*> by_place_;
    std::map<std::pair<int, int>, const GridTile*> by_column_;
};

void draw_lines(Canvas& canvas, const Grid& grid, const Pitch& pitch) {
    if (grid.geometry == "square" && has_ways(grid)) {
        Ways(canvas, grid, pitch).draw();
    } else if (grid.geometry == "hex row") {
        for (const GridTile& tile : grid.tiles) {
            outline_on_corner(canvas, place_of(grid, tile, pitch));
        }
    } else if (grid.geometry == "hex column") {
        for (const GridTile& tile : grid.tiles) {
            outline_on_side(canvas, place_of(grid, tile, pitch), grid.face_width);
        }
    } else if (grid.geometry == "square") {
        BoardFrame frame(canvas, pitch);
        for (const GridTile& tile : grid.tiles) {
            frame.add(tile);
        }
        frame.draw();
    }
}

void draw_labels(Canvas& canvas, const Grid& grid, const Labels& labels, const Pitch& pitch) {
    constexpr Style kLabel = {.faint = true};
    int free_from = 0;
    for (int x = 0; x < grid.columns; ++x) {
        const std::string& label = labels.columns[static_cast<std::size_t>(x)];
        const int middle = pitch.left + x * pitch.across + 1 + (grid.face_width - 1) / 2;
        const int column = middle - static_cast<int>(columns_of(label) - 1) / 2;
        if (column >= free_from) {
            free_from = canvas.write({.row = 0, .column = column}, label, kLabel) + 1;
        }
    }
    for (int y = 0; y < grid.rows; ++y) {
        canvas.write({.row = pitch.top + y * pitch.down, .column = 0}, labels.rows[static_cast<std::size_t>(y)],
                     kLabel);
    }
}

bool can_be(const Grid& grid, Size size) {
    return size != Size::Framed || grid.geometry != "hex row" || grid.face_width == 1;
}

} // namespace

Picture draw_grid(const Json& group, const Json& view, Room room) {
    if (has_lattice(group)) {
        return draw_lattice(group, view, room);
    }
    const Grid grid = read_grid(group, view);
    const Labels labels = label_grid(grid);
    const int label_width = widest(labels.rows) + 1;
    Size size = Size::Tight;
    Pitch pitch = pitch_of(grid, size, label_width);
    for (const Size wanted : {Size::Framed, Size::Open}) {
        const Pitch tried = pitch_of(grid, wanted, label_width);
        const Room needed = size_of(grid, wanted, tried);
        if (can_be(grid, wanted) && needed.columns <= room.columns && needed.rows <= room.rows) {
            size = wanted;
            pitch = tried;
            break;
        }
    }
    const Room needed = size_of(grid, size, pitch);
    Picture picture;
    picture.canvas = Canvas(needed.columns, grid.tiles.empty() ? 0 : needed.rows);
    draw_labels(picture.canvas, grid, labels, pitch);
    if (size == Size::Framed) {
        draw_lines(picture.canvas, grid, pitch);
    }
    for (const GridTile& tile : grid.tiles) {
        const GridPoint place = place_of(grid, tile, pitch);
        const int pad = 1 + (grid.face_width - static_cast<int>(columns_of(tile.face.text))) / 2;
        picture.canvas.write({.row = place.row, .column = place.column + pad}, tile.face.text, tile.face.style);
        const Area area{.row = place.row, .column = place.column, .rows = 1, .columns = grid.face_width + 2};
        picture.instances.push_back({text_of(*tile.tile, "id"), area});
        for (const Json& piece : tile.tile->at("pieces")) {
            picture.instances.push_back({text_of(piece, "id"), area});
        }
    }
    return picture;
}

} // namespace tgdl
