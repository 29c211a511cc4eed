#include "bots/observation_history.h"

#include "base/hash_combine.h"

#include <algorithm>
#include <functional>
#include <string>

namespace tgdl {

void ObservationHistory::begin(Match& match) {
    (void)match.take_texts();
    std::ranges::fill(all_, 0);
    std::ranges::fill(last_, 0);
}

void ObservationHistory::update(Match& match) {
    for (const Delivered& delivered : match.take_texts()) {
        for (std::uint32_t player = 0; player < all_.size(); ++player) {
            if (delivered.to != kNone && delivered.to != player) {
                continue;
            }
            last_[player] = std::hash<std::string>()(delivered.seen.empty() ? delivered.text : delivered.seen[player]);
            all_[player] = hash_combine(all_[player], last_[player]);
        }
    }
}

} // namespace tgdl
