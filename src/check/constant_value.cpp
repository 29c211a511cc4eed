#include "check/constant_value.h"

namespace tgdl {

struct ConstantItems::Held {
    std::vector<ConstantValue> items;
    std::uint64_t number = 0;
    bool is_fixed = false;
};

void ConstantItems::make(std::uint64_t number) {
    held_ = std::make_shared<Held>();
    held_->number = number;
}

std::uint64_t ConstantItems::number() const {
    return held_ == nullptr ? 0 : held_->number;
}

bool ConstantItems::is_fixed() const {
    return held_ != nullptr && held_->is_fixed;
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as the type is written
std::size_t ConstantItems::fix() const {
    if (held_ == nullptr || held_->is_fixed) {
        return 0;
    }
    held_->is_fixed = true;
    std::size_t count = held_->items.size();
    for (const ConstantValue& item : held_->items) {
        count += item.items.fix();
    }
    return count;
}

std::vector<ConstantValue>& ConstantItems::changed() {
    if (held_ == nullptr) {
        make(0);
    }
    return held_->items;
}

const std::vector<ConstantValue>& ConstantItems::all() const {
    static const std::vector<ConstantValue> nothing;
    return held_ == nullptr ? nothing : held_->items;
}

void ConstantItems::push_back(ConstantValue value) {
    changed().push_back(std::move(value));
}

} // namespace tgdl
