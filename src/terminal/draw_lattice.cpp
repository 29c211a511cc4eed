// Corners and sides between the tiles of a group.
#include "diagnostics/terminal_text.h"
#include "terminal/grid.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

namespace tgdl {

namespace {

constexpr Style kLatticeLine = {.faint = true};
constexpr unsigned kArmUp = 1;
constexpr unsigned kArmRight = 2;
constexpr unsigned kArmDown = 4;
constexpr unsigned kArmLeft = 8;

// In the steps of a view: how far corners and sides lie from the middle of a tile.
struct Step {
    int x = 0;
    int y = 0;
};

enum class Kind : std::uint8_t { Square, HexRow, HexColumn };

Kind kind_of(const std::string& geometry) {
    return geometry == "hex row" ? Kind::HexRow : geometry == "hex column" ? Kind::HexColumn : Kind::Square;
}

// Steps from one column to the next, and from one row to the next.
Step steps_of(Kind kind) {
    return kind == Kind::HexRow ? Step{4, 6} : kind == Kind::HexColumn ? Step{6, 4} : Step{2, 2};
}

std::span<const Step> sides_of(Kind kind) {
    static constexpr std::array<Step, 4> kSquare = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
    static constexpr std::array<Step, 6> kHexRow = {{{2, 0}, {-2, 0}, {1, 3}, {-1, 3}, {1, -3}, {-1, -3}}};
    static constexpr std::array<Step, 6> kHexColumn = {{{0, 2}, {0, -2}, {3, 1}, {3, -1}, {-3, 1}, {-3, -1}}};
    return kind == Kind::HexRow      ? std::span<const Step>(kHexRow)
           : kind == Kind::HexColumn ? std::span<const Step>(kHexColumn)
                                     : std::span<const Step>(kSquare);
}

// Between its middle and the corners of a tile.
bool is_around(Kind kind, int x, int y) {
    switch (kind) {
    case Kind::Square: return std::abs(x) <= 1 && std::abs(y) <= 1;
    case Kind::HexRow: return std::abs(x) <= 2 && std::abs(y) <= 4 - std::abs(x);
    case Kind::HexColumn: return std::abs(y) <= 2 && std::abs(x) <= 4 - std::abs(y);
    }
    return false;
}

int floor_of(int number, int by) {
    return number >= 0 ? number / by : -((by - 1 - number) / by);
}

class LatticeWriter {
public:
    LatticeWriter(const Json& group, const Json& view, Room room)
        : group_(group),
          view_(view),
          grid_(read_grid(group, view)),
          labels_(label_grid(grid_)),
          kind_(kind_of(grid_.geometry)) {
        left_ = widest(labels_.rows) + 1;
        if (kind_ == Kind::HexRow && !grid_.tiles.empty()) {
            const auto across = [&](const GridTile& tile) { return middle_of(tile).x; };
            first_ = across(*std::ranges::min_element(grid_.tiles, {}, across)) - 2;
        }
        const int least = kind_ == Kind::HexColumn ? grid_.face_width + 4
                          : kind_ == Kind::HexRow  ? std::max((grid_.face_width + 6) / 4, 2)
                                                   : std::max((grid_.face_width + 4) / 2, 2);
        const int most =
            kind_ == Kind::HexColumn ? std::max(least, 12) : std::max(least, kind_ == Kind::HexRow ? 3 : 4);
        for (unit_ = most; unit_ > least && width() > room.columns; --unit_) {
        }
    }

    Picture write() {
        picture_.canvas = Canvas(width(), grid_.tiles.empty() ? 0 : height());
        draw_labels();
        draw_lines();
        for (const GridTile& tile : grid_.tiles) {
            const GridPoint middle = point(middle_of(tile));
            const int column = middle.column - (grid_.face_width - 1) / 2;
            const int pad = (grid_.face_width - static_cast<int>(columns_of(tile.face.text))) / 2;
            picture_.canvas.write({.row = middle.row, .column = column + pad}, tile.face.text, tile.face.style);
            place(*tile.tile, {.row = middle.row, .column = column - 1, .rows = 1, .columns = grid_.face_width + 2});
        }
        each("sides", [&](const Json& side) { draw_side(side); });
        each("corners", [&](const Json& corner) { draw_corner(corner); });
        return std::move(picture_);
    }

private:
    template <typename Draw>
    void each(const char* list, const Draw& draw) const {
        if (const auto found = group_.find(list); found != group_.end()) {
            for (const Json& one : *found) {
                draw(one);
            }
        }
    }

    // ---- where things stand

