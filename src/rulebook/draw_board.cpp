#include "rulebook/draw_board.h"

#include "drawing/graph_layout.h"
#include "rulebook/board_shapes.h"
#include "svg/svg_writer.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace tgdl {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostTiles = 2500;

// ---- groups with columns and rows

class GridDrawing {
public:
    GridDrawing(SvgWriter& svg, const Json& group, double top)
        : svg_(svg), group_(group), geometry_(group["geometry"].get<std::string>()), top_(top) {
        bool first = true;
        for (const Json& tile : group["tiles"]) {
            const int x = tile["x"].get<int>();
            const int y = tile["y"].get<int>();
            left_ = first ? x : std::min(left_, x);
            highest_ = first ? y : std::min(highest_, y);
            by_place_[tile["place"].get<std::string>()] = &tile;
            first = false;
        }
    }

    // A board whose tiles are connected over gaps is one of points and lines.
    void draw() {
        const std::vector<Way> ways = find_ways();
        const bool points = std::ranges::any_of(ways, [](const Way& way) { return way.is_long; });
        for (const Way& way : ways) {
            if (points) {
                svg_.line(middle_of(*way.from), middle_of(*way.to), "way");
            }
        }
        for (const Json& tile : group_["tiles"]) {
            const Point middle = middle_of(tile);
            if (points) {
                svg_.circle(middle, kTileSize * 0.3, "tile", color_of(tile));
            } else {
                svg_.polygon(tile_outline(geometry_, middle), tile_class(tile), color_of(tile));
            }
            draw_tile_contents(svg_, tile, middle, kTileSize * (points ? 0.6 : 1));
        }
        if (geometry_ == "square" && !points) {
            draw_walls();
        }
    }

private:
    [[nodiscard]] Point middle_of(const Json& tile) const {
        const bool odd = group_.value("odd", false);
        const Point middle = tile_middle(geometry_, odd, tile["x"].get<int>(), tile["y"].get<int>(), left_, highest_);
        return {middle.x, middle.y + top_};
    }
    // Squares like those of a chessboard are told apart by their shade.
    [[nodiscard]] std::string tile_class(const Json& tile) const {
        const bool dark = geometry_ == "square" && (tile["x"].get<int>() + tile["y"].get<int>()) % 2 != 0;
        return dark ? "tile dark" : "tile";
    }
    struct Way {
        const Json* from = nullptr;
        const Json* to = nullptr;
        bool is_long = false; // over a gap
    };
    // Every connection inside the group that is written at a tile, and those of neighbours.
    [[nodiscard]] std::vector<Way> find_ways() const {
        std::vector<Way> ways;
        for (const Json& tile : group_["tiles"]) {
            if (!tile.contains("connections")) {
                continue;
            }
            for (const Json& connection : tile["connections"]) {
                const auto found = by_place_.find(connection["to"].get<std::string>());
                if (found == by_place_.end()) {
                    continue;
                }
                const int across = std::abs(tile["x"].get<int>() - (*found->second)["x"].get<int>());
                const int down = std::abs(tile["y"].get<int>() - (*found->second)["y"].get<int>());
                ways.push_back({&tile, found->second, std::max(across, down) > 1});
            }
        }
        append_plain_ways(ways);
        return ways;
    }
    // Of tiles that are connected as the geometry says; only squares have points and lines.
    void append_plain_ways(std::vector<Way>& ways) const {
        std::map<std::pair<int, int>, const Json*> by_cell;
        for (const Json& tile : group_["tiles"]) {
            by_cell[{tile["x"].get<int>(), tile["y"].get<int>()}] = &tile;
        }
        for (const auto& [cell, tile] : by_cell) {
            for (const auto& [dx, dy] : {std::pair(1, 0), std::pair(0, 1), std::pair(-1, 0), std::pair(0, -1)}) {
                const auto other = by_cell.find({cell.first + dx, cell.second + dy});
                if (other != by_cell.end() && !tile->contains("connections")) {
                    ways.push_back({tile, other->second, false});
                }
            }
        }
    }
    // Between neighbours that are not connected, either way.
    void draw_walls() {
        std::map<std::pair<int, int>, const Json*> by_cell;
        for (const Json& tile : group_["tiles"]) {
            by_cell[{tile["x"].get<int>(), tile["y"].get<int>()}] = &tile;
        }
        for (const auto& [cell, tile] : by_cell) {
            for (const auto& [dx, dy] : {std::pair(1, 0), std::pair(0, 1)}) {
                const auto other = by_cell.find({cell.first + dx, cell.second + dy});
                if (other == by_cell.end() || leads(*tile, *other->second) || leads(*other->second, *tile)) {
                    continue;
                }
                const Point middle = middle_of(*tile);
                const double half = kTileSize / 2;
                const Point edge = {middle.x + dx * half, middle.y + dy * half};
                svg_.line({edge.x - dy * half, edge.y - dx * half}, {edge.x + dy * half, edge.y + dx * half}, "wall");
            }
        }
    }
    static bool leads(const Json& from, const Json& to) {
        if (!from.contains("connections")) {
            return true; // as the geometry says
        }
        return std::ranges::any_of(from["connections"],
                                   [&](const Json& connection) { return connection["to"] == to["place"]; });
    }

