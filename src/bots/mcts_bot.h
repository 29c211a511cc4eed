// Monte Carlo tree search for any number of players, with chance, hidden information, simultaneous choices and moves of
// many decisions.
//
// One simulation:
//   1. determinization: a random match that agrees with what the seat has seen (SeatObserver::determinize),
//   2. selection: down the tree, at each decision the option with the best upper confidence bound (UCB1) for who decides,
//   3. expansion by an option that was never taken, then a rollout: uniformly at random, or by the learned rollout policy
//      where things are hidden or chosen simultaneously (bots/learned_rollout_policy.h),
//   4. backpropagation of the payoffs to every option taken.
//
// Deterministic games of perfect information: a node is a state (transpositions share one); for one or two players
// terminal and solved values are backed up as proven (MCTS-Solver). Where such games are short as well, half way through
// the budget a proof-number search looks for a forced win (bots/proof_number_search.h).
// Other games: a node is an information set, keyed by what the player to move knows of the choices since the search
// began (and of the texts, where the rollout policy is learned), not by what others choose simultaneously. The tree is
// open-loop, so an option counts how often it was available (ISMCTS: Cowling, Powley, Whitehouse 2012).
#pragma once

#include "base/random.h"
#include "bots/bot.h"
#include "bots/learned_rollout_policy.h"
#include "bots/observation_history.h"
#include "bots/payoffs.h"
#include "bots/playout.h"
#include "bots/proof_number_search.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tsl/robin_map.h>
#include <vector>

namespace tgdl {

// For each decision: a number of simulations, or a time. The other one is 0.
struct MctsBudget {
    std::uint64_t simulations = 0;
    std::uint64_t milliseconds = 0;
};

class MctsBot final : public Bot {
public:
    MctsBot(const Match& start, MctsBudget budget, std::uint64_t seed);

    BotChoice decide(SeatObserver& seat) override;
    void go_to(std::uint64_t position) override { random_ = seed_random(seed_ + position); }
    void restart() override { forget(); }

private:
    static constexpr double kUnproven = 2.0; // payoffs go from -1 to 1

    struct Edge {
        std::uint64_t option = 0; // Match::option_key
        std::uint32_t visits = 0;
        std::uint32_t offered = 0; // how often it was available
        double sum = 0.0;          // of the payoffs backed up, to who took it
        double rollout_sum = 0.0;  // of the payoffs of the rollouts themselves, proven values left out
        double proven = kUnproven; // its proven value

        [[nodiscard]] double mean_rollout() const { return rollout_sum / std::max(1U, visits); }
    };
    struct Node {
        std::vector<Edge> edges;
        std::size_t proven = 0;    // how many edges are
        double best_proven = -1.0; // the best of their values
        // The proven value to who decides there: a proven win is enough, otherwise every edge must be proven.
        [[nodiscard]] double value() const {
            return best_proven == 1.0 || (proven == edges.size() && proven > 0) ? best_proven : kUnproven;
        }
    };
    struct Step {
        std::uint32_t node = 0;
        std::uint32_t edge = 0;
        std::uint32_t player = 0;
    };
    // The choices since the search began, as hashes: what each seat knows of them identifies its information set.
    struct InfoSetPath {
        std::uint64_t known = 0;  // to all
        std::uint64_t secret = 0; // chosen simultaneously, not known to the others yet
        std::uint64_t simultaneous_since = Decision::kNotSimultaneous;
        std::vector<std::uint64_t> own; // by seat: its own part of `secret`
    };

    [[nodiscard]] std::optional<std::size_t> find_win(SeatObserver& seat, std::uint64_t simulations);
    void simulate(SeatObserver& seat);
    void play_out(std::uint64_t last);
    // False when the simulation leaves the tree there.
    bool descend(SeatObserver& seat, std::size_t& made);
    void enter(const Decision& decision);
    void leave(const Decision& decision, std::uint64_t option);
    [[nodiscard]] std::uint64_t node_key(const Decision& decision) const;
    Node& node_at(std::uint64_t key, std::uint32_t& index);
    std::size_t take(const Decision& decision, std::uint32_t node_index, Node& node, bool& is_new);
    bool plays_uniformly(const Decision& decision);
    [[nodiscard]] std::size_t best_upper_bound(const Node& node) const;
    std::uint32_t edge_of(Node& node, std::size_t option, std::uint64_t key);
    void backpropagate();
    void set_payoff(std::uint32_t player, double payoff);
    [[nodiscard]] bool is_solved();
    void break_ties_by_rollout(SeatObserver& seat);
    [[nodiscard]] std::size_t best_option(SeatObserver& seat);
    void forget();
    [[nodiscard]] bool is_deterministic() const;
    [[nodiscard]] bool uses_learned_rollouts() const;
    [[nodiscard]] bool can_prove() const;
    [[nodiscard]] bool has_score() const;
    [[nodiscard]] bool is_zero_sum() const;

    MctsBudget budget_;
    std::uint32_t seat_ = 0; // the one it decides for
    Match match_;            // of the simulation
    Playout playout_;
    ObservationHistory observations_;
    LearnedRolloutPolicy rollout_policy_;
    std::uint64_t seed_;
    RandomState random_;
    std::vector<Node> nodes_;
    tsl::robin_map<std::uint64_t, std::uint32_t> node_by_key_;
    std::size_t edges_ = 0; // in all nodes
    std::optional<ProofNumberSearch> prover_;
    unsigned failed_proofs_ = 0; // in a row
    std::uint64_t choices_ = 0;  // made in the simulations for this decision
    InfoSetPath info_set_path_;
    std::vector<Step> path_;
    bool reached_root_ = false;  // this simulation came to the decision that the seat is asked
    bool found_root_ = false;    // any simulation did
    std::uint64_t root_key_ = 0; // of that decision
    bool is_proven_ = false;     // what payoffs_ says of the end of path_
    Payoffs payoff_of_;
    std::vector<double> payoffs_, played_;
    std::vector<std::uint32_t> offered_, untaken_; // scratch
};

} // namespace tgdl
