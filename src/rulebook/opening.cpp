#include "rulebook/opening.h"

#include "api/engine.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tgdl {

namespace {

using Json = nlohmann::json;

constexpr std::uint32_t kMostTried = 8; // numbers of players
constexpr std::uint32_t kMostShown = 4; // players whose pieces are drawn

using Bases = std::map<std::string, std::string>;

struct Tally {
    std::map<std::string, std::uint64_t> pieces;
    std::map<std::string, std::uint64_t> cards;
};

// Of something hidden the name of its class is known: `a hidden Card`.
std::string class_of(const Json& thing) {
    if (thing.contains("class")) {
        return thing["class"].get<std::string>();
    }
    constexpr std::string_view kHidden = "a hidden ";
    const std::string text = thing.value("hidden", std::string());
    return text.starts_with(kHidden) ? text.substr(kHidden.size()) : text;
}

// One of a class is one of each of its bases too.
void count_piece(Tally& tally, const Bases& bases, std::string name) {
    for (std::size_t steps = 0; steps <= bases.size(); ++steps) {
        ++tally.pieces[name];
        const auto base = bases.find(name);
        if (base == bases.end()) {
            return;
        }
        name = base->second;
    }
}

Tally tally_of(const Json& view, const Bases& bases) {
    Tally tally;
    for (const Json& board : view["boards"]) {
        if (!board.contains("groups")) {
            continue;
        }
        for (const Json& group : board["groups"]) {
            for (const Json& tile : group["tiles"]) {
                for (const Json& piece : tile["pieces"]) {
                    count_piece(tally, bases, class_of(piece));
                }
            }
        }
    }
    for (const Json& deck : view["decks"]) {
        if (deck.contains("cards")) {
            tally.cards[class_of(deck)] += deck["cards"].size();
            for (const Json& card : deck["cards"]) {
                count_piece(tally, bases, class_of(card));
            }
        }
    }
    for (const Json& thing : view["things"]) {
        count_piece(tally, bases, class_of(thing));
    }
    return tally;
}

void note_chance(Opening& opening, const std::map<std::string, std::uint64_t>& one,
                 const std::map<std::string, std::uint64_t>& other) {
    for (const auto& [name, count] : one) {
        const auto found = other.find(name);
        if (found == other.end() || found->second != count) {
            opening.by_chance[name] = true;
        }
    }
}

std::vector<std::uint32_t> numbers_to_try(const Program& program) {
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t players = program.min_players; players <= program.max_players; ++players) {
        numbers.push_back(players);
    }
    if (numbers.size() > kMostTried) {
        numbers[kMostTried - 1] = numbers.back();
        numbers.resize(kMostTried);
    }
    return numbers;
}

void count_all(std::map<std::string, Counts>& into, const std::map<std::string, std::uint64_t>& from,
               std::uint32_t players) {
    for (const auto& [name, count] : from) {
        into[name].add(players, count);
    }
}

} // namespace

std::string Counts::text(const std::vector<std::uint32_t>& tried) const {
    if (tried.empty()) {
        return {};
    }
    const std::uint64_t first = with(tried.front());
    if (std::ranges::all_of(tried, [&](std::uint32_t players) { return with(players) == first; })) {
        return fmt::format("{}", first);
    }
    const std::uint64_t each = first / tried.front();
    if (std::ranges::all_of(tried, [&](std::uint32_t players) { return with(players) == each * players; })) {
        return fmt::format("{} for each player", each);
    }
    std::string text;
    for (const std::uint32_t players : tried) {
        text += fmt::format("{}{} with {}", text.empty() ? "" : ", ", with(players), players);
    }
    return text + " players";
}

Opening open_game(const std::shared_ptr<const Program>& program, const Bases& bases, const Limits& limits) {
    Opening opening;
    for (const std::uint32_t players : numbers_to_try(*program)) {
        GameStart start{.players = players, .seed = MatchSeed::from(0), .limits = limits};
        Game game(program, start);
        if (game.status() == MatchStatus::Error) {
            continue;
        }
        Json view = game.view(kSpectator);
        const Tally tally = tally_of(view, bases);
        opening.tried.push_back(players);
        count_all(opening.pieces, tally.pieces, players);
        count_all(opening.cards, tally.cards, players);
        if (!opening.boards || players <= kMostShown) {
            opening.boards = std::make_shared<Json>(std::move(view["boards"]));
            opening.board_players = players;
        }
        if (game.status() == MatchStatus::Stuck) {
            break; // it takes long to find that out, and would for others too
        }
        start.seed = MatchSeed::from(1);
        Game again(program, start);
        if (again.status() != MatchStatus::Error) {
            const Tally other = tally_of(again.view(kSpectator), bases);
            for (const auto& [one, two] :
                 {std::pair(tally.pieces, other.pieces), std::pair(tally.cards, other.cards)}) {
                note_chance(opening, one, two);
                note_chance(opening, two, one);
            }
        }
    }
    return opening;
}

} // namespace tgdl
