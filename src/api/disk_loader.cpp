#include "api/disk_loader.h"

#include "api/project_folder.h"
#include "api/read_file.h"
#include "api/standard_library.h"

#include <algorithm>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace tgdl {

namespace {

constexpr std::string_view kStandardInput = "-";
constexpr std::string_view kStandardInputKey = "<stdin>";
constexpr int kMaxWalkedEntries = 4000;
constexpr int kMaxWalkedDepth = 6;

// The path from the folder; both absolute and without links. Wants a path inside.
std::string path_inside(std::string_view folder, std::string_view path) {
    path.remove_prefix(std::min(folder.size(), path.size()));
    while (path.starts_with('/')) {
        path.remove_prefix(1);
    }
    return std::string(path);
}

} // namespace

LoadedFile DiskLoader::load_main(std::string_view path) {
    LoadedFile loaded;
    loaded.path = path;
    if (path == kStandardInput) {
        loaded.key = loaded.path = kStandardInputKey;
        main_folder_ = real_path(".");
        project_ = find_project_folder(main_folder_);
        loaded.problem = read_descriptor(STDIN_FILENO, kMaxFileBytes, loaded.text);
        return loaded;
    }
    struct stat status{};
    if (path.find('\0') != std::string_view::npos || ::stat(loaded.path.c_str(), &status) != 0) {
        loaded.problem = LoadProblem::NotFound;
        return loaded;
    }
    if (!S_ISREG(status.st_mode)) { // a pipe has no real path: say what it is before asking for one
        loaded.problem = LoadProblem::NotAFile;
        return loaded;
    }
    loaded.key = real_path(loaded.path);
    if (loaded.key.empty()) {
        loaded.problem = LoadProblem::NotFound;
        return loaded;
    }
    main_folder_ = folder_of(loaded.key).empty() ? "/" : folder_of(loaded.key);
    shown_folder_ = path.starts_with('/') && folder_of(path).empty() ? "/" : folder_of(path);
    project_ = find_project_folder(main_folder_);
    loaded.problem = read_real_file(loaded.key, kMaxFileBytes, loaded.text);
    return loaded;
}

LoadedFile DiskLoader::load_import(std::string_view importer_key, std::string_view path) {
    LoadedFile loaded;
    loaded.path = path;
    const ResolvedImport resolved = resolve_import(folder_of_key(importer_key), path);
    loaded.problem = resolved.problem;
    if (loaded.problem != LoadProblem::None) {
        return loaded;
    }
    if (resolved.place.tree == ImportTree::Standard) {
        return load_standard_file(resolved.place.path);
    }
    loaded.key = project_.empty() ? std::string() : real_path(join_path(project_, resolved.place.path));
    if (loaded.key.empty()) {
        loaded.problem = LoadProblem::NotFound;
        return loaded;
    }
    if (!is_inside(project_, loaded.key)) {
        loaded.problem = LoadProblem::Outside;
        return loaded;
    }
    loaded.path = shown_path(loaded.key);
    loaded.problem = read_real_file(loaded.key, kMaxFileBytes, loaded.text);
    return loaded;
}

std::vector<std::string> DiskLoader::neighbours(std::string_view importer_key, std::string_view path) {
    const ImportPlace importer_folder = folder_of_key(importer_key);
    const ResolvedImport resolved = resolve_import(importer_folder, path);
    std::vector<std::string> found;
    if (resolved.problem != LoadProblem::None || project_.empty() || answers_left_ == 0) {
        return found;
    }
    --answers_left_;
    if (resolved.place.tree == ImportTree::Standard) {
        for (const std::string& file : list_standard_files()) {
            found.push_back(importer_folder.tree == ImportTree::Standard ? relative_path(importer_folder.path, file)
                                                                         : "std/" + file);
        }
        return found;
    }

    std::error_code problem;
    const auto look_at = [&](const std::filesystem::directory_entry& entry) {
        const std::string key = entry.path().string();
        const std::string candidate = path_inside(project_, key);
        if (key != importer_key && is_neighbour(resolved.place.path, candidate)
            && entry.symlink_status(problem).type() == std::filesystem::file_type::regular) {
            found.push_back(relative_path(importer_folder.path, candidate));
        }
    };
    // The folder asked for is looked at first, so that it is seen whole even in a huge project.
    const std::string asked_folder = real_path(join_path(project_, folder_of(resolved.place.path)));
    int entries_left = kMaxWalkedEntries;
    if (!asked_folder.empty() && is_inside(project_, asked_folder)) {
        std::filesystem::directory_iterator entry(asked_folder, problem);
        for (; !problem && entry != std::filesystem::directory_iterator() && entries_left > 0;
             entry.increment(problem)) {
            look_at(*entry);
            --entries_left;
        }
    }
    constexpr auto kSkipClosed = std::filesystem::directory_options::skip_permission_denied;
    std::filesystem::recursive_directory_iterator entry(project_, kSkipClosed, problem);
    for (; !problem && entry != std::filesystem::recursive_directory_iterator() && entries_left > 0;
         entry.increment(problem)) {
        look_at(*entry);
        --entries_left;
        if (entry.depth() >= kMaxWalkedDepth || entry->path().filename().string().starts_with('.')) {
            entry.disable_recursion_pending();
        }
    }
    std::ranges::sort(found);
    found.erase(std::ranges::unique(found).begin(), found.end());
    return found;
}

ImportPlace DiskLoader::folder_of_key(std::string_view key) const {
    if (const std::string_view standard = standard_path_of(key); !standard.empty()) {
        return {ImportTree::Standard, std::string(folder_of(standard))};
    }
    const std::string_view folder = key.starts_with('/') ? folder_of(key) : main_folder_;
    return {ImportTree::Project, path_inside(project_, folder)};
}

// As a person finds it from where they are: the main file's folder as written, then the way from there. Where that does
// not lead to the file (a folder on the way is a link), the file's real path.
std::string DiskLoader::shown_path(const std::string& key) const {
    const std::string from_main = relative_path(main_folder_, key);
    std::string shown = normal_path(join_path(shown_folder_, from_main));
    return real_path(shown) == key ? shown : key;
}

} // namespace tgdl
