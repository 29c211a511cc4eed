// tgdl test --record: a save becomes a playthrough beside its game.
#include "playthrough/record_playthrough.h"
#include "api/disk_loader.h"
#include "api/replace_file.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "saves/save_file.h"

#include <filesystem>
#include <fmt/format.h>

namespace tgdl {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".play";

// Empty when a playthrough may be written there.
std::string find_output_problem(const std::string& output) {
    std::error_code problem;
    if (fs::path(output).extension() != kEnding) {
        return fmt::format("`{}` does not end in `{}`, so `tgdl test` would not find it", output, kEnding);
    }
    if (fs::exists(output, problem)) {
        return fmt::format("there is a file `{}` already; `-o` says where to write", output);
    }
    return {};
}

// The rules that a save was played by; null program: everything is said.
LoadedRules load_rules_of_save(const std::string& game_path) {
    DiskLoader loader;
    LoadedRules rules = load_rules(loader, game_path);
    if (rules.problem != LoadProblem::None) {
        print_load_problem(game_path, rules.problem);
    } else if (rules.is_library) {
        print_complaint(fmt::format("`{}` is a library: it has no `game`, so it cannot be played", game_path));
    } else if (!rules.program) {
        DiagnosticPrinter().print(rules.sources, rules.diagnostics);
    }
    return rules;
}

} // namespace

ExitCode record_playthrough(const TestRequest& request) {
    if (request.update || request.json || !request.paths.empty()) {
        print_complaint("`--record` writes down one save; it goes with `-o` alone");
        return ExitCode::Usage;
    }
    const tl::expected<SavedGame, SaveProblem> saved = read_save_file(request.record);
    if (!saved) {
        print_complaint(describe_problem(request.record, saved.error()));
        return saved.error().line == 0 ? ExitCode::Usage : ExitCode::Failed;
    }
    const tl::expected<std::string, std::string> found = game_file_from_save(request.record, saved->game);
    if (!found) {
        print_complaint(fmt::format("{}: {}: move the save there, or go there", request.record, found.error()));
        return ExitCode::Usage;
    }
    const std::string& game_path = *found;
    const fs::path beside = fs::path(game_path).parent_path() / fs::path(request.record).filename();
    const std::string output =
        request.output.empty() ? fs::path(beside).replace_extension(kEnding).string() : request.output;
    if (const std::string problem = find_output_problem(output); !problem.empty()) {
        print_complaint(problem);
        return ExitCode::Usage;
    }
    const LoadedRules rules = load_rules_of_save(game_path);
    if (!rules.program) {
        return rules.problem == LoadProblem::None && !rules.is_library ? ExitCode::Failed : ExitCode::Usage;
    }
    const tl::expected<std::string, std::string> text = record(*saved, rules, path_from_folder_of(output, game_path));
    if (!text) {
        print_complaint(fmt::format("{}: {}", request.record, text.error()));
        return ExitCode::Failed;
    }
    if (const std::string why = write_file(output, *text); !why.empty()) {
        print_complaint(fmt::format("`{}` cannot be written: {}", output, why));
        return ExitCode::Usage;
    }
    print_result(fmt::format("{}: written\n", output));
    return ExitCode::Success;
}

} // namespace tgdl
