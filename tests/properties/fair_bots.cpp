// Holds bots to what their seat knows: whatever is hidden from it, the same bot with the same seed chooses the same.
//
//   tgdl_fair_bots [--positions N] [--all-seeing] FILE…
//
// At N random positions of each game, the bot that thinks ahead decides twice: in the real match, and in a twin in which
// something is otherwise that its seat cannot know:
//   - hidden cards have changed places, those that might be each other for all the seat has seen;
//   - a random number, a shuffled list or a choice of another player was another one, and all along the seat was told,
//     asked and shown the same.
// Ends with 1 when it chooses something else; with --all-seeing, which lets it see everything, when it never does.
#include "base/random.h"
#include "bots/mcts_bot.h"
#include "match/card_tracker.h"
#include "match/determinize.h"
#include "match/flow.h"
#include "random_play.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>

namespace tgdl {
namespace {

constexpr std::uint64_t kSimulations = 6;
constexpr int kTwinsTried = 8; // of each kind, to find one

// All that happened in a match: enough to play it again.
struct History {
    std::vector<Draw> draws;
    std::vector<std::uint32_t> choices;
    std::vector<std::size_t> draws_before; // by choice
};

// A match that is played again, as somebody at one seat sees it.
struct ReplayedMatch {
    std::unique_ptr<Match> match;
    std::unique_ptr<DrawTape> tape = std::make_unique<DrawTape>();
    SeatObserver seat;
    CardTracker card_tracker; // the test's own
    std::string observed;     // all that the seat was told, asked and shown

    ReplayedMatch(std::uint32_t player, std::uint32_t viewer) : seat(player, viewer), card_tracker(player) {}
};

class FairnessTest {
public:
    FairnessTest(const LoadedRules& rules, std::uint64_t positions, bool sees_all)
        : rules_(rules), positions_(positions), sees_all_(sees_all) {}

    // The first unfair choice, in words; empty when there is none.
    std::string find_unfair() {
        for (std::uint64_t seed = 0; unfair_.empty() && examined_ < positions_; ++seed) {
            play_game(seed);
        }
        return unfair_;
    }

    [[nodiscard]] std::uint64_t dealt() const { return dealt_; }
    [[nodiscard]] std::uint64_t replayed() const { return replayed_; }

private:
    // One in four decisions of a random game is looked at.
    void play_game(std::uint64_t seed) {
        const Program& program = *rules_.program;
        players_ =
            static_cast<std::uint32_t>(program.min_players + seed % (program.max_players - program.min_players + 1));
        history_ = {};
        seed_ = MatchSeed::from(seed);
        RandomState random = seed_random(seed);
        DrawTape tape;
        Match match(rules_.program, players_, seed_, {}, nullptr, nullptr, &tape);
        while (match.status() == MatchStatus::Waiting && unfair_.empty() && examined_ < positions_) {
            history_.draws.insert(history_.draws.end(), tape.draws.begin(), tape.draws.end());
            history_.draws_before.push_back(history_.draws.size());
            tape.clear();
            if (match.decision().options.size() > 1 && random_below(random, 4) == 0) {
                look(match.decision().player, seed_random(random_below(random, UINT64_MAX)));
            }
            const std::uint64_t choice = random_below(random, match.decision().options.size());
            history_.choices.push_back(static_cast<std::uint32_t>(choice));
            match.choose(choice);
        }
    }

    void look(std::uint32_t player, RandomState random) {
        ++examined_;
        std::unique_ptr<ReplayedMatch> real = replay(history_, player);
        const std::string decided = decide(real->seat);
        for (int i = 0; i < kTwinsTried; ++i) {
            Match twin(*real->match);
            if (redeal(*real, random, twin)) {
                ++dealt_;
                std::unique_ptr<ReplayedMatch> other = replay(history_, player, &twin);
                compare(player, decided, decide(other->seat), "hidden cards lie elsewhere");
                break;
            }
        }
        for (int i = 0; i < kTwinsTried; ++i) {
            const std::unique_ptr<ReplayedMatch> other = find_other_history(*real, random);
            if (other != nullptr && other->match->hash() != real->match->hash()) {
                ++replayed_;
                compare(player, decided, decide(other->seat), "something went otherwise");
                break;
            }
        }
    }

    // False when everything lies as it did. Not where others have chosen at the same moment: seats remember such matches as
    // they were when the first of them was asked.
    static bool redeal(ReplayedMatch& real, RandomState& random, Match& twin) {
        const std::uint32_t player = real.seat.player();
        return real.match->program().hides && !has_chosen_simultaneously(*real.match)
               && determinize(*real.match, player, random_below(random, UINT64_MAX), twin, &real.card_tracker)
               && twin.hash() != real.match->hash() && view(twin, player) == view(*real.match, player);
    }

    static bool has_chosen_simultaneously(Match& match) {
        const std::uint64_t since = match.decision().simultaneous_since;
        return since != Decision::kNotSimultaneous && since != match.decisions_made();
    }

    // Null when it cannot go that way, or the seat would notice.
    std::unique_ptr<ReplayedMatch> find_other_history(const ReplayedMatch& real, RandomState& random) {
        History other = history_;
        const std::size_t all = other.draws.size() + other.choices.size();
        if (all == 0) {
            return nullptr;
        }
        const std::size_t changed = random_below(random, all);
        if (changed < other.draws.size()) {
            if (other.draws[changed].what == Draw::For::Deck) {
                return nullptr;
            }
            other.draws[changed].number = random_below(random, other.draws[changed].bound);
        } else {
            constexpr std::uint64_t kMostOptions = 8;
            other.choices[changed - other.draws.size()] =
                static_cast<std::uint32_t>(random_below(random, kMostOptions));
        }
        std::unique_ptr<ReplayedMatch> replayed = replay(other, real.seat.player(), nullptr, &real.observed);
        return replayed != nullptr && replayed->observed == real.observed ? std::move(replayed) : nullptr;
    }

