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

TEST_F(SaveFileTest, NamesTheRulesFromTheFolderOfTheSave) {
    std::ofstream(folder_ / "nim.tgdl") << kNim;
    const fs::path before = fs::current_path();
    fs::current_path(folder_);

    EXPECT_EQ(game_file_in_save("saves/game.save", "nim.tgdl"), "../nim.tgdl");
    EXPECT_EQ(game_file_in_save("game.save", "./nim.tgdl"), "nim.tgdl");
    EXPECT_EQ(game_file_in_save("saves/game.save", "/games/nim.tgdl"), "/games/nim.tgdl");
    EXPECT_EQ(game_file_from_save("saves/game.save", "../nim.tgdl"), "nim.tgdl");
    EXPECT_EQ(game_file_from_save("saves/game.save", "/games/nim.tgdl"), "/games/nim.tgdl");
    EXPECT_EQ(game_file_from_save("saves/game.save", "-"), "-");

    fs::current_path(before);
}

} // namespace
} // namespace tgdl
