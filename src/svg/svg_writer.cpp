#include "svg/svg_writer.h"

#include "diagnostics/terminal_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace tgdl {

namespace {

std::string fill_attribute(std::string_view fill) {
    return fill.empty() ? std::string() : fmt::format(" style=\"fill:{}\"", fill);
}

} // namespace

std::string escape_xml(std::string_view text) {
    std::string escaped;
    for (const char c : show_on_one_line(text)) {
        switch (c) {
        case '&': escaped += "&amp;"; break;
        case '<': escaped += "&lt;"; break;
        case '>': escaped += "&gt;"; break;
        case '"': escaped += "&quot;"; break;
        case '\'': escaped += "&#39;"; break;
        default: escaped += c; break;
        }
    }
    return escaped;
}

void SvgWriter::reach(Point least, Point most) {
    least_ = empty_ ? least : Point{std::min(least_.x, least.x), std::min(least_.y, least.y)};
    most_ = empty_ ? most : Point{std::max(most_.x, most.x), std::max(most_.y, most.y)};
    empty_ = false;
}

void SvgWriter::polygon(const std::vector<Point>& points, std::string_view kind, std::string_view fill) {
    std::string list;
    for (const Point point : points) {
        list += fmt::format("{}{:.1f},{:.1f}", list.empty() ? "" : " ", point.x, point.y);
        reach(point, point);
    }
    shapes_ += fmt::format("<polygon class=\"{}\" points=\"{}\"{}/>\n", kind, list, fill_attribute(fill));
}

void SvgWriter::circle(Point middle, double radius, std::string_view kind, std::string_view fill) {
    reach({middle.x - radius, middle.y - radius}, {middle.x + radius, middle.y + radius});
    shapes_ += fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"{}/>\n", kind, middle.x,
                           middle.y, radius, fill_attribute(fill));
}

void SvgWriter::line(Point from, Point to, std::string_view kind) {
    reach(from, from);
    reach(to, to);
    shapes_ += fmt::format("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", kind,
                           from.x, from.y, to.x, to.y);
}

void SvgWriter::text(Point middle, std::string_view words, std::string_view kind, double size, std::string_view fill) {
    const double height = size > 0 ? size : 12;
    const double half = 0.3 * height * static_cast<double>(columns_of(words));
    reach({middle.x - half, middle.y - height / 2}, {middle.x + half, middle.y + height / 2});
    const std::string measure = size > 0 ? fmt::format(" font-size=\"{:.1f}\"", size) : "";
    shapes_ += fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\"{}{}>{}</text>\n", kind, middle.x, middle.y,
                           measure, fill_attribute(fill), escape_xml(words));
}

std::string SvgWriter::finish() const {
    constexpr double kMargin = 3;
    const double width = most_.x - least_.x + 2 * kMargin;
    const double height = most_.y - least_.y + 2 * kMargin;
    return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"{:.1f} {:.1f} {:.1f} {:.1f}\" "
                       "width=\"{:.0f}\" height=\"{:.0f}\">\n{}</svg>\n",
                       least_.x - kMargin, least_.y - kMargin, width, height, width, height, shapes_);
}

} // namespace tgdl
