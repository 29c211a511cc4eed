#include "match/determinize.h"

#include "base/random.h"
#include "match/flow.h"
#include "match/public_numbers.h"
#include "match/view.h"
#include "match/view_scope.h"
#include "vm/positions.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace tgdl {

namespace {

// A position in a deck, and what belongs to it rather than to the card that lies there.
struct Slot {
    Handle deck = 0;
    std::uint32_t index = 0;
    Value owner;
    bool discarded = false;
    std::vector<Value> knowing; // by attribute of Family::knowing
};

// Slots whose cards may stand for each other.
struct Family {
    std::vector<std::uint16_t> knowing; // words of attributes that say which players know a card
    std::vector<Slot> slots;
    std::vector<Handle> cards; // one for each slot
};
// What decks say that they hold; which cards might be each other (CardTracker).
using FamilyKey = std::pair<TypeIndex, std::uint64_t>;

bool lists_players(const Program& program, const ValueType& type) {
    const auto is_player = [&](TypeIndex index) {
        return index != kNone && program.types[index].kind == ValueKind::Player;
    };
    return ((type.kind == ValueKind::List || type.kind == ValueKind::Stack) && is_player(type.element))
           || (type.kind == ValueKind::Table && is_player(type.key));
}

std::vector<std::uint16_t> words_of_knowing(const Program& program, TypeIndex holds) {
    std::vector<std::uint16_t> words;
    if (holds == kNone || program.types[holds].first_class == kNone) {
        return words;
    }
    for (const AttributeInfo& attribute : program.classes[program.types[holds].first_class].attributes) {
        if (lists_players(program, program.types[attribute.type])) {
            words.push_back(attribute.offset);
        }
    }
    return words;
}

class Dealer {
public:
    Dealer(MatchFlow& flow, std::uint32_t player, const CardTracker* card_tracker, std::uint64_t seed)
        : flow_(flow),
          machine_(flow.machine),
          player_(player),
          card_tracker_(card_tracker),
          random_(seed_random(seed)) {}

    // False when the player would see a card where it came to lie.
    bool deal() {
        bool agrees = true;
        for (auto& [key, family] : hidden_cards()) {
            agrees &= shuffle(family);
            deal_public_numbers(machine_, family.cards, random_);
        }
        exchange_faces();
        renew_random_numbers();
        return agrees;
    }

    void renew_random_numbers() {
        const RandomState fresh = seed_random(random_below(random_, UINT64_MAX));
        std::memcpy(machine_.memory.unlogged(kRandomWord), &fresh, sizeof(fresh));
    }

private:
    [[nodiscard]] std::map<FamilyKey, Family> hidden_cards() {
        std::map<FamilyKey, Family> found;
        const ViewScope view_scope(flow_);
        for (const Handle deck : decks_of(flow_)) {
            for (std::uint32_t i = 0; i < deck_length(machine_, deck); ++i) {
                const Handle card = deck_get(machine_, deck, i);
                if (sees_instance(flow_, player_, card)) {
                    continue;
                }
                const TypeIndex holds = machine_.class_info(deck).holds;
                const std::uint64_t group = card_tracker_ == nullptr ? 0 : card_tracker_->group_of(machine_, card);
                const auto [family, is_new] = found.try_emplace({holds, group});
                if (is_new) {
                    family->second.knowing = words_of_knowing(flow_.program(), holds);
                }
                family->second.slots.push_back(slot(family->second, deck, i));
                family->second.cards.push_back(card);
            }
        }
        return found;
    }

    [[nodiscard]] Slot slot(const Family& family, Handle deck, std::uint32_t index) const {
        const Handle card = deck_get(machine_, deck, index);
        Slot slot{deck, index, machine_.memory.value(card + kOwnerWord), machine_.has_flag(card, kDiscarded), {}};
        for (const std::uint16_t word : family.knowing) {
            slot.knowing.push_back(machine_.memory.value(card + word));
        }
        return slot;
    }

    // Begins with the cards in the order of their making, so that nothing depends on where they really are.
    bool shuffle(Family& family) {
        std::vector<Handle>& cards = family.cards;
        std::ranges::sort(cards, {}, [&](Handle card) { return machine_.age_of(card); });
        for (std::size_t left = cards.size(); left > 1; --left) {
            std::swap(cards[left - 1], cards[random_below(random_, left)]);
        }
        lay(family);
        return mend(family);
    }

    void lay(const Family& family) {
        for (std::size_t i = 0; i < family.slots.size(); ++i) {
            lay(family, i);
        }
    }

    void lay(const Family& family, std::size_t position) {
        const Slot& slot = family.slots[position];
        const Handle card = family.cards[position];
        deck_set(machine_, slot.deck, slot.index, card);
        machine_.memory.set_half(card + kPlaceWord, 0, slot.deck);
        machine_.memory.set_value(card + kOwnerWord, slot.owner);
        machine_.set_flag(card, kDiscarded, slot.discarded);
        for (std::size_t i = 0; i < slot.knowing.size(); ++i) {
            machine_.memory.set_value(card + family.knowing[i], slot.knowing[i]);
        }
    }

