// tgdl test: plays the playthroughs beside the games, and shows the first difference of each or writes it down. (A file
// command_test.cpp would be a unit test.)
#include "api/disk_loader.h"
#include "api/engine.h"
#include "api/replace_file.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "diagnostics/terminal_text.h"
#include "playthrough/playthrough.h"
#include "playthrough/run_playthrough.h"
#include "program/options.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>

namespace tgdl {

namespace {

namespace fs = std::filesystem;

// Loads a game for a playthrough: its path is from the playthrough's folder, and not outside the playthrough's project.
class PlaythroughLoader final : public Loader {
public:
    PlaythroughLoader(DiskLoader& disk, const std::string& playthrough_key) : disk_(disk), key_(playthrough_key) {}

    LoadedFile load_main(std::string_view path) override { return disk_.load_import(key_, path); }
    LoadedFile load_import(std::string_view importer_key, std::string_view path) override {
        return disk_.load_import(importer_key, path);
    }
    std::vector<std::string> neighbours(std::string_view importer_key, std::string_view path) override {
        return disk_.neighbours(importer_key, path);
    }

private:
    DiskLoader& disk_;
    const std::string& key_;
};

enum class Played { Passed, Written, Failed };

std::string_view verdict_word(Played verdict) {
    switch (verdict) {
    case Played::Passed: return "passed";
    case Played::Written: return "written";
    case Played::Failed: break;
    }
    return "failed";
}

// What became of one playthrough.
struct Tested {
    std::string path;
    Played verdict = Played::Failed;
    PlayProblem problem;                      // of one that failed; line 0: of the whole file
    std::optional<PlayDifference> difference; // why it failed, if it goes another way
    std::vector<std::string> reports;         // what the game reported on the way
    bool is_called_wrongly = false;           // the game has not the options of the command line
};

std::string describe_game_problem(const std::string& game, LoadProblem problem) {
    switch (problem) {
    case LoadProblem::None:
    case LoadProblem::NotFound: break;
    case LoadProblem::Outside:
    case LoadProblem::Absolute:
        return fmt::format("`{}` lies outside the playthrough's project; a playthrough lies beside its game", game);
    case LoadProblem::BadSeparator: return fmt::format("`{}`: the parts of a path are joined by `/`", game);
    case LoadProblem::TooLarge: return fmt::format("`{}` is larger than 16 MiB, the most a game file may be", game);
    case LoadProblem::NotAFile: return fmt::format("`{}` is not an ordinary file", game);
    }
    return fmt::format("there is no game `{}`, seen from the playthrough's folder", game);
}

class Tester {
public:
    explicit Tester(const TestRequest& request) : request_(request) {}

    Tested test(const std::string& path) {
        Tested outcome;
        outcome.path = path;
        DiskLoader disk;
        const LoadedFile file = disk.load_main(path);
        if (file.problem != LoadProblem::None) {
            outcome.problem.text = file.problem == LoadProblem::TooLarge
                                       ? "it is larger than 16 MiB, the most a playthrough may be"
                                       : "it cannot be read";
            return outcome;
        }
        tl::expected<Playthrough, PlayProblem> playthrough = read_playthrough(file.text);
        if (!playthrough) {
            outcome.problem = playthrough.error();
            return outcome;
        }
        PlaythroughLoader loader(disk, file.key);
        const LoadedRules rules =
            load_rules(loader, playthrough->game, Coverage::Off, request_.optimise ? Optimise::Yes : Optimise::No);
        outcome.problem = {playthrough->game_line, find_game_problem(*playthrough, rules), {}};
        if (outcome.problem.text.empty() && add_options(*playthrough, rules, outcome)) {
            play(*playthrough, rules, file, outcome);
        }
        return outcome;
    }

private:
    // Those of the command line. False: the game has them not, and the outcome says so.
    bool add_options(Playthrough& playthrough, const LoadedRules& rules, Tested& outcome) const {
        std::vector<OptionChoice> choices;
        choices.reserve(request_.options.size());
        std::ranges::transform(request_.options, std::back_inserter(choices), read_option_choice);
        if (const auto chosen = with_options(rules.program, choices); !chosen) {
            outcome.problem = {0, chosen.error(), {}};
            outcome.is_called_wrongly = true;
            return false;
        }
        std::ranges::move(choices, std::back_inserter(playthrough.options));
        return true;
    }

