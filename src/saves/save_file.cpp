#include "saves/save_file.h"

#include "api/disk_loader.h"
#include "api/project_folder.h"
#include "api/read_file.h"
#include "api/replace_file.h"

#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

namespace tgdl {

namespace {

namespace fs = std::filesystem;

std::string describe_load_problem(LoadProblem problem) {
    switch (problem) {
    case LoadProblem::TooLarge: return "it is larger than 16 MiB, the most a save may be";
    case LoadProblem::NotAFile: return "it is not an ordinary file";
    case LoadProblem::None:
    case LoadProblem::NotFound:
    case LoadProblem::Outside:
    case LoadProblem::Absolute:
    case LoadProblem::BadSeparator: break;
    }
    return "there is no such file, or it cannot be read";
}

fs::path folder_of_save(const std::string& save_path) {
    const fs::path folder = fs::path(save_path).parent_path();
    return folder.empty() ? fs::path(".") : folder;
}

// From which a save may name its rules; absolute and without links.
std::array<std::string, 2> folders_of_save(const std::string& save_path) {
    return {real_path(folder_of_save(save_path).string()), real_path(".")};
}

} // namespace

tl::expected<SavedGame, SaveProblem> read_save_file(const std::string& path) {
    DiskLoader loader;
    const LoadedFile file = loader.load_main(path);
    if (file.problem != LoadProblem::None) {
        return tl::unexpected(SaveProblem{0, describe_load_problem(file.problem)});
    }
    return read_save(file.text);
}

std::string write_save_file(const std::string& path, const SavedGame& saved) {
    const std::string text = write_save(saved);
    return text.size() > kMaxFileBytes ? "it would be larger than 16 MiB, the most a save may be"
                                       : write_file(path, text);
}

std::string path_from_folder_of(const std::string& file, const std::string& path) {
    std::error_code problem;
    const fs::path target = fs::weakly_canonical(path, problem);
    const fs::path folder = problem ? fs::path() : fs::weakly_canonical(folder_of_save(file), problem);
    return problem ? path : target.lexically_relative(folder).generic_string();
}

std::string game_file_in_save(const std::string& save_path, const std::string& game_path) {
    if (game_path == "-") {
        return game_path;
    }
    const std::string game = real_path(game_path);
    for (const std::string& folder : folders_of_save(save_path)) {
        std::string named = fs::path(game).lexically_relative(folder).generic_string();
        if (!game.empty() && find_in_project(folder, named) == game) {
            return named;
        }
    }
    return game_path;
}

tl::expected<std::string, std::string> game_file_from_save(const std::string& save_path, const std::string& named) {
    if (named == "-") {
        return named;
    }
    for (const std::string& folder : folders_of_save(save_path)) {
        if (const std::string found = find_in_project(folder, named); !found.empty()) {
            // As a person finds it from here.
            const std::string shown = path_from_folder_of("here", found);
            return shown.starts_with("..") ? found : shown;
        }
    }
    return tl::unexpected(fmt::format(
        "its `game: {}` is no file of the folder of the save, nor of the current folder, and what lies elsewhere "
        "no save may name; say where the rules are",
        named));
}

std::string describe_problem(std::string_view path, const SaveProblem& problem) {
    return problem.line == 0 ? fmt::format("{}: {}", path, problem.text)
                             : fmt::format("{}:{}: {}", path, problem.line, problem.text);
}

} // namespace tgdl
