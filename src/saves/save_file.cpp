#include "saves/save_file.h"

#include "api/disk_loader.h"
#include "api/replace_file.h"

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

std::string game_file_in_save(const std::string& save_path, const std::string& game_path) {
    if (game_path == "-" || fs::path(game_path).is_absolute()) {
        return game_path;
    }
    std::error_code problem;
    const fs::path game = fs::weakly_canonical(game_path, problem);
    const fs::path folder = problem ? fs::path() : fs::weakly_canonical(folder_of_save(save_path), problem);
    return problem ? game_path : game.lexically_relative(folder).generic_string();
}

std::string game_file_from_save(const std::string& save_path, const std::string& named) {
    if (named == "-" || fs::path(named).is_absolute()) {
        return named;
    }
    return (folder_of_save(save_path) / named).lexically_normal().string();
}

std::string describe_problem(std::string_view path, const SaveProblem& problem) {
    return problem.line == 0 ? fmt::format("{}: {}", path, problem.text)
                             : fmt::format("{}:{}: {}", path, problem.line, problem.text);
}

} // namespace tgdl
