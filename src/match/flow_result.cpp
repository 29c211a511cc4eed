// The end of the game: `winner` in all its forms.
#include "match/flow.h"
#include "match/frame_words.h"
#include "vm/collections.h"

#include <algorithm>

namespace tgdl {

// ---- the end --------------------------------------------------------------------------------------------------------

Outcome MatchFlow::winner(WinnerKind kind, std::uint32_t window) {
    if (state.over) {
        return machine.fault_with(FaultId::NotAllowedAtEnd);
    }
    std::vector<std::vector<std::uint32_t>> places;
    MatchResult found;
    const Value given = machine.values[window];
    if (kind != WinnerKind::Draw && given.is_null()) {
        return machine.fault_with(FaultId::NullArgument, {"winner"});
    }
    places.reserve(players_);
    std::vector<std::uint8_t> named(players_, 0);
    bool null_player = false;
    std::uint32_t twice = kNone;
    const auto name = [&](Value player, std::vector<std::uint32_t>& place) {
        if (player.is_null()) {
            null_player = true;
            return;
        }
        const std::uint32_t seat = to_player(player.as_number());
        if (named[seat] != 0) {
            twice = seat;
        }
        named[seat] = 1;
        place.push_back(seat);
    };
    switch (kind) {
    case WinnerKind::Draw:
        places.emplace_back();
        for (std::uint32_t player = 0; player < players_; ++player) {
            name(Value::number(player), places[0]);
        }
        break;
    case WinnerKind::Shared:
    case WinnerKind::InOrder:
        if (kind == WinnerKind::Shared && walk_length(machine, given) > 0) {
            places.emplace_back();
        }
        for (std::uint32_t i = 0; i < walk_length(machine, given); ++i) {
            if (kind == WinnerKind::InOrder) {
                places.emplace_back();
            }
            name(walk_get(machine, given, i), places.back());
        }
        break;
    case WinnerKind::Places:
        for (std::uint32_t i = 0; i < walk_length(machine, given); ++i) {
            const Value place = walk_get(machine, given, i);
            if (place.is_null()) {
                null_player = true;
                break;
            }
            places.emplace_back();
            for (std::uint32_t k = 0; k < walk_length(machine, place); ++k) {
                name(walk_get(machine, place, k), places.back());
            }
        }
        break;
    case WinnerKind::Highest:
    case WinnerKind::Lowest: {
        found.by_scores = true;
        found.scores.resize(players_);
        struct Score {
            double score = 0;
            std::uint32_t seat = 0;
        };
        std::vector<Score> scores;
        std::uint32_t at = 0;
        Value key;
        Value score;
        while (table_next(machine, given.handle(), at, key, score)) {
            const std::uint32_t seat = to_player(key.as_number());
            if (found.scores[seat].has_value()) {
                twice = seat;
            }
            found.scores[seat] = score.as_number();
            scores.push_back({kind == WinnerKind::Highest ? -score.as_number() : score.as_number(), seat});
        }
        std::sort(scores.begin(), scores.end(), [](const Score& a, const Score& b) {
            return a.score != b.score ? a.score < b.score : a.seat < b.seat;
        });
        for (std::size_t i = 0; i < scores.size(); ++i) {
            if (i == 0 || scores[i].score != scores[i - 1].score) {
                places.emplace_back();
            }
            name(Value::number(scores[i].seat), places.back());
        }
        break;
    }
    }
    if (null_player) {
        return machine.fault_with(FaultId::NullArgument, {"winner"});
    }
    if (twice != kNone) {
        return machine.fault_with(FaultId::PlayerTwice, {std::to_string(twice)});
    }
    std::erase_if(places, [](const std::vector<std::uint32_t>& place) { return place.empty(); });
    if (!places.empty()) {
        std::vector<std::uint32_t> rest;
        for (std::uint32_t player = 0; player < players_; ++player) {
            if (named[player] == 0) {
                rest.push_back(player);
            }
        }
        if (!rest.empty()) {
            places.push_back(std::move(rest));
        }
    }
    if (machine.trial > 0) {
        return Outcome::Over;
    }
    for (std::vector<std::uint32_t>& place : places) {
        std::sort(place.begin(), place.end());
    }
    found.places = std::move(places);
    result = std::move(found);
    return keep_places();
}

// As the List<List<player>> that GameEndEvent shows.
Outcome MatchFlow::keep_places() {
    const ClassIndex index = program_->events[static_cast<std::size_t>(EventKind::GameEnd)];
    if (index == kNone) {
        machine.memory.store(kResultWord, packed(0, 1).bits); // nobody looks
        return Outcome::Over;
    }
    const TypeIndex type = program_->classes[index].attributes[0].type;
    const Value list = make_list(machine, type, static_cast<std::uint32_t>(result.places.size()));
    if (list.is_null()) {
        return machine.fault_with(FaultId::OutOfMemory);
    }
    for (const std::vector<std::uint32_t>& place : result.places) {
        const Value members =
            make_list(machine, program_->types[type].element, static_cast<std::uint32_t>(place.size()));
        if (members.is_null()) {
            return machine.fault_with(FaultId::OutOfMemory);
        }
        for (const std::uint32_t player : place) {
            list_add(machine, members.handle(), Value::number(player));
        }
        list_add(machine, list.handle(), members);
    }
    machine.memory.store(kResultWord, packed(list.handle(), 1).bits);
    return Outcome::Over;
}

} // namespace tgdl
