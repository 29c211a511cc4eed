import assert from "node:assert/strict";
import { test } from "node:test";
import { seatStyle } from "./seat_mark";
import { isShapeText, lookOf } from "./value_sign";

test("a shape is told by its rows", () => {
    assert.deepEqual(["###/.#.", "##", "#", "...", "a#b", "##/#. for 2", ""].map(isShapeText), [true, true, true, false, false, false, false]);
});

test("a value's look is found by its enum, or by its label alone", () => {
    const enums = { Goods: { reed: { glyph: "y", color: "green" } }, Terrain: { reed: { glyph: "z" } } };

    assert.equal(lookOf(enums, "reed", "Terrain")?.glyph, "z");
    assert.equal(lookOf(enums, "reed")?.glyph, "y");
    assert.equal(lookOf(enums, "clay"), null);
    assert.equal(lookOf(undefined, "reed"), null);
});

test("seats have the colours of the rules, with ink that can be read on them", () => {
    const style = seatStyle([
        { color: "blue" },
        { color: "" },
        { color: "white" },
    ]);

    assert.equal(style["--seat-0"], "#3f78b8");
    assert.equal(style["--seat-ink-0"], "#ffffff");
    assert.equal(style["--seat-1"], undefined);
    assert.equal(style["--seat-ink-2"], "#23262d");
    assert.deepEqual(seatStyle(undefined), {});
    assert.deepEqual(seatStyle([{}, {}]), {});
});
