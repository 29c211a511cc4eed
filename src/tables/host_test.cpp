#include "tables/host.h"

#include "tables/host_for_test.h"

#include <thread>

namespace tgdl {
namespace {

using testing::Client;
using testing::is_refused;
using testing::Json;

class Lobby : public testing::HostTest {};

TEST_F(Lobby, ShowsTheGamesOfTheShelfAndTheBots) {
    shelve("tic_tac_toe");
    shelve("nim");
    begin();
    Client client = connect();

    client.say({{"type", "lobby"}});
    const Json lobby = client.receive("lobby");

    ASSERT_EQ(lobby.at("games").size(), 2U);
    EXPECT_EQ(lobby.at("games")[0].at("key"), "nim");
    EXPECT_EQ(lobby.at("games")[1].at("name"), "tic-tac-toe");
    EXPECT_EQ(lobby.at("games")[1].at("players"), Json::array({2, 2}));
    EXPECT_EQ(lobby.at("bots")[0].at("word"), "random");
}

TEST_F(Lobby, MakesATableWithALinkForEachSeatForSpectatorsAndForTheHost) {
    shelve("tic_tac_toe");
    begin();
    Client client = connect();
    trusted.insert(client.connection());

    const Json created =
        client.ask({{"type", "create"}, {"game", "tic_tac_toe"}, {"players", 2}, {"bots", {"", "random"}}});

    EXPECT_EQ(created.at("type"), "created");
    ASSERT_EQ(created.at("seats").size(), 2U);
    std::set<std::string> tokens = {created.at("spectator"), created.at("host")};
    for (const Json& seat : created.at("seats")) {
        tokens.insert(seat.at("token").get<std::string>());
    }
    EXPECT_EQ(tokens.size(), 4U);
    for (const std::string& token : tokens) {
        EXPECT_EQ(token.size(), 22U); // 128 bits
    }
}

TEST_F(Lobby, RefusesATableThatTheGameOrTheServerDoesNotHave) {
    shelve("tic_tac_toe");
    begin();
    Client client = connect();

    const auto ask = [&](const char* game, std::size_t players, std::vector<std::string> bots) {
        return client.ask({{"type", "create"}, {"game", game}, {"players", players}, {"bots", std::move(bots)}});
    };

    EXPECT_TRUE(is_refused(ask("chess", 2, {"", ""}), "illegal"));
    EXPECT_TRUE(is_refused(ask("tic_tac_toe", 3, {"", "", ""}), "illegal"));
    EXPECT_TRUE(is_refused(ask("tic_tac_toe", 2, {""}), "illegal"));
    EXPECT_TRUE(is_refused(ask("tic_tac_toe", 2, {"", "exec:/bin/sh"}), "illegal"));
    EXPECT_TRUE(is_refused(ask("tic_tac_toe", 2, {"", "mcts:9999999"}), "illegal"));
}

TEST_F(Lobby, LetsAConnectionMakeOnlySoManyTablesInAMinute) {
    shelve("tic_tac_toe");
    options.creations = 2;
    begin();
    Client client = connect();
    Client other = connect();
    trusted.insert({client.connection(), other.connection()});
    const Json create = {{"type", "create"}, {"game", "tic_tac_toe"}, {"players", 2}, {"bots", {"", ""}}};

    EXPECT_EQ(client.ask(create).at("type"), "created");
    EXPECT_EQ(client.ask(create).at("type"), "created");
    EXPECT_TRUE(is_refused(client.ask(create), "too_fast"));
    EXPECT_EQ(other.ask(create).at("type"), "created");
}

TEST_F(Lobby, HoldsOnlySoManyTablesInMemory) {
    shelve("tic_tac_toe");
    options.tables = 1;
    begin();
    const TableLinks one = create("tic_tac_toe", {"", ""});
    const TableLinks other = create("tic_tac_toe", {"", ""});
    Client client = connect();
    Client late = connect();

    EXPECT_EQ(client.join(one, one.seats[0]).at("type"), "joined");
    EXPECT_TRUE(is_refused(late.join(other, other.seats[0]), "full"));
    EXPECT_EQ(late.join(one, one.seats[1]).at("type"), "joined");
}

// ---- who is let in --------------------------------------------------------------------------------------------------

class Joining : public testing::HostTest {};

TEST_F(Joining, IsNotPossibleBeforeHello) {
    shelve("tic_tac_toe");
    begin();
    const TableLinks links = create("tic_tac_toe", {"", ""});
    host->opened(77);
    Client client(*this, 77);

    EXPECT_TRUE(is_refused(client.join(links, links.seats[0]), "protocol"));
}

TEST_F(Joining, WantsTheVersionThatTheServerSpeaks) {
    shelve("tic_tac_toe");
    begin();
    host->opened(77);
    Client client(*this, 77);

    client.say({{"type", "hello"}, {"protocol", protocol_version() + 1}});
    EXPECT_TRUE(is_refused(client.receive("refused"), "protocol"));

    client.say({{"type", "lobby"}});
    EXPECT_TRUE(is_refused(client.receive("refused"), "protocol"));
}

TEST_F(Joining, SaysWhichSeatATokenIsFor) {
    shelve("tic_tac_toe");
    begin();
    const TableLinks links = create("tic_tac_toe", {"", ""});

    const auto joined_with = [&](const std::string& token) { return connect().join(links, token); };

    EXPECT_EQ(joined_with(links.seats[0]).at("seat"), 0);
    EXPECT_EQ(joined_with(links.seats[1]).at("seat"), 1);
    EXPECT_EQ(joined_with(links.spectator).at("seat"), -1);
    EXPECT_FALSE(joined_with(links.spectator).at("host"));
    EXPECT_EQ(joined_with(links.host).at("seat"), -1);
    EXPECT_TRUE(joined_with(links.host).at("host"));
    EXPECT_EQ(joined_with(links.host).at("game").at("name"), "tic-tac-toe");
}

TEST_F(Joining, TellsNobodyWhetherTheTableOrTheTokenIsWrong) {
    shelve("tic_tac_toe");
    begin();
    const TableLinks links = create("tic_tac_toe", {"", ""});
    Client client = connect();
    TableLinks nowhere = links;
    nowhere.table = "nowhere";

    const Json no_table = client.join(nowhere, links.seats[0]);
    const Json no_token = client.join(links, "AAAAAAAAAAAAAAAAAAAAAA");
    const Json half_a_token = client.join(links, links.seats[0].substr(0, 11));

    EXPECT_TRUE(is_refused(no_table, "no_table"));
    EXPECT_EQ(no_table, no_token);
    EXPECT_EQ(no_table, half_a_token);
}

TEST_F(Joining, WithAWrongTokenLeavesTheTableToOthers) {
    shelve("tic_tac_toe");
    options.tables = 1;
    begin();
    const TableLinks one = create("tic_tac_toe", {"", ""});
    const TableLinks other = create("tic_tac_toe", {"", ""});
    Client stranger = connect();
    Client client = connect();

    EXPECT_TRUE(is_refused(stranger.join(one, "AAAAAAAAAAAAAAAAAAAAAA"), "no_table"));
    while (client.join(other, other.seats[0]).at("type") != "joined") { // what was begun for the stranger goes at once
        std::this_thread::yield();
    }
}

TEST_F(Joining, ATableAgainLeavesTheOneBefore) {
    shelve("tic_tac_toe");
    begin();
    const TableLinks one = create("tic_tac_toe", {"", ""});
    const TableLinks other = create("tic_tac_toe", {"", ""});
    Client watcher = connect();
    Client client = connect();
    watcher.join(one, one.spectator);
    client.join(one, one.seats[0]);
    watcher.state_with([](const Json& state) { return state.at("seats")[0].at("here") == true; });

    EXPECT_EQ(client.join(other, other.seats[1]).at("seat"), 1);

    watcher.state_with([](const Json& state) { return state.at("seats")[0].at("here") == false; });
}

TEST_F(Joining, TwiceWithOneTokenShowsTheSameInBothPlaces) {
    shelve("tic_tac_toe");
    begin();
    const TableLinks links = create("tic_tac_toe", {"", ""});
    std::vector<Client> seats = seat_all(links);
    Client second = connect();
    second.join(links, links.seats[0]);

    EXPECT_EQ(second.choose(4).at("type"), "accepted");

    EXPECT_EQ(seats[0].state_with([](const Json& state) { return state.at("decision") == ""; }), second.state());
    second.hang_up();
    const Json after = seats[1].state_with([](const Json& state) { return state.at("decision") != ""; });
    EXPECT_EQ(after.at("seats")[0].at("here"), true);
}

TEST_F(Joining, ShowsWhatWasToldBefore) {
    shelve("nim");
    begin();
    const TableLinks links = create("nim", {"", ""});
    std::vector<Client> seats = seat_all(links);
    seats[0].choose(0);
    seats[0].choose(2);

    const Json joined = connect().join(links, links.spectator);

    ASSERT_EQ(joined.at("log").size(), 1U);
    EXPECT_EQ(joined.at("log")[0].at("text"), "player 0 takes 3 from A, 0 left");
    EXPECT_EQ(joined.at("log_from"), 0);
}

// ---- what cannot be understood --------------------------------------------------------------------------------------

class Nonsense : public testing::HostTest {};

TEST_F(Nonsense, IsRefusedAndChangesNothing) {
    shelve("tic_tac_toe");
    begin();
    const TableLinks links = create("tic_tac_toe", {"", ""});
    std::vector<Client> seats = seat_all(links);
    const Json before = seats[0].state();

    for (const std::string text :
         {"", "{", "null", "[]", "{}", R"({"type":5})", R"({"type":"fly"})",
          R"({"type":"choose","id":"a","decision":"0"})", R"({"type":"choose","id":"a","decision":"0","option":-1})",
          R"({"type":"choose","id":"a","decision":"0","option":1.5})",
          R"({"type":"choose","id":"a","decision":"0","option":99999999999999999999})",
          R"({"type":"choose","id":"a","decision":"0","option":0,"more":1})", R"({"type":"react","sign":"spit"})",
          "\xff\xfe"}) {
        seats[0].say_text(text);
        EXPECT_TRUE(is_refused(seats[0].receive("refused"), "malformed")) << text;
    }

    Client late = connect();
    late.join(links, links.seats[0]);
    EXPECT_EQ(late.state(), before);
}

TEST_F(Nonsense, OfAnySizeIsRefused) {
    shelve("tic_tac_toe");
    begin();
    Client client = connect();

    client.say({{"type", "join"}, {"table", std::string(100'000, 'x')}, {"token", ""}});
    EXPECT_TRUE(is_refused(client.receive("refused"), "malformed"));

    client.say_text(std::string(100'000, '['));
    EXPECT_TRUE(is_refused(client.receive("refused"), "malformed"));
}

TEST_F(Nonsense, AtNoTableIsRefused) {
    shelve("tic_tac_toe");
    begin();
    Client client = connect();

    EXPECT_TRUE(is_refused(client.ask({{"type", "undo"}}), "not_seated"));
    EXPECT_TRUE(is_refused(client.ask({{"type", "choose"}, {"decision", "0"}, {"option", 0}}), "not_seated"));
}

TEST_F(Nonsense, FromAConnectionThatIsGoneIsDropped) {
    shelve("tic_tac_toe");
    begin();
    Client client = connect();
    client.hang_up();

    client.say({{"type", "lobby"}});

    EXPECT_EQ(wire.count(client.connection()), 1U); // refused: nobody has said hello there
}

} // namespace
} // namespace tgdl
