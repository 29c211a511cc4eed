// Of any text that compiles a rulebook can be written, as Markdown and as a page.
#include "rulebook/rulebook.h"
#include "api/memory_loader.h"

#include <cstddef>
#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    tgdl::MemoryLoader loader;
    loader.add("main.tgdl", std::string(reinterpret_cast<const char*>(data), size));
    const tgdl::CheckResult checked = tgdl::check_program(loader, "main.tgdl");
    if (!checked.program || checked.diagnostics.has_errors() || checked.program->max_players == 0) {
        return 0;
    }
    const tgdl::Limits limits = {.steps = 100'000, .depth = 100, .words = 1U << 20U, .output = 1U << 16U};
    const tgdl::Rulebook book = tgdl::make_rulebook(checked, limits);
    (void)tgdl::write_markdown(book);
    (void)tgdl::write_html(book);
    return 0;
}
