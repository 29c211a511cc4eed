// The page that explains a diagnostic, for `tgdl explain`.
//
//   in   a code, any case: `e0203`
//   out  the page's Markdown as it was put into the program, its title, or the page laid out for a terminal
#pragma once

#include "diagnostics/render.h"

#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

// Every code there is, sorted: those of the catalog, and those of runtime errors (base/fault.def).
std::vector<std::string> explained_codes();

// The page's Markdown; empty when the code has none.
std::string_view find_explanation(std::string_view code);

// The text of the first heading, without the code it may begin with (`# E0203: two things…`); empty when there is none.
std::string_view explanation_title(std::string_view markdown);

// Paragraphs and lists are filled to 80 columns, code is indented by four spaces, other marks stay as they are.
std::string render_explanation(std::string_view markdown, Colour colour);

} // namespace tgdl
