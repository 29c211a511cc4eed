#include "api/disk_loader.h"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tgdl {
namespace {

namespace fs = std::filesystem;

// Works in a new folder of its own, which is the current one while a test runs.
class DiskLoaderTest : public testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "tgdl_disk_loader_XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = fs::canonical(name);
        before_ = fs::current_path();
        fs::current_path(folder_);
    }
    void TearDown() override {
        fs::current_path(before_);
        fs::remove_all(folder_);
    }

    void write(const fs::path& path, std::string_view text = "text") const {
        fs::create_directories((folder_ / path).parent_path());
        std::ofstream(folder_ / path, std::ios::binary) << text;
    }
    [[nodiscard]] std::string absolute(const fs::path& path) const { return (folder_ / path).string(); }
    // Loads the main file, then what it imports.
    LoadedFile import(std::string_view main, std::string_view path) {
        return loader_.load_import(loader_.load_main(main).key, path);
    }

    fs::path folder_;
    fs::path before_;
    DiskLoader loader_;
};

TEST_F(DiskLoaderTest, ReadsTheMainFileByteForByte) {
    write("war/game.tgdl", "a\r\nb\xff");

    const LoadedFile main = loader_.load_main("war/../war/game.tgdl");

    EXPECT_EQ(main.problem, LoadProblem::None);
    EXPECT_EQ(main.text, "a\r\nb\xff");
    EXPECT_EQ(main.path, "war/../war/game.tgdl");
    EXPECT_EQ(main.key, absolute("war/game.tgdl"));
}

TEST_F(DiskLoaderTest, ReadsAnEmptyFile) {
    write("game.tgdl", "");

    const LoadedFile main = loader_.load_main("game.tgdl");

    EXPECT_EQ(main.problem, LoadProblem::None);
    EXPECT_TRUE(main.text.empty());
}

TEST_F(DiskLoaderTest, HasOneKeyForEverySpellingAndLinkOfAFile) {
    write("game.tgdl");
    write("parts/cards.tgdl");
    fs::create_symlink("parts/cards.tgdl", "linked.tgdl");
    fs::create_directory_symlink("parts", "pieces");

    for (const char* path :
         {"parts/cards.tgdl", "./parts//cards.tgdl", "parts/../parts/cards.tgdl", "linked.tgdl", "pieces/cards.tgdl"}) {
        const LoadedFile cards = import("game.tgdl", path);
        EXPECT_EQ(cards.problem, LoadProblem::None) << path;
        EXPECT_EQ(cards.key, absolute("parts/cards.tgdl")) << path;
        EXPECT_EQ(cards.path, "parts/cards.tgdl") << path;
    }
}

TEST_F(DiskLoaderTest, TakesImportsRelativeToTheImportingFile) {
    write("game.tgdl");
    write("parts/cards.tgdl");
    write("parts/suits.tgdl", "suits");
    const LoadedFile cards = import("game.tgdl", "parts/cards.tgdl");

    EXPECT_EQ(loader_.load_import(cards.key, "suits.tgdl").text, "suits");
    EXPECT_EQ(loader_.load_import(cards.key, "../game.tgdl").path, "game.tgdl");
}

TEST_F(DiskLoaderTest, RefusesWhatLiesOutsideTheMainFilesFolder) {
    write("project/game.tgdl");
    write("project/parts/cards.tgdl");
    write("secret.tgdl");

    EXPECT_EQ(import("project/game.tgdl", "../secret.tgdl").problem, LoadProblem::Outside);
    EXPECT_EQ(import("project/game.tgdl", "parts/../../secret.tgdl").problem, LoadProblem::Outside);
    EXPECT_EQ(import("project/game.tgdl", "../nothing_there.tgdl").problem, LoadProblem::Outside);
    EXPECT_EQ(import("project/game.tgdl", absolute("secret.tgdl")).problem, LoadProblem::Absolute);
    EXPECT_TRUE(import("project/game.tgdl", "../secret.tgdl").text.empty());
}

