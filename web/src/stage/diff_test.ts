import assert from "node:assert/strict";
import test from "node:test";
import type { Instance } from "../view";
import { changesBetween, isEmpty, trailOf } from "./diff";
import { boardOf, deck, hiddenCard, instance, squares, tileAt, viewWith } from "./view_for_test";

function boardWith(piecesAt: Record<string, Instance[]>) {
    return viewWith({ boards: [boardOf(squares(2, 2, (x, y) => tileAt(x, y, { pieces: piecesAt[`${x} ${y}`] ?? [] })))] });
}

const pawn = instance("Pawn#1", { owner: 0 });

test("a view is not different from itself", () => {
    const view = boardWith({ "0 0": [pawn] });

    assert.ok(isEmpty(changesBetween(view, structuredClone(view))));
});

test("a piece on another tile has moved", () => {
    const changes = changesBetween(boardWith({ "0 0": [pawn] }), boardWith({ "1 0": [pawn] }));

    assert.deepEqual([...changes.moved], [["Pawn#1", { from: "Tile#0/0", to: "Tile#1/0" }]]);
    assert.deepEqual(trailOf(changes), new Set(["Tile#0/0", "Tile#1/0"]));
});

test("what was not there has appeared, and what is no longer there is gone", () => {
    const empty = boardWith({});
    const full = boardWith({ "1 1": [pawn] });

    assert.deepEqual([...changesBetween(empty, full).appeared], [["Pawn#1", "Tile#1/1"]]);
    assert.deepEqual([...changesBetween(full, empty).gone], [["Pawn#1", "Tile#1/1"]]);
});

test("a card that is played moves from the hand to the table", () => {
    const queen = instance("Card#12");
    const hand = (cards: Instance[]) => deck("Hand#1", cards, { owner: 0 });

    const changes = changesBetween(
        viewWith({ decks: [hand([queen]), deck("Trick#1", [])] }),
        viewWith({ decks: [hand([]), deck("Trick#1", [queen])] }),
    );

    assert.deepEqual(changes.moved.get("Card#12"), { from: "Hand#1", to: "Trick#1" });
});

test("a thing that gets an owner has moved to that seat", () => {
    const changes = changesBetween(
        viewWith({ things: [instance("Mill#1")] }),
        viewWith({ things: [instance("Mill#1", { owner: 1 })] }),
    );

    assert.deepEqual(changes.moved.get("Mill#1"), { from: "", to: "seat 1" });
});

test("cards that nobody sees are counted", () => {
    const before = viewWith({ decks: [deck("Draw#1", [hiddenCard, hiddenCard]), deck("Hand#2", [hiddenCard])] });
    const after = viewWith({ decks: [deck("Draw#1", [hiddenCard]), deck("Hand#2", [hiddenCard, hiddenCard])] });

    assert.deepEqual(
        [...changesBetween(before, after).counts],
        [
            ["Draw#1", -1],
            ["Hand#2", 1],
        ],
    );
});

test("a tile with another glyph or owner looks different", () => {
    const board = (glyph: string, owner: number | null) =>
        viewWith({ boards: [boardOf(squares(1, 1, (x, y) => tileAt(x, y, { glyph, attributes: { owner } })))] });

    assert.deepEqual(trailOf(changesBetween(board(".", null), board("X", 0))), new Set(["Tile#0/0"]));
    assert.deepEqual(trailOf(changesBetween(board("X", 0), board("X", 1))), new Set(["Tile#0/0"]));
});

test("a tile with another attribute that cannot be seen is changed, and leaves no trail", () => {
    const board = (anchored: boolean) =>
        viewWith({ boards: [boardOf(squares(1, 1, (x, y) => tileAt(x, y, { attributes: { anchored } })))] });

    const changes = changesBetween(board(false), board(true));
    assert.deepEqual(changes.changed, new Set(["Tile#0/0"]));
    assert.deepEqual(trailOf(changes), new Set());
});

test("values are named by their attribute, those by player also by the seat", () => {
    const scores = (own: number, other: number) =>
        viewWith({
            things: [
                instance("Scores#1", {
                    scope: "global",
                    attributes: {
                        points: {
                            table: [
                                [0, own],
                                [1, other],
                            ],
                        },
                        round: 1,
                    },
                }),
            ],
        });

    const { values } = changesBetween(scores(3, 5), scores(3, 6));
    assert.deepEqual(values, new Set(["Scores#1.points", "Scores#1.points.1"]));
});

test("that a list holds other things is told by the things, not by the list", () => {
    const board = (open: string[]) =>
        viewWith({ things: [instance("Field#1", { scope: "global", attributes: { open: open.map((ref) => ({ ref })) } })] });

    assert.ok(isEmpty(changesBetween(board(["Spot#1"]), board(["Spot#1", "Spot#2"]))));
});

test("an attribute that is hidden with another length has changed", () => {
    const cup = (dice: number) =>
        viewWith({ things: [instance("Cup#2", { scope: "player", owner: 1, hidden_attributes: { dice } })] });

    assert.deepEqual(changesBetween(cup(5), cup(4)).values, new Set(["Cup#2.dice"]));
});

test("views that lack parts can be compared", () => {
    const odd = { game: "test", viewer: 0, players: 2 } as never;

    assert.ok(isEmpty(changesBetween(odd, odd)));
    assert.ok(isEmpty(changesBetween(odd, viewWith({ boards: [{ hidden: "a hidden Board" }] }))));
});
