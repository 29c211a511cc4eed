// The bot that thinks ahead: Monte Carlo tree search for any number of players, with chance, hidden information, choices
// made at once and moves of many decisions.
//
// One simulation:
//   1. takes a random match that agrees with what the seat has seen (Seat::sample),
//   2. goes down the tree, of each decision the option with the best bound of what it may be worth to who decides,
//   3. takes an option that was never taken, and plays on at random; by habit where things are hidden or chosen at once
//      (bots/habits.h),
//   4. adds the result to every option taken.
// Where nothing is uncertain, an option after which the game is over, or after which everything is worked out, is proven:
// its worth is no longer an estimate (for one player or two).
// Where games are short as well, the bot stops half way and looks for a win that nobody can prevent (bots/prover.h).
// Where nothing is uncertain a node stands for a state, by whatever way it came about. Elsewhere it stands for what whoever
// decides knows of the choices since the search began: their own and those of others, but not what others choose at the
// same moment; and where games are played out by habit, for what they were told. Chance and hidden things make one node
// many states: an option counts how often it was there to be taken (information set search; the tree is open-loop).
#pragma once

#include "base/random.h"
#include "bots/bot.h"
#include "bots/habits.h"
#include "bots/heard.h"
#include "bots/playout.h"
#include "bots/prover.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tsl/robin_map.h>
#include <vector>

namespace tgdl {

// One of both is 0.
struct SearchEffort {
    std::uint64_t simulations = 0;
    std::uint64_t milliseconds = 0;
};

class SearchBot final : public Bot {
public:
    SearchBot(const Match& start, SearchEffort effort, std::uint64_t seed);

    BotChoice decide(Seat& seat) override;
    void go_to(std::uint64_t position) override { random_ = seed_random(seed_ + position); }
    void begin_anew() override { forget(); }

private:
    static constexpr double kUnproven = 2.0; // payoffs go from -1 to 1

    struct Edge {
        std::uint64_t option = 0; // Match::option_key
        std::uint32_t visits = 0;
        std::uint32_t offered = 0; // how often it could have been taken
        double sum = 0.0;          // of what it was worth to who took it
        double luck = 0.0;         // the same, had nobody held on to what is certain
        double proven = kUnproven; // what it is worth, once that is certain

        [[nodiscard]] double mean_luck() const { return luck / std::max(1U, visits); }
    };
    struct Node {
        std::vector<Edge> edges;
        std::size_t proven = 0; // of the edges
        double certain = -1.0;  // the best of them
        // To who decides there, once it is certain: a win is enough, otherwise everything must be proven.
        [[nodiscard]] double value() const {
            return certain == 1.0 || (proven == edges.size() && proven > 0) ? certain : kUnproven;
        }
    };
    struct Step {
        std::uint32_t node = 0;
        std::uint32_t edge = 0;
        std::uint32_t player = 0;
    };
    // What was chosen since the search began, in numbers that tell one node from another.
    struct Trail {
        std::uint64_t known = 0;  // to all
        std::uint64_t secret = 0; // chosen together, not known to the others yet
        std::uint64_t together_since = Decision::kAlone;
        std::vector<std::uint64_t> own; // by seat: what of it that seat knows
    };

    [[nodiscard]] std::optional<std::size_t> find_win(Seat& seat, std::uint64_t simulations);
    void simulate(Seat& seat);
    void play_out(std::uint64_t last);
    // False when the simulation leaves the tree there.
    bool descend(Seat& seat, std::size_t& made);
    void enter(const Decision& decision);
    void leave(const Decision& decision, std::uint64_t option);
    [[nodiscard]] std::uint64_t place(const Decision& decision) const;
    Node& node_at(std::uint64_t place, std::uint32_t& index);
    std::size_t take(const Decision& decision, std::uint32_t node_index, Node& node, bool& is_new);
    bool is_unforeseen(const Decision& decision);
    [[nodiscard]] std::size_t most_promising(const Node& node) const;
    std::uint32_t edge_of(Node& node, std::size_t option, std::uint64_t key);
    void add_result();
    void set_payoff(std::uint32_t player, double payoff);
    [[nodiscard]] bool is_worked_out();
    void try_luck(Seat& seat);
    [[nodiscard]] std::size_t best_option(Seat& seat);
    void forget();
    [[nodiscard]] bool is_certain() const;
    [[nodiscard]] bool has_habits() const;
    [[nodiscard]] bool can_prove() const;
    [[nodiscard]] bool is_opposed() const;

    SearchEffort effort_;
    std::uint32_t seat_ = 0; // for which it decides
    Match match_;            // of the simulation
    Playout playout_;
    Heard heard_;
    Habits habits_;
    std::uint64_t seed_;
    RandomState random_;
    std::vector<Node> nodes_;
    tsl::robin_map<std::uint64_t, std::uint32_t> places_;
    std::size_t edges_ = 0; // in all nodes
    std::optional<Prover> prover_;
    unsigned vain_searches_ = 0; // one after the other
    std::uint64_t choices_ = 0;  // made in the simulations for this decision
    Trail trail_;
    std::vector<Step> path_;
    bool has_come_ = false;   // to the decision that the seat is asked
    bool has_found_ = false;  // that decision, in any simulation
    std::uint64_t asked_ = 0; // the place of that decision
    bool is_proven_ = false;  // what payoffs_ says of the end of path_
    std::vector<double> payoffs_, played_;
    std::vector<std::uint32_t> offered_, untaken_; // scratch
};

} // namespace tgdl
