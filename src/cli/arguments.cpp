// The commands and their options. This file and parse_problem.cpp are all that sees CLI11, which is slow to compile.
#include "cli/arguments.h"

#include "cli/parse_problem.h"
#include "cli/terminal.h"
#include "cli/version.h"

#include <CLI/CLI.hpp>
#include <array>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

namespace {

constexpr std::string_view kAbout =
    "TGDL describes tabletop games: their pieces, cards, boards, turns and rules.\n"
    "This program finds the mistakes in such a description, plays it, and puts it into one layout.";
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
    // Only the command that the first word names is made, if it names one: making all takes as long as checking a game.
    explicit CommandLine(std::string_view first) : app_(std::string(kAbout), "tgdl") {
        app_.require_subcommand(1);
        app_.footer(std::string(kAfterwards));
        app_.formatter(std::make_shared<HelpLayout>()); // the commands take over this and the help flag
        app_.set_help_flag("-h,--help", "Print this help and exit");
        app_.set_version_flag("--version", version_text, "Print the version and exit");
        for (const auto& [name, add] : kCommands) {
            if (name == first) {
                (this->*add)();
                return;
            }
        }
        for (const auto& [name, add] : kCommands) {
            (this->*add)();
        }
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
        return {.request = std::move(chosen_), .exit_code = ExitCode::Success};
    }

private:
    // The command whose options fill `request`, which is what was asked for if the command is given.
    template <typename OneRequest>
    CLI::App& add_command(const std::string& name, OneRequest& request, const std::string& about,
                          const std::string& more) {
        CLI::App& command = *app_.add_subcommand(name, about);
        command.group("Commands");
        command.footer(more);
        command.final_callback([this, &request] { chosen_ = std::move(request); });
        return command;
    }

    void add_new() {
        CLI::App& command =
            add_command("new", new_, "Make a folder with a small game to begin with",
                        "Makes the folder NAME with the rules of a small game, NAME.tgdl, a playthrough that\n"
                        "tests it, and a README that says how to go on.\n"
                        "\n"
                        "Example:\n"
                        "  tgdl new mygame");
        command.add_option("NAME", new_.name, "The name of the game: letters, digits, `_` and `-`")->required();
    }

    void add_check() {
        CLI::App& command = add_command("check", check_, "Find all errors and warnings of a game, at once",
                                        "Each FILE is checked on its own, with all it imports; `-` is standard input.\n"
                                        "A file without `game` is checked as a library.\n"
                                        "\n"
                                        "Example:\n"
                                        "  tgdl check games/tic_tac_toe/tic_tac_toe.tgdl\n"
                                        "\n"
                                        "`tgdl explain CODE` says more about an error, warning or hint.");
        command.add_option("FILE", check_.files, "The game's main file")->required();
        command.add_flag("--json", check_.json, "Print what was found as JSON, on standard output");
        command.add_flag("--traits", check_.traits,
                         "Print the game's traits: players, chance, hidden information, simultaneous choice, options");
    }

    void add_format() {
        CLI::App& command =
            add_command("fmt", format_, "Put files into the one layout, and rewrite older spellings",
                        "Files are rewritten in place; `-` reads standard input and writes the result to standard\n"
                        "output. A file with mistakes in its grammar is left as it is.\n"
                        "\n"
                        "Example:\n"
                        "  tgdl fmt games/*/*.tgdl");
        command.add_option("FILE", format_.files, "A file of a game")->required();
        command.add_flag("--check", format_.check_only,
                         "Change nothing; list the files that would change, and end with 1 if there are any");
    }

    // What all commands that play a game take.
    static void add_game(CLI::App& command, GameRequest& game) {
        command.add_option("FILE", game.file, "The game's main file; `-` is standard input")->required();
        command.add_option("--players", game.players, "How many play; as few as the game allows if not given")
            ->option_text("N");
        command.add_option("--seed", game.seed, "Where random numbers come from: any 64-bit number, 0 if not given")
            ->option_text("S");
        add_options(command, game.options);
        add_optimise(command, game.optimise);
    }

