// Face of one instance of a view: its sign, its words, its colour.
#pragma once

#include "terminal/canvas.h"
#include "terminal/seats.h"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace tgdl {

// Of a colour's name (`red`, `dark blue`) or `#rrggbb`: the nearest that every terminal has. Default: none of them.
Ink ink_named(const std::string& name);

// What an enum says one of its values looks like.
struct Look {
    std::string glyph; // may be empty
    Ink ink = Ink::Default;
};
// Of the value with this label, of whichever enum it is where the type is not known.
std::optional<Look> look_of(const Json& view, const std::string& label, const std::string& type = {});
// Writes words in which the labels of enums stand after their glyphs; these have their colours.
void write_words(Canvas& canvas, GridPoint at, const std::string& words, const Style& style, const Json& view);

// A text member; empty when there is none.
std::string text_of(const Json& object, const char* key);
// Whose it is: its owner, else the player in an attribute called `owner`.
std::optional<std::uint32_t> owner_of(const Json& instance);
// In its own colour, else in its owner's.
Style style_of(const Json& instance, const Json& view);

inline constexpr std::size_t kSquareTurns = 4;
inline constexpr std::size_t kHexTurns = 6;

// What stands on a board for a tile or piece.
struct Face {
    std::string text; // a few columns
    Style style;
};
// The piece on top (with how many there are), else the tile's own sign, else a faint dot. What is turned is shown turned, of so
// many turns that come round.
Face tile_face(const Json& tile, const Json& view, std::size_t round = kSquareTurns);
// Its sign, else a short text.
Face piece_face(const Json& piece, const Json& view, std::size_t round = kSquareTurns);

// `text`, or what is said of one that is hidden.
std::string name_of(const Json& instance);
// `Hand of player 1`, `briscola`, `discards of Drought`: by its text, else by what holds it, else by its class.
std::string deck_name(const Json& deck, const Json& view);
// What there is to say about it in one line: its long text, else its name and attributes.
std::string describe(const Json& instance, const Json& view);
// A value of an attribute in words; empty when it is nothing to show.
std::string value_words(const Json& value, const Json& view);
// `recruits 2, marches 3`: the attributes with something to show, those of other kinds than number, text and flag left out.
std::string attribute_words(const Json& attributes, const Json& view);
// These words of an instance, and of which attributes the viewer is told that there is something: `gold 2, role hidden`.
std::string with_hidden_words(std::string words, const Json& instance);

} // namespace tgdl
