// The checker takes any program, also one that imports itself; what it says about it can be shown.
#include "check/check.h"
#include "diagnostics/render.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

// Has two files with the same text: the main one, and `twin.tgdl`, so that imports find something, circles included.
class TwinLoader : public tgdl::Loader {
public:
    explicit TwinLoader(std::string text) : text_(std::move(text)) {}

    tgdl::LoadedFile load_main(std::string_view path) override { return found(path); }
    tgdl::LoadedFile load_import(std::string_view /*importer_key*/, std::string_view path) override {
        if (path == "main.tgdl" || path == "twin.tgdl") {
            return found(path);
        }
        return {.problem = tgdl::LoadProblem::NotFound, .key = {}, .path = {}, .text = {}};
    }
    std::vector<std::string> neighbours(std::string_view /*importer_key*/, std::string_view /*path*/) override {
        return {"main.tgdl", "twin.tgdl"};
    }

private:
    [[nodiscard]] tgdl::LoadedFile found(std::string_view path) const {
        return {.problem = tgdl::LoadProblem::None, .key = std::string(path), .path = std::string(path), .text = text_};
    }

    std::string text_;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    TwinLoader loader(std::string(reinterpret_cast<const char*>(data), size));
    tgdl::SourceSet sources;
    tgdl::Diagnostics diagnostics;

    auto program = tgdl::check(sources, loader, "main.tgdl", diagnostics);

    (void)tgdl::render_text(sources, diagnostics);
    if (program) {
        (void)tgdl::describe_traits(*program);
        (void)tgdl::dump_checked(*program);
    }
    return 0;
}