    // Options of the match.
    static void add_options(CLI::App& command, std::vector<std::string>& options,
                            const char* help = "An option of the match: size=13; once for each. `check --traits` lists "
                                               "them") {
        command.add_option("--option", options, help)->option_text("NAME=VALUE")->allow_extra_args(false);
    }

    static void add_optimise(CLI::App& command, bool& optimise) {
        const auto read = [&optimise](const std::string& word) {
            if (word != "on" && word != "off") {
                throw CLI::ValidationError("--optimise", fmt::format("`{}` is neither `on` nor `off`", word));
            }
            optimise = word == "on";
        };
        command
            .add_option_function<std::string>("--optimise", read,
                                              "off: take no fast path, neither in the code nor in play; all goes the "
                                              "same, but slower. on if not given")
            ->option_text("on|off");
    }

    void add_run() {
        CLI::App& command =
            add_command("run", run_, "Play a game without a person: choices from a file, the rest by bots",
                        "Each line of the choices decides one thing: an option's text, or its number from 0. Lines\n"
                        "that begin with `#` are comments. When they have run out, the bots decide; without bots\n"
                        "the game stops there. The same game, players, seed and choices always give the same output.\n"
                        "At most 16 MiB of choices are read, from a file or a pipe, and 64 KiB of a line.\n"
                        "\n"
                        "Example:\n"
                        "  tgdl run games/tic_tac_toe/tic_tac_toe.tgdl --bots random --seed 7");
        add_game(command, run_.game);
        command.add_option("--choices", run_.choices, "A file with one decision on each line; `-` is standard input")
            ->option_text("FILE");
        command
            .add_option("--bots", run_.bots,
                        "Who decides the rest: random, greedy, mcts:500, mcts:200ms, exec:COMMAND, or a list by seat")
            ->option_text("SPEC");
        command.add_option("--save", run_.save, "Save the game as far as it went, to be replayed or recorded")
            ->option_text("FILE");
        command.add_flag("--auto", run_.single_options_unasked,
                         "Make decisions that have one option without asking for them");
        command.add_option("--limit", run_.limit, "End the game as stuck after so many decisions; 100000 if not given")
            ->option_text("N");
        command.add_flag("--json", run_.json, "Print what was told and the result as JSON, at the end");
        command.add_flag("--trace", run_.trace, "Print every decision, and what follows from it, on standard error");
        command.add_flag("--hash", run_.hash,
                         "Print a hash of the last state before the result: the same in every build");
    }

    void add_play() {
        CLI::App& command = add_command(
            "play", play_, "Play a game at this terminal: people and bots",
            "Everybody is a person unless a seat is given to a bot; seats are numbered from 0, as players are.\n"
            "People take turns at the terminal, which is handed over before anything hidden is shown. `h` shows\n"
            "the keys. Who leaves finds the game in a file, and goes on with `--resume`.\n"
            "\n"
            "Example:\n"
            "  tgdl play games/tic_tac_toe/tic_tac_toe.tgdl --seat 1=random\n"
            "  tgdl play --resume tic_tac_toe.save");
        add_table(command, play_);
    }