    // Empty when the game can be played.
    std::string find_game_problem(const Playthrough& playthrough, const LoadedRules& rules) {
        if (rules.problem != LoadProblem::None) {
            return describe_game_problem(playthrough.game, rules.problem);
        }
        if (rules.is_library) {
            return fmt::format("`{}` is a library: it has no `game`, so it cannot be played", rules.path);
        }
        if (!rules.program) {
            printer_.print(rules.sources, rules.diagnostics);
            return fmt::format("`{}` has errors", rules.path);
        }
        return {};
    }

    void play(const Playthrough& playthrough, const LoadedRules& rules, const LoadedFile& file, Tested& outcome) {
        Transcript transcript = run_playthrough(playthrough, rules);
        outcome.reports = std::move(transcript.reports);
        if (request_.update) {
            update(playthrough, transcript, file, outcome);
            return;
        }
        outcome.difference = find_difference(playthrough, transcript);
        if (outcome.difference) {
            outcome.problem = {outcome.difference->line, describe_place(*outcome.difference), {}};
        } else if (transcript.problem) {
            outcome.problem = *transcript.problem;
        } else {
            outcome.verdict = Played::Passed;
        }
    }

    static void update(const Playthrough& playthrough, const Transcript& transcript, const LoadedFile& file,
                       Tested& outcome) {
        if (transcript.problem) {
            outcome.problem = *transcript.problem;
            return;
        }
        if (const PlayLine* const left_over = find_left_over(playthrough, transcript)) {
            outcome.problem = {left_over->number, "the game has ended before this choice", {}};
            return;
        }
        const std::string text = write_playthrough(playthrough, transcript);
        if (text == file.text) {
            outcome.verdict = Played::Passed;
            return;
        }
        const std::string why = replace_file(file.key, text);
        outcome.verdict = why.empty() ? Played::Written : Played::Failed;
        outcome.problem = {0, "it cannot be written: " + why, {}};
    }

    // Which choice the game goes another way after.
    static std::string describe_place(const PlayDifference& difference) {
        if (!difference.choice) {
            return "the game goes another way before the first choice";
        }
        return fmt::format("the game goes another way after choice {}, `{}`", difference.choices,
                           write_line(*difference.choice));
    }

