#include "match/disclosure.h"

#include "base/random.h"
#include "match/flow.h"
#include "match/looking.h"
#include "match/view.h"

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

// Calls take(player, key, seen) for each instance and attribute there is, and each player. A key means the same before
// and after a choice: class, number of the instance (never reused), and attribute, or 0 for the instance itself.
template <typename Take>
void look_at_all(MatchFlow& flow, const Take& take) {
    const Looking looking(flow);
    std::vector<Handle> instances;
    flow.machine.collect_tracked(0, static_cast<ClassIndex>(flow.program().classes.size() - 1), instances);
    for (const Handle instance : instances) {
        const std::uint64_t number = flow.machine.memory.half(instance + kAgeWord, 1);
        const std::uint64_t key = (std::uint64_t{flow.machine.class_of(instance)} << 48U) | number;
        const std::size_t attributes = flow.machine.class_info(instance).attributes.size();
        for (std::uint32_t player = 0; player < flow.players(); ++player) {
            take(player, key, sees_instance(flow, player, instance));
            for (std::uint32_t i = 0; i < attributes; ++i) {
                take(player, key | (std::uint64_t{i + 1} << 32U), sees_attribute(flow, player, instance, i));
            }
        }
    }
}

// What is hidden from each player, to be compared with what they see later.
class Secrets {
public:
    explicit Secrets(MatchFlow& flow) : hidden_(flow.players()) {
        look_at_all(flow, [&](std::uint32_t player, std::uint64_t key, bool seen) {
            if (!seen) {
                hidden_[player].push_back(key);
            }
        });
        for (std::vector<std::uint64_t>& keys : hidden_) {
            std::ranges::sort(keys);
        }
    }

    bool is_one_seen_now(MatchFlow& flow) const {
        bool found = false;
        look_at_all(flow, [&](std::uint32_t player, std::uint64_t key, bool seen) {
            found = found || (seen && std::ranges::binary_search(hidden_[player], key));
        });
        return found;
    }

private:
    std::vector<std::vector<std::uint64_t>> hidden_; // by player, sorted
};

} // namespace

WatchedChoice choose_watched(Match& match, std::size_t index) {
    MatchFlow& flow = match.flow();
    const RandomState before = generator_of(flow);
    const Secrets secrets(flow);
    flow.uninformed.assign(flow.players(), false);
    flow.rules_ran = false;
    flow.machine.noting = true;
    match.choose(index);
    flow.machine.noting = false;
    WatchedChoice watched;
    watched.had_effect = flow.rules_ran || !flow.state.in_transaction;
    if (generator_of(flow) != before) {
        watched.disclosure = Disclosure::Chance;
    } else if (secrets.is_one_seen_now(flow)) {
        watched.disclosure = Disclosure::SecretShown;
    } else if (std::ranges::find(flow.uninformed, true) != flow.uninformed.end()) {
        watched.disclosure = Disclosure::SecretUsed;
    }
    return watched;
}

bool is_within_transaction(Match& match) {
    return match.flow().state.in_transaction;
}

// The rules read this, and what comes of it may be seen by all.
void MatchFlow::note_read(Handle instance, std::uint32_t word) {
    if (!machine.noting) {
        return;
    }
    const std::uint32_t trial = std::exchange(machine.trial, 0);
    const std::uint64_t steps_left = machine.steps_left;
    const bool failed = showing_failed;
    for (std::uint32_t player = 0; player < players_; ++player) {
        if (!uninformed[player]) {
            uninformed[player] = !sees_word(*this, player, instance, word);
        }
    }
    machine.trial = trial;
    machine.steps_left = steps_left;
    showing_failed = failed;
}

// What is looked at to list the options of a decision shows in them, and only their player is shown them. But if there is
// nothing to choose, the match goes on, and who is offered an action off turn has one: those show to everybody.
Outcome MatchFlow::list_options(Decision& out, bool one_is_enough) {
    if (!machine.noting || machine.trial > 0) {
        return list_legal_options(out, one_is_enough);
    }
    std::vector<bool> before = uninformed;
    const Outcome outcome = list_legal_options(out, one_is_enough);
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