    // Up to the last decision of the history; there it is `twin`, if there is one. Null when it cannot go that way, or the
    // seat is told anything but the beginning of `like`, if there is that.
    std::unique_ptr<ReplayedMatch> replay(const History& history, std::uint32_t player, Match* twin = nullptr,
                                          const std::string* like = nullptr) {
        auto replayed = std::make_unique<ReplayedMatch>(player, sees_all_ ? kAllSeeing : player);
        for (const Draw& draw : history.draws) {
            replayed->tape->changed.push_back(draw.number);
        }
        std::vector<std::uint64_t>& changed = replayed->tape->changed;
        replayed->match =
            std::make_unique<Match>(rules_.program, players_, seed_, Limits{}, nullptr, nullptr, replayed->tape.get());
        for (std::size_t i = 0; replayed->match->status() == MatchStatus::Waiting; ++i) {
            const bool is_last = i == history.choices.size();
            Match& match = *replayed->match;
            replayed->seat.observe(match, replayed->tape.get());
            replayed->card_tracker.observe(match, replayed->tape.get());
            observe_texts(*replayed, player);
            if (like != nullptr && !like->starts_with(replayed->observed)) {
                return nullptr;
            }
            if (is_last && twin != nullptr) {
                replayed->seat.observe(*twin, nullptr); // again: what the seat remembers is that of the real match
            }
            if (is_last) {
                return match.decision().player == player ? std::move(replayed) : nullptr;
            }
            if (history.choices[i] >= match.decision().options.size()) {
                return nullptr;
            }
            record_choice(*replayed, history.choices[i]);
            replayed->tape->clear();
            changed.erase(changed.begin(),
                          changed.begin()
                              + static_cast<std::ptrdiff_t>(history.draws_before[i] - drawn_before(history, i)));
            match.choose(history.choices[i]);
        }
        return nullptr;
    }

    static std::size_t drawn_before(const History& history, std::size_t choice) {
        return choice == 0 ? 0 : history.draws_before[choice - 1];
    }

    // Players know what they chose themselves, even where nothing shows it yet.
    static void record_choice(ReplayedMatch& replayed, std::uint32_t choice) {
        const Decision& decision = replayed.match->decision();
        if (decision.player == replayed.seat.player()) {
            replayed.observed += fmt::format("{}\n", replayed.match->option_key(decision.options[choice]));
        }
        replayed.seat.record_choice(choice);
    }

    static void observe_texts(ReplayedMatch& replayed, std::uint32_t player) {
        Match& match = *replayed.match;
        for (const Delivered& delivered : match.take_texts()) {
            if (delivered.to == kNone || delivered.to == player) {
                replayed.observed += (delivered.seen.empty() ? delivered.text : delivered.seen[player]) + '\n';
            }
        }
        replayed.observed += view(match, player).dump() + '\n'; // of whoever decides: players watch all the time
    }

    std::string decide(SeatObserver& seat) {
        MctsBot bot(seat.match(), {.simulations = kSimulations, .milliseconds = 0}, examined_);
        const std::size_t choice = *bot.decide(seat);
        return fmt::format("{}, {}", choice, seat.match().option_text(seat.decision(), choice));
    }

    void compare(std::uint32_t player, const std::string& one, const std::string& other, const std::string& when) {
        if (one != other && unfair_.empty()) {
            unfair_ = fmt::format("after {} choices of a game of {} the bot of player {} chooses {}, but {} when {}",
                                  history_.choices.size(), players_, player, one, other, when);
        }
    }

    const LoadedRules& rules_;
    std::uint64_t positions_;
    bool sees_all_;
    std::uint32_t players_ = 0;
    MatchSeed seed_; // of the real match: public numbers, which no tape holds, come from it in replays too
    History history_;
    std::uint64_t examined_ = 0;
    std::uint64_t dealt_ = 0;
    std::uint64_t replayed_ = 0;
    std::string unfair_;
};

bool hold(const std::string& path, std::uint64_t positions, bool sees_all) {
    const LoadedRules rules = load_game(path);
    if (!rules.program) {
        return rules.is_library;
    }
    if (!rules.program->hides && !rules.program->simultaneous) {
        return true;
    }
    FairnessTest test(rules, positions, sees_all);
    const std::string unfair = test.find_unfair();
    if (!unfair.empty()) {
        fmt::print("{}: {}{}\n", path, sees_all ? "(as expected) " : "", unfair);
        return sees_all;
    }
    constexpr std::uint64_t kEnough = 100; // among which something must have been hidden
    if (rules.program->hides && positions >= kEnough && test.dealt() + test.replayed() == 0) {
        fmt::print("{}: something is hidden, but never was anything to be different\n", path);
        return false;
    }
    fmt::print("{}: fair; {} times cards lay elsewhere, {} times something went otherwise\n", path, test.dealt(),
               test.replayed());
    return !sees_all;
}

} // namespace
} // namespace tgdl

int main(int count, char** values) {
    (void)std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ); // each line at once: a deep run takes long
    std::uint64_t positions = 20;
    bool sees_all = false;
    bool all_hold = true;
    for (int i = 1; i < count; ++i) {
        const std::string word = values[i];
        if (word == "--positions" && i + 1 < count) {
            positions = std::strtoull(values[++i], nullptr, 10);
        } else if (word == "--all-seeing") {
            sees_all = true;
        } else {
            all_hold = tgdl::hold(word, positions, sees_all) && all_hold;
        }
    }
    return all_hold ? 0 : 1;
}
