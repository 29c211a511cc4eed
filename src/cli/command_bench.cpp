// tgdl bench: random playouts per second, and what a copy of a match costs.
#include "api/engine.h"
#include "bots/random_bot.h"
#include "cli/commands.h"
#include "cli/start_game.h"
#include "cli/terminal.h"
#include "match/moves.h"

#include <ctime>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tgdl {

namespace {

double processor_seconds() {
    timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Totals {
    std::uint64_t playouts = 0;
    std::uint64_t plies = 0;
    std::uint64_t choices = 0;
    double seconds = 0;
};

class Bench {
public:
    Bench(const BenchRequest& request, const PreparedGame& game)
        : request_(request),
          game_(game),
          start_(make_match(game.seed)),
          match_(start_),
          mover_(start_),
          bot_(game.seed + 1),
          random_(seed_random(game.seed + 1)) {}

    // False when a playout ended in a runtime error: match() is at it.
    bool play(Totals& totals) {
        constexpr double kOften = 0.001; // looking at the clock takes as long as a short playout
        const double begin = processor_seconds();
        std::uint64_t playouts = 1; // until the next look
        while (!is_enough(totals)) {
            const double before = totals.seconds;
            for (std::uint64_t i = 0; i < playouts && (request_.playouts == 0 || !is_enough(totals)); ++i) {
                play_one(totals);
                if (match_.status() == MatchStatus::Error) {
                    return false;
                }
            }
            totals.seconds = processor_seconds() - begin;
            playouts = totals.seconds - before < kOften ? playouts * 2 : playouts;
        }
        return true;
    }

    double copies_per_second() {
        constexpr int kBatch = 256;
        constexpr double kSeconds = 0.2;
        const double begin = processor_seconds();
        double seconds = 0;
        std::uint64_t copies = 0;
        do {
            for (int i = 0; i < kBatch; ++i) {
                match_.copy_from(start_);
            }
            copies += kBatch;
            seconds = processor_seconds() - begin;
        } while (request_.playouts == 0 && seconds < kSeconds);
        return static_cast<double>(copies) / seconds;
    }

    [[nodiscard]] const Match& start() const { return start_; }
    [[nodiscard]] const Match& match() const { return match_; }

private:
    [[nodiscard]] bool is_enough(const Totals& totals) const {
        return request_.playouts == 0 ? totals.seconds >= request_.seconds : totals.playouts >= request_.playouts;
    }

    [[nodiscard]] Match make_match(std::uint64_t seed) const {
        return {game_.rules.program, game_.start.players, MatchSeed::from(seed), game_.start.limits};
    }

    void play_one(Totals& totals) {
        begin_playout(totals.playouts);
        const std::uint64_t before = match_.decisions_made();
        totals.plies += request_.mode == "moves" ? play_moves() : play_choices();
        totals.choices += match_.decisions_made() - before;
        ++totals.playouts;
    }

    // Where chance has a part, every playout has random numbers of its own.
    void begin_playout(std::uint64_t number) {
        if (game_.rules.program->chance) {
            match_ = make_match(game_.seed + number);
        } else {
            match_.copy_from(start_);
        }
    }

    std::uint64_t play_moves() {
        std::uint64_t plies = 0;
        while (match_.status() == MatchStatus::Waiting && plies < request_.max_plies) {
            if (!mover_.play(match_, random_)) {
                break;
            }
            ++plies;
        }
        return plies;
    }

    std::uint64_t play_choices() {
        std::uint64_t plies = 0;
        while (match_.status() == MatchStatus::Waiting) {
            const Decision& decision = match_.decision();
            plies += decision.begins_move ? 1 : 0;
            if (plies > request_.max_plies) {
                return request_.max_plies;
            }
            if (match_.choose(bot_.decide(decision)) == TransactionOutcome::Undone) {
                --plies; // a choice that is undone is no move
            }
        }
        return plies;
    }

    const BenchRequest& request_;
    const PreparedGame& game_;
    Match start_;
    Match match_;
    RandomMover mover_;
    RandomBot bot_;
    RandomState random_;
};

void print_figures(const BenchRequest& request, const Totals& totals, double copies_per_second, std::size_t bytes) {
    const auto playouts = static_cast<double>(totals.playouts);
    nlohmann::ordered_json figures;
    figures["playouts_per_s"] = playouts / totals.seconds;
    figures["plies_per_playout"] = static_cast<double>(totals.plies) / playouts;
    figures["choices_per_playout"] = static_cast<double>(totals.choices) / playouts;
    figures["copies_per_s"] = copies_per_second;
    figures["state_bytes"] = bytes;
    if (request.json) {
        print_result(figures.dump() + "\n");
        return;
    }
    for (const auto& [name, value] : figures.items()) {
        print_result(value.is_number_float() ? fmt::format("{} {:.2f}\n", name, value.get<double>())
                                             : fmt::format("{} {}\n", name, value.get<std::uint64_t>()));
    }
}

} // namespace

ExitCode run_bench(const BenchRequest& request) {
    if (request.mode != "moves" && request.mode != "choices") {
        print_complaint(fmt::format("there is no mode `{}`; there are `moves` and `choices`", request.mode));
        return ExitCode::Usage;
    }
    const PreparedGame game = prepare_game(request.game);
    if (game.problem != ExitCode::Success) {
        return game.problem;
    }
    Bench bench(request, game);
    Totals totals;
    if (!bench.play(totals)) {
        print_error(game.rules, bench.match());
        return ExitCode::Failed;
    }
    print_figures(request, totals, bench.copies_per_second(), bench.start().state_bytes());
    return ExitCode::Success;
}

} // namespace tgdl
