// The parser takes any bytes, and its tree gives them back.
#include "syntax/parser.h"
#include "diagnostics/render.h"
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

    tgdl::Tree tree = tgdl::parse(sources.file(file), file, names, diagnostics);

    if (tree.print() != sources.file(file).text()) {
        std::abort();
    }
    diagnostics.sort();
    (void)tgdl::render_text(sources, diagnostics);
    (void)tgdl::dump_tokens(tree);
    (void)tgdl::dump_tree(tree);
    return 0;
}
