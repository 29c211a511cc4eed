#include "playthrough/playthrough.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

PlayLine log_line(const std::string& text) {
    return {PlayLineKind::Log, text, {}, 0};
}
PlayLine choice(std::uint32_t seat, const std::string& text) {
    return {PlayLineKind::Choice, text, seat, 0};
}
PlayLine bot_choice(std::uint32_t seat, const std::string& text) {
    return {PlayLineKind::BotChoice, text, seat, 0};
}

Playthrough read(std::string_view text) {
    const tl::expected<Playthrough, PlayProblem> playthrough = read_playthrough(text);
    EXPECT_TRUE(playthrough.has_value());
    return playthrough.value_or(Playthrough{});
}

std::string problem_of(std::string_view text) {
    const tl::expected<Playthrough, PlayProblem> playthrough = read_playthrough(text);
    return playthrough ? "" : std::to_string(playthrough.error().line) + ": " + playthrough.error().text;
}

Transcript transcript_of(std::vector<PlayLine> lines) {
    return {std::move(lines), {}, {}};
}

TEST(ReadPlaythrough, TakesTheHeadUpToTheFirstEmptyLine) {
    const Playthrough playthrough = read("# mine\n\ngame: a b.tgdl\nplayers: 3\n# chance\nseed: -1\nbots: random\n"
                                         "auto: yes\nlimit: 50\n\nseed: 2\n");

    EXPECT_EQ(playthrough.game, "a b.tgdl");
    EXPECT_EQ(playthrough.game_line, 3U);
    EXPECT_EQ(playthrough.players, 3U);
    EXPECT_EQ(playthrough.seed, MatchSeed::from(UINT64_MAX));
    EXPECT_EQ(playthrough.bots.size(), 1U);
    EXPECT_TRUE(playthrough.single_options_unasked);
    EXPECT_EQ(playthrough.limit, 50U);
    ASSERT_EQ(playthrough.lines.size(), 1U);
    EXPECT_EQ(playthrough.lines[0].text, "seed: 2");
}

TEST(ReadPlaythrough, TellsChoicesRemarksAndWhatWasToldApart) {
    const Playthrough playthrough = read("game: g\n\n> A\n12> B c \n0 bot> D\n# E\n\n\\# F\n0x> G\r\n[to 1] H");

    std::vector<PlayLineKind> kinds;
    std::vector<std::string> texts;
    for (const PlayLine& line : playthrough.lines) {
        kinds.push_back(line.kind);
        texts.push_back(line.text);
    }
    using enum PlayLineKind;
    EXPECT_EQ(kinds, (std::vector{Choice, Choice, BotChoice, Remark, Remark, Log, Log, Log}));
    EXPECT_EQ(texts, (std::vector<std::string>{"A", "B c", "D", "# E", "", "# F", "0x> G", "[to 1] H"}));
    EXPECT_EQ(playthrough.lines[0].seat, std::nullopt);
    EXPECT_EQ(playthrough.lines[1].seat, 12U);
    EXPECT_EQ(playthrough.lines[7].number, 10U);
}

TEST(ReadPlaythrough, SaysWhatIsWrongWithALineOfTheHead) {
    EXPECT_EQ(problem_of(""), "1: the head does not say which game: `game: FILE` is missing");
    EXPECT_EQ(problem_of("game:\n"), "1: `game:` wants the path of the game's file");
    EXPECT_EQ(problem_of("game: g\ngame: h\n"), "2: `game:` stands here a second time");
    EXPECT_EQ(problem_of("game: g\nplayers: two\n"), "2: `players:` wants a whole number, not `two`");
    EXPECT_EQ(problem_of("game: g\nseed: x\n"), "2: `x` is no seed; any 64-bit whole number is one");
    EXPECT_EQ(problem_of("game: g\nbots: clever\n"),
              "2: there is no bot `clever`; there are `random`, `greedy`, `mcts:500` (500 tries for each decision) and "
              "`mcts:200ms` (by time)");
    EXPECT_EQ(problem_of("game: g\nbots: mcts:5ms\n"),
              "2: `mcts:5ms` plays another game each time; write how many tries it has, as in `mcts:500`");
    EXPECT_EQ(problem_of("game: g\nbots: exec:ls\n"),
              "2: `exec:ls`: a file cannot have a program run; name it on the command line");
    EXPECT_EQ(problem_of("game: g\nauto: maybe\n"), "2: `auto:` is `yes` or `no`, not `maybe`");
    EXPECT_EQ(problem_of("game: g\nlimit: 100001\n"), "2: `limit:` wants a whole number up to 100000, not `100001`");
    EXPECT_EQ(problem_of("game: g\nplayer: 2\n"), "2: the head has no `player:`; it has `game:`, `players:`, `seed:`, "
                                                  "`option:`, `bots:`, `auto:` and `limit:`, and an "
                                                  "empty line ends it");
    EXPECT_EQ(problem_of("game: g\n0> A: b\n"),
              "2: `0> A: b` is no line of the head, such as `players: 2`; an empty line ends the head");
}

