#include "api/project_folder.h"

#include "api/import_path.h"
#include "api/read_file.h"

#include <algorithm>
#include <sys/stat.h>

namespace tgdl {

namespace {

constexpr const char* kProjectFile = "tgdl.json";

bool is_regular_file(const std::string& path) {
    struct stat status{};
    return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

} // namespace

std::string find_project_folder(const std::string& folder) {
    std::string_view candidate = folder;
    while (true) {
        if (is_regular_file(join_path(candidate.empty() ? "/" : candidate, kProjectFile))) {
            return std::string(candidate.empty() ? "/" : candidate);
        }
        if (candidate.empty() || candidate == "/") {
            return folder;
        }
        candidate = folder_of(candidate);
    }
}

bool is_inside(std::string_view folder, std::string_view path) {
    return path.starts_with(folder)
           && (folder.ends_with('/') || path.size() == folder.size() || path[folder.size()] == '/');
}

std::string find_in_project(const std::string& folder, std::string_view path) {
    if (folder.empty() || path.empty() || path.starts_with('/') || path.find('\0') != std::string_view::npos) {
        return {};
    }
    const std::string project = find_project_folder(folder);
    // By its words first: what lies outside is not even asked for.
    if (!is_inside(project, normal_path(join_path(folder, path)))) {
        return {};
    }
    std::string found = real_path(join_path(folder, path));
    return is_inside(project, found) ? found : std::string();
}

} // namespace tgdl
