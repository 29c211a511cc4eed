#include "drawing/fit_layout.h"

#include "drawing/plane.h"

#include <algorithm>
#include <cmath>

namespace tgdl {

namespace {

struct Box {
    Point least;
    Point most;

    [[nodiscard]] Point size() const { return most - least; }
};

Box box_of(const std::vector<Point>& places) {
    Box box{places.front(), places.front()};
    for (const Point place : places) {
        box.least = {std::min(box.least.x, place.x), std::min(box.least.y, place.y)};
        box.most = {std::max(box.most.x, place.x), std::max(box.most.y, place.y)};
    }
    return box;
}

std::vector<Point> turned(const std::vector<Point>& places, Point by) {
    std::vector<Point> result;
    result.reserve(places.size());
    for (const Point place : places) {
        result.push_back({place.x * by.x - place.y * by.y, place.x * by.y + place.y * by.x});
    }
    return result;
}

// How well a drawing stands: it fills a picture of that aspect, and many of its edges are level or upright.
double uprightness(const std::vector<GraphEdge>& edges, double aspect, const std::vector<Point>& places) {
    constexpr double kLevelCounts = 1.2;
    const Point size = box_of(places).size();
    const double width = std::max(size.x, 1e-6);
    const double height = std::max(size.y, 1e-6);
    const double fill = std::min(width / height / aspect, aspect * height / width);
    double level = 0;
    for (const GraphEdge edge : edges) {
        const Point along = places[edge.to] - places[edge.from];
        const double square = std::max(dot(along, along), 1e-12);
        const double off = std::min(along.x * along.x, along.y * along.y) / square;
        level += std::max(0.0, 1 - 20 * off);
    }
    return fill + kLevelCounts * level / static_cast<double>(std::max<std::size_t>(edges.size(), 1));
}

} // namespace

void turn_upright(const std::vector<GraphEdge>& edges, double aspect, std::vector<Point>& places) {
    if (places.size() < 2) {
        return;
    }
    constexpr int kTurns = 72;
    std::vector<Point> best;
    double best_value = 0;
    for (int i = 0; i < kTurns; ++i) {
        std::vector<Point> candidate = turned(places, on_circle(kPi * i / kTurns));
        const double value = uprightness(edges, aspect, candidate);
        if (i == 0 || value > best_value + 1e-6) {
            best = std::move(candidate);
            best_value = value;
        }
    }
    const Box box = box_of(best);
    const Point middle = (box.least + box.most) * 0.5;
    const bool mirror_x = best[0].x > middle.x;
    const bool mirror_y = best[0].y > middle.y;
    for (Point& place : best) {
        place = {mirror_x ? -place.x : place.x, mirror_y ? -place.y : place.y};
    }
    places = std::move(best);
}

namespace {

// Puts the parts into rows of about the width; gives all places in one measure.
std::vector<Point> put_in_rows(std::uint32_t nodes, const std::vector<PlacedPart>& parts, double width) {
    constexpr double kGap = 1;
    std::vector<Point> all(nodes);
    Point at;
    double row_height = 0;
    for (const PlacedPart& part : parts) {
        const Box box = box_of(part.places);
        if (at.x > 0 && at.x + box.size().x > width) {
            at = {0, at.y + row_height + kGap};
            row_height = 0;
        }
        for (std::size_t i = 0; i < part.members.size(); ++i) {
            all[part.members[i]] = part.places[i] - box.least + at;
        }
        at.x += box.size().x + kGap;
        row_height = std::max(row_height, box.size().y);
    }
    return all;
}

} // namespace

std::vector<Point> fit_to_square(std::uint32_t nodes, std::vector<PlacedPart> parts, double aspect) {
    // A picture may be stretched this much more one way than the other.
    constexpr double kMostStretch = 2;
    if (nodes == 0) {
        return {};
    }
    std::ranges::sort(parts, [](const PlacedPart& a, const PlacedPart& b) {
        return a.members.size() == b.members.size() ? a.members < b.members : a.members.size() > b.members.size();
    });
    double area = 0;
    double widest = 0;
    for (const PlacedPart& part : parts) {
        const Point size = box_of(part.places).size();
        area += (size.x + 1) * (size.y + 1);
        widest = std::max(widest, size.x);
    }
    std::vector<Point> all = put_in_rows(nodes, parts, std::max(widest, std::sqrt(area * aspect)));

    const Box box = box_of(all);
    const double across = box.size().x > 1e-9 ? aspect / box.size().x : 0;
    const double down = box.size().y > 1e-9 ? 1 / box.size().y : 0;
    const double least = across > 0 && down > 0 ? std::min(across, down) : std::max(across, down);
    const Point scale = {std::min(across, least * kMostStretch) / aspect, std::min(down, least * kMostStretch)};
    const Point middle = (box.least + box.most) * 0.5;
    for (Point& place : all) {
        const Point offset = place - middle;
        place = {0.5 + offset.x * scale.x, 0.5 + offset.y * scale.y};
    }
    return all;
}

std::vector<Point> plain_grid(std::uint32_t nodes, double aspect) {
    const auto columns = std::max<std::uint32_t>(
        1, static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(nodes) * aspect))));
    const std::uint32_t rows = (nodes + columns - 1) / columns;
    std::vector<Point> places(nodes);
    for (std::uint32_t node = 0; node < nodes; ++node) {
        const std::uint32_t row = node / columns;
        places[node] = {(node % columns + 0.5) / columns, (row + 0.5) / rows};
    }
    return places;
}

} // namespace tgdl
