// Holds the bot that thinks ahead to what can be worked out: it wins what is won and loses nothing that is not lost.
//
//   tgdl_strong_bots [--games N] [--hardest] GAMES
//
// GAMES is the folder of the games. The bot, mcts:2000, plays against somebody who plays perfectly:
//   - N games of tic-tac-toe from each seat, none of which it may lose;
//   - N games from positions of connect four on a rack of 5 x 4, with 3 to 15 discs, that are won for the bot, all of
//     which it must win; with --hardest also from the two with one disc in a corner, which are the only ones with fewer.
// Ends with 1 when it does not.
#include "api/disk_loader.h"
#include "api/memory_loader.h"
#include "bots/mcts_bot.h"
#include "bots/payoffs.h"
#include "random_play.h"

#include <fstream>
#include <sstream>
#include <string>
#include <tsl/robin_map.h>

namespace tgdl {
namespace {

constexpr std::uint64_t kSimulations = 2000;

// What a match is worth to a player, by playing it out in every way: 1, 0 or -1.
class Oracle {
public:
    int value(Match& match, std::uint32_t player) {
        if (match.status() != MatchStatus::Waiting) {
            set_payoffs(match, payoffs_);
            return payoffs_[player] > 0 ? 1 : payoffs_[player] < 0 ? -1 : 0;
        }
        const std::uint64_t key = match.hash() ^ player;
        if (const auto found = known_.find(key); found != known_.end()) {
            return found->second;
        }
        const bool is_own = match.decision().player == player;
        const int wanted = is_own ? 1 : -1;
        int best = -wanted;
        const std::size_t options = match.decision().options.size();
        for (std::size_t i = 0; i < options && best != wanted; ++i) {
            Match after(match);
            after.choose(i);
            const int value = this->value(after, player);
            best = is_own ? std::max(best, value) : std::min(best, value);
        }
        known_[key] = best;
        return best;
    }

    // One of the best options, by lot.
    std::size_t best_option(Match& match, RandomState& random) {
        const std::uint32_t player = match.decision().player;
        std::vector<std::size_t> best;
        int most = -1;
        for (std::size_t i = 0; i < match.decision().options.size(); ++i) {
            Match after(match);
            after.choose(i);
            const int value = this->value(after, player);
            if (value > most) {
                best.clear();
                most = value;
            }
            if (value == most) {
                best.push_back(i);
            }
        }
        return best[random_below(random, best.size())];
    }

private:
    tsl::robin_map<std::uint64_t, int> known_;
    std::vector<double> payoffs_;
};

// What the bot gets, at the seat, when the match is played on.
double play_on(Match match, std::uint32_t seat, Oracle& oracle, std::uint64_t seed) {
    RandomState random = seed_random(seed);
    std::vector<SeatPlan> plans(match.players());
    BotTable bots(plans, match, seed);
    bots.replace(seat,
                 std::make_unique<MctsBot>(match, MctsBudget{.simulations = kSimulations, .milliseconds = 0}, seed),
                 match);
    while (match.status() == MatchStatus::Waiting) {
        const std::size_t choice =
            match.decision().player == seat ? *bots.decide(match) : oracle.best_option(match, random);
        bots.record_choice(match, choice);
        match.choose(choice);
    }
    std::vector<double> payoffs;
    set_payoffs(match, payoffs);
    return payoffs[seat];
}

bool loses_no_tic_tac_toe(const std::string& games, std::uint64_t count) {
    const LoadedRules rules = load_game(games + "/tic_tac_toe/tic_tac_toe.tgdl");
    Oracle oracle;
    std::uint64_t lost = 0;
    for (std::uint64_t i = 0; i < 2 * count; ++i) {
        const Match match(rules.program, 2, MatchSeed::from(i));
        lost += play_on(match, i % 2, oracle, i) < 0 ? 1 : 0;
    }
    fmt::print("tic-tac-toe: {} of {} games lost to perfect play\n", lost, 2 * count);
    return lost == 0;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    const std::size_t at = text.find(what);
    return at == std::string::npos ? "" : text.replace(at, what.size(), with);
}

// Our connect four, on a rack of five columns and four rows.
LoadedRules small_connect_four(const std::string& games) {
    std::ifstream file(games + "/connect_four/connect_four.tgdl");
    std::stringstream text;
    text << file.rdbuf();
    std::string rules = replaced(text.str(), "{ 5, 5, 5, 5, 5, 5, 5 }", "{ 3, 3, 3, 3, 3 }");
    rules = replaced(rules, "Cell[7][6]", "Cell[5][4]");
    rules = replaced(rules, "range 0..6", "range 0..4");
    rules = replaced(rules, "discs == 42", "discs == 20");
    MemoryLoader loader;
    loader.add("small.tgdl", rules);
    return load_rules(loader, "small.tgdl");
}

bool wins_won_connect_four(const std::string& games, std::uint64_t count, bool with_hardest) {
    const LoadedRules rules = small_connect_four(games);
    if (!rules.program) {
        fmt::print("connect four is not what this test takes it for\n");
        return false;
    }
    Oracle oracle;
    std::uint64_t won = 0;
    std::uint64_t found = 0;
    const std::vector<std::size_t> corners = with_hardest ? std::vector<std::size_t>{0, 4} : std::vector<std::size_t>{};
    for (const std::size_t corner : corners) {
        Match match(rules.program, 2, MatchSeed::from(0));
        match.choose(0); // to drop a disc
        match.choose(corner);
        ++found;
        won += play_on(match, 1, oracle, 0) > 0 ? 1 : 0;
    }
    for (std::uint64_t seed = 0; found < count + corners.size(); ++seed) {
        RandomState random = seed_random(seed);
        Match match(rules.program, 2, MatchSeed::from(seed));
        const std::uint64_t discs = 3 + random_below(random, 13);
        for (std::uint64_t i = 0; i < 2 * discs && match.status() == MatchStatus::Waiting; ++i) {
            match.choose(random_below(random, match.decision().options.size()));
        }
        if (match.status() != MatchStatus::Waiting) {
            continue;
        }
        const std::uint32_t seat = match.decision().player;
        if (oracle.value(match, seat) == 1) {
            ++found;
            won += play_on(match, seat, oracle, seed) > 0 ? 1 : 0;
        }
    }
    fmt::print("connect four 5 x 4: {} of {} won positions won\n", won, found);
    return won == found;
}

} // namespace
} // namespace tgdl

int main(int count, char** values) {
    std::uint64_t games = 20;
    bool all_hold = true;
    bool with_hardest = false;
    for (int i = 1; i < count; ++i) {
        const std::string word = values[i];
        if (word == "--games" && i + 1 < count) {
            games = std::strtoull(values[++i], nullptr, 10);
        } else if (word == "--hardest") {
            with_hardest = true;
        } else {
            all_hold = tgdl::loses_no_tic_tac_toe(word, games) && all_hold;
            all_hold = tgdl::wins_won_connect_four(word, games, with_hardest) && all_hold;
        }
    }
    return all_hold ? 0 : 1;
}
