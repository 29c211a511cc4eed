#include "tables/edited_rules.h"

#include "api/disk_loader.h"
#include "diagnostics/line_columns.h"
#include "diagnostics/render.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace tgdl {

namespace {

using Json = nlohmann::json;

// A file from disk with another text in its place; everything else from disk.
class EditedLoader final : public Loader {
public:
    explicit EditedLoader(const std::optional<std::string>& text) : text_(text) {}

    LoadedFile load_main(std::string_view path) override {
        LoadedFile file = disk_.load_main(path);
        main_key_ = file.key;
        return edited(std::move(file));
    }
    LoadedFile load_import(std::string_view importer_key, std::string_view path) override {
        return edited(disk_.load_import(importer_key, path));
    }
    std::vector<std::string> neighbours(std::string_view importer_key, std::string_view path) override {
        return disk_.neighbours(importer_key, path);
    }

private:
    LoadedFile edited(LoadedFile file) const {
        if (text_ && file.problem == LoadProblem::None && file.key == main_key_) {
            file.text = *text_;
        }
        return file;
    }

    DiskLoader disk_;
    const std::optional<std::string>& text_;
    std::string main_key_;
};

Json record_of(std::string_view severity, std::string_view code, std::string message) {
    return {{"severity", severity}, {"code", code},    {"message", std::move(message)},
            {"help", ""},           {"line", 1},       {"column", 1},
            {"end_line", 1},        {"end_column", 1}, {"file", ""}};
}

Json record_of(const Diagnostic& diagnostic, LineColumns& places) {
    const CatalogEntry& entry = catalog_entry(diagnostic.kind);
    Json record = record_of(severity_word(entry.severity), entry.code, readable_message(diagnostic));
    record["help"] = diagnostic.help;
    if (places.known(diagnostic.span)) {
        const LineColumn begin = places.begin(diagnostic.span);
        const LineColumn end = places.end(diagnostic.span);
        record["line"] = begin.line;
        record["column"] = begin.column;
        record["end_line"] = end.line;
        record["end_column"] = end.column;
        if (diagnostic.span.file.index() != 0) {
            record["file"] = places.sources().file(diagnostic.span.file).path();
        }
    }
    return record;
}

Json records_of(const LoadedRules& rules) {
    constexpr std::size_t kMost = 200; // nobody reads more at once
    Json records = Json::array();
    if (rules.problem != LoadProblem::None) {
        records.push_back(record_of("error", "", "the file cannot be read any more"));
        return records;
    }
    LineColumns places(rules.sources);
    for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Hint}) {
        for (const Diagnostic& diagnostic : rules.diagnostics.all()) {
            if (catalog_entry(diagnostic.kind).severity == severity && records.size() < kMost) {
                records.push_back(record_of(diagnostic, places));
            }
        }
    }
    if (rules.is_library) {
        records.push_back(record_of("error", "", "without `game` this is a library, which cannot be played"));
    }
    return records;
}

} // namespace

EditedRules check_edited(const std::string& path, const std::optional<std::string>& text) {
    EditedLoader edited(text);
    RecordingLoader recording(edited);
    auto playable = std::make_shared<PlayableRules>();
    playable->rules = load_rules(recording, path);
    playable->files = recording.archive();
    EditedRules result;
    result.diagnostics = records_of(playable->rules).dump(-1, ' ', false, Json::error_handler_t::replace);
    if (playable->rules.program) {
        result.playable = std::move(playable);
    }
    return result;
}

} // namespace tgdl
