// Finds what a person probably meant by a misspelt word.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tgdl {

// The candidate that is closest to the word; empty when all are too far off to be meant. O(candidates × length²).
std::string closest_word(std::string_view word, const std::vector<std::string>& candidates);

// Up to `limit` candidates that differ from the word by at most `most_changes` letters, best first.
std::vector<std::string> closest_words(std::string_view word, const std::vector<std::string>& candidates,
                                       std::size_t limit, std::size_t most_changes);

} // namespace tgdl
