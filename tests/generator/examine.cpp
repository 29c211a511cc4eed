#include "examine.h"

#include "api/engine.h"
#include "api/lockstep_for_test.h"
#include "api/memory_loader.h"
#include "bots/random_bot.h"
#include "match/moves.h"
#include "program/verify.h"

#include <fmt/format.h>
#include <set>

namespace tgdl::generator {

namespace {

constexpr std::uint64_t kGames = 2;
constexpr int kMostChoices = 30;
constexpr std::size_t kFewOptions = 8;
constexpr std::uint64_t kSteps = 200'000;
constexpr std::uint64_t kManySteps = 20'000'000; // enough for trials that decide nothing within kSteps

LoadedRules load(const std::string& program, Optimise optimise) {
    MemoryLoader loader;
    loader.add("main.tgdl", program);
    return load_rules(loader, "main.tgdl", Coverage::Off, optimise);
}

std::string end_of(Match& match) {
    if (match.status() == MatchStatus::Waiting) {
        (void)match.decision();
    }
    // In the middle of a transaction the hash tells where in the code it waits.
    const bool is_between = match.status() == MatchStatus::Waiting && !is_within_transaction(match);
    return fmt::format("{} {}", static_cast<int>(match.status()), is_between ? match.hash() : 0);
}

std::multiset<std::string> moves_of(const Match& match) {
    std::multiset<std::string> ends;
    Match from(match);
    for_each_move(from, [&](Match& after, const MoveLine& line) {
        ends.insert(fmt::format("{} of {} decisions", end_of(after), line.size()));
    });
    return ends;
}

class Examiner {
public:
    Examiner(const std::string& program, bool careful)
        : optimised_(load(program, Optimise::Yes)), plain_(load(program, Optimise::No)), careful_(careful) {}

    Verdict examine(std::uint64_t seed) {
        if (!optimised_.program) {
            verdict_.kind = Verdict::Kind::Refused;
            verdict_.what = render_text(optimised_.sources, optimised_.diagnostics);
            if (verdict_.what.find("error[E0901]") != std::string::npos) { // the verifier, not the checker
                verdict_.kind = Verdict::Kind::Wrong;
                verdict_.what = "invalid: " + verdict_.what;
            }
            return verdict_;
        }
        for (const LoadedRules* rules : {&optimised_, &plain_}) {
            if (const std::string problem = verify(*rules->program); !problem.empty()) {
                find("invalid", problem);
            }
        }
        for (std::uint64_t game = 0; game < kGames && verdict_.kind == Verdict::Kind::Fine; ++game) {
            bool has_cut_trial = play(seed + game, kSteps);
            // A trial that its steps end counts as legal, and the two ways need different amounts of steps.
            if (differs()) {
                verdict_.kind = Verdict::Kind::Fine;
                has_cut_trial = play(seed + game, kManySteps);
            }
            if (has_cut_trial && differs()) {
                verdict_.kind = Verdict::Kind::Fine;
            }
            ++verdict_.games;
        }
        return verdict_;
    }

private:
    void find(const std::string& kind, const std::string& what) {
        if (verdict_.kind == Verdict::Kind::Fine) {
            verdict_.kind = Verdict::Kind::Wrong;
            verdict_.what = kind + ": " + what;
        }
    }

    [[nodiscard]] bool differs() const {
        return verdict_.kind == Verdict::Kind::Wrong && verdict_.what.starts_with("differs");
    }

    // True: the trial of some option was too long.
    bool play(std::uint64_t seed, std::uint64_t steps) {
        GameStart start;
        start.players = optimised_.program->min_players;
        start.seed = MatchSeed::from(seed);
        start.limits.steps = steps;
        start.limits.words = 1U << 20U;
        Lockstep both(optimised_, plain_, start);
        RandomBot bot(seed);
        look(both);
        for (int i = 0; i < kMostChoices && both.waits() && verdict_.kind == Verdict::Kind::Fine; ++i) {
            if (i % 6 == 0) {
                compare_moves(both);
            }
            both.choose(bot.decide(both.decision()));
            ++verdict_.choices;
            look(both);
        }
        return both.has_cut_trial();
    }

    void look(Lockstep& both) {
        if (const std::string difference = both.compare(); !difference.empty()) {
            find("differs", difference);
        }
        if (both.is_at_a_limit()) {
            return;
        }
        for (const std::string& line : both.shown()) {
            if (line == "text: broken promise") {
                find("promise", fmt::format("broken after {} choices", both.choices().size()));
            }
            if (careful_ && line.starts_with("fault: ")) {
                find("fault", line);
            }
        }
    }

    void compare_moves(Lockstep& both) {
        const Decision& decision = both.decision();
        const bool is_large = std::ranges::any_of(optimised_.program->inputs, &InputInfo::is_list);
        if (!decision.begins_move || decision.options.size() > kFewOptions || is_large) {
            return;
        }
        const std::multiset<std::string> one = moves_of(both.optimised());
        const std::multiset<std::string> other = moves_of(both.plain());
        if (one != other) {
            find("differs", fmt::format("after {} choices {} moves are listed, and {} the plain way",
                                        both.choices().size(), one.size(), other.size()));
        }
    }

    LoadedRules optimised_;
    LoadedRules plain_;
    bool careful_;
    Verdict verdict_;
};

} // namespace

Verdict examine(const std::string& program, bool careful, std::uint64_t seed) {
    return Examiner(program, careful).examine(seed);
}

} // namespace tgdl::generator
