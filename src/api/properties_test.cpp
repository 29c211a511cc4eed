// What must hold for every game and every program of the tests, played at random.
#include "api/every_program_for_test.h"
#include "bots/random.h"
#include "match/flow.h"
#include "match/moves.h"

#include <nlohmann/json.hpp>

namespace tgdl {
namespace {

constexpr int kMostChoices = 40;

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

// The words of the heap, without the random generator: its numbers stay used when something is undone.
std::vector<Word> words_of(Match& match) {
    const Memory& memory = match.flow().machine.memory;
    std::vector<Word> words(memory.words(), memory.words() + memory.top());
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
            Match watched(match);
            const std::size_t choice = bot.decide(match.decision());
            match.choose(choice);
            choose_watched(watched, choice);
            ASSERT_EQ(look(watched), look(match)) << "after " << i << " choices";
            ASSERT_EQ(words_of(watched), words_of(match)) << "after " << i << " choices";
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
                Match sampled = game.sample(player, seed + 7);
                ASSERT_EQ(view(sampled, player), view(game.match(), player)) << "after " << i << " choices";
            }
            game.choose(bot.decide(game.decision()));
        }
    });
}

// By decisions that offer only what is legal.
std::size_t count_tried_moves(const Match& match) {
    std::size_t count = 0;
    const std::size_t options = Match(match).decision().options.size();
    for (std::size_t i = 0; i < options; ++i) {
        Match after(match);
        after.choose(i);
        const bool is_complete = after.status() != MatchStatus::Waiting || after.decision().begins_move;
        count += is_complete ? 1 : count_tried_moves(after);
    }
    return count;
}

TEST(EveryProgram, MovesThatAreTriedOutAreThoseThatAreOffered) {
    for_each_game([](const LoadedRules& rules, std::uint64_t seed) {
        if (rules.program->game == "trials_look_100_decisions_ahead") {
            return; // where a trial gives up, what it offers may fail when it is chosen
        }
        Game game = start(rules, seed);
        RandomBot bot(seed);

        for (int i = 0; i < kMostChoices / 4 && game.status() == MatchStatus::Waiting; ++i) {
            if (game.decision().begins_move) {
                std::size_t count = 0;
                Match match(game.match());
                for_each_move(match, [&](Match& /*after*/, const MoveLine& /*line*/) { ++count; });
                ASSERT_EQ(count, count_tried_moves(game.match())) << "after " << i << " choices";
            }
            game.choose(bot.decide(game.decision()));
        }
    });
}

} // namespace
} // namespace tgdl
