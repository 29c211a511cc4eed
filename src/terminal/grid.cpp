#include "terminal/grid.h"

#include "diagnostics/terminal_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

namespace tgdl {

namespace {

std::string common_prefix(const std::string& a, const std::string& b) {
    const auto [end, unused] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    return {a.begin(), end};
}

std::string common_suffix(const std::string& a, const std::string& b) {
    const auto [end, unused] = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend());
    return {end.base(), a.end()};
}

} // namespace

Grid read_grid(const Json& group, const Json& view) {
    Grid grid;
    grid.geometry = text_of(group, "geometry");
    const std::size_t round = grid.geometry == "square" ? kSquareTurns : kHexTurns;
    const bool odd = group.value("odd", false);
    int last_x = 0;
    int last_y = 0;
    for (const Json& tile : group.at("tiles")) {
        GridTile read{tile.value("x", 0), tile.value("y", 0), &tile, tile_face(tile, view, round), false};
        const int along = grid.geometry == "hex row" ? read.y : read.x;
        read.shifted = grid.geometry != "square" && (along % 2 != 0) == odd;
        const bool first = grid.tiles.empty();
        grid.first_x = first ? read.x : std::min(grid.first_x, read.x);
        grid.first_y = first ? read.y : std::min(grid.first_y, read.y);
        last_x = first ? read.x : std::max(last_x, read.x);
        last_y = first ? read.y : std::max(last_y, read.y);
        grid.face_width = std::max(grid.face_width, static_cast<int>(columns_of(read.face.text)));
        grid.tiles.push_back(std::move(read));
    }
    grid.columns = grid.tiles.empty() ? 0 : last_x - grid.first_x + 1;
    grid.rows = grid.tiles.empty() ? 0 : last_y - grid.first_y + 1;
    for (GridTile& tile : grid.tiles) {
        tile.x -= grid.first_x;
        tile.y -= grid.first_y;
    }
    return grid;
}

Labels label_grid(const Grid& grid) {
    Labels labels;
    labels.columns.resize(static_cast<std::size_t>(grid.columns));
    labels.rows.resize(static_cast<std::size_t>(grid.rows));
    std::map<int, std::string> columns;
    std::map<int, std::string> rows;
    for (const GridTile& tile : grid.tiles) {
        const std::string text = name_of(*tile.tile);
        const auto [column, new_column] = columns.emplace(tile.x, text);
        column->second = common_prefix(column->second, text);
        const auto [row, new_row] = rows.emplace(tile.y, text);
        row->second = common_suffix(row->second, text);
    }
    const bool named = grid.columns > 1 && grid.rows > 1 && std::ranges::all_of(grid.tiles, [&](const GridTile& tile) {
                           return !columns[tile.x].empty() && !rows[tile.y].empty()
                                  && columns[tile.x] + rows[tile.y] == name_of(*tile.tile);
                       });
    for (int x = 0; x < grid.columns; ++x) {
        labels.columns[static_cast<std::size_t>(x)] = named ? columns[x] : fmt::format("{}", x + grid.first_x);
    }
    for (int y = 0; y < grid.rows; ++y) {
        labels.rows[static_cast<std::size_t>(y)] = named ? rows[y] : fmt::format("{}", y + grid.first_y);
    }
    return labels;
}

int widest(const std::vector<std::string>& texts) {
    std::size_t most = 0;
    for (const std::string& text : texts) {
        most = std::max(most, columns_of(text));
    }
    return static_cast<int>(most);
}

} // namespace tgdl
