#include "vm/positions.h"

#include "vm/storage.h"

namespace tgdl {

namespace {

// The word of a deck's ring where the card with that index stands.
Handle deck_slot(const Machine& machine, Handle deck, std::uint32_t index) {
    const Word ring = machine.memory.load(deck + kDeckRingWord);
    const auto storage = static_cast<Handle>(ring);
    const std::uint32_t slots = storage_slots(machine, storage);
    std::uint32_t slot = static_cast<std::uint32_t>(ring >> 32U) + index;
    slot -= slot >= slots ? slots : 0;
    return slot_at(storage, slot);
}

// Room for one more card. Cards keep their order and begin at the first slot again.
bool grow_ring(Machine& machine, Handle deck) {
    const std::uint32_t length = deck_length(machine, deck);
    const Handle storage = machine.memory.half(deck + kDeckRingWord, 0);
    const std::uint32_t slots = storage_slots(machine, storage);
    if (length < slots) {
        return true;
    }
    const Handle larger = make_storage(machine, more_slots(slots));
    if (larger == 0) {
        return false;
    }
    for (std::uint32_t i = 0; i < length; ++i) {
        machine.memory.store(slot_at(larger, i), machine.memory.load(deck_slot(machine, deck, i)));
    }
    machine.memory.store(deck + kDeckRingWord, pack_halves(larger, 0));
    return true;
}

void move_front(Machine& machine, Handle deck, bool back) {
    const Handle storage = machine.memory.half(deck + kDeckRingWord, 0);
    const std::uint32_t front = machine.memory.half(deck + kDeckRingWord, 1);
    const std::uint32_t slots = storage_slots(machine, storage);
    const std::uint32_t moved = back ? (front == 0 ? slots : front) - 1 : (front + 1 == slots ? 0 : front + 1);
    machine.memory.set_half(deck + kDeckRingWord, 1, moved);
}

void set_deck_length(Machine& machine, Handle deck, std::uint32_t length) {
    machine.memory.set_half(deck + kDeckLengthWord, 0, length);
}

void take_from_deck(Machine& machine, Handle card, Handle deck) {
    const std::uint32_t length = deck_length(machine, deck);
    const std::uint32_t position = deck_position(machine, deck, card);
    machine.charge_elements(position == 0 ? 0 : length - position, 2);
    if (position == 0) {
        machine.memory.store(deck_slot(machine, deck, 0), 0);
        move_front(machine, deck, false);
    } else {
        for (std::uint32_t i = position + 1; i < length; ++i) {
            machine.memory.store(deck_slot(machine, deck, i - 1), machine.memory.load(deck_slot(machine, deck, i)));
        }
        machine.memory.store(deck_slot(machine, deck, length - 1), 0);
    }
    set_deck_length(machine, deck, length - 1);
}

void take_from_tile(Machine& machine, Handle piece, Handle tile) {
    Memory& memory = machine.memory;
    const Handle next = memory.half(piece + kPieceLinkWord, 0);
    const Handle previous = memory.half(piece + kPieceLinkWord, 1);
    if (previous == 0) {
        memory.set_half(tile + kTilePiecesWord, 0, next);
    } else {
        memory.set_half(previous + kPieceLinkWord, 0, next);
    }
    if (next == 0) {
        memory.set_half(tile + kTilePiecesWord, 1, previous);
    } else {
        memory.set_half(next + kPieceLinkWord, 1, previous);
    }
    memory.store(piece + kPieceLinkWord, 0);
}

} // namespace

void take_away(Machine& machine, Handle piece) {
    const Handle place = machine.memory.half(piece + kPlaceWord, 0);
    if (place == 0) {
        return;
    }
    if (is_of_kind(machine, place, ClassKind::Tile)) {
        take_from_tile(machine, piece, place);
    } else {
        take_from_deck(machine, piece, place);
    }
    machine.memory.store(piece + kPlaceWord, 0);
    if (machine.has_flag(piece, kDiscarded)) {
        machine.set_flag(piece, kDiscarded, false);
    }
}

void put_on_tile(Machine& machine, Handle piece, Handle tile) {
    Memory& memory = machine.memory;
    const Handle last = memory.half(tile + kTilePiecesWord, 1);
    memory.store(piece + kPlaceWord, pack_halves(tile, 0));
    memory.store(piece + kPieceLinkWord, pack_halves(0, last));
    if (last == 0) {
        memory.store(tile + kTilePiecesWord, pack_halves(piece, piece));
    } else {
        memory.set_half(last + kPieceLinkWord, 0, piece);
        memory.set_half(tile + kTilePiecesWord, 1, piece);
    }
}

bool put_in_deck(Machine& machine, Handle card, Handle deck, bool at_top) {
    if (!grow_ring(machine, deck)) {
        return false;
    }
    const std::uint32_t length = deck_length(machine, deck);
    if (!at_top) {
        move_front(machine, deck, true);
    }
    set_deck_length(machine, deck, length + 1);
    deck_set(machine, deck, at_top ? length : 0, card);
    machine.memory.store(card + kPlaceWord, pack_halves(deck, 0));
    return true;
}

std::uint32_t deck_length(const Machine& machine, Handle deck) {
    return machine.memory.half(deck + kDeckLengthWord, 0);
}

Handle deck_get(const Machine& machine, Handle deck, std::uint32_t index) {
    return machine.memory.value(deck_slot(machine, deck, index)).handle();
}

void deck_set(Machine& machine, Handle deck, std::uint32_t index, Handle card) {
    machine.memory.set_value(deck_slot(machine, deck, index), Value::instance(card));
}

std::uint32_t deck_position(const Machine& machine, Handle deck, Handle card) {
    // From the top, where most cards leave; or they all do, one after the other from the front.
    if (deck_length(machine, deck) > 0 && deck_get(machine, deck, 0) == card) {
        return 0;
    }
    for (std::uint32_t i = deck_length(machine, deck); i > 0; --i) {
        if (deck_get(machine, deck, i - 1) == card) {
            return i - 1;
        }
    }
    return kNone;
}

Handle pile_of(const Machine& machine, Handle deck) {
    return machine.memory.half(deck + kDeckPileWord, 0);
}

double turns_around(const Machine& machine, Handle thing) {
    const bool is_tile = is_of_kind(machine, thing, ClassKind::Tile);
    const Handle tile = is_tile ? thing : tile_of(machine, thing);
    const Handle group = tile == 0 ? 0 : visible_group_of(machine, tile);
    const GeometryKind geometry = group == 0 ? GeometryKind::Square : group_info(machine, group).geometry;
    const bool is_hex = geometry == GeometryKind::HexRow || geometry == GeometryKind::HexColumn;
    return is_hex ? 6 : 4;
}

double turned_of(const Machine& machine, Handle thing) {
    const std::uint16_t word = machine.class_info(thing).turned_word;
    const Value kept = word == 0 ? Value::number(0) : machine.memory.value(thing + word);
    return turned_below(kept.is_number() ? kept.as_number() : 0, turns_around(machine, thing));
}

bool make_pile(Machine& machine, Handle deck) {
    const Handle pile = machine.make_instance(machine.program->plain_discards);
    if (pile == 0) {
        return false;
    }
    machine.memory.store(pile + kDeckPileWord, pack_halves(0, deck));
    machine.memory.set_half(deck + kDeckPileWord, 0, pile);
    return true;
}

} // namespace tgdl
