// Tokens: the words and signs of a TGDL file.
//
// A token knows where it stands; what lies between two tokens (spaces, comments) is found from their places, so the
// token list and the text together lose nothing.
#pragma once

#include "base/interner.h"
#include "base/typed_index.h"

#include <cstdint>
#include <string_view>

namespace tgdl {

using TokenId = TypedIndex<struct TokenTag>;

enum class TokenKind : std::uint8_t {
#define TGDL_TOKEN(name, text) name,
#define TGDL_RESERVED(name, text) name,
#include "syntax/token_kind.def"
#undef TGDL_TOKEN
#undef TGDL_RESERVED
};

struct Token {
    TokenKind kind{};
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    Symbol symbol; // words (identifiers and reserved words): the name in NFC; otherwise none
};

// The text of a sign or reserved word as it is written, else a description such as "a name".
std::string_view token_kind_text(TokenKind kind);
std::string_view token_kind_name(TokenKind kind);
// An identifier or a reserved word: what may stand after a `.`.
bool is_word(TokenKind kind);
bool is_reserved(TokenKind kind);

} // namespace tgdl
