#include "bots/child_process.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

TEST(ChildProcess, AnswersLineByLine) {
    ChildProcess child("cat");
    std::string line;

    EXPECT_EQ(child.write("one\ntwo\n"), "");

    EXPECT_EQ(child.read_line(line), "");
    EXPECT_EQ(line, "one");
    EXPECT_EQ(child.read_line(line), "");
    EXPECT_EQ(line, "two");
}

TEST(ChildProcess, SaysHowItEndedInsteadOfAnswering) {
    ChildProcess child("exit 3");
    std::string line;

    EXPECT_EQ(child.read_line(line), "ended with exit code 3 instead of answering");
}

TEST(ChildProcess, SaysThatThereIsNoSuchProgram) {
    ChildProcess child("/no/such/program");
    std::string line;

    EXPECT_EQ(child.read_line(line), "could not be run: there is no such program");
}

TEST(ChildProcess, RefusesALineThatIsTooLong) {
    ChildProcess child("head -c 100000 /dev/zero");
    std::string line;

    EXPECT_EQ(child.read_line(line), "answered with a line of more than 65536 bytes");
}

} // namespace
} // namespace tgdl
