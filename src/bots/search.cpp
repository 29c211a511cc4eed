#include "bots/search.h"

#include "bots/mixed.h"
#include "bots/payoffs.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

namespace tgdl {

namespace {

constexpr double kExploration = 1.0;          // payoffs go from -1 to 1
constexpr double kExplorationCertain = 1.4;   // where a wider look proves more
constexpr std::uint64_t kForeseenOneOf = 4;   // choices of others at the same moment
constexpr std::size_t kMostEdges = 4'000'000; // then the tree grows no more
constexpr unsigned kMostVain = 5;
constexpr std::uint64_t kShortGame = 32; // choices to the end of a game in which wins are searched for

} // namespace

SearchBot::SearchBot(const Match& start, SearchEffort effort, std::uint64_t seed)
    : effort_(effort),
      match_(start),
      playout_(start),
      heard_(start.players()),
      seed_(seed),
      random_(seed_random(seed)) {
    trail_.own.resize(start.players());
}

// Nothing is left to chance, hidden or chosen at once: what was worked out stays true as the match goes on.
bool SearchBot::is_certain() const {
    const Program& program = match_.program();
    return !program.chance && !program.hides && !program.simultaneous;
}

// Elsewhere whole moves are played at random, which is much faster.
bool SearchBot::has_habits() const {
    return match_.program().hides || match_.program().simultaneous;
}

bool SearchBot::can_prove() const {
    return is_certain() && match_.players() <= 2;
}

// Does what one of two players gets say what the other does? Not when nobody wins, as those who play together can lose.
bool SearchBot::is_opposed() const {
    return payoffs_.size() == 1 || payoffs_[0] == -payoffs_[1];
}

void SearchBot::forget() {
    nodes_.clear();
    places_.clear();
    edges_ = 0;
    habits_.forget();
    prover_.reset();
    vain_searches_ = 0;
}

BotChoice SearchBot::decide(Seat& seat) {
    if (!is_certain() || edges_ > kMostEdges / 2) {
        forget();
    }
    if (seat.decision().options.size() == 1) {
        return 0;
    }
    seat_ = seat.player();
    using Clock = std::chrono::steady_clock;
    const Clock::time_point began = Clock::now();
    const auto effort_spent = [&](std::uint64_t simulations) { // 1: all
        if (effort_.simulations != 0) {
            return static_cast<double>(simulations) / static_cast<double>(effort_.simulations);
        }
        const std::chrono::duration<double, std::milli> time = Clock::now() - began;
        return time.count() / static_cast<double>(effort_.milliseconds);
    };
    has_found_ = false;
    choices_ = 0;
    bool searches_win = can_prove();
    for (std::uint64_t i = 0; effort_spent(i) < 1.0; ++i) {
        if (searches_win && effort_spent(i) >= 0.5) {
            searches_win = false;
            if (const std::optional<std::size_t> option = find_win(seat, i)) {
                return *option;
            }
        }
        simulate(seat);
        if (has_found_ && is_worked_out()) {
            try_luck(seat);
            break;
        }
    }
    return has_found_ ? best_option(seat) : random_below(random_, seat.decision().options.size());
}

// A choice takes about twice as long there as in a simulation. Where time is counted, half of it must be left for those;
// where simulations are, a win may cost more than they do. Whoever has searched in vain searches a quarter as long the next
// time.
std::optional<std::size_t> SearchBot::find_win(Seat& seat, std::uint64_t simulations) {
    if (choices_ > kShortGame * simulations) {
        return std::nullopt;
    }
    if (!prover_) {
        prover_.emplace(match_);
    }
    const std::uint64_t most = effort_.simulations == 0 ? choices_ / 4 : 18 * choices_;
    const std::optional<std::size_t> option = prover_->find_win(seat.match(), most >> (2 * vain_searches_));
    vain_searches_ = prover_->has_come_to_an_end() ? 0 : std::min(vain_searches_ + 1, kMostVain);
    return option;
}

void SearchBot::simulate(Seat& seat) {
    if (!seat.sample(random_below(random_, UINT64_MAX), match_)) {
        return;
    }
    const std::uint64_t before = match_.decisions_made();
    trail_.known = trail_.secret = 0;
    trail_.together_since = Decision::kAlone;
    trail_.own.assign(trail_.own.size(), 0);
    path_.clear();
    heard_.begin(match_);
    habits_.begin();
    has_come_ = false;
    is_proven_ = false;
    payoffs_.assign(match_.players(), 0.0);
    std::size_t made = 0; // of the seat's own choices that are already made
    const std::uint64_t last = match_.decisions_made() + Playout::kMostChoices;
    while (match_.status() == MatchStatus::Waiting && match_.decisions_made() < last && descend(seat, made)) {
    }
    if (!is_proven_) {
        const bool is_over = match_.status() == MatchStatus::Finished;
        play_out(last);
        set_payoffs(match_, payoffs_);
        is_proven_ = is_over && can_prove() && is_opposed();
    }
    choices_ += match_.decisions_made() - before;
    add_result();
    habits_.learn(played_);
}

void SearchBot::play_out(std::uint64_t last) {
    if (!has_habits()) {
        playout_.play(match_, random_);
        return;
    }
    while (match_.status() == MatchStatus::Waiting && match_.decisions_made() < last) {
        heard_.listen(match_);
        habits_.play(match_, heard_, !is_unforeseen(match_.untried_decision()), random_);
    }
}

bool SearchBot::descend(Seat& seat, std::size_t& made) {
    const Decision& decision = match_.decision();
    if (match_.status() != MatchStatus::Waiting) {
        return false;
    }
    enter(decision);
    if (has_habits()) {
        heard_.listen(match_);
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
    const std::uint64_t here = is_certain() ? match_.hash() : place(decision);
    if (decision.player == seat.player() && !has_come_) {
        has_come_ = true;
        has_found_ = true;
        asked_ = here;
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
    if (has_habits()) {
        habits_.note(match_, heard_, decision.player, decision.options[option]);
    }
    match_.choose(option);
    return !is_new;
}

// ---- where a decision stands in the tree ----------------------------------------------------------------------------

// Once those who chose together are done, everybody knows what they chose.
void SearchBot::enter(const Decision& decision) {
    if (decision.together_since == trail_.together_since) {
        return;
    }
    trail_.known = mixed(trail_.known, trail_.secret);
    trail_.secret = 0;
    trail_.own.assign(trail_.own.size(), 0);
    trail_.together_since = decision.together_since;
}

void SearchBot::leave(const Decision& decision, std::uint64_t option) {
    if (trail_.together_since == Decision::kAlone) {
        trail_.known = mixed(trail_.known, option);
        return;
    }
    trail_.secret = mixed(trail_.secret, mixed(decision.player, option));
    trail_.own[decision.player] = mixed(trail_.own[decision.player], option);
}

std::uint64_t SearchBot::place(const Decision& decision) const {
    return mixed(mixed(trail_.known, trail_.own[decision.player]), mixed(heard_.all(decision.player), decision.player));
}

SearchBot::Node& SearchBot::node_at(std::uint64_t place, std::uint32_t& index) {
    const auto [found, is_new] = places_.try_emplace(place, static_cast<std::uint32_t>(nodes_.size()));
    if (is_new) {
        nodes_.emplace_back();
    }
    index = found->second;
    return nodes_[index];
}

// ---- which option is taken ------------------------------------------------------------------------------------------

// Nodes list options as they were first offered, which most often is how they are offered again.
std::uint32_t SearchBot::edge_of(Node& node, std::size_t option, std::uint64_t key) {
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

std::size_t SearchBot::take(const Decision& decision, std::uint32_t node_index, Node& node, bool& is_new) {
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
    } else if (is_unforeseen(decision)) {
        taken = random_below(random_, offered_.size());
    } else {
        taken = most_promising(node);
    }
    ++node.edges[offered_[taken]].visits;
    path_.push_back({node_index, offered_[taken], decision.player});
    return taken;
}

// A search that takes the others for knowing what it is about to do, as it would if they always took what is best against
// it, hides from them what they do not even look for. So most often they take anything.
bool SearchBot::is_unforeseen(const Decision& decision) {
    return decision.together_since != Decision::kAlone && decision.player != seat_
           && random_below(random_, kForeseenOneOf) != 0;
}

// Of offered_, that with the best upper bound. What is proven has nothing to show any more.
std::size_t SearchBot::most_promising(const Node& node) const {
    const double exploration = is_certain() ? kExplorationCertain : kExploration;
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

// ---- what came of it ------------------------------------------------------------------------------------------------

// Of two players one gets what the other does not.
void SearchBot::set_payoff(std::uint32_t player, double payoff) {
    payoffs_[player] = payoff;
    if (payoffs_.size() == 2) {
        payoffs_[1 - player] = -payoff;
    }
}

// From the last option taken to the first. Who has something certain need not take less.
void SearchBot::add_result() {
    played_ = payoffs_;
    for (std::size_t i = path_.size(); i-- > 0;) {
        const std::uint32_t player = path_[i].player;
        Node& node = nodes_[path_[i].node];
        Edge& edge = node.edges[path_[i].edge];
        edge.sum += payoffs_[player];
        edge.luck += played_[player];
        if (is_proven_) {
            node.proven += edge.proven == kUnproven ? 1 : 0;
            edge.proven = payoffs_[player];
            node.certain = std::max(node.certain, edge.proven);
            is_proven_ = node.value() != kUnproven;
        }
        if (node.proven > 0 && payoffs_[player] < node.certain) {
            set_payoff(player, node.certain);
        }
    }
}

bool SearchBot::is_worked_out() {
    std::uint32_t index = 0;
    return can_prove() && node_at(asked_, index).value() != kUnproven;
}

// Of options that are certain to bring the same, short of a win: how often do others go wrong after each?
void SearchBot::try_luck(Seat& seat) {
    constexpr std::uint64_t kMostGames = 100;
    const Decision& decision = seat.decision();
    std::uint32_t index = 0;
    Node& node = node_at(asked_, index);
    const std::uint64_t share = effort_.simulations / decision.options.size();
    const std::uint64_t games = effort_.simulations == 0 ? kMostGames : std::min(kMostGames, share);
    for (std::size_t option = 0; node.certain < 1.0 && option < decision.options.size(); ++option) {
        Edge& edge = node.edges[edge_of(node, option, seat.match().option_key(decision.options[option]))];
        for (std::uint64_t i = 0; edge.proven == node.certain && i < games; ++i) {
            match_.copy_from(seat.match());
            match_.choose(option);
            playout_.play(match_, random_);
            set_payoffs(match_, payoffs_);
            edge.luck += payoffs_[seat_];
            ++edge.visits;
        }
    }
}

// ---- after the search -----------------------------------------------------------------------------------------------

// What is certain is taken if it is better than what the option that was taken most has brought so far. Of options that are
// certain to bring the same, that after which others have most often gone wrong.
std::size_t SearchBot::best_option(Seat& seat) {
    Match& match = seat.match();
    const Decision& decision = match.decision();
    std::uint32_t index = 0;
    Node& node = node_at(asked_, index);
    const Edge* most_taken = nullptr;
    const Edge* certain = nullptr;
    std::size_t most_taken_option = 0;
    std::size_t certain_option = 0;
    for (std::size_t option = 0; option < decision.options.size(); ++option) {
        const Edge& edge = node.edges[edge_of(node, option, match.option_key(decision.options[option]))];
        if (edge.proven == kUnproven) {
            if (most_taken == nullptr || edge.visits > most_taken->visits) {
                most_taken = &edge;
                most_taken_option = option;
            }
        } else if (edge.proven == node.certain && (certain == nullptr || edge.mean_luck() > certain->mean_luck())) {
            certain = &edge;
            certain_option = option;
        }
    }
    const bool takes_certain =
        most_taken == nullptr
        || (certain != nullptr && node.certain >= most_taken->sum / std::max(1U, most_taken->visits));
    return takes_certain ? certain_option : most_taken_option;
}

} // namespace tgdl
