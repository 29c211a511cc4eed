#include "bots/heard.h"

#include "bots/mixed.h"

#include <algorithm>
#include <functional>
#include <string>

namespace tgdl {

void Heard::begin(Match& match) {
    (void)match.take_texts();
    std::ranges::fill(all_, 0);
    std::ranges::fill(last_, 0);
}

void Heard::listen(Match& match) {
    for (const Delivered& delivered : match.take_texts()) {
        for (std::uint32_t player = 0; player < all_.size(); ++player) {
            if (delivered.to != kNone && delivered.to != player) {
                continue;
            }
            last_[player] = std::hash<std::string>()(delivered.seen.empty() ? delivered.text : delivered.seen[player]);
            all_[player] = mixed(all_[player], last_[player]);
        }
    }
}

} // namespace tgdl
