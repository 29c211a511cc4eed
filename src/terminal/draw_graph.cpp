// Boards whose tiles have names instead of columns and rows: labels, with thin lines between those that are connected.
#include "diagnostics/terminal_text.h"
#include "drawing/graph_layout.h"
#include "terminal/picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <nlohmann/json.hpp>

namespace tgdl {

namespace {

constexpr std::size_t kWidestName = 14;
constexpr std::size_t kMostPieces = 4;

struct Circle {
    const Json* tile = nullptr;
    std::vector<Face> faces; // the name, then what is to be seen there
    int width = 0;
    int name_width = 0; // without what comes and goes
    GridPoint at;       // the column left of its first face
};

Circle read_node(const Json& tile, const std::string& name, const Json& view) {
    Circle node;
    node.tile = &tile;
    node.faces.push_back({shorten(name, kWidestName), style_of(tile, view)});
    node.name_width = static_cast<int>(columns_of(node.faces.front().text)) + 2;
    const std::string glyph = text_of(tile, "glyph");
    if (!glyph.empty() && glyph != "." && glyph != "·") {
        node.faces.push_back({shorten(glyph, kWidestName), {.ink = style_of(tile, view).ink, .bold = true}});
    }
    const Json& pieces = tile.at("pieces");
    for (std::size_t i = 0; i < pieces.size() && i < kMostPieces; ++i) {
        Face face = piece_face(pieces[i], view);
        face.style.bold = true;
        node.faces.push_back(std::move(face));
    }
    if (pieces.size() > kMostPieces) {
        node.faces.push_back({fmt::format("+{}", pieces.size() - kMostPieces), {}});
    }
    for (const Face& face : node.faces) {
        node.width += static_cast<int>(columns_of(face.text)) + 1;
    }
    node.width += 1; // a column free on both sides
    return node;
}

std::vector<Circle> read_nodes(const Json& board, const Json& view) {
    std::vector<const Json*> tiles;
    std::map<std::string, int> names;
    for (const Json& group : board.at("groups")) {
        if (text_of(group, "geometry") == "graph") {
            for (const Json& tile : group.at("tiles")) {
                tiles.push_back(&tile);
                ++names[text_of(tile, "name")];
            }
        }
    }
    std::vector<Circle> nodes;
    for (const Json* tile : tiles) {
        const std::string name = text_of(*tile, "name");
        const bool is_clear = !name.empty() && names[name] == 1; // groups may have tiles of the same name
        nodes.push_back(read_node(*tile, is_clear ? name : name_of(*tile), view));
    }
    return nodes;
}

std::vector<GraphEdge> read_edges(const std::vector<Circle>& nodes) {
    std::map<std::string, std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        numbers[text_of(*nodes[i].tile, "place")] = i;
    }
    std::vector<GraphEdge> edges;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        const auto connections = nodes[i].tile->find("connections");
        if (connections == nodes[i].tile->end()) {
            continue;
        }
        for (const Json& connection : *connections) {
            const auto other = numbers.find(text_of(connection, "to"));
            if (other != numbers.end()) {
                edges.push_back({i, other->second});
            }
        }
    }
    return edges;
}

bool overlap(const Circle& a, const Circle& b) {
    return a.at.row == b.at.row && a.at.column < b.at.column + b.width && b.at.column < a.at.column + a.width;
}

// Puts a label where it should stand, or on the nearest row where no other one stands.
void place_node(std::vector<Circle>& nodes, std::size_t index, int rows) {
    Circle& node = nodes[index];
    const int wanted = node.at.row;
    for (int distance = 0; distance <= rows; ++distance) {
        for (const int row : {wanted + distance, wanted - distance}) {
            node.at.row = row;
            const bool is_free = std::none_of(nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(index),
                                              [&](const Circle& other) { return overlap(node, other); });
            if (row >= 0 && row < rows && is_free) {
                return;
            }
        }
    }
    node.at.row = wanted;
}

// Lines of dots, two across and four down in every character.
class DotLines {
public:
    explicit DotLines(Canvas& canvas) : canvas_(canvas) {}

    void draw(GridPoint from, GridPoint to) {
        const double x = from.column * 2 + 1;
        const double y = from.row * 4 + 2;
        const double across = (to.column - from.column) * 2.0;
        const double down = (to.row - from.row) * 4.0;
        const int steps = static_cast<int>(std::max({std::abs(across), std::abs(down), 1.0}));
        for (int i = 0; i <= steps; ++i) {
            dot(static_cast<int>(std::lround(x + across * i / steps)),
                static_cast<int>(std::lround(y + down * i / steps)));
        }
    }

