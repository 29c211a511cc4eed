import assert from "node:assert/strict";
import test from "node:test";
import type { ServerState } from "../protocol";
import { seatFor } from "./designing";

function state(bots: string[], waiting: number[]): ServerState {
    const seats = bots.map((bot) => ({ name: "", bot, here: true, thinks: false }));
    return { seats, waiting } as unknown as ServerState;
}

test("a designer sits where a person is asked", () => {
    assert.equal(seatFor("asked", 0, state(["", ""], [1])), 1);
});

test("and stays where several are asked", () => {
    assert.equal(seatFor("asked", 2, state(["", "", ""], [0, 1, 2])), 2);
    assert.equal(seatFor("asked", 2, state(["", "", ""], [0, 1])), 0);
});

test("and where nobody is, or a bot", () => {
    assert.equal(seatFor("asked", 1, state(["", ""], [])), 1);
    assert.equal(seatFor("asked", 0, state(["", "random"], [1])), 0);
});

test("but not at the seat of a bot", () => {
    assert.equal(seatFor("asked", 0, state(["random", ""], [])), 1);
    assert.equal(seatFor("asked", 1, state(["random", "random"], [0])), 0);
});

test("unless another seat is wanted", () => {
    assert.equal(seatFor(1, 0, state(["", ""], [0])), 1);
    assert.equal(seatFor(-1, 0, state(["", ""], [0])), -1);
});
