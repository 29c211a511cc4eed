#include "bots/random_bot.h"

namespace tgdl {

std::size_t RandomBot::decide(const Decision& decision) {
    return static_cast<std::size_t>(random_below(random_, decision.options.size()));
}

} // namespace tgdl