TEST_F(DiskLoaderTest, RefusesAFolderThatOnlyBeginsLikeTheProjects) {
    write("project/game.tgdl");
    write("project_of_another/secret.tgdl");
    fs::create_symlink("../project_of_another/secret.tgdl", "project/link.tgdl");

    EXPECT_EQ(import("project/game.tgdl", "link.tgdl").problem, LoadProblem::Outside);
}

TEST_F(DiskLoaderTest, RefusesLinksThatLeadOutside) {
    write("project/game.tgdl");
    write("elsewhere/secret.tgdl");
    fs::create_symlink("../elsewhere/secret.tgdl", "project/file.tgdl");
    fs::create_directory_symlink(absolute("elsewhere"), "project/folder");
    fs::create_symlink("file.tgdl", "project/twice.tgdl");

    EXPECT_EQ(import("project/game.tgdl", "file.tgdl").problem, LoadProblem::Outside);
    EXPECT_EQ(import("project/game.tgdl", "folder/secret.tgdl").problem, LoadProblem::Outside);
    EXPECT_EQ(import("project/game.tgdl", "twice.tgdl").problem, LoadProblem::Outside);
}

TEST_F(DiskLoaderTest, TakesTheNearestFolderWithAProjectFile) {
    write("games/tgdl.json", "{}");
    write("games/war/deep/game.tgdl");
    write("games/cards.tgdl");
    write("secret.tgdl");

    const LoadedFile cards = import("games/war/deep/game.tgdl", "../../cards.tgdl");

    EXPECT_EQ(cards.problem, LoadProblem::None);
    EXPECT_EQ(cards.path, "games/cards.tgdl");
    EXPECT_EQ(import("games/war/deep/game.tgdl", "../../../secret.tgdl").problem, LoadProblem::Outside);
}

TEST_F(DiskLoaderTest, ShowsPathsAsAPersonFindsThem) {
    write("games/tgdl.json", "{}");
    write("games/war/game.tgdl");
    write("games/cards.tgdl");
    fs::create_directory_symlink("games/war", "shortcut");

    EXPECT_EQ(import(absolute("games/war/game.tgdl"), "../cards.tgdl").path, absolute("games/cards.tgdl"));
    // `shortcut/../cards.tgdl` would be somewhere else.
    EXPECT_EQ(import("shortcut/game.tgdl", "../cards.tgdl").path, absolute("games/cards.tgdl"));
    fs::current_path("games/war");
    EXPECT_EQ(import("game.tgdl", "../cards.tgdl").path, "../cards.tgdl");
}

TEST_F(DiskLoaderTest, TakesALinkedMainFileForTheFileItLeadsTo) {
    write("games/war/game.tgdl");
    write("games/war/cards.tgdl", "cards");
    fs::create_symlink("games/war/game.tgdl", "current.tgdl");

    EXPECT_EQ(import("current.tgdl", "cards.tgdl").text, "cards");
    EXPECT_EQ(loader_.load_main("current.tgdl").path, "current.tgdl");
}

