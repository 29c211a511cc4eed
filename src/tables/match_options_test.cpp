// Options of a match: chosen in the lobby or by whoever runs the server, and kept with the table.
#include "tables/host_for_test.h"

namespace tgdl {
namespace {

using testing::Client;
using testing::is_refused;
using testing::Json;

constexpr const char* kLane = R"(game "lane";
players 2;

enum Pace { Slow "at ease", Fast "in a hurry"; }

/// How long the lane is.
option number length = 3 of { 3, 5, 8 };
option number goal = 2 of 1..4;
option bool muddy = false;
option Pace pace = Pace.Slow;

tile Stone { }

global board Lane { group Way { geometry square; grid Stone[1][length]; } }

action Walk
{
    trigger PlayerChoiceEvent;
    effect { log($"{length} {goal} {muddy} {pace}"); turn.pass(); }
}
)";

class MatchOptions : public testing::HostTest {
protected:
    // Asks for a table with these options, and gives the answer.
    static Json create_by(Client& client, const Json& choices, const char* game = "lane") {
        return client.ask(
            {{"type", "create"}, {"game", game}, {"players", 2}, {"bots", {"", ""}}, {"options", choices}});
    }
    Client trusted_client() {
        Client client = connect();
        trusted.insert(client.connection());
        return client;
    }
    static TableLinks links_of(const Json& created) {
        return {created.at("table"),
                {created.at("seats")[0].at("token"), created.at("seats")[1].at("token")},
                created.at("spectator"),
                created.at("host")};
    }
    static Json choice(const std::string& name, const std::string& value) { return {{"name", name}, {"value", value}}; }
    // What the rules read, as they tell it.
    static std::string told(Client& client) {
        client.choose(0);
        return client.state_with([](const Json& state) { return !state.at("log").empty(); }).at("log")[0].at("text");
    }
};

TEST_F(MatchOptions, AreToldBesideTheSeatsThatTheRulesName) {
    shelve("ford", "game \"ford\"; players 2..3 { seat \"Otter\" color \"brown\"; seat \"Heron\"; }"
                   "action Wait { trigger PlayerChoiceEvent; effect { turn.pass(); } }");
    begin();
    Client client = connect();

    client.say({{"type", "lobby"}});

    EXPECT_EQ(client.receive("lobby").at("games")[0].at("seats"),
              Json({{{"name", "Otter"}, {"color", "brown"}}, {{"name", "Heron"}, {"color", "black"}}}));
}

TEST_F(MatchOptions, AreToldWithTheGamesOfTheShelf) {
    shelve("lane", kLane);
    begin();
    Client client = connect();

    client.say({{"type", "lobby"}});
    const Json listed = client.receive("lobby").at("games")[0].at("options");

    ASSERT_EQ(listed.size(), 4U);
    EXPECT_EQ(listed[0], Json({{"name", "length"},
                               {"about", "How long the lane is."},
                               {"kind", "list"},
                               {"values", {"3", "5", "8"}},
                               {"labels", {"3", "5", "8"}},
                               {"usual", "3"}}));
    EXPECT_EQ(listed[1].at("kind"), "range");
    EXPECT_EQ(listed[1].at("values"), Json({"1", "4"}));
    EXPECT_EQ(listed[2].at("kind"), "flag");
    EXPECT_EQ(listed[3].at("values"), Json({"Slow", "Fast"}));
    EXPECT_EQ(listed[3].at("labels"), Json({"at ease", "in a hurry"}));
}

TEST_F(MatchOptions, HoldFromTheFirstChoiceOnAndAfterANewStart) {
    shelve("lane", kLane);
    begin();
    Client maker = trusted_client();
    const Json chosen = {choice("length", "8"), choice("muddy", "true"), choice("pace", "Fast"), choice("goal", "2")};
    const TableLinks links = links_of(create_by(maker, chosen));

    for (int i = 0; i < 2; ++i) {
        std::vector<Client> seats = seat_all(links);
        const Json joined = connect().join(links, links.spectator);
        EXPECT_EQ(joined.at("options"), Json({choice("length", "8"), choice("muddy", "true"), choice("pace", "Fast")}));
        EXPECT_EQ(seats[0].state().at("view").at("boards")[0].at("groups")[0].at("tiles").size(), 8U);
        EXPECT_NE(told(seats[static_cast<std::size_t>(i)]).find("8 2 true"), std::string::npos);
        restart();
    }
}

TEST_F(MatchOptions, AreWhatTheRulesSayWhereNobodyChooses) {
    shelve("lane", kLane);
    begin();
    const TableLinks links = create("lane", {"", ""});
    std::vector<Client> seats = seat_all(links);

    EXPECT_EQ(connect().join(links, links.spectator).at("options"), Json::array());
    EXPECT_NE(told(seats[0]).find("3 2 false"), std::string::npos);
}

TEST_F(MatchOptions, ThatTheRulesDoNotAllowAreRefused) {
    shelve("lane", kLane);
    shelve("nim");
    begin();
    Client client = connect();

    for (const Json& wrong :
         {choice("width", "3"), choice("length", "4"), choice("length", ""), choice("goal", "5"), choice("goal", "1.5"),
          choice("muddy", "1"), choice("pace", "Pace.Fast"), choice("", "")}) {
        const Json answer = create_by(client, Json::array({choice("length", "5"), wrong}));
        EXPECT_TRUE(is_refused(answer, "illegal")) << wrong;
        EXPECT_NE(answer.at("text").get<std::string>().find("`length` of 3, 5, 8"), std::string::npos);
    }
    EXPECT_TRUE(is_refused(create_by(client, Json::array({choice("length", "5")}), "nim"), "illegal"));
}

TEST_F(MatchOptions, ThatAreNoListOfChoicesAreNotEvenRead) {
    shelve("lane", kLane);
    begin();
    Client client = connect();
    Json many = Json::array();
    for (int i = 0; i < 65; ++i) {
        many.push_back(choice("length", "5"));
    }

    for (const Json& wrong :
         {many, Json("length=5"), Json({{"length", "5"}}), Json({"length"}), Json::array({{{"name", "length"}}}),
          Json::array({{{"name", "length"}, {"value", 5}}}), Json::array({choice("length", std::string(1001, '5'))}),
          Json::array({choice(std::string(256, 'a'), "5")})}) {
        client.say({{"type", "create"},
                    {"id", "a"},
                    {"game", "lane"},
                    {"players", 2},
                    {"bots", {"", ""}},
                    {"options", wrong}});
        EXPECT_TRUE(is_refused(client.receive("refused"), "malformed")) << wrong;
    }
}

TEST_F(MatchOptions, AreThoseOfTheServerWhereNobodyChooses) {
    shelve("lane", kLane);
    shelve("nim");
    const std::vector<OptionChoice> options_of_server = {{"length", "5.0"}, {"muddy", "true"}};
    EXPECT_EQ(shelf.choose_options(options_of_server), "");
    begin();
    Client maker = trusted_client();

    maker.say({{"type", "lobby"}});
    const Json lobby = maker.receive("lobby");
    EXPECT_EQ(lobby.at("games")[0].at("options")[0].at("usual"), "5");
    const TableLinks usual = links_of(create_by(maker, Json::array()));
    const TableLinks other = links_of(create_by(maker, Json::array({choice("length", "3")})));

    EXPECT_EQ(connect().join(usual, usual.spectator).at("options"),
              Json({choice("length", "5"), choice("muddy", "true")}));
    EXPECT_EQ(connect().join(other, other.spectator).at("options"), Json::array({choice("muddy", "true")}));
}

TEST_F(MatchOptions, OfTheServerMustBeThoseOfAGame) {
    shelve("lane", kLane);
    const OptionChoice wrong{"length", "4"};
    EXPECT_EQ(shelf.choose_options({&wrong, 1}).find("the option `length` cannot be `4`; the options are `length`"),
              0U);

    shelve("nim");
    EXPECT_EQ(shelf.choose_options({&wrong, 1}).find("no game here has an option `length` that can be `4`; in `lane` "),
              0U);
}

TEST_F(MatchOptions, AreKeptUnderEditedRulesAsFarAsTheseAllowThem) {
    options.design = shelve("lane", kLane);
    begin();
    const TableLinks links = create("lane", {"", ""}, std::nullopt, true, {{"length", "8"}, {"goal", "4"}});
    Client designer = trusted_client();
    designer.join(links, links.host);
    std::string text = kLane;
    text.replace(text.find("2 of 1..4"), 9, "1 of 1..3");

    designer.ask({{"type", "rules"}, {"text", text}});
    EXPECT_EQ(designer.receive("followed").at("difference"), "");

    for (int i = 0; i < 2; ++i) {
        Client client = connect();
        EXPECT_EQ(client.join(links, links.seats[0]).at("options"), Json::array({choice("length", "8")}));
        restart();
    }
    Client seat = connect();
    seat.join(links, links.seats[0]);
    EXPECT_NE(told(seat).find("8 1 false"), std::string::npos);
}

} // namespace
} // namespace tgdl
