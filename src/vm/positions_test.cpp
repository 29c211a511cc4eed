// Pieces on tiles and cards in decks.
#include "vm/positions_for_test.h"

namespace tgdl {
namespace {

class Positions : public PositionsTest {
protected:
    Names pieces_on(Handle tile) {
        return list_names(call(NativeId::TileInteractables, {thing(tile), number(kPawns)}));
    }
    Names cards_in(Handle deck) const {
        std::vector<Handle> cards;
        for (std::uint32_t i = 0; i < deck_length(machine_, deck); ++i) {
            cards.push_back(deck_get(machine_, deck, i));
        }
        return names(cards);
    }
    Handle deck_with(int count) {
        const Handle deck = machine_.make_instance(kDeck);
        for (int i = 0; i < count; ++i) {
            EXPECT_TRUE(put_in_deck(machine_, make_pawn(), deck, true));
        }
        return deck;
    }
};

TEST_F(Positions, PiecesStandOnATileInOrderOfArrival) {
    const Handle tile = at(kField, 1, 1);
    const Handle first = pawn_on(tile);
    const Handle second = pawn_on(tile);
    pawn_on(tile);

    EXPECT_EQ(pieces_on(tile), (Names{"Pawn#1", "Pawn#2", "Pawn#3"}));
    EXPECT_EQ(call(NativeId::TilePiece, {thing(tile)}), thing(first));
    EXPECT_EQ(call(NativeId::PieceTile, {thing(second)}), thing(tile));
    EXPECT_EQ(call(NativeId::TileEmpty, {thing(tile)}), Value::boolean(false));
}

TEST_F(Positions, APieceTakenFromTheMiddleLeavesTheOthersInOrder) {
    const Handle tile = at(kField, 1, 1);
    const Handle first = pawn_on(tile);
    const Handle second = pawn_on(tile);
    const Handle third = pawn_on(tile);

    take_away(machine_, second);
    EXPECT_EQ(pieces_on(tile), (Names{"Pawn#1", "Pawn#3"}));
    put_on_tile(machine_, second, tile);
    take_away(machine_, first);
    EXPECT_EQ(pieces_on(tile), (Names{"Pawn#3", "Pawn#2"}));
    take_away(machine_, second);
    take_away(machine_, third);

    EXPECT_EQ(pieces_on(tile), Names{});
    EXPECT_TRUE(call(NativeId::PieceTile, {thing(first)}).is_null());
    EXPECT_EQ(call(NativeId::TileEmpty, {thing(tile)}), Value::boolean(true));
}

TEST_F(Positions, ADeckIsOpenAtBothEndsAndGrows) {
    const Handle deck = deck_with(3);

    for (int i = 0; i < 7; ++i) {
        ASSERT_TRUE(put_in_deck(machine_, make_pawn(), deck, false));
    }

    EXPECT_EQ(cards_in(deck), (Names{"Pawn#10", "Pawn#9", "Pawn#8", "Pawn#7", "Pawn#6", "Pawn#5", "Pawn#4", "Pawn#1",
                                     "Pawn#2", "Pawn#3"}));
    EXPECT_EQ(call(NativeId::DeckLength, {thing(deck)}), number(10));
    EXPECT_EQ(call(NativeId::DeckPeek, {thing(deck)}), thing(deck_get(machine_, deck, 9)));
    EXPECT_EQ(call(NativeId::DeckGet, {thing(deck), number(1.7)}), thing(deck_get(machine_, deck, 1)));
    EXPECT_TRUE(call(NativeId::DeckGet, {thing(deck), number(10)}).is_null());
}

TEST_F(Positions, CardsLeaveADeckFromAnywhere) {
    const Handle deck = deck_with(5);

    take_away(machine_, deck_get(machine_, deck, 0));
    take_away(machine_, deck_get(machine_, deck, 3));
    take_away(machine_, deck_get(machine_, deck, 1));

    EXPECT_EQ(cards_in(deck), (Names{"Pawn#2", "Pawn#4"}));
    EXPECT_EQ(deck_position(machine_, deck, deck_get(machine_, deck, 1)), 1U);
}

TEST_F(Positions, ARingThatWentRoundKeepsItsOrder) {
    const Handle deck = deck_with(4);

    for (int i = 0; i < 9; ++i) {
        const Handle card = deck_get(machine_, deck, 0);
        take_away(machine_, card);
        ASSERT_TRUE(put_in_deck(machine_, card, deck, true));
    }

    EXPECT_EQ(cards_in(deck), (Names{"Pawn#2", "Pawn#3", "Pawn#4", "Pawn#1"}));
}

TEST_F(Positions, AnInteractableIsInOnePlaceAtMost) {
    const Handle deck = deck_with(2);
    const Handle card = deck_get(machine_, deck, 0);

    take_away(machine_, card);
    put_on_tile(machine_, card, at(kField, 0, 0));

    EXPECT_EQ(tile_of(machine_, card), at(kField, 0, 0));
    EXPECT_EQ(deck_of(machine_, card), 0U);
    EXPECT_TRUE(call(NativeId::PieceDeck, {thing(card)}).is_null());
    EXPECT_EQ(call(NativeId::DeckContains, {thing(deck), thing(card)}), Value::boolean(false));
}

TEST_F(Positions, LeavingAStackClearsTheFlagOfDiscardedCards) {
    const Handle deck = deck_with(1);
    const Handle pile = pile_of(machine_, deck);
    const Handle card = deck_get(machine_, deck, 0);
    take_away(machine_, card);
    ASSERT_TRUE(put_in_deck(machine_, card, pile, true));
    machine_.set_flag(card, kDiscarded, true);
    EXPECT_EQ(call(NativeId::PieceDiscarded, {thing(card)}), Value::boolean(true));

    take_away(machine_, card);

    EXPECT_EQ(call(NativeId::PieceDiscarded, {thing(card)}), Value::boolean(false));
}

TEST_F(Positions, EveryDeckHasAPileAndAPileHasNone) {
    const Handle deck = deck_with(0);
    const Handle pile = call(NativeId::DeckDiscards, {thing(deck)}).handle();

    EXPECT_EQ(machine_.class_of(pile), ClassIndex{kDiscards});
    EXPECT_EQ(pile_of(machine_, pile), 0U);
    EXPECT_TRUE(call(NativeId::DeckPeek, {thing(deck)}).is_null());
}

TEST_F(Positions, ContentsMustBeOfWhatTheDeckHolds) {
    const Handle deck = deck_with(0);

    call(NativeId::DeckFill, {thing(deck), thing(make_pawn())});
    EXPECT_EQ(cards_in(deck), (Names{"Pawn#1"}));

    call(NativeId::DeckFill, {thing(deck), thing(machine_.make_instance(kCoin))});
    EXPECT_EQ(machine_.fault().message, "Coin#1 cannot lie in Deck: it holds Pawn");
}

TEST_F(Positions, ACopyOfADeckIsAPlainStackAndTakesNothing) {
    const Handle deck = deck_with(3);

    const Value copy = call(NativeId::DeckCopy, {thing(deck), number(kPawnStack)});

    EXPECT_EQ(stack_length(machine_, copy.handle()), 3U);
    EXPECT_EQ(stack_get(machine_, copy.handle(), 2), thing(deck_get(machine_, deck, 2)));
    EXPECT_EQ(deck_of(machine_, deck_get(machine_, deck, 2)), deck);
}

TEST_F(Positions, RewindPutsEverythingBack) {
    const Handle deck = deck_with(4);
    const Handle pawn = pawn_on(at(kField, 0, 0));
    pawn_on(at(kField, 0, 0));
    const std::vector<Word> before = heap();

    const Mark mark = machine_.memory.mark();
    take_away(machine_, pawn);
    put_on_tile(machine_, pawn, at(kField, 2, 2));
    for (int i = 0; i < 3; ++i) {
        const Handle card = deck_get(machine_, deck, 1);
        take_away(machine_, card);
        put_on_tile(machine_, card, at(kField, 0, 0));
    }
    for (int i = 0; i < 9; ++i) {
        ASSERT_TRUE(put_in_deck(machine_, make_pawn(), deck, i % 2 == 0));
    }
    machine_.memory.rewind(mark);

    EXPECT_EQ(heap(), before);
}

// ---- what a trial may not look at

class HidingFlow : public Flow {
public:
    Outcome native(NativeId /*native*/, std::uint32_t /*window*/, std::uint32_t /*count*/) override {
        return Outcome::Fault;
    }
    Outcome ask(InputIndex /*input*/, std::uint32_t /*window*/) override { return Outcome::Fault; }
    Outcome choose(std::uint32_t /*window*/, std::uint32_t /*labels*/) override { return Outcome::Fault; }
    Outcome call_action(std::uint32_t /*window*/, std::uint16_t /*action*/, std::uint32_t /*inputs*/) override {
        return Outcome::Fault;
    }
    Outcome action_possible(std::uint32_t /*window*/, std::uint16_t /*action*/, std::uint32_t /*inputs*/) override {
        return Outcome::Fault;
    }
    Outcome throw_sync(std::uint32_t /*window*/) override { return Outcome::Fault; }
    Outcome move_piece(std::uint32_t /*window*/) override { return Outcome::Fault; }
    Outcome winner(WinnerKind /*kind*/, std::uint32_t /*window*/) override { return Outcome::Fault; }
    Outcome set_observed(std::uint32_t /*window*/, std::uint32_t /*attribute*/) override { return Outcome::Fault; }
    Outcome read_for_viewer(ChunkIndex /*reader*/, std::uint32_t /*window*/) override { return Outcome::Fault; }
    Outcome call_public(ChunkIndex /*chunk*/, std::uint32_t /*window*/) override { return Outcome::Fault; }
    bool may_read(Handle instance, std::uint32_t /*word*/) override { return instance != hidden; }

