#include "tables/table_log.h"

#include <gtest/gtest.h>

namespace tgdl {
namespace {

TableHead some_head() {
    TableHead head;
    head.id = "x7";
    head.game = "chess";
    head.rules = 0xfedcba9876543210;
    head.seed.key = {1, 2, 3, 4, 5, 6, 7, 0xffffffff};
    head.seats = {{"token 0", ""}, {"token 1", "mcts:300"}};
    head.spectator = "looks on";
    head.host = "made it";
    head.clock = ClockRule{600, 5};
    head.options = {{"size", "13"}, {"map", "a \"b\"\n"}};
    head.is_design = true;
    head.created = 1'790'000'000'000;
    return head;
}

TEST(TableLog, ReadsTheHeadThatItWrote) {
    const TableHead head = some_head();
    TableHead plain = some_head();
    plain.clock.reset();
    plain.options.clear();
    plain.is_design = false;

    EXPECT_EQ(read_head("x7", write_head(head)), head);
    EXPECT_EQ(read_head("x7", write_head(plain)), plain);
}

TEST(TableLog, ReadsTheEntriesThatItWrote) {
    MatchSeed seed;
    seed.key = {9, 8, 7, 6, 5, 4, 3, 2};
    const std::vector<Entry> entries = {
        {.kind = EntryKind::Choose, .by = Actor::Person, .seat = 1, .option = 7, .id = "a\"b\n", .time = 5},
        {.kind = EntryKind::Choose, .by = Actor::Bot, .seat = 0, .option = 0, .time = 6},
        {.kind = EntryKind::Choose, .by = Actor::Clock, .seat = 63, .option = 4'000'000'000, .time = 7},
        {.kind = EntryKind::Undo, .seat = 1, .id = "b", .time = 8},
        {.kind = EntryKind::Name, .seat = 2, .text = "Zoë \xE2\x9D\xA4", .id = "c", .time = 9},
        {.kind = EntryKind::Seat, .by = Actor::Host, .seat = 3, .text = "random", .id = "d", .time = 10},
        {.kind = EntryKind::Rules, .by = Actor::Host, .rules = 0xffffffffffffffff, .time = 11},
        {.kind = EntryKind::Again, .by = Actor::Host, .seed = seed, .id = "e", .time = 12},
        {.kind = EntryKind::Resume, .by = Actor::Clock, .time = 13},
    };

    for (const Entry& entry : entries) {
        EXPECT_EQ(read_entry(write_entry(entry)), entry) << write_entry(entry);
    }
}

TEST(TableLog, ReadsNothingElse) {
    for (const char* text :
         {"", "null", "[]", "{}", R"({"do":"choose"})", R"({"do":"fly","by":"person","seat":0,"time":0})",
          R"({"do":"choose","by":"person","seat":-1,"time":0,"option":0})",
          R"({"do":"choose","by":"person","seat":4294967296,"time":0,"option":0})",
          R"({"do":"choose","by":"person","seat":0,"time":0,"option":"0"})",
          R"({"do":"choose","by":"person","seat":0,"time":1.5,"option":0})",
          R"({"do":"again","by":"host","seat":0,"time":0,"seed":"x"})",
          R"({"do":"undo","by":"person","seat":0,"time":0,"id":7})"}) {
        EXPECT_FALSE(read_entry(text).has_value()) << text;
    }
    for (const char* text : {"", "{}", R"({"form":2})", R"({"form":"1"})", R"({"form":1,"game":"x"})"}) {
        EXPECT_FALSE(read_head("x", text).has_value()) << text;
    }
}

TEST(TableLog, TakesNoPartOfAHeadForGranted) {
    const std::string whole = write_head(some_head());
    std::size_t at = whole.find('"');
    while (at != std::string::npos) { // each name and each text spoiled in turn
        std::string spoiled = whole;
        spoiled[at + 1] = '\x01';
        EXPECT_FALSE(read_head("x7", spoiled).has_value());
        at = whole.find('"', whole.find('"', at + 1) + 1);
    }
}

} // namespace
} // namespace tgdl
