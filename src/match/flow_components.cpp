// Changes to components besides their attributes: owners, positions, decks, chance, the end of the game; with events.
#include "base/random.h"
#include "match/action_frame.h"
#include "match/flow.h"
#include "match/frame_words.h"
#include "match/view.h"
#include "vm/collections.h"
#include "vm/execution.h"
#include "vm/positions.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tgdl {

namespace {

bool is_deck(const Machine& machine, Value value) {
    return value.is_instance() && machine.class_info(value.handle()).kind == ClassKind::Stack;
}

} // namespace

// ---- chance ---------------------------------------------------------------------------------------------------------

Outcome MatchFlow::draw_below(std::uint64_t bound, std::uint64_t& number) {
    if (machine.trial > 0) {
        return Outcome::Opaque;
    }
    RandomState generator;
    std::memcpy(static_cast<void*>(&generator), machine.memory.unlogged(kRandomWord), sizeof(generator));
    number = random_below(generator, bound);
    std::memcpy(machine.memory.unlogged(kRandomWord), &generator, sizeof(generator));
    if (tape != nullptr) [[unlikely]] {
        number = tape->draw(bound, number);
    }
    state.idle_draws = true; // something may still come of it
    return Outcome::Next;
}

// A List, Stack, deck or pile.
Outcome MatchFlow::shuffle_walkable(Value collection) {
    const std::uint32_t length = walk_length(machine, collection);
    if (machine.trial > 0) {
        return Outcome::Opaque;
    }
    const Handle handle = collection.handle();
    if (tape != nullptr) [[unlikely]] {
        tape->begin_shuffle(collection.is_instance() ? Draw::For::Deck : Draw::For::List);
        for (std::uint32_t i = 0; i < length; ++i) {
            if (const Value thing = walk_get(machine, collection, i); thing.is_instance()) {
                tape->shuffles.back().push_back(machine.identity_of(thing.handle()));
            }
        }
    }
    for (std::uint32_t i = length; i > 1; --i) {
        std::uint64_t drawn = 0;
        const Outcome outcome = draw_below(i, drawn);
        if (outcome != Outcome::Next) {
            return outcome;
        }
        const auto other = static_cast<std::uint32_t>(drawn);
        if (collection.is_instance()) {
            const Handle card = deck_get(machine, handle, other);
            deck_set(machine, handle, other, deck_get(machine, handle, i - 1));
            deck_set(machine, handle, i - 1, card);
        } else if (Header::unpack(machine.memory.load(handle)).kind == ObjectKind::Stack) {
            stack_swap(machine, handle, i - 1, other);
        } else {
            list_swap(machine, handle, i - 1, other);
        }
    }
    if (tape != nullptr) [[unlikely]] {
        tape->end_shuffle();
    }
    if (program_->public_numbers) {
        deal_public_numbers(collection);
    }
    return Outcome::Next;
}

// ---- owners ---------------------------------------------------------------------------------------------------------

Outcome MatchFlow::assign(Handle instance, std::uint32_t player) {
    const Handle word = instance + kOwnerWord;
    const Value given = Value::number(player);
    const Value now = machine.memory.value(word);
    if (machine.class_info(instance).scope == Scope::Group) {
        if (belongs_to(instance, player)) {
            return Outcome::Next;
        }
        Value members = now;
        if (!members.is_collection()) {
            members = make_list(machine, kNone, 2);
            if (members.is_null()) {
                return machine.fault_with(FaultId::OutOfMemory);
            }
            machine.memory.set_value(word, members);
        }
        if (!list_add(machine, members.handle(), given)) {
            return machine.fault_with(FaultId::OutOfMemory);
        }
        return raise(EventKind::Assign, {Value::instance(instance), given, Value::null()});
    }
    if (now == given) {
        return Outcome::Next; // assigning twice does nothing
    }
    machine.memory.set_value(word, given);
    return raise(EventKind::Assign, {Value::instance(instance), given, now});
}