    SvgWriter& svg_;
    const Json& group_;
    std::string geometry_;
    double top_;
    int left_ = 0;
    int highest_ = 0;
    std::map<std::string, const Json*> by_place_;
};

// ---- groups that are graphs, all of a board together

class GraphDrawing {
public:
    explicit GraphDrawing(const Json& board) {
        for (const Json& group : board["groups"]) {
            if (group["geometry"] == "graph") {
                for (const Json& tile : group["tiles"]) {
                    numbers_[tile["place"].get<std::string>()] = static_cast<std::uint32_t>(tiles_.size());
                    tiles_.push_back(&tile);
                }
            }
        }
        for (std::uint32_t i = 0; i < tiles_.size(); ++i) {
            read_connections(i);
        }
    }

    [[nodiscard]] bool empty() const { return tiles_.empty(); }

    void draw(SvgWriter& svg, double top) {
        constexpr double kAspect = 1.5;
        const std::vector<Point> places = layout_graph(static_cast<std::uint32_t>(tiles_.size()), edges_, kAspect);
        std::vector<Point> middles;
        for (double height = 90 * std::sqrt(static_cast<double>(tiles_.size()));; height *= 1.15) {
            middles.clear();
            for (const Point place : places) {
                middles.push_back({40 + place.x * height * kAspect, top + 26 + place.y * height});
            }
            if (!labels_collide(middles) || height > 4000) {
                break;
            }
        }
        for (const GraphEdge edge : edges_) {
            const bool both = one_way_.count({edge.to, edge.from}) != 0;
            if (!both || edge.from < edge.to) {
                draw_edge(svg, middles[edge.from], middles[edge.to], both);
            }
        }
        for (std::size_t i = 0; i < tiles_.size(); ++i) {
            svg.circle(middles[i], kNodeRadius, "tile", color_of(*tiles_[i]));
            draw_tile_contents(svg, *tiles_[i], middles[i], kNodeRadius * 1.7);
            svg.text({middles[i].x, middles[i].y + kNodeRadius + 12}, label(i), "label");
        }
    }

private:
    static constexpr double kNodeRadius = 19;

    void read_connections(std::uint32_t from) {
        if (!tiles_[from]->contains("connections")) {
            return;
        }
        for (const Json& connection : (*tiles_[from])["connections"]) {
            const auto found = numbers_.find(connection["to"].get<std::string>());
            if (found != numbers_.end() && found->second != from && one_way_.insert({from, found->second}).second) {
                edges_.push_back({from, found->second});
            }
        }
    }
    [[nodiscard]] std::string label(std::size_t i) const {
        return shortened(tiles_[i]->value("name", (*tiles_[i])["place"].get<std::string>()), 18);
    }
    [[nodiscard]] bool labels_collide(const std::vector<Point>& middles) const {
        for (std::size_t i = 0; i < middles.size(); ++i) {
            for (std::size_t j = i + 1; j < middles.size(); ++j) {
                const double room = 3.6 * static_cast<double>(label(i).size() + label(j).size());
                const bool beside = std::abs(middles[i].x - middles[j].x) < std::max(room, 2.3 * kNodeRadius);
                if (beside && std::abs(middles[i].y - middles[j].y) < 2.8 * kNodeRadius) {
                    return true;
                }
            }
        }
        return false;
    }
    // A way that leads in one direction ends in an arrow at the rim.
    static void draw_edge(SvgWriter& svg, Point from, Point to, bool both) {
        svg.line(from, to, "way");
        const Point along = {to.x - from.x, to.y - from.y};
        const double length = std::sqrt(along.x * along.x + along.y * along.y);
        if (both || length < 1) {
            return;
        }
        const Point unit = {along.x / length, along.y / length};
        const Point tip = {to.x - unit.x * (kNodeRadius + 2), to.y - unit.y * (kNodeRadius + 2)};
        const Point tail = {tip.x - unit.x * 11, tip.y - unit.y * 11};
        svg.polygon({tip, {tail.x - unit.y * 5, tail.y + unit.x * 5}, {tail.x + unit.y * 5, tail.y - unit.x * 5}},
                    "arrow", "");
    }

