// The formatter leaves wrong text alone; right text stays right, keeps its tokens, and is laid out once and for all.
#include "format/format.h"
#include "syntax/parser.h"
#include "syntax/words.h"

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
        expect(formatted == before.source.text());
        return 0;
    }
    const Parsed after(formatted);
    expect(!after.diagnostics.has_errors());
    expect(tgdl::format_source(after.tree) == formatted);
    if (before.diagnostics.all().empty()) { // a hint may be about an older spelling, which is rewritten
        expect(token_texts(before) == token_texts(after));
    }
    return 0;
}
