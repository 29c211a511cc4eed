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
    {"boardCell", "tile"},
    {"BoardCell", "tile"},
    {"board_cell", "tile"},
    {"adj", "adjacent"},
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
    {"values", "all"},
    {"Count", "length"},
    {"Length", "length"},
    {"Add", "add"},
    {"throwSync", "throw_sync"},
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
    {"Console", "write `log(…)`"},
    {"Debug", "write `log(…)`"},
    {"System", "write `log(…)`"},
    {"say", "write `log(…)`; `tell(p, …)` tells one player alone"},
    {"printf", "write `log($\"… {x} …\")`"},
    {"alert", "write `log(…)`; `tell(p, …)` tells one player alone"},
    {"ask", "write `input T x { … }`: what is chosen has a type and a name"},
    {"prompt", "write `input T x { … }`: what is chosen has a type and a name"},
    {"currentPlayer", "write `player.active()`"},
    {"activePlayer", "write `player.active()`"},
    {"me", "write `this` for the thing itself, `this.player` for its owner"},
    {"pass", "write `turn.pass(p);`: control goes to player p; `turn.pass();` goes to who is next"},
    {"next", "write `turn.pass();` to end a turn; the next player is `player.active() + 1`"},
    {"nextTurn", "write `turn.pass();`"},
    {"endTurn", "write `turn.pass();`"},
    {"end", "write `turn.pass();` to end a turn, `winner p;` or `draw;` to end the game"},
    {"endGame", "write `winner p;` or `draw;`"},
    {"gameOver", "write `winner p;` or `draw;`"},
    {"win", "write `winner p;` for player p"},
    {"draw", "`draw;` stands alone: all share the first place; a card is taken with `deck.pop()`"},
    {"nobody", "write `winner {};` when nobody wins, `draw;` when all share the first place"},
    {"call", "a function is called by its name: `F(a: 1);`"},
    {"transfer", "write `x.assign(p);` for a new owner, `x.move_to(t);` for a new place"},
    {"give", "write what changes: `x.assign(p);`, or `+=` and `-=` with numbers"},
    {"move", "write `piece.move_to(t);`"},
    {"throw", "write `event.throw(new E());`"},
    {"raise", "write `event.throw(new E());`"},
    {"emit", "write `event.throw(new E());`"},
    {"loop", "write `while (true) { … }`, and leave it with `break;`"},
    {"repeat", "write `foreach (number i in 1..3) { … }`"},
    {"typeof", "ask whether it is one: `x is Card`"},
    {"isinstance", "ask whether it is one: `x is Card`"},
    {"rand", "write `random(6)` for 0 to 5, `random(1, 6)` for 1 to 6"},
    {"roll", "write `random(1, 6)`: both ends belong to it"},
    {"Random", "write `random(1, 6)`: both ends belong to it"},
    {"game", "the game ends by `winner p;` or `draw;`; a turn ends by `turn.pass();`"},
    {"parseInt", "write `text as number`"},
    {"div", "write `math.floor(a / b)`: a division without what stands behind the point"},
    {"var", "a variable and an attribute begin with their type: `number n = 0;`"},
    {"let", "a variable and an attribute begin with their type: `number n = 0;`"},
    {"auto", "a variable begins with its type: `number n = 0;`"},
    {"readonly", "leave it out; what never changes is a `const`"},
    {"final", "leave it out; what never changes is a `const`"},
    {"hidden", "say who sees it: `visible secret viewer { return viewer == this.player; }`"},
    {"tie", "write `draw;`: all share the first place"},
    {"everyone", "write `draw;` when all share the first place, `player.all()` for all players"},
    {"everybody", "write `draw;` when all share the first place, `player.all()` for all players"},
    {"noone", "write `winner {};` when nobody wins, `draw;` when all share the first place"},
    {"lose", "who wins is named: `winner p;`"},
    {"active", "write `player.active()`"},
    {"shuffle", "write `xs.shuffle();`"},
    {"pow", "write `a ^ b`"},
    {"average", "write `xs.sum(x: x) / xs.length`"},
    {"randbetween", "write `random(1, 6)`: both ends belong to it"},
    {"concatenate", "texts are joined with `+`, or put into one: `$\"{a} {b}\"`"},
    {"create", "write `new Card()`"},
    {"delete", "write `x.remove();` for a piece or a card, `list.remove(x);` for an element"},
    {"destroy", "write `x.remove();` for a piece or a card, `list.remove(x);` for an element"},
    {"remove", "write `x.remove();` for a piece or a card, `list.remove(x);` for an element"},
    {"capture", "write `piece.capture();`"},
    {"await", "leave it out: a choice and an event wait by themselves"},
    {"placeable", "leave it out: every `interactable` can lie on tiles and in stacks"},
    {"stackable", "leave it out: every `interactable` can lie on tiles and in stacks"},
    {"boardcells", "each kind of tile is a definition of its own: `tile Name { … }`"},
    {"visible", "a `visible` says who sees it: `visible viewer { return viewer == this.player; }`"},
    {"on", "an action observes an event by its name: `trigger MoveEvent { … }`"},
});

