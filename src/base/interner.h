// Gives every different text one small number, so that names are compared as numbers.
//
//   in   texts (already in NFC, see syntax/lexer.h)
//   out  Symbol; `text(symbol)` gives the text back for as long as the interner lives
//
// Adding a text costs one hash look-up; texts are stored once, in blocks that never move.
#pragma once

#include "base/typed_index.h"

#include <memory>
#include <string_view>
#include <vector>

namespace tgdl {

using Symbol = TypedIndex<struct SymbolTag>;

class Interner {
public:
    Interner();
    ~Interner();
    Interner(Interner&&) noexcept;
    Interner& operator=(Interner&&) noexcept;
    Interner(const Interner&) = delete;
    Interner& operator=(const Interner&) = delete;

    Symbol intern(std::string_view text);
    // The symbol of a text that was interned before, or none.
    [[nodiscard]] Symbol find(std::string_view text) const;
    [[nodiscard]] std::string_view text(Symbol symbol) const;
    [[nodiscard]] std::size_t size() const;

private:
    struct Storage;
    std::unique_ptr<Storage> storage_;
};

} // namespace tgdl
