// Context of one search for a game's value under one utility: payoffs of terminal states, successors of a choice with
// their probabilities, and the limit of positions. All searches of this library use it.
#pragma once

#include "solve/chance_outcomes.h"
#include "solve/solve.h"

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace tgdl {

// The game cannot be solved, and what() says why.
class Unsolvable : public std::runtime_error {
public:
    explicit Unsolvable(const std::string& why, std::shared_ptr<Match> failed = {})
        : std::runtime_error(why), failed_(std::move(failed)) {}
    [[nodiscard]] const std::shared_ptr<Match>& failed() const { return failed_; }

private:
    std::shared_ptr<Match> failed_;
};

// Thrown when a terminal state shows that the seats do not play for the utility assumed.
class UtilityMismatch : public std::runtime_error {
public:
    UtilityMismatch() : std::runtime_error("the seats play for something else") {}
};

class SolverContext {
public:
    using Visit = std::function<void(Match& after, double probability)>;

    SolverContext(const std::shared_ptr<const Program>& program, const SolvePlan& plan, Utility utility,
                  PayoffStructure payoff_structure, const SolveProgress& progress)
        : program_(program), plan_(plan), utility_(utility), payoff_structure_(payoff_structure), progress_(progress) {}

    [[nodiscard]] const SolvePlan& plan() const { return plan_; }
    [[nodiscard]] Utility utility() const { return utility_; }
    [[nodiscard]] PayoffStructure payoff_structure() const { return payoff_structure_; }
    [[nodiscard]] std::uint64_t positions() const { return positions_; }

    // Payoff of a finished match to seat 0. A stuck one is worth 0 to everybody.
    [[nodiscard]] double payoff(const Match& match) const;

    // Counts a position at that depth in choices, and throws Unsolvable beyond the limits.
    void count_position(std::size_t depth);

    // All matches that may begin, and all that may follow from a choice. What is visited is gone afterwards; while it is
    // visited, nothing else may be visited at the same depth.
    void visit_starts(const Visit& visit);
    void visit_outcomes(Match& before, std::size_t option, std::size_t depth, const Visit& visit);

private:
    void count_step(const Match& match, std::size_t draws);
    Match& scratch(const Match& like, std::size_t depth);

    const std::shared_ptr<const Program>& program_;
    const SolvePlan& plan_;
    Utility utility_;
    PayoffStructure payoff_structure_;
    const SolveProgress& progress_;
    std::uint64_t positions_ = 0;
    std::uint64_t steps_ = 0;
    std::vector<std::unique_ptr<Match>> scratch_; // by depth
};

} // namespace tgdl