constexpr auto kForeignCalls = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"str", "write `x as string`, or put it into a text: `$\"{x}\"`"},
    {"String", "write `x as string`, or put it into a text: `$\"{x}\"`"},
    {"int", "write `text as number`; `math.floor(x)` drops what stands behind the point"},
    {"float", "write `text as number`"},
    {"d6", "write `random(1, 6)`: both ends belong to it"},
    {"die", "write `random(1, 6)`: both ends belong to it"},
    {"dice", "write `random(1, 6)`: both ends belong to it"},
    {"count", "write `xs.length`; `xs.count(x: …)` counts those that fit"},
    {"COUNT", "write `xs.length`; `xs.count(x: …)` counts those that fit"},
    {"length", "write `xs.length`"},
    {"IF", "write `c ? a : b`"},
    {"AND", "write `a and b`"},
    {"OR", "write `a or b`"},
    {"NOT", "write `!a`"},
    {"MAX", "write `math.max(a, b)`, or `xs.max(x: x)` for a list"},
    {"MIN", "write `math.min(a, b)`, or `xs.min(x: x)` for a list"},
    {"ROUND", "write `math.round(x)`"},
    {"isNull", "write `x == null`"},
    {"is_null", "write `x == null`"},
    {"isnull", "write `x == null`"},
    {"adj", "write `a adj b`"},
    {"adjacent", "write `a adj b`"},
});

// What files of the library define.
constexpr auto kLibraryNames = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"OpenAuction", "auctions"},  {"Sale", "auctions"},      {"SealedBids", "auctions"}, {"Card", "cards"},
    {"Cards", "cards"},           {"FaceUp", "cards"},       {"FrenchPack", "cards"},    {"Hand", "cards"},
    {"ItalianPack", "cards"},     {"Pack", "cards"},         {"Taken", "cards"},         {"RollDice", "dice"},
    {"RollDie", "dice"},          {"DealHands", "drafting"}, {"PassHands", "drafting"},  {"Discounted", "payments"},
    {"GoodsInWords", "payments"}, {"Stock", "payments"},     {"Spot", "rows"},           {"KeepHighest", "scoring"},
    {"Scores", "scoring"},        {"Trick", "tricks"},
});

struct ForeignMember {
    TypeKind kind{};
    std::string_view name;
    std::string_view help;
};

constexpr std::string_view kAsText = "write `x as string`, or put it into a text: `$\"{x}\"`";
constexpr std::string_view kWhetherEmpty = "write `xs.length == 0`";
constexpr std::string_view kEach = "write `foreach (T x in xs) { … }`";
constexpr std::string_view kPart = "write `xs.skip(first).take(count)`";
constexpr std::string_view kHowMany = "for how many there are, write `length`";

