// What must hold for every game and every conformance program, played at random.
#include "api/disk_loader.h"
#include "api/engine.h"
#include "bots/random.h"
#include "match/moves.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tgdl {
namespace {

constexpr int kMostChoices = 40;

std::vector<std::string> programs() {
    std::vector<std::string> found;
    for (const char* folder : {"/games", "/tests/conformance", "/tests/language"}) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(TGDL_SOURCE_DIR + std::string(folder))) {
            if (entry.path().extension() == ".tgdl") {
                found.push_back(entry.path().string());
            }
        }
    }
    std::ranges::sort(found);
    return found;
}

Game start(const LoadedRules& rules, std::uint64_t seed) {
    GameStart start;
    start.seed = MatchSeed::from(seed);
    start.limits.steps = 100'000;
    start.limits.words = 1U << 20U;
    return {rules.program, start};
}

// Those that are games without errors; what is wrong with the others is for other tests.
void for_each_program(const std::function<void(const LoadedRules&)>& test) {
    int games = 0;
    for (const std::string& path : programs()) {
        DiskLoader loader;
        const LoadedRules rules = load_rules(loader, path);
        if (rules.program) {
            SCOPED_TRACE(path);
            ++games;
            test(rules);
        }
    }
    EXPECT_GT(games, 100);
}

// What people can see of a game: its state, what is asked, what was told.
struct Seen {
    std::uint64_t hash = 0;
    MatchStatus status = MatchStatus::Waiting;
    std::vector<std::string> options;
    std::size_t texts = 0;

    bool operator==(const Seen&) const = default;
};

Seen look(Game& game) {
    Seen seen{game.hash(), game.status(), {}, game.texts().size()};
    if (game.status() == MatchStatus::Waiting) {
        seen.options = game.option_texts();
    }
    return seen;
}

Seen look(Match& match) {
    Seen seen{match.hash(), match.status(), {}, 0};
    if (match.status() == MatchStatus::Waiting) {
        for (std::size_t i = 0; i < match.decision().options.size(); ++i) {
            seen.options.push_back(match.option_text(match.decision(), i));
        }
    }
    return seen;
}

TEST(EveryProgram, UndoToTheStartRestoresEveryStep) {
    for_each_program([](const LoadedRules& rules) {
        Game game = start(rules, 1);
        RandomBot bot(1);
        std::vector<Seen> steps = {look(game)};
        while (game.status() == MatchStatus::Waiting && steps.size() <= kMostChoices) {
            game.choose(bot.decide(game.decision()));
            steps.push_back(look(game));
        }

        while (game.position() > 0) {
            ASSERT_TRUE(game.undo());
            ASSERT_EQ(look(game), steps[game.position()]) << "after " << game.position() << " choices";
        }
    });
}

TEST(EveryProgram, TheSameSeedAndChoicesGiveTheSameGame) {
    for_each_program([](const LoadedRules& rules) {
        Game one = start(rules, 2);
        Game other = start(rules, 2);
        RandomBot bot(2);

        for (int i = 0; i < kMostChoices && one.status() == MatchStatus::Waiting; ++i) {
            ASSERT_EQ(look(one), look(other));
            const std::size_t choice = bot.decide(one.decision());
            one.choose(choice);
            other.choose(choice);
        }

        ASSERT_EQ(look(one), look(other));
    });
}

TEST(EveryProgram, CopiesAndLoadedSavesGoOnInTheSameWay) {
    for_each_program([](const LoadedRules& rules) {
        Game game = start(rules, 3);
        RandomBot bot(3);
        Match copied(game.match());
        Match loaded(game.match());

        for (int i = 0; i < kMostChoices && game.status() == MatchStatus::Waiting; ++i) {
            copied.copy_from(game.match());
            ASSERT_TRUE(loaded.load(game.match().save()));
            const std::size_t choice = bot.decide(game.decision());
            game.choose(choice);
            copied.choose(choice);
            loaded.choose(choice);
            const Seen wanted = look(game.match());
            ASSERT_EQ(look(copied), wanted) << "the copy after " << i << " choices";
            ASSERT_EQ(look(loaded), wanted) << "the loaded one after " << i << " choices";
        }

        std::optional<Game> again = Game::load(rules.program, game.save());
        ASSERT_TRUE(again.has_value() || game.status() == MatchStatus::Error);
        if (again) {
            ASSERT_EQ(look(*again), look(game));
        }
    });
}

TEST(EveryProgram, LookingAtAGameChangesNothing) {
    for_each_program([](const LoadedRules& rules) {
        Game game = start(rules, 4);
        RandomBot bot(4);

        for (int i = 0; i < kMostChoices && game.status() == MatchStatus::Waiting; ++i) {
            const std::string before = game.match().save();
            (void)look(game);
            (void)game.view(0);
            (void)game.view(kSpectator);
            ASSERT_TRUE(game.match().save() == before) << "after " << i << " choices";
            const std::uint64_t hash = game.hash();
            (void)game.match().refusals();
            ASSERT_EQ(game.hash(), hash) << "after " << i << " choices";
            game.choose(bot.decide(game.decision()));
        }
    });
}

TEST(EveryProgram, SamplesAgreeWithWhatThePlayerSees) {
    for_each_program([](const LoadedRules& rules) {
        Game game = start(rules, 5);
        RandomBot bot(5);

        for (int i = 0; i < kMostChoices / 2 && game.status() == MatchStatus::Waiting; ++i) {
            for (std::uint32_t player = 0; player < game.players(); ++player) {
                Match sampled = game.sample(player, 7);
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
    for_each_program([](const LoadedRules& rules) {
        if (rules.program->game == "trials_look_100_decisions_ahead") {
            return; // where a trial gives up, what it offers may fail when it is chosen
        }
        Game game = start(rules, 6);
        RandomBot bot(6);

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
