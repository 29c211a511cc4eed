#include "api/import_path.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace tgdl {

namespace {

constexpr std::string_view kStandardPrefix = "std/";
constexpr std::string_view kExtension = ".tgdl";

bool has_drive_letter(std::string_view path) {
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return path.size() >= 2 && path[1] == ':' && is_letter(path[0]);
}

std::vector<std::string_view> split_path(std::string_view path) {
    std::vector<std::string_view> parts;
    while (!path.empty()) {
        const std::size_t length = std::min(path.find('/'), path.size());
        if (length > 0) {
            parts.push_back(path.substr(0, length));
        }
        path.remove_prefix(std::min(length + 1, path.size()));
    }
    return parts;
}

std::string join_parts(const std::vector<std::string_view>& parts) {
    std::string path;
    for (const std::string_view part : parts) {
        path += path.empty() ? "" : "/";
        path += part;
    }
    return path;
}

// None when the path goes above the folder's tree.
std::optional<std::string> walk(std::string_view folder, std::string_view path) {
    std::vector<std::string_view> parts = split_path(folder);
    for (const std::string_view part : split_path(path)) {
        if (part == ".") {
            continue;
        }
        if (part != "..") {
            parts.push_back(part);
        } else if (parts.empty()) {
            return std::nullopt;
        } else {
            parts.pop_back();
        }
    }
    return join_parts(parts);
}

} // namespace

ResolvedImport resolve_import(const ImportPlace& importer_folder, std::string_view written) {
    const auto refuse = [](LoadProblem problem) { return ResolvedImport{problem, {}}; };
    if (written.empty() || written.find('\0') != std::string_view::npos) {
        return refuse(LoadProblem::NotFound);
    }
    if (written.front() == '/' || has_drive_letter(written)) {
        return refuse(LoadProblem::Absolute);
    }
    if (written.find('\\') != std::string_view::npos) {
        return refuse(LoadProblem::BadSeparator);
    }
    const bool names_standard = written.starts_with(kStandardPrefix);
    const std::optional<std::string> path =
        names_standard ? walk("", written.substr(kStandardPrefix.size())) : walk(importer_folder.path, written);
    if (!path) {
        return refuse(LoadProblem::Outside);
    }
    return {LoadProblem::None, {names_standard ? ImportTree::Standard : importer_folder.tree, *path}};
}

bool is_neighbour(std::string_view asked, std::string_view candidate) {
    const std::string_view name = last_part(candidate);
    const std::string_view asked_name = last_part(asked);
    return name.ends_with(kExtension) && candidate.find('\\') == std::string_view::npos
           && (folder_of(candidate) == folder_of(asked) || name == asked_name
               || name.substr(0, name.size() - kExtension.size()) == asked_name);
}

std::string_view folder_of(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}

std::string_view last_part(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string join_path(std::string_view folder, std::string_view path) {
    std::string joined(folder);
    joined += folder.empty() || folder.ends_with('/') ? "" : "/";
    joined += path;
    return joined;
}

std::string relative_path(std::string_view importer_folder, std::string_view path) {
    const std::vector<std::string_view> from = split_path(importer_folder);
    const std::vector<std::string_view> to = split_path(path);
    const auto [from_rest, to_rest] = std::ranges::mismatch(from, to);
    std::vector<std::string_view> parts(static_cast<std::size_t>(from.end() - from_rest), "..");
    parts.insert(parts.end(), to_rest, to.end());
    return join_parts(parts);
}

std::string normal_path(std::string_view path) {
    std::vector<std::string_view> parts;
    for (const std::string_view part : split_path(path)) {
        if (part == ".") {
            continue;
        }
        if (part != ".." || parts.empty() || parts.back() == "..") {
            parts.push_back(part);
        } else {
            parts.pop_back();
        }
    }
    return (path.starts_with('/') ? "/" : "") + join_parts(parts);
}

} // namespace tgdl
