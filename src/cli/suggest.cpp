#include "cli/suggest.h"

#include "base/nearest_name.h"

#include <algorithm>

namespace tgdl {

std::string closest_word(std::string_view word, const std::vector<std::string>& candidates) {
    const std::vector<std::string> words =
        closest_words(word, candidates, 1, std::max<std::size_t>(1, word.size() / 3));
    return words.empty() ? std::string() : words[0];
}

std::vector<std::string> closest_words(std::string_view word, const std::vector<std::string>& candidates,
                                       std::size_t limit, std::size_t most_changes) {
    struct Scored {
        std::size_t distance;
        std::string word;
    };
    std::vector<Scored> scored;
    for (const std::string& candidate : candidates) {
        const std::size_t found = edit_distance(word, candidate, most_changes);
        if (found <= most_changes) {
            scored.push_back({found, candidate});
        }
    }
    std::sort(scored.begin(), scored.end(), [](const Scored& a, const Scored& b) {
        return a.distance != b.distance ? a.distance < b.distance : a.word < b.word;
    });
    scored.resize(std::min(scored.size(), limit));
    std::vector<std::string> words;
    words.reserve(scored.size());
    for (Scored& entry : scored) {
        words.push_back(std::move(entry.word));
    }
    return words;
}

} // namespace tgdl
