// Group of a board with columns and rows, as it is read from a view to be drawn.
#pragma once

#include "terminal/faces.h"
#include "terminal/picture.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace tgdl {

struct GridTile {
    int x = 0; // from 0
    int y = 0;
    const Json* tile = nullptr;
    Face face;
    bool shifted = false; // a hexagon of a row (or column) that stands half a tile further
};

struct Grid {
    std::vector<GridTile> tiles;
    int columns = 0;
    int rows = 0;
    int first_x = 0; // what column 0 is called
    int first_y = 0;
    int face_width = 1;
    std::string geometry;
};

Grid read_grid(const Json& group, const Json& view);

struct Labels {
    std::vector<std::string> columns;
    std::vector<std::string> rows;
};

// If the tiles are called by column and row, as `e4`, these are the labels; otherwise the numbers in the rules.
Labels label_grid(const Grid& grid);
int widest(const std::vector<std::string>& texts);

// Does the group have corners or sides?
bool has_lattice(const Json& group);
// A group with its corners and sides where they lie; rows of hexagons as a wall of bricks.
Picture draw_lattice(const Json& group, const Json& view, Room room);
// The tiles that meet at a corner or side of the group.
std::vector<const Json*> tiles_around(const Json& group, const Json& place);
// ` (ψ4 ~10)`: where a corner or side lies, in the signs of the tiles there.
std::string words_around(const Json& group, const Json& place);

} // namespace tgdl
