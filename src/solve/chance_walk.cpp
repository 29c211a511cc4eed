#include "solve/chance_walk.h"

namespace tgdl {

double ChanceWalk::probability() const {
    double probability = 1;
    for (const std::uint64_t bound : tape_.bounds) {
        probability /= static_cast<double>(bound);
    }
    return probability;
}

// Counts up, the last draw fastest: what the earlier ones come to decides what is drawn after them.
bool ChanceWalk::next() {
    tape_.changed.resize(tape_.bounds.size(), 0);
    while (!tape_.changed.empty()) {
        if (++tape_.changed.back() < tape_.bounds[tape_.changed.size() - 1]) {
            return true;
        }
        tape_.changed.pop_back();
    }
    return false;
}

} // namespace tgdl
