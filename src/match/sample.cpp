#include "match/sample.h"

#include "base/random.h"
#include "match/flow.h"
#include "match/looking.h"
#include "match/view.h"
#include "vm/places.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <vector>

namespace tgdl {

namespace {

// A position in a deck.
struct Slot {
    Handle deck = 0;
    std::uint32_t index = 0;
};

class Dealer {
public:
    Dealer(MatchFlow& flow, std::uint32_t player, std::uint64_t seed)
        : flow_(flow), machine_(flow.machine), player_(player), random_(seed_random(seed)) {}

    void deal() {
        for (auto& [family, slots] : hidden_slots()) {
            shuffle(slots);
        }
        renew_random_numbers();
    }

    void renew_random_numbers() {
        const RandomState fresh = seed_random(random_below(random_, UINT64_MAX));
        std::memcpy(machine_.memory.unlogged(kRandomWord), &fresh, sizeof(fresh));
    }

private:
    // Cards may stand for each other when decks say that they hold the same.
    [[nodiscard]] std::map<TypeIndex, std::vector<Slot>> hidden_slots() {
        std::map<TypeIndex, std::vector<Slot>> found;
        std::vector<Handle> decks;
        const Program& program = flow_.program();
        const auto kind = static_cast<std::size_t>(ClassKind::Stack);
        if (program.first_class[kind] < program.last_class[kind]) {
            machine_.collect_tracked(program.first_class[kind], program.last_class[kind] - 1, decks);
        }
        const Looking looking(flow_);
        for (const Handle deck : decks) {
            for (std::uint32_t i = 0; i < deck_length(machine_, deck); ++i) {
                if (!sees_instance(flow_, player_, deck_get(machine_, deck, i))) {
                    found[machine_.class_info(deck).holds].push_back({deck, i});
                }
            }
        }
        return found;
    }

    void shuffle(const std::vector<Slot>& slots) {
        for (std::size_t left = slots.size(); left > 1; --left) {
            const Slot& one = slots[left - 1];
            const Slot& other = slots[random_below(random_, left)];
            swap(one, other);
            if (is_seen(one) || is_seen(other)) {
                swap(one, other); // it would be seen there, and the player sees that it is not
            }
        }
    }

    bool is_seen(const Slot& slot) {
        const Looking looking(flow_);
        return sees_instance(flow_, player_, deck_get(machine_, slot.deck, slot.index));
    }

    void swap(const Slot& one, const Slot& other) {
        const Handle first = deck_get(machine_, one.deck, one.index);
        const Handle second = deck_get(machine_, other.deck, other.index);
        deck_set(machine_, one.deck, one.index, second);
        deck_set(machine_, other.deck, other.index, first);
        machine_.memory.set_half(first + kPlaceWord, 0, other.deck);
        machine_.memory.set_half(second + kPlaceWord, 0, one.deck);
        // Who holds a card by its place goes on holding what lies there.
        const Value owner = machine_.memory.value(first + kOwnerWord);
        machine_.memory.set_value(first + kOwnerWord, machine_.memory.value(second + kOwnerWord));
        machine_.memory.set_value(second + kOwnerWord, owner);
        const bool discarded = machine_.has_flag(first, kDiscarded);
        machine_.set_flag(first, kDiscarded, machine_.has_flag(second, kDiscarded));
        machine_.set_flag(second, kDiscarded, discarded);
    }

    MatchFlow& flow_;
    Machine& machine_;
    std::uint32_t player_;
    RandomState random_;
};

// Lists the options anew. False when the match did not wait for that, but went on or took back what was begun: somebody
// else was asked because of what they held, the two of clubs that leads or a card to answer with, and hold it no more.
bool asks_again(Match& dealt) {
    const std::uint64_t before = dealt.hash();
    const std::uint32_t player = dealt.flow().decision.player;
    dealt.flow().list_again();
    return dealt.status() == MatchStatus::Waiting && dealt.flow().decision.player == player && dealt.hash() == before;
}

} // namespace

Match sample(Match& match, std::uint32_t player, std::uint64_t seed) {
    constexpr int kMostDeals = 20;
    Match dealt(match);
    RandomState seeds = seed_random(seed);
    for (int i = 0; i < kMostDeals; ++i) {
        Dealer dealer(dealt.flow(), player, i == 0 ? seed : random_below(seeds, UINT64_MAX));
        dealer.deal();
        if (dealt.status() != MatchStatus::Waiting) {
            return dealt;
        }
        // What the player themselves is asked depends on nothing that was dealt.
        if (match.flow().decision.player == player) {
            dealt.flow().list_again();
            return dealt;
        }
        if (asks_again(dealt)) {
            return dealt;
        }
        dealt.copy_from(match);
    }
    Dealer(dealt.flow(), player, seed).renew_random_numbers();
    return dealt;
}

} // namespace tgdl
