import assert from "node:assert/strict";
import test from "node:test";
import { pictureAddress } from "./context";
import { rowsFor } from "./decks";
import { arrange } from "./piece";
import { instance } from "./view_for_test";

const settlers = (count: number, owner = 0) =>
    Array.from({ length: count }, (_, i) => instance(`Settler#${owner}${i}`, { owner }));

test("a few pieces on a tile stand apart", () => {
    const places = arrange(settlers(4)).map(({ x, y }) => `${x} ${y}`);

    assert.equal(new Set(places).size, 4);
    assert.ok(
        arrange(settlers(4)).every(({ x, y, scale }) => Math.abs(x) + 50 * scale <= 50 && Math.abs(y) + 50 * scale <= 50),
    );
});

test("one piece stands in the middle", () => {
    const [only] = arrange(settlers(1));

    assert.deepEqual([only?.x, only?.y], [0, 0]);
});

test("many pieces that look the same become one with a count, by owner", () => {
    const groups = arrange([...settlers(5, 0), ...settlers(3, 1)]).map(({ pieces }) => pieces.length);

    assert.deepEqual(groups, [5, 3]);
});

test("more kinds than there is room for end in a heap, and none is lost", () => {
    const kinds = Array.from({ length: 14 }, (_, i) => instance(`Kind${i}#1`, { owner: 0 }));

    const standing = arrange(kinds);
    assert.equal(standing.length, 9);
    assert.equal(
        standing.reduce((sum, { pieces }) => sum + pieces.length, 0),
        14,
    );
});

test("cards fill one row as long as enough of each shows", () => {
    assert.deepEqual(rowsFor(13, 800, { card: 100, strip: 36 }), [13]);
    assert.deepEqual(rowsFor(13, 350, { card: 74, strip: 27 }), [7, 6]);
    assert.deepEqual(rowsFor(0, 350, { card: 74, strip: 27 }), []);
    assert.deepEqual(rowsFor(3, 10, { card: 74, strip: 27 }), [1, 1, 1]);
});

test("an image is looked for below the game's pictures and nowhere else", () => {
    assert.equal(pictureAddress("/pictures/chess/", "pawn.png"), "/pictures/chess/pawn.png");
    assert.equal(pictureAddress("/pictures/chess/", "white/pawn 1.png"), "/pictures/chess/white/pawn%201.png");
    assert.equal(pictureAddress("/pictures/chess/", "../../secret"), "/pictures/chess/secret");
    assert.equal(pictureAddress("/pictures/chess/", "https://elsewhere/x"), "/pictures/chess/https%3A/elsewhere/x");
    assert.equal(pictureAddress("/pictures/chess/", ".."), null);
    assert.equal(pictureAddress("/pictures/chess/", undefined), null);
});
