#include "terminal/picture.h"

#include "diagnostics/terminal_text.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tgdl {

const DrawnInstance* Picture::find(const std::string& id) const {
    const auto found = std::ranges::find(instances, id, &DrawnInstance::id);
    return found != instances.end() && !id.empty() ? &*found : nullptr;
}

void Picture::add(const Picture& other, GridPoint to) {
    canvas.grow(to.row + other.canvas.rows());
    canvas.paste(other.canvas, {.row = 0, .column = 0, .rows = other.canvas.rows(), .columns = other.canvas.columns()},
                 to);
    for (DrawnInstance instance : other.instances) {
        instance.area.row += to.row;
        instance.area.column += to.column;
        instances.push_back(std::move(instance));
    }
}

void mark_instance(Picture& picture, const DrawnInstance& instance, Highlight mark) {
    const Area& area = instance.area;
    if (mark != Highlight::Cursor) {
        Area inside = area; // what is marked does not touch its neighbour
        inside.column += 1;
        inside.columns -= 2;
        picture.canvas.mark(inside, mark);
        return;
    }
    const int row = area.row + area.rows / 2;
    picture.canvas.write({.row = row, .column = area.column}, "[", {.bold = true});
    picture.canvas.write({.row = row, .column = area.column + area.columns - 1}, "]", {.bold = true});
    picture.canvas.mark(area, mark);
}

} // namespace tgdl
