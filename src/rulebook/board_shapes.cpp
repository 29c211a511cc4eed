#include "rulebook/board_shapes.h"

#include "rulebook/english.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tgdl {

namespace {

using Json = nlohmann::json;

const double kHexSide = kTileSize / std::sqrt(3.0);

// In shades by owner, so that the pieces of two players are told apart.
std::string piece_class(const Json& piece) {
    const Json owner = piece.value("owner", Json());
    return owner.is_number() ? fmt::format("piece seat{}", owner.get<int>() % 6) : "piece";
}

void draw_piece(SvgWriter& svg, const Json& piece, Point middle, double size) {
    const std::string sign = piece_sign(piece);
    const std::string color = color_of(piece);
    if (piece.contains("glyph")) {
        svg.text(middle, sign, "glyph", size, color);
        return;
    }
    svg.circle(middle, size * 0.42, piece_class(piece), color);
    svg.text(middle, sign, "sign", size * 0.42);
}

} // namespace

Point tile_middle(const std::string& geometry, bool odd, int x, int y, int left, int highest) {
    const double column = x - left;
    const double row = y - highest;
    const double half = kTileSize / 2;
    if (geometry == "hex row") {
        const bool shifted = (y % 2 == 0) != odd;
        return {column * kTileSize + (shifted ? half : 0) + half, row * 1.5 * kHexSide + kHexSide};
    }
    if (geometry == "hex column") {
        const bool shifted = (x % 2 == 0) != odd;
        return {column * 1.5 * kHexSide + kHexSide, row * kTileSize + (shifted ? half : 0) + half};
    }
    return {column * kTileSize + half, row * kTileSize + half};
}

std::vector<Point> tile_outline(const std::string& geometry, Point middle) {
    const double half = kTileSize / 2;
    std::vector<Point> corners;
    if (geometry == "hex row") {
        corners = {{0, -kHexSide}, {half, -kHexSide / 2}, {half, kHexSide / 2},
                   {0, kHexSide},  {-half, kHexSide / 2}, {-half, -kHexSide / 2}};
    } else if (geometry == "hex column") {
        corners = {{kHexSide, 0},  {kHexSide / 2, half},   {-kHexSide / 2, half},
                   {-kHexSide, 0}, {-kHexSide / 2, -half}, {kHexSide / 2, -half}};
    } else {
        corners = {{-half, -half}, {half, -half}, {half, half}, {-half, half}};
    }
    for (Point& corner : corners) {
        corner = {corner.x + middle.x, corner.y + middle.y};
    }
    return corners;
}

std::string color_of(const Json& thing) {
    const std::string color = thing.value("color", std::string());
    const auto is_plain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
    const bool word = !color.empty() && color.size() <= 20 && std::ranges::all_of(color, is_plain);
    const bool digits = color.starts_with('#') && (color.size() == 4 || color.size() == 7)
                        && std::all_of(color.begin() + 1, color.end(),
                                       [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; });
    return word || digits ? color : std::string();
}

std::string piece_sign(const Json& piece) {
    if (piece.contains("hidden")) {
        return "?";
    }
    const std::string glyph = piece.value("glyph", std::string());
    return glyph.empty() ? shortened(piece.value("class", std::string("?")), 1) : shortened(glyph, 2);
}

void draw_tile_contents(SvgWriter& svg, const Json& tile, Point middle, double room) {
    const Json& pieces = tile["pieces"];
    const std::string text = tile.value("text", std::string());
    const bool named = !tile.contains("name") && !text.empty() && text != tile["place"].get<std::string>();
    if (named && text.size() <= 4) {
        svg.text({middle.x - room * 0.34, middle.y - room * 0.36}, text, "corner");
    }
    if (pieces.empty()) {
        if (tile.contains("glyph")) {
            svg.text(middle, shortened(tile["glyph"].get<std::string>(), 3), "glyph", room * 0.5);
        }
        return;
    }
    constexpr std::size_t kMostDrawn = 4;
    if (pieces.size() == 1 || pieces.size() > kMostDrawn) {
        draw_piece(svg, pieces[0], middle, room * 0.72);
        if (pieces.size() > 1) {
            svg.text({middle.x + room * 0.34, middle.y + room * 0.36}, fmt::format("×{}", pieces.size()), "corner");
        }
        return;
    }
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const double across = (static_cast<double>(i % 2) - 0.5) * room * 0.42;
        const auto line = i / 2;
        const double down = (static_cast<double>(line) - 0.5) * room * 0.42;
        draw_piece(svg, pieces[i], {middle.x + across, middle.y + (pieces.size() > 2 ? down : 0)}, room * 0.4);
    }
}

std::string shortened(const std::string& text, std::size_t letters) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U && ++count > letters) {
            return text.substr(0, i) + (letters > 3 ? "…" : "");
        }
    }
    return text;
}

std::string plain_label(const std::string& place, const Json& group) {
    const std::string prefix = group["name"].get<std::string>() + ".";
    return escape_markdown(place.starts_with(prefix) ? place.substr(prefix.size()) : place);
}

} // namespace tgdl
