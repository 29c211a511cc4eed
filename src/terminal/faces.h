// Face of one instance of a view: its sign, its words, its colour.
#pragma once

#include "terminal/canvas.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace tgdl {

using Json = nlohmann::json;

// The colour in which a player's instances are drawn.
Ink player_ink(std::uint32_t player);
// Of a colour's name (`red`, `dark blue`) or `#rrggbb`: the nearest that every terminal has. Default: none of them.
Ink ink_named(const std::string& name);

// A text member; empty when there is none.
std::string text_of(const Json& object, const char* key);
// Whose it is: its owner, else the player in an attribute called `owner`.
std::optional<std::uint32_t> owner_of(const Json& instance);
// In its own colour, else in its owner's.
Style style_of(const Json& instance);

// What stands on a board for a tile or piece.
struct Face {
    std::string text; // a few columns
    Style style;
};
// The piece on top (with how many there are), else the tile's own sign, else a faint dot.
Face tile_face(const Json& tile);
// Its sign, else a short text.
Face piece_face(const Json& piece);

// `text`, or what is said of one that is hidden.
std::string name_of(const Json& instance);
// `Hand of player 1`, `briscola`, `discards of Drought`: by its text, else by what holds it, else by its class.
std::string deck_name(const Json& deck, const Json& view);
// What there is to say about it in one line: its long text, else its name and attributes.
std::string describe(const Json& instance);
// A value of an attribute in words; empty when it is nothing to show.
std::string value_words(const Json& value);
// `recruits 2, marches 3`: the attributes with something to show, those of other kinds than number, text and flag left out.
std::string attribute_words(const Json& attributes);

} // namespace tgdl
