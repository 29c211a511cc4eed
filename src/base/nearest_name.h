// Finds what a person probably meant by a misspelt word.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace tgdl {

// Letters to add, drop, change or swap with their neighbour to come from one word to the other; letters that differ in
// case alone count as equal. `limit + 1` stands for anything above the limit, and for words that are too long to be
// misspelt ones. O(length²).
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

// The candidate nearest to a misspelt word, empty when none is near (at most a third of its length off). The view is the
// candidate's own.
std::string_view nearest_name(std::string_view wrong, const std::vector<std::string_view>& candidates);

} // namespace tgdl
