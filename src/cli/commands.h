// The commands of `tgdl`: what each is asked for, and its outcome.
//
// Results go to standard output, everything else to standard error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tgdl {

// What the program ends with, worst last. Users and scripts rely on the numbers.
enum class ExitCode : std::uint8_t {
    Success = 0,
    Failed = 1, // a game file has errors, or a check failed
    Usage = 2,  // called wrongly; a file that is named cannot be read or written
};

// tgdl new
struct NewRequest {
    std::string name;
};
ExitCode run_new(const NewRequest& request);

// tgdl check
struct CheckRequest {
    std::vector<std::string> files; // `-`: standard input, also below
    bool json = false;
    bool traits = false;
};
ExitCode run_check(const CheckRequest& request);

// tgdl fmt
struct FormatRequest {
    std::vector<std::string> files;
    bool check_only = false; // change nothing, list what would change
};
ExitCode run_format(const FormatRequest& request);

// tgdl explain
struct ExplainRequest {
    std::string code; // empty: list all
};
ExitCode run_explain(const ExplainRequest& request);

// tgdl dump
struct DumpRequest {
    std::string file;
    std::string stage;
};
ExitCode run_dump(const DumpRequest& request);

// Which game, for how many, with which random numbers: the same for every command that plays.
struct GameRequest {
    std::string file;
    std::string players; // a number; empty: as few as the game allows
    std::string seed = "0";
    std::vector<std::string> options; // `size=13`
    bool coverage = false;            // record which regions of the rules run
    bool optimise = true;             // false: neither code nor play takes a fast path
};

// tgdl run
struct RunRequest {
    GameRequest game;
    std::string choices; // a file with one decision on each line; `-`: standard input; empty: none
    std::string bots;    // who decides when the choices have run out; empty: nobody
    std::string save;    // where to save the game at its end; empty: nowhere
    std::uint64_t limit = 100'000;
    bool single_options_unasked = false; // --auto
    bool json = false;
    bool trace = false;
    bool hash = false;
};
ExitCode run_run(const RunRequest& request);

// tgdl play
struct PlayRequest {
    GameRequest game{.file = {},
                     .players = {},
                     .seed = {},
                     .options = {},
                     .coverage = false,
                     .optimise = true}; // no seed: one is drawn
    std::vector<std::string> seats;     // `1=random`; those not named are people
    std::string save;                   // where the game is kept; empty: a new file beside the user
    std::string resume;                 // a saved game to go on with; the game's file may be left out then
    bool plain = false;
    bool free_undo = false;
};
ExitCode run_play(const PlayRequest& request);

// tgdl serve
struct ServeRequest {
    std::vector<std::string> files; // none: the games that are part of the program
    std::string design;             // a game whose rules are edited in the page; empty: none
    std::string address = "127.0.0.1";
    std::uint16_t port = 8420;
    std::vector<std::string> hosts; // further names of the server, as browsers know it
    std::string store = "tgdl-tables.db";
    std::string url;                  // where browsers reach this one of several servers; empty: it is the only one
    std::uint32_t lease = 15;         // seconds
    std::vector<std::string> options; // of matches: what tables get that choose nothing else
};
ExitCode run_serve(const ServeRequest& request);

// tgdl watch
struct WatchRequest {
    PlayRequest play;
};
ExitCode run_watch(const WatchRequest& request);

// tgdl replay
struct ReplayRequest {
    std::string file;                 // a save
    std::string game_file;            // empty: the rules that the save names
    std::vector<std::string> options; // others than the save names
    std::string viewer;               // a player, `spectator` or `all`; empty: spectator
    bool plain = false;
};
ExitCode run_replay(const ReplayRequest& request);

// tgdl test
struct TestRequest {
    std::vector<std::string> paths;   // playthroughs, and folders of them
    bool update = false;              // write down what comes out
    std::vector<std::string> options; // others than the playthroughs name
    std::string record;               // a save to write down as a playthrough; empty: none
    std::string output;               // where to; empty: beside its game
    bool json = false;
    bool optimise = true; // as in GameRequest
};
ExitCode run_test(const TestRequest& request);
ExitCode record_playthrough(const TestRequest& request); // the part of it that `--record` asks for

// How many games, between whom: the same for every command that plays many.
struct GamesRequest {
    std::optional<std::uint64_t> count; // none: as many as the command says
    std::string bots = "random";
    std::uint32_t jobs = 0; // 0: as many as the machine has processors
    std::uint64_t limit = 100'000;
    bool fixed_seats = false;
};

// tgdl simulate
struct SimulateRequest {
    GameRequest game;
    GamesRequest games;
    std::string until;        // a figure, and how exactly it is wanted; empty: none
    std::string resume;       // a file that keeps what is played; empty: none
    std::string against;      // another version of the game; empty: none
    std::uint64_t ladder = 0; // games between bots that think more and more; 0: none
    std::string json;         // a file, `-` for standard output; empty: none
    std::string html;         // likewise
};
ExitCode run_simulate(const SimulateRequest& request);

// tgdl balance
struct BalanceRequest {
    GameRequest game;
    GamesRequest games;
    std::vector<std::string> assertions;
    double confidence = 0.95;
    bool json = false;
};
ExitCode run_balance(const BalanceRequest& request);

// tgdl doc
struct DocRequest {
    std::string file;
    std::string
        markdown;     // where the Markdown goes: a file, `-` for standard output; empty: there, if no page is written
    std::string html; // where the page goes, likewise; empty: nowhere
};
ExitCode run_doc(const DocRequest& request);

// tgdl perft
struct PerftRequest {
    GameRequest game;
    std::uint32_t depth = 0;
    bool json = false;
};
ExitCode run_perft(const PerftRequest& request);

// tgdl solve
struct SolveRequest {
    GameRequest game{.file = {},
                     .players = {},
                     .seed = {},
                     .options = {},
                     .coverage = false,
                     .optimise = true}; // no seed: all that can be dealt
    std::uint64_t positions = 1'000'000;
    double precision = 0.0005;
    bool json = false;
};
ExitCode run_solve(const SolveRequest& request);

// tgdl bench
struct BenchRequest {
    GameRequest game;
    double seconds = 3;
    std::uint64_t playouts = 0; // 0: as many as fit
    std::string mode = "moves";
    std::uint64_t max_plies = 10'000;
    bool json = false;
};
ExitCode run_bench(const BenchRequest& request);

} // namespace tgdl
