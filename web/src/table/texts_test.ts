import assert from "node:assert/strict";
import test from "node:test";
import { readQuestion } from "../decision";
import type { SeatState, ServerState } from "../protocol";
import type { View } from "../view";
import { questionText } from "./question";
import { titleOf } from "./result";
import { waitingText } from "./waiting";

const names = ["Anna", "Bruno", "Carla"];

function seat(bot = ""): SeatState {
    return { name: "", bot, here: true, thinks: false };
}

function state(part: Partial<ServerState>, view: Partial<View> = {}): ServerState {
    return {
        type: "state",
        view: {
            game: "g",
            viewer: 0,
            players: 3,
            status: "waiting",
            active: [0],
            decision: null,
            boards: [],
            decks: [],
            things: [],
            ...view,
        },
        decision: "",
        waiting: [],
        together: false,
        seats: [seat(), seat("random"), seat()],
        may_undo: false,
        log_from: 0,
        log: [],
        running: [],
        ...part,
    };
}

test("one waits for whoever is to choose", () => {
    assert.equal(waitingText(state({ waiting: [2] }), names, 0), "Waiting for Carla");
    assert.equal(waitingText(state({ waiting: [0, 2] }), names, -1), "Waiting for Anna and Carla");
});

test("a bot thinks", () => {
    assert.equal(waitingText(state({ waiting: [1] }), names, 0), "Bruno is thinking");
    assert.equal(waitingText(state({ waiting: [1] }), names, 1), "Bruno is thinking");
});

test("whoever has chosen waits for the others who choose at the same time", () => {
    const waiting = state({ waiting: [1, 2], together: true });

    assert.equal(waitingText(waiting, names, 0), "You have chosen. Waiting for Bruno and Carla");
    assert.equal(waitingText(waiting, names, -1), "Waiting for Bruno and Carla");
});

test("the end says who has won, to whom it concerns", () => {
    const end = state({}, { status: "finished", places: [[1], [0, 2]] });
    assert.equal(titleOf(end, names, 1), "You have won!");
    assert.equal(titleOf(end, names, 0), "Bruno wins");

    const tie = state({}, { status: "finished", places: [[0, 2], [1]] });
    assert.equal(titleOf(tie, names, 0), "You share the first place");
    assert.equal(titleOf(tie, names, 1), "Anna and Carla share the first place");

    assert.equal(titleOf(state({}, { status: "finished", places: [] }), names, 0), "Nobody wins");
    assert.equal(titleOf(state({}, { status: "stuck" }), names, 0), "The match has ended");
    assert.equal(titleOf(state({}, { status: "error" }), names, 0), "The rules of this game ended in an error");
});

test("a question asks in words", () => {
    const ask = (input: string | undefined, type: string, options: (string | number | boolean)[]): string => {
        const question = readQuestion({
            player: 0,
            kind: "input",
            options: options.map(String),
            offers: options.map((value) => ({ kind: "value", type, ...(typeof value === "string" ? {} : { value }) })),
            ...(input === undefined ? {} : { input, type }),
        });
        assert.ok(question !== null);
        return questionText(question);
    };

    assert.equal(ask("topCard", "Card", ["ace", "king"]), "Choose: top card (Card)");
    assert.equal(ask("card", "Card", ["ace", "king"]), "Choose: card");
    assert.equal(ask("suit", "string", ["cups", "clubs"]), "Choose: suit");
    assert.equal(ask(undefined, "", ["ace", "king"]), "Choose one");
    assert.equal(ask("keep", "bool", [true, false]), "Keep?");
    assert.equal(ask("bid", "number", [1, 2]), "Choose a number: bid");
    assert.equal(ask("other", "player", [1, 2]), "Choose a player: other");
});
