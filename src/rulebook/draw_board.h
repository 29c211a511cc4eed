// A board of a view as a drawing, and as text where there are no drawings.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace tgdl {

// `board`: an element of `boards` of a view (docs/view.md). Empty when there is nothing to draw, or far too much.
// Colours come from the classes `tile`, `way`, `piece` … of the page; see write_html.cpp.
std::string draw_board_svg(const nlohmann::json& board);

// As Markdown: rows of signs, or for a graph which place leads where.
std::string draw_board_markdown(const nlohmann::json& board);

} // namespace tgdl
