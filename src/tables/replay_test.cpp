// Looking back at a match that has ended.
#include "tables/host_for_test.h"

#include <array>

namespace tgdl {
namespace {

using testing::Client;
using testing::is_refused;
using testing::Json;

bool has_ended(const Json& state) {
    return state.contains("length");
}

class Replay : public testing::HostTest {
protected:
    static Json look(Client& client, std::size_t position) {
        return client.ask({{"type", "replay"}, {"position", position}});
    }
};

TEST_F(Replay, GoesMoveByMoveInAGameWithoutSecrets) {
    shelve("nim");
    begin();
    const TableLinks links = create("nim", {"", ""});
    std::vector<Client> seats = seat_all(links);
    const Json beginning = seats[0].state().at("view");
    // Three times one match from the first heap, then the two other heaps whole.
    constexpr std::array<std::size_t, 5> kMatches = {0, 0, 0, 3, 4};
    for (std::size_t i = 0; i < kMatches.size(); ++i) {
        seats[i % 2].choose(0);
        seats[i % 2].choose(kMatches[i]);
    }

    const Json end = seats[0].state_with(has_ended);

    ASSERT_EQ(end.at("length"), 5);
    const Json first = look(seats[0], 0);
    EXPECT_EQ(first.at("choice"), "");
    EXPECT_EQ(first.at("view").at("things"), beginning.at("things"));
    EXPECT_EQ(first.at("view").at("decision"), nullptr);
    EXPECT_EQ(look(seats[0], 1).at("choice"), "player 0: A, 1");
    EXPECT_EQ(look(seats[0], 4).at("choice"), "player 1: B, 4");
    EXPECT_EQ(look(seats[0], 5).at("view").at("status"), "finished");
    EXPECT_EQ(look(seats[0], 100).at("position"), 5);
    EXPECT_EQ(seats[0].state(), end);
}

TEST_F(Replay, IsRefusedWhileTheMatchGoesOn) {
    shelve("nim");
    begin();
    const TableLinks links = create("nim", {"", ""});
    std::vector<Client> seats = seat_all(links);

    EXPECT_TRUE(is_refused(look(seats[0], 0), "not_allowed"));
}

TEST_F(Replay, ShowsEachSeatWhatItSawThen) {
    shelve("kuhn_poker");
    begin();
    const TableLinks links = create("kuhn_poker", {"", ""});
    std::vector<Client> seats = seat_all(links);
    std::vector<Json> then;
    for (Client& seat : seats) {
        then.push_back(seat.state().at("view").at("decks"));
    }
    seats[0].choose(1);
    seats[1].choose(1); // fold: no card is shown

    for (std::size_t i = 0; i < 2; ++i) {
        seats[i].state_with(has_ended);
        EXPECT_EQ(look(seats[i], 0).at("view").at("decks"), then[i]);
    }
    EXPECT_NE(then[0], then[1]);
    EXPECT_EQ(look(seats[0], 1).at("choice"), "player 0: Bet");
    EXPECT_EQ(look(seats[1], 1).at("choice"), ""); // what others chose may be a secret
}

TEST_F(Replay, CountsNoMomentThatASeatDidNotNotice) {
    shelve("secret", R"(game "secret"; players 2;
player class Mind { number thoughts = 0; visible thoughts viewer { return viewer == this.player; } }
action Think { trigger PlayerChoiceEvent; effect { Mind[player.active()].thoughts += 1; } }
action End { trigger PlayerChoiceEvent; effect { draw; } }
)");
    begin();
    std::vector<std::size_t> lengths;
    for (const int thoughts : {1, 4}) {
        const TableLinks links = create("secret", {"", ""});
        std::vector<Client> seats = seat_all(links);
        for (int i = 0; i < thoughts; ++i) {
            seats[0].choose(0);
        }
        seats[0].choose(1);
        EXPECT_EQ(seats[0].state_with(has_ended).at("length"), thoughts + 1);
        lengths.push_back(seats[1].state_with(has_ended).at("length"));
    }

    EXPECT_EQ(lengths[0], lengths[1]);
}

} // namespace
} // namespace tgdl
