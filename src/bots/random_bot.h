// Uniformly random bot: at each decision one option, each as likely as any other.
#pragma once

#include "base/random.h"
#include "match/decision.h"

#include <cstddef>
#include <cstdint>

namespace tgdl {

class RandomBot {
public:
    explicit RandomBot(std::uint64_t seed) : random_(seed_random(seed)) {}

    // The next decision is that after so many choices: the same numbers belong to it whenever it is made.
    void go_to(std::uint64_t position) { jump_random(random_, position); }
    // The number of an option. The decision has at least one.
    std::size_t decide(const Decision& decision);

private:
    RandomState random_;
};

} // namespace tgdl
