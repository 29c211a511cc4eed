#include "saves/save.h"

#include "api/every_program_for_test.h"
#include "bots/random_bot.h"
#include "saves/replay_save.h"
#include "saves/rules_for_test.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace tgdl {
namespace {

// Anna takes 2 of 5, the bot 1.
Game short_game(const LoadedRules& rules) {
    Game game(rules.program, {.players = 2, .seed = MatchSeed::from(9), .limits = {}});
    for (const std::size_t choice : {0U, 1U, 0U, 0U}) {
        game.choose(choice);
    }
    return game;
}

std::string short_save() {
    return write_save(saved_game(short_game(rules_of(kNim)), "nim.tgdl", {{"Anna", ""}, {"", "random"}}));
}

std::string problem_of(std::string_view text) {
    const tl::expected<SavedGame, SaveProblem> saved = read_save(text);
    return saved ? "" : std::to_string(saved.error().line) + ": " + saved.error().text;
}

// The short save with one line of it written anew.
std::string problem_with_line(std::size_t number, std::string_view line) {
    std::string text = short_save();
    std::size_t begin = 0;
    for (std::size_t i = 1; i < number; ++i) {
        begin = text.find('\n', begin) + 1;
    }
    text.replace(begin, text.find('\n', begin) - begin, line);
    return problem_of(text);
}

TEST(Save, IsATextThatPeopleCanRead) {
    const std::string hash = fmt::format("{:016x}", rules_of(kNim).program->hash);

    EXPECT_EQ(short_save(), "tgdl save 1\n"
                            "game: nim.tgdl\n"
                            "rules: "
                                + hash
                                + "\n"
                                  "players: 2\n"
                                  "name 0: Anna\n"
                                  "bot 1: random\n"
                                  "seed: 9\n"
                                  "\n"
                                  "1. player 0 chooses an action: 0=Take (of 1, bd46b914)\n"
                                  "2. player 0 chooses count [number]: 1=2 (of 2, d70e3578)\n"
                                  "3. player 1 chooses an action: 0=Take (of 1, 9304357f)\n"
                                  "4. player 1 chooses count [number]: 0=1 (of 2, f0c20915)\n");
}

TEST(Save, HoldsTheChoicesUpToHereAndNotThoseToRedo) {
    Game game = short_game(rules_of(kNim));
    game.undo();

    EXPECT_EQ(saved_game(game, "nim.tgdl").choices.size(), 3U);
}

TEST(Save, IsReadAsItWasWritten) {
    SavedGame saved =
        saved_game(short_game(rules_of(kNim)), "a folder/nim\n.tgdl", {{"Anna: \\ the 1st", "mcts:10"}, {}});
    saved.seed = *MatchSeed::read("00000001000000020000000300000004000000050000000600000007000000ff");
    saved.choices[1].text = "a (of 3, 00000000) \\ \x1b\n b";

    const tl::expected<SavedGame, SaveProblem> read = read_save(write_save(saved));

    ASSERT_TRUE(read.has_value()) << read.error().text;
    saved.first_line = 9;
    EXPECT_EQ(*read, saved);
}

TEST(Save, LoadsTheSameGame) {
    const LoadedRules rules = rules_of(kNim);
    const Game game = short_game(rules);

    tl::expected<Game, SaveProblem> loaded = load_game(rules.program, *read_save(short_save()));

    ASSERT_TRUE(loaded.has_value()) << loaded.error().text;
    EXPECT_EQ(loaded->hash(), game.hash());
    EXPECT_EQ(loaded->choices(), game.choices());
}

TEST(Save, OfOtherRulesIsNotLoaded) {
    const LoadedRules other = rules_of(changed(kNim, "stones = 5", "stones = 6"));

    const tl::expected<Game, SaveProblem> loaded = load_game(other.program, *read_save(short_save()));

    ASSERT_FALSE(loaded.has_value());
    EXPECT_TRUE(loaded.error().text.starts_with("the rules have changed since this was saved")) << loaded.error().text;
}

TEST(Save, WhoseChoicesDoNotGoWithTheRulesIsRefusedWithTheLine) {
    const LoadedRules rules = rules_of(kNim);
    std::string text = short_save();
    text.replace(text.find("1=2"), 3, "1=7");

    const tl::expected<Game, SaveProblem> loaded = load_game(rules.program, *read_save(text));

    ASSERT_FALSE(loaded.has_value());
    EXPECT_EQ(loaded.error().line, 10U);
    EXPECT_EQ(loaded.error().text,
              "the save was changed, for by these rules the game goes another way: choice 2: player 0 "
              "chose `7` when asked for count [number]; that is not offered any more; there is `1`, "
              "`2`");
}

TEST(ReadSave, SaysWhatIsWrongWithTheTitle) {
    EXPECT_EQ(problem_of(""), "0: the file is empty, and no save");
    EXPECT_EQ(problem_of("game: x\n"), "1: this is no saved game: one begins with the line `tgdl save 1`");
    EXPECT_EQ(problem_with_line(1, "tgdl save 2"),
              "1: this tgdl reads saves of version 1; `tgdl save 2` is another version");
}

TEST(ReadSave, SaysWhatIsWrongWithALineOfTheHead) {
    EXPECT_EQ(problem_with_line(2, "game nim"),
              "2: `game nim` is no line of the head, such as `players: 2`; an empty line ends the head");
    EXPECT_EQ(problem_with_line(2, "title: nim"),
              "2: the head of a save of version 1 has no `title:`; it has `game:`, "
              "`rules:`, `players:`, `name SEAT:`, `bot SEAT:`, `option NAME:` and `seed:`");
    EXPECT_EQ(problem_with_line(3, "game: nim"), "3: `game:` stands here a second time");
    EXPECT_EQ(problem_with_line(3, "rules: 12"), "3: `rules:` wants 16 hexadecimal digits, not `12`");
    EXPECT_EQ(problem_with_line(4, "players: 0"), "4: `players:` wants a number from 1 to 10000, not `0`");
    EXPECT_EQ(problem_with_line(5, "name 2: Anna"),
              "5: there is no seat `2`; seats are counted from 0, and `players:` comes before them");
    EXPECT_EQ(problem_with_line(5, "bot 1: random"), "6: `bot 1:` stands here a second time");
    EXPECT_EQ(problem_with_line(5, "colour 1: red"), "5: a seat has a `name 1:` and a `bot 1:`, but no `colour 1:`");
    EXPECT_EQ(problem_with_line(7, "seed: x"), "7: `x` is no seed: any 64-bit number is one, or 64 hexadecimal digits");
    EXPECT_EQ(problem_with_line(7, ""), "7: the head ends here without `seed:`");
}

TEST(ReadSave, SaysWhatIsWrongWithAChoice) {
    EXPECT_EQ(problem_with_line(10, "2. player 0 takes"), "10: `2. player 0 takes` is no choice, such as `1. player 0 "
                                                          "chooses an action: 0=Mark (of 1, 93c1a07e)`");
    EXPECT_EQ(problem_with_line(10, "3. player 0 chooses an action: 0=Take (of 1, 00000000)"),
              "10: choice 2 should stand here, not choice 3: a line is missing or too many");
    EXPECT_EQ(problem_with_line(10, "2. player 2 chooses an action: 0=Take (of 1, 00000000)"),
              "10: there is no player 2; there are 2, counted from 0");
}

TEST(ReadSave, SaysWhereTheFileBreaksOff) {
    const std::string text = short_save();

    EXPECT_EQ(
        problem_of(text.substr(0, text.size() - 1)),
        "12: the line breaks off: the end of the file is missing. What stands above it may be kept, if this line is "
        "deleted");
}

// The game goes on, and what came of it is a game by these rules.
void expect_playable(const LoadedRules& rules, Game& game) {
    if (game.status() == MatchStatus::Waiting) {
        game.choose(0);
    }
    const tl::expected<SavedGame, SaveProblem> saved = read_save(write_save(saved_game(game, "game.tgdl")));
    ASSERT_TRUE(saved.has_value()) << saved.error().text;
    const tl::expected<Game, SaveProblem> loaded = load_game(rules.program, *saved);
    ASSERT_TRUE(loaded.has_value()) << loaded.error().text;
    EXPECT_EQ(loaded->hash(), game.hash());
}

// As `tgdl play --resume` reads it. True when it is refused as it stands, which is said then.
bool is_refused(const LoadedRules& rules, const std::string& bytes) {
    const tl::expected<SavedGame, SaveProblem> saved = read_save(bytes);
    if (!saved) {
        EXPECT_FALSE(saved.error().text.empty());
        return true;
    }
    tl::expected<Game, SaveProblem> game = load_game(rules.program, *saved);
    EXPECT_TRUE(game.has_value() || !game.error().text.empty());
    ReplayedSave replayed = replay_save(rules.program, *saved);
    if (const Difference* difference = replayed.first()) {
        EXPECT_FALSE(describe_difference(*difference).empty());
    }
    if (replayed.game) {
        expect_playable(rules, *replayed.game);
    }
    return !game.has_value();
}

// Each byte changed to several others, left out, and written twice.
void change_every_byte(const LoadedRules& rules, const std::string& text) {
    std::size_t refused = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        for (const unsigned change : {0x01U, 0x02U, 0x04U, 0x10U, 0x20U, 0x40U, 0x80U, 0xffU}) {
            std::string bytes = text;
            bytes[i] = static_cast<char>(static_cast<unsigned char>(bytes[i]) ^ change);
            refused += is_refused(rules, bytes) ? 1 : 0;
        }
        refused += is_refused(rules, std::string(text).erase(i, 1)) ? 1 : 0;
        refused += is_refused(rules, std::string(text).insert(i, 1, text[i])) ? 1 : 0;
    }
    EXPECT_GT(refused, 5 * text.size()); // a name may be another one, and so may the seed
}