    void finish() {
        for (const auto& [place, bits] : dots_) {
            std::string sign = "\xe2\xa0\x80"; // U+2800, no dot
            sign[1] = static_cast<char>(0xa0U | (bits >> 6U));
            sign[2] = static_cast<char>(0x80U | (bits & 0x3fU));
            canvas_.write({.row = place.first, .column = place.second}, sign, {.faint = true});
        }
    }

private:
    void dot(int x, int y) {
        constexpr std::array<std::array<unsigned, 2>, 4> kBits = {
            {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}};
        if (x >= 0 && y >= 0) {
            dots_[{y / 4, x / 2}] |= kBits[static_cast<std::size_t>(y % 4)][static_cast<std::size_t>(x % 2)];
        }
    }

    Canvas& canvas_;
    std::map<std::pair<int, int>, unsigned> dots_;
};

GridPoint middle_of(const Circle& node) {
    return {.row = node.at.row, .column = node.at.column + node.width / 2};
}

void draw_node(Picture& picture, const Circle& node) {
    picture.canvas.fill({.row = node.at.row, .column = node.at.column, .rows = 1, .columns = node.width}, {});
    int column = node.at.column + 1;
    for (const Face& face : node.faces) {
        column = picture.canvas.write({.row = node.at.row, .column = column}, face.text, face.style) + 1;
    }
    const Area area{.row = node.at.row, .column = node.at.column, .rows = 1, .columns = node.width};
    picture.instances.push_back({text_of(*node.tile, "id"), area});
    for (const Json& piece : node.tile->at("pieces")) {
        picture.instances.push_back({text_of(piece, "id"), area});
    }
}

// Places without ways between them stand in lines, as cards do.
Picture draw_places(std::vector<Circle>& nodes, int columns) {
    constexpr int kApart = 2;
    GridPoint next;
    for (Circle& node : nodes) {
        if (next.column > 0 && next.column + node.width > columns) {
            next = {.row = next.row + 1, .column = 0};
        }
        node.at = next;
        next.column += node.width + kApart;
    }
    Picture picture;
    picture.canvas = Canvas(columns, next.row + 1);
    for (const Circle& node : nodes) {
        draw_node(picture, node);
    }
    return picture;
}

} // namespace

const GraphLayout& GraphLayouts::of(std::uint32_t nodes, const std::vector<GraphEdge>& edges) {
    constexpr std::size_t kMostKept = 16; // a table has few boards; those that grow leave old ones behind
    const auto known = std::ranges::find_if(kept_, [&](const GraphLayout& one) { return one.is_of(nodes, edges); });
    if (known != kept_.end()) {
        return *known;
    }
    if (kept_.size() == kMostKept) {
        kept_.erase(kept_.begin());
    }
    return kept_.emplace_back(nodes, edges);
}

Picture draw_graph(const Json& board, const Json& view, Room room, GraphLayouts& layouts) {
    std::vector<Circle> nodes = read_nodes(board, view);
    if (nodes.empty()) {
        return {};
    }
    const std::vector<GraphEdge> edges = read_edges(nodes);
    const int widest = std::ranges::max_element(nodes, {}, &Circle::width)->width;
    if (edges.empty()) {
        return draw_places(nodes, std::max(room.columns, widest));
    }
    // What stands on the tiles does not count, so that they stay where they are.
    const int margin = std::ranges::max_element(nodes, {}, &Circle::name_width)->name_width + 2;
    const auto count = static_cast<int>(nodes.size());
    const int rows = std::clamp(room.rows, 3, std::max(3, 2 * count));
    const int columns = std::max(std::clamp(room.columns, margin, std::max(margin * count, margin)), widest);
    const double aspect = std::max((columns - margin) / (2.0 * rows), 0.25);
    const std::vector<Point> places = layouts.of(static_cast<std::uint32_t>(nodes.size()), edges).places(aspect);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const double middle = places[i].x * (columns - margin) + margin / 2.0;
        nodes[i].at = {.row = static_cast<int>(std::lround(places[i].y * (rows - 1))),
                       .column = static_cast<int>(std::lround(middle)) - nodes[i].width / 2};
        nodes[i].at.column = std::clamp(nodes[i].at.column, 0, std::max(columns - nodes[i].width, 0));
        place_node(nodes, i, rows);
    }
    const auto row_of = [](const Circle& node) { return node.at.row; };
    const int first = std::ranges::min(nodes, {}, row_of).at.row; // a flat graph leaves rows empty
    const int last = std::ranges::max(nodes, {}, row_of).at.row;
    for (Circle& node : nodes) {
        node.at.row -= first;
    }
    Picture picture;
    picture.canvas = Canvas(columns, last - first + 1);
    DotLines lines(picture.canvas);
    for (const GraphEdge& edge : edges) {
        lines.draw(middle_of(nodes[edge.from]), middle_of(nodes[edge.to]));
    }
    lines.finish();
    for (const Circle& node : nodes) {
        draw_node(picture, node);
    }
    return picture;
}

} // namespace tgdl
