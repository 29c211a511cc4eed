#include "check/suggest.h"

#include "base/nearest_name.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tgdl {

namespace {

constexpr std::size_t kMaxMessagesWithSuggestion = 300;

// What people write who know another language or other games, and what it is called in this one. A word may stand here
// more than once.
constexpr auto kElsewhere = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"int", "number"},
    {"integer", "number"},
    {"float", "number"},
    {"double", "number"},
    {"num", "number"},
    {"Number", "number"},
    {"str", "string"},
    {"String", "string"},
    {"text", "string"},
    {"char", "string"},
    {"boolean", "bool"},
    {"Boolean", "bool"},
    {"Bool", "bool"},
    {"array", "List"},
    {"Array", "List"},
    {"list", "List"},
    {"vector", "List"},
    {"dict", "Table"},
    {"map", "Table"},
    {"Map", "Table"},
    {"Dictionary", "Table"},
    {"queue", "Stack"},
    {"print", "log"},
    {"println", "log"},
    {"echo", "log"},
    {"console", "log"},
    {"nil", "null"},
    {"None", "null"},
    {"undefined", "null"},
    {"NULL", "null"},
    {"True", "true"},
    {"False", "false"},
    {"self", "this"},
    {"Math", "math"},
    {"push", "add"},
    {"add", "push"},
    {"insert", "insertAt"},
    {"size", "length"},
    {"includes", "contains"},
    {"has", "contains"},
    {"filter", "where"},
    {"find", "where"},
    {"some", "any"},
    {"all", "every"},
    {"max", "highest"},
    {"min", "lowest"},
    {"delete", "remove"},
    {"erase", "remove"},
    {"draw", "pop"},
    {"top", "peek"},
    {"owner", "player"},
    {"position", "tile"},
    {"location", "tile"},
    {"neighbors", "adjacents"},
    {"neighbours", "adjacents"},
    {"toUpper", "upper"},
    {"toUpperCase", "upper"},
    {"toLower", "lower"},
    {"toLowerCase", "lower"},
    {"current", "active"},
    {"next", "pass"},
    {"end", "pass"},
});

std::string_view known_elsewhere(std::string_view word, const std::vector<std::string_view>& candidates) {
    for (const auto& [elsewhere, here] : kElsewhere) {
        if (elsewhere == word && std::find(candidates.begin(), candidates.end(), here) != candidates.end()) {
            return here;
        }
    }
    return {};
}

} // namespace

bool suggests(const Diagnostics& diagnostics) {
    return diagnostics.all().size() <= kMaxMessagesWithSuggestion;
}

void suggest(Diagnostics& diagnostics, Diagnostic& diagnostic, Span span, std::string_view wrong,
             const std::vector<std::string_view>& candidates) {
    if (!suggests(diagnostics)) {
        return;
    }
    const std::string elsewhere(known_elsewhere(wrong, candidates));
    if (!elsewhere.empty()) {
        diagnostic.with_help("here it is called `" + elsewhere + "`").replace(span, elsewhere);
        return;
    }
    const std::string nearest(nearest_name(wrong, candidates));
    if (!nearest.empty()) {
        diagnostic.with_help("did you mean `" + nearest + "`?").replace(span, nearest);
    }
}

} // namespace tgdl
