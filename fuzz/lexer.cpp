// The lexer takes any bytes: its tokens follow one another inside the text and end with one EndOfFile.
#include "syntax/lexer.h"
#include "syntax/words.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    tgdl::SourceSet sources;
    tgdl::FileId file = sources.add("fuzz.tgdl", std::string(reinterpret_cast<const char*>(data), size));
    tgdl::Interner names = tgdl::make_interner();
    tgdl::Diagnostics diagnostics;

    auto tokens = tgdl::lex(sources.file(file), file, names, diagnostics);

    std::uint32_t at = 0;
    for (const tgdl::Token& token : tokens) {
        if (token.begin < at || token.end < token.begin || token.end > size) {
            std::abort();
        }
        at = token.end;
    }
    if (tokens.empty() || tokens.back().kind != tgdl::TokenKind::EndOfFile) {
        std::abort();
    }
    return 0;
}