TEST(ReadPlaythrough, WantsSomethingToBeChosen) {
    EXPECT_EQ(problem_of("game: g\n\n0>\n"), "3: nothing is chosen here: an option's text or number goes behind `>`");
}

TEST(WriteLine, MarksWhatWouldBeTakenForSomethingElse) {
    for (const char* text : {"", "# x", "> x", "0> x", "7 bot> x", "\\x", "result: []", "0 x", "x > 0"}) {
        const std::string line = write_line(log_line(text));

        const Playthrough playthrough = read("game: g\n\n" + line + "\n");

        ASSERT_EQ(playthrough.lines.size(), 1U) << line;
        EXPECT_EQ(playthrough.lines[0].kind, PlayLineKind::Log) << line;
        EXPECT_EQ(playthrough.lines[0].text, text) << line;
    }
}

TEST(SplitLogLines, AreSplitAtLineEndsAndLoseSpacesAtTheirEnd) {
    const std::vector<PlayLine> lines = split_log_lines("a \n\nb\t");

    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0].text, "a");
    EXPECT_EQ(lines[1].text, "");
    EXPECT_EQ(lines[2].text, "b");
    EXPECT_EQ(split_log_lines("").size(), 1U);
}

TEST(FindDifference, IsNoneWhenAllCameOutAsWritten) {
    const Playthrough playthrough = read("game: g\n\n> A\n# remark\nsaid\n1> B\nresult: []\n");

    const Transcript same = transcript_of({choice(0, "A"), log_line("said"), choice(1, "B"), log_line("result: []")});

    EXPECT_FALSE(find_difference(playthrough, same));
}

TEST(FindDifference, IsTheFirstLineThatCameOutDifferently) {
    const Playthrough playthrough = read("game: g\n\n0> A\nsaid\nmore\nresult: []\n");

    const auto difference = find_difference(playthrough, transcript_of({choice(0, "A"), log_line("shouted"),
                                                                        log_line("other"), log_line("result: [[0]]")}));

    ASSERT_TRUE(difference);
    EXPECT_EQ(difference->line, 4U);
    EXPECT_EQ(difference->choices, 1U);
    EXPECT_EQ(difference->choice->text, "A");
    EXPECT_EQ(difference->expected->text, "said");
    EXPECT_EQ(difference->got->text, "shouted");
}

// Each line as a diff shows it.
std::vector<std::string> shown(const std::vector<ComparedLine>& compared) {
    std::vector<std::string> lines;
    for (const ComparedLine& one : compared) {
        const char* const sign = one.side == ComparedLine::Side::Both      ? "  "
                                 : one.side == ComparedLine::Side::Written ? "- "
                                                                           : "+ ";
        lines.push_back(sign + write_line(one.line));
    }
    return lines;
}

TEST(FindDifference, ComparesAllThatWasSaidUpToTheNextChoice) {
    const Playthrough playthrough = read("game: g\n\n0> A\none\ntwo\n# remark\nthree\n0> B\nresult: []\n");

    const auto difference =
        find_difference(playthrough, transcript_of({choice(0, "A"), log_line("one"), log_line("new"), log_line("three"),
                                                    log_line("more"), choice(0, "B"), log_line("result: [[0]]")}));

    ASSERT_TRUE(difference);
    EXPECT_EQ(shown(difference->compared),
              (std::vector<std::string>{"  0> A", "  one", "- two", "+ new", "  three", "+ more", "  0> B"}));
}

TEST(FindDifference, ShowsNoMoreThanPeopleRead) {
    std::string text = "game: g\n\n0> A\n";
    for (int i = 0; i < 1000; ++i) {
        text += "said\n";
    }

    const auto difference = find_difference(read(text), transcript_of({choice(0, "A"), log_line("result: []")}));

    ASSERT_TRUE(difference);
    EXPECT_LT(difference->compared.size(), 50U);
}

