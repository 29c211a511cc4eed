#include "solve/alpha_beta.h"

#include <algorithm>
#include <fmt/format.h>

namespace tgdl {

double AlphaBeta::value() {
    double value = 0;
    context_.visit_starts([&](Match& start, double probability) { value += probability * search(start, 0, {}); });
    return value;
}

bool AlphaBeta::is_for_seat_0(Match& match) const {
    return context_.payoff_structure() == PayoffStructure::Common || match.decision().player == 0;
}

// The value if it lies in the window; else a bound on the same side of the window as the value.
double AlphaBeta::search(Match& match, std::size_t depth, Window window) {
    if (match.status() != MatchStatus::Waiting) {
        return context_.payoff(match);
    }
    const std::uint64_t position = match.hash();
    if (const auto found = known_.find(position); found != known_.end()) {
        const Window known = found->second;
        if (known.low == known.high || known.low >= window.high) {
            return known.low;
        }
        if (known.high <= window.low) {
            return known.high;
        }
    } else {
        context_.count_position(depth);
    }
    if (!open_.insert(position).second) {
        throw Unsolvable(
            "the same position can come again, so that a game need not end; only games that always end can "
            "be solved");
    }
    const double best = search_options(match, depth, window);
    open_.erase(position);
    Window& known = known_[position];
    if (best < window.high) {
        known.high = std::min(known.high, best);
    }
    if (best > window.low) {
        known.low = std::max(known.low, best);
    }
    return best;
}

double AlphaBeta::search_options(Match& match, std::size_t depth, Window window) {
    const bool is_high_wanted = is_for_seat_0(match);
    const std::size_t options = match.decision().options.size();
    double best = is_high_wanted ? -kInfinity : kInfinity;
    for (std::size_t option = 0; option < options; ++option) {
        const double value = value_of_option(match, option, depth, window);
        if (is_high_wanted) {
            best = std::max(best, value);
            window.low = std::max(window.low, best);
        } else {
            best = std::min(best, value);
            window.high = std::min(window.high, best);
        }
        if (window.low >= window.high) {
            break;
        }
    }
    return best;
}

double AlphaBeta::value_of_option(Match& match, std::size_t option, std::size_t depth, Window window) {
    double mean = 0;
    context_.visit_outcomes(match, option, depth, [&](Match& after, double probability) {
        mean += probability * search(after, depth + 1, probability == 1 ? window : Window{});
    });
    return mean;
}

std::vector<std::string> AlphaBeta::line() {
    std::vector<std::string> line;
    std::unique_ptr<Match> match;
    context_.visit_starts([&](Match& start, double probability) {
        if (probability == 1) {
            match = std::make_unique<Match>(start);
        }
    });
    if (match == nullptr) {
        return line;
    }
    const double value = search(*match, 0, {});
    while (match->status() == MatchStatus::Waiting && step_on(*match, value, line)) {
    }
    return line;
}

// Takes the first option that keeps the value.
bool AlphaBeta::step_on(Match& match, double value, std::vector<std::string>& line) {
    const std::size_t options = match.decision().options.size();
    for (std::size_t option = 0; option < options; ++option) {
        if (value_of_option(match, option, line.size(), {}) != value) {
            continue;
        }
        const Decision& decision = match.decision();
        Match after(match);
        bool is_certain = true;
        context_.visit_outcomes(match, option, line.size(), [&](Match& outcome, double probability) {
            is_certain = is_certain && probability == 1;
            after.copy_from(outcome);
        });
        line.push_back(fmt::format("{}> {}", decision.player, match.option_text(decision, option)));
        match.copy_from(after);
        return is_certain;
    }
    return false;
}

} // namespace tgdl