// `player` null: from whoever has it.
Outcome MatchFlow::unassign(Handle instance, Value player) {
    const Handle word = instance + kOwnerWord;
    const Value now = machine.memory.value(word);
    if (now.is_collection()) {
        const Handle members = now.handle();
        std::vector<Value> leaving;
        for (std::uint32_t i = 0; i < list_length(machine, members); ++i) {
            const Value member = list_get(machine, members, i);
            if (player.is_null() || member == Value::number(to_player(player.as_number()))) {
                leaving.push_back(member);
            }
        }
        for (const Value member : leaving) {
            for (std::uint32_t i = 0; i < list_length(machine, members); ++i) {
                if (list_get(machine, members, i) == member) {
                    list_remove_at(machine, members, i);
                    break;
                }
            }
            const Outcome outcome = raise(EventKind::Unassign, {Value::instance(instance), member, member});
            if (outcome != Outcome::Next) {
                return outcome;
            }
        }
        if (list_length(machine, members) == 0) {
            machine.memory.set_value(word, Value::null());
        }
        return Outcome::Next;
    }
    if (now.is_null() || (!player.is_null() && now != Value::number(to_player(player.as_number())))) {
        return Outcome::Next;
    }
    machine.memory.set_value(word, Value::null());
    return raise(EventKind::Unassign, {Value::instance(instance), now, now});
}

// ---- places ---------------------------------------------------------------------------------------------------------

// Takes the piece from where it is. A deck it leaves raises DrawEvent; leaving a tile is told by who moves it.
Outcome MatchFlow::leave(Handle piece) {
    const Handle deck = deck_of(machine, piece);
    take_away(machine, piece);
    if (deck == 0 || machine.has_flag(deck, kBeingMade)) {
        return Outcome::Next;
    }
    return raise(EventKind::Draw, {Value::instance(deck), Value::instance(piece)});
}

Outcome MatchFlow::move_to(Handle piece, Value tile, Value movement) {
    if (tile.is_null() || machine.class_of(tile.handle()) == program_->blank_tile) {
        return machine.fault_with(
            FaultId::MoveNowhere,
            {text_of(Value::instance(piece)), tile.is_null() ? std::string("null") : std::string("the blank tile")});
    }
    const Handle from = tile_of(machine, piece);
    const Outcome outcome = leave(piece);
    if (outcome != Outcome::Next) {
        return outcome;
    }
    put_on_tile(machine, piece, tile.handle());
    return raise(EventKind::Move,
                 {Value::instance(piece), from == 0 ? Value::null() : Value::instance(from), tile, movement});
}

Outcome MatchFlow::remove_piece(Handle piece) {
    const Handle from = tile_of(machine, piece);
    const Outcome outcome = leave(piece);
    if (outcome != Outcome::Next || from == 0) {
        return outcome;
    }
    return raise(EventKind::Move, {Value::instance(piece), Value::instance(from), Value::null(), Value::null()});
}

Outcome MatchFlow::check_card(Handle card, Handle deck) {
    const ClassInfo& info = machine.class_info(deck);
    TypeIndex holds = info.holds;
    if (info.is_discards) {
        const Handle of = machine.memory.half(deck + kDeckPileWord, 1);
        holds = of == 0 ? kNone : machine.class_info(of).holds;
    }
    if (holds != kNone && !machine.fits(Value::instance(card), holds)) {
        return machine.fault_with(FaultId::WrongCard, {text_of(Value::instance(card)), text_of(Value::instance(deck)),
                                                       program_->types[holds].name});
    }
    return Outcome::Next;
}

Outcome MatchFlow::put(Handle card, Handle deck, bool at_top) {
    Outcome outcome = check_card(card, deck);
    if (outcome == Outcome::Next) {
        outcome = leave_for(card);
    }
    if (outcome != Outcome::Next) {
        return outcome;
    }
    if (!put_in_deck(machine, card, deck, at_top)) {
        return machine.fault_with(FaultId::OutOfMemory);
    }
    if (machine.has_flag(deck, kBeingMade)) {
        return Outcome::Next;
    }
    return raise(EventKind::Put, {Value::instance(deck), Value::instance(card)});
}

// Leaves a tile or a deck for a deck: off the board is a move to nowhere.
Outcome MatchFlow::leave_for(Handle card) {
    return tile_of(machine, card) != 0 ? remove_piece(card) : leave(card);
}

Outcome MatchFlow::discard(Handle card, Handle deck) {
    Outcome outcome = check_card(card, deck);
    if (outcome == Outcome::Next) {
        outcome = leave_for(card);
    }
    if (outcome != Outcome::Next) {
        return outcome;
    }
    if (!put_in_deck(machine, card, deck, true)) {
        return machine.fault_with(FaultId::OutOfMemory);
    }
    machine.set_flag(card, kDiscarded, true);
    return raise(EventKind::Discard, {Value::instance(deck), Value::instance(card)});
}