    void add_serve() {
        CLI::App& command = add_command(
            "serve", serve_, "Let people and bots play in browsers",
            "Prints the address to open. Whoever sets up a table there gets a link for each seat, to be sent to those\n"
            "who play. Everything is kept, so that tables go on after a restart. Only this machine is served, unless\n"
            "--listen says otherwise. docs/serving.md tells more.\n"
            "\n"
            "Example:\n"
            "  tgdl serve\n"
            "  tgdl serve mygame.tgdl --listen 0.0.0.0 --host games.example.org\n"
            "  tgdl serve --design mygame.tgdl");
        command.add_option("FILE", serve_.files, "Games; those that come with the program if none is given");
        command.add_option("--design", serve_.design, "A game whose rules are edited in the page while it is played")
            ->option_text("FILE");
        command.add_option("--port", serve_.port, "Where to listen; 8420 if not given, 0 for one that is free")
            ->option_text("N");
        command
            .add_option("--listen", serve_.address,
                        "The address to listen at: 0.0.0.0 for all of this machine; 127.0.0.1 if not given")
            ->option_text("ADDRESS");
        command.add_option("--host", serve_.hosts, "A name by which browsers reach the server; once for each")
            ->option_text("NAME")
            ->allow_extra_args(false);
        command
            .add_option(
                "--store", serve_.store,
                "Where tables are kept: a file (tgdl-tables.db if not given), postgres://USER@HOST/DATABASE for "
                "several servers, or memory to forget them at the end")
            ->option_text("FILE|memory|URL");
        command
            .add_option("--url", serve_.url,
                        "Where browsers reach this server, if several share a store: http://one.example.org")
            ->option_text("URL");
        command
            .add_option("--lease", serve_.lease,
                        "After how many seconds another server may go on with the tables of one that died; 15 if not "
                        "given")
            ->option_text("S");
        add_options(command, serve_.options,
                    "An option that matches have unless whoever makes the table chooses otherwise: size=13; once for "
                    "each");
    }

    void add_watch() {
        CLI::App& command = add_command(
            "watch", watch_, "Play a game whose rules are read anew whenever one of their files is saved",
            "Change a rule between two moves: the game so far is played again under the new rules, as far as it\n"
            "goes, and you are told at which choice it differs. Rules with errors are shown until they are mended,\n"
            "at the beginning too.\n"
            "\n"
            "Example:\n"
            "  tgdl watch mygame.tgdl --seat 1=random");
        add_table(command, watch_.play);
    }

    void add_replay() {
        CLI::App& command =
            add_command("replay", replay_, "Watch a saved game, choice by choice",
                        "Steps forwards and backwards, jumps, and shows the table as any player sees it.\n"
                        "\n"
                        "Example:\n"
                        "  tgdl replay tic_tac_toe.save");
        command.add_option("FILE", replay_.file, "A saved game")->required();
        command.add_option("--as", replay_.viewer, "Who watches: a player from 0, spectator (if not given), or all")
            ->option_text("P|spectator|all");
        command.add_option("--game", replay_.game_file, "Other rules than those that the save names")
            ->option_text("FILE");
        add_options(command, replay_.options);
        command.add_flag("--plain", replay_.plain, "Lines of text only, for screen readers and pipes");
    }

    // What the commands take with which people sit at a table.
    static void add_table(CLI::App& command, PlayRequest& play) {
        command.add_option("FILE", play.game.file, "The game's main file");
        command.add_option("--players", play.game.players, "How many play; as few as the game allows if not given")
            ->option_text("N");
        command
            .add_option("--seed", play.game.seed,
                        "Where random numbers come from: any 64-bit number; drawn if not given")
            ->option_text("S");
        add_options(command, play.game.options);
        command.add_option("--seat", play.seats, "Who sits there: 1=random, 1=mcts:1000; once for each bot")
            ->option_text("P=BOT")
            ->allow_extra_args(false);
        command.add_flag("--plain", play.plain,
                         "Lines of text only, for screen readers and pipes; so it is where there is no terminal");
        command.add_flag("--free-undo", play.free_undo,
                         "Everybody agrees that choices are taken back even if something was revealed or drawn");
        command
            .add_option("--save", play.save, "Where the game is kept; a new file in the current folder if not given")
            ->option_text("FILE");
        command.add_option("--resume", play.resume, "Go on with a saved game")->option_text("FILE");
    }

