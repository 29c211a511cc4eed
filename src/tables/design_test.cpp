// Designer mode: the rules are edited beside the table.
#include "tables/host_for_test.h"

namespace tgdl {
namespace {

using testing::Client;
using testing::is_refused;
using testing::Json;

constexpr const char* kCounting = R"(game "counting";
players 2;
global class Sum { number total = 0; }
action Add
{
    trigger PlayerChoiceEvent;
    input number much { range 1..3; }
    effect { Sum.total += much; log($"{Sum.total}"); if (Sum.total >= 10) { winner player.active(); } turn.pass(); }
}
)";

std::string changed(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
}

std::string content_of(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

class Design : public testing::HostTest {
protected:
    Design() {
        options.design = shelve("counting", kCounting);
        begin();
        links = create("counting", {"", ""}, std::nullopt, true);
    }
    Client designer() {
        Client client = connect();
        trusted.insert(client.connection());
        joined = client.join(links, links.host);
        return client;
    }

    TableLinks links;
    Json joined;
};

TEST_F(Design, GivesWhoeverHasTheHostsLinkTheTextAndTheLinksOfTheSeats) {
    Client client = designer();

    EXPECT_EQ(joined.at("design"), kCounting);
    ASSERT_EQ(joined.at("links").size(), 2U);
    EXPECT_EQ(joined.at("links")[1].at("token"), links.seats[1]);
    client.state();
    EXPECT_GE(wire.allowed(client.connection()), 1'000'000U);
}

TEST_F(Design, IsForNobodyElse) {
    const TableLinks usual = create("counting", {"", ""});
    const std::string text = changed(kCounting, "1..3", "1..2");

    for (const auto& [where, token] : std::vector<std::pair<TableLinks, std::string>>{
             {links, links.seats[0]}, {links, links.spectator}, {usual, usual.host}, {usual, usual.seats[0]}}) {
        Client client = connect();
        const Json entered = client.join(where, token);
        EXPECT_FALSE(entered.contains("design"));
        EXPECT_FALSE(entered.contains("links"));
        EXPECT_TRUE(is_refused(client.ask({{"type", "check"}, {"text", text}}), "not_allowed"));
        EXPECT_TRUE(is_refused(client.ask({{"type", "rules"}, {"text", text}}), "not_allowed"));
        EXPECT_TRUE(is_refused(client.ask({{"type", "again"}}), "not_allowed"));
    }
    EXPECT_EQ(content_of(options.design), kCounting);
}

TEST_F(Design, ChecksATextWithoutChangingAnything) {
    Client client = designer();

    const Json good = client.ask({{"type", "check"}, {"text", kCounting}});
    const Json bad = client.ask({{"type", "check"}, {"text", changed(kCounting, "Sum.total +=", "Sun.total +=")}});
    const Json library = client.ask({{"type", "check"}, {"text", "class Thing { }\n"}});

    EXPECT_EQ(good.at("diagnostics"), Json::array());
    ASSERT_FALSE(bad.at("diagnostics").empty());
    EXPECT_EQ(bad.at("diagnostics")[0].at("severity"), "error");
    EXPECT_EQ(bad.at("diagnostics")[0].at("line"), 8);
    EXPECT_EQ(bad.at("diagnostics")[0].at("column"), 14);
    EXPECT_EQ(bad.at("diagnostics")[0].at("file"), "");
    ASSERT_FALSE(library.at("diagnostics").empty());
    EXPECT_EQ(library.at("diagnostics")[0].at("severity"), "error");
    EXPECT_EQ(content_of(options.design), kCounting);
}

TEST_F(Design, WritesTheFileAndGoesOnUnderTheNewRules) {
    std::vector<Client> seats = seat_all(links);
    Client client = designer();
    seats[0].choose(0);
    seats[1].choose(1);
    const std::string text = changed(kCounting, "1..3", "1..2");

    EXPECT_EQ(client.ask({{"type", "rules"}, {"text", text}}).at("diagnostics"), Json::array());

    const Json followed = client.receive("followed");
    EXPECT_NE(followed.at("difference").get<std::string>().find("among 2 options where there were 3"),
              std::string::npos);
    EXPECT_EQ(followed.at("kept"), followed.at("of"));
    EXPECT_EQ(content_of(options.design), text);
    const Json state = seats[0].state_with([](const Json& now) {
        return now.at("decision") != "" && now.at("view").at("decision").at("options").size() == 2;
    });
    EXPECT_EQ(state.at("view").at("things")[0].at("attributes").at("total"), 3);
}

TEST_F(Design, NamesTheFirstChoiceThatGoesAnotherWayAndTheOneThatCannotBeMade) {
    std::vector<Client> seats = seat_all(links);
    Client client = designer();
    seats[0].choose(0);
    seats[1].choose(2);
    seats[0].choose(0);

    client.ask({{"type", "rules"}, {"text", changed(kCounting, "1..3", "1..2")}});

    const Json followed = client.receive("followed");
    const std::string difference = followed.at("difference");
    EXPECT_EQ(difference.substr(0, difference.find('\n')).find("choice 2"), 0U) << difference;
    EXPECT_NE(difference.find("\nchoice 4"), std::string::npos) << difference;
    EXPECT_LT(followed.at("kept"), followed.at("of"));
    seats[1].state_with([](const Json& now) {
        return now.at("decision") != "" && now.at("view").at("decision").at("options").size() == 2;
    });
    EXPECT_EQ(seats[1].choose(0).at("type"), "accepted"); // asked again
}

TEST_F(Design, KeepsRulesWithErrorsOutOfTheFileAndTheTable) {
    Client client = designer();

    const Json checked = client.ask({{"type", "rules"}, {"text", "game \"broken\""}});

    EXPECT_FALSE(checked.at("diagnostics").empty());
    EXPECT_EQ(content_of(options.design), kCounting);
    for (const Json& message : wire.sent(client.connection())) {
        EXPECT_NE(message.at("type"), "followed");
    }
}

TEST_F(Design, KeepsRulesForAnotherNumberOfPlayersInTheFileOnly) {
    Client client = designer();
    const std::string text = changed(kCounting, "players 2", "players 3");

    client.ask({{"type", "rules"}, {"text", text}});

    EXPECT_NE(client.receive("followed").at("difference").get<std::string>().find("for 3 players"), std::string::npos);
    EXPECT_EQ(content_of(options.design), text);
    EXPECT_EQ(client.state().at("view").at("players"), 2);
}

TEST_F(Design, GivesNewTablesTheNewRules) {
    Client client = designer();
    client.ask({{"type", "rules"}, {"text", changed(kCounting, "\"counting\"", "\"counting on\"")}});
    client.receive("followed");

    client.say({{"type", "lobby"}});
    EXPECT_EQ(client.receive("lobby").at("games")[0].at("name"), "counting on");

    const TableLinks next = create("counting", {"", ""});
    EXPECT_EQ(connect().join(next, next.seats[0]).at("game").at("name"), "counting on");
}

TEST_F(Design, BeginsAnewWhenAsked) {
    std::vector<Client> seats = seat_all(links);
    Client client = designer();
    const Json before = seats[0].state();
    seats[0].choose(0);
    const Json again = {{"type", "again"}, {"id", "anew"}};

    EXPECT_EQ(client.ask(again).at("type"), "accepted");

    const Json after = seats[0].state_with([](const Json& now) { return now.at("decision") != ""; });
    EXPECT_EQ(after.at("view"), before.at("view"));
    EXPECT_EQ(after.at("log_from"), 0);
    EXPECT_EQ(client.ask(again).at("type"), "accepted"); // once
    EXPECT_EQ(seats[0].state(), after);
}

TEST_F(Design, FollowsTheFileWhenSomebodyElseWritesIt) {
    Client client = designer();
    const std::string text = changed(kCounting, "1..3", "1..4");
    std::ofstream(options.design) << text;

    host->rules_changed();

    EXPECT_EQ(client.receive("joined").at("design"), text);
    EXPECT_EQ(client.receive("followed").at("difference"), "");
    Client seat = connect();
    seat.join(links, links.seats[0]);
    EXPECT_EQ(seat.state().at("view").at("decision").at("options").size(), 4U);
}

TEST_F(Design, IgnoresTheFileWhileItCannotBePlayed) {
    Client client = designer();
    client.state();
    std::ofstream(options.design) << "game \"half";

    host->rules_changed();

    EXPECT_EQ(client.ask({{"type", "check"}, {"text", kCounting}}).at("diagnostics"), Json::array());
    for (const Json& message : wire.sent(client.connection())) {
        EXPECT_NE(message.at("type"), "followed");
    }
}

TEST_F(Design, GoesOnUnderTheNewRulesAfterANewStart) {
    std::vector<Client> seats = seat_all(links);
    Client client = designer();
    seats[0].choose(2);
    client.ask({{"type", "rules"}, {"text", changed(kCounting, "1..3", "1..5")}});
    seats[1].state_with([](const Json& now) {
        return now.at("decision") != "" && now.at("view").at("decision").at("options").size() == 5;
    });
    seats[1].choose(4);
    restart();

    Client again = connect();
    again.join(links, links.seats[0]);

    const Json state = again.state();
    EXPECT_EQ(state.at("view").at("things")[0].at("attributes").at("total"), 8);
    EXPECT_EQ(state.at("view").at("decision").at("options").size(), 5U);
}

} // namespace
} // namespace tgdl
