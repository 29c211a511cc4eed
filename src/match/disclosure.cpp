#include "match/disclosure.h"

#include "base/random.h"
#include "match/flow.h"
#include "match/view.h"
#include "match/view_scope.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace tgdl {

namespace {

RandomState generator_of(MatchFlow& flow) {
    RandomState generator;
    std::memcpy(static_cast<void*>(&generator), flow.machine.memory.unlogged(kRandomWord), sizeof(generator));
    return generator;
}

// Keys of instances and attributes mean the same before and after a choice: class, number of the instance (never reused),
// and attribute, or 0 for the instance itself.
std::uint64_t instance_key(const Machine& machine, Handle instance) {
    return (std::uint64_t{machine.class_of(instance)} << 48U) | machine.memory.half(instance + kAgeWord, 1);
}

std::uint64_t attribute_key(std::uint64_t instance_key, std::uint32_t attribute) {
    return instance_key | (std::uint64_t{attribute + 1} << 32U);
}

// Calls take(player, key, seen) for each instance and attribute there is, and each player.
template <typename Take>
void read_everything(MatchFlow& flow, const Take& take) {
    const ViewScope view_scope(flow);
    std::vector<Handle> instances;
    flow.machine.collect_tracked(0, static_cast<ClassIndex>(flow.program().classes.size() - 1), instances);
    for (const Handle instance : instances) {
        const std::uint64_t key = instance_key(flow.machine, instance);
        const std::size_t attributes = flow.machine.class_info(instance).attributes.size();
        for (std::uint32_t player = 0; player < flow.players(); ++player) {
            take(player, key, sees_instance(flow, player, instance));
            for (std::uint32_t i = 0; i < attributes; ++i) {
                take(player, attribute_key(key, i), sees_attribute(flow, player, instance, i));
            }
        }
    }
}

} // namespace

// What is hidden from each player, to be compared with what they see later.
class HiddenBefore {
public:
    explicit HiddenBefore(MatchFlow& flow) : keys_(flow.players()) {
        read_everything(flow, [&](std::uint32_t player, std::uint64_t key, bool seen) {
            if (!seen) {
                keys_[player].push_back(key);
            }
        });
        for (std::vector<std::uint64_t>& keys : keys_) {
            std::ranges::sort(keys);
        }
    }

    bool is_one_seen_now(MatchFlow& flow) const {
        bool found = false;
        read_everything(flow, [&](std::uint32_t player, std::uint64_t key, bool seen) {
            found = found || (seen && has(player, key));
        });
        return found;
    }

    // The instance as a whole, or the attribute in this word of it.
    [[nodiscard]] bool has_word(const Machine& machine, std::uint32_t player, Handle instance,
                                std::uint32_t word) const {
        const std::uint64_t key = instance_key(machine, instance);
        if (has(player, key)) {
            return true;
        }
        const std::vector<AttributeInfo>& attributes = machine.class_info(instance).attributes;
        const auto attribute = std::ranges::find(attributes, word, &AttributeInfo::offset);
        return attribute != attributes.end()
               && has(player, attribute_key(key, static_cast<std::uint32_t>(attribute - attributes.begin())));
    }

private:
    [[nodiscard]] bool has(std::uint32_t player, std::uint64_t key) const {
        return std::ranges::binary_search(keys_[player], key);
    }

    std::vector<std::vector<std::uint64_t>> keys_; // by player, sorted
};

DisclosedChoice choose_disclosing(Match& match, std::size_t index) {
    MatchFlow& flow = match.flow();
    const RandomState before = generator_of(flow);
    const HiddenBefore hidden(flow);
    flow.hidden_before = &hidden;
    flow.uninformed.assign(flow.players(), false);
    flow.secret_reads_budget = Budget(flow.machine.limits.steps);
    flow.rules_ran = false;
    flow.machine.tracks_secret_reads = true;
    match.choose(index);
    flow.machine.tracks_secret_reads = false;
    flow.hidden_before = nullptr;
    DisclosedChoice disclosed;
    disclosed.had_effect = flow.rules_ran || !flow.state.in_transaction;
    if (generator_of(flow) != before) {
        disclosed.disclosure = Disclosure::Chance;
    } else if (hidden.is_one_seen_now(flow)) {
        disclosed.disclosure = Disclosure::SecretShown;
    } else if (std::ranges::find(flow.uninformed, true) != flow.uninformed.end()) {
        disclosed.disclosure = Disclosure::SecretUsed;
    }
    return disclosed;
}

bool is_within_transaction(Match& match) {
    return match.flow().state.in_transaction;
}

// The rules read this, and what comes of it may be seen by all.
void MatchFlow::record_read(Handle instance, std::uint32_t word) {
    const bool is_shown = machine.tracks_hole_reads && machine.trial == 0;
    if (!machine.tracks_secret_reads && !is_shown) {
        return;
    }
    const std::uint32_t trial = std::exchange(machine.trial, 0);
    // What a text shows is part of the match, and its transaction pays for it; watching must not change how a match goes.
    if (!is_shown) {
        std::swap(machine.budget, secret_reads_budget);
    }
    const bool failed = view_failed;
    for (std::uint32_t player = 0; player < players_; ++player) {
        const bool is_known = machine.tracks_secret_reads && uninformed[player];
        if (is_known && !is_shown) {
            continue;
        }
        const bool is_hidden = machine.budget.is_spent() || !sees_word(*this, player, instance, word);
        if (machine.tracks_secret_reads) {
            // A card that was hidden when the choice was made may be gone when it is over, and nobody sees it then.
            uninformed[player] = is_known || is_hidden || hidden_before->has_word(machine, player, instance, word);
        }
        if (is_shown && is_hidden) {
            record_unseen_in_holes(player, word);
        }
    }
    machine.trial = trial;
    if (!is_shown) {
        std::swap(machine.budget, secret_reads_budget);
    }
    view_failed = failed || (is_shown && view_failed);
}

// What is looked at to list the options of a decision shows in them, and only their player is shown them. But if there is
// nothing to choose, the match goes on, and who is offered an action off turn has one: those show to everybody.
Outcome MatchFlow::list_options(Decision& out, bool one_is_enough) {
    if (!machine.tracks_secret_reads || machine.trial > 0) {
        return list_within_budget(out, one_is_enough);
    }
    std::vector<bool> before = uninformed;
    const Outcome outcome = list_within_budget(out, one_is_enough);
    const bool is_asked = outcome == Outcome::Next && out.kind != DecisionKind::OffTurn
                          && std::ranges::any_of(out.options, [](const Option& option) {
                                 return option.kind != OptionKind::None && option.kind != OptionKind::Done;
                             });
    if (is_asked) {
        before[out.player] = uninformed[out.player];
        uninformed = std::move(before);
    }
    return outcome;
}

} // namespace tgdl
