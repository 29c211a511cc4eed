// The only file that sees CLI11, which is slow to compile.
#include "cli/arguments.h"

#include "cli/suggest.h"
#include "cli/terminal.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

namespace {

constexpr std::string_view kAbout =
    "TGDL describes tabletop games: their pieces, cards, boards, turns and rules.\n"
    "This program finds the mistakes in such a description and puts it into one layout.";
constexpr std::string_view kAfterwards =
    "`tgdl COMMAND --help` tells more about a command, with an example.\n"
    "It ends with 0 on success, 1 when a game file has errors or a check fails, and\n"
    "2 when it was called wrongly or a file cannot be read or written.";

// CLI11's own layout, in words for people who do not program.
class HelpLayout final : public CLI::Formatter {
public:
    HelpLayout() {
        label("Positionals", "Arguments");
        label("SUBCOMMAND", "COMMAND");
        column_width(18);
    }
    std::string make_usage(const CLI::App* app, std::string name) const override {
        return "\n" + Formatter::make_usage(app, std::move(name));
    }
    // The description says what a value is, so its type and whether it is required need not stand beside the name.
    std::string make_option_opts(const CLI::Option* option) const override {
        return option->get_option_text().empty() ? "" : " " + option->get_option_text();
    }
};

// All commands and their options, and where the parsed values land.
class CommandLine {
public:
    CommandLine() : app_(std::string(kAbout), "tgdl") {
        app_.require_subcommand(1);
        app_.footer(std::string(kAfterwards));
        app_.formatter(std::make_shared<HelpLayout>()); // the commands take over this and the help flag
        app_.set_help_flag("-h,--help", "Print this help and exit");
        app_.set_version_flag("--version", "tgdl " TGDL_VERSION, "Print the version and exit");
        add_check();
        add_format();
        add_explain();
        add_dump();
    }

    Arguments parse(int count, char** values) {
        if (count < 2) {
            print_message(app_.help());
            return {.request = {}, .exit_code = ExitCode::Usage};
        }
        if (const std::string_view first = values[1]; !first.starts_with('-') && !has_command(first)) {
            complain_about_command(first);
            return {.request = {}, .exit_code = ExitCode::Usage};
        }
        try {
            app_.parse(count, values);
        } catch (const CLI::Success& asked_for_text) { // --help, --version
            app_.exit(asked_for_text);
            return {};
        } catch (const CLI::ParseError& problem) {
            complain(problem);
            return {.request = {}, .exit_code = ExitCode::Usage};
        }
        return {.request = take_request(), .exit_code = ExitCode::Success};
    }

private:
    CLI::App* add_command(const std::string& name, const std::string& about, const std::string& more) {
        CLI::App* command = app_.add_subcommand(name, about);
        command->group("Commands");
        command->footer(more);
        return command;
    }

    void add_check() {
        check_command_ = add_command("check", "Find all errors and warnings of a game, at once",
                                     "Each FILE is checked on its own, with all it imports; `-` is standard input.\n"
                                     "A file without `game` is checked as a library.\n"
                                     "\n"
                                     "Example:\n"
                                     "  tgdl check games/tic_tac_toe/tic_tac_toe.tgdl\n"
                                     "\n"
                                     "`tgdl explain CODE` says more about an error, warning or hint.");
        check_command_->add_option("FILE", check_.files, "The game's main file")->required();
        check_command_->add_flag("--json", check_.json, "Print what was found as JSON, on standard output");
        check_command_->add_flag("--traits", check_.traits,
                                 "Print the game's traits: players, chance, hidden information, simultaneous choice");
    }

    void add_format() {
        format_command_ =
            add_command("fmt", "Put files into the one layout, and rewrite older spellings",
                        "Files are rewritten in place; `-` reads standard input and writes the result to standard\n"
                        "output. A file with mistakes in its grammar is left as it is.\n"
                        "\n"
                        "Example:\n"
                        "  tgdl fmt games/*/*.tgdl");
        format_command_->add_option("FILE", format_.files, "A file of a game")->required();
        format_command_->add_flag("--check", format_.check_only,
                                  "Change nothing; list the files that would change, and end with 1 if there are any");
    }

