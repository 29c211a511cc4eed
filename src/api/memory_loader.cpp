#include "api/memory_loader.h"

#include "api/standard_library.h"

namespace tgdl {

namespace {

// A path from the top, seen from a folder that it lies in.
std::string_view seen_from(std::string_view folder, std::string_view path) {
    return folder.empty() || path.size() <= folder.size() ? path : path.substr(folder.size() + 1);
}

} // namespace

void MemoryLoader::add(std::string_view path, std::string text) {
    files_.insert_or_assign(normal_path(path), std::move(text));
}

LoadedFile MemoryLoader::load_main(std::string_view path) {
    const std::string place = normal_path(path);
    std::string_view folder = folder_of(place);
    project_ = folder;
    while (true) {
        if (files_.contains(join_path(folder, "tgdl.json"))) {
            project_ = folder;
            break;
        }
        if (folder.empty()) {
            break;
        }
        folder = folder_of(folder);
    }
    LoadedFile loaded = load(place);
    loaded.path = path;
    return loaded;
}

LoadedFile MemoryLoader::load_import(std::string_view importer_key, std::string_view path) {
    const ResolvedImport resolved = resolve_import(folder_of_key(importer_key), path);
    if (resolved.problem != LoadProblem::None) {
        return {resolved.problem, {}, std::string(path), {}};
    }
    if (resolved.place.tree == ImportTree::Standard) {
        return load_standard_file(resolved.place.path);
    }
    return load(join_path(project_, resolved.place.path));
}

std::vector<std::string> MemoryLoader::neighbours(std::string_view importer_key, std::string_view path) {
    const ImportPlace importer_folder = folder_of_key(importer_key);
    const ResolvedImport resolved = resolve_import(importer_folder, path);
    std::vector<std::string> found;
    if (resolved.problem != LoadProblem::None || resolved.place.tree == ImportTree::Standard) {
        return found;
    }
    for (const auto& [file, text] : files_) {
        const bool in_project = project_.empty() || file.starts_with(project_ + "/");
        const std::string_view candidate = seen_from(project_, file);
        if (in_project && "/" + file != importer_key && is_neighbour(resolved.place.path, candidate)) {
            found.push_back(relative_path(importer_folder.path, candidate));
        }
    }
    return found;
}

ImportPlace MemoryLoader::folder_of_key(std::string_view key) const {
    if (const std::string_view standard = standard_path_of(key); !standard.empty()) {
        return {ImportTree::Standard, std::string(folder_of(standard))};
    }
    const std::string_view file = key.empty() ? key : key.substr(1);
    return {ImportTree::Project, std::string(folder_of(seen_from(project_, file)))};
}

// A key is the path with `/` before it, so that none looks like that of a file of `std/`.
LoadedFile MemoryLoader::load(const std::string& path) const {
    LoadedFile loaded;
    loaded.key = "/" + path;
    loaded.path = path;
    const auto file = files_.find(path);
    if (file == files_.end()) {
        loaded.problem = LoadProblem::NotFound;
    } else if (file->second.size() > kMaxFileBytes) {
        loaded.problem = LoadProblem::TooLarge;
    } else {
        loaded.text = file->second;
    }
    return loaded;
}

} // namespace tgdl