Outcome MatchFlow::take_card(std::uint32_t window, std::uint32_t position) {
    const Handle deck = machine.values[window].handle();
    const std::uint32_t length = deck_length(machine, deck);
    if (length == 0) {
        machine.values[window] = Value::null();
        return Outcome::Next;
    }
    const Handle card = deck_get(machine, deck, std::min(position, length - 1));
    machine.values[window] = Value::instance(card);
    return leave(card);
}

// ---- natives --------------------------------------------------------------------------------------------------------

Outcome MatchFlow::native_decks(NativeId native, std::uint32_t window) {
    const Value deck_value = machine.values[window];
    const Handle deck = deck_value.handle();
    const Value second = machine.values[window + 1];
    Value result;
    Outcome outcome = Outcome::Next;
    switch (native) {
    case NativeId::DeckPush:
    case NativeId::DeckPushFront:
        if (!second.is_null()) {
            outcome = put(second.handle(), deck, native == NativeId::DeckPush);
        }
        break;
    case NativeId::DeckPop: return take_card(window, kNone);
    case NativeId::DeckPopFront: return take_card(window, 0);
    case NativeId::DeckRemove: {
        const bool there = !second.is_null() && deck_of(machine, second.handle()) == deck;
        outcome = there ? leave(second.handle()) : Outcome::Next;
        result = Value::boolean(there);
        break;
    }
    case NativeId::DeckClear:
        while (outcome == Outcome::Next && deck_length(machine, deck) > 0) {
            outcome = leave(deck_get(machine, deck, 0));
        }
        break;
    case NativeId::DeckShuffle:
        outcome = shuffle_walkable(deck_value);
        if (outcome == Outcome::Next && !machine.has_flag(deck, kBeingMade)) {
            outcome = raise(EventKind::Shuffle, {deck_value});
        }
        break;
    case NativeId::DeckReshuffle: {
        const Handle pile = pile_of(machine, deck);
        const std::uint64_t discarded = pile == 0 ? 0 : deck_length(machine, pile);
        if (!machine.charge(6 * discarded + std::uint64_t{4} * deck_length(machine, deck))) {
            return machine.budget_spent();
        }
        while (pile != 0 && deck_length(machine, pile) > 0) {
            const Handle card = deck_get(machine, pile, 0);
            take_away(machine, card);
            if (!put_in_deck(machine, card, deck, true)) {
                return machine.fault_with(FaultId::OutOfMemory);
            }
        }
        outcome = shuffle_walkable(deck_value);
        if (outcome == Outcome::Next && !machine.has_flag(deck, kBeingMade)) {
            outcome = raise(EventKind::Reshuffle, {deck_value});
        }
        break;
    }
    default: break;
    }
    machine.values[window] = result;
    return outcome;
}

Outcome MatchFlow::native_pieces(NativeId native, std::uint32_t window) {
    const Handle piece = machine.values[window].handle();
    const Value second = machine.values[window + 1];
    Outcome outcome = Outcome::Next;
    switch (native) {
    case NativeId::PieceMoveTo: outcome = move_to(piece, second); break;
    case NativeId::PieceRemove: outcome = remove_piece(piece); break;
    case NativeId::PieceCapture:
        outcome = remove_piece(piece);
        if (outcome == Outcome::Next) {
            outcome = unassign(piece, Value::null());
        }
        break;
    default:
        if (!is_deck(machine, second)) {
            return machine.fault_with(FaultId::NullArgument, {"discard"});
        }
        outcome = discard(piece, second.handle());
        break;
    }
    machine.values[window] = Value::null();
    return outcome;
}

Outcome MatchFlow::native_random(NativeId native, std::uint32_t window) {
    const Value first = machine.values[window];
    if (first.is_null() || (native == NativeId::RandomBetween && machine.values[window + 1].is_null())) {
        return machine.fault_with(FaultId::NullArgument, {"random"});
    }
    double low = 0;
    double high = std::trunc(first.as_number()) - 1;
    if (native == NativeId::RandomBetween) {
        low = std::trunc(first.as_number());
        high = std::trunc(machine.values[window + 1].as_number());
    }
    constexpr double kLargest = 9007199254740992.0; // whole numbers beyond this are not all there
    if (high < low || high - low >= kLargest) {
        return machine.fault_with(FaultId::EmptyRange, {number_text(low), number_text(high)});
    }
    std::uint64_t drawn = 0;
    const Outcome outcome = draw_below(static_cast<std::uint64_t>(high - low) + 1, drawn);
    machine.values[window] = Value::number(low + static_cast<double>(drawn));
    return outcome;
}

