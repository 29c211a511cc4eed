import assert from "node:assert/strict";
import test from "node:test";
import type { GameOption } from "./protocol";
import { chosenOptions, fittingValue, valueLabel } from "./options";

const size: GameOption = {
    name: "size",
    about: "",
    kind: "list",
    values: ["9", "13", "19"],
    labels: ["9", "13", "19"],
    usual: "9",
};
const rounds: GameOption = { name: "rounds", about: "", kind: "range", values: ["-3", "9"], labels: ["-3", "9"], usual: "5" };
const level: GameOption = {
    name: "level",
    about: "",
    kind: "list",
    values: ["Easy", "VeryHard"],
    labels: ["easy", "very hard"],
    usual: "Easy",
};

test("a table is made with what was chosen and is not usual", () => {
    assert.deepEqual(chosenOptions([size, rounds, level], {}), []);
    assert.deepEqual(chosenOptions([size, rounds, level], { size: "13", rounds: "5", other: "1" }), [
        { name: "size", value: "13" },
    ]);
});

test("a number is held within its range", () => {
    const typed = ["4", "4.6", "-99", "99", "", "x", "Infinity"];
    assert.deepEqual(
        typed.map((text) => fittingValue(rounds, text)),
        ["4", "5", "-3", "9", "5", "5", "5"],
    );
});

test("values of an enum are called as the rules call them for people", () => {
    assert.equal(valueLabel(level, "VeryHard"), "very hard");
    assert.equal(valueLabel(rounds, "7"), "7");
});
