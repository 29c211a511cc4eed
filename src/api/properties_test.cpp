// Properties of every game and every program of the tests, played at random.
#include "api/every_program_for_test.h"
#include "api/lockstep_for_test.h"
#include "bots/random_bot.h"
#include "match/flow.h"
#include "match/moves.h"

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace tgdl {
namespace {

constexpr int kMostChoices = 40;
// Where a set of cards is chosen one position has thousands of moves: then the next game is looked at.
constexpr std::size_t kEnoughMoves = 500;

Game start(const LoadedRules& rules, std::uint64_t seed) {
    return {rules.program, start_of(rules, seed)};
}

Match start_match(const LoadedRules& rules, std::uint64_t seed) {
    const GameStart start = start_of(rules, seed);
    return {rules.program, start.players, start.seed, start.limits};
}

// As look(), with what was told.
struct SeenGame {
    Seen seen;
    std::size_t texts = 0;

    bool operator==(const SeenGame&) const = default;
};

SeenGame look_at(Game& game) {
    return {look(game.match()), game.texts().size()};
}

// The words of the heap, without the random generator and the count of public numbers that were dealt: what was drawn stays
// used when something is undone.
std::vector<Word> words_of(Match& match) {
    const Memory& memory = match.flow().machine.memory;
    std::vector<Word> words(memory.words(), memory.words() + memory.top());
    words[kSpareWord] &= 0xffffffffU;
    std::fill(words.begin() + kRandomWord, words.begin() + kFixedWords, Word{0});
    return words;
}

TEST(EveryProgram, UndoToTheStartRestoresEveryStep) {
    for_each_game([](const LoadedRules& rules, std::uint64_t seed) {
        Game game = start(rules, seed);
        RandomBot bot(seed);
        std::vector<SeenGame> steps = {look_at(game)};
        while (game.status() == MatchStatus::Waiting && steps.size() <= kMostChoices) {
            game.choose(bot.decide(game.decision()));
            steps.push_back(look_at(game));
        }

        while (game.position() > 0) {
            ASSERT_TRUE(game.undo());
            ASSERT_EQ(look_at(game), steps[game.position()]) << "after " << game.position() << " choices";
        }
    });
}

TEST(EveryProgram, TheSameSeedAndChoicesGiveTheSameGame) {
    for_each_game([](const LoadedRules& rules, std::uint64_t seed) {
        Game one = start(rules, seed);
        Game other = start(rules, seed);
        RandomBot bot(seed);

        for (int i = 0; i < kMostChoices && one.status() == MatchStatus::Waiting; ++i) {
            ASSERT_EQ(look_at(one), look_at(other));
            const std::size_t choice = bot.decide(one.decision());
            one.choose(choice);
            other.choose(choice);
        }

        ASSERT_EQ(look_at(one), look_at(other));
    });
}

TEST(EveryProgram, CopiesGoOnInTheSameWay) {
    for_each_game([](const LoadedRules& rules, std::uint64_t seed) {
        Match match = start_match(rules, seed);
        Match copied(match);
        RandomBot bot(seed);

        for (int i = 0; i < kMostChoices && match.status() == MatchStatus::Waiting; ++i) {
            copied.copy_from(match);
            const std::size_t choice = bot.decide(match.decision());
            match.choose(choice);
            copied.choose(choice);
            ASSERT_EQ(look(copied), look(match)) << "after " << i << " choices";
        }
    });
}

TEST(EveryProgram, WatchingWhatAChoiceGivesAwayChangesNothing) {
    for_each_game([](const LoadedRules& rules, std::uint64_t seed) {
        Match match = start_match(rules, seed);
        RandomBot bot(seed);

        for (int i = 0; i < kMostChoices && match.status() == MatchStatus::Waiting; ++i) {
            Match disclosing(match);
            const std::size_t choice = bot.decide(match.decision());
            match.choose(choice);
            choose_disclosing(disclosing, choice);
            ASSERT_EQ(look(disclosing), look(match)) << "after " << i << " choices";
        }
    });
}

TEST(EveryProgram, GoesTheSameWhenItIsNotedWhatRuns) {
    // In the middle of a transaction the hash tells where in the code it waits.
    const auto look_across = [](Match& match) {
        Seen seen = look(match);
        seen.hash = match.status() == MatchStatus::Waiting && is_within_transaction(match) ? 0 : seen.hash;
        return seen;
    };
    for_each_game([&](const LoadedRules& rules, std::uint64_t seed) {
        Match match = start_match(rules, seed);
        const GameStart start = start_of(rules, seed);
        Match instrumented(rules.instrumented, start.players, start.seed, start.limits);
        RandomBot bot(seed);

        for (int i = 0; i < kMostChoices && match.status() == MatchStatus::Waiting; ++i) {
            ASSERT_EQ(look_across(instrumented), look_across(match)) << "after " << i << " choices";
            const std::size_t choice = bot.decide(match.decision());
            match.choose(choice);
            instrumented.choose(choice);
        }

        ASSERT_EQ(look_across(instrumented), look_across(match));
    });
}

TEST(EveryProgram, GoesTheSameWithoutFastPaths) {
    std::map<std::string, LoadedRules> plain;
    for_each_game([&](const LoadedRules& rules, std::uint64_t seed) {
        const auto [found, is_new] = plain.try_emplace(rules.path);
        if (is_new) {
            found->second = load_plain(rules.path);
        }
        Lockstep both(rules, found->second, start_of(rules, seed));
        RandomBot bot(seed);

        ASSERT_EQ(both.compare(), "");
        for (int i = 0; i < kMostChoices && both.waits(); ++i) {
            both.choose(bot.decide(both.decision()));
            ASSERT_EQ(both.compare(), "");
        }
    });
}

TEST(EveryProgram, AMarkAroundAllOfItChangesNothingAndTakesAllOfItBack) {
    for_each_game([](const LoadedRules& rules, std::uint64_t seed) {
        Match plain = start_match(rules, seed);
        RandomBot bot(seed);
        const auto is_marked = [&] {
            return plain.flow().machine.memory.is_marked();
        }; // a setup that asks, for example
        for (int i = 0; i < kMostChoices && is_marked() && plain.status() == MatchStatus::Waiting; ++i) {
            plain.choose(bot.decide(plain.decision()));
        }
        if (is_marked()) {
            return;
        }
        Match marked(plain);
        Memory& memory = marked.flow().machine.memory;
        const std::vector<Word> before = words_of(marked);
        const Mark mark = memory.mark();

        for (int i = 0; i < kMostChoices && plain.status() == MatchStatus::Waiting; ++i) {
            const std::size_t choice = bot.decide(plain.decision());
            plain.choose(choice);
            marked.choose(choice);
            ASSERT_EQ(look(marked), look(plain)) << "after " << i << " choices";
        }

        memory.rewind(mark);
        ASSERT_EQ(words_of(marked), before);
    });
}

TEST(EveryProgram, LookingAtAGameChangesNothing) {
    for_each_game([](const LoadedRules& rules, std::uint64_t seed) {
        Game game = start(rules, seed);
        RandomBot bot(seed);

        for (int i = 0; i < kMostChoices && game.status() == MatchStatus::Waiting; ++i) {
            const Match before(game.match());
            (void)look(game.match());
            (void)game.view(0);
            (void)game.view(kSpectator);
            (void)game.match().refusals();
            (void)look(game.match());
            const std::size_t choice = bot.decide(game.decision());
            Match unseen(before);
            unseen.choose(choice);
            game.choose(choice);
            ASSERT_EQ(look(unseen), look(game.match())) << "after " << i << " choices";
        }
    });
}

TEST(EveryProgram, SamplesAgreeWithWhatThePlayerSees) {
    for_each_game([](const LoadedRules& rules, std::uint64_t seed) {
        Game game = start(rules, seed);
        RandomBot bot(seed);

        for (int i = 0; i < kMostChoices / 2 && game.status() == MatchStatus::Waiting; ++i) {
            for (std::uint32_t player = 0; player < game.players(); ++player) {
                Match sampled = game.determinize(player, seed + 7);
                ASSERT_EQ(view(sampled, player), view(game.match(), player)) << "after " << i << " choices";
            }
            game.choose(bot.decide(game.decision()));
        }
    });
}

// What moves lead to.
using Ends = std::multiset<std::string>;

std::string end_of(Match& match) {
    if (match.status() == MatchStatus::Waiting) {
        (void)match.decision();
    }
    switch (match.status()) {
    case MatchStatus::Waiting: return std::to_string(match.hash());
    case MatchStatus::Finished: return nlohmann::json(match.result().places).dump();
    case MatchStatus::Stuck: return "stuck";
    case MatchStatus::Error: return "error";
    }
    return {};
}

// A fault that a later input meets comes as soon as the input before it is offered, where moves are chosen step by step, and
// after each of its values, where moves are tried out: once is enough.
void add_end(Ends& ends, Match& after) {
    std::string end = end_of(after);
    if (after.status() != MatchStatus::Error || !ends.contains(end)) {
        ends.insert(std::move(end));
    }
}

// The moves of a match by decisions that offer only what is legal, as far as a trial can tell.
class OfferedMoves {
public:
    // From the decision that `match` waits for. True when there are any.
    bool add(Match& match) {
        bool any = false;
        const std::vector<Option> options = match.decision().options;
        for (std::size_t i = 0; i < options.size(); ++i) {
            if (any || !options[i].picks_nothing()) {
                Match after(match);
                const TransactionOutcome outcome = after.choose(i);
                any = (outcome != TransactionOutcome::Undone && add_after(after, outcome)) || any;
            }
        }
        return any;
    }
    Ends ends;

private:
    bool add_after(Match& after, TransactionOutcome outcome) {
        if (after.status() == MatchStatus::Waiting && !after.decision().begins_move) {
            return add_or_go_on(after);
        }
        const bool is_move = outcome == TransactionOutcome::Kept || can_be_kept(after);
        if (is_move) {
            add_end(ends, after);
        }
        return is_move;
    }

    bool add_or_go_on(Match& match) {
        if (add(match)) {
            return true;
        }
        const bool is_chosen = match.flow().state.transaction != TransactionKind::SimultaneousRun;
        const TransactionOutcome outcome = match.go_on_without_options();
        return (outcome != TransactionOutcome::Undone || !is_chosen)
               && add_after(match, outcome == TransactionOutcome::Open ? outcome : TransactionOutcome::Kept);
    }

    // Decisions of a phase or a setup are moves by themselves, but fail together.
    static bool can_be_kept(Match& match) {
        const auto is_kept = [](Match& after, TransactionOutcome outcome) {
            return outcome == TransactionOutcome::Kept || (outcome == TransactionOutcome::Open && can_be_kept(after));
        };
        const std::size_t options = match.decision().options.size();
        for (std::size_t i = 0; i < options; ++i) {
            Match after(match);
            if (is_kept(after, after.choose(i))) {
                return true;
            }
        }
        const TransactionOutcome outcome = match.go_on_without_options();
        return is_kept(match, outcome);
    }
};

TEST(EveryProgram, MovesThatAreTriedOutAreThoseThatAreOffered) {
    for_each_game([](const LoadedRules& rules, std::uint64_t seed) {
        Game game = start(rules, seed);
        RandomBot bot(seed);

        std::size_t moves = 0;
        for (int i = 0; i < kMostChoices / 4 && moves < kEnoughMoves && game.status() == MatchStatus::Waiting; ++i) {
            if (game.decision().begins_move) {
                OfferedMoves offered;
                Ends tried;
                Match match(game.match());
                offered.add(match);
                for_each_move(match, [&](Match& after, const MoveLine& /*line*/) { add_end(tried, after); });
                ASSERT_EQ(tried, offered.ends) << "after " << i << " choices";
                moves += tried.size();
            }
            game.choose(bot.decide(game.decision()));
        }
    });
}

TEST(EveryProgram, MovesThatAreDrawnAreAmongThoseThatAreTriedOut) {
    constexpr int kDraws = 4;
    for_each_game([](const LoadedRules& rules, std::uint64_t seed) {
        Match match = start_match(rules, seed);
        RandomMover mover(match);
        RandomState random = seed_random(seed);

        std::size_t moves = 0;
        for (int i = 0; i < kMostChoices / 4 && moves < kEnoughMoves && match.status() == MatchStatus::Waiting; ++i) {
            Ends tried;
            Match from(match);
            for_each_move(from, [&](Match& after, const MoveLine& /*line*/) { add_end(tried, after); });
            Match drawn(match);
            for (int draw = 0; draw < kDraws && !tried.empty(); ++draw) {
                drawn.copy_from(match);
                ASSERT_TRUE(mover.play(drawn, random));
                ASSERT_TRUE(tried.contains(end_of(drawn))) << "after " << i << " moves";
            }
            mover.play(match, random);
            moves += tried.size();
        }
    });
}

} // namespace
} // namespace tgdl