TEST(Save, WithOneByteChangedIsRefusedOrPlaysOn) {
    for (const std::string name : {"tic_tac_toe", "kuhn_poker", "rock_paper_scissors"}) {
        DiskLoader loader;
        const LoadedRules rules = load_rules(loader, TGDL_SOURCE_DIR "/games/" + name + "/" + name + ".tgdl");
        ASSERT_NE(rules.program, nullptr) << name;
        Game game(rules.program, {.players = 0, .seed = MatchSeed::from(3), .limits = {}});
        RandomBot bot(3);
        for (int i = 0; i < 6 && game.status() == MatchStatus::Waiting; ++i) {
            game.choose(bot.decide(game.decision()));
        }
        SCOPED_TRACE(name);

        change_every_byte(rules, write_save(saved_game(game, name + ".tgdl", {{"Anna", ""}})));
    }
}

TEST(EveryProgram, LoadedSavesGoOnInTheSameWay) {
    constexpr int kMostChoices = 20;
    for_each_game([](const LoadedRules& rules, std::uint64_t seed) {
        Game game(rules.program, start_of(rules, seed));
        RandomBot bot(seed);
        for (int i = 0; i < kMostChoices && game.status() == MatchStatus::Waiting; ++i) {
            const tl::expected<SavedGame, SaveProblem> saved = read_save(write_save(saved_game(game, "game.tgdl")));
            ASSERT_TRUE(saved.has_value()) << saved.error().text;
            tl::expected<Game, SaveProblem> loaded = load_game(rules.program, *saved, start_of(rules, seed).limits);
            ASSERT_TRUE(loaded.has_value()) << loaded.error().text;
            const std::size_t choice = bot.decide(game.decision());
            game.choose(choice);
            loaded->choose(choice);
            ASSERT_EQ(look(loaded->match()), look(game.match())) << "after " << i << " choices";
            ASSERT_EQ(loaded->texts().size(), game.texts().size());
        }
    });
}

} // namespace
} // namespace tgdl
