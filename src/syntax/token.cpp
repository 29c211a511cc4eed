#include "syntax/token.h"

#include <array>

namespace tgdl {

namespace {

struct TokenKindEntry {
    std::string_view name;
    std::string_view text;
    bool reserved;
};

constexpr std::array kTokenKinds = {
#define TGDL_TOKEN(name, text) TokenKindEntry{#name, text, false},
#define TGDL_RESERVED(name, text) TokenKindEntry{#name, text, true},
#include "syntax/token_kind.def"
#undef TGDL_TOKEN
#undef TGDL_RESERVED
};

} // namespace

std::string_view token_kind_text(TokenKind kind) {
    return kTokenKinds[static_cast<std::size_t>(kind)].text;
}

std::string_view token_kind_name(TokenKind kind) {
    return kTokenKinds[static_cast<std::size_t>(kind)].name;
}

bool is_word(TokenKind kind) {
    return kind == TokenKind::Identifier || is_reserved(kind);
}

bool is_reserved(TokenKind kind) {
    return kTokenKinds[static_cast<std::size_t>(kind)].reserved;
}

} // namespace tgdl
