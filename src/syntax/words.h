// Fixed symbols for the words the grammar and the checker look for.
//
//   Interner names = make_interner();
//   token.symbol == word::phase
#pragma once

#include "base/interner.h"

#include <cstdint>

namespace tgdl {

namespace word {
enum Index : std::uint32_t {
#define TGDL_WORD(name) k_##name,
#define TGDL_WORD_AS(name, text) k_##name,
#include "syntax/words.def"
#undef TGDL_WORD
#undef TGDL_WORD_AS
};
// NOLINTBEGIN(readability-identifier-naming): a word's symbol is called as the word is written.
#define TGDL_WORD(name) inline constexpr Symbol name{std::size_t{k_##name}};
#define TGDL_WORD_AS(name, text) inline constexpr Symbol name{std::size_t{k_##name}};
#include "syntax/words.def"
#undef TGDL_WORD
#undef TGDL_WORD_AS
// NOLINTEND(readability-identifier-naming)
} // namespace word

// An interner in which the words above have their fixed symbols. Every lexer needs one made so.
Interner make_interner();

} // namespace tgdl
