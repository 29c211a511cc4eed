#include "match/card_tracker.h"

#include "match/flow.h"
#include "match/public_numbers.h"
#include "match/view.h"
#include "match/view_scope.h"
#include "vm/positions.h"

#include <algorithm>

namespace tgdl {

namespace {

constexpr std::uint64_t kAnybody = ~std::uint64_t{0}; // the group of cards of which nothing is known

// All cards of the groups of `some` become one group.
template <typename Cards>
void merge_groups(Cards& cards, const std::vector<std::uint64_t>& some) {
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

// With all of its attributes.
bool sees_wholly(MatchFlow& flow, std::uint32_t player, Handle card) {
    const ClassInfo& info = flow.machine.class_info(card);
    bool sees = sees_instance(flow, player, card);
    for (std::uint32_t i = 0; sees && is_seen_in_part(info) && i < info.attributes.size(); ++i) {
        sees = sees_attribute(flow, player, card, i);
    }
    return sees;
}

} // namespace

std::vector<Handle> loose_cards_of(MatchFlow& flow) {
    const Program& program = flow.program();
    std::vector<bool> is_held(program.classes.size());
    for (const ClassInfo& info : program.classes) {
        if (info.kind == ClassKind::Stack && info.holds != kNone && program.types[info.holds].first_class != kNone) {
            const ValueType& held = program.types[info.holds];
            std::fill(is_held.begin() + held.first_class, is_held.begin() + held.last_class + 1, true);
        }
    }
    std::vector<Handle> cards;
    for (ClassIndex index = 0; index < program.classes.size(); ++index) {
        if (is_held[index] && is_seen_in_part(program.classes[index])) {
            flow.machine.collect_tracked(index, index, cards);
        }
    }
    std::erase_if(cards, [&](Handle card) { return deck_of(flow.machine, card) != 0; });
    return cards;
}

std::vector<Handle> decks_of(MatchFlow& flow) {
    std::vector<Handle> decks;
    const Program& program = flow.program();
    const auto kind = static_cast<std::size_t>(ClassKind::Stack);
    if (program.first_class[kind] < program.last_class[kind]) {
        flow.machine.collect_tracked(program.first_class[kind], program.last_class[kind] - 1, decks);
    }
    return decks;
}

std::uint64_t CardTracker::group_of(const Machine& machine, Handle card) const {
    const auto found = cards_.find(machine.identity_of(card));
    return found == cards_.end() ? kAnybody : found->second.group;
}

void CardTracker::observe(Match& match, const DrawTape* since) {
    MatchFlow& flow = match.flow();
    if (!flow.program().hides || observed_at_ == match.decisions_made()) {
        return;
    }
    Cards now = all_cards(flow);
    if (since != nullptr) {
        take_over_groups(now, *since);
        merge_shuffled(now, *since);
        merge_departed(now);
        if (since->lone_draws > 0) {
            merge_arrived(now);
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
    observed_at_ = match.decisions_made();
}

CardTracker::Cards CardTracker::all_cards(MatchFlow& flow) const {
    const ViewScope view_scope(flow);
    const Machine& machine = flow.machine;
    Cards cards;
    const auto add = [&](Handle card, std::uint64_t place) {
        const std::uint64_t identity = machine.identity_of(card);
        cards.insert(
            {identity, {place, sees_instance(flow, player_, card), sees_wholly(flow, player_, card), identity}});
    };
    for (const Handle deck : decks_of(flow)) {
        const std::uint64_t place = machine.identity_of(deck);
        for (std::uint32_t i = 0; i < deck_length(machine, deck); ++i) {
            add(deck_get(machine, deck, i), place);
        }
    }
    for (const Handle card : loose_cards_of(flow)) {
        const Handle tile = tile_of(machine, card);
        add(card, tile == 0 ? 0 : machine.identity_of(tile));
    }
    return cards;
}

// Cards that come up later, or were made where something was drawn by lot, might be anything.
void CardTracker::take_over_groups(Cards& now, const DrawTape& since) const {
    const bool is_beginning = !observed_at_ && since.lone_draws == 0;
    for (auto card = now.begin(); card != now.end(); ++card) {
        if (const auto before = cards_.find(card->first); before != cards_.end()) {
            card.value().group = before->second.group;
        } else if (!is_beginning) {
            card.value().group = kAnybody;
        }
    }
}

void CardTracker::merge_shuffled(Cards& cards, const DrawTape& since) {
    for (const std::vector<std::uint64_t>& shuffled : since.shuffles) {
        merge_groups(cards, shuffled);
    }
}

// Which of the hidden cards of a deck was it that left it unseen?
void CardTracker::merge_departed(Cards& now) const {
    tsl::robin_map<std::uint64_t, bool> left; // decks
    for (const auto& [identity, card] : cards_) {
        const auto found = now.find(identity);
        const bool goes_unseen = found == now.end() || (found->second.place != card.place && !found->second.seen);
        if (!card.visible && goes_unseen) {
            left[card.place] = true;
        }
    }
    for (const auto& [deck, ignored] : left) {
        std::vector<std::uint64_t> hidden;
        for (const auto& [identity, card] : cards_) {
            if (card.place == deck && !card.visible) {
                hidden.push_back(identity);
            }
        }
        merge_groups(now, hidden);
    }
}

// Where in the deck did it come to lie?
void CardTracker::merge_arrived(Cards& now) const {
    tsl::robin_map<std::uint64_t, std::vector<std::uint64_t>> hidden; // by deck
    tsl::robin_map<std::uint64_t, bool> grown;
    for (const auto& [identity, card] : now) {
        if (!card.visible) {
            hidden[card.place].push_back(identity);
        }
        const auto before = cards_.find(identity);
        grown[card.place] |= before == cards_.end() || before->second.place != card.place;
    }
    for (const auto& [deck, has_grown] : grown) {
        if (has_grown) {
            merge_groups(now, hidden[deck]);
        }
    }
}

} // namespace tgdl