    void add_explain() {
        explain_command_ = add_command("explain", "Say what an error, warning or hint means, with examples",
                                       "Without CODE it lists all of them.\n"
                                       "\n"
                                       "Example:\n"
                                       "  tgdl explain E0201");
        explain_command_->add_option("CODE", explain_.code, "The code in brackets, such as E0201");
    }

    void add_dump() {
        dump_command_ = add_command("dump", "Show what a step of the compiler made of a file",
                                    "Stages: tokens, tree (the file's grammar), checked (names, types and effects).\n"
                                    "\n"
                                    "Example:\n"
                                    "  tgdl dump game.tgdl --stage tree");
        dump_command_->add_option("FILE", dump_.file, "The game's main file; `-` is standard input")->required();
        dump_command_->add_option("--stage", dump_.stage, "Which step: tokens, tree or checked")
            ->required()
            ->option_text("STAGE");
    }

    Request take_request() {
        if (check_command_->parsed()) {
            return std::move(check_);
        }
        if (format_command_->parsed()) {
            return std::move(format_);
        }
        if (explain_command_->parsed()) {
            return std::move(explain_);
        }
        return std::move(dump_);
    }

    std::vector<std::string> command_names() {
        std::vector<std::string> names;
        for (const CLI::App* command : app_.get_subcommands(nullptr)) {
            names.push_back(command->get_name());
        }
        return names;
    }

    bool has_command(std::string_view name) {
        const std::vector<std::string> names = command_names();
        return std::find(names.begin(), names.end(), name) != names.end();
    }

    void complain_about_command(std::string_view name) {
        const std::vector<std::string> names = command_names();
        const std::string meant = closest_word(name, names);
        std::string text = fmt::format("there is no command `{}`; ", name);
        if (!meant.empty()) {
            text += fmt::format("did you mean `tgdl {}`?", meant);
        } else if (name.ends_with(".tgdl")) {
            text += fmt::format("to check the file, say `tgdl check {}`", name);
        } else {
            text += fmt::format("there are {}", fmt::join(names, ", "));
        }
        print_complaint(text);
        print_message("`tgdl --help` tells what each does");
    }

    // An unknown option is the likelier mistake than what else is missing because of it.
    static std::string describe(const CLI::ParseError& problem, const CLI::App& command) {
        const std::vector<std::string> unknown = command.remaining(true);
        if (unknown.empty()) {
            const std::string text = problem.what();
            const bool lacks_value = dynamic_cast<const CLI::ArgumentMismatch*>(&problem) != nullptr;
            return lacks_value ? text.substr(0, text.find(':')) + " needs a value" : text;
        }
        if (!unknown[0].starts_with('-')) {
            return fmt::format("`{}` is one argument too many", unknown[0]);
        }
        std::vector<std::string> names;
        for (const CLI::Option* option : command.get_options()) {
            for (const std::string& name : option->get_lnames()) {
                names.push_back("--" + name);
            }
        }
        const std::string meant = closest_word(unknown[0], names);
        return fmt::format("there is no option `{}`", unknown[0])
               + (meant.empty() ? "" : fmt::format("; did you mean `{}`?", meant));
    }

    void complain(const CLI::ParseError& problem) {
        const std::vector<CLI::App*> chosen = app_.get_subcommands();
        const CLI::App& command = chosen.empty() ? app_ : *chosen.front();
        const std::string name = chosen.empty() ? "tgdl" : "tgdl " + command.get_name();
        print_complaint(describe(problem, command));
        print_message(fmt::format("`{} --help` shows how it is used", name));
    }

    CLI::App app_;
    CheckRequest check_;
    FormatRequest format_;
    ExplainRequest explain_;
    DumpRequest dump_;
    CLI::App* check_command_ = nullptr;
    CLI::App* format_command_ = nullptr;
    CLI::App* explain_command_ = nullptr;
    CLI::App* dump_command_ = nullptr;
};

} // namespace

Arguments parse_arguments(int count, char** values) {
    return CommandLine().parse(count, values);
}

} // namespace tgdl
