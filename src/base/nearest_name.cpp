#include "base/nearest_name.h"

#include <algorithm>
#include <array>

namespace tgdl {

namespace {

constexpr std::size_t kMaxSuggestedLength = 60;

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

} // namespace

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
    if (a.size() > kMaxSuggestedLength || b.size() > kMaxSuggestedLength) {
        return limit + 1;
    }
    using Row = std::array<std::size_t, kMaxSuggestedLength + 1>;
    Row before_last{};
    Row last{};
    Row current{};
    for (std::size_t j = 0; j <= b.size(); ++j) {
        last[j] = j;
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        current[0] = i;
        std::size_t least = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool equal = lower(a[i - 1]) == lower(b[j - 1]);
            current[j] = std::min({last[j] + 1, current[j - 1] + 1, last[j - 1] + (equal ? 0U : 1U)});
            const bool swapped =
                i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
            if (swapped) {
                current[j] = std::min(current[j], before_last[j - 2] + 1);
            }
            least = std::min(least, current[j]);
        }
        if (least > limit) {
            return limit + 1;
        }
        before_last = last;
        last = current;
    }
    return last[b.size()];
}

std::string_view nearest_name(std::string_view wrong, const std::vector<std::string_view>& candidates) {
    if (wrong.empty() || wrong.size() > kMaxSuggestedLength) {
        return {};
    }
    std::size_t limit = wrong.size() / 3;
    std::string_view nearest;
    for (const std::string_view candidate : candidates) {
        const std::size_t difference =
            candidate.size() > wrong.size() ? candidate.size() - wrong.size() : wrong.size() - candidate.size();
        if (candidate == wrong || candidate.size() > kMaxSuggestedLength || difference > limit) {
            continue;
        }
        const std::size_t distance = edit_distance(wrong, candidate, limit);
        const bool better = distance < limit || (distance == limit && nearest.empty());
        if (better) {
            nearest = candidate;
            limit = distance;
        }
    }
    return nearest;
}

} // namespace tgdl
