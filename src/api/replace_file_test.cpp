#include "api/replace_file.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

namespace tgdl {
namespace {

namespace fs = std::filesystem;

class ReplaceFileTest : public testing::Test {
protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "tgdl_replace_file_XXXXXX").string();
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
        file_ = folder_ / "game.tgdl";
        std::ofstream(file_) << "before";
    }
    void TearDown() override { fs::remove_all(folder_); }

    [[nodiscard]] std::string content() const {
        std::ifstream stream(file_, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }

    fs::path folder_;
    fs::path file_;
};

TEST_F(ReplaceFileTest, KeepsThePermissionsAndLeavesNothingBehind) {
    const fs::perms permissions = fs::perms::owner_all | fs::perms::group_read;
    fs::permissions(file_, permissions);

    const std::string problem = replace_file(file_.string(), "after");

    EXPECT_EQ(problem, "");
    EXPECT_EQ(content(), "after");
    EXPECT_EQ(fs::status(file_).permissions(), permissions);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(ReplaceFileTest, SaysWhyItFailed) {
    EXPECT_NE(replace_file((folder_ / "missing.tgdl").string(), "after"), "");
    EXPECT_EQ(content(), "before");
}

} // namespace
} // namespace tgdl
