#include "solve/chance_outcomes.h"

namespace tgdl {

double ChanceOutcomes::probability() const {
    double probability = 1;
    for (const Draw& draw : tape_.draws) {
        probability /= static_cast<double>(draw.bound);
    }
    return probability;
}

// Counts up, the last draw fastest: what the earlier ones come to decides what is drawn after them.
bool ChanceOutcomes::next() {
    tape_.changed.resize(tape_.draws.size(), 0);
    while (!tape_.changed.empty()) {
        if (++tape_.changed.back() < tape_.draws[tape_.changed.size() - 1].bound) {
            return true;
        }
        tape_.changed.pop_back();
    }
    return false;
}

} // namespace tgdl
