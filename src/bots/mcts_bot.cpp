#include "bots/mcts_bot.h"

#include "base/hash_combine.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

namespace tgdl {

namespace {

constexpr double kExploration = 1.0;              // payoffs go from -1 to 1
constexpr double kExplorationDeterministic = 1.4; // a wider search proves more
constexpr std::uint64_t kBestResponseOneOf = 4;   // simultaneous choices of others
constexpr std::size_t kMostEdges = 4'000'000;     // then the tree grows no more
constexpr unsigned kMostFailedProofs = 5;
constexpr std::uint64_t kShortGame = 32; // mean choices to the end, up to which forced wins are searched for

} // namespace

MctsBot::MctsBot(const Match& start, MctsBudget budget, std::uint64_t seed)
    : budget_(budget),
      match_(start),
      playout_(start),
      observations_(start.players()),
      seed_(seed),
      random_(seed_random(seed)) {
    info_set_path_.own.resize(start.players());
}

// Deterministic with perfect information: what was proven stays true as the match goes on.
bool MctsBot::is_deterministic() const {
    const Program& program = match_.program();
    return !program.chance && !program.hides && !program.simultaneous;
}

// Elsewhere rollouts are uniform over whole moves, which is much faster.
bool MctsBot::uses_learned_rollouts() const {
    return match_.program().hides || match_.program().simultaneous;
}

// The scale of scores changes from one simulation to the next: what they are worth is never proven.
bool MctsBot::can_prove() const {
    return is_deterministic() && match_.players() <= 2 && !has_score();
}

bool MctsBot::has_score() const {
    return match_.program().scores.score != kNone;
}

// Are the payoffs of two players opposite? Not when nobody wins: those who play together can both lose.
bool MctsBot::is_zero_sum() const {
    return payoffs_.size() == 1 || payoffs_[0] == -payoffs_[1];
}

void MctsBot::forget() {
    nodes_.clear();
    node_by_key_.clear();
    edges_ = 0;
    rollout_policy_.forget();
    payoff_of_.forget();
    prover_.reset();
    failed_proofs_ = 0;
}

BotChoice MctsBot::decide(SeatObserver& seat) {
    if (!is_deterministic() || edges_ > kMostEdges / 2) {
        forget();
    }
    if (seat.decision().options.size() == 1) {
        return 0;
    }
    seat_ = seat.player();
    using Clock = std::chrono::steady_clock;
    const Clock::time_point began = Clock::now();
    const auto budget_spent = [&](std::uint64_t simulations) { // 1: all
        if (budget_.simulations != 0) {
            return static_cast<double>(simulations) / static_cast<double>(budget_.simulations);
        }
        const std::chrono::duration<double, std::milli> time = Clock::now() - began;
        return time.count() / static_cast<double>(budget_.milliseconds);
    };
    found_root_ = false;
    choices_ = 0;
    // Alone, a place is no win where there is a score.
    bool searches_win = can_prove() || (has_score() && is_deterministic() && match_.players() == 2);
    for (std::uint64_t i = 0; budget_spent(i) < 1.0; ++i) {
        if (searches_win && budget_spent(i) >= 0.5) {
            searches_win = false;
            if (const std::optional<std::size_t> option = find_win(seat, i)) {
                return *option;
            }
        }
        simulate(seat);
        if (found_root_ && is_solved()) {
            break_ties_by_rollout(seat);
            break;
        }
    }
    return found_root_ ? best_option(seat) : random_below(random_, seat.decision().options.size());
}

// A choice takes about twice as long in the proof search as in a simulation. A budget of time leaves half of it for the
// simulations; with a budget of simulations a win may cost more than they do. Each failed proof quarters the next one's
// budget.
std::optional<std::size_t> MctsBot::find_win(SeatObserver& seat, std::uint64_t simulations) {
    if (choices_ > kShortGame * simulations) {
        return std::nullopt;
    }
    if (!prover_) {
        prover_.emplace(match_);
    }
    const std::uint64_t most = budget_.simulations == 0 ? choices_ / 4 : 18 * choices_;
    const std::optional<std::size_t> option = prover_->find_win(seat.match(), most >> (2 * failed_proofs_));
    failed_proofs_ = prover_->is_decided() ? 0 : std::min(failed_proofs_ + 1, kMostFailedProofs);
    return option;
}

void MctsBot::simulate(SeatObserver& seat) {
    if (!seat.determinize(random_below(random_, UINT64_MAX), match_)) {
        return;
    }
    const std::uint64_t before = match_.decisions_made();
    info_set_path_.known = info_set_path_.secret = 0;
    info_set_path_.simultaneous_since = Decision::kNotSimultaneous;
    info_set_path_.own.assign(info_set_path_.own.size(), 0);
    path_.clear();
    observations_.begin(match_);
    rollout_policy_.begin();
    reached_root_ = false;
    is_proven_ = false;
    payoffs_.assign(match_.players(), 0.0);
    std::size_t made = 0; // of the seat's own choices that are already made
    const std::uint64_t last = match_.decisions_made() + Playout::kMostChoices;
    while (match_.status() == MatchStatus::Waiting && match_.decisions_made() < last && descend(seat, made)) {
    }
    if (!is_proven_) {
        const bool is_over = match_.status() == MatchStatus::Finished;
        play_out(last);
        payoff_of_.set(match_, payoffs_);
        is_proven_ = is_over && can_prove() && is_zero_sum();
    }
    choices_ += match_.decisions_made() - before;
    backpropagate();
    rollout_policy_.learn(played_);
}

void MctsBot::play_out(std::uint64_t last) {
    if (!uses_learned_rollouts()) {
        playout_.play(match_, random_);
        return;
    }
    while (match_.status() == MatchStatus::Waiting && match_.decisions_made() < last) {
        observations_.update(match_);
        rollout_policy_.play(match_, observations_, !plays_uniformly(match_.untried_decision()), random_);
    }
}

bool MctsBot::descend(SeatObserver& seat, std::size_t& made) {
    const Decision& decision = match_.decision();
    if (match_.status() != MatchStatus::Waiting) {
        return false;
    }
    enter(decision);
    if (uses_learned_rollouts()) {
        observations_.update(match_);
    }
    if (decision.player == seat.player() && made < seat.made().size()) {
        const std::size_t choice = std::min<std::size_t>(seat.made()[made++], decision.options.size() - 1);
        leave(decision, match_.option_key(decision.options[choice]));
        match_.choose(choice);
        return true;
    }
    if (decision.options.size() == 1) {
        leave(decision, match_.option_key(decision.options[0]));
        match_.choose(0);
        return true;
    }
    const std::uint64_t here = is_deterministic() ? match_.hash() : node_key(decision);
    if (decision.player == seat.player() && !reached_root_) {
        reached_root_ = true;
        found_root_ = true;
        root_key_ = here;
    }
    std::uint32_t index = 0;
    Node& node = node_at(here, index);
    if (!path_.empty() && node.value() != kUnproven) {
        is_proven_ = true;
        set_payoff(decision.player, node.value());
        return false;
    }
    if (edges_ > kMostEdges && node.edges.empty()) {
        return false;
    }
    bool is_new = false;
    const std::size_t option = take(decision, index, node, is_new);
    leave(decision, match_.option_key(decision.options[option]));
    if (uses_learned_rollouts()) {
        rollout_policy_.record(match_, observations_, decision.player, decision.options[option]);
    }
    match_.choose(option);
    return !is_new;
}

// ---- information sets -----------------------------------------------------------------------------------------------

// Simultaneous choices become known to everybody when the last of them is made.
void MctsBot::enter(const Decision& decision) {
    if (decision.simultaneous_since == info_set_path_.simultaneous_since) {
        return;
    }
    info_set_path_.known = hash_combine(info_set_path_.known, info_set_path_.secret);
    info_set_path_.secret = 0;
    info_set_path_.own.assign(info_set_path_.own.size(), 0);
    info_set_path_.simultaneous_since = decision.simultaneous_since;
}

void MctsBot::leave(const Decision& decision, std::uint64_t option) {
    if (info_set_path_.simultaneous_since == Decision::kNotSimultaneous) {
        info_set_path_.known = hash_combine(info_set_path_.known, option);
        return;
    }
    info_set_path_.secret = hash_combine(info_set_path_.secret, hash_combine(decision.player, option));
    info_set_path_.own[decision.player] = hash_combine(info_set_path_.own[decision.player], option);
}

std::uint64_t MctsBot::node_key(const Decision& decision) const {
    return hash_combine(hash_combine(info_set_path_.known, info_set_path_.own[decision.player]),
                        hash_combine(observations_.all(decision.player), decision.player));
}

MctsBot::Node& MctsBot::node_at(std::uint64_t key, std::uint32_t& index) {
    const auto [found, is_new] = node_by_key_.try_emplace(key, static_cast<std::uint32_t>(nodes_.size()));
    if (is_new) {
        nodes_.emplace_back();
    }
    index = found->second;
    return nodes_[index];
}

// ---- selection ------------------------------------------------------------------------------------------------------

// Nodes list options as they were first offered, which most often is how they are offered again.
std::uint32_t MctsBot::edge_of(Node& node, std::size_t option, std::uint64_t key) {
    if (option < node.edges.size() && node.edges[option].option == key) {
        return static_cast<std::uint32_t>(option);
    }
    const auto found = std::ranges::find(node.edges, key, &Edge::option);
    if (found == node.edges.end()) {
        node.edges.push_back({key});
        ++edges_;
        return static_cast<std::uint32_t>(node.edges.size() - 1);
    }
    return static_cast<std::uint32_t>(found - node.edges.begin());
}

std::size_t MctsBot::take(const Decision& decision, std::uint32_t node_index, Node& node, bool& is_new) {
    offered_.clear();
    untaken_.clear();
    if (node.edges.empty()) {
        node.edges.reserve(decision.options.size());
    }
    for (std::size_t option = 0; option < decision.options.size(); ++option) {
        offered_.push_back(edge_of(node, option, match_.option_key(decision.options[option])));
        Edge& edge = node.edges[offered_.back()];
        ++edge.offered;
        if (edge.visits == 0) {
            untaken_.push_back(static_cast<std::uint32_t>(option));
        }
    }
    std::size_t taken = 0;
    is_new = !untaken_.empty();
    if (is_new) {
        taken = untaken_[random_below(random_, untaken_.size())];
    } else if (plays_uniformly(decision)) {
        taken = random_below(random_, offered_.size());
    } else {
        taken = best_upper_bound(node);
    }
    ++node.edges[offered_[taken]].visits;
    path_.push_back({node_index, offered_[taken], decision.player});
    return taken;
}

// Others who choose simultaneously do not know this seat's choice. A tree in which they always play the best response to
// it is too pessimistic, so most of the time they play uniformly.
bool MctsBot::plays_uniformly(const Decision& decision) {
    return decision.simultaneous_since != Decision::kNotSimultaneous && decision.player != seat_
           && random_below(random_, kBestResponseOneOf) != 0;
}

// UCB1 over offered_; proven options need no more simulations.
std::size_t MctsBot::best_upper_bound(const Node& node) const {
    const double exploration = is_deterministic() ? kExplorationDeterministic : kExploration;
    std::size_t taken = 0;
    double best = -std::numeric_limits<double>::infinity();
    std::uint32_t offered = 0; // most often the same for all of them
    double log_offered = 0.0;
    for (std::size_t option = 0; option < offered_.size(); ++option) {
        const Edge& edge = node.edges[offered_[option]];
        if (edge.proven != kUnproven) {
            continue;
        }
        if (edge.offered != offered) {
            offered = edge.offered;
            log_offered = std::log(static_cast<double>(offered));
        }
        const double bound = edge.sum / edge.visits + exploration * std::sqrt(log_offered / edge.visits);
        if (bound > best) {
            best = bound;
            taken = option;
        }
    }
    return taken;
}

// ---- backpropagation ------------------------------------------------------------------------------------------------

// Two players: zero-sum.
void MctsBot::set_payoff(std::uint32_t player, double payoff) {
    payoffs_[player] = payoff;
    if (payoffs_.size() == 2) {
        payoffs_[1 - player] = -payoff;
    }
}

// From the last option taken to the first. A player with a proven option need not accept less than its value.
void MctsBot::backpropagate() {
    played_ = payoffs_;
    for (std::size_t i = path_.size(); i-- > 0;) {
        const std::uint32_t player = path_[i].player;
        Node& node = nodes_[path_[i].node];
        Edge& edge = node.edges[path_[i].edge];
        edge.sum += payoffs_[player];
        edge.rollout_sum += played_[player];
        if (is_proven_) {
            node.proven += edge.proven == kUnproven ? 1 : 0;
            edge.proven = payoffs_[player];
            node.best_proven = std::max(node.best_proven, edge.proven);
            is_proven_ = node.value() != kUnproven;
        }
        if (node.proven > 0 && payoffs_[player] < node.best_proven) {
            set_payoff(player, node.best_proven);
        }
    }
}

bool MctsBot::is_solved() {
    std::uint32_t index = 0;
    return can_prove() && node_at(root_key_, index).value() != kUnproven;
}

// Rollouts of the options whose proven value is the best, short of a win: after which do the others err most often?
void MctsBot::break_ties_by_rollout(SeatObserver& seat) {
    constexpr std::uint64_t kMostGames = 100;
    const Decision& decision = seat.decision();
    std::uint32_t index = 0;
    Node& node = node_at(root_key_, index);
    const std::uint64_t share = budget_.simulations / decision.options.size();
    const std::uint64_t games = budget_.simulations == 0 ? kMostGames : std::min(kMostGames, share);
    for (std::size_t option = 0; node.best_proven < 1.0 && option < decision.options.size(); ++option) {
        Edge& edge = node.edges[edge_of(node, option, seat.match().option_key(decision.options[option]))];
        for (std::uint64_t i = 0; edge.proven == node.best_proven && i < games; ++i) {
            match_.copy_from(seat.match());
            match_.choose(option);
            playout_.play(match_, random_);
            payoff_of_.set(match_, payoffs_);
            edge.rollout_sum += payoffs_[seat_];
            ++edge.visits;
        }
    }
}

// ---- after the search -----------------------------------------------------------------------------------------------

// The best proven option if its value is at least the mean of the most visited unproven one; among equal proven values
// the one with the best rollouts.
std::size_t MctsBot::best_option(SeatObserver& seat) {
    Match& match = seat.match();
    const Decision& decision = match.decision();
    std::uint32_t index = 0;
    Node& node = node_at(root_key_, index);
    const Edge* most_taken = nullptr;
    const Edge* proven = nullptr;
    std::size_t most_taken_option = 0;
    std::size_t proven_option = 0;
    for (std::size_t option = 0; option < decision.options.size(); ++option) {
        const Edge& edge = node.edges[edge_of(node, option, match.option_key(decision.options[option]))];
        if (edge.proven == kUnproven) {
            if (most_taken == nullptr || edge.visits > most_taken->visits) {
                most_taken = &edge;
                most_taken_option = option;
            }
        } else if (edge.proven == node.best_proven
                   && (proven == nullptr || edge.mean_rollout() > proven->mean_rollout())) {
            proven = &edge;
            proven_option = option;
        }
    }
    const bool takes_proven =
        most_taken == nullptr
        || (proven != nullptr && node.best_proven >= most_taken->sum / std::max(1U, most_taken->visits));
    return takes_proven ? proven_option : most_taken_option;
}

} // namespace tgdl