TEST(FindDifference, IsAlsoWhoDecides) {
    const auto difference = find_difference(read("game: g\n\n1> A\n"), transcript_of({choice(0, "A")}));

    ASSERT_TRUE(difference);
    EXPECT_EQ(write_line(*difference->expected), "1> A");
    EXPECT_EQ(write_line(*difference->got), "0> A");
}

TEST(FindDifference, IsMoreOrLessThanIsWritten) {
    const Playthrough playthrough = read("game: g\n\n0> A\nresult: []\n");

    const auto more =
        find_difference(playthrough, transcript_of({choice(0, "A"), log_line("result: []"), log_line("x")}));
    const auto less = find_difference(playthrough, transcript_of({choice(0, "A")}));

    ASSERT_TRUE(more && less);
    EXPECT_FALSE(more->expected);
    EXPECT_EQ(more->got->text, "x");
    EXPECT_EQ(less->expected->text, "result: []");
    EXPECT_FALSE(less->got);
}

TEST(FindDifference, LeavesTheRestOutWhenAChoiceCouldNotBeMade) {
    Transcript transcript = transcript_of({choice(0, "A")});
    transcript.problem = PlayProblem{4, "`B` is no option", {}};

    EXPECT_FALSE(find_difference(read("game: g\n\n0> A\n0> B\nresult: []\n"), transcript));
}

TEST(WritePlaythrough, AddsWhatWasSaidBehindTheChoiceThatCausedIt) {
    const Playthrough playthrough = read("# mine\ngame: g\n\n> A\n\n# Then:\n> B\n");

    const std::string text = write_playthrough(
        playthrough, transcript_of({choice(0, "A"), log_line("said"), choice(1, "B"), log_line("result: []")}));

    EXPECT_EQ(text, "# mine\ngame: g\n\n0> A\nsaid\n\n# Then:\n1> B\nresult: []\n");
}

TEST(WritePlaythrough, LeavesRemarksBetweenLinesThatAreTheSame) {
    const Playthrough playthrough = read("game: g\n\n0> A\none\n# a\ntwo\n# b\nthree\n\n0> B\nresult: []\n");

    const std::string text =
        write_playthrough(playthrough, transcript_of({choice(0, "A"), log_line("one"), log_line("2"), log_line("3"),
                                                      log_line("4"), choice(0, "B"), log_line("result: []")}));

    EXPECT_EQ(text, "game: g\n\n0> A\none\n# a\n2\n3\n4\n# b\n\n0> B\nresult: []\n");
}

TEST(WritePlaythrough, ReplacesWhatBotsChose) {
    const Playthrough playthrough = read("game: g\nbots: random\n\n0> A\n1 bot> B\nsaid\nresult: []\n");

    const std::string text = write_playthrough(
        playthrough,
        transcript_of({choice(0, "A"), bot_choice(1, "C"), bot_choice(0, "D"), log_line("result: [[0]]")}));

    EXPECT_EQ(text, "game: g\nbots: random\n\n0> A\n1 bot> C\n0 bot> D\nresult: [[0]]\n");
}

TEST(WritePlaythrough, GivesWhatReadsAsTheSame) {
    const std::string text = "# x\n\ngame: g\nseed: 4\n\n# y\nbegun\n0> A\n\n\\# z\n1> B\n\\\nresult: []\n\n# end\n";
    const Playthrough playthrough = read(text);
    std::vector<PlayLine> lines = playthrough.lines;
    std::erase_if(lines, [](const PlayLine& line) { return line.kind == PlayLineKind::Remark; });

    EXPECT_EQ(write_playthrough(playthrough, transcript_of(std::move(lines))), text);
}

TEST(FindLeftOver, IsTheFirstChoiceAfterTheEnd) {
    const Playthrough playthrough = read("game: g\n\n0> A\n0> B\nresult: []\n0> C\n0> D\n");

    const PlayLine* left_over =
        find_left_over(playthrough, transcript_of({choice(0, "A"), choice(0, "B"), log_line("result: []")}));

    ASSERT_NE(left_over, nullptr);
    EXPECT_EQ(left_over->text, "C");
}

} // namespace
} // namespace tgdl
