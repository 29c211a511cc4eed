// Automation of a table: bots and clocks.
#include "tables/host_for_test.h"

namespace tgdl {
namespace {

using std::chrono::milliseconds;
using testing::Client;
using testing::is_refused;
using testing::Json;

bool has_ended(const Json& state) {
    return state.contains("length");
}

bool is_asked(const Json& state) {
    return state.at("decision") != "";
}

class TableBots : public testing::HostTest {};

TEST_F(TableBots, PlayAgainstEachOtherToTheEnd) {
    for (const char* game : {"tic_tac_toe", "kuhn_poker", "pig"}) {
        shelve(game);
    }
    begin();

    for (const char* game : {"tic_tac_toe", "kuhn_poker", "pig"}) {
        const TableLinks links = create(game, {"random", "mcts:30"});
        Client watcher = connect();
        watcher.join(links, links.spectator);
        EXPECT_EQ(watcher.state_with(has_ended).at("view").at("status"), "finished") << game;
    }
}

TEST_F(TableBots, TakeASeatInTheMiddleAndGiveItBack) {
    shelve("tic_tac_toe");
    begin();
    const TableLinks links = create("tic_tac_toe", {"", ""});
    std::vector<Client> seats = seat_all(links);

    EXPECT_EQ(seats[0].ask({{"type", "seat"}, {"seat", 0}, {"bot", "random"}}).at("type"), "accepted");
    const Json with_bot = seats[1].state_with(is_asked);
    EXPECT_EQ(with_bot.at("seats")[0].at("bot"), "random");
    EXPECT_TRUE(is_refused(seats[0].ask({{"type", "choose"}, {"decision", "9"}, {"option", 0}}), "not_allowed"));
    EXPECT_TRUE(is_refused(seats[0].ask({{"type", "undo"}}), "not_allowed"));
    EXPECT_EQ(seats[0].ask({{"type", "seat"}, {"seat", 0}, {"bot", ""}}).at("type"), "accepted");
    seats[1].choose(0);

    EXPECT_EQ(seats[0].choose(0).at("type"), "accepted");
}

TEST_F(TableBots, AreGivenASeatByTheHostOnlyWhileNobodySitsThere) {
    shelve("tic_tac_toe");
    begin();
    const TableLinks links = create("tic_tac_toe", {"", ""});
    Client client = connect();
    client.join(links, links.seats[1]);
    Client owner = connect();
    owner.join(links, links.host);
    Client watcher = connect();
    watcher.join(links, links.spectator);
    const auto hand = [](int seat, const char* bot) { return Json{{"type", "seat"}, {"seat", seat}, {"bot", bot}}; };

    EXPECT_TRUE(is_refused(owner.ask(hand(1, "random")), "not_allowed"));
    EXPECT_TRUE(is_refused(owner.ask(hand(2, "random")), "illegal"));
    EXPECT_TRUE(is_refused(owner.ask(hand(0, "exec:ls")), "illegal"));
    EXPECT_TRUE(is_refused(watcher.ask(hand(0, "random")), "not_seated"));
    EXPECT_TRUE(is_refused(client.ask(hand(0, "random")), "not_seated"));
    EXPECT_EQ(owner.ask(hand(0, "random")).at("type"), "accepted");

    EXPECT_EQ(client.choose(0).at("type"), "accepted");
}

TEST_F(TableBots, ThinkAgainWhenTheMatchHasMovedOn) {
    shelve("tic_tac_toe");
    options.bot_pause = milliseconds(300); // a third of it for a tile, which is no move of its own
    begin();
    const TableLinks links = create("tic_tac_toe", {"", "random"});
    Client client = connect();
    client.join(links, links.seats[0]);
    client.choose(4);

    EXPECT_EQ(client.ask({{"type", "undo"}}).at("type"), "accepted");
    client.state_with(is_asked);
    EXPECT_TRUE(clock.pass(milliseconds(100)));
    EXPECT_EQ(client.state().at("view").at("decision").at("options").size(), 9U); // its answer came too late
    client.choose(0);
    EXPECT_TRUE(clock.pass(milliseconds(100)));

    EXPECT_EQ(client.state_with(is_asked).at("view").at("decision").at("options").size(), 7U);
}

TEST_F(TableBots, WaitUntilSomebodyIsThere) {
    shelve("tic_tac_toe");
    begin();
    const TableLinks links = create("tic_tac_toe", {"random", ""});
    Client client = connect();

    client.join(links, links.seats[1]);

    EXPECT_EQ(client.state_with(is_asked).at("view").at("decision").at("options").size(), 8U);
}

TEST_F(TableBots, AreWrittenDownLikeAnybody) {
    shelve("tic_tac_toe");
    begin();
    const TableLinks links = create("tic_tac_toe", {"random", ""});
    Client client = connect();
    client.join(links, links.seats[1]);
    const Json before = client.state_with(is_asked);
    restart();

    Client again = connect();
    again.join(links, links.seats[1]);

    EXPECT_EQ(again.state(), before);
}

class Clocks : public testing::HostTest {};

TEST_F(Clocks, ChooseForWhoeverHasNoTimeLeft) {
    shelve("tic_tac_toe");
    begin();
    const TableLinks links = create("tic_tac_toe", {"", ""}, ClockRule{1, 0});
    std::vector<Client> seats = seat_all(links);
    EXPECT_EQ(seats[0].state().at("seats")[0].at("left_ms"), 1000);

    seats[0].choose(0);
    const Json thinking = seats[1].state_with(is_asked);
    EXPECT_EQ(thinking.at("seats")[1].at("left_ms"), 1000);
    EXPECT_TRUE(clock.pass(milliseconds(1001)));

    const Json state = seats[0].state_with(is_asked);
    EXPECT_EQ(state.at("view").at("decision").at("options").size(), 7U);
    EXPECT_EQ(state.at("seats")[1].at("left_ms"), 0);
}

TEST_F(Clocks, DeclineWhereThatCanBe) {
    shelve("offers", R"(game "offers"; players 2;
global class Count { number rounds = 0; }
action Take
{
    trigger PlayerChoiceEvent;
    input List<number> some { range 1..5; count 0..5; }
    effect
    {
        log($"player {player.active()} takes {some}");
        Count.rounds += 1;
        if (Count.rounds == 3) { draw; }
        turn.pass();
    }
}
)");
    begin();
    const TableLinks links = create("offers", {"", ""}, ClockRule{1, 0});
    std::vector<Client> seats = seat_all(links);
    seats[0].choose(0); // a number, and another one if they like
    EXPECT_TRUE(clock.pass(milliseconds(1001)));

    const auto is_told = [](const Json& now) { return !now.at("log").empty(); };
    EXPECT_EQ(seats[0].state_with(is_told).at("log")[0].at("text"), "player 0 takes [1]");
    EXPECT_TRUE(clock.pass(milliseconds(1001)));
    EXPECT_EQ(seats[0]
                  .state_with([](const Json& now) {
                      return !now.at("log").empty() && now.at("log")[0].at("text") != "player 0 takes [1]";
                  })
                  .at("log")[0]
                  .at("text"),
              "player 1 takes []");
}

TEST_F(Clocks, GiveABonusAfterEachMove) {
    shelve("tic_tac_toe");
    begin();
    const TableLinks links = create("tic_tac_toe", {"", ""}, ClockRule{100, 50});
    std::vector<Client> seats = seat_all(links);
    seats[0].choose(0);
    clock.advance(milliseconds(10'000));
    seats[1].choose(0);

    const Json state = seats[0].state_with(is_asked);

    EXPECT_EQ(state.at("seats")[0].at("left_ms"), 100'000); // the first move only starts the clocks
    EXPECT_EQ(state.at("seats")[1].at("left_ms"), 140'000);
}

TEST_F(Clocks, StandStillUntilSomebodyHasChosenSomething) {
    shelve("tic_tac_toe");
    begin();
    const TableLinks links = create("tic_tac_toe", {"", ""}, ClockRule{100, 0});
    std::vector<Client> seats = seat_all(links);

    EXPECT_EQ(seats[0].state_with(is_asked).at("seats")[0].at("left_runs"), false);
    seats[0].choose(0);

    const Json state = seats[1].state_with(is_asked);
    EXPECT_EQ(state.at("seats")[0].at("left_runs"), false);
    EXPECT_EQ(state.at("seats")[1].at("left_runs"), true);
}

TEST_F(Clocks, StandStillWhileTheServerIsDown) {
    shelve("tic_tac_toe");
    begin();
    const TableLinks links = create("tic_tac_toe", {"", ""}, ClockRule{3, 0});
    std::vector<Client> seats = seat_all(links);
    seats[0].choose(0);
    host.reset();
    clock.advance(milliseconds(1500));
    begin();

    Client again = connect();
    again.join(links, links.seats[1]);

    EXPECT_EQ(again.state().at("seats")[1].at("left_ms"), 3000);
}

} // namespace
} // namespace tgdl
