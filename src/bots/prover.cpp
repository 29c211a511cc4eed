#include "bots/prover.h"

#include "bots/payoffs.h"

#include <algorithm>

namespace tgdl {

namespace {

constexpr std::uint32_t kEndless = 1U << 30U;
constexpr std::size_t kDeepest = 200;
constexpr std::size_t kMostForced = 100;      // choices in a row of which there is only one
constexpr std::size_t kMostKnown = 1'000'000; // states; then it begins anew

// So much may be spent on the best before it is compared with the second best again: coming back costs choices too.
std::uint32_t beyond(std::uint32_t second) {
    constexpr std::uint32_t kAtLeast = 8;
    return std::min(second + second / 4 + kAtLeast, kEndless);
}

} // namespace

std::optional<std::size_t> Prover::find_win(const Match& match, std::uint64_t most_choices) {
    if (known_.size() > kMostKnown) {
        known_.clear();
        after_.clear();
        numbers_.clear();
    }
    Match& root = match_at(0);
    root.copy_from(match);
    player_ = root.decision().player;
    const std::uint32_t state = state_of(root);
    found_ = known_[state].effort;
    // What was found in one place may have made others more promising, further up too: so it begins anew now and then.
    constexpr std::uint64_t kAtOnce = 2'000;
    for (std::uint64_t left = most_choices; left > 0 && !has_come_to_an_end(); left -= std::min(left, kAtOnce)) {
        choices_left_ = std::min(left, kAtOnce);
        look_into(state, 0, {kEndless, kEndless});
        found_ = known_[state].effort;
    }
    if (found_.to_win != 0) {
        return std::nullopt;
    }
    // The same state may have listed its options in another order.
    for (std::size_t option = 0; option < root.decision().options.size(); ++option) {
        scratch_.copy_from(root);
        choose(scratch_, option);
        if (known_[state_of(scratch_)].effort.to_win == 0) {
            return option;
        }
    }
    return std::nullopt;
}

// Until so much is left to be looked into, one way or the other, that something else should be looked into first. The
// match of that depth is in that state.
void Prover::look_into(std::uint32_t state, std::size_t depth, Effort until) {
    Match& match = match_at(depth);
    if (known_[state].options == 0) {
        list_options(state, match);
    }
    const bool is_own = match.decision().player == player_;
    const std::size_t options = known_[state].options;
    const std::size_t after = known_[state].after;
    // Seen from whoever decides here: one option is enough for what they want, all are needed for the opposite.
    const auto enough = [&](const Effort& effort) { return is_own ? effort.to_win : effort.to_not_win; };
    const auto needed = [&](const Effort& effort) { return is_own ? effort.to_not_win : effort.to_win; };
    const auto effort_of = [&](std::uint32_t for_one, std::uint32_t for_all) {
        return is_own ? Effort{for_one, for_all} : Effort{for_all, for_one};
    };
    for (;;) {
        std::size_t best = 0;
        std::uint32_t least = kEndless + 1;
        std::uint32_t second = kEndless;
        std::uint32_t all = 0;
        for (std::size_t option = 0; option < options; ++option) {
            const Effort& effort = known_[after_[after + option]].effort;
            all = std::min(all + needed(effort), kEndless);
            if (enough(effort) < least) {
                second = std::min(second, least);
                least = enough(effort);
                best = option;
            } else {
                second = std::min(second, enough(effort));
            }
        }
        known_[state].effort = effort_of(least, all);
        if (least >= enough(until) || all >= needed(until) || choices_left_ == 0 || depth >= kDeepest) {
            return;
        }
        const std::uint32_t next = after_[after + best];
        const std::uint32_t others = all - needed(known_[next].effort);
        Match& then = match_at(depth + 1);
        then.copy_from(match);
        choose(then, best);
        if (state_of(then) != next) {
            choices_left_ = 0; // its options are in another order now
            return;
        }
        look_into(next, depth + 1, effort_of(std::min(enough(until), beyond(second)), needed(until) - others));
    }
}

void Prover::list_options(std::uint32_t state, Match& match) {
    std::size_t options = match.decision().options.size();
    const std::size_t after = after_.size();
    const bool is_own = match.decision().player == player_;
    after_.resize(after + options);
    for (std::size_t option = 0; option < options; ++option) {
        scratch_.copy_from(match);
        choose(scratch_, option);
        after_[after + option] = state_of(scratch_);
        const Effort& effort = known_[after_[after + option]].effort;
        if ((is_own ? effort.to_win : effort.to_not_win) == 0) {
            options = option + 1; // whoever chooses here needs no other
        }
    }
    known_[state].after = after;
    known_[state].options = options;
}

// And everything after it that leaves no choice.
void Prover::choose(Match& match, std::size_t option) {
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

std::uint32_t Prover::state_of(Match& match) {
    const auto [found, is_new] =
        numbers_.try_emplace(match.hash() ^ player_, static_cast<std::uint32_t>(known_.size()));
    if (!is_new) {
        return found->second;
    }
    Effort effort;
    if (match.status() == MatchStatus::Waiting) {
        const auto options = static_cast<std::uint32_t>(match.decision().options.size());
        effort = match.decision().player == player_ ? Effort{1, options} : Effort{options, 1};
    } else {
        set_payoffs(match, payoffs_);
        effort = payoffs_[player_] == 1.0 ? Effort{0, kEndless} : Effort{kEndless, 0};
    }
    known_.push_back({effort});
    return static_cast<std::uint32_t>(known_.size() - 1);
}

Match& Prover::match_at(std::size_t depth) {
    while (matches_.size() <= depth) {
        matches_.emplace_back(scratch_);
    }
    return matches_[depth];
}

} // namespace tgdl