TEST_F(DiskLoaderTest, DoesNotFindWhatIsNotThere) {
    write("game.tgdl");
    fs::create_symlink("nowhere.tgdl", "broken.tgdl");
    fs::create_symlink("circle.tgdl", "circle.tgdl");

    EXPECT_EQ(loader_.load_main("missing.tgdl").problem, LoadProblem::NotFound);
    EXPECT_EQ(loader_.load_main("").problem, LoadProblem::NotFound);
    EXPECT_EQ(import("game.tgdl", "missing.tgdl").problem, LoadProblem::NotFound);
    EXPECT_EQ(import("game.tgdl", "broken.tgdl").problem, LoadProblem::NotFound);
    EXPECT_EQ(import("game.tgdl", "circle.tgdl").problem, LoadProblem::NotFound);
    EXPECT_EQ(import("game.tgdl", std::string(100'000, 'a')).problem, LoadProblem::NotFound);
    EXPECT_EQ(import("game.tgdl", "std/missing.tgdl").problem, LoadProblem::NotFound);
}

TEST_F(DiskLoaderTest, RefusesWhatIsNoFileWithoutWaiting) {
    write("game.tgdl");
    fs::create_directory("parts");
    ASSERT_EQ(::mkfifo("pipe.tgdl", 0600), 0);
    fs::create_symlink("pipe.tgdl", "linked_pipe.tgdl");

    EXPECT_EQ(import("game.tgdl", "parts").problem, LoadProblem::NotAFile);
    EXPECT_EQ(import("game.tgdl", "parts/..").problem, LoadProblem::NotAFile);
    EXPECT_EQ(import("game.tgdl", "pipe.tgdl").problem, LoadProblem::NotAFile);
    EXPECT_EQ(import("game.tgdl", "linked_pipe.tgdl").problem, LoadProblem::NotAFile);
    EXPECT_EQ(loader_.load_main("pipe.tgdl").problem, LoadProblem::NotAFile);
    EXPECT_EQ(loader_.load_main("parts").problem, LoadProblem::NotAFile);
    EXPECT_EQ(loader_.load_main("/dev/zero").problem, LoadProblem::NotAFile);
}

TEST_F(DiskLoaderTest, RefusesAFileThatIsTooLarge) {
    write("game.tgdl");
    write("large.tgdl");
    fs::resize_file("large.tgdl", kMaxFileBytes);
    EXPECT_EQ(import("game.tgdl", "large.tgdl").text.size(), kMaxFileBytes);

    fs::resize_file("large.tgdl", kMaxFileBytes + 1);

    EXPECT_EQ(import("game.tgdl", "large.tgdl").problem, LoadProblem::TooLarge);
    EXPECT_EQ(loader_.load_main("large.tgdl").problem, LoadProblem::TooLarge);
}

TEST_F(DiskLoaderTest, TakesStandardInputForAFileOfTheCurrentFolder) {
    write("cards.tgdl", "cards");
    write("input", "from input");
    const int saved = ::dup(STDIN_FILENO);
    const int input = ::open("input", O_RDONLY);
    ASSERT_EQ(::dup2(input, STDIN_FILENO), STDIN_FILENO);

    const LoadedFile main = loader_.load_main("-");
    ::dup2(saved, STDIN_FILENO);
    ::close(saved);
    ::close(input);

    EXPECT_EQ(main.text, "from input");
    EXPECT_EQ(main.path, "<stdin>");
    EXPECT_EQ(loader_.load_import(main.key, "cards.tgdl").text, "cards");
    EXPECT_EQ(loader_.load_import(main.key, "cards.tgdl").path, "cards.tgdl");
    EXPECT_EQ(loader_.load_import(main.key, "../cards.tgdl").problem, LoadProblem::Outside);
}

TEST_F(DiskLoaderTest, SuggestsFilesOfTheProjectOnly) {
    write("project/game.tgdl");
    write("project/cards.tgdl");
    write("project/README.md");
    write("project/parts/board.tgdl");
    write("cards.tgdl");
    fs::create_symlink("../cards.tgdl", "project/link.tgdl");
    const LoadedFile main = loader_.load_main("project/game.tgdl");

    EXPECT_EQ(loader_.neighbours(main.key, "crads.tgdl"), std::vector<std::string>{"cards.tgdl"});
    EXPECT_EQ(loader_.neighbours(main.key, "parts/baord.tgdl"), std::vector<std::string>{"parts/board.tgdl"});
    EXPECT_EQ(loader_.neighbours(main.key, "prats/board.tgdl"), std::vector<std::string>{"parts/board.tgdl"});
    EXPECT_TRUE(loader_.neighbours(main.key, "../crads.tgdl").empty());
}

} // namespace
} // namespace tgdl