    std::vector<const Json*> tiles_;
    std::map<std::string, std::uint32_t> numbers_;
    std::vector<GraphEdge> edges_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> one_way_;
};

std::size_t tile_count(const Json& board) {
    std::size_t count = 0;
    for (const Json& group : board["groups"]) {
        count += group["tiles"].size();
    }
    return count;
}

// ---- as text

std::string sign_of(const Json& tile) {
    if (!tile["pieces"].empty()) {
        const Json& piece = tile["pieces"][0];
        return piece_sign(piece);
    }
    const std::string glyph = tile.value("glyph", std::string());
    return glyph.empty() ? "·" : shortened(glyph, 2);
}

std::string grid_text(const Json& group) {
    const std::string geometry = group["geometry"].get<std::string>();
    const bool odd = group.value("odd", false);
    std::map<std::pair<int, int>, std::string> signs;
    int last = 0;
    int first = 0;
    for (const Json& tile : group["tiles"]) {
        signs[{tile["y"].get<int>(), tile["x"].get<int>()}] = sign_of(tile);
        first = std::min(first, tile["x"].get<int>());
        last = std::max(last, tile["x"].get<int>());
    }
    std::string text = "```text\n";
    int row = signs.empty() ? 0 : signs.begin()->first.first;
    const int end = signs.empty() ? 0 : signs.rbegin()->first.first + 1;
    for (; row < end; ++row) {
        const bool shifted = geometry == "hex row" && (row % 2 == 0) != odd;
        std::string line = shifted ? " " : "";
        for (int column = first; column <= last; ++column) {
            const auto found = signs.find({row, column});
            line += found == signs.end() ? "  " : found->second + " ";
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text + "```\n";
}

std::string graph_text(const Json& group) {
    std::string text;
    for (const Json& tile : group["tiles"]) {
        std::string ways;
        if (tile.contains("connections")) {
            for (const Json& connection : tile["connections"]) {
                ways += (ways.empty() ? "" : ", ") + plain_label(connection["to"].get<std::string>(), group);
            }
        }
        text += fmt::format("- {}{}\n", plain_label(tile["place"].get<std::string>(), group),
                            ways.empty() ? "" : " leads to " + ways);
    }
    return text;
}

} // namespace

std::string draw_board_svg(const Json& board) {
    const std::size_t tiles = board.contains("groups") ? tile_count(board) : 0;
    if (tiles == 0 || tiles > kMostTiles) {
        return {};
    }
    SvgWriter svg;
    for (const Json& group : board["groups"]) {
        if (group["geometry"] != "graph" && !group["tiles"].empty()) {
            GridDrawing(svg, group, svg.bottom() > 0 ? svg.bottom() + 18 : 0).draw();
        }
    }
    GraphDrawing graph(board);
    if (!graph.empty()) {
        graph.draw(svg, svg.bottom() > 0 ? svg.bottom() + 18 : 0);
    }
    return svg.finish();
}

std::string draw_board_markdown(const Json& board) {
    const std::size_t tiles = board.contains("groups") ? tile_count(board) : 0;
    if (tiles == 0 || tiles > kMostTiles) {
        return {};
    }
    std::string text;
    for (const Json& group : board["groups"]) {
        text += text.empty() ? "" : "\n";
        text += group["geometry"] == "graph" ? graph_text(group) : grid_text(group);
    }
    return text;
}

} // namespace tgdl