constexpr auto kForeignMembers = std::to_array<ForeignMember>({
    {TypeKind::Number, "toString", kAsText},
    {TypeKind::Bool, "toString", kAsText},
    {TypeKind::Player, "toString", kAsText},
    {TypeKind::List, "pop", "write `xs.removeAt(xs.length - 1)`: it gives what it takes out"},
    {TypeKind::List, "shift", "write `xs.removeAt(0)`: it gives what it takes out"},
    {TypeKind::List, "isEmpty", kWhetherEmpty},
    {TypeKind::List, "empty", kWhetherEmpty},
    {TypeKind::List, "slice", kPart},
    {TypeKind::List, "sublist", kPart},
    {TypeKind::List, "forEach", kEach},
    {TypeKind::List, "get", "write `xs[i]`; the first place is 0"},
    {TypeKind::List, "select", "write `xs.map(x: …)`"},
    {TypeKind::List, "reduce", "write `xs.sum(x: …)`, or add it up in a `foreach`"},
    {TypeKind::Stack, "isEmpty", kWhetherEmpty},
    {TypeKind::Stack, "empty", kWhetherEmpty},
    {TypeKind::Stack, "forEach", kEach},
    {TypeKind::Table, "get", "write `table[key]`"},
    {TypeKind::Table, "set", "write `table[key] = value;`"},
    {TypeKind::Table, "put", "write `table[key] = value;`"},
    {TypeKind::Table, "remove", "write `table[key] = null;`: null takes the key away"},
    {TypeKind::Table, "has", "write `table.contains(key)`"},
    {TypeKind::Table, "containsKey", "write `table.contains(key)`"},
    {TypeKind::Table, "items", "walk over its `keys()`: `foreach (string key in table.keys()) { … table[key] … }`"},
    {TypeKind::Table, "isEmpty", kWhetherEmpty},
    {TypeKind::Table, "count", kHowMany},
    {TypeKind::String, "format", "put the values into the text, with a `$` before it: `$\"{x} coins\"`"},
    {TypeKind::String, "toString", "leave it out: this is a text"},
    {TypeKind::String, "isEmpty", "write `text == \"\"`"},
});

// `endTurn`, `EndTurn` and `end_turn` are one word.
bool is_same_word(std::string_view known, std::string_view name) {
    std::size_t at = 0;
    for (const char letter : name) {
        const bool same = at < known.size() && (letter | 0x20) == (known[at] | 0x20);
        if (letter != '_' && !same) {
            return false;
        }
        at += letter == '_' ? 0 : 1;
    }
    return at == known.size();
}

std::string_view known_elsewhere(std::string_view word, const std::vector<std::string_view>& candidates) {
    const auto is_in_capitals = [word](std::string_view own) {
        return own.front() >= 'A' && own.front() <= 'Z' && own != word && is_same_word(own, word);
    };
    if (std::ranges::any_of(candidates, is_in_capitals)) {
        return {}; // `owner`, where there is an `Owner`
    }
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
        if (is_same_word(foreign, name)) {
            return help;
        }
    }
    return {};
}

std::string help_with_library_name(std::string_view name, const std::vector<std::string_view>& own) {
    const auto* const found = std::ranges::find_if(kLibraryNames, [name](const auto& entry) {
        const bool is_long = std::ranges::count_if(entry.first, [](char c) { return c >= 'A' && c <= 'Z'; }) > 1;
        return entry.first == name || (is_long && is_same_word(entry.first, name));
    });
    const bool is_library = found != kLibraryNames.end() && nearest_name(name, own).empty();
    return is_library ? "write `import \"std/" + std::string(found->second) + ".tgdl\";`, which defines it" : "";
}

bool is_surely_foreign(std::string_view name) {
    static constexpr auto kNames = std::to_array<std::string_view>(
        {"console",      "Console", "System",   "print",  "println",    "printf",    "len",
         "range",        "randint", "parseInt", "typeof", "isinstance", "players",   "currentPlayer",
         "activePlayer", "None",    "True",     "False",  "nil",        "undefined", "self"});
    return std::ranges::find(kNames, name) != kNames.end();
}

std::string_view help_with_foreign_call(std::string_view name) {
    for (const auto& [foreign, help] : kForeignCalls) {
        if (foreign == name) {
            return help;
        }
    }
    return {};
}

std::string_view help_with_foreign_member(TypeKind kind, std::string_view name) {
    for (const ForeignMember& foreign : kForeignMembers) {
        if (foreign.kind == kind && is_same_word(foreign.name, name)) {
            return foreign.help;
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
