// Payoffs of a finished match, which bots maximise.
#pragma once

#include "match/match.h"

#include <vector>

namespace tgdl {

// By seat, from -1 (behind everybody) to 1 (before everybody). A match that came to no result is worth 0 to all.
void set_payoffs(const Match& match, std::vector<double>& payoffs);

// What a bot plays for. Places count, as set_payoffs() has them; where the game has a `score`, and there is one player only, or
// all share one place, or the match was cut off, the score counts instead, and between equal places the better score by a
// hundredth. Scores are scaled to -1 … 1 by the least and greatest met so far.
class Payoffs {
public:
    void set(Match& match, std::vector<double>& payoffs);
    void forget() { *this = {}; }

private:
    // Of the seats, more being better; empty: there are none.
    void read_scores(Match& match);
    [[nodiscard]] double scaled(double score) const {
        return greatest_ > least_ ? 2.0 * (score - least_) / (greatest_ - least_) - 1.0 : 0.0;
    }

    double least_ = 0.0;
    double greatest_ = 0.0;
    bool has_met_scores_ = false;
    std::vector<double> scores_;
};

} // namespace tgdl