// Arguments: a player or null, the type, that of the list.
Outcome MatchFlow::all_of(std::uint32_t window) {
    const Value player = machine.values[window];
    const ValueType& type = program_->types[static_cast<std::size_t>(machine.values[window + 1].as_number())];
    const auto list_type = static_cast<TypeIndex>(machine.values[window + 2].as_number());
    found_instances_.clear(); // nothing below runs code
    if (player.is_null()) {
        machine.live_top = window + 1; // the constants are no part of the rules
        machine.collect_tracked(type.first_class, type.last_class, found_instances_);
    } else {
        collect_owned(type.first_class, type.last_class, to_player(player.as_number()), found_instances_);
    }
    const Value list = list_of_instances(machine, list_type, found_instances_);
    machine.values[window] = list;
    return list.is_null() ? machine.fault_with(FaultId::OutOfMemory) : Outcome::Next;
}

Outcome MatchFlow::native_instances(NativeId native, std::uint32_t window) {
    const Value first = machine.values[window];
    Value result;
    switch (native) {
    case NativeId::Assign:
    case NativeId::Unassign: {
        const Value player = machine.values[window + 1];
        if (native == NativeId::Assign && player.is_null()) {
            return machine.fault_with(FaultId::NullArgument, {"assign"});
        }
        const Outcome outcome = native == NativeId::Assign ? assign(first.handle(), to_player(player.as_number()))
                                                           : unassign(first.handle(), player);
        machine.values[window] = Value::null();
        return outcome;
    }
    case NativeId::OwnerOf: result = owner(first.handle()); break;
    case NativeId::OwnersOf: {
        const Value owner_value = machine.memory.value(first.handle() + kOwnerWord);
        const auto type = static_cast<TypeIndex>(machine.values[window + 1].as_number());
        result = make_list(machine, type, 2);
        if (result.is_null()) {
            return machine.fault_with(FaultId::OutOfMemory);
        }
        if (owner_value.is_collection()) {
            for (std::uint32_t i = 0; i < list_length(machine, owner_value.handle()); ++i) {
                list_add(machine, result.handle(), list_get(machine, owner_value.handle(), i));
            }
        } else if (!owner_value.is_null()) {
            list_add(machine, result.handle(), owner_value);
        }
        break;
    }
    case NativeId::AllOf: return all_of(window);
    case NativeId::GetAllowed: {
        const auto slot = static_cast<std::uint32_t>(machine.values[window + 1].as_number());
        result = Value::boolean(is_allowed(first.handle(), action_of(first.handle(), slot)));
        break;
    }
    case NativeId::SetAllowed: {
        const auto slot = static_cast<std::uint32_t>(machine.values[window + 1].as_number());
        if (machine.values[window + 2].is_null()) {
            return machine.fault_with(FaultId::NullArgument, {"allowed"});
        }
        const bool allowed = machine.values[window + 2].as_bool();
        const Handle word = first.handle() + machine.class_info(first.handle()).disabled_offset + slot / kFlagsPerWord;
        const Value old = machine.memory.value(word);
        const std::uint64_t bit = std::uint64_t{1} << (slot % kFlagsPerWord);
        const std::uint64_t bits = old.is_null() ? 0 : old.bits;
        machine.memory.store(word, allowed ? bits & ~bit : bits | bit);
        break;
    }
    case NativeId::GetGameActionAllowed:
        result = Value::boolean(is_allowed(0, static_cast<ActionIndex>(first.as_number())));
        break;
    default: { // SetGameActionAllowed
        Handle flags = machine.memory.half(kGameActionsWord, 0);
        if (machine.values[window + 1].is_null()) {
            return machine.fault_with(FaultId::NullArgument, {"allowed"});
        }
        if (flags == 0) {
            const Value made = make_list(machine, kNone, static_cast<std::uint32_t>(program_->actions.size()));
            if (made.is_null()) {
                return machine.fault_with(FaultId::OutOfMemory);
            }
            flags = made.handle();
            for (std::size_t i = 0; i < program_->actions.size(); ++i) {
                list_add(machine, flags, Value::boolean(false));
            }
            machine.memory.set_half(kGameActionsWord, 0, flags);
        }
        list_set(machine, flags, static_cast<std::uint32_t>(first.as_number()),
                 Value::boolean(!machine.values[window + 1].as_bool()));
        break;
    }
    }
    machine.values[window] = result;
    return Outcome::Next;
}

