#include "program/lattice_geometry.h"

namespace tgdl {

namespace {

// From the middle of a tile to its sides by direction, then to the corner after each, clockwise.
using PointOffsets = std::array<LatticePoint, kMostSides>;
constexpr std::array<PointOffsets, 3> kSideOffsets = {{
    {{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}},
    {{{-3, 1}, {0, 2}, {3, 1}, {3, -1}, {0, -2}, {-3, -1}}},
    {{{-2, 0}, {-1, 3}, {1, 3}, {2, 0}, {1, -3}, {-1, -3}}},
}};
constexpr std::array<PointOffsets, 3> kCornerOffsets = {{
    {{{-1, 1}, {1, 1}, {1, -1}, {-1, -1}}},
    {{{-2, 2}, {2, 2}, {4, 0}, {2, -2}, {-2, -2}, {-4, 0}}},
    {{{-2, 2}, {0, 4}, {2, 2}, {2, -2}, {0, -4}, {-2, -2}}},
}};

const PointOffsets& offsets_of(const GroupInfo& group, LatticeKind kind) {
    const auto geometry = static_cast<std::size_t>(group.geometry);
    return kind == LatticeKind::Corners ? kCornerOffsets.at(geometry) : kSideOffsets.at(geometry);
}

constexpr std::int64_t kLongPitch = 6;  // from a row of hexes to the next
constexpr std::int64_t kShortPitch = 4; // from a hex to the next in its row

// By how much a row (or column) of hexes stands further.
std::int64_t shift_of(const GroupInfo& group, std::int64_t line) {
    const bool odd = (line & 1) != 0;
    return odd == group.odd_shifted ? kShortPitch / 2 : 0;
}

std::int64_t floor_divide(std::int64_t number, std::int64_t by) {
    const std::int64_t quotient = number / by;
    return number % by < 0 ? quotient - 1 : quotient;
}

// The place in its row of a hex whose middle is there; nothing when there is no middle.
std::optional<std::int64_t> place_in_line(const GroupInfo& group, std::int64_t line, std::int64_t along) {
    const std::int64_t rest = along - shift_of(group, line);
    return rest % kShortPitch == 0 ? std::optional(rest / kShortPitch) : std::nullopt;
}

// The tile whose middle the point is.
std::optional<TouchedTile> tile_with_middle(const GroupInfo& group, std::int64_t x, std::int64_t y) {
    if (group.geometry == GeometryKind::Square) {
        const bool is_middle = (x & 1) != 0 && (y & 1) != 0;
        return is_middle ? std::optional(TouchedTile{floor_divide(x, 2), floor_divide(y, 2), 0}) : std::nullopt;
    }
    const bool by_rows = group.geometry == GeometryKind::HexRow;
    const std::int64_t across = by_rows ? y : x;
    if (across % kLongPitch != 0) {
        return std::nullopt;
    }
    const std::int64_t line = across / kLongPitch;
    const std::optional<std::int64_t> place = place_in_line(group, line, by_rows ? x : y);
    if (!place) {
        return std::nullopt;
    }
    return by_rows ? TouchedTile{*place, line, 0} : TouchedTile{line, *place, 0};
}

// Of three lines that are two apart the corners of hexes use two: 2, 4, 8, 10, 14 … become 0, 1, 2, 3, 4 …
std::int64_t corner_line(std::int64_t at) {
    const std::int64_t third = floor_divide(at, kLongPitch);
    return 2 * third + (at - third * kLongPitch) / 2 - 1;
}

} // namespace

unsigned side_count(const GroupInfo& group) {
    constexpr std::array<std::uint8_t, 4> kCounts = {4, kMostSides, kMostSides, 0}; // in the order of GeometryKind
    return kCounts.at(static_cast<std::size_t>(group.geometry));
}

LatticePoint middle_of_tile(const GroupInfo& group, std::int64_t column, std::int64_t row) {
    std::int64_t x = 2 * column + 1;
    std::int64_t y = 2 * row + 1;
    if (group.geometry == GeometryKind::HexRow) {
        x = kShortPitch * column + shift_of(group, row);
        y = kLongPitch * row;
    } else if (group.geometry == GeometryKind::HexColumn) {
        x = kLongPitch * column;
        y = kShortPitch * row + shift_of(group, column);
    }
    return {static_cast<std::int32_t>(y), static_cast<std::int32_t>(x)};
}

LatticePoint point_of_tile(const GroupInfo& group, LatticeKind kind, std::int64_t column, std::int64_t row,
                           unsigned direction) {
    const LatticePoint middle = middle_of_tile(group, column, row);
    const LatticePoint offset = offsets_of(group, kind).at(direction);
    return {middle.y + offset.y, middle.x + offset.x};
}

TouchedTiles tiles_at(const GroupInfo& group, LatticeKind kind, LatticePoint point) {
    TouchedTiles touched;
    const PointOffsets& offsets = offsets_of(group, kind);
    for (unsigned direction = 0; direction < side_count(group); ++direction) {
        const std::optional<TouchedTile> tile = tile_with_middle(group, std::int64_t{point.x} - offsets.at(direction).x,
                                                                 std::int64_t{point.y} - offsets.at(direction).y);
        if (tile && touched.count < touched.tiles.size()) {
            touched.tiles.at(touched.count++) = {tile->column, tile->row, direction};
        }
    }
    return touched;
}

LatticeCell cell_of_point(const GroupInfo& group, LatticeKind kind, LatticePoint point) {
    const bool corners = kind == LatticeKind::Corners;
    const std::int64_t x = point.x;
    const std::int64_t y = point.y;
    constexpr std::int64_t kHalfLongPitch = kLongPitch / 2;
    switch (group.geometry) {
    case GeometryKind::HexRow:
        return corners ? LatticeCell{floor_divide(x, kShortPitch), corner_line(y)}
                       : LatticeCell{floor_divide(x, 2), floor_divide(y, kHalfLongPitch)};
    case GeometryKind::HexColumn:
        return corners ? LatticeCell{corner_line(x), floor_divide(y, 2)}
                       : LatticeCell{floor_divide(x, kHalfLongPitch), y};
    case GeometryKind::Square:
    case GeometryKind::Graph: break;
    }
    return {floor_divide(x, 2), corners ? floor_divide(y, 2) : y};
}

namespace {

constexpr std::int64_t kPointRange = std::int64_t{1} << 26U; // from the lowest coordinate of a point to the highest

} // namespace

double pack_point(LatticeKind kind, LatticePoint point) {
    const std::int64_t y = point.y + kPointRange / 2;
    const std::int64_t x = point.x + kPointRange / 2;
    return static_cast<double>((y * kPointRange + x) * 2 + (kind == LatticeKind::Sides ? 1 : 0));
}

PackedPoint unpack_point(double packed) {
    const auto number = static_cast<std::int64_t>(packed);
    const std::int64_t both = number / 2;
    PackedPoint point;
    point.kind = number % 2 == 0 ? LatticeKind::Corners : LatticeKind::Sides;
    point.point.y = static_cast<std::int32_t>(both / kPointRange - kPointRange / 2);
    point.point.x = static_cast<std::int32_t>(both % kPointRange - kPointRange / 2);
    return point;
}

} // namespace tgdl
