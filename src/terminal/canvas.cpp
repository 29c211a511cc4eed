#include "terminal/canvas.h"

#include "diagnostics/terminal_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tgdl {

Canvas::Canvas(int columns, int rows)
    : columns_(std::max(columns, 0)),
      rows_(std::max(rows, 0)),
      cells_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_)) {}

bool Canvas::is_inside(GridPoint point) const {
    return point.row >= 0 && point.row < rows_ && point.column >= 0 && point.column < columns_;
}

Cell& Canvas::cell(GridPoint point) {
    return cells_[static_cast<std::size_t>(point.row) * static_cast<std::size_t>(columns_)
                  + static_cast<std::size_t>(point.column)];
}

const Cell& Canvas::at(GridPoint point) const {
    return const_cast<Canvas*>(this)->cell(point); // NOLINT(cppcoreguidelines-pro-type-const-cast): it only finds it
}

int Canvas::write(GridPoint point, std::string_view text, const Style& style) {
    while (!text.empty()) {
        const ShownCharacter shown = show_character(text);
        text.remove_prefix(shown.bytes);
        const auto width = static_cast<int>(shown.columns);
        const bool fits = is_inside(point) && point.column + std::max(width, 1) <= columns_;
        if (width == 0) { // stands over the character before it
            const GridPoint before{.row = point.row, .column = point.column - 1};
            if (is_inside(before)) {
                cell(before).text += shown.text;
            }
            continue;
        }
        if (fits) {
            cell(point) = {shown.text, style};
            for (int i = 1; i < width; ++i) {
                cell({.row = point.row, .column = point.column + i}) = {"", style};
            }
        }
        point.column += width;
    }
    return point.column;
}

void Canvas::mark(const Area& area, Highlight mark) {
    for (int row = area.row; row < area.row + area.rows; ++row) {
        for (int column = area.column; column < area.column + area.columns; ++column) {
            if (is_inside({.row = row, .column = column})) {
                cell({.row = row, .column = column}).style.mark = mark;
            }
        }
    }
}

void Canvas::fill(const Area& area, const Style& style) {
    const std::string blank(static_cast<std::size_t>(std::max(area.columns, 0)), ' ');
    for (int row = area.row; row < area.row + area.rows; ++row) {
        write({.row = row, .column = area.column}, blank, style);
    }
}

void Canvas::paste(const Canvas& from, const Area& part, GridPoint to) {
    for (int row = 0; row < part.rows; ++row) {
        for (int column = 0; column < part.columns; ++column) {
            const GridPoint source{.row = part.row + row, .column = part.column + column};
            const GridPoint target{.row = to.row + row, .column = to.column + column};
            if (from.is_inside(source) && is_inside(target)) {
                cell(target) = from.at(source);
            }
        }
    }
}

void Canvas::grow(int rows) {
    rows_ = std::max(rows_, rows);
    cells_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
}

