#include "api/disk_loader.h"
#include "api/engine.h"
#include "bots/bot_table.h"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <thread>
#include <unistd.h>

namespace tgdl {

BotChoice ask_program(const std::string& command) {
    DiskLoader loader;
    const LoadedRules rules = load_rules(loader, TGDL_SOURCE_DIR "/games/tic_tac_toe/tic_tac_toe.tgdl");
    Match match(rules.program, 2, MatchSeed::from(0));
    match.choose(0);
    BotTable bots(seat_plans(*read_bots("exec:" + command, ExternalPrograms::Run), 2), match, 1);
    return bots.decide(match);
}

TEST(ExternalBot, ChoosesWhatItAnswers) {
    const BotChoice choice = ask_program("read hello; read question; echo '{\"choice\": 4}'; cat >/dev/null");

    ASSERT_TRUE(choice) << choice.error();
    EXPECT_EQ(*choice, 4U);
}

TEST(ExternalBot, IsToldWhatTheSeatSees) {
    const BotChoice choice = ask_program("read hello; read question; case \"$hello$question\" in "
                                         "*'\"seat\":0'*'\"options\":[\"Grid(0'*) echo '{\"choice\":1}';; "
                                         "*) echo \"$question\";; esac");

    ASSERT_TRUE(choice) << choice.error();
    EXPECT_EQ(*choice, 1U);
}

TEST(ExternalBot, WhatIsNoAnswerIsSaid) {
    const auto complaint = [](const std::string& command) {
        const BotChoice choice = ask_program(command);
        return choice ? "it chose" : choice.error();
    };

    EXPECT_EQ(complaint("echo nonsense"),
              "`exec:echo nonsense`, which decides for player 0, answered \"nonsense\"; the answer must be "
              "{\"choice\": N}, N from 0 to 8");
    EXPECT_NE(complaint("echo '{\"choice\": 9}'").find("N from 0 to 8"), std::string::npos);
    EXPECT_NE(complaint("exit 3").find("ended with exit code 3 instead of answering"), std::string::npos);
    EXPECT_NE(complaint("kill -9 $$").find("ended by signal 9"), std::string::npos);
    EXPECT_NE(complaint("/no/such/bot").find("there is no such program"), std::string::npos);
    EXPECT_NE(complaint("head -c 100000 /dev/zero").find("a line of more than 65536 bytes"), std::string::npos);
}

// Waits for what is to come soon: the system ends processes in its own time.
bool comes_true(const std::function<bool()>& condition) {
    for (int i = 0; i < 500 && !condition(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return condition();
}

// The process that a program has left behind, once it has answered or not, and the program is gone.
pid_t process_left_by(const std::string& what_it_does, const std::string& started_by = "") {
    const std::string note = testing::TempDir() + "left_behind_" + std::to_string(::getpid());
    (void)ask_program(started_by + " sh -c 'echo $$ >" + note + "; exec sleep 1000' >/dev/null </dev/null 2>&1 &"
                      + " while [ ! -s " + note + " ]; do sleep 0.01; done; " + what_it_does);
    pid_t process = 0;
    std::ifstream(note) >> process;
    std::remove(note.c_str());
    return process;
}

TEST(ExternalBot, LeavesNoProcessBehind) {
    for (const char* what : {"read hello; read question; echo '{\"choice\": 4}'",             // it ends by itself
                             "read hello; read question; echo '{\"choice\": 4}'; sleep 1000", // it has to be ended
                             "exit 3", "echo nonsense"}) {
        SCOPED_TRACE(what);

        const pid_t process = process_left_by(what);

        ASSERT_GT(process, 0);
        EXPECT_TRUE(comes_true([&] { return ::kill(process, 0) != 0; })) << "process " << process << " is still there";
    }
}

TEST(ExternalBot, LeavesNoProcessBehindThatHasMadeItselfASession) {
    for (const char* what : {"read hello; read question; echo '{\"choice\": 4}'", "exit 3"}) {
        SCOPED_TRACE(what);

        const pid_t process = process_left_by(what, "setsid");

        ASSERT_GT(process, 0);
        EXPECT_TRUE(comes_true([&] { return ::kill(process, 0) != 0; })) << "process " << process << " is still there";
    }
}

TEST(ExternalBot, AFileCannotHaveOneRun) {
    EXPECT_FALSE(read_bots("exec:./bot"));
    EXPECT_FALSE(read_bots("exec:", ExternalPrograms::Run));
}

} // namespace tgdl
