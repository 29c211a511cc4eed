// People who go from one table to another on the same connection.
#include "tables/host_for_test.h"

namespace tgdl {
namespace {

using testing::Client;
using testing::is_refused;
using testing::Json;

// Each look at the table takes a while.
constexpr const char* kSlow = R"(game "slow";
players 2;

tile Cell
{
    information { glyph { number i = 0; while (i < 300000) { i += 1; } return i > 0 ? "a" : "b"; } }
}

global board Wall { group Bricks { geometry square; grid Cell[1][1]; } }

action Go
{
    trigger PlayerChoiceEvent;
    input number way { range 0..1; }
    effect { turn.pass(); }
}
)";

class ChangingTables : public testing::HostTest {
protected:
    ChangingTables() {
        options.limits.steps = 10'000'000;
        shelve("slow", kSlow);
        shelve("nim");
    }
};

TEST_F(ChangingTables, TellsNothingOfTheTableBeforeOnceTheNewOneIsJoined) {
    begin();
    const TableLinks slow = create("slow", {"", ""});
    const TableLinks nim = create("nim", {"", ""});
    std::vector<Client> seats = seat_all(slow);
    Client& mover = seats[1];

    seats[0].choose(0); // seat 1 is told after seat 0
    mover.join(nim, nim.seats[0]);
    (void)seats[0].state_with([](const Json& state) { return state.at("seats")[1].at("here") == false; });

    const std::vector<Json> sent = wire.sent(mover.connection());
    const auto joined = std::ranges::find_if(sent, [](const Json& message) {
        return message.at("type") == "joined" && message.at("game").at("key") == "nim";
    });
    const auto is_stale = [](const Json& message) {
        return message.at("type") == "state" && message.at("view").at("game") != "nim";
    };
    ASSERT_NE(joined, sent.end());
    EXPECT_TRUE(std::none_of(joined, sent.end(), is_stale));
}

TEST_F(ChangingTables, EndsWhereOneWantedToGoLast) {
    begin();
    const TableLinks slow = create("slow", {"", ""});
    const TableLinks first = create("nim", {"", ""});
    const TableLinks second = create("nim", {"", ""});
    std::vector<Client> seats = seat_all(slow);

    seats[1].say({{"type", "join"}, {"table", first.table}, {"token", first.seats[0]}});
    seats[1].join(second, second.seats[0]);
    const Json answer = seats[1].choose(0);
    Client watcher = connect();
    watcher.join(first, first.spectator);

    EXPECT_EQ(answer.at("type"), "accepted");
    EXPECT_EQ(watcher.state().at("seats")[0].at("here"), false);
}

TEST_F(ChangingTables, MayBeToTheSameTable) {
    begin();
    const TableLinks nim = create("nim", {"", ""});
    std::vector<Client> seats = seat_all(nim);

    const Json joined = seats[0].join(nim, nim.seats[0]);
    const Json answer = seats[0].choose(0);

    EXPECT_EQ(joined.at("type"), "joined");
    EXPECT_EQ(answer.at("type"), "accepted");
}

TEST_F(ChangingTables, MayEndWithHangingUpOnTheWay) {
    begin();
    const TableLinks slow = create("slow", {"", ""});
    const TableLinks nim = create("nim", {"", ""});
    std::vector<Client> seats = seat_all(slow);

    seats[1].say({{"type", "join"}, {"table", nim.table}, {"token", nim.seats[0]}});
    seats[1].hang_up();
    (void)seats[0].state_with([](const Json& state) { return state.at("seats")[1].at("here") == false; });
    Client watcher = connect();
    watcher.join(nim, nim.spectator);
    const Json state = watcher.state_with([](const Json& now) { return now.at("seats")[0].at("here") == false; });

    EXPECT_EQ(state.at("seats")[0].at("here"), false);
}

TEST_F(ChangingTables, LeavesTheOldTableWhenThereIsNoRoomForTheNew) {
    options.tables = 1;
    begin();
    const TableLinks slow = create("slow", {"", ""});
    const TableLinks nim = create("nim", {"", ""});
    std::vector<Client> seats = seat_all(slow);

    const Json refused = seats[1].join(nim, nim.seats[0]);
    const Json state = seats[0].state_with([](const Json& now) { return now.at("seats")[1].at("here") == false; });

    EXPECT_TRUE(is_refused(refused, "full"));
    EXPECT_EQ(state.at("seats")[1].at("here"), false);
}

} // namespace
} // namespace tgdl
