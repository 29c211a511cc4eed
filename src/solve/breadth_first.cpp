#include "solve/breadth_first.h"

#include <algorithm>
#include <fmt/format.h>
#include <tsl/robin_set.h>
#include <utility>

namespace tgdl {

namespace {

constexpr std::uint64_t kMostBytes = 2ULL << 30U; // of the positions that are as far from the start

class Reach {
public:
    explicit Reach(SolverContext& context) : context_(context) {}

    std::optional<PuzzleSolution> find() {
        context_.visit_starts([&](Match& start, double probability) { arrive(start, probability, kNobody, 0); });
        while (!next_.empty() && !has_chance_) {
            const std::vector<Position> now = std::exchange(next_, {});
            bytes_ = 0;
            for (const Position& position : now) {
                go_on(position);
            }
        }
        if (has_chance_) {
            return std::nullopt;
        }
        PuzzleSolution reached;
        reached.value = best_.value_or(0);
        for (std::size_t at = best_end_; at != kNobody; at = steps_[at].from) {
            reached.line.push_back(steps_[at].text);
        }
        std::ranges::reverse(reached.line);
        return reached;
    }

private:
    static constexpr std::size_t kNobody = ~std::size_t{0};
    struct Step { // how a position was first reached
        std::size_t from = kNobody;
        std::string text;
    };
    struct Position {
        std::size_t step = kNobody;
        std::unique_ptr<Match> match;
    };

    void go_on(const Position& position) {
        Match& match = *position.match;
        const std::size_t options = match.decision().options.size();
        for (std::size_t option = 0; option < options && !has_chance_; ++option) {
            context_.visit_outcomes(match, option, 0, [&](Match& after, double probability) {
                if (after.status() == MatchStatus::Waiting ? met_.contains(after.hash()) : !is_better(after)) {
                    has_chance_ = has_chance_ || probability != 1;
                    return;
                }
                const Decision& decision = match.decision();
                steps_.push_back(
                    {position.step, fmt::format("{}> {}", decision.player, match.option_text(decision, option))});
                arrive(after, probability, steps_.size() - 1, 1);
            });
        }
    }

    [[nodiscard]] bool is_better(const Match& end) const { return !best_ || context_.payoff(end) > *best_; }

    void arrive(Match& match, double probability, std::size_t step, std::size_t depth) {
        has_chance_ = has_chance_ || probability != 1;
        if (has_chance_) {
            return;
        }
        if (match.status() != MatchStatus::Waiting) {
            if (is_better(match)) {
                best_ = context_.payoff(match);
                best_end_ = step;
            }
            return;
        }
        context_.count_position(depth);
        met_.insert(match.hash());
        bytes_ += match.state_bytes();
        if (bytes_ > kMostBytes) {
            throw Unsolvable("its positions take more than 2 GiB of memory");
        }
        next_.push_back({step, std::make_unique<Match>(match)});
    }

    SolverContext& context_;
    std::vector<Position> next_;
    std::vector<Step> steps_;
    tsl::robin_set<std::uint64_t> met_; // by hash
    std::optional<double> best_;
    std::size_t best_end_ = kNobody;
    std::uint64_t bytes_ = 0;
    bool has_chance_ = false;
};

} // namespace

std::optional<PuzzleSolution> solve_puzzle(SolverContext& context) {
    return Reach(context).find();
}

} // namespace tgdl
