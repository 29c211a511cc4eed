#include "match/history_sampler.h"

#include "base/random.h"
#include "match/flow.h"
#include "match/view.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

namespace tgdl {

namespace {

constexpr std::size_t kMostBranches = 8; // that are kept of one branch point
constexpr std::size_t kMostTried = 60;   // to find them
constexpr std::size_t kMostBranchPoints = 64;
constexpr int kMostSamples = 8;                       // tried until one agrees
constexpr std::size_t kChoicesBetweenCheckpoints = 8; // in choices, at least
constexpr std::size_t kMostCheckpoints = 32;

} // namespace

RandomKey random_key_of(const Match& match) {
    RandomState generator;
    std::memcpy(static_cast<void*>(&generator), match.flow().machine.memory.words() + kRandomWord, sizeof(generator));
    return generator.key;
}

std::unique_ptr<Match> restart_match(const Match& match, const RandomKey& key, DrawTape& tape) {
    const MatchFlow& flow = match.flow();
    return std::make_unique<Match>(flow.shared_program(), match.players(), MatchSeed{key, std::nullopt},
                                   flow.machine.limits, nullptr, nullptr, &tape);
}

namespace {

// By class: can what is of it lie in a deck?
std::vector<bool> classes_in_decks(const Program& program) {
    std::vector<bool> lies_in_deck(program.classes.size());
    for (const ClassInfo& info : program.classes) {
        if (info.holds != kNone && program.types[info.holds].first_class != kNone) {
            const ValueType& held = program.types[info.holds];
            std::fill(lies_in_deck.begin() + held.first_class, lies_in_deck.begin() + held.last_class + 1, true);
        }
    }
    return lies_in_deck;
}

// Can code ask several at once for anything but cards, and keep to itself what they chose while it asks for more? Inputs
// of actions and phases cannot: see Decision::simultaneous_since.
bool has_secrets_of_code(const Program& program, const std::vector<bool>& lies_in_deck) {
    std::vector<bool> is_declared(program.inputs.size());
    const auto declare = [&](const std::vector<InputIndex>& inputs) {
        for (const InputIndex input : inputs) {
            is_declared[input] = true;
        }
    };
    for (const ActionInfo& action : program.actions) {
        declare(action.inputs);
    }
    for (const TurnInfo& turn : program.turns) {
        std::ranges::for_each(turn.phases, declare, &PhaseInfo::inputs);
    }
    std::ranges::for_each(program.setups, declare, &PhaseInfo::inputs);
    for (std::size_t i = 0; i < program.inputs.size(); ++i) {
        const ClassIndex chosen = program.types[program.inputs[i].element].first_class;
        if (program.inputs[i].mode == InputMode::Players && !is_declared[i]
            && (chosen == kNone || !lies_in_deck[chosen])) {
            return true;
        }
    }
    return false;
}

} // namespace

bool HistorySampler::is_needed(const Program& program) {
    const std::vector<bool> lies_in_deck = classes_in_decks(program);
    if (has_secrets_of_code(program, lies_in_deck)) {
        return true;
    }
    for (std::size_t i = 0; i < program.classes.size(); ++i) {
        const ClassInfo& info = program.classes[i];
        const bool hides_attribute = std::ranges::any_of(
            info.attributes, [](const AttributeInfo& attribute) { return !attribute.visible.empty(); });
        const bool hides_itself = !info.visible.empty() && info.holds == kNone && !lies_in_deck[i];
        if (hides_attribute || hides_itself) {
            return true;
        }
    }
    return false;
}

void HistorySampler::observe(const Match& match, const DrawTape* since) {
    if (match.decisions_made() < observed_decisions_) {
        return; // observed already
    }
    if (observed_decisions_ == 0) {
        key_ = random_key_of(match);
    }
    is_known_ &= since != nullptr && match.decisions_made() == observed_decisions_;
    observed_decisions_ = match.decisions_made() + 1;
    if (!is_known_) {
        return;
    }
    for (const Draw& draw : since->draws) {
        draws_.push_back(draw);
        history_.drawn.push_back(draw.number);
    }
}

void HistorySampler::record_choice(Match& match, std::size_t choice) {
    const Decision& decision = match.decision();
    Choice made{decision.player, draws_.size(), {}};
    for (const Option& option : decision.options) {
        made.options.push_back(match.option_key(option));
    }
    history_.chosen.push_back(made.options[choice]);
    choices_.push_back(std::move(made));
}

bool HistorySampler::determinize(Match& match, std::size_t choices, std::uint64_t seed, Match& into) {
    if (!is_known_ || !find_branches(match, choices)) {
        return false;
    }
    if (branch_points_.empty()) {
        into.copy_from(match);
        return true;
    }
    RandomState random = seed_random(seed);
    for (int i = 0; i < kMostSamples; ++i) {
        changed_ = history_;
        std::optional<std::size_t> from = choices;
        for (const BranchPoint& branch_point : branch_points_) {
            set(changed_, branch_point, branch_point.branches[random_below(random, branch_point.branches.size())]);
            from = std::min(from, last_before(branch_point));
        }
        if (replay_changed(from, choices)) {
            into.copy_from(*replay_);
            return true;
        }
    }
    return false;
}

// ---- replay ---------------------------------------------------------------------------------------------------------

bool HistorySampler::replay_history(std::size_t choices) {
    const std::size_t begin = start_replay(history_, checkpoints_.empty() ? nullptr : checkpoints_.data());
    const std::size_t apart = std::max(kChoicesBetweenCheckpoints, (choices - begin) / kMostCheckpoints + 1);
    checkpoints_.clear();
    bool goes = true;
    for (std::size_t i = begin; goes && i <= choices; ++i) {
        add_texts();
        goes = replay_->status() == MatchStatus::Waiting;
        if (goes && (i - begin) % apart == 0) {
            checkpoints_.push_back({i, replay_observed_.size(), std::make_unique<Match>(*replay_)});
        }
        goes = goes && (i == choices || choose(history_, i));
    }
    replay_->set_tape(nullptr);
    if (goes) {
        replay_observed_ += seen_at_last(*replay_);
    }
    return goes;
}

bool HistorySampler::replay_changed(std::optional<std::size_t> from, std::size_t choices) {
    const Checkpoint* checkpoint = nullptr;
    for (const Checkpoint& other : checkpoints_) {
        checkpoint = other.choices <= from ? &other : checkpoint;
    }
    const std::size_t begin = start_replay(changed_, checkpoint);
    std::size_t agreed = checkpoint == nullptr ? 0 : checkpoint->shown; // so much of observed_ is shown here too
    const auto still_agrees = [&] {
        const bool agrees = observed_.compare(agreed, replay_observed_.size(), replay_observed_) == 0;
        agreed += replay_observed_.size();
        replay_observed_.clear();
        return agrees;
    };
    bool goes = true;
    for (std::size_t i = begin; goes && i <= choices; ++i) {
        add_texts();
        goes = replay_->status() == MatchStatus::Waiting && still_agrees() && (i == choices || choose(changed_, i));
    }
    replay_->set_tape(nullptr);
    if (goes) {
        replay_observed_ += seen_at_last(*replay_);
    }
    return goes && still_agrees() && agreed == observed_.size();
}

std::size_t HistorySampler::start_replay(const History& history, const Checkpoint* checkpoint) {
    tape_.clear();
    const std::size_t drawn = checkpoint == nullptr ? 0 : draws_before(checkpoint->choices);
    tape_.changed.assign(history.drawn.begin() + static_cast<std::ptrdiff_t>(drawn), history.drawn.end());
    replay_observed_.clear();
    if (checkpoint == nullptr) {
        replay_ = restart_match(*replay_, key_, tape_);
        return 0;
    }
    replay_->copy_from(*checkpoint->match);
    replay_->set_tape(&tape_);
    return checkpoint->choices;
}

bool HistorySampler::choose(const History& history, std::size_t choice) {
    const Decision& asked = replay_->decision();
    add_asked(asked);
    const auto option = std::ranges::find(asked.options, history.chosen[choice],
                                          [&](const Option& other) { return replay_->option_key(other); });
    if (option == asked.options.end()) {
        return false;
    }
    replay_->choose(static_cast<std::size_t>(option - asked.options.begin()));
    return true;
}

std::string HistorySampler::seen_at_last(Match& match) const {
    return '\n' + view(match, player_).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void HistorySampler::add_texts() {
    for (const Delivered& delivered : replay_->take_texts()) {
        if (delivered.to == player_ || (delivered.to == kNone && delivered.seen.empty())) {
            replay_observed_ += delivered.text + '\n';
        } else if (delivered.to == kNone) {
            replay_observed_ += delivered.seen[player_] + '\n';
        }
    }
}

void HistorySampler::add_asked(const Decision& asked) {
    replay_observed_ += std::to_string(asked.player);
    for (std::size_t i = 0; asked.player == player_ && i < asked.options.size(); ++i) {
        replay_observed_ += ' ' + std::to_string(replay_->option_key(asked.options[i]));
    }
    replay_observed_ += '\n';
}

// ---- branch points --------------------------------------------------------------------------------------------------

std::size_t HistorySampler::draws_before(std::size_t choice) const {
    return choice < choices_.size() ? choices_[choice].draws : draws_.size();
}

void HistorySampler::set(History& history, const BranchPoint& branch_point, const Branch& branch) {
    std::vector<std::uint64_t>& where = branch_point.is_choice ? history.chosen : history.drawn;
    std::ranges::copy(branch, where.begin() + static_cast<std::ptrdiff_t>(branch_point.first));
}

bool HistorySampler::find_branches(Match& match, std::size_t choices) {
    if (found_ == choices) {
        return agrees_;
    }
    found_ = choices;
    if (replay_ == nullptr) {
        replay_ = std::make_unique<Match>(match);
    }
    drop_settled_prefix(choices);
    agrees_ = replay_history(choices) && replay_observed_.ends_with(seen_at_last(match));
    if (!agrees_) {
        return false;
    }
    observed_ = replay_observed_;
    for (BranchPoint& branch_point : branch_points_) {
        std::erase_if(branch_point.branches,
                      [&](const Branch& branch) { return !is_consistent(branch_point, branch, choices); });
        if (branch_point.branches.empty()) {
            find_branches_of(branch_point, choices);
        }
    }
    add_branch_points(choices);
    std::erase_if(branch_points_, [](const BranchPoint& branch_point) { return branch_point.branches.empty(); });
    while (branch_points_.size() > kMostBranchPoints) {
        settle_oldest(choices);
    }
    return true;
}

std::optional<std::size_t> HistorySampler::last_before(const BranchPoint& branch_point) const {
    if (branch_point.is_choice) {
        return branch_point.first;
    }
    const auto after = std::ranges::upper_bound(choices_, branch_point.first, {}, &Choice::draws);
    if (after == choices_.begin()) {
        return std::nullopt;
    }
    return after - choices_.begin() - 1;
}

// Nothing before the first branch point can have been otherwise: there is no need to replay it each time.
void HistorySampler::drop_settled_prefix(std::size_t choices) {
    std::optional<std::size_t> from = std::min(choices, examined_choices_);
    for (const BranchPoint& branch_point : branch_points_) {
        from = std::min(from, last_before(branch_point));
    }
    std::erase_if(checkpoints_, [&](const Checkpoint& checkpoint) { return checkpoint.choices > from; });
    if (checkpoints_.empty()) {
        return;
    }
    bool goes = true;
    for (std::size_t i = start_replay(history_, &checkpoints_.back()); goes && i < from; ++i) {
        goes = replay_->status() == MatchStatus::Waiting && choose(history_, i);
    }
    replay_->set_tape(nullptr);
    add_texts();
    checkpoints_.clear();
    if (goes) {
        checkpoints_.push_back({*from, 0, std::make_unique<Match>(*replay_)});
    }
}

void HistorySampler::add_branch_points(std::size_t choices) {
    const auto add = [&](BranchPoint branch_point) {
        find_branches_of(branch_point, choices);
        if (!branch_point.branches.empty()) {
            branch_points_.push_back(std::move(branch_point));
        }
    };
    const std::size_t drawn = draws_before(choices);
    while (examined_draws_ < drawn) {
        const std::size_t first = examined_draws_++;
        while (examined_draws_ < drawn && !draws_[examined_draws_].begins) {
            ++examined_draws_;
        }
        if (draws_[first].what != Draw::For::Deck) {
            add({false, first, examined_draws_ - first, {}});
        }
    }
    for (; examined_choices_ < choices; ++examined_choices_) {
        if (choices_[examined_choices_].player != player_) {
            add({true, examined_choices_, 1, {}});
        }
    }
}

// One of the possible branches: each in turn, or any when there are many.
HistorySampler::Branch HistorySampler::branch(const BranchPoint& branch_point, std::size_t attempt) const {
    RandomState random = seed_random(branch_point.first * kMostTried + attempt);
    const auto any_of = [&](std::uint64_t many) {
        return branch_point.count == 1 && many <= kMostBranches ? attempt : random_below(random, many);
    };
    Branch branch;
    for (std::size_t i = branch_point.first; i < branch_point.first + branch_point.count; ++i) {
        branch.push_back(branch_point.is_choice ? choices_[i].options[any_of(choices_[i].options.size())]
                                                : any_of(draws_[i].bound));
    }
    return branch;
}

// None when only one branch is possible: it has been observed.
void HistorySampler::find_branches_of(BranchPoint& branch_point, std::size_t choices) {
    const std::size_t all =
        branch_point.is_choice ? choices_[branch_point.first].options.size() : draws_[branch_point.first].bound;
    const std::size_t attempts = branch_point.count == 1 && all <= kMostBranches ? all : kMostTried;
    for (std::size_t attempt = 0; attempt < attempts && branch_point.branches.size() < kMostBranches; ++attempt) {
        Branch other = branch(branch_point, attempt);
        if (std::ranges::find(branch_point.branches, other) == branch_point.branches.end()
            && is_consistent(branch_point, other, choices)) {
            branch_point.branches.push_back(std::move(other));
        }
    }
    if (branch_point.branches.size() == 1 && branch_point.branches[0] == branch_taken(branch_point)) {
        branch_point.branches.clear();
    }
}

HistorySampler::Branch HistorySampler::branch_taken(const BranchPoint& branch_point) const {
    const auto begin = (branch_point.is_choice ? history_.chosen : history_.drawn).begin()
                       + static_cast<std::ptrdiff_t>(branch_point.first);
    return {begin, begin + static_cast<std::ptrdiff_t>(branch_point.count)};
}

bool HistorySampler::is_consistent(const BranchPoint& branch_point, const Branch& branch, std::size_t choices) {
    changed_ = history_;
    set(changed_, branch_point, branch);
    return replay_changed(last_before(branch_point), choices);
}

// From now on it went so, whether it did or not.
void HistorySampler::settle_oldest(std::size_t choices) {
    const BranchPoint branch_point = std::move(branch_points_.front());
    branch_points_.erase(branch_points_.begin());
    if (is_consistent(branch_point, branch_point.branches[0], choices)) {
        set(history_, branch_point, branch_point.branches[0]);
        std::erase_if(checkpoints_,
                      [&](const Checkpoint& checkpoint) { return checkpoint.choices > last_before(branch_point); });
    }
}

} // namespace tgdl
