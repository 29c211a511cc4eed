#include "api/read_file.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace tgdl {
namespace {

namespace fs = std::filesystem;

class ReadFileTest : public testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "tgdl_read_file_XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = fs::canonical(name);
        std::ofstream(folder_ / "ten") << "0123456789";
    }
    void TearDown() override { fs::remove_all(folder_); }

    LoadProblem read(const std::string& path, std::size_t most = 10) { return read_file(path, most, text_); }

    fs::path folder_;
    std::string text_;
};

TEST_F(ReadFileTest, GivesOrdinaryFilesUpToTheLimit) {
    fs::create_symlink("ten", folder_ / "link");

    EXPECT_EQ(read(folder_ / "ten"), LoadProblem::None);
    EXPECT_EQ(text_, "0123456789");
    EXPECT_EQ(read(folder_ / "link"), LoadProblem::None);
    EXPECT_EQ(text_, "0123456789");
    EXPECT_EQ(read(folder_ / "ten", 9), LoadProblem::TooLarge);
}

TEST_F(ReadFileTest, RefusesEverythingElseWithoutOpeningIt) {
    ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);

    EXPECT_EQ(read(folder_), LoadProblem::NotAFile);
    EXPECT_EQ(read(folder_ / "pipe"), LoadProblem::NotAFile); // opening it would wait
    EXPECT_EQ(read("/dev/zero"), LoadProblem::NotAFile);
    EXPECT_EQ(read(folder_ / "missing"), LoadProblem::NotFound);
}

TEST_F(ReadFileTest, ALinkIsNotFollowedWhereThePathIsReal) {
    fs::create_symlink("ten", folder_ / "link");

    EXPECT_EQ(read_real_file(folder_ / "ten", 10, text_), LoadProblem::None);
    EXPECT_EQ(read_real_file(folder_ / "link", 10, text_), LoadProblem::NotFound);
}

} // namespace
} // namespace tgdl
