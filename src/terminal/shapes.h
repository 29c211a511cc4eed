// Shapes as small pictures: `##/#.` in a text becomes two squares over one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

// Is it a shape, as texts show one: rows of `#` and `.` with `/` between them?
bool is_shape_text(std::string_view text);
// A text on one line, with the shapes in it drawn: as many lines as the highest one takes, two rows of squares on each.
std::vector<std::string> draw_shapes(std::string_view text);
// As wrap_text(), with shapes drawn.
std::vector<std::string> wrap_with_shapes(std::string_view text, std::size_t columns);

} // namespace tgdl