    void add_test() {
        CLI::App& command = add_command(
            "test", test_, "Play the playthroughs beside the games, and show where a game goes another way",
            "A playthrough is a text file that ends in `.play`: a game, choices, and what must come of them.\n"
            "docs/playthroughs.md shows its form. It ends with 1 when one goes another way than written.\n"
            "\n"
            "Example:\n"
            "  tgdl test games\n"
            "  tgdl test --update games/tic_tac_toe/tic_tac_toe.play\n"
            "  tgdl test --record evening.save -o games/tic_tac_toe/evening.play");
        command.add_option(
            "PATH", test_.paths,
            "A playthrough, or a folder with playthroughs in and below it; the current one if not given");
        command.add_flag("--update", test_.update,
                         "Write down what comes out now; choices, remarks and empty lines stay");
        command
            .add_option("--record", test_.record,
                        "Write a saved game down as a playthrough, which tests it from then on")
            ->option_text("SAVE");
        command
            .add_option("-o,--output", test_.output,
                        "Where --record writes; a file with the name of the save beside the game if not given")
            ->option_text("FILE");
        command.add_flag("--json", test_.json, "Print the outcome as JSON");
        add_options(command, test_.options);
        add_optimise(command, test_.optimise);
    }

    void add_simulate() {
        CLI::App& command = add_command(
            "simulate", simulate_, "Play thousands of games between bots, and report how they went",
            "Tells who came first, by seat and by bot, how long games were, how much there was to choose,\n"
            "which actions were possible and taken, and what went wrong. Intervals are those in which the true\n"
            "share lies with 95 %. It ends with 1 when a game ended in an error.\n"
            "\n"
            "Example:\n"
            "  tgdl simulate games/othello/othello.tgdl -n 2000");
        add_game(command, simulate_.game);
        add_games(command, simulate_.games);
        command.add_option("-n,--games", simulate_.games.count, "How many games; 1000 if not given")->option_text("N");
        command
            .add_option(
                "--until", simulate_.until,
                "Play until a figure is known so exactly, as in \"seat 0 share ±1%\" or \"length ±0.5\"; -n is then "
                "the most games, 10000000 if not given")
            ->option_text("FIGURE");
        command
            .add_option("--resume", simulate_.resume,
                        "Keep in this file what is played, and go on from there after an interrupt")
            ->option_text("FILE");
        command.add_option("--json", simulate_.json, "Write the figures as JSON; `-` is standard output")
            ->option_text("FILE");
        command.add_option("--against", simulate_.against, "Play another version of the game too, and compare the two")
            ->option_text("FILE");
        command
            .add_option(
                "--ladder", simulate_.ladder,
                "Does thinking help? So many games between each bot of random, mcts:10, mcts:100, mcts:1000 and the "
                "next")
            ->option_text("N");
        command.add_option("--html", simulate_.html, "Write the report as a page")->option_text("FILE");
    }

    // What all commands that play many games take.
    static void add_games(CLI::App& command, GamesRequest& games) {
        command
            .add_option("--bots", games.bots,
                        "Who plays, by seat: random (the default), greedy, mcts:500, mcts:200ms, exec:COMMAND, or a "
                        "list; it repeats")
            ->option_text("SPEC");
        command.add_flag("--fixed-seats", games.fixed_seats,
                         "Let the bots keep their seats; otherwise they move on one seat every game");
        command.add_option("--jobs", games.jobs, "On how many threads; one for each processor if not given")
            ->option_text("J");
        command.add_option("--limit", games.limit, "End a game as stuck after so many decisions; 100000 if not given")
            ->option_text("N");
    }

