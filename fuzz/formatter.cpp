// The formatter survives any text; right text stays right, keeps its tokens, and is laid out once and for all.
#include "format/format.h"
#include "syntax/parser.h"
#include "syntax/words.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

// A parsed text with all that must live as long as its tree.
struct Parsed {
    explicit Parsed(std::string text)
        : source("fuzz.tgdl", std::move(text)),
          names(tgdl::make_interner()),
          tree(tgdl::parse(source, tgdl::FileId(0), names, diagnostics)) {}

    tgdl::SourceFile source;
    tgdl::Interner names;
    tgdl::Diagnostics diagnostics;
    tgdl::Tree tree;
};

std::vector<std::string_view> token_texts(const Parsed& parsed) {
    std::vector<std::string_view> texts;
    for (const tgdl::Token& token : parsed.tree.tokens()) {
        texts.push_back(parsed.source.text().substr(token.begin, token.end - token.begin));
    }
    return texts;
}

// Whether the text holds something that may be an older spelling, which the formatter rewrites.
bool has_older_spelling(const std::vector<std::string_view>& texts) {
    static constexpr std::array<std::string_view, 13> kOlderWords = {
        "state", "verb",      "boardcell", "decimal", "none", "priority",   "mod",
        "turns", "assign_to", "adjency",   "lenght",  "pass", "placeables",
    };
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const bool empty_brackets = texts[i] == "[" && i + 1 < texts.size() && texts[i + 1] == "]";
        if (empty_brackets || std::ranges::find(kOlderWords, texts[i]) != kOlderWords.end()) {
            return true;
        }
    }
    return false;
}

void expect(bool holds) {
    if (!holds) {
        std::abort();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Parsed before(std::string(reinterpret_cast<const char*>(data), size));
    const std::string formatted = tgdl::format_source(before.tree);
    if (before.diagnostics.has_errors()) {
        return 0; // `tgdl fmt` leaves such a file alone
    }
    const Parsed after(formatted);
    expect(!after.diagnostics.has_errors());
    expect(tgdl::format_source(after.tree) == formatted);
    expect(has_older_spelling(token_texts(before)) || token_texts(before) == token_texts(after));
    return 0;
}
