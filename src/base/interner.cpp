#include "base/interner.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <tsl/robin_map.h>

namespace tgdl {

namespace {
constexpr std::size_t kBlockBytes = 16 * 1024;
} // namespace

struct Interner::Storage {
    tsl::robin_map<std::string_view, Symbol> symbols;
    std::vector<std::string_view> texts;
    std::vector<std::unique_ptr<char[]>> blocks;
    std::size_t left = 0;
    char* next = nullptr;

    std::string_view keep(std::string_view text) {
        if (text.size() > left) {
            const std::size_t bytes = std::max(kBlockBytes, text.size());
            blocks.push_back(std::make_unique<char[]>(bytes));
            next = blocks.back().get();
            left = bytes;
        }
        if (!text.empty()) {
            std::memcpy(next, text.data(), text.size());
        }
        const std::string_view kept(next, text.size());
        next += text.size();
        left -= text.size();
        return kept;
    }
};

Interner::Interner() : storage_(std::make_unique<Storage>()) {}
Interner::~Interner() = default;
Interner::Interner(Interner&&) noexcept = default;
Interner& Interner::operator=(Interner&&) noexcept = default;

Symbol Interner::intern(std::string_view text) {
    const auto found = storage_->symbols.find(text);
    if (found != storage_->symbols.end()) {
        return found->second;
    }
    const Symbol symbol(storage_->texts.size());
    const std::string_view kept = storage_->keep(text);
    storage_->texts.push_back(kept);
    storage_->symbols.emplace(kept, symbol);
    return symbol;
}

Symbol Interner::find(std::string_view text) const {
    const auto found = storage_->symbols.find(text);
    return found == storage_->symbols.end() ? Symbol() : found->second;
}

std::string_view Interner::text(Symbol symbol) const {
    return storage_->texts[symbol.index()];
}

std::size_t Interner::size() const {
    return storage_->texts.size();
}

} // namespace tgdl
