#include "terminal/question.h"

#include "terminal/game_for_test.h"
#include "terminal/selection.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tgdl {
namespace {

constexpr std::string_view kTown = R"(
game "town";
players 2;
player class Mayor
{
    /// Build a house.
    action Build
    {
        trigger PlayerChoiceEvent;
        input string street { options { "Long Street", "Long Lane", "Market" }; }
        effect { turn.pass(); }
    }
    /// Do nothing.
    action Rest { trigger PlayerChoiceEvent; effect { turn.pass(); } }
}
)";

Question question_of(Game& game, const std::vector<MadeChoice>& move = {}) {
    return read_question(game.view(game.decision().player), move);
}

TEST(Question, ActionsAreCalledByTheirNameAlone) {
    Game game = game_from(kTown);

    const Question question = question_of(game);

    ASSERT_EQ(question.options.size(), 2U);
    EXPECT_EQ(question.options[0].label, "Build");
    EXPECT_EQ(question.options[0].text, "Mayor.Build");
    EXPECT_EQ(question.options[0].note, "Build a house.");
    EXPECT_EQ(question.heading, "What do you do?");
}

TEST(Question, TheHeadingTellsWhatWasChosenInTheSameMove) {
    Game game = game_from(kTown);
    game.choose(0);

    const Question question = question_of(game, {{.text = "Mayor.Build [old town]", .about = {}}});

    EXPECT_EQ(question.heading, "Build old town › street?");
}

TEST(Question, ATypedTextMeansTheOptionsThatBeginWithIt) {
    Game game = game_from(kTown);
    game.choose(0);
    const Question question = question_of(game);

    EXPECT_EQ(find_options(question, "long"), (std::vector<std::size_t>{0, 1}));
    EXPECT_EQ(find_options(question, "long lane"), (std::vector<std::size_t>{1}));
    EXPECT_EQ(find_options(question, "2"), (std::vector<std::size_t>{2}));
    EXPECT_EQ(find_options(question, "lane"), (std::vector<std::size_t>{1}));
    EXPECT_TRUE(find_options(question, "x").empty());
    EXPECT_TRUE(find_options(question, "3").empty());
}

TEST(Question, OptionsThatAreNumbersAreNotNumbered) {
    Game game = game_from(R"(
game "dice";
players 2;
action Guess { trigger PlayerChoiceEvent; input number eyes { range 1..6; } effect { turn.pass(); } }
)");
    game.choose(0);
    const Question question = question_of(game);

    EXPECT_FALSE(question.has_numbers);
    EXPECT_EQ(find_options(question, "1"), (std::vector<std::size_t>{0}));
    EXPECT_TRUE(find_options(question, "0").empty());
}

TEST(Selection, TheCursorGoesToTheNearestInItsDirection) {
    Picture picture;
    picture.instances = {{"a", {.row = 0, .column = 0, .rows = 1, .columns = 3}},
                         {"b", {.row = 0, .column = 8, .rows = 1, .columns = 3}},
                         {"c", {.row = 4, .column = 0, .rows = 1, .columns = 3}},
                         {"d", {.row = 4, .column = 16, .rows = 1, .columns = 3}}};
    const std::vector<std::string> ids = {"a", "b", "c", "d"};

    EXPECT_EQ(nearest_instance(picture, ids, 0, Direction::Right), 1U);
    EXPECT_EQ(nearest_instance(picture, ids, 0, Direction::Down), 2U);
    EXPECT_EQ(nearest_instance(picture, ids, 1, Direction::Right), 3U);
    EXPECT_EQ(nearest_instance(picture, ids, 0, Direction::Up), std::nullopt);
}

} // namespace
} // namespace tgdl