    // A card that the player would see where it came to lie changes places with another one.
    bool mend(Family& family) {
        constexpr int kMostTries = 100;
        std::vector<Handle>& cards = family.cards;
        for (std::size_t i = 0; i < cards.size(); ++i) {
            for (int tries = 0; is_seen(cards[i]); ++tries) {
                if (tries == kMostTries) {
                    return false;
                }
                const std::size_t other = random_below(random_, cards.size());
                swap(family, i, other);
                if (is_seen(cards[other])) {
                    swap(family, i, other);
                }
            }
        }
        return true;
    }

    void swap(Family& family, std::size_t one, std::size_t other) {
        std::swap(family.cards[one], family.cards[other]);
        lay(family, one);
        lay(family, other);
    }

    // ---- cards that are seen in part: what is not seen of them changes places with that of others that they might be

    // The attributes of a card that the player does not see, by class and group of cards that might be each other.
    using Face = std::vector<std::uint16_t>; // words
    using FaceKey = std::tuple<ClassIndex, std::uint64_t, Face>;

    void exchange_faces() {
        for (auto& [key, cards] : faces()) {
            exchange(std::get<Face>(key), cards);
        }
    }

    // Each with all cards in which this face is hidden: the cards that show no more than that, and those in decks that are
    // not seen at all.
    std::map<FaceKey, std::vector<Handle>> faces() {
        std::map<FaceKey, std::vector<Handle>> found;
        std::vector<Handle> unseen;
        const ViewScope view_scope(flow_);
        const auto check_may_read = [&](Handle card) {
            if (!is_seen_in_part(machine_.class_info(card))) {
                return;
            }
            if (!sees_instance(flow_, player_, card)) {
                unseen.push_back(card);
            } else if (Face face = hidden_face(card); !face.empty()) {
                found[{machine_.class_of(card), group_of(card), std::move(face)}].push_back(card);
            }
        };
        for (const Handle deck : decks_of(flow_)) {
            for (std::uint32_t i = 0; i < deck_length(machine_, deck); ++i) {
                check_may_read(deck_get(machine_, deck, i));
            }
        }
        std::ranges::for_each(loose_cards_of(flow_), check_may_read);
        for (auto& [key, cards] : found) {
            for (const Handle card : unseen) {
                if (machine_.class_of(card) == std::get<ClassIndex>(key) && group_of(card) == std::get<1>(key)) {
                    cards.push_back(card);
                }
            }
        }
        return found;
    }

    [[nodiscard]] std::uint64_t group_of(Handle card) const {
        return card_tracker_ == nullptr ? 0 : card_tracker_->group_of(machine_, card);
    }

    // Who knows a card stays with it.
    Face hidden_face(Handle card) {
        Face face;
        const std::vector<AttributeInfo>& attributes = machine_.class_info(card).attributes;
        for (std::uint32_t i = 0; i < attributes.size(); ++i) {
            if (!lists_players(flow_.program(), flow_.program().types[attributes[i].type])
                && !sees_attribute(flow_, player_, card, i)) {
                face.push_back(attributes[i].offset);
            }
        }
        return face;
    }

    void exchange(const Face& face, std::vector<Handle>& cards) {
        std::ranges::sort(cards, {}, [&](Handle card) { return machine_.public_age_of(card); });
        std::vector<std::vector<Value>> values;
        for (const Handle card : cards) {
            values.emplace_back();
            for (const std::uint16_t word : face) {
                values.back().push_back(machine_.memory.value(card + word));
            }
        }
        std::ranges::sort(values, [&](const std::vector<Value>& one, const std::vector<Value>& other) {
            return std::ranges::lexicographical_compare(one, other, {}, &Value::bits, &Value::bits);
        });
        for (std::size_t left = cards.size(); left > 1; --left) {
            std::swap(values[left - 1], values[random_below(random_, left)]);
        }
        for (std::size_t i = 0; i < cards.size(); ++i) {
            for (std::size_t k = 0; k < face.size(); ++k) {
                machine_.memory.set_value(cards[i] + face[k], values[i][k]);
            }
        }
    }

    bool is_seen(Handle card) {
        const ViewScope view_scope(flow_);
        return sees_instance(flow_, player_, card);
    }

    MatchFlow& flow_;
    Machine& machine_;
    std::uint32_t player_;
    const CardTracker* card_tracker_;
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

bool determinize(Match& match, std::uint32_t player, std::uint64_t seed, Match& into, const CardTracker* card_tracker) {
    constexpr int kMostDeals = 20;
    RandomState seeds = seed_random(seed);
    for (int i = 0; match.program().hides && i < kMostDeals; ++i) {
        into.copy_from(match);
        const bool agrees =
            Dealer(into.flow(), player, card_tracker, i == 0 ? seed : random_below(seeds, UINT64_MAX)).deal();
        if (into.status() != MatchStatus::Waiting) {
            return agrees;
        }
        // What the player themselves is asked depends on nothing that was dealt.
        if (match.flow().decision.player == player) {
            into.flow().list_again();
            return agrees;
        }
        if (asks_again(into) && agrees) {
            return true;
        }
    }
    if (!match.program().hides) {
        into.copy_from(match);
        if (match.program().chance) {
            Dealer(into.flow(), player, card_tracker, seed).renew_random_numbers();
        }
    }
    return !match.program().hides;
}

} // namespace tgdl
