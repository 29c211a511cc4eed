// Natives that look at pieces and decks. Those that raise events are the flow's.
#include "vm/native_positions.h"

namespace tgdl {

namespace {

Outcome piece_tile(NativeCall& call) {
    const Outcome seen = check_may_read(call.machine, call.handle(0));
    return seen == Outcome::Next ? call.give(instance_or_null(tile_of(call.machine, call.handle(0)))) : seen;
}

Outcome piece_deck(NativeCall& call) {
    const Outcome seen = check_may_read(call.machine, call.handle(0));
    return seen == Outcome::Next ? call.give(instance_or_null(deck_of(call.machine, call.handle(0)))) : seen;
}

Outcome piece_discarded(NativeCall& call) {
    return call.give(Value::boolean(call.machine.has_flag(call.handle(0), kDiscarded)));
}

// Finds the destinations and gives what `give` makes of them.
template <typename Give>
Outcome with_destinations(NativeCall& call, const Give& give) {
    Machine& machine = call.machine;
    if (const Outcome seen = check_may_read(machine, call.handle(0)); seen != Outcome::Next) {
        return seen;
    }
    std::vector<Value>& tiles = machine.boards.destinations;
    const std::size_t before = tiles.size(); // conditions of a movement may ask for destinations too
    const std::uint32_t at = std::max(machine.live_top, call.window + call.count);
    Outcome outcome = destinations(machine, call.handle(0), call.argument(1), at, tiles);
    if (outcome == Outcome::Next) {
        outcome = give(std::span(tiles).subspan(before));
    }
    tiles.resize(before);
    return outcome;
}

Outcome make_bound_movement(NativeCall& call) {
    const std::span<const Value> given(call.machine.values.data() + call.window, call.count);
    const std::vector<Value> values(given.begin(), given.end());
    return call.give_made(bind_movement(call.machine, values));
}

Outcome piece_destinations(NativeCall& call) {
    return with_destinations(
        call, [&](std::span<const Value> tiles) { return call.give_made(list_of(call.machine, call.type(2), tiles)); });
}

Outcome piece_destination_count(NativeCall& call) {
    return with_destinations(call, [&](std::span<const Value> tiles) {
        return call.give(Value::number(static_cast<double>(tiles.size())));
    });
}

// ---- decks

Outcome give_card(const NativeCall& call, Handle card) {
    const Outcome seen = check_may_read(call.machine, card);
    return seen == Outcome::Next ? call.give(Value::instance(card)) : seen;
}

Outcome length_of_deck(NativeCall& call) {
    return call.give(Value::number(deck_length(call.machine, call.handle(0))));
}

Outcome get_card(NativeCall& call) {
    const std::optional<std::uint32_t> at = call.position(1, deck_length(call.machine, call.handle(0)));
    return at ? give_card(call, deck_get(call.machine, call.handle(0), *at)) : call.give_nothing();
}

Outcome peek_card(NativeCall& call) {
    const std::uint32_t length = deck_length(call.machine, call.handle(0));
    return length == 0 ? call.give_nothing() : give_card(call, deck_get(call.machine, call.handle(0), length - 1));
}

Outcome deck_contains(NativeCall& call) {
    const Value card = call.argument(1);
    if (!card.is_instance() || !is_of_kind(call.machine, card.handle(), ClassKind::Interactable)) {
        return call.give(Value::boolean(false));
    }
    const Outcome seen = check_may_read(call.machine, card.handle());
    return seen == Outcome::Next ? call.give(Value::boolean(deck_of(call.machine, card.handle()) == call.handle(0)))
                                 : seen;
}

Outcome copy_deck(NativeCall& call) {
    const std::uint32_t length = deck_length(call.machine, call.handle(0));
    const Value copy = make_stack(call.machine, call.type(1), length);
    if (copy.is_null()) {
        return call.out_of_memory();
    }
    for (std::uint32_t i = 0; i < length; ++i) {
        if (!stack_push(call.machine, copy.handle(), Value::instance(deck_get(call.machine, call.handle(0), i)))) {
            return call.out_of_memory();
        }
    }
    return call.give(copy);
}

Outcome deck_discards(NativeCall& call) {
    return call.give(instance_or_null(pile_of(call.machine, call.handle(0))));
}

Outcome fill_deck(NativeCall& call) {
    const Value card = call.argument(1);
    if (card.is_null()) {
        return call.give_nothing();
    }
    const ClassInfo& deck = call.machine.class_info(call.handle(0));
    if (deck.holds != kNone && !call.machine.is_a(card, deck.holds)) {
        return call.fault(FaultId::WrongCard, {instance_name(call.machine, card.handle()), deck.name,
                                               call.machine.program->types[deck.holds].name});
    }
    take_away(call.machine, card.handle());
    return call.give_nothing_if(put_in_deck(call.machine, card.handle(), call.handle(0), true));
}

constexpr auto kPieceNatives = std::to_array<NativeEntry>({
    {NativeId::PieceTile, native<"tile", piece_tile>},
    {NativeId::PieceDeck, native<"deck", piece_deck>},
    {NativeId::PieceDiscarded, native<"discarded", piece_discarded>},
    {NativeId::BindMovement, native<"movement", make_bound_movement>},
    {NativeId::PieceDestinations, native<"destinations", piece_destinations, NullRule::AllOfMember>},
    {NativeId::PieceDestinationCount, native<"destinations", piece_destination_count, NullRule::AllOfMember>},
    {NativeId::DeckLength, native<"length", length_of_deck>},
    {NativeId::DeckGet, native<"[ ]", get_card, NullRule::AllOfMember>},
    {NativeId::DeckPeek, native<"peek", peek_card>},
    {NativeId::DeckContains, native<"contains", deck_contains>},
    {NativeId::DeckCopy, native<"copy", copy_deck>},
    {NativeId::DeckDiscards, native<"discard_stack", deck_discards>},
    {NativeId::DeckFill, native<"contents", fill_deck>},
});

} // namespace

std::span<const NativeEntry> piece_natives() {
    return kPieceNatives;
}

} // namespace tgdl
