#include "saves/save_file.h"

#include "saves/rules_for_test.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace tgdl {
namespace {

namespace fs = std::filesystem;

class SaveFileTest : public testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "tgdl_save_file_XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = fs::canonical(name);
        fs::create_directory(folder_ / "saves");
        path_ = (folder_ / "saves/game.save").string();
    }
    void TearDown() override { fs::remove_all(folder_); }

    fs::path folder_;
    std::string path_;
};

TEST_F(SaveFileTest, IsReadAsItWasWrittenAndReplaced) {
    Game game(rules_of(kNim).program, {});
    ASSERT_EQ(write_save_file(path_, saved_game(game, "nim.tgdl")), "");
    game.choose(0);

    EXPECT_EQ(write_save_file(path_, saved_game(game, "nim.tgdl")), "");

    const tl::expected<SavedGame, SaveProblem> saved = read_save_file(path_);
    ASSERT_TRUE(saved.has_value()) << saved.error().text;
    EXPECT_EQ(saved->choices, game.choices());
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "saves"), fs::directory_iterator()), 1);
}

TEST_F(SaveFileTest, SaysWhyItCannotBeReadOrWritten) {
    const Game game(rules_of(kNim).program, {});

    EXPECT_EQ(read_save_file(path_).error().text, "there is no such file, or it cannot be read");
    EXPECT_EQ(read_save_file(folder_.string()).error().text, "it is not an ordinary file");
    EXPECT_EQ(write_save_file(folder_.string(), saved_game(game, "nim.tgdl")), "it is not an ordinary file");
    EXPECT_NE(write_save_file((folder_ / "missing/game.save").string(), saved_game(game, "nim.tgdl")), "");
}

TEST_F(SaveFileTest, AProblemIsShownWithFileAndLine) {
    std::ofstream(path_) << "tgdl save 1\ngame: x\nplayers: none\n";

    const tl::expected<SavedGame, SaveProblem> saved = read_save_file(path_);

    ASSERT_FALSE(saved.has_value());
    EXPECT_EQ(describe_problem("game.save", saved.error()),
              "game.save:3: `players:` wants a number from 1 to 10000, not `none`");
}

// The current folder is the one of the test.
class SaveNamesRulesTest : public SaveFileTest {
protected:
    void SetUp() override {
        SaveFileTest::SetUp();
        before_ = fs::current_path();
        fs::create_directories(folder_ / "home/saves");
        fs::create_directories(folder_ / "home/games");
        fs::create_directories(folder_ / "elsewhere");
        for (const char* file : {"home/nim.tgdl", "home/games/nim.tgdl", "elsewhere/nim.tgdl"}) {
            std::ofstream(folder_ / file) << kNim;
        }
        fs::current_path(folder_ / "home");
    }
    void TearDown() override {
        fs::current_path(before_);
        SaveFileTest::TearDown();
    }
    static std::string refusal(const std::string& save, const std::string& named) {
        const tl::expected<std::string, std::string> found = game_file_from_save(save, named);
        return found ? "found " + *found : found.error();
    }
    // As it is written, and then found again.
    static std::string found_again(const std::string& save, const std::string& game) {
        return game_file_from_save(save, game_file_in_save(save, game)).value_or("not found");
    }

    fs::path before_;
};

TEST_F(SaveNamesRulesTest, FromItsOwnFolder) {
    EXPECT_EQ(game_file_in_save("game.save", "./nim.tgdl"), "nim.tgdl");
    EXPECT_EQ(game_file_in_save("game.save", "games/nim.tgdl"), "games/nim.tgdl");
    EXPECT_EQ(game_file_in_save("games/game.save", (folder_ / "home/games/nim.tgdl").string()), "nim.tgdl");
    EXPECT_EQ(game_file_from_save("games/game.save", "nim.tgdl"), "games/nim.tgdl");
    EXPECT_EQ(game_file_from_save("saves/game.save", "-"), "-");
}

TEST_F(SaveNamesRulesTest, ElseFromTheCurrentFolder) {
    EXPECT_EQ(game_file_in_save("saves/game.save", "games/nim.tgdl"), "games/nim.tgdl");
    EXPECT_EQ(found_again("saves/game.save", "games/nim.tgdl"), "games/nim.tgdl");
    EXPECT_EQ(found_again((folder_ / "elsewhere/game.save").string(), "games/nim.tgdl"), "games/nim.tgdl");
    EXPECT_EQ(found_again((folder_ / "elsewhere/game.save").string(), (folder_ / "elsewhere/nim.tgdl").string()),
              (folder_ / "elsewhere/nim.tgdl").string());
}

TEST_F(SaveNamesRulesTest, AnywhereInItsProject) {
    EXPECT_EQ(found_again("saves/game.save", "nim.tgdl"), "nim.tgdl"); // from the current folder
    std::ofstream("tgdl.json") << "{}";

    EXPECT_EQ(game_file_in_save("saves/game.save", "nim.tgdl"), "../nim.tgdl");
    EXPECT_EQ(game_file_from_save("saves/game.save", "../nim.tgdl"), "nim.tgdl");
}

TEST_F(SaveNamesRulesTest, ButNothingElse) {
    const std::string absolute = (folder_ / "elsewhere/nim.tgdl").string();
    fs::create_symlink(folder_ / "elsewhere/nim.tgdl", "link.tgdl");

    for (const std::string& named : {absolute, std::string("../elsewhere/nim.tgdl"), std::string("link.tgdl"),
                                     std::string("games/../../elsewhere/nim.tgdl"), std::string("missing.tgdl")}) {
        EXPECT_EQ(refusal("saves/game.save", named),
                  "its `game: " + named
                      + "` is no file of the folder of the save, nor of the current folder, and what lies elsewhere no "
                        "save may name; say where the rules are");
    }
    EXPECT_EQ(found_again("game.save", "../elsewhere/nim.tgdl"), "not found"); // whoever resumes has to name it
}

} // namespace
} // namespace tgdl
