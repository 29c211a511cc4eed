import assert from "node:assert/strict";
import test from "node:test";
import type { Deck, View } from "../view";
import type { DeckForm, Scene } from "./scene";
import { emptyMemory, pieceLabel, readScene } from "./scene";
import { boardOf, deck, hiddenCard, instance, squares, tileAt, viewWith } from "./view_for_test";

function sceneOf(parts: Partial<View>, seat = 0, memory = emptyMemory()): Scene {
    return readScene(viewWith(parts), seat, ["Ada", "Ben"], [], memory);
}

function formOf(scene: Scene, id: string): DeckForm | undefined {
    const spots = [...scene.seats.flatMap((each) => each.decks), ...scene.sections.flatMap((section) => section.decks)];
    return spots.find((spot) => spot.deck.id === id)?.form;
}

const card = (number: number) => instance(`Card#${number}`, { text: `card ${number}` });
const ownHand = deck("Hand#1", [card(1), card(2)], { owner: 0, scope: "player" });
const otherHand = deck("Hand#2", [hiddenCard, hiddenCard], { owner: 1, scope: "player" });

test("decks lie at the seats of their owners", () => {
    const scene = sceneOf({ decks: [ownHand, otherHand] });

    assert.deepEqual(
        scene.seats.map((seat) => seat.decks.map((spot) => spot.deck.id)),
        [["Hand#1"], ["Hand#2"]],
    );
    assert.equal(scene.sections.length, 0);
});

test("what only the viewer sees is a hand, and others hold backs", () => {
    const scene = sceneOf({ decks: [ownHand, otherHand] });

    assert.equal(formOf(scene, "Hand#1"), "hand");
    assert.equal(formOf(scene, "Hand#2"), "backs");
});

test("a hand stays a hand while the others have none", () => {
    const memory = emptyMemory();
    sceneOf({ decks: [ownHand, otherHand] }, 0, memory);

    const later = sceneOf({ decks: [ownHand, { ...otherHand, cards: [] }] }, 0, memory);

    assert.equal(formOf(later, "Hand#1"), "hand");
});

test("what everybody sees is spread, and a pile when it is much", () => {
    const taken = (cards: number): Deck =>
        deck(
            "Taken#2",
            Array.from({ length: cards }, (_, i) => card(i)),
            { owner: 1 },
        );

    assert.equal(formOf(sceneOf({ decks: [taken(4)] }), "Taken#2"), "spread");
    assert.equal(formOf(sceneOf({ decks: [taken(20)] }), "Taken#2"), "pile");
});

test("cards that are all the same are a pile", () => {
    const coins = Array.from({ length: 8 }, (_, i) => instance(`Coin#${i}`, { text: "Shilling" }));

    assert.equal(formOf(sceneOf({ decks: [deck("Pile#1", coins)] }), "Pile#1"), "pile");
});

test("cards that can be chosen are spread, however many they are", () => {
    const many = deck(
        "Store#1",
        Array.from({ length: 30 }, (_, i) => card(i)),
    );
    const options = [{ index: 0, text: "card 3", about: "Card#3" }];

    const scene = readScene(viewWith({ decks: [many] }), 0, [], options);

    assert.equal(formOf(scene, "Store#1"), "spread");
});

test("discards lie beside their deck once there are any", () => {
    const draw = deck("Draw#1", [hiddenCard], { discards: { ref: "stack#1" } });
    const spotOf = (pile: Deck) => sceneOf({ decks: [draw, pile] }).sections[0]!.decks[0]!;

    assert.equal(spotOf(deck("stack#1", [])).discards, null);
    assert.equal(spotOf(deck("stack#1", [card(1)])).discards?.id, "stack#1");
});

test("a deck that an attribute refers to lies there, under its name", () => {
    const house = instance("House#1", { scope: "global", attributes: { shown: { ref: "FaceUp#1" } } });

    const scene = sceneOf({ decks: [deck("FaceUp#1", [card(1)])], things: [house] });

    assert.deepEqual(
        scene.sections.map((section) => [section.title, section.decks.map((spot) => spot.title)]),
        [["House", ["Shown"]]],
    );
});

test("decks in a table are called by its keys", () => {
    const supply = instance("Supply#1", {
        scope: "global",
        attributes: {
            piles: {
                table: [
                    ["Shilling", { ref: "Pile#1" }],
                    ["Crown", { ref: "Pile#2" }],
                ],
            },
        },
    });

    const scene = sceneOf({ decks: [deck("Pile#1", [card(1)]), deck("Pile#2", [card(2)])], things: [supply] });

    assert.deepEqual(
        scene.sections[0]!.decks.map((spot) => spot.title),
        ["Shilling", "Crown"],
    );
});

