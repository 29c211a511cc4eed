#include "match/remembered.h"

#include "match/flow.h"
#include "match/looking.h"
#include "match/view.h"
#include "vm/places.h"

#include <algorithm>

namespace tgdl {

namespace {

constexpr std::uint64_t kAnybody = ~std::uint64_t{0}; // the group of cards of which nothing is known

// All cards of the groups of `some` become one group.
template <typename Cards>
void mix(Cards& cards, const std::vector<std::uint64_t>& some) {
    std::vector<std::uint64_t> groups;
    for (const std::uint64_t identity : some) {
        if (const auto found = cards.find(identity); found != cards.end()) {
            groups.push_back(found->second.group);
        }
    }
    if (groups.empty()) {
        return;
    }
    const std::uint64_t whole = *std::ranges::max_element(groups);
    for (auto card = cards.begin(); card != cards.end(); ++card) {
        if (std::ranges::find(groups, card->second.group) != groups.end()) {
            card.value().group = whole;
        }
    }
}

} // namespace

std::vector<Handle> decks_of(MatchFlow& flow) {
    std::vector<Handle> decks;
    const Program& program = flow.program();
    const auto kind = static_cast<std::size_t>(ClassKind::Stack);
    if (program.first_class[kind] < program.last_class[kind]) {
        flow.machine.collect_tracked(program.first_class[kind], program.last_class[kind] - 1, decks);
    }
    return decks;
}

std::uint64_t Remembered::group_of(const Machine& machine, Handle card) const {
    const auto found = cards_.find(machine.identity_of(card));
    return found == cards_.end() ? kAnybody : found->second.group;
}

void Remembered::look(Match& match, const DrawTape* since) {
    MatchFlow& flow = match.flow();
    if (!flow.program().hides || looked_at_ == match.decisions_made()) {
        return;
    }
    Cards now = all_cards(flow);
    if (since != nullptr) {
        take_over_groups(now, *since);
        mix_shuffled(now, *since);
        mix_departed(now);
        if (since->lone_draws > 0) {
            mix_arrived(now);
        }
    }
    for (auto card = now.begin(); card != now.end(); ++card) {
        if (card->second.seen) {
            card.value().group = card->first;
        } else if (since == nullptr) {
            card.value().group = kAnybody;
        }
    }
    cards_ = std::move(now);
    looked_at_ = match.decisions_made();
}

Remembered::Cards Remembered::all_cards(MatchFlow& flow) const {
    const Looking looking(flow);
    const Machine& machine = flow.machine;
    Cards cards;
    for (const Handle deck : decks_of(flow)) {
        const std::uint64_t place = machine.identity_of(deck);
        for (std::uint32_t i = 0; i < deck_length(machine, deck); ++i) {
            const Handle card = deck_get(machine, deck, i);
            const std::uint64_t identity = machine.identity_of(card);
            cards.insert({identity, {place, sees_instance(flow, player_, card), identity}});
        }
    }
    return cards;
}

// Cards that come up later, or were made where something was drawn by lot, might be anything.
void Remembered::take_over_groups(Cards& now, const DrawTape& since) const {
    const bool is_beginning = !looked_at_ && since.lone_draws == 0;
    for (auto card = now.begin(); card != now.end(); ++card) {
        if (const auto before = cards_.find(card->first); before != cards_.end()) {
            card.value().group = before->second.group;
        } else if (!is_beginning) {
            card.value().group = kAnybody;
        }
    }
}

void Remembered::mix_shuffled(Cards& cards, const DrawTape& since) {
    for (const std::vector<std::uint64_t>& shuffled : since.shuffles) {
        mix(cards, shuffled);
    }
}

// Which of the hidden cards of a deck was it that left it unseen?
void Remembered::mix_departed(Cards& now) const {
    tsl::robin_map<std::uint64_t, bool> left; // decks
    for (const auto& [identity, card] : cards_) {
        const auto found = now.find(identity);
        const bool goes_unseen = found == now.end() || (found->second.deck != card.deck && !found->second.seen);
        if (!card.seen && goes_unseen) {
            left[card.deck] = true;
        }
    }
    for (const auto& [deck, ignored] : left) {
        std::vector<std::uint64_t> hidden;
        for (const auto& [identity, card] : cards_) {
            if (card.deck == deck && !card.seen) {
                hidden.push_back(identity);
            }
        }
        mix(now, hidden);
    }
}

// Where in the deck did it come to lie?
void Remembered::mix_arrived(Cards& now) const {
    tsl::robin_map<std::uint64_t, std::vector<std::uint64_t>> hidden; // by deck
    tsl::robin_map<std::uint64_t, bool> grown;
    for (const auto& [identity, card] : now) {
        if (!card.seen) {
            hidden[card.deck].push_back(identity);
        }
        const auto before = cards_.find(identity);
        grown[card.deck] |= before == cards_.end() || before->second.deck != card.deck;
    }
    for (const auto& [deck, has_grown] : grown) {
        if (has_grown) {
            mix(now, hidden[deck]);
        }
    }
}

} // namespace tgdl
