#include "tables/table_session.h"

#include "tables/host_for_test.h"

namespace tgdl {
namespace {

using testing::Client;
using testing::FailingStore;
using testing::is_refused;
using testing::Json;

class Choosing : public testing::HostTest {
protected:
    TableLinks begin_with(const std::string& game, std::vector<std::string> bots = {"", ""}) {
        shelve(game);
        begin();
        return create(game, std::move(bots));
    }
};

TEST_F(Choosing, GoesOnToTheEndOfTheMatch) {
    const TableLinks links = begin_with("tic_tac_toe");
    std::vector<Client> seats = seat_all(links);

    for (int i = 0; i < 2; ++i) { // player 0 takes the first row; of the squares that are left the last is player 1's
        EXPECT_EQ(seats[0].choose(0).at("type"), "accepted");
        EXPECT_EQ(seats[1].choose(6 - static_cast<std::size_t>(i)).at("type"), "accepted");
    }
    EXPECT_EQ(seats[0].choose(0).at("type"), "accepted");

    for (Client& seat : seats) {
        const Json state = seat.state_with([](const Json& now) { return now.contains("length"); });
        EXPECT_EQ(state.at("view").at("status"), "finished");
        EXPECT_EQ(state.at("view").at("places")[0], Json::array({0}));
        EXPECT_EQ(state.at("waiting"), Json::array());
        EXPECT_EQ(state.at("length"), 5);
    }
    EXPECT_TRUE(is_refused(seats[1].ask({{"type", "choose"}, {"decision", "3"}, {"option", 0}}), "ended"));
}

TEST_F(Choosing, IsSeenByEverybodyAtTheTable) {
    const TableLinks links = begin_with("nim");
    std::vector<Client> seats = seat_all(links);
    Client watcher = connect();
    watcher.join(links, links.spectator);

    seats[0].choose(1);
    seats[0].choose(0);

    const Json state = watcher.state_with([](const Json& now) { return now.at("waiting") == Json::array({1}); });
    EXPECT_EQ(state.at("log")[0].at("text"), "player 0 takes 1 from B, 3 left");
    EXPECT_EQ(state.at("view").at("viewer"), "spectator");
    EXPECT_EQ(state.at("decision"), "");
    EXPECT_EQ(state.at("view").at("decision"), (Json{{"player", 1}}));
    EXPECT_EQ(seats[1].state_with([](const Json& now) { return now.at("decision") != ""; }).at("waiting"),
              Json::array({1}));
}

TEST_F(Choosing, ShowsWhatWasChosenSoFarInTheMove) {
    const TableLinks links = begin_with("nim");
    std::vector<Client> seats = seat_all(links);

    seats[0].choose(1);

    EXPECT_EQ(seats[0].state().at("running"), Json::array({"Take", "B"}));
    EXPECT_EQ(seats[1].state().at("running"), Json::array());
}

TEST_F(Choosing, OutOfTurnIsRefused) {
    const TableLinks links = begin_with("tic_tac_toe");
    std::vector<Client> seats = seat_all(links);

    EXPECT_TRUE(is_refused(seats[1].ask({{"type", "choose"}, {"decision", "0"}, {"option", 0}}), "not_asked"));
}

TEST_F(Choosing, IsNotForSpectatorsNorTheHost) {
    const TableLinks links = begin_with("tic_tac_toe");
    const Json choose = {{"type", "choose"}, {"decision", "0"}, {"option", 0}};

    for (const std::string& token : {links.spectator, links.host}) {
        Client client = connect();
        client.join(links, token);
        EXPECT_TRUE(is_refused(client.ask(choose), "not_seated"));
        EXPECT_TRUE(is_refused(client.ask({{"type", "undo"}}), "not_seated"));
        EXPECT_TRUE(is_refused(client.ask({{"type", "name"}, {"name", "Anna"}}), "not_seated"));
    }
}

TEST_F(Choosing, ForADecisionThatIsOverIsRefused) {
    const TableLinks links = begin_with("tic_tac_toe");
    std::vector<Client> seats = seat_all(links);
    const std::string first = seats[0].state().at("decision");
    seats[0].choose(0);
    seats[1].choose(0);

    const Json answer = seats[0].ask({{"type", "choose"}, {"decision", first}, {"option", 3}});

    EXPECT_TRUE(is_refused(answer, "stale"));
}

TEST_F(Choosing, WhatIsNoOptionIsRefused) {
    const TableLinks links = begin_with("tic_tac_toe");
    std::vector<Client> seats = seat_all(links);

    EXPECT_TRUE(is_refused(seats[0].choose(9), "illegal"));
    EXPECT_TRUE(is_refused(seats[0].choose(10'000'000), "illegal"));
    EXPECT_EQ(seats[0].choose(8).at("type"), "accepted");
}

TEST_F(Choosing, WithTheSameIdIsDoneOnce) {
    const TableLinks links = begin_with("nim");
    std::vector<Client> seats = seat_all(links);
    const Json state = seats[0].state();
    const Json choose = {{"type", "choose"}, {"id", "once"}, {"decision", state.at("decision")}, {"option", 0}};

    EXPECT_EQ(seats[0].ask(choose).at("type"), "accepted");
    EXPECT_EQ(seats[0].ask(choose).at("type"), "accepted");

    EXPECT_EQ(
        seats[0].state_with([&](const Json& now) { return now.at("decision") != state.at("decision"); }).at("running"),
        Json::array({"Take", "A"}));
}

TEST_F(Choosing, WithTheSameIdIsDoneOnceAlsoWhileItIsBeingWritten) {
    const TableLinks links = begin_with("nim");
    std::vector<Client> seats = seat_all(links);
    const Json state = seats[0].state();
    const Json choose = {{"type", "choose"}, {"id", "once"}, {"decision", state.at("decision")}, {"option", 0}};
    store.fail(FailingStore::Failure::Held);

    seats[0].say(choose);
    seats[0].say(choose);
    while (store.held() == 0) {
    }
    store.let_go();

    const auto is_accepted = [](const Json& message) { return message.at("type") == "accepted"; };
    seats[0].receive_if(is_accepted);
    seats[0].receive_if(is_accepted);
    EXPECT_EQ(seats[0].state().at("running"), Json::array({"Take", "A"}));
}

TEST_F(Choosing, WithTheSameIdIsDoneOnceAlsoAfterANewStart) {
    const TableLinks links = begin_with("nim");
    Client before = connect();
    before.join(links, links.seats[0]);
    const Json state = before.state();
    const Json choose = {{"type", "choose"}, {"id", "once"}, {"decision", state.at("decision")}, {"option", 0}};
    before.ask(choose);
    restart();

    Client after = connect();
    after.join(links, links.seats[0]);

    EXPECT_EQ(after.ask(choose).at("type"), "accepted");
    EXPECT_EQ(after.state().at("running"), Json::array({"Take", "A"}));
}

TEST_F(Choosing, GoesOnAfterANewStartWhereItWas) {
    const TableLinks links = begin_with("kuhn_poker");
    std::vector<Client> seats = seat_all(links);
    seats[0].choose(1);
    const Json before = seats[1].state_with([](const Json& now) { return now.at("decision") != ""; });
    restart();

    std::vector<Client> again = seat_all(links);

    const Json after = again[1].state();
    EXPECT_EQ(after.at("view"), before.at("view"));
    EXPECT_EQ(after.at("decision"), before.at("decision"));
    EXPECT_EQ(again[1].choose(0).at("type"), "accepted");
    EXPECT_EQ(again[0].state_with([](const Json& now) { return now.contains("length"); }).at("view").at("status"),
              "finished");
}

TEST_F(Choosing, IsAcknowledgedOnlyOnceItIsWritten) {
    const TableLinks links = begin_with("tic_tac_toe");
    std::vector<Client> seats = seat_all(links);
    store.fail(FailingStore::Failure::Held);
    const std::size_t heard = seats[0].heard();

    seats[0].say({{"type", "choose"}, {"id", "slow"}, {"decision", "0"}, {"option", 0}});
    while (store.held() == 0) {
    }

    EXPECT_EQ(seats[0].heard(), heard);
    store.let_go();
    EXPECT_EQ(seats[0].receive("accepted").at("id"), "slow");
}

TEST_F(Choosing, ThatCouldNotBeWrittenIsNeitherShownNorAcknowledged) {
    const TableLinks links = begin_with("tic_tac_toe");
    std::vector<Client> seats = seat_all(links);
    const Json before = seats[0].state();
    store.fail(FailingStore::Failure::NotDone);

    seats[0].say({{"type", "choose"}, {"id", "lost"}, {"decision", "0"}, {"option", 0}});
    EXPECT_EQ(seats[0].receive("moved").at("url"), "");
    EXPECT_EQ(seats[1].receive("moved").at("url"), "");
    EXPECT_TRUE(is_refused(seats[0].join(links, links.seats[0]), "storage"));
    store.fail(FailingStore::Failure::None);

    EXPECT_EQ(seats[0].join(links, links.seats[0]).at("type"), "joined");
    EXPECT_EQ(seats[1].join(links, links.seats[1]).at("type"), "joined");
    EXPECT_EQ(seats[0].state_with([](const Json& now) { return now.at("seats")[1].at("here") == true; }), before);
    for (const Json& message : wire.sent(seats[0].connection())) {
        EXPECT_NE(message.at("type"), "accepted");
    }
}

TEST_F(Choosing, ForWhichMemoryIsMissingClosesItsTableOnlyUntilThereIsMore) {
    const TableLinks links = begin_with("tic_tac_toe");
    std::vector<Client> seats = seat_all(links);
    const TableLinks other = create("tic_tac_toe", {"", ""});
    store.fail(FailingStore::Failure::NoMemory);

    seats[0].say({{"type", "choose"}, {"id", "lost"}, {"decision", "0"}, {"option", 0}});
    const Json told = seats[0].receive("refused");
    store.fail(FailingStore::Failure::None);

    EXPECT_EQ(told.at("reason"), "full");
    EXPECT_EQ(seats[1].receive("refused").at("reason"), "full");
    EXPECT_EQ(connect().join(other, other.seats[0]).at("type"), "joined");
    EXPECT_EQ(seats[0].join(links, links.seats[0]).at("type"), "joined");
    EXPECT_EQ(seats[0].choose(0).at("type"), "accepted");
}

TEST_F(Choosing, OfWhichNobodyKnowsWhetherItIsWrittenIsReadAgain) {
    const TableLinks links = begin_with("tic_tac_toe");
    std::vector<Client> seats = seat_all(links);
    const Json choose = {{"type", "choose"}, {"id", "perhaps"}, {"decision", "0"}, {"option", 0}};
    store.fail(FailingStore::Failure::DoneUnknown);

    seats[0].say(choose);
    seats[0].receive("moved");
    store.fail(FailingStore::Failure::None);
    seats[0].join(links, links.seats[0]);

    EXPECT_EQ(seats[0].state().at("waiting"), Json::array({1}));
    EXPECT_EQ(seats[0].ask(choose).at("type"), "accepted"); // it was done, once
    EXPECT_EQ(seats[0].state().at("waiting"), Json::array({1}));
}

TEST_F(Choosing, ByARuleThatFailsEndsTheMatchForItsTableOnly) {
    shelve("broken", R"(game "broken"; players 2;
action Break { trigger PlayerChoiceEvent; effect { number i = 0; while (i >= 0) { i += 1; } } }
)");
    const TableLinks good = begin_with("tic_tac_toe");
    const TableLinks bad = create("broken", {"", ""});
    std::vector<Client> seats = seat_all(bad);
    std::vector<Client> others = seat_all(good);

    seats[0].choose(0);

    const Json state = seats[0].state_with([](const Json& now) { return now.contains("fault"); });
    EXPECT_EQ(state.at("view").at("status"), "error");
    EXPECT_NE(state.at("fault").get<std::string>().find("at line 2 of broken.tgdl"), std::string::npos);
    EXPECT_EQ(others[0].choose(0).at("type"), "accepted");
}

TEST_F(Choosing, AmongMoreThanCanBeShownIsNotPossible) {
    shelve("endless", R"(game "endless"; players 2;
action Go { trigger PlayerChoiceEvent; input number much { range 1..900000; } effect { turn.pass(); } }
)");
    begin();
    const TableLinks links = create("endless", {"", "random"});
    Client client = connect();
    client.join(links, links.seats[0]);

    const Json state = client.state();

    EXPECT_TRUE(state.contains("fault"));
    EXPECT_EQ(state.at("decision"), "");
    EXPECT_EQ(state.at("waiting"), Json::array());
    EXPECT_LT(state.dump().size(), 10'000U);
    EXPECT_EQ(client.ask({{"type", "choose"}, {"decision", "0"}, {"option", 0}}).at("type"), "refused");
}

TEST_F(Choosing, IsShownWithoutTextsThatNobodyReads) {
    shelve("wordy", R"(game "wordy"; players 2;
tile Cell { information { short { return ")"
                        + std::string(30'000, 'x') + R"("; } } }
global board Wall { group Bricks { geometry square; grid Cell[10][20]; } }
action Go { trigger PlayerChoiceEvent; input Cell cell; effect { turn.pass(); } }
)");
    begin();
    const TableLinks links = create("wordy", {"", ""});
    Client client = connect();
    client.join(links, links.seats[0]);

    EXPECT_LT(client.state().dump().size(), 4'000'000U); // there are 200 cells, each of them an option too
}

TEST_F(Choosing, EndsWhenSoMuchHasHappenedAtATable) {
    options.entries = 3;
    const TableLinks links = begin_with("tic_tac_toe");
    std::vector<Client> seats = seat_all(links);
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(seats[0].ask({{"type", "name"}, {"name", "Anna"}}).at("type"), "accepted");
    }

    EXPECT_TRUE(is_refused(seats[0].choose(0), "not_allowed"));
}

// ---- why not --------------------------------------------------------------------------------------------------------

class Asking : public testing::HostTest {};

TEST_F(Asking, WhySomethingCannotBeChosenIsAnswered) {
    shelve("guarded", R"(game "guarded"; players 2;
action Go { trigger PlayerChoiceEvent; input number steps { range 1..4; filter { return steps != 3; } } effect { turn.pass(); } }
)");
    begin();
    const TableLinks links = create("guarded", {"", ""});
    std::vector<Client> seats = seat_all(links);
    const Json state = seats[0].state();

    const Json reasons = seats[0].ask({{"type", "why"}, {"decision", state.at("decision")}});

    ASSERT_EQ(reasons.at("type"), "reasons");
    ASSERT_EQ(reasons.at("refusals").size(), 1U);
    EXPECT_EQ(reasons.at("refusals")[0].at("text"), "3");
    EXPECT_EQ(reasons.at("refusals")[0].at("place").at("file"), "guarded.tgdl");
    EXPECT_TRUE(is_refused(seats[0].ask({{"type", "why"}, {"decision", "99"}}), "stale"));
    EXPECT_TRUE(is_refused(seats[1].ask({{"type", "why"}, {"decision", "0"}}), "not_asked"));
}

// ---- names and signs ------------------------------------------------------------------------------------------------

class People : public testing::HostTest {};

TEST_F(People, CallThemselvesAsTheyLike) {
    shelve("tic_tac_toe");
    begin();
    const TableLinks links = create("tic_tac_toe", {"", ""});
    std::vector<Client> seats = seat_all(links);

    EXPECT_EQ(seats[1].ask({{"type", "name"}, {"name", "  Zoë \n "}}).at("type"), "accepted");

    seats[0].state_with([](const Json& now) { return now.at("seats")[1].at("name") == "Zoë"; });
    restart();
    std::vector<Client> again = seat_all(links);
    EXPECT_EQ(again[0].state().at("seats")[1].at("name"), "Zoë");
}

TEST_F(People, ReactForEverybodyToSee) {
    shelve("tic_tac_toe");
    begin();
    const TableLinks links = create("tic_tac_toe", {"", ""});
    std::vector<Client> seats = seat_all(links);
    Client watcher = connect();
    watcher.join(links, links.spectator);

    watcher.say({{"type", "react"}, {"sign", "clap"}});

    for (Client& seat : seats) {
        const Json reaction = seat.receive("reaction");
        EXPECT_EQ(reaction.at("seat"), -1);
        EXPECT_EQ(reaction.at("sign"), "clap");
    }
}

TEST_F(People, ReactOneAfterTheOther) {
    shelve("tic_tac_toe");
    options.reaction_pause = std::chrono::minutes(1);
    begin();
    const TableLinks links = create("tic_tac_toe", {"", ""});
    std::vector<Client> seats = seat_all(links);

    seats[0].say({{"type", "react"}, {"sign", "hurry"}});
    seats[0].say({{"type", "react"}, {"sign", "hurry"}});

    seats[0].receive("reaction");
    EXPECT_TRUE(is_refused(seats[0].receive("refused"), "too_fast"));
    clock.advance(options.reaction_pause);
    seats[0].say({{"type", "react"}, {"sign", "hurry"}});
    seats[0].receive("reaction");
}

// ---- out of memory --------------------------------------------------------------------------------------------------

class Idleness : public testing::HostTest {};

TEST_F(Idleness, LetsATableLeaveTheMemoryAndComeBackAsItWas) {
    shelve("tic_tac_toe");
    options.idle = std::chrono::milliseconds(20);
    options.tables = 1;
    begin();
    const TableLinks links = create("tic_tac_toe", {"", ""});
    const TableLinks other = create("tic_tac_toe", {"", ""});
    Client client = connect();
    client.join(links, links.seats[0]);
    client.choose(4);
    const Json before = client.state();
    client.hang_up();

    Client next = connect();
    EXPECT_TRUE(is_refused(next.join(other, other.seats[0]), "full")); // as long as the first one is in memory
    while (next.join(other, other.seats[0]).at("type") != "joined") {
        clock.advance(options.idle);
    }
    next.hang_up();
    Client again = connect();
    while (again.join(links, links.seats[0]).at("type") != "joined") {
        clock.advance(options.idle);
    }

    EXPECT_EQ(again.state(), before);
}

class Room : public testing::HostTest {
protected:
    // A game that keeps a thousand numbers more with every choice.
    Room() {
        shelve("attic", R"(game "attic"; players 1;
global class Attic { List<number> things = {}; }
action Keep { trigger PlayerChoiceEvent; effect { number i = 0; while (i < 1000) { Attic.things.add(i); i += 1; } } }
)");
        options.idle = std::chrono::hours(1);
        options.large_bytes = 20'000;
        options.all_bytes = 100'000;
        begin();
    }

    // How many choices are accepted at a new table.
    int keep(Client& client, int most) {
        const TableLinks links = create("attic", {""});
        if (client.join(links, links.seats[0]).at("type") != "joined") {
            return -1;
        }
        int accepted = 0;
        while (accepted < most && client.choose(0).at("type") == "accepted") {
            ++accepted;
        }
        return accepted;
    }
};

TEST_F(Room, IsNotUsedUpByOneTable) {
    Client client = connect();

    const int accepted = keep(client, 100);

    EXPECT_GT(accepted, 0);
    EXPECT_LT(accepted, 100);
}

TEST_F(Room, IsLeftByLargeTablesWithTheirPlayers) {
    for (int times = 0; times < 20; ++times) {
        Client client = connect();
        EXPECT_EQ(keep(client, 1), 1) << times;
        client.hang_up();
    }
}

TEST_F(Room, IsThereForNoOtherTableWhenItIsUsedUp) {
    std::vector<Client> clients;
    int accepted = 1;
    while (accepted >= 0 && clients.size() < 100) {
        clients.push_back(connect());
        accepted = keep(clients.back(), 1);
    }

    EXPECT_EQ(accepted, -1);
    EXPECT_GT(clients.size(), 1U);
}

TEST_F(Idleness, IsNotWaitedForWhereTheMatchIsOver) {
    shelve("one", R"(game "one"; players 1;
action Win { trigger PlayerChoiceEvent; effect { winner player.active(); } }
)");
    options.idle = std::chrono::hours(1);
    options.tables = 1;
    begin();
    const TableLinks links = create("one", {""});
    const TableLinks other = create("one", {""});
    Client client = connect();
    client.join(links, links.seats[0]);
    client.choose(0);
    client.hang_up();

    Client next = connect();
    while (next.join(other, other.seats[0]).at("type") != "joined") { // full, as long as the first one is in memory
    }
    next.choose(0);
    next.hang_up();
    Client again = connect();
    while (again.join(links, links.seats[0]).at("type") != "joined") {
    }

    EXPECT_EQ(again.state().at("view").at("status"), "finished");
}

} // namespace
} // namespace tgdl
