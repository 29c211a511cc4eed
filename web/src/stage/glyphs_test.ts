import assert from "node:assert/strict";
import test from "node:test";
import { Tones, asText, figureOf } from "./glyphs";

test("points and blanks are no figure", () => {
    for (const glyph of [undefined, "", " ", ".", "·"]) {
        assert.equal(figureOf(glyph).form, "none");
    }
});

test("chess figures have their shape and tone", () => {
    assert.deepEqual(figureOf("♔"), { form: "chess", shape: "king", tone: "light" });
    assert.deepEqual(figureOf("♞"), { form: "chess", shape: "knight", tone: "dark" });
    assert.deepEqual(figureOf("♟\uFE0E"), { form: "chess", shape: "pawn", tone: "dark" });
});

test("draughtsmen, discs, suits, dice and lines are known", () => {
    assert.deepEqual(figureOf("⛃"), { form: "man", tone: "dark", isKing: true });
    assert.deepEqual(figureOf("⛀"), { form: "man", tone: "light", isKing: false });
    assert.deepEqual(figureOf("○"), { form: "disc", tone: "light" });
    assert.deepEqual(figureOf("♥"), { form: "suit", suit: "hearts" });
    assert.deepEqual(figureOf("⚃"), { form: "die", face: 4 });
    assert.deepEqual(figureOf("—"), { form: "bar" });
});

test("everything else is text, and no coloured picture unless it is one", () => {
    assert.deepEqual(figureOf("X"), { form: "text", text: "X" });
    assert.deepEqual(figureOf("10"), { form: "text", text: "10" });
    assert.equal(asText("☀"), "☀\uFE0E");
    assert.equal(asText("🔥"), "🔥");
    assert.equal(asText("7"), "7");
});

const stones = [
    { owner: 0, glyph: "●" },
    { owner: 1, glyph: "○" },
    { owner: null, glyph: "." },
];

test("two players with light and dark signs have ivory and ebony", () => {
    const tones = new Tones(2, stones);

    assert.deepEqual([tones.of(0), tones.of(1)], ["dark", "light"]);
    assert.equal(tones.paint(0, "dark"), "dark");
});

test("the second player's tone is known from the first one's", () => {
    const tones = new Tones(2, stones.slice(0, 1));

    assert.deepEqual([tones.of(0), tones.of(1)], ["dark", "light"]);
});

test("where both have the same sign, or more than two play, stones have the colours of seats", () => {
    const same = new Tones(2, [
        { owner: 0, glyph: "●" },
        { owner: 1, glyph: "●" },
    ]);
    const three = new Tones(3, stones);
    const alone = new Tones(1, stones.slice(0, 1));

    for (const tones of [same, three, alone]) {
        assert.equal(tones.of(0), null);
        assert.equal(tones.paint(0, "dark"), null);
    }
});
