#include "bots/payoffs.h"

namespace tgdl {

void set_payoffs(const Match& match, std::vector<double>& payoffs) {
    const std::uint32_t players = match.players();
    if (match.status() != MatchStatus::Finished) {
        payoffs.assign(players, 0.0);
        return;
    }
    payoffs.assign(players, -1.0);
    std::size_t before = 0;
    for (const std::vector<std::uint32_t>& place : match.result().places) {
        const std::size_t behind = players - before - place.size();
        for (const std::uint32_t player : place) {
            payoffs[player] = players == 1 ? 1.0
                                           : (static_cast<double>(behind) - static_cast<double>(before))
                                                 / static_cast<double>(players - 1);
        }
        before += place.size();
    }
}

} // namespace tgdl
