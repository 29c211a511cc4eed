import assert from "node:assert/strict";
import test from "node:test";
import type { Game } from "../protocol";
import { everything, fits, usualPlayers } from "./filter";

function game(part: Partial<Game>): Game {
    return { key: "k", name: "Però", about: "Cards and dice.", players: [2, 4], hidden: false, chance: false, seats: [], options: [], ...part };
}

test("without a filter everything is shown", () => {
    assert.ok(fits(game({}), everything));
});

test("every word must appear, in any case and without accents", () => {
    assert.ok(fits(game({}), { ...everything, text: "  PERO dice" }));
    assert.ok(!fits(game({}), { ...everything, text: "pero chess" }));
});

test("the number of players must be possible", () => {
    const fitting = [1, 2, 4, 5].map((players) => fits(game({ players: [2, 4] }), { ...everything, players }));
    assert.deepEqual(fitting, [false, true, true, false]);
});

test("five stands for five or more", () => {
    assert.ok(fits(game({ players: [6, 8] }), { ...everything, players: 5 }));
});

test("secrets and luck can be wanted or not", () => {
    assert.ok(fits(game({ hidden: true }), { ...everything, hidden: true }));
    assert.ok(!fits(game({ hidden: true }), { ...everything, hidden: false }));
    assert.ok(!fits(game({ chance: false }), { ...everything, chance: true }));
});

test("two play, if they can", () => {
    assert.deepEqual(
        ([[1, 1], [1, 4], [2, 2], [3, 5]] as [number, number][]).map((players) => usualPlayers(game({ players }))),
        [1, 2, 2, 3],
    );
});
