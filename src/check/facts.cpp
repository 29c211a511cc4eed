#include "check/facts.h"

#include <algorithm>

namespace tgdl {

Path Path::then(AttributeId attribute) const {
    if (!valid() || count == kMaxSteps) {
        return {};
    }
    Path further = *this;
    further.steps[further.count++] = attribute.value;
    return further;
}

const Fact* Facts::find(const Path& path) const {
    if (!path.valid()) {
        return nullptr;
    }
    const auto found = std::find_if(facts_.begin(), facts_.end(), [&](const Fact& fact) { return fact.path == path; });
    return found == facts_.end() ? nullptr : &*found;
}

void Facts::set(const Fact& fact) {
    if (!fact.path.valid()) {
        return;
    }
    for (Fact& known : facts_) {
        if (known.path == fact.path) {
            known = fact;
            return;
        }
    }
    if (facts_.size() == kMaxFacts) {
        facts_.erase(facts_.begin());
    }
    facts_.push_back(fact);
}

void Facts::forget_root(Path::Root root, std::uint32_t index) {
    std::erase_if(facts_, [&](const Fact& fact) { return fact.path.root == root && fact.path.index == index; });
}

void Facts::forget_attribute(AttributeId attribute) {
    std::erase_if(facts_, [&](const Fact& fact) {
        const auto end = fact.path.steps.begin() + fact.path.count;
        return std::find(fact.path.steps.begin(), end, attribute.value) != end;
    });
}

void Facts::forget_attributes() {
    std::erase_if(facts_, [](const Fact& fact) { return fact.path.count > 0; });
}

void Facts::keep_common(const Facts& other) {
    std::erase_if(facts_, [&](Fact& fact) {
        const Fact* there = other.find(fact.path);
        if (there == nullptr) {
            return true;
        }
        if (there->nullness != fact.nullness) {
            fact.nullness = Nullness::Unknown;
        }
        if (there->type != fact.type) {
            fact.type = {};
        }
        return !fact.type.valid() && fact.nullness == Nullness::Unknown;
    });
}

} // namespace tgdl
