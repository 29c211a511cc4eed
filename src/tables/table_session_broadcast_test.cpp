#include "tables/host_for_test.h"

namespace tgdl {
namespace {

using testing::Client;
using testing::Json;

class Broadcast : public testing::HostTest {};

TEST_F(Broadcast, DoesNotRepeatLinesWhenSomebodyLeavesOrComes) {
    shelve("nim");
    begin();
    const TableLinks links = create("nim", {"", ""});
    std::vector<Client> seats = seat_all(links);
    seats[0].choose(0);
    seats[0].choose(0); // "player 0 takes 1 from A, 2 left"

    seats[1].hang_up();
    const Json left = seats[0].state_with([](const Json& state) { return state.at("seats")[1].at("here") == false; });
    Client again = connect();
    again.join(links, links.seats[1]);
    const Json came = seats[0].state_with([](const Json& state) { return state.at("seats")[1].at("here") == true; });

    for (const Json& state : {left, came}) {
        EXPECT_EQ(state.at("log"), Json::array());
        EXPECT_EQ(state.at("log_from"), 1);
    }
}

} // namespace
} // namespace tgdl
