#include "tables/table.h"

#include "api/disk_loader.h"
#include "base/random.h"
#include "tables/table_services.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace tgdl {
namespace {

using Json = nlohmann::json;

std::shared_ptr<const Program> load(const std::string& game) {
    DiskLoader loader;
    return load_rules(loader, TGDL_SOURCE_DIR "/games/" + game + "/" + game + ".tgdl").program;
}

TableHead head_for(std::size_t seats, std::uint64_t seed) {
    TableHead head;
    head.id = "t";
    head.game = "g";
    head.seed = MatchSeed::from(seed);
    for (std::size_t i = 0; i < seats; ++i) {
        head.seats.push_back({"token" + std::to_string(i), ""});
    }
    head.spectator = "spectator";
    head.host = "host";
    head.clock = ClockRule{600, 1};
    return head;
}

// All that anybody could be shown.
std::string everything(Table& table) {
    std::string all;
    std::vector<Viewer> viewers = {kSpectator};
    for (Viewer i = 0; i < table.seats().size(); ++i) {
        viewers.push_back(i);
    }
    const std::vector<bool> here(table.seats().size());
    for (const Viewer viewer : viewers) {
        all += table.state(viewer).dump() + "\n";
        for (const LogLine& line : table.log_lines(viewer, 0)) {
            all += line.text + "\n";
        }
        if (table.status() != MatchStatus::Waiting) {
            all += table.replay(viewer, table.last_moment(viewer) / 2).dump() + "\n";
        }
    }
    return all + table.state_of_seats(here, 1'000'000).dump();
}

// Does anything that somebody may do, at random; gives the entry.
std::optional<Entry> do_anything(Table& table, RandomState& random, std::int64_t time) {
    const auto seat = static_cast<std::uint32_t>(random_below(random, table.seats().size()));
    Table::Considered considered = tl::unexpected(Refused{});
    if (const std::uint64_t what = random_below(random, 20); what == 0) {
        Entry entry;
        entry.kind = EntryKind::Seat;
        entry.seat = seat;
        entry.text = table.seats()[seat].bot.empty() ? "random" : "";
        considered = entry;
    } else if (what < 4) {
        considered = table.consider_undo(seat);
    } else if (const std::optional<std::uint32_t> bot = table.bot_to_move()) {
        considered = table.bot_entry(think(table.bot_turn(what)));
    } else {
        const std::string decision = table.decision_id(seat);
        considered = table.consider_choice(seat, decision, random_below(random, what < 12 ? 3 : 20));
    }
    if (!considered) {
        return std::nullopt;
    }
    considered->time = time;
    considered->id = std::to_string(time);
    return *considered;
}

TEST(Table, IsMadeAgainExactlyOfWhatWasWrittenDown) {
    for (const char* game :
         {"tic_tac_toe", "kuhn_poker", "rock_paper_scissors", "goofspiel", "liars_dice", "hearts", "gull_street"}) {
        const std::shared_ptr<const Program> program = load(game);
        for (std::uint64_t seed = 0; seed < 3; ++seed) {
            const TableHead head = head_for(program->min_players, seed);
            Table table(head, program, HostOptions::modest_limits());
            RandomState random = seed_random(seed);
            std::vector<std::string> written;
            for (std::int64_t time = 0; time < 150; ++time) {
                if (const std::optional<Entry> entry = do_anything(table, random, time)) {
                    written.push_back(write_entry(*entry));
                    ASSERT_TRUE(table.apply(*entry)) << game << " " << written.back();
                }
            }

            Table again(*read_head("t", write_head(head)), program, HostOptions::modest_limits());
            for (const std::string& text : written) {
                ASSERT_TRUE(again.apply(*read_entry(text))) << game << " " << text;
            }

            EXPECT_EQ(everything(again), everything(table)) << game << " " << seed;
            EXPECT_EQ(again.entries(), written.size());
        }
    }
}

TEST(Table, IsNotChangedByLookingAtIt) {
    const std::shared_ptr<const Program> program = load("kuhn_poker");
    Table table(head_for(2, 1), program, HostOptions::modest_limits());
    RandomState random = seed_random(5);
    for (std::int64_t time = 0; table.status() == MatchStatus::Waiting; ++time) {
        if (const std::optional<Entry> entry = do_anything(table, random, time)) {
            table.apply(*entry);
        }
        const std::string first = everything(table);
        EXPECT_EQ(everything(table), first);
    }
}

TEST(Table, RefusesEntriesThatDoNotGoWithWhatWasDone) {
    const std::shared_ptr<const Program> program = load("tic_tac_toe");
    Table table(head_for(2, 1), program, HostOptions::modest_limits());

    EXPECT_FALSE(table.apply({.kind = EntryKind::Choose, .seat = 1, .option = 0}));
    EXPECT_FALSE(table.apply({.kind = EntryKind::Choose, .seat = 0, .option = 9}));
    EXPECT_FALSE(table.apply({.kind = EntryKind::Choose, .seat = 2, .option = 0}));
    EXPECT_FALSE(table.apply({.kind = EntryKind::Undo, .seat = 0}));
    EXPECT_FALSE(table.apply({.kind = EntryKind::Rules}));
    EXPECT_EQ(table.entries(), 0U);
}

TEST(Table, RemembersTheLastMessagesOfEachSeatApart) {
    const std::shared_ptr<const Program> program = load("tic_tac_toe");
    Table table(head_for(2, 1), program, HostOptions::modest_limits());
    for (int i = 0; i < 100; ++i) {
        table.apply({.kind = EntryKind::Name, .seat = 0, .text = "x", .id = std::to_string(i)});
    }

    EXPECT_TRUE(table.was_done(Actor::Person, 0, "99"));
    EXPECT_TRUE(table.was_done(Actor::Person, 0, "40"));
    EXPECT_FALSE(table.was_done(Actor::Person, 0, "0")); // long ago
    EXPECT_FALSE(table.was_done(Actor::Person, 1, "99"));
    EXPECT_FALSE(table.was_done(Actor::Host, 0, "99"));
}

TEST(Table, CountsTheTimeOfThoseWhoThink) {
    const std::shared_ptr<const Program> program = load("tic_tac_toe");
    Table table(head_for(2, 1), program, HostOptions::modest_limits());
    const auto left = [&](std::size_t seat, std::int64_t now) {
        return table.state_of_seats({false, false}, now)[seat].at("left_ms").get<std::int64_t>();
    };

    EXPECT_FALSE(table.next_deadline().has_value()); // nobody has chosen anything
    table.apply({.kind = EntryKind::Choose, .seat = 0, .option = 0, .time = 10'000});
    EXPECT_EQ(table.next_deadline(), 610'000);
    EXPECT_EQ(left(0, 50'000), 600'000);
    EXPECT_EQ(left(1, 50'000), 560'000);
    EXPECT_FALSE(table.choose_for_late(600'000, 0).has_value());
    table.apply({.kind = EntryKind::Choose, .seat = 1, .option = 0, .time = 100'000});
    EXPECT_EQ(left(1, 100'000), 511'000); // with a second's bonus
    EXPECT_EQ(table.next_deadline(), 700'000);
    EXPECT_EQ(table.choose_for_late(700'000, 8).value_or(Entry{}).option, 8U % 7U);
}

} // namespace
} // namespace tgdl
