import assert from "node:assert/strict";
import test from "node:test";
import type { Instance, View } from "../view";
import { clockText, scoreOf } from "./people";
import { byReason } from "./why_dialog";

const empty: View = {
    game: "g",
    viewer: 0,
    players: 2,
    status: "waiting",
    active: [0],
    decision: null,
    boards: [],
    decks: [],
    things: [],
};

test("a clock shows what is left, and never less than nothing", () => {
    assert.deepEqual(
        [187_000, 59_001, 3_760_000, 0, -5].map(clockText),
        ["3:07", "1:00", "1:02:40", "0:00", "0:00"],
    );
});

test("the score is the result's once there is one", () => {
    assert.equal(scoreOf({ ...empty, scores: [3, null] }, 0), 3);
    assert.equal(scoreOf({ ...empty, scores: [3, null] }, 1), null);
});

function thing(part: Partial<Instance>): Instance {
    return { id: "Thing#0", class: "Thing", text: "", attributes: {}, ...part };
}

test("while the match runs the score is what the one thing of each player calls so", () => {
    const things = [0, 1].map((owner) => thing({ scope: "player", owner, attributes: { cards: 4, points: owner * 10 } }));

    assert.equal(scoreOf({ ...empty, things: [{ hidden: "a hidden Card" }, ...things] }, 1), 10);
    assert.equal(scoreOf(empty, 0), null);
});

test("or what a table by player calls so", () => {
    const scores = thing({ scope: "global", attributes: { scores: { table: [[0, 3], [1, 0]] }, hands: 2 } });

    assert.equal(scoreOf({ ...empty, things: [scores] }, 0), 3);
    assert.equal(scoreOf({ ...empty, things: [scores] }, 1), 0);
    assert.equal(scoreOf({ ...empty, things: [scores] }, 2), null);
});

test("points of a card are no score of its owner", () => {
    assert.equal(scoreOf({ ...empty, things: [thing({ owner: 0, attributes: { points: 4 } })] }, 0), null);
});

test("what one rule refuses stands together", () => {
    const place = { file: "g.tgdl", line: 3 };
    const groups = byReason([
        { text: "a", reason: "too far", about: null, place },
        { text: "b", reason: "not yours", about: null, place },
        { text: "c", reason: "too far", about: null, place },
    ]);

    assert.deepEqual(
        groups.map((group) => [group.reason, group.texts]),
        [
            ["too far", ["a", "c"]],
            ["not yours", ["b"]],
        ],
    );
});