std::vector<std::string> Canvas::lines() const {
    std::vector<std::string> lines;
    for (int row = 0; row < rows_; ++row) {
        std::string line;
        for (int column = 0; column < columns_; ++column) {
            line += at({.row = row, .column = column}).text;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        lines.push_back(std::move(line));
    }
    return lines;
}

namespace {

// Takes the next word off the text, or as much of it as fits on a line.
std::string take_word(std::string_view& text, std::size_t columns) {
    std::string word;
    std::size_t width = 0;
    while (!text.empty() && text.front() != ' ' && text.front() != '\n') {
        const ShownCharacter shown = show_character(text);
        if (width + shown.columns > columns && width > 0) {
            break;
        }
        width += shown.columns;
        word += shown.text;
        text.remove_prefix(shown.bytes);
    }
    return word;
}

} // namespace

std::vector<std::string> wrap_text(std::string_view text, std::size_t columns) {
    std::vector<std::string> lines(1);
    std::size_t width = 0;
    while (!text.empty()) {
        if (text.front() == '\n') {
            lines.emplace_back();
            width = 0;
            text.remove_prefix(1);
            continue;
        }
        if (text.front() == ' ') {
            width += lines.back().empty() ? 0 : 1;
            lines.back() += lines.back().empty() ? "" : " ";
            text.remove_prefix(1);
            continue;
        }
        const std::string word = take_word(text, std::max<std::size_t>(columns, 1));
        const std::size_t needed = columns_of(word);
        if (width > 0 && width + needed > columns) {
            lines.back().erase(lines.back().find_last_not_of(' ') + 1);
            lines.emplace_back();
            width = 0;
        }
        lines.back() += word;
        width += needed;
    }
    return lines;
}

std::string shorten(std::string_view text, std::size_t columns) {
    if (columns_of(text) <= columns) {
        return show_on_one_line(text);
    }
    std::string cut;
    std::size_t width = 0;
    while (!text.empty()) {
        const ShownCharacter shown = show_character(text);
        if (width + shown.columns + 1 > columns) {
            break;
        }
        width += shown.columns;
        cut += shown.text;
        text.remove_prefix(shown.bytes);
    }
    return columns == 0 ? std::string() : cut + "…";
}

std::string plain_letters(std::string_view character) {
    constexpr std::array<std::pair<std::string_view, char>, 87> kLetters = {
        {{"─", '-'},  {"│", '|'}, {"┌", '+'},  {"┐", '+'}, {"└", '+'}, {"┘", '+'},  {"├", '+'},  {"┤", '+'},
         {"┬", '+'},  {"┴", '+'}, {"┼", '+'},  {"╭", '.'}, {"╮", '.'}, {"╰", '\''}, {"╯", '\''}, {"╱", '/'},
         {"╲", '\\'}, {"·", '.'}, {"…", '~'},  {"—", '-'}, {"–", '-'}, {"›", '>'},  {"‹", '<'},  {"▸", '>'},
         {"●", 'X'},  {"○", 'O'}, {"■", '#'},  {"□", '#'}, {"♔", 'K'}, {"♕", 'Q'},  {"♖", 'R'},  {"♗", 'B'},
         {"♘", 'N'},  {"♙", 'P'}, {"♚", 'k'},  {"♛", 'q'}, {"♜", 'r'}, {"♝", 'b'},  {"♞", 'n'},  {"♟", 'p'},
         {"⛀", 'o'},  {"⛁", 'O'}, {"⛂", 'x'},  {"⛃", 'X'}, {"♠", 'S'}, {"♥", 'H'},  {"♦", 'D'},  {"♣", 'C'},
         {"▲", '^'},  {"▼", 'v'}, {"△", '^'},  {"▽", 'v'}, {"⌂", 'A'}, {"★", '*'},  {"☆", '*'},  {"×", 'x'},
         {"’", '\''}, {"“", '"'}, {"”", '"'},  {"↑", '^'}, {"↓", 'v'}, {"→", '>'},  {"←", '<'},  {"↗", '/'},
         {"↘", '\\'}, {"↙", '/'}, {"↖", '\\'}, {"━", '='}, {"┃", '|'}, {"█", ':'},  {"▀", '\''}, {"▄", '.'},
         {"▶", '>'},  {"◀", '<'}, {"▷", '>'},  {"◁", '<'}, {"◆", '*'}, {"◇", '*'},  {"═", '='},  {"║", '|'},
         {"╠", '+'},  {"╦", '+'}, {"╣", '+'},  {"╩", '+'}, {"┅", '-'}, {"▒", '%'},  {"ψ", 'y'}}};
    if (character.size() <= 1 || static_cast<unsigned char>(character.front()) < 0x80) {
        return std::string(character);
    }
    // Braille draws the lines between places.
    if (character.size() == 3 && character.starts_with("\xe2")
        && (static_cast<unsigned char>(character[1]) & 0xfcU) == 0xa0) {
        return ".";
    }
    for (const auto& [sign, letter] : kLetters) {
        if (character == sign) {
            return {letter};
        }
    }
    return std::string(std::max<std::size_t>(columns_of(character), 1), '?');
}

} // namespace tgdl