Outcome MatchFlow::native(NativeId native, std::uint32_t window, std::uint32_t count) {
    // Nearly every move ends with passing.
    if (native == NativeId::TurnPass) {
        return pass_turn(window);
    }
    const Outcome outcome =
        charge_native(machine, native, window, count) ? other_native(native, window, count) : machine.budget_spent();
    // One that charges itself may have left its work half done.
    return outcome == Outcome::Next && machine.budget.is_spent() ? machine.budget_spent() : outcome;
}

Outcome MatchFlow::other_native(NativeId native, std::uint32_t window, std::uint32_t count) {
    const auto needs_receiver = [&] {
        return machine.values[window].is_null()
                   ? machine.fault_with(FaultId::NullMember, {std::string(native_name(native))})
                   : Outcome::Next;
    };
    switch (native) {
    case NativeId::JoinTexts:
    case NativeId::JoinShownTexts:
    case NativeId::PlayerName:
    case NativeId::PlayerColor:
    case NativeId::BeginHole:
    case NativeId::EndHole:
    case NativeId::Log:
    case NativeId::Tell: return native_texts(native, window, count);
    case NativeId::RandomBelow:
    case NativeId::RandomBetween: return native_random(native, window);
    case NativeId::ListShuffle:
    case NativeId::StackShuffle: {
        if (needs_receiver() != Outcome::Next) {
            return Outcome::Fault;
        }
        const Outcome outcome = shuffle_walkable(machine.values[window]);
        machine.values[window] = Value::null();
        return outcome;
    }
    case NativeId::ListRandom:
    case NativeId::ListRandomByWeights:
    case NativeId::ListShuffled:
    case NativeId::ListJoin: return needs_receiver() == Outcome::Next ? native_lists(native, window) : Outcome::Fault;
    case NativeId::AllOf:
    case NativeId::GetGameActionAllowed:
    case NativeId::SetGameActionAllowed: return native_instances(native, window);
    case NativeId::Assign:
    case NativeId::Unassign:
    case NativeId::OwnerOf:
    case NativeId::OwnersOf:
    case NativeId::GetAllowed:
    case NativeId::SetAllowed:
        return needs_receiver() == Outcome::Next ? native_instances(native, window) : Outcome::Fault;
    case NativeId::PieceMoveTo:
    case NativeId::PieceRemove:
    case NativeId::PieceCapture:
    case NativeId::PieceDiscard:
        return needs_receiver() == Outcome::Next ? native_pieces(native, window) : Outcome::Fault;
    case NativeId::DeckPush:
    case NativeId::DeckPushFront:
    case NativeId::DeckPop:
    case NativeId::DeckPopFront:
    case NativeId::DeckRemove:
    case NativeId::DeckClear:
    case NativeId::DeckShuffle:
    case NativeId::DeckReshuffle:
        return needs_receiver() == Outcome::Next ? native_decks(native, window) : Outcome::Fault;
    case NativeId::EventThrow:
        if (machine.values[window].is_null()) {
            return machine.fault_with(FaultId::NullArgument, {"event.throw"});
        }
        if (state.over) {
            return machine.fault_with(FaultId::NotAllowedAtEnd);
        }
        if (!enqueue(machine.values[window])) {
            return machine.fault_with(FaultId::OutOfMemory);
        }
        machine.values[window] = Value::null();
        return Outcome::Next;
    case NativeId::EventPrevent: {
        const Value event = machine.values[window];
        if (event.is_null()) {
            return machine.fault_with(FaultId::NullMember, {"prevent"});
        }
        for (const AttributeInfo& attribute : machine.class_info(event.handle()).attributes) {
            if (attribute.name == "prevented") {
                machine.memory.set_value(event.handle() + attribute.offset, Value::boolean(true));
            }
        }
        machine.values[window] = Value::null();
        return Outcome::Next;
    }
    default: return native_turns(native, window);
    }
}

// In a trial: does the chooser see this? While an `information` block runs: does its viewer?
bool MatchFlow::may_read(Handle instance, std::uint32_t word) {
    const std::uint32_t who = machine.viewer != kNone ? machine.viewer : trial_viewer_;
    if (who == kNone || !program_->hides) {
        record_read(instance, word);
        return true;
    }
    const std::uint32_t outer = machine.trial;
    machine.trial = 0; // the `visible` blocks themselves may look
    const bool seen = sees_word(*this, who, instance, word);
    machine.trial = outer;
    if (machine.viewer == kNone) {
        view_failed = false; // not seen: the trial ends here
        if (seen) {
            record_read(instance, word);
        }
    }
    return seen;
}

} // namespace tgdl
