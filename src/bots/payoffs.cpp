#include "bots/payoffs.h"

#include <algorithm>
#include <optional>

namespace tgdl {

void set_payoffs(const Match& match, std::vector<double>& payoffs) {
    const std::uint32_t players = match.players();
    if (match.status() != MatchStatus::Finished) {
        payoffs.assign(players, 0.0);
        return;
    }
    payoffs.assign(players, -1.0);
    std::size_t before = 0;
    for (const std::vector<std::uint32_t>& place : match.result().places) {
        const std::size_t behind = players - before - place.size();
        for (const std::uint32_t player : place) {
            payoffs[player] = players == 1 ? 1.0
                                           : (static_cast<double>(behind) - static_cast<double>(before))
                                                 / static_cast<double>(players - 1);
        }
        before += place.size();
    }
}

void Payoffs::read_scores(Match& match) {
    scores_.clear();
    if (match.program().scores.score == kNone || match.status() == MatchStatus::Error) {
        return;
    }
    for (std::uint32_t seat = 0; seat < match.players(); ++seat) {
        const std::optional<double> score = match.score(seat);
        if (!score) {
            scores_.clear();
            return;
        }
        scores_.push_back(match.program().scores.lowest ? -*score : *score);
    }
    const auto [least, greatest] = std::ranges::minmax(scores_);
    least_ = has_met_scores_ ? std::min(least_, least) : least;
    greatest_ = has_met_scores_ ? std::max(greatest_, greatest) : greatest;
    has_met_scores_ = true;
}

void Payoffs::set(Match& match, std::vector<double>& payoffs) {
    constexpr double kPartOfScore = 0.01;
    set_payoffs(match, payoffs);
    read_scores(match);
    if (scores_.empty()) {
        return;
    }
    const bool is_finished = match.status() == MatchStatus::Finished;
    const bool nobody_wins = is_finished && match.result().places.empty();
    const bool places_differ = is_finished && match.result().places.size() > 1;
    for (std::size_t seat = 0; seat < payoffs.size() && !nobody_wins; ++seat) {
        const double score = scaled(scores_[seat]);
        payoffs[seat] = places_differ ? (1.0 - kPartOfScore) * payoffs[seat] + kPartOfScore * score : score;
    }
}

} // namespace tgdl
