#include "bots/proof_number_search.h"

#include "bots/payoffs.h"

#include <algorithm>

namespace tgdl {

namespace {

constexpr std::uint32_t kInfinite = 1U << 30U;
constexpr std::size_t kDeepest = 200;
constexpr std::size_t kMostForced = 100;      // choices in a row of which there is only one
constexpr std::size_t kMostNodes = 1'000'000; // states; then it begins anew

// So much may be spent on the best before it is compared with the second best again: coming back costs choices too.
std::uint32_t beyond(std::uint32_t second) {
    constexpr std::uint32_t kAtLeast = 8;
    return std::min(second + second / 4 + kAtLeast, kInfinite);
}

} // namespace

std::optional<std::size_t> ProofNumberSearch::find_win(const Match& match, std::uint64_t most_choices) {
    if (nodes_.size() > kMostNodes) {
        nodes_.clear();
        children_.clear();
        node_by_hash_.clear();
    }
    Match& root = match_at(0);
    root.copy_from(match);
    player_ = root.decision().player;
    const std::uint32_t node = node_of(root);
    root_numbers_ = nodes_[node].numbers;
    // Transpositions change the numbers of nodes on other paths, so the search restarts from the root now and then.
    constexpr std::uint64_t kAtOnce = 2'000;
    for (std::uint64_t left = most_choices; left > 0 && !is_decided(); left -= std::min(left, kAtOnce)) {
        choices_left_ = std::min(left, kAtOnce);
        expand(node, 0, {kInfinite, kInfinite});
        root_numbers_ = nodes_[node].numbers;
    }
    if (root_numbers_.proof != 0) {
        return std::nullopt;
    }
    // A transposition may have listed its options in another order.
    for (std::size_t option = 0; option < root.decision().options.size(); ++option) {
        scratch_.copy_from(root);
        choose(scratch_, option);
        if (nodes_[node_of(scratch_)].numbers.proof == 0) {
            return option;
        }
    }
    return std::nullopt;
}

// Searches below the node until one of its numbers reaches its threshold: then another node is cheaper. match_at(depth)
// is in the node's state.
void ProofNumberSearch::expand(std::uint32_t node, std::size_t depth, ProofNumbers thresholds) {
    Match& match = match_at(depth);
    if (nodes_[node].options == 0) {
        list_children(node, match);
    }
    const bool is_own = match.decision().player == player_;
    const std::size_t options = nodes_[node].options;
    const std::size_t children = nodes_[node].children;
    // Seen from who decides here (an OR node to them): one child is enough for their aim, all are needed for the opposite.
    const auto enough = [&](const ProofNumbers& numbers) { return is_own ? numbers.proof : numbers.disproof; };
    const auto needed = [&](const ProofNumbers& numbers) { return is_own ? numbers.disproof : numbers.proof; };
    const auto numbers_of = [&](std::uint32_t for_one, std::uint32_t for_all) {
        return is_own ? ProofNumbers{for_one, for_all} : ProofNumbers{for_all, for_one};
    };
    for (;;) {
        std::size_t best = 0;
        std::uint32_t least = kInfinite + 1;
        std::uint32_t second = kInfinite;
        std::uint32_t all = 0;
        for (std::size_t option = 0; option < options; ++option) {
            const ProofNumbers& numbers = nodes_[children_[children + option]].numbers;
            all = std::min(all + needed(numbers), kInfinite);
            if (enough(numbers) < least) {
                second = std::min(second, least);
                least = enough(numbers);
                best = option;
            } else {
                second = std::min(second, enough(numbers));
            }
        }
        nodes_[node].numbers = numbers_of(least, all);
        if (least >= enough(thresholds) || all >= needed(thresholds) || choices_left_ == 0 || depth >= kDeepest) {
            return;
        }
        const std::uint32_t next = children_[children + best];
        const std::uint32_t others = all - needed(nodes_[next].numbers);
        Match& then = match_at(depth + 1);
        then.copy_from(match);
        choose(then, best);
        if (node_of(then) != next) {
            choices_left_ = 0; // a transposition lists its options in another order
            return;
        }
        expand(next, depth + 1, numbers_of(std::min(enough(thresholds), beyond(second)), needed(thresholds) - others));
    }
}

void ProofNumberSearch::list_children(std::uint32_t node, Match& match) {
    std::size_t options = match.decision().options.size();
    const std::size_t children = children_.size();
    const bool is_own = match.decision().player == player_;
    children_.resize(children + options);
    for (std::size_t option = 0; option < options; ++option) {
        scratch_.copy_from(match);
        choose(scratch_, option);
        children_[children + option] = node_of(scratch_);
        const ProofNumbers& numbers = nodes_[children_[children + option]].numbers;
        if ((is_own ? numbers.proof : numbers.disproof) == 0) {
            options = option + 1; // solved: the others do not matter
        }
    }
    nodes_[node].children = children;
    nodes_[node].options = options;
}

// Makes the choice, and those after it that leave no alternative.
void ProofNumberSearch::choose(Match& match, std::size_t option) {
    match.choose(option);
    choices_left_ -= choices_left_ > 0 ? 1 : 0;
    for (std::size_t i = 0; i < kMostForced && match.status() == MatchStatus::Waiting; ++i) {
        if (match.decision().options.size() != 1) {
            return;
        }
        match.choose(0);
        choices_left_ -= choices_left_ > 0 ? 1 : 0;
    }
}

std::uint32_t ProofNumberSearch::node_of(Match& match) {
    const auto [found, is_new] =
        node_by_hash_.try_emplace(match.hash() ^ player_, static_cast<std::uint32_t>(nodes_.size()));
    if (!is_new) {
        return found->second;
    }
    ProofNumbers numbers;
    if (match.status() == MatchStatus::Waiting) {
        const auto options = static_cast<std::uint32_t>(match.decision().options.size());
        numbers = match.decision().player == player_ ? ProofNumbers{1, options} : ProofNumbers{options, 1};
    } else {
        set_payoffs(match, payoffs_);
        numbers = payoffs_[player_] == 1.0 ? ProofNumbers{0, kInfinite} : ProofNumbers{kInfinite, 0};
    }
    nodes_.push_back({numbers});
    return static_cast<std::uint32_t>(nodes_.size() - 1);
}

Match& ProofNumberSearch::match_at(std::size_t depth) {
    while (matches_.size() <= depth) {
        matches_.emplace_back(scratch_);
    }
    return matches_[depth];
}

} // namespace tgdl
