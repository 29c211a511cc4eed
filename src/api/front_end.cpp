#include "api/front_end.h"

#include "format/format.h"
#include "syntax/parser.h"
#include "syntax/words.h"

#include <utility>

namespace tgdl {

namespace {

// Passes everything on, and remembers how loading the main file went.
class ObservedLoader final : public Loader {
public:
    ObservedLoader(Loader& loader, CheckResult& result) : loader_(loader), result_(result) {}

    LoadedFile load_main(std::string_view path) override {
        LoadedFile loaded = loader_.load_main(path);
        result_.main_problem = loaded.problem;
        result_.main_path = loaded.path;
        return loaded;
    }
    LoadedFile load_import(std::string_view importer_key, std::string_view path) override {
        return loader_.load_import(importer_key, path);
    }
    std::vector<std::string> neighbours(std::string_view importer_key, std::string_view path) override {
        return loader_.neighbours(importer_key, path);
    }

private:
    Loader& loader_;
    CheckResult& result_;
};

// Gives the main file as it was read before: standard input is read once.
class ReadAgainLoader final : public Loader {
public:
    ReadAgainLoader(Loader& loader, const ParseResult& parsed) : loader_(loader), parsed_(parsed) {}

    LoadedFile load_main(std::string_view) override {
        LoadedFile loaded = parsed_.main;
        loaded.text = parsed_.tree->source().text();
        return loaded;
    }
    LoadedFile load_import(std::string_view importer_key, std::string_view path) override {
        return loader_.load_import(importer_key, path);
    }
    std::vector<std::string> neighbours(std::string_view importer_key, std::string_view path) override {
        return loader_.neighbours(importer_key, path);
    }

private:
    Loader& loader_;
    const ParseResult& parsed_;
};

} // namespace

CheckResult check_program(Loader& loader, std::string_view main_path) {
    CheckResult result;
    ObservedLoader observed(loader, result);
    result.program = check(result.sources, observed, main_path, result.diagnostics);
    return result;
}

ParseResult parse_file(Loader& loader, std::string_view path) {
    ParseResult result;
    result.names = make_interner();
    result.main = loader.load_main(path);
    if (result.main.problem != LoadProblem::None) {
        return result;
    }
    const FileId file = result.sources.add(result.main.path, std::exchange(result.main.text, {}));
    result.tree = std::make_unique<Tree>(parse(result.sources.file(file), file, result.names, result.diagnostics));
    result.diagnostics.sort();
    return result;
}

std::string format_file(const ParseResult& parsed, Loader& loader) {
    OlderSpellings spellings;
    if (may_have_older_names(*parsed.tree)) {
        ReadAgainLoader again(loader, parsed);
        const CheckResult checked = check_program(again, parsed.main.path);
        std::vector<std::uint32_t> places;
        for (const Diagnostic& diagnostic : checked.diagnostics.all()) {
            if (diagnostic.kind == DiagnosticKind::OlderSpelling
                && checked.sources.file(diagnostic.span.file).path() == parsed.main.path) {
                places.push_back(diagnostic.span.begin);
            }
        }
        spellings.rewrite_names_only_at(std::move(places));
    }
    return format_source(*parsed.tree, spellings);
}

} // namespace tgdl
