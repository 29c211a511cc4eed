#include "terminal/shapes.h"

#include "diagnostics/terminal_text.h"
#include "terminal/canvas.h"

#include <algorithm>
#include <array>
#include <ranges>

namespace tgdl {

namespace {

std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(at, begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

bool has_square(const std::vector<std::string_view>& rows, std::size_t x, std::size_t y) {
    return y < rows.size() && x < rows[y].size() && rows[y][x] == '#';
}

// Half blocks: a character is as wide as a square, and two squares high.
std::vector<std::string> draw_shape(std::string_view text) {
    constexpr std::array<std::string_view, 4> kBlocks = {" ", "▀", "▄", "█"};
    const std::vector<std::string_view> rows = split(text, '/');
    std::vector<std::string> lines;
    for (std::size_t y = 0; y < rows.size(); y += 2) {
        std::string line;
        for (std::size_t x = 0; x < rows.front().size(); ++x) {
            line += kBlocks[(has_square(rows, x, y) ? 1U : 0U) + (has_square(rows, x, y + 1) ? 2U : 0U)];
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace

bool is_shape_text(std::string_view text) {
    if (text.find('#') == std::string_view::npos || text.find_first_not_of("#./") != std::string_view::npos) {
        return false;
    }
    const std::vector<std::string_view> rows = split(text, '/');
    return std::ranges::all_of(rows,
                               [&](std::string_view row) { return !row.empty() && row.size() == rows[0].size(); });
}

std::vector<std::string> draw_shapes(std::string_view text) {
    std::vector<std::string> lines(1);
    std::size_t width = 0;
    bool is_first = true;
    for (const std::string_view word : split(text, ' ')) {
        const std::vector<std::string> drawn = is_shape_text(word) ? draw_shape(word) : std::vector{std::string(word)};
        width += is_first ? 0 : 1;
        for (std::size_t i = 0; i < drawn.size(); ++i) {
            if (i == lines.size()) {
                lines.emplace_back();
            }
            lines[i].append(width - std::min(width, columns_of(lines[i])), ' ');
            lines[i] += drawn[i];
        }
        width += columns_of(drawn.front());
        is_first = false;
    }
    for (std::string& line : lines | std::views::drop(1)) {
        line.erase(line.find_last_not_of(' ') + 1);
    }
    return lines;
}

std::vector<std::string> wrap_with_shapes(std::string_view text, std::size_t columns) {
    const std::vector<std::string_view> words = split(text, ' ');
    if (std::ranges::none_of(words, is_shape_text)) {
        return wrap_text(text, columns);
    }
    std::vector<std::string> lines;
    const auto add = [&](std::string_view line) {
        for (std::string& drawn : draw_shapes(line)) {
            lines.push_back(std::move(drawn));
        }
    };
    std::string line;
    for (const std::string_view word : words) {
        const std::string longer = line.empty() ? std::string(word) : line + " " + std::string(word);
        if (!line.empty() && columns_of(draw_shapes(longer).front()) > columns) {
            add(line);
            line = word;
        } else {
            line = longer;
        }
    }
    add(line);
    return lines;
}

} // namespace tgdl
