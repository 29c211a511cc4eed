// A grid of styled characters to draw on: a picture of the table, a part of the screen, the whole screen.
//
//   Canvas canvas(80, 24);
//   canvas.write({.row = 0, .column = 2}, "player 0", {.ink = Ink::Cyan});
//
// What is written outside is cut off. Texts of games are made safe for a terminal on the way (diagnostics/terminal_text.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

enum class Ink : std::uint8_t { Default, Black, Red, Green, Yellow, Blue, Magenta, Cyan, White };

// Why a place is set off from the others. Terminals show it as they can: by a ground, by underlining, in reverse.
enum class Highlight : std::uint8_t {
    None,
    Choosable, // it can be chosen now
    Picked,    // it was chosen before, in the same move
    Cursor,    // Enter takes it
    Bar,       // a line across the screen
};

struct Style {
    Ink ink = Ink::Default;
    bool bold = false;
    bool faint = false;
    Highlight mark = Highlight::None;

    bool operator==(const Style&) const = default;
};

struct Cell {
    std::string text = " "; // one character as a terminal shows it; empty: the right half of a wide one
    Style style;

    bool operator==(const Cell&) const = default;
};

struct GridPoint {
    int row = 0;
    int column = 0;

    bool operator==(const GridPoint&) const = default;
};

struct Area {
    int row = 0;
    int column = 0;
    int rows = 0;
    int columns = 0;
};

class Canvas {
public:
    Canvas(int columns, int rows);

    [[nodiscard]] int columns() const { return columns_; }
    [[nodiscard]] int rows() const { return rows_; }
    [[nodiscard]] const Cell& at(GridPoint point) const; // inside

    // On one line. Gives the column after the text.
    int write(GridPoint point, std::string_view text, const Style& style = {});
    // The style of what stands there already.
    void mark(const Area& area, Highlight mark);
    void fill(const Area& area, const Style& style);
    // A part of another canvas, its upper left corner at `to`.
    void paste(const Canvas& from, const Area& part, GridPoint to);
    // As many rows as it takes: for pictures whose height is not known before.
    void grow(int rows);

    // The rows as lines without styles and without spaces at their ends.
    [[nodiscard]] std::vector<std::string> lines() const;

private:
    [[nodiscard]] bool is_inside(GridPoint point) const;
    Cell& cell(GridPoint point);

    int columns_;
    int rows_;
    std::vector<Cell> cells_;
};

// The text in lines of at most so many columns, broken at spaces where there are any. Line ends in it stay. At least one.
std::vector<std::string> wrap_text(std::string_view text, std::size_t columns);
// At most so many columns; what is cut ends with `…`.
std::string shorten(std::string_view text, std::size_t columns);

// How a text is shown without anything but ASCII: frames, pieces and suits as the letters people know for them, `?` for
// the rest. As many columns as before.
std::string plain_letters(std::string_view character);

} // namespace tgdl
