// One try at a game's value, for one thing that its seats might play for: what ends are worth, what may follow from a
// choice, and when to give up. The searches of this library stand on it.
#pragma once

#include "solve/chance_walk.h"
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

// The seats do not play for that: some end of the game says otherwise.
class OtherStakes : public std::runtime_error {
public:
    OtherStakes() : std::runtime_error("the seats play for something else") {}
};

class Attempt {
public:
    using Visit = std::function<void(Match& after, double probability)>;

    Attempt(const std::shared_ptr<const Program>& program, const SolvePlan& plan, Stakes stakes, Interest interest,
            const SolveProgress& progress)
        : program_(program), plan_(plan), stakes_(stakes), interest_(interest), progress_(progress) {}

    [[nodiscard]] const SolvePlan& plan() const { return plan_; }
    [[nodiscard]] Stakes stakes() const { return stakes_; }
    [[nodiscard]] Interest interest() const { return interest_; }
    [[nodiscard]] std::uint64_t positions() const { return positions_; }

    // Of a match at its end: what it is worth to seat 0. One that is stuck is worth nothing to anybody.
    [[nodiscard]] double payoff(const Match& match) const;

    // One more is looked at, so many choices from the start.
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
    Stakes stakes_;
    Interest interest_;
    const SolveProgress& progress_;
    std::uint64_t positions_ = 0;
    std::uint64_t steps_ = 0;
    std::vector<std::unique_ptr<Match>> scratch_; // by depth
};

} // namespace tgdl
