// The end of the game: `winner` in all its forms.
#include "match/flow.h"
#include "match/frame_words.h"
#include "vm/collections.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace tgdl {

// ---- the end --------------------------------------------------------------------------------------------------------

// ---- the end --------------------------------------------------------------------------------------------------------

// Seats by place, each in ascending order; who is not named comes last. Keeps what room there is.
void MatchFlow::list_places() {
    std::ranges::sort(
        placed_, [](const Placed& a, const Placed& b) { return a.rank != b.rank ? a.rank < b.rank : a.seat < b.seat; });
    std::vector<std::vector<std::uint32_t>>& places = result.places;
    std::size_t count = 0;
    for (std::size_t i = 0; i < placed_.size() && placed_.front().rank != kNone; ++i) {
        if (i == 0 || placed_[i].rank != placed_[i - 1].rank) {
            places.resize(std::max(places.size(), ++count));
            places[count - 1].clear();
        }
        places[count - 1].push_back(placed_[i].seat);
    }
    places.resize(count);
}

Outcome MatchFlow::winner(WinnerKind kind, std::uint32_t window) {
    if (state.over) {
        return machine.fault_with(FaultId::NotAllowedAtEnd);
    }
    const Value given = machine.values[window];
    const bool names_all = kind == WinnerKind::Draw || (kind == WinnerKind::Score && given.is_null());
    if (!names_all && given.is_null()) {
        return machine.fault_with(FaultId::NullArgument, {"winner"});
    }
    placed_.resize(players_);
    for (std::uint32_t seat = 0; seat < players_; ++seat) {
        placed_[seat] = {kNone, seat};
    }
    std::vector<std::optional<double>> points; // by seat
    bool null_player = false;
    std::uint32_t twice = kNone;
    const auto name = [&](Value player, std::uint32_t rank) {
        if (player.is_null()) {
            null_player = true;
            return;
        }
        const std::uint32_t seat = to_player(player.as_number());
        if (placed_[seat].rank != kNone) {
            twice = seat;
        }
        placed_[seat].rank = rank;
    };
    switch (kind) {
    case WinnerKind::Draw:
        for (Placed& each : placed_) {
            each.rank = 0;
        }
        break;
    case WinnerKind::Player: name(given, 0); break;
    case WinnerKind::Score:
        for (std::uint32_t i = 0; i < (names_all ? players_ : walk_length(machine, given)); ++i) {
            name(names_all ? Value::number(i) : walk_get(machine, given, i), 0);
        }
        break;
    case WinnerKind::Shared:
    case WinnerKind::InOrder:
        for (std::uint32_t i = 0; i < walk_length(machine, given); ++i) {
            name(walk_get(machine, given, i), kind == WinnerKind::InOrder ? i : 0);
        }
        break;
    case WinnerKind::Places:
        for (std::uint32_t i = 0; i < walk_length(machine, given); ++i) {
            const Value place = walk_get(machine, given, i);
            if (place.is_null()) {
                null_player = true;
                break;
            }
            for (std::uint32_t k = 0; k < walk_length(machine, place); ++k) {
                name(walk_get(machine, place, k), i);
            }
        }
        break;
    case WinnerKind::Highest:
    case WinnerKind::Lowest: {
        points.resize(players_);
        struct Score {
            double score = 0;
            std::uint32_t seat = 0;
        };
        std::vector<Score> scores;
        std::uint32_t at = 0;
        Value key;
        Value score;
        while (table_next(machine, given.handle(), at, key, score)) {
            if (!key.is_number()) {
                return machine.fault_with(FaultId::WrongKey, {plain_text(machine, key), "player"});
            }
            const std::uint32_t seat = to_player(key.as_number());
            if (points[seat].has_value()) {
                twice = seat;
            }
            points[seat] = score.as_number();
            scores.push_back({kind == WinnerKind::Highest ? -score.as_number() : score.as_number(), seat});
        }
        std::ranges::sort(scores, [](const Score& a, const Score& b) {
            return a.score != b.score ? a.score < b.score : a.seat < b.seat;
        });
        std::uint32_t rank = 0;
        for (std::size_t i = 0; i < scores.size(); ++i) {
            rank += i > 0 && scores[i].score != scores[i - 1].score ? 1 : 0;
            name(Value::number(scores[i].seat), rank);
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
    if (machine.trial > 0) {
        return Outcome::Over;
    }
    if (kind == WinnerKind::Score) {
        if (const Outcome ranked = rank_by_score(points); ranked != Outcome::Next) {
            return ranked;
        }
    }
    result.by_scores = kind == WinnerKind::Highest || kind == WinnerKind::Lowest || kind == WinnerKind::Score;
    result.scores = std::move(points);
    list_places();
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
