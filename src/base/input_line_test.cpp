#include "base/input_line.h"

#include <gtest/gtest.h>
#include <sstream>

namespace tgdl {
namespace {

TEST(InputLine, GivesOneLineAfterTheOtherAndTheLastWithoutItsEnd) {
    std::istringstream input("first\n\nlast");
    std::string line;

    EXPECT_EQ(read_input_line(input, line), InputLine::Read);
    EXPECT_EQ(line, "first");
    EXPECT_EQ(read_input_line(input, line), InputLine::Read);
    EXPECT_EQ(line, "");
    EXPECT_EQ(read_input_line(input, line), InputLine::Read);
    EXPECT_EQ(line, "last");
    EXPECT_EQ(read_input_line(input, line), InputLine::End);
    EXPECT_EQ(read_input_line(input, line), InputLine::End);
}

TEST(InputLine, StopsAtALineThatIsTooLong) {
    std::istringstream input(std::string(kMaxInputLineBytes, 'a') + "\n" + std::string(kMaxInputLineBytes + 1, 'b'));
    std::string line;

    EXPECT_EQ(read_input_line(input, line), InputLine::Read);
    EXPECT_EQ(line.size(), kMaxInputLineBytes);
    EXPECT_EQ(read_input_line(input, line), InputLine::TooLong);
    EXPECT_EQ(line.size(), kMaxInputLineBytes);
}

} // namespace
} // namespace tgdl
