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
    {"len", "length"},
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

// Names that stand for something else here than another name, and what to write.
constexpr auto kForeignNames = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"console", "write `log(…)`"},
    {"len", "write `xs.length`"},
    {"sum", "write `xs.sum(x: x)`"},
    {"range", "write `0..n - 1`: both ends belong to it"},
    {"randint", "write `random(1, 6)`: both ends belong to it"},
    {"players", "write `player.all()` for all players, `player.count()` for how many there are"},
    {"example", "leave it out: `filter c { … }` gives the candidate a name of its own"},
    {"RollDie", "write `import \"std/dice.tgdl\";`, which defines it"},
    {"RollDice", "write `import \"std/dice.tgdl\";`, which defines it"},
    {"OpenAuction", "write `import \"std/auctions.tgdl\";`, which defines it"},
    {"SealedBids", "write `import \"std/auctions.tgdl\";`, which defines it"},
    {"DealHands", "write `import \"std/drafting.tgdl\";`, which defines it"},
    {"PassHands", "write `import \"std/drafting.tgdl\";`, which defines it"},
    {"FrenchPack", "write `import \"std/cards.tgdl\";`, which defines it"},
    {"ItalianPack", "write `import \"std/cards.tgdl\";`, which defines it"},
    {"FaceUp", "write `import \"std/cards.tgdl\";`, which defines it"},
    {"KeepHighest", "write `import \"std/scoring.tgdl\";`, which defines it"},
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

std::string_view help_with_foreign_name(std::string_view name) {
    for (const auto& [foreign, help] : kForeignNames) {
        if (foreign == name) {
            return help;
        }
    }
    return {};
}

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