    const TestRequest& request_;
    DiagnosticPrinter printer_;
};

std::string shown(const PlayLine& line) {
    return show_on_one_line(write_line(line));
}

std::string painted(std::string_view code, const std::string& text) {
    return result_colour() == Colour::On ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : text;
}

// `-` is what is written and did not come, `+` what came instead.
void print_difference(const PlayDifference& difference) {
    for (const ComparedLine& compared : difference.compared) {
        const std::string text = shown(compared.line);
        const std::string number = compared.line.number == 0 ? "" : fmt::format("{}", compared.line.number);
        switch (compared.side) {
        case ComparedLine::Side::Both:
            print_result(fmt::format("{:>6}{}{}\n", number, text.empty() ? "" : "   ", text));
            break;
        case ComparedLine::Side::Written:
            print_result(fmt::format("{:>6} {}\n", number, painted("31", "- " + text)));
            break;
        case ComparedLine::Side::Played: print_result(fmt::format("{:>6} {}\n", "", painted("32", "+ " + text))); break;
        }
    }
}

void print_outcome(const Tested& outcome) {
    if (outcome.verdict == Played::Passed) {
        return;
    }
    if (outcome.verdict == Played::Written) {
        print_result(fmt::format("{}: written\n", outcome.path));
        return;
    }
    const std::string place = outcome.problem.line == 0 ? "" : fmt::format(":{}", outcome.problem.line);
    print_result(fmt::format("{}{}: {}\n", outcome.path, place, show_on_one_line(outcome.problem.text)));
    for (const std::string& detail : outcome.problem.details) {
        print_result(fmt::format("  {}\n", show_on_one_line(detail)));
    }
    if (outcome.difference) {
        print_difference(*outcome.difference);
    }
    for (const std::string& report : outcome.reports) {
        print_result(report + (report.ends_with('\n') ? "" : "\n"));
    }
}

void print_json(const std::vector<Tested>& outcomes) {
    using Json = nlohmann::ordered_json;
    const auto count = [&](Played verdict) { return std::ranges::count(outcomes, verdict, &Tested::verdict); };
    Json object;
    object["passed"] = count(Played::Passed);
    object["written"] = count(Played::Written);
    object["failed"] = count(Played::Failed);
    object["playthroughs"] = Json::array();
    for (const Tested& outcome : outcomes) {
        Json one;
        one["file"] = outcome.path;
        one["outcome"] = verdict_word(outcome.verdict);
        if (outcome.verdict == Played::Failed) {
            one["line"] = outcome.problem.line == 0 ? Json() : Json(outcome.problem.line);
            one["problem"] = outcome.problem.text;
            const PlayDifference difference = outcome.difference.value_or(PlayDifference{});
            one["choice"] = outcome.difference ? Json(difference.choices) : Json();
            one["expected"] = difference.expected ? Json(write_line(*difference.expected)) : Json();
            one["got"] = difference.got ? Json(write_line(*difference.got)) : Json();
        }
        object["playthroughs"].push_back(std::move(one));
    }
    print_result(object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
}

// The playthroughs in and below a folder, by name. Links to folders are not followed, hidden folders not entered.
std::vector<std::string> find_playthroughs(const fs::path& folder) {
    std::vector<std::string> found;
    std::error_code problem;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, problem);
    for (; !problem && entry != fs::recursive_directory_iterator(); entry.increment(problem)) {
        if (entry->path().filename().string().starts_with('.')) {
            entry.disable_recursion_pending();
        } else if (entry->path().extension() == ".play") {
            found.push_back(entry->path().lexically_normal().string());
        }
    }
    std::ranges::sort(found);
    return found;
}

// False when there is nothing to play at one of the paths; says so.
bool collect_playthroughs(const std::vector<std::string>& paths, std::vector<std::string>& playthroughs) {
    for (const std::string& path : paths) {
        std::error_code problem;
        if (!fs::is_directory(path, problem)) {
            if (!fs::exists(path, problem)) {
                print_complaint(fmt::format("there is no playthrough or folder `{}`", path));
                return false;
            }
            playthroughs.push_back(path);
            continue;
        }
        std::vector<std::string> found = find_playthroughs(path);
        if (found.empty()) {
            print_complaint(
                fmt::format("there is no playthrough, a file that ends in `.play`, in `{}` or below", path));
            return false;
        }
        std::ranges::move(found, std::back_inserter(playthroughs));
    }
    return true;
}

} // namespace

ExitCode run_test(const TestRequest& request) {
    if (!request.record.empty()) {
        return record_playthrough(request);
    }
    if (!request.output.empty()) {
        print_complaint("`-o` says where `--record` writes a playthrough; without `--record` nothing is written");
        return ExitCode::Usage;
    }
    std::vector<std::string> playthroughs;
    if (!collect_playthroughs(request.paths.empty() ? std::vector<std::string>{"."} : request.paths, playthroughs)) {
        return ExitCode::Usage;
    }
    Tester tester(request);
    std::vector<Tested> outcomes;
    for (const std::string& path : playthroughs) {
        outcomes.push_back(tester.test(path));
        if (!request.json) {
            print_outcome(outcomes.back());
        }
    }
    const auto failed = std::ranges::count(outcomes, Played::Failed, &Tested::verdict);
    if (request.json) {
        print_json(outcomes);
    } else {
        print_result(painted(failed == 0 ? "32" : "31",
                             fmt::format("{} passed, {} failed", std::ssize(outcomes) - failed, failed))
                     + "\n");
    }
    const bool can_update = std::ranges::any_of(outcomes, [](const Tested& one) { return one.difference.has_value(); });
    if (can_update && person_reads_messages()) {
        print_message("`tgdl test --update` writes down what comes out now, where that is right");
    }
    if (std::ranges::any_of(outcomes, &Tested::is_called_wrongly)) {
        return ExitCode::Usage;
    }
    return failed == 0 ? ExitCode::Success : ExitCode::Failed;
}

} // namespace tgdl
