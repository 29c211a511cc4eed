import assert from "node:assert/strict";
import test from "node:test";
import type { Value } from "../view";
import type { Fact } from "./facts";
import { FactReader, isByPlayer, ownerOf, standsIn, valueText } from "./facts";
import { instance } from "./view_for_test";

const reader = new FactReader(3, (id) => (id === "Place#2" ? "Mill" : ""));

function factOf(name: string, value: Value): Fact | undefined {
    return reader.of(instance("Thing#1", { attributes: { [name]: value } }))[0];
}

test("numbers, texts and flags are told as such", () => {
    assert.deepEqual(factOf("coins", 34), { key: "Thing#1.coins", name: "coins", minor: false, form: "number", value: 34 });
    assert.equal(factOf("love", "vase")?.form, "text");
    assert.equal(factOf("open", true)?.form, "flag");
});

test("what is empty is not told, and what is not so is a detail", () => {
    assert.equal(factOf("trump", ""), undefined);
    assert.equal(factOf("skipped", null), undefined);
    assert.equal(factOf("passes", []), undefined);
    assert.equal(factOf("check", false)?.minor, true);
});

test("a number under the name of a role is a player, if there is one of that number", () => {
    assert.equal(factOf("leader", 2)?.form, "seat");
    assert.equal(factOf("leader", 3)?.form, "number");
    assert.equal(factOf("amount", 2)?.form, "number");
});

test("a list of dice shows dice, hidden ones included", () => {
    const seen = factOf("dice", [1, 6, 3]);
    const hidden = reader.of(instance("Cup#2", { hidden_attributes: { dice: 4 } }))[0];

    assert.deepEqual(seen?.form === "dice" && seen.faces, [1, 6, 3]);
    assert.deepEqual(hidden?.form === "dice" && hidden.faces, [null, null, null, null]);
    assert.equal(factOf("dice", [1, 7])?.form, "list");
    assert.equal(factOf("prime", [1, 6])?.form, "list");
});

test("a table of amounts is goods", () => {
    const fact = factOf("price", {
        table: [
            ["wood", 5],
            ["stone", 4],
        ],
    });

    assert.deepEqual(fact?.form === "goods" && fact.entries, [
        { label: "wood", text: "5" },
        { label: "stone", text: "4" },
    ]);
});

test("a table with a value for each player is told with the players", () => {
    const points: Value = {
        table: [
            [0, 4],
            [1, 6],
            [2, 0],
        ],
    };
    const thing = instance("Scores#1", { attributes: { points } });

    assert.ok(isByPlayer(points, 3));
    assert.ok(!isByPlayer(points, 2));
    assert.deepEqual(reader.of(thing), []);
    assert.deepEqual(reader.ofSeat(thing, 1), [
        { key: "Scores#1.points.1", name: "points", minor: false, form: "number", value: 6 },
    ]);
});

test("what is hidden is named and not told", () => {
    const fact = reader.of(instance("Heir#2", { hidden_attributes: { love: null } }))[0];

    assert.deepEqual(fact, { key: "Heir#2.love", name: "love", minor: false, form: "hidden", count: null });
});

test("values have words, whatever is in them", () => {
    const textOf = (id: string) => id.toLowerCase();

    assert.equal(valueText([1, "a", null, true, { ref: "X#1" }, { hidden: "a hidden Card" }], textOf), "1, a, , ✓, x#1, ?");
    assert.equal(valueText({ table: [["a", { table: [[1, 2]] }]] }, textOf), "a 1 2");
    assert.equal(valueText({ odd: 1 } as never, textOf), "?");
});

test("the owner is told by the instance, or by an attribute of that name", () => {
    assert.equal(ownerOf(instance("A#1", { owner: 1 })), 1);
    assert.equal(ownerOf(instance("A#1", { attributes: { owner: 2 } })), 2);
    assert.equal(ownerOf(instance("A#1", { owner: [0, 1] })), null);
    assert.equal(ownerOf(instance("A#1", { attributes: { owner: null } })), null);
});

test("a number stands in a text as a word, not as a part of another number", () => {
    assert.ok(standsIn(3, "Foot, strength 3"));
    assert.ok(!standsIn(3, "Foot, strength 13"));
    assert.ok(!standsIn(3, "Foot, strength 3.5"));
});