    void add_balance() {
        CLI::App& command = add_command(
            "balance", balance_, "Play until it is known whether assertions about a game hold",
            "Ends with 0 when all of them hold, and with 1 when one does not, or when it cannot be told after all\n"
            "games. What can be asserted: seat_share within 3% (of what is fair), seat 0 share, bot 1 share, draws,\n"
            "nobody, stuck, errors, length, moves, turns, decided; each with <, > or between A and B.\n"
            "\n"
            "Example:\n"
            "  tgdl balance game.tgdl --assert \"seat_share within 3%\" --assert \"length < 60\"");
        add_game(command, balance_.game);
        command.add_option("--assert", balance_.assertions, "What must hold; may be given several times")
            ->required()
            ->option_text("WHAT");
        add_games(command, balance_.games);
        command.add_option("-n,--games", balance_.games.count, "How many games at most; 100000 if not given")
            ->option_text("N");
        command
            .add_option("--confidence", balance_.confidence,
                        "How certain each verdict must be; 0.95 if not given, so that one of twenty may be wrong")
            ->option_text("C");
        command.add_flag("--json", balance_.json, "Print the result as JSON");
    }

    void add_doc() {
        CLI::App& command =
            add_command("doc", doc_, "Write a rulebook from the doc comments and definitions of a game",
                        "Prints Markdown, unless a page is asked for. The page needs no other file and no script.\n"
                        "docs/rulebooks.md tells what to write where.\n"
                        "\n"
                        "Example:\n"
                        "  tgdl doc games/hearts/hearts.tgdl --html hearts.html");
        command.add_option("FILE", doc_.file, "The game's main file; `-` is standard input")->required();
        command.add_option("-o,--output", doc_.markdown, "Write the Markdown to a file; `-` is standard output")
            ->option_text("FILE");
        command.add_option("--html", doc_.html, "Write a page of HTML; `-` is standard output")->option_text("FILE");
    }

    void add_perft() {
        CLI::App& command =
            add_command("perft", perft_, "Count the legal lines of play, to compare with other programs",
                        "Prints `D COUNT` for each depth: how many different lines of D complete choices there are.\n"
                        "One choice is a player's whole action, with all that is decided for it.\n"
                        "\n"
                        "Example:\n"
                        "  tgdl perft games/tic_tac_toe/tic_tac_toe.tgdl --depth 5");
        add_game(command, perft_.game);
        command.add_option("--depth", perft_.depth, "How many choices a line has, at most")
            ->required()
            ->option_text("N");
        command.add_flag("--json", perft_.json, "Print the result as JSON");
    }

    void add_solve() {
        CLI::App& command = add_command(
            "solve", solve_, "Find the exact value of a small game",
            "What each seat gets when everybody plays as well as can be. Games in which everything is seen are\n"
            "searched to their ends; where something is hidden or chosen at once, two players learn until neither\n"
            "can gain by playing otherwise. docs/solving.md tells which games can be solved.\n"
            "\n"
            "Example:\n"
            "  tgdl solve games/tic_tac_toe/tic_tac_toe.tgdl");
        command.add_option("FILE", solve_.game.file, "The game's main file; `-` is standard input")->required();
        command.add_option("--players", solve_.game.players, "How many play; as few as the game allows if not given")
            ->option_text("N");
        command
            .add_option("--seed", solve_.game.seed,
                        "Solve the game as this seed sets it up; all that can be dealt if not given")
            ->option_text("S");
        add_options(command, solve_.game.options);
        command.add_option("--positions", solve_.positions, "Give up after so many positions; 1000000 if not given")
            ->option_text("N");
        command
            .add_option(
                "--precision", solve_.precision,
                "With hidden information: how much a seat may still gain by playing otherwise; 0.0005 if not given")
            ->option_text("X");
        command.add_flag("--json", solve_.json, "Print the result as JSON");
    }

