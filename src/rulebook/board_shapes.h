// Tiles and pieces as shapes: where a tile of a grid lies, its outline, what stands on it.
#pragma once

#include "svg/svg_writer.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace tgdl {

inline constexpr double kTileSize = 46; // across, between flat sides of a hex

Point tile_middle(const std::string& geometry, bool odd, int x, int y, int left, int highest);
std::vector<Point> tile_outline(const std::string& geometry, Point middle);

// The colour that a game gives a thing, if it is one: a word, or # and digits. Nothing otherwise.
std::string color_of(const nlohmann::json& thing);
// One or two letters for a piece: its glyph, or the beginning of its name.
std::string piece_sign(const nlohmann::json& piece);
// What a tile shows of itself, and the pieces on it.
void draw_tile_contents(SvgWriter& svg, const nlohmann::json& tile, Point middle, double room);

// The first letters of a text, with `…` if there were more.
std::string shortened(const std::string& text, std::size_t letters);
// A tile's name without its group, if that is the group at hand.
std::string plain_label(const std::string& place, const nlohmann::json& group);

} // namespace tgdl
