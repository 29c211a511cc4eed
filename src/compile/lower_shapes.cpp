// Shapes: equal ones are one, and each is there with all that turning and flipping make of it.
#include "compile/lowering.h"
#include "syntax/lexer.h"

#include <algorithm>

namespace tgdl {

namespace {

constexpr std::size_t kQuarterTurns = 4;

std::uint16_t width_of(const std::vector<ShapeCell>& cells) {
    std::uint16_t widest = 0;
    for (const ShapeCell& cell : cells) {
        widest = std::max(widest, cell.x);
    }
    return static_cast<std::uint16_t>(widest + 1);
}

void sort_in_reading_order(std::vector<ShapeCell>& cells) {
    std::sort(cells.begin(), cells.end(), [](const ShapeCell& first, const ShapeCell& second) {
        return first.y != second.y ? first.y < second.y : first.x < second.x;
    });
}

// A quarter turn clockwise: the left column becomes the top row.
std::vector<ShapeCell> turned(const std::vector<ShapeCell>& cells) {
    const std::uint16_t bottom = cells.back().y;
    std::vector<ShapeCell> result;
    result.reserve(cells.size());
    for (const ShapeCell& cell : cells) {
        result.push_back({static_cast<std::uint16_t>(bottom - cell.y), cell.x});
    }
    sort_in_reading_order(result);
    return result;
}

std::vector<ShapeCell> flipped(const std::vector<ShapeCell>& cells) {
    const auto right = static_cast<std::uint16_t>(width_of(cells) - 1);
    std::vector<ShapeCell> result;
    result.reserve(cells.size());
    for (const ShapeCell& cell : cells) {
        result.push_back({static_cast<std::uint16_t>(right - cell.x), cell.y});
    }
    sort_in_reading_order(result);
    return result;
}

std::string text_of(const ShapeInfo& shape) {
    const std::size_t stride = shape.width + 1U;
    std::string text(stride * shape.height, '.');
    for (std::size_t row = 1; row < shape.height; ++row) {
        text[row * stride - 1] = '/';
    }
    text.pop_back();
    for (const ShapeCell& cell : shape.cells) {
        text[cell.y * stride + cell.x] = '#';
    }
    return text;
}

} // namespace

std::uint32_t Lowering::add_shape(std::vector<ShapeCell> cells) {
    const auto [found, added] = shapes_.emplace(std::move(cells), static_cast<std::uint32_t>(program.shapes.size()));
    if (added) {
        ShapeInfo shape;
        shape.cells = found->first;
        shape.width = width_of(shape.cells);
        shape.height = static_cast<std::uint16_t>(shape.cells.back().y + 1);
        shape.text = text_index(text_of(shape));
        program.shapes.push_back(std::move(shape));
    }
    return found->second;
}

std::uint32_t Lowering::shape_constant(std::span<const std::string> rows) {
    std::vector<ShapeCell> cells;
    for (const ShapeSquare& square : shape_squares(rows)) {
        cells.push_back({static_cast<std::uint16_t>(square.x), static_cast<std::uint16_t>(square.y)});
    }
    const auto first_new = static_cast<std::uint32_t>(program.shapes.size());
    const std::uint32_t index = add_shape(cells);
    if (index >= first_new) { // then none of its orientations was there either
        std::array<std::array<std::uint32_t, kQuarterTurns>, 2> sides{};
        for (std::array<std::uint32_t, kQuarterTurns>& side : sides) {
            for (std::uint32_t& orientation : side) {
                orientation = add_shape(cells);
                cells = turned(cells);
            }
            cells = flipped(cells);
        }
        // The back of what was turned n times is the back turned n times the other way.
        for (std::size_t side = 0; side < sides.size(); ++side) {
            for (std::size_t turns = 0; turns < kQuarterTurns; ++turns) {
                const auto at = [&](std::size_t which, std::size_t quarter) {
                    return sides.at(which).at(quarter % kQuarterTurns);
                };
                ShapeInfo& shape = program.shapes[at(side, turns)];
                shape.flipped = at(1 - side, kQuarterTurns - turns);
                shape.orientations.clear();
                for (std::size_t each = 0; each < 2 * kQuarterTurns; ++each) {
                    const std::size_t quarter = each % kQuarterTurns;
                    const bool is_back = each >= kQuarterTurns;
                    const std::uint32_t made =
                        is_back ? at(1 - side, kQuarterTurns - turns + quarter) : at(side, turns + quarter);
                    if (!is_back) {
                        shape.turned.at(quarter) = made;
                    }
                    if (std::find(shape.orientations.begin(), shape.orientations.end(), made)
                        == shape.orientations.end()) {
                        shape.orientations.push_back(made);
                    }
                }
            }
        }
    }
    return constant(Value::item(ProgramItem::Shape, index));
}

} // namespace tgdl
