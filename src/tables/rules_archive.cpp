#include "tables/rules_archive.h"

#include "api/standard_library.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tgdl {

namespace {

using Json = nlohmann::json;

LoadedFile not_found() {
    LoadedFile file;
    file.problem = LoadProblem::NotFound;
    return file;
}

bool is_import(const Json& import, std::size_t files) {
    return import.is_array() && import.size() == 3 && import[0].is_number_unsigned() && import[1].is_string()
           && import[2].is_number_unsigned() && import[0].get<std::size_t>() < files
           && import[2].get<std::size_t>() < files;
}

} // namespace

std::string write_archive(const RulesArchive& rules) {
    Json files = Json::array();
    for (const RulesArchive::File& file : rules.files) {
        files.push_back({file.key, file.path, file.text});
    }
    Json imports = Json::array();
    for (const RulesArchive::Import& import : rules.imports) {
        imports.push_back({import.importer, import.written, import.file});
    }
    return Json{{"form", 1}, {"files", std::move(files)}, {"imports", std::move(imports)}}.dump(
        -1, ' ', false, Json::error_handler_t::replace);
}

bool read_archive(std::string_view text, RulesArchive& out) {
    const Json object = Json::parse(text, nullptr, false);
    const auto has_list = [&](const char* name) { return object.contains(name) && object.at(name).is_array(); };
    if (!object.is_object() || !object.contains("form") || object.at("form") != 1 || !has_list("files")
        || !has_list("imports")) {
        return false;
    }
    for (const Json& file : object.at("files")) {
        const bool is_file = file.is_array() && file.size() == 3
                             && std::ranges::all_of(file, [](const Json& part) { return part.is_string(); });
        if (!is_file) {
            return false;
        }
        out.files.push_back({file[0].get<std::string>(), file[1].get<std::string>(), file[2].get<std::string>()});
    }
    for (const Json& import : object.at("imports")) {
        if (!is_import(import, out.files.size())) {
            return false;
        }
        out.imports.push_back(
            {import[0].get<std::size_t>(), import[1].get<std::string>(), import[2].get<std::size_t>()});
    }
    return !out.files.empty();
}

std::size_t RecordingLoader::record(const LoadedFile& file) {
    const auto [found, is_new] = numbers_.try_emplace(file.key, archive_.files.size());
    if (is_new) {
        const bool is_standard = !standard_path_of(file.key).empty();
        archive_.files.push_back(
            {is_standard ? file.key : fmt::format("{}", archive_.files.size()), file.path, file.text});
    }
    return found->second;
}

LoadedFile RecordingLoader::load_main(std::string_view path) {
    LoadedFile file = loader_.load_main(path);
    if (file.problem == LoadProblem::None) {
        record(file);
    }
    return file;
}

LoadedFile RecordingLoader::load_import(std::string_view importer_key, std::string_view path) {
    LoadedFile file = loader_.load_import(importer_key, path);
    const auto importer = numbers_.find(importer_key);
    if (file.problem == LoadProblem::None && importer != numbers_.end()) {
        const std::size_t from = importer->second;
        archive_.imports.push_back({from, std::string(path), record(file)});
    }
    return file;
}

std::vector<std::string> RecordingLoader::neighbours(std::string_view importer_key, std::string_view path) {
    return loader_.neighbours(importer_key, path);
}

LoadedFile ArchiveLoader::file_at(std::size_t number) const {
    const RulesArchive::File& file = archive_.files[number];
    return {LoadProblem::None, file.key, file.path, file.text};
}

LoadedFile ArchiveLoader::load_main(std::string_view /*path*/) {
    return archive_.files.empty() ? not_found() : file_at(0);
}

LoadedFile ArchiveLoader::load_import(std::string_view importer_key, std::string_view path) {
    const auto found = std::ranges::find_if(archive_.imports, [&](const RulesArchive::Import& import) {
        return import.written == path && archive_.files[import.importer].key == importer_key;
    });
    return found == archive_.imports.end() ? not_found() : file_at(found->file);
}

std::vector<std::string> ArchiveLoader::neighbours(std::string_view /*importer_key*/, std::string_view /*path*/) {
    return {};
}

} // namespace tgdl
