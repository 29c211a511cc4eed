// Turns text into tokens. Any bytes are accepted: what is no token becomes TokenKind::Invalid with a diagnostic.
//
//   in   one SourceFile, UTF-8, LF or CRLF, a byte order mark allowed
//   out  the tokens in order, ending with one EndOfFile; O(bytes)
//
// An interpolated string becomes several tokens: TextBegin `$"a {`, the hole's own tokens, TextMiddle `} b {`, …,
// TextEnd `} c"`; without a hole one TextWhole. The hole's `:2` is left to the parser.
#pragma once

#include "base/numbers.h" // number_value()
#include "diagnostics/diagnostic.h"
#include "source/source_file.h"
#include "syntax/token.h"

#include <span>
#include <string>
#include <vector>

namespace tgdl {

// `12 // n;` is a comment. In a text that has mistakes it is told as a division where it stands in the middle of one.
enum class Slashes : std::uint8_t { Comment, MayDivide };

std::vector<Token> lex(const SourceFile& source, FileId file, Interner& names, Diagnostics& diagnostics,
                       Slashes slashes = Slashes::Comment);

// The text a String token stands for, or the text part of a Text… token, with the escapes resolved.
std::string string_value(std::string_view token_text);
// A square of a shape, counted from its leftmost column and its top row.
struct ShapeSquare {
    std::uint32_t x = 0;
    std::uint32_t y = 0;

    bool operator==(const ShapeSquare&) const = default;
};
// The squares that belong to a shape, in reading order: each `#` of its rows. O(characters).
std::vector<ShapeSquare> shape_squares(std::span<const std::string> rows);
inline constexpr std::size_t kLongestName = 255;     // in characters
inline constexpr std::uint32_t kMostShapeRows = 100; // and columns
// The rows in the text of a shape: `##/.#`.
std::vector<std::string> shape_text_rows(std::string_view text);

} // namespace tgdl
