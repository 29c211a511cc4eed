import assert from "node:assert/strict";
import test from "node:test";
import type { Instance } from "../view";
import { faceOf } from "./card_face";
import { suitsIn } from "./context";
import { FactReader } from "./facts";
import { deck, instance, viewWith } from "./view_for_test";

const reader = new FactReader(2, (id) => (id === "Place#2" ? "Mill" : ""));
const french = suitsIn(viewWith({}));
const italian = suitsIn(
    viewWith({ decks: [deck("Pack#1", [], { attributes: { suits: ["coins", "cups", "swords", "clubs"] } })] }),
);

function face(card: Instance, suits = french) {
    return faceOf(
        card,
        reader.of(card),
        suits,
        (id) => (id === "Place#2" ? "Mill" : ""),
        (seat) => `player ${seat}`,
    );
}

function playing(text: string, suit: string, rank: number) {
    return instance("Card#1", { text, attributes: { name: text.split(" ")[0]!, rank, suit } });
}

test("playing cards have a rank and a suit in the corner", () => {
    const queen = face(playing("queen of spades", "spades", 12));
    const five = face(playing("five of hearts", "hearts", 5));

    assert.deepEqual([queen.index, queen.suit, queen.title], ["Q", "spades", ""]);
    assert.deepEqual([five.index, five.suit], ["5", "hearts"]);
});

test("clubs are batons in a pack with cups", () => {
    assert.equal(face(playing("two of clubs", "clubs", 2)).suit, "clubs");
    assert.equal(face(playing("two of clubs", "clubs", 2), italian).suit, "batons");
});

test("a text that ends with a number gets it in the corner", () => {
    const vase = face(instance("Curio#1", { text: "vase 8", attributes: { kind: "vase", value: 8 } }));
    const pearl = face(instance("Card#2", { text: "pearl (8)", attributes: { name: "pearl", rank: 8 } }));

    assert.deepEqual([vase.title, vase.index, vase.lines], ["Vase", "8", []]);
    assert.deepEqual([pearl.title, pearl.index], ["Pearl", "8"]);
    const heron = face(instance("Beast#1", { text: "Heron 4/2", attributes: {} }));
    assert.deepEqual([heron.title, heron.index], ["Heron 4/2", ""]);
    const seven = face(instance("Token#1", { text: "7", attributes: {} }));
    assert.deepEqual([seven.title, seven.index], ["", "7"]);
});

test("attributes stand below, those that are 0 left out and amounts one by one", () => {
    const card = instance("Building#1", {
        text: "Manor",
        attributes: {
            name: "Manor",
            points: 12,
            fame: 0,
            price: {
                table: [
                    ["wood", 5],
                    ["stone", 4],
                ],
            },
            place: { ref: "Place#2" },
        },
    });

    assert.deepEqual(
        face(card).lines.map((line) => `${line.label} ${line.text}`),
        ["points 12", "wood 5", "stone 4", "place Mill"],
    );
});

test("a card without a text of its own is called by its class", () => {
    assert.equal(face(instance("Spark#6")).title, "Spark");
});

test("a suit as glyph is a suit", () => {
    const card = face(instance("Card#1", { text: "7", glyph: "♦" }));

    assert.deepEqual([card.index, card.suit], ["7", "diamonds"]);
});