test("a deck that never held anything has no place, unless it is an area of the table", () => {
    const scene = sceneOf({
        decks: [deck("Taken#1", [], { owner: 0 }), deck("Cards#1", []), deck("Trick#1", [], { scope: "global" })],
    });

    assert.equal(formOf(scene, "Taken#1"), undefined);
    assert.equal(formOf(scene, "Cards#1"), undefined);
    assert.equal(formOf(scene, "Trick#1"), "slot");
});

test("what every player has is told with the player", () => {
    const heir = (seat: number, coins: number) =>
        instance(`Heir#${seat + 1}`, { scope: "player", owner: seat, attributes: { coins } });
    const scores = instance("Scores#1", {
        scope: "global",
        attributes: {
            points: {
                table: [
                    [0, 4],
                    [1, 7],
                ],
            },
        },
    });

    const scene = sceneOf({ things: [heir(0, 34), heir(1, 20), scores] });

    assert.deepEqual(
        scene.seats.map((seat) => seat.facts.map((fact) => fact.key)),
        [["Heir#1.coins"], ["Heir#2.coins"]],
    );
    assert.deepEqual(
        scene.seats.map((seat) => seat.scores.map((fact) => fact.form === "number" && fact.value)),
        [[4], [7]],
    );
    assert.deepEqual(scene.seats[1]!.stands, ["Heir#2"]);
});

test("tiles and pieces that something remembers are drawn on their board only", () => {
    const king = instance("King#1", { owner: 0 });
    const side = instance("Side#1", { scope: "player", owner: 0, attributes: { king: { ref: "King#1" } } });

    const scene = sceneOf({ boards: [boardOf(squares(1, 1, (x, y) => tileAt(x, y, { pieces: [king] })))], things: [side] });

    assert.deepEqual(scene.seats[0]!.facts, []);
});

test("loose things lie together by class, those of a player at the seat", () => {
    const things = [instance("Heap#1"), instance("Heap#2"), instance("Mill#1", { owner: 1 })];

    const scene = sceneOf({ things });

    assert.deepEqual(
        scene.sections.map((section) => [section.title, section.things.length]),
        [["Heap", 2]],
    );
    assert.deepEqual(
        scene.seats[1]!.things.map((thing) => thing.id),
        ["Mill#1"],
    );
});

test("a piece is called without the tile that it stands on", () => {
    const tile = tileAt(3, 0, { text: "d8" });

    assert.equal(pieceLabel(instance("Pawn#1", { text: "d8" }), tile), "pawn");
    assert.equal(pieceLabel(instance("Foot#1", { text: "Foot Grid(3,0)" }), tile), "Foot");
    assert.equal(pieceLabel(instance("Runner#1", { text: "runner" }), tile), "runner");
});

test("whose turn it is and who has won is told at the seats", () => {
    const waiting = sceneOf({ active: [1] });
    const over = sceneOf({ status: "finished", places: [[1], [0]], scores: [3, 9] });

    assert.deepEqual(
        waiting.seats.map((seat) => seat.active),
        [false, true],
    );
    assert.deepEqual(
        over.seats.map((seat) => [seat.place, seat.active]),
        [
            [2, false],
            [1, false],
        ],
    );
    assert.equal(over.seats[1]!.scores[0]?.key, "score.1");
});

test("views that lack parts or have odd ones are read as far as they go", () => {
    const odd = {
        game: "x",
        viewer: "spectator",
        players: 2,
        active: 1,
        status: "waiting",
        boards: [{ hidden: "a hidden Board" }, { id: "B#1", class: "B", text: "B#1" }],
        decks: [{ hidden: "a hidden Deck" }, { id: "D#1", class: "D", text: "D#1" }, null],
        things: [
            { id: "T#1", class: "T", text: "T#1", scope: "player", owner: 9 },
            { id: "U#1", class: "U", text: "U#1", attributes: { a: { b: 1 } } },
        ],
        novelty: {},
    };

    const scene = readScene(odd as never, -1, [], []);

    assert.equal(scene.boards.length, 1);
    assert.deepEqual(
        scene.sections.map((section) => section.title),
        ["T", "U"],
    );
    assert.equal(readScene({} as never, -1, [], []).seats.length, 0);
});
