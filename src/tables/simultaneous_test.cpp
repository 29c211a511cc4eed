// Choices that several players make at the same time.
#include "tables/host_for_test.h"

namespace tgdl {
namespace {

using testing::Client;
using testing::is_refused;
using testing::Json;

// Both plan at the same time: one plan takes a second decision, the other none.
constexpr const char* kSecretPlans = R"(game "secret plans"; players 2;
setup { turn.use("Planning"); turn.pass(player.all()); }
turn Planning { phase Plan { } }
global class War { number deeds = 0; }
player class General
{
    action Attack
    {
        trigger PlayerChoiceEvent;
        input number strength { range 1..3; }
        effect { log($"player {this.player} attacks with {strength}"); War.deeds += 1; if (War.deeds > 5) { draw; } }
    }
    action Hide
    {
        trigger PlayerChoiceEvent;
        effect { log($"player {this.player} hides"); War.deeds += 1; if (War.deeds > 5) { draw; } }
    }
}
)";

class SimultaneousChoices : public testing::HostTest {
protected:
    TableLinks begin_plans() {
        shelve("plans", kSecretPlans);
        begin();
        return create("plans", {"", ""});
    }
    TableLinks begin_hands(std::vector<std::string> bots = {"", ""}) {
        shelve("rock_paper_scissors");
        begin();
        return create("rock_paper_scissors", std::move(bots));
    }
    // All that this client was sent, without what names the table.
    std::string all_sent(const Client& client) {
        std::string all;
        for (Json message : wire.sent(client.connection())) {
            message.erase("table");
            all += message.dump() + "\n";
        }
        return all;
    }
};

TEST_F(SimultaneousChoices, EverybodyIsAskedAtOnce) {
    const TableLinks links = begin_hands();
    std::vector<Client> seats = seat_all(links);

    for (Client& seat : seats) {
        const Json state = seat.state();
        EXPECT_EQ(state.at("waiting"), Json::array({0, 1}));
        EXPECT_EQ(state.at("together"), true);
        EXPECT_NE(state.at("decision"), "");
        EXPECT_EQ(state.at("view").at("decision").at("options").size(), 3U);
    }
}

TEST_F(SimultaneousChoices, ItDoesNotMatterWhoChoosesFirst) {
    const TableLinks links = begin_hands();
    std::vector<Client> seats = seat_all(links);
    const Json options = seats[0].state().at("view").at("decision").at("options");

    seats[1].choose(1);
    EXPECT_EQ(seats[1].state().at("running"), Json::array({options[1]}));
    EXPECT_EQ(seats[0].state_with([](const Json& now) { return now.at("waiting") == Json::array({0}); }).at("running"),
              Json::array());
    seats[0].choose(0);

    const auto has_log = [](const Json& now) { return !now.at("log").empty(); };
    EXPECT_EQ(seats[0].state_with(has_log).at("log")[0].at("text"),
              options[0].get<std::string>() + " against " + options[1].get<std::string>());
}

TEST_F(SimultaneousChoices, WhatOthersHaveChosenShowsNowhere) {
    std::vector<std::string> seen;
    for (const std::size_t secret : {0U, 1U, 2U}) {
        const TableLinks links = host ? create("rock_paper_scissors", {"", ""}) : begin_hands();
        std::vector<Client> seats = seat_all(links);
        Client watcher = connect();
        watcher.join(links, links.spectator);
        seats[1].choose(secret);
        seats[0].state_with([](const Json& now) { return now.at("waiting") == Json::array({0}); });
        watcher.state_with([](const Json& now) { return now.at("waiting") == Json::array({0}); });
        seen.push_back(all_sent(seats[0]) + all_sent(watcher));
    }

    EXPECT_EQ(seen[0], seen[1]);
    EXPECT_EQ(seen[0], seen[2]);
}

TEST_F(SimultaneousChoices, HowManyThingsOthersHaveDecidedShowsNowhere) {
    const TableLinks links = begin_plans();
    std::vector<Client> seats = seat_all(links);
    const std::string before = all_sent(seats[1]);

    seats[0].choose(0); // to attack; how strongly is asked next
    EXPECT_EQ(seats[0].state().at("view").at("decision").at("options").size(), 3U);
    EXPECT_EQ(seats[0].ask({{"type", "undo"}}).at("type"), "accepted");
    seats[0].state_with([](const Json& now) { return now.at("running").empty(); });

    EXPECT_EQ(all_sent(seats[1]), before);
}

TEST_F(SimultaneousChoices, AChoiceCanBeTakenBackAsLongAsOthersChoose) {
    const TableLinks links = begin_hands();
    std::vector<Client> seats = seat_all(links);
    EXPECT_EQ(seats[1].state().at("may_undo"), false);
    seats[1].choose(1);
    EXPECT_EQ(seats[1].state().at("may_undo"), true);
    EXPECT_EQ(seats[0].state().at("may_undo"), false);

    EXPECT_EQ(seats[1].ask({{"type", "undo"}}).at("type"), "accepted");

    EXPECT_EQ(seats[1].state_with([](const Json& now) { return now.at("decision") != ""; }).at("running"),
              Json::array());
    seats[1].choose(2);
    seats[0].choose(2);
    EXPECT_TRUE(is_refused(seats[1].ask({{"type", "undo"}}), "not_allowed"));
}

TEST_F(SimultaneousChoices, GoesOnAfterANewStartInTheMiddle) {
    const TableLinks links = begin_plans();
    std::vector<Client> seats = seat_all(links);
    seats[1].choose(0);
    seats[1].choose(2);
    seats[0].choose(0);
    const Json asked = seats[0].state().at("decision");
    restart();

    std::vector<Client> again = seat_all(links);

    const Json first = again[0].state();
    EXPECT_EQ(first.at("decision"), asked);
    EXPECT_EQ(first.at("running"), Json::array({"General.Attack"}));
    EXPECT_EQ(again[1].state().at("running"), Json::array({"General.Attack", "3"}));
    again[0].choose(0);
    const auto has_log = [](const Json& now) { return now.at("log").size() == 2; };
    const Json log = again[1].state_with(has_log).at("log");
    EXPECT_EQ(log[0].at("text"), "player 0 attacks with 1");
    EXPECT_EQ(log[1].at("text"), "player 1 attacks with 3");
}

TEST_F(SimultaneousChoices, BotsChooseOnceThePeopleHave) {
    const TableLinks links = begin_hands({"random", ""});
    Client client = connect();
    client.join(links, links.seats[1]);
    EXPECT_EQ(client.state().at("waiting"), Json::array({1}));

    for (int i = 0; i < 9; ++i) {
        EXPECT_EQ(client.choose(0).at("type"), "accepted");
    }

    client.state_with([](const Json& now) { return now.contains("length"); });
}

TEST_F(SimultaneousChoices, AnAnswerStaysWhenItsSeatIsHandedToABot) {
    const TableLinks links = begin_plans();
    std::vector<Client> seats = seat_all(links);
    seats[1].choose(0);

    EXPECT_EQ(seats[1].ask({{"type", "seat"}, {"seat", 1}, {"bot", "random"}}).at("type"), "accepted");
    seats[0].choose(1);

    const auto has_log = [](const Json& now) { return now.at("log").size() == 2; };
    const Json log = seats[0].state_with(has_log).at("log");
    EXPECT_EQ(log[0].at("text"), "player 0 hides");
    EXPECT_EQ(log[1].at("text").get<std::string>().substr(0, 21), "player 1 attacks with");
}

} // namespace
} // namespace tgdl
