// A picture of the table as one seat sees it, drawn from its view (docs/view.md) and nothing else, so that nothing hidden
// can show.
//
//   in   the view, and how much room there is
//   out  a canvas, and where on it each tile, piece and card stands
//
// A board is drawn as large as the room allows; a table that is larger than the room is drawn whole, and the screen shows
// a part of it.
#pragma once

#include "drawing/graph_layout.h"
#include "terminal/canvas.h"
#include "terminal/faces.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace tgdl {

struct Room {
    int columns = 0;
    int rows = 0;
};

// An instance that stands somewhere in a picture: a tile, a piece on it, a card. Two may stand at one place.
struct DrawnInstance {
    std::string id; // as in the view
    Area area;      // with a column left free on both sides, for the marks of a cursor
};

struct Picture {
    Canvas canvas{0, 0};
    std::vector<DrawnInstance> instances;

    // Where it stands; null when it is not drawn.
    [[nodiscard]] const DrawnInstance* find(const std::string& id) const;
    // Puts another picture into this one.
    void add(const Picture& other, GridPoint to);
};

// Layouts of graphs, kept from one picture of a table to the next.
class GraphLayouts {
public:
    // The reference holds until the next one is asked for.
    const GraphLayout& of(std::uint32_t nodes, const std::vector<GraphEdge>& edges);

private:
    std::vector<GraphLayout> kept_;
};

// One group of a board with columns and rows: squares or hexagons, with their corners and sides.
Picture draw_grid(const Json& group, const Json& view, Room room);
// The groups of a board whose tiles have names, all together with the ways between them.
Picture draw_graph(const Json& board, const Json& view, Room room, GraphLayouts& layouts);
enum class CardForm : std::uint8_t {
    Boxes, // side by side, with the words of each in it
    Words, // one after the other
};
// Do the cards that the viewer has there fit into a row of boxes?
bool fits_as_boxes(const Json& deck, int columns);
// A deck, hand or pile of discards.
Picture draw_deck(const Json& deck, const Json& view, int columns, CardForm own_cards);
// Boards, decks and whatever else lies on the table.
Picture draw_table(const Json& view, Room room, GraphLayouts& layouts);
// What is known of each player: scores, attributes, how many cards; the one whose turn it is marked. Where that takes more
// rows than there are, one line of each of the others.
Picture draw_players(const Json& view, int columns, int rows);

// Marks what can be chosen, what was picked before and where the cursor is.
void mark_instance(Picture& picture, const DrawnInstance& instance, Highlight mark);

} // namespace tgdl