    [[nodiscard]] Step middle_of(const GridTile& tile) const {
        const Step steps = steps_of(kind_);
        return {tile.x * steps.x + (kind_ == Kind::Square || (kind_ == Kind::HexRow && tile.shifted) ? steps.x / 2 : 0),
                tile.y * steps.y
                    + (kind_ == Kind::Square || (kind_ == Kind::HexColumn && tile.shifted) ? steps.y / 2 : 0)};
    }

    [[nodiscard]] Step place_of(const Json& spot) const {
        const Step steps = steps_of(kind_);
        return {spot.value("x", 0) - grid_.first_x * steps.x, spot.value("y", 0) - grid_.first_y * steps.y};
    }

    // Hexagons become bricks: what lies between two rows of them (or columns) comes to lie on one line.
    [[nodiscard]] GridPoint point(Step step) const {
        constexpr int kTop = 1; // below the labels of the columns
        switch (kind_) {
        case Kind::Square: return {.row = kTop + step.y, .column = left_ + step.x * unit_};
        case Kind::HexRow: {
            const int row = floor_of(step.y, 6);
            return {.row = kTop + 2 * row + (step.y == 6 * row ? 1 : 2), .column = left_ + (step.x - first_) * unit_};
        }
        case Kind::HexColumn: {
            const int column = floor_of(step.x, 6);
            return {.row = kTop + step.y + 2,
                    .column = left_ + column * unit_ + (step.x == 6 * column ? unit_ / 2 : unit_)};
        }
        }
        return {};
    }

    [[nodiscard]] int width() const {
        int last = left_;
        for (const GridTile& tile : grid_.tiles) {
            for (const Step& side : sides_of(kind_)) {
                const Step middle = middle_of(tile);
                last = std::max(last, point({middle.x + side.x, middle.y + side.y}).column);
                last = std::max(last, run_of({middle.x + side.x, middle.y + side.y}).second.column);
            }
        }
        return last + 2;
    }

    [[nodiscard]] int height() const {
        int last = 0;
        for (const GridTile& tile : grid_.tiles) {
            for (const Step& side : sides_of(kind_)) {
                const Step middle = middle_of(tile);
                last = std::max(last, run_of({middle.x + side.x, middle.y + side.y}).second.row);
            }
        }
        return last + 1;
    }

    [[nodiscard]] bool is_upright(Step side) const {
        switch (kind_) {
        case Kind::Square: return floor_of(side.x, 2) * 2 == side.x;
        case Kind::HexRow: return floor_of(side.y, 6) * 6 == side.y;
        case Kind::HexColumn: return floor_of(side.x, 6) * 6 != side.x;
        }
        return false;
    }

    // The two ends of a side, in reading order.
    [[nodiscard]] std::pair<GridPoint, GridPoint> run_of(Step side) const {
        if (is_upright(side)) {
            const int half = kind_ == Kind::HexRow ? 2 : 1;
            return {point({side.x, side.y - half}), point({side.x, side.y + half})};
        }
        const int half = kind_ == Kind::HexColumn ? 2 : 1;
        return {point({side.x - half, side.y}), point({side.x + half, side.y})};
    }

    void place(const Json& tile, const Area& area) {
        picture_.instances.push_back({text_of(tile, "id"), area});
        if (const auto pieces = tile.find("pieces"); pieces != tile.end()) {
            for (const Json& piece : *pieces) {
                picture_.instances.push_back({text_of(piece, "id"), area});
            }
        }
    }

    // ---- drawing

    void draw_labels() {
        const Step steps = steps_of(kind_);
        const int half = kind_ == Kind::Square ? 1 : 0;
        int free_from = 0;
        for (int x = 0; x < grid_.columns; ++x) {
            const std::string& label = labels_.columns[static_cast<std::size_t>(x)];
            const int middle = point({x * steps.x + half, half}).column;
            const int column = middle - static_cast<int>(columns_of(label) - 1) / 2;
            if (column >= free_from) {
                free_from = picture_.canvas.write({.row = 0, .column = column}, label, kLatticeLine) + 1;
            }
        }
        for (int y = 0; y < grid_.rows; ++y) {
            picture_.canvas.write({.row = point({half, y * steps.y + half}).row, .column = 0},
                                  labels_.rows[static_cast<std::size_t>(y)], kLatticeLine);
        }
    }

