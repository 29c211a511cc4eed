#include "terminal/selection.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

namespace tgdl {

namespace {

struct Middle {
    double across = 0; // in rows: a column is half as wide as a row is high
    double down = 0;
};

Middle middle_of(const Area& area) {
    return {.across = (area.column + area.columns / 2.0) / 2, .down = area.row + area.rows / 2.0};
}

} // namespace

// What lies straight ahead is nearer than what lies aside.
std::optional<std::size_t> nearest_instance(const Picture& picture, const std::vector<std::string>& ids,
                                            std::size_t from, Direction direction) {
    constexpr double kAside = 3;
    const DrawnInstance* start = from < ids.size() ? picture.find(ids[from]) : nullptr;
    if (start == nullptr) {
        return std::nullopt;
    }
    const Middle begin = middle_of(start->area);
    std::optional<std::size_t> nearest;
    double least = 0;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const DrawnInstance* instance = picture.find(ids[i]);
        if (instance == nullptr) {
            continue;
        }
        const Middle end = middle_of(instance->area);
        const double right = end.across - begin.across;
        const double down = end.down - begin.down;
        const bool is_upright = direction == Direction::Up || direction == Direction::Down;
        const bool is_back = direction == Direction::Up || direction == Direction::Left;
        const double ahead = (is_upright ? down : right) * (is_back ? -1 : 1);
        const double aside = std::abs(is_upright ? right : down);
        const double cost = ahead + kAside * aside;
        if (ahead > 0.01 && (!nearest || cost < least)) {
            nearest = i;
            least = cost;
        }
    }
    return nearest;
}

Selection::Selection(const Question& question, const Picture& picture) {
    narrow(question, {});
    std::set<std::pair<int, int>> places;
    for (const ShownOption& option : question.options) {
        if (const DrawnInstance* instance = picture.find(option.about)) {
            places.emplace(instance->area.row, instance->area.column);
        }
    }
    if (places.size() >= 2) {
        change_sides(question, picture);
    }
}

void Selection::begin_near(const Question& question, const Picture& picture, const Area& place) {
    if (!on_table_) {
        return;
    }
    const Middle from = middle_of(place);
    const auto distance = [&](const DrawnInstance& instance) {
        const Middle to = middle_of(instance.area);
        return std::hypot(to.across - from.across, to.down - from.down);
    };
    double least = distance(*picture.find(question.options[option_].about));
    for (std::size_t i = 0; i < question.options.size(); ++i) {
        const DrawnInstance* instance = picture.find(question.options[i].about);
        if (instance != nullptr && distance(*instance) < least) {
            option_ = i;
            least = distance(*instance);
        }
    }
}

void Selection::move(const Question& question, const Picture& picture, Direction direction) {
    if (!on_table_) {
        page(direction == Direction::Down || direction == Direction::Right ? 1 : -1);
        return;
    }
    std::vector<std::string> ids;
    ids.reserve(question.options.size());
    for (const ShownOption& option : question.options) {
        ids.push_back(option.about);
    }
    option_ = nearest_instance(picture, ids, option_, direction).value_or(option_);
}

void Selection::page(std::ptrdiff_t steps) {
    const auto at = std::ranges::find(offered_, option_) - offered_.begin();
    const auto last = static_cast<std::ptrdiff_t>(offered_.size()) - 1;
    option_ = offered_[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at + steps, 0, last))];
}

void Selection::change_sides(const Question& question, const Picture& picture) {
    if (on_table_) {
        on_table_ = false;
        return;
    }
    narrow(question, {});
    for (std::size_t i = 0; i < question.options.size(); ++i) {
        const std::size_t tried = (option_ + i) % question.options.size();
        if (picture.find(question.options[tried].about) != nullptr) {
            option_ = tried;
            on_table_ = true;
            return;
        }
    }
}

void Selection::narrow(const Question& question, std::vector<std::size_t> options) {
    if (options.empty()) {
        offered_.resize(question.options.size());
        std::iota(offered_.begin(), offered_.end(), 0);
        return;
    }
    offered_ = std::move(options);
    option_ = offered_.front();
}

std::vector<std::size_t> Selection::options_here(const Question& question, const Picture& picture) const {
    const DrawnInstance* here = on_table_ ? picture.find(question.options[option_].about) : nullptr;
    if (here == nullptr) {
        return {option_};
    }
    std::vector<std::size_t> options;
    for (std::size_t i = 0; i < question.options.size(); ++i) {
        const DrawnInstance* instance = picture.find(question.options[i].about);
        if (instance != nullptr && instance->area.row == here->area.row && instance->area.column == here->area.column) {
            options.push_back(i);
        }
    }
    return options;
}

} // namespace tgdl