    Handle hidden = 0;
};

TEST_F(Positions, InATrialThePlaceOfSomethingHiddenIsNotRead) {
    HidingFlow flow;
    machine_.flow = &flow;
    program_.hides = true;
    machine_.trial = 1;
    const Handle deck = deck_with(2);
    const Handle seen = deck_get(machine_, deck, 0);
    flow.hidden = deck_get(machine_, deck, 1);

    call(NativeId::DeckPeek, {thing(deck)});
    EXPECT_EQ(outcome_, Outcome::Opaque);
    call(NativeId::DeckGet, {thing(deck), number(1)});
    EXPECT_EQ(outcome_, Outcome::Opaque);
    call(NativeId::DeckContains, {thing(deck), thing(flow.hidden)});
    EXPECT_EQ(outcome_, Outcome::Opaque);
    call(NativeId::PieceDeck, {thing(flow.hidden)});
    EXPECT_EQ(outcome_, Outcome::Opaque);
    call(NativeId::PieceTile, {thing(flow.hidden)});
    EXPECT_EQ(outcome_, Outcome::Opaque);
    EXPECT_EQ(call(NativeId::DeckGet, {thing(deck), number(0)}), thing(seen));

    machine_.trial = 0;
    EXPECT_EQ(call(NativeId::DeckPeek, {thing(deck)}), thing(flow.hidden));
}

} // namespace
} // namespace tgdl