    void add_bench() {
        CLI::App& command =
            add_command("bench", bench_, "Measure random playouts per second, and what a copy of the game costs",
                        "Prints one `name value` on each line. Times are seconds of the processor, on one thread.\n"
                        "\n"
                        "Example:\n"
                        "  tgdl bench games/tic_tac_toe/tic_tac_toe.tgdl --seconds 1");
        add_game(command, bench_.game);
        command.add_option("--seconds", bench_.seconds, "How long to play; 3 if not given")->option_text("T");
        command
            .add_option(
                "--playouts", bench_.playouts,
                "Play so many games, however long they take: the same work on every run, for counting instructions")
            ->option_text("N");
        command
            .add_option("--mode", bench_.mode,
                        "moves: each complete legal move is as likely as any other (the default); "
                        "choices: each option of a decision is")
            ->option_text("moves|choices");
        command.add_option("--max-plies", bench_.max_plies, "Stop a playout after so many moves; 10000 if not given")
            ->option_text("N");
        command.add_flag("--json", bench_.json, "Print the result as JSON");
    }

    void add_explain() {
        CLI::App& command =
            add_command("explain", explain_, "Say what an error, warning, hint or runtime error means, with examples",
                        "Without CODE it lists all of them.\n"
                        "\n"
                        "Example:\n"
                        "  tgdl explain E0201");
        command.add_option("CODE", explain_.code, "The code in brackets, such as E0201");
    }

    void add_dump() {
        CLI::App& command =
            add_command("dump", dump_, "Show what a step of the compiler made of a file",
                        "Stages: tokens, tree (the file's grammar), checked (names, types and effects), program\n"
                        "(the compiled code).\n"
                        "\n"
                        "Example:\n"
                        "  tgdl dump game.tgdl --stage tree");
        command.add_option("FILE", dump_.file, "The game's main file; `-` is standard input")->required();
        command.add_option("--stage", dump_.stage, "Which step: tokens, tree, checked or program")
            ->required()
            ->option_text("tokens|tree|checked|program");
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
        print_complaint(describe_unknown_command(name, command_names()));
        print_message("`tgdl --help` tells what each does");
    }

    void complain(const CLI::ParseError& problem) {
        const std::vector<CLI::App*> chosen = app_.get_subcommands();
        const CLI::App& command = chosen.empty() ? app_ : *chosen.front();
        const std::string name = chosen.empty() ? "tgdl" : "tgdl " + command.get_name();
        print_complaint(describe_parse_problem(problem, command));
        print_message(fmt::format("`{} --help` shows how it is used", name));
    }

    struct Command {
        std::string_view name;
        void (CommandLine::*add)();
    };
    static constexpr auto kCommands = std::to_array<Command>({
        {"new", &CommandLine::add_new},
        {"check", &CommandLine::add_check},
        {"fmt", &CommandLine::add_format},
        {"run", &CommandLine::add_run},
        {"play", &CommandLine::add_play},
        {"serve", &CommandLine::add_serve},
        {"watch", &CommandLine::add_watch},
        {"replay", &CommandLine::add_replay},
        {"test", &CommandLine::add_test},
        {"simulate", &CommandLine::add_simulate},
        {"balance", &CommandLine::add_balance},
        {"doc", &CommandLine::add_doc},
        {"perft", &CommandLine::add_perft},
        {"solve", &CommandLine::add_solve},
        {"bench", &CommandLine::add_bench},
        {"explain", &CommandLine::add_explain},
        {"dump", &CommandLine::add_dump},
    });

    CLI::App app_;
    NewRequest new_;
    CheckRequest check_;
    FormatRequest format_;
    ExplainRequest explain_;
    DumpRequest dump_;
    RunRequest run_;
    PlayRequest play_;
    ServeRequest serve_;
    WatchRequest watch_;
    ReplayRequest replay_;
    TestRequest test_;
    SimulateRequest simulate_;
    BalanceRequest balance_;
    DocRequest doc_;
    PerftRequest perft_;
    SolveRequest solve_;
    BenchRequest bench_;
    std::optional<Request> chosen_;
};

} // namespace

Arguments parse_arguments(int count, char** values) {
    return CommandLine(count > 1 ? values[1] : "").parse(count, values);
}

} // namespace tgdl