    void draw_lines() {
        std::map<std::pair<int, int>, unsigned> arms;
        for (const GridTile& tile : grid_.tiles) {
            const Step middle = middle_of(tile);
            for (const Step& step : sides_of(kind_)) {
                const auto [from, to] = run_of({middle.x + step.x, middle.y + step.y});
                for (int column = from.column; column < to.column; ++column) {
                    arms[{from.row, column}] |= kArmRight;
                    arms[{from.row, column + 1}] |= kArmLeft;
                }
                for (int row = from.row; row < to.row; ++row) {
                    arms[{row, from.column}] |= kArmDown;
                    arms[{row + 1, from.column}] |= kArmUp;
                }
            }
        }
        constexpr std::array<std::string_view, 16> kSigns = {" ", "│", "─", "└", "│", "│", "┌", "├",
                                                             "─", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
        for (const auto& [at, all] : arms) {
            picture_.canvas.write({.row = at.first, .column = at.second}, kSigns[all], kLatticeLine);
        }
    }

    // What is to be seen there, and after it whose it is; empty where nothing is.
    [[nodiscard]] Face face_of(const Json& spot, int columns) const {
        Face face = tile_face(spot, view_);
        const bool is_empty = face.text == "·";
        const Json* top = &spot;
        if (const auto pieces = spot.find("pieces"); pieces != spot.end() && !pieces->empty()) {
            top = &pieces->back();
        }
        const std::optional<std::uint32_t> owner = spot.contains("hidden") ? std::nullopt : owner_of(*top);
        const std::string sign = owner ? seat_sign(view_, *owner) : std::string();
        face.text = is_empty ? std::string() : shorten(face.text, static_cast<std::size_t>(std::max(columns - 1, 1)));
        face.text += sign;
        face.style.faint = false;
        face.style.bold = true;
        return face;
    }

    void draw_side(const Json& side) {
        const Step at = place_of(side);
        const GridPoint middle = point(at);
        const auto [from, to] = run_of(at);
        place(side, {.row = middle.row, .column = middle.column - 1, .rows = 1, .columns = 3});
        const Face face = face_of(side, 2);
        if (face.text.empty()) {
            return;
        }
        if (is_upright(at)) {
            for (int row = from.row + 1; row < to.row; ++row) {
                picture_.canvas.write({.row = row, .column = middle.column}, "┃", face.style);
            }
            picture_.canvas.write({.row = middle.row, .column = middle.column + 1}, face.text, face.style);
            return;
        }
        for (int column = from.column + 1; column < to.column; ++column) {
            picture_.canvas.write({.row = from.row, .column = column}, "━", face.style);
        }
        const bool is_short = kind_ != Kind::HexColumn && unit_ == 2; // a corner's owner stands on its first column
        picture_.canvas.write({.row = middle.row, .column = middle.column + (is_short ? 1 : 0)}, face.text, face.style);
    }

    void draw_corner(const Json& corner) {
        const GridPoint at = point(place_of(corner));
        place(corner, {.row = at.row, .column = at.column - 1, .rows = 1, .columns = 3});
        const Face face = face_of(corner, 2);
        if (!face.text.empty()) {
            picture_.canvas.write(at, face.text, face.style);
        }
    }

    const Json& group_;
    const Json& view_;
    Grid grid_;
    Labels labels_;
    Kind kind_;
    int left_ = 0;
    int first_ = 0; // of a row of hexagons: the step of the leftmost corner
    int unit_ = 0;  // columns of a step; of a column of hexagons
    Picture picture_;
};

} // namespace

bool has_lattice(const Json& group) {
    return group.contains("corners") || group.contains("sides");
}

Picture draw_lattice(const Json& group, const Json& view, Room room) {
    return LatticeWriter(group, view, room).write();
}

std::vector<const Json*> tiles_around(const Json& group, const Json& place) {
    const std::string geometry = text_of(group, "geometry");
    const Kind kind = kind_of(geometry);
    const Step steps = steps_of(kind);
    const bool odd = group.value("odd", false);
    std::vector<const Json*> found;
    for (const Json& tile : group.at("tiles")) {
        const int x = tile.value("x", 0);
        const int y = tile.value("y", 0);
        const bool shifted = ((kind == Kind::HexRow ? y : x) % 2 != 0) == odd;
        const bool half_across = kind == Kind::Square || (kind == Kind::HexRow && shifted);
        const bool half_down = kind == Kind::Square || (kind == Kind::HexColumn && shifted);
        const int middle_x = x * steps.x + (half_across ? steps.x / 2 : 0);
        const int middle_y = y * steps.y + (half_down ? steps.y / 2 : 0);
        if (is_around(kind, place.value("x", 0) - middle_x, place.value("y", 0) - middle_y)) {
            found.push_back(&tile);
        }
    }
    return found;
}

std::string words_around(const Json& group, const Json& place) {
    std::vector<std::string> words;
    for (const Json* tile : tiles_around(group, place)) {
        const std::string glyph = show_on_one_line(text_of(*tile, "glyph"));
        const bool has_sign = !glyph.empty() && glyph != "." && glyph != "·";
        words.push_back(has_sign ? glyph : name_of(*tile));
    }
    return words.empty() ? std::string() : fmt::format(" ({})", fmt::join(words, " "));
}

} // namespace tgdl
