// Points of the plane and what lies between them.
#pragma once

#include "drawing/graph_layout.h"

#include <algorithm>
#include <cmath>

namespace tgdl {

inline constexpr double kPi = 3.14159265358979323846;

inline Point operator+(Point a, Point b) {
    return {a.x + b.x, a.y + b.y};
}
inline Point operator-(Point a, Point b) {
    return {a.x - b.x, a.y - b.y};
}
inline Point operator*(Point a, double factor) {
    return {a.x * factor, a.y * factor};
}
inline double dot(Point a, Point b) {
    return a.x * b.x + a.y * b.y;
}
inline double cross(Point a, Point b) {
    return a.x * b.y - a.y * b.x;
}
inline double length(Point a) {
    return std::sqrt(dot(a, a));
}

// The point of the unit circle at an angle between -pi and 3 pi. Made of sums and products, because the sine of <cmath> is
// not the same on every machine.
inline Point on_circle(double angle) {
    const double turned = (angle > kPi ? angle - 2 * kPi : angle) / 8;
    const double square = turned * turned;
    // Series for a small angle, then the angle is doubled three times.
    double cosine = 1 - square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56)));
    double sine = turned * (1 - square / 6 * (1 - square / 20 * (1 - square / 42 * (1 - square / 72))));
    for (int i = 0; i < 3; ++i) {
        const double doubled = 2 * sine * cosine;
        cosine = cosine * cosine - sine * sine;
        sine = doubled;
    }
    return {cosine, sine};
}

inline double squared_distance_to_segment(Point point, Point from, Point to) {
    const Point along = to - from;
    const double square = dot(along, along);
    const double part = square > 0 ? std::clamp(dot(point - from, along) / square, 0.0, 1.0) : 0.0;
    const Point away = point - (from + along * part);
    return dot(away, away);
}

// Do two segments have a point in common?
inline bool segments_meet(Point a, Point b, Point c, Point d) {
    const double c_side = cross(b - a, c - a);
    const double d_side = cross(b - a, d - a);
    const double a_side = cross(d - c, a - c);
    const double b_side = cross(d - c, b - c);
    const bool apart = (c_side > 0 && d_side > 0) || (c_side < 0 && d_side < 0) || (a_side > 0 && b_side > 0)
                       || (a_side < 0 && b_side < 0);
    if (apart) {
        return false;
    }
    // On one line: they meet if their boxes do.
    return std::max(std::min(a.x, b.x), std::min(c.x, d.x)) <= std::min(std::max(a.x, b.x), std::max(c.x, d.x))
           && std::max(std::min(a.y, b.y), std::min(c.y, d.y)) <= std::min(std::max(a.y, b.y), std::max(c.y, d.y));
}

} // namespace tgdl
