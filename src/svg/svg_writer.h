// Shapes as SVG. Everything that comes from a game is escaped.
#pragma once

#include "drawing/graph_layout.h"

#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

// Text for XML: signs escaped, and what XML cannot hold replaced.
std::string escape_xml(std::string_view text);

class SvgWriter {
public:
    // `kind` is a class of the page's style; `fill` a colour of the game's own, or nothing.
    void polygon(const std::vector<Point>& points, std::string_view kind, std::string_view fill);
    void circle(Point middle, double radius, std::string_view kind, std::string_view fill);
    void line(Point from, Point to, std::string_view kind);
    void text(Point middle, std::string_view words, std::string_view kind, double size = 0, std::string_view fill = {});

    // How far down the drawing goes so far.
    [[nodiscard]] double bottom() const { return most_.y; }
    [[nodiscard]] std::string finish() const;

private:
    void reach(Point least, Point most);

    std::string shapes_;
    Point least_;
    Point most_;
    bool empty_ = true;
};

} // namespace tgdl
