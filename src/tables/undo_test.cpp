// Taking back a choice.
#include "tables/host_for_test.h"

namespace tgdl {
namespace {

using testing::Client;
using testing::is_refused;
using testing::Json;

class Undo : public testing::HostTest {
protected:
    std::vector<Client> begin_seated(const std::string& game) {
        shelve(game);
        begin();
        links = create(game, {"", ""});
        return seat_all(links);
    }
    TableLinks links;
};

TEST_F(Undo, TakesTheLastChoiceOfASeatBack) {
    std::vector<Client> seats = begin_seated("tic_tac_toe");
    const Json before = seats[0].state();
    EXPECT_EQ(before.at("may_undo"), false);
    seats[0].choose(4);
    EXPECT_EQ(seats[0].state().at("may_undo"), true);
    EXPECT_EQ(seats[1].state().at("may_undo"), false);

    EXPECT_EQ(seats[0].ask({{"type", "undo"}}).at("type"), "accepted");

    const Json after = seats[0].state_with([](const Json& now) { return now.at("decision") != ""; });
    EXPECT_EQ(after.at("view"), before.at("view"));
    EXPECT_NE(after.at("decision"), before.at("decision"));
    EXPECT_EQ(after.at("may_undo"), false);
}

TEST_F(Undo, ForgetsTheLinesThatWereTold) {
    std::vector<Client> seats = begin_seated("nim");
    seats[0].choose(0);
    seats[0].choose(0);
    seats[1].state_with([](const Json& now) { return now.at("log").size() == 1; });

    seats[0].ask({{"type", "undo"}});

    const Json state = seats[1].state_with([](const Json& now) { return now.at("waiting") == Json::array({0}); });
    EXPECT_EQ(state.at("log_from"), 0);
    EXPECT_EQ(state.at("log"), Json::array());
}

TEST_F(Undo, IsRefusedOnceSomebodyElseHasChosen) {
    std::vector<Client> seats = begin_seated("tic_tac_toe");
    seats[0].choose(4);
    seats[1].choose(0);

    EXPECT_TRUE(is_refused(seats[0].ask({{"type", "undo"}}), "not_allowed"));
    EXPECT_EQ(seats[1].ask({{"type", "undo"}}).at("type"), "accepted");
}

TEST_F(Undo, IsRefusedAfterDiceWereCast) {
    std::vector<Client> seats = begin_seated("pig");

    seats[0].choose(0);

    Client again = connect(); // whoever's turn it is now
    again.join(links, links.seats[0]);
    EXPECT_EQ(again.state().at("may_undo"), false);
    EXPECT_TRUE(is_refused(seats[0].ask({{"type", "undo"}}), "not_allowed"));
}

TEST_F(Undo, IsRefusedWhenNothingWasChosen) {
    std::vector<Client> seats = begin_seated("tic_tac_toe");

    EXPECT_TRUE(is_refused(seats[0].ask({{"type", "undo"}}), "not_allowed"));
}

TEST_F(Undo, LeavesAMessageThatWasAppliedAppliedOnce) {
    std::vector<Client> seats = begin_seated("tic_tac_toe");
    const Json choose = {
        {"type", "choose"}, {"id", "once"}, {"decision", seats[0].state().at("decision")}, {"option", 4}};
    seats[0].ask(choose);
    seats[0].ask({{"type", "undo"}, {"id", "back"}});

    EXPECT_EQ(seats[0].ask(choose).at("type"), "accepted");
    EXPECT_EQ(seats[0].ask({{"type", "undo"}, {"id", "back"}}).at("type"), "accepted");

    const Json state = seats[0].state_with([](const Json& now) { return now.at("decision") != ""; });
    EXPECT_EQ(state.at("view").at("decision").at("options").size(), 9U);
}

TEST_F(Undo, MakesWhatWasAskedBeforeStale) {
    std::vector<Client> seats = begin_seated("tic_tac_toe");
    const Json first = seats[0].state().at("decision");
    seats[0].choose(4);
    const Json second = seats[1].state_with([](const Json& now) { return now.at("decision") != ""; }).at("decision");

    seats[0].ask({{"type", "undo"}});

    EXPECT_TRUE(is_refused(seats[0].ask({{"type", "choose"}, {"decision", first}, {"option", 0}}), "stale"));
    EXPECT_TRUE(is_refused(seats[1].ask({{"type", "choose"}, {"decision", second}, {"option", 0}}), "not_asked"));
}

TEST_F(Undo, TakesBackWhatABotAnswered) {
    shelve("tic_tac_toe");
    begin();
    const TableLinks with_bot = create("tic_tac_toe", {"", "random"});
    Client client = connect();
    client.join(with_bot, with_bot.seats[0]);
    client.choose(0);
    client.state_with([](const Json& now) {
        return now.at("decision") != "" && now.at("view").at("decision").at("options").size() == 7;
    });

    EXPECT_EQ(client.ask({{"type", "undo"}}).at("type"), "accepted");

    client.state_with([](const Json& now) {
        return now.at("decision") != "" && now.at("view").at("decision").at("options").size() == 9;
    });
}

TEST_F(Undo, IsClosedByWhatABotAnswersWhereCardsAreHidden) {
    shelve("kuhn_poker");
    begin();
    constexpr int kMostTables = 64; // one time in two the bot checks, too, and the match is over
    bool was_bet = false;
    for (int i = 0; i < kMostTables && !was_bet; ++i) {
        const TableLinks with_bot = create("kuhn_poker", {"", "random"});
        Client client = connect();
        client.join(with_bot, with_bot.seats[0]);
        const Json asked = client.state_with([](const Json& now) { return now.at("decision") != ""; }).at("decision");
        client.choose(0);
        const Json answered = client.state_with([&](const Json& now) {
            const bool is_asked_again = now.at("decision") != "" && now.at("decision") != asked;
            return is_asked_again || now.at("view").at("status") == "finished";
        });
        was_bet = answered.at("decision") != "";

        EXPECT_EQ(answered.at("may_undo"), false);
        EXPECT_EQ(client.ask({{"type", "undo"}}).at("type"), "refused");
    }
    EXPECT_TRUE(was_bet);
}

TEST_F(Undo, IsStillThereAfterANewStart) {
    std::vector<Client> seats = begin_seated("tic_tac_toe");
    seats[0].choose(4);
    seats[0].ask({{"type", "undo"}});
    const Json before = seats[0].state_with([](const Json& now) { return now.at("decision") != ""; });
    restart();

    std::vector<Client> again = seat_all(links);

    EXPECT_EQ(again[0].state(), before);
}

} // namespace
} // namespace tgdl
