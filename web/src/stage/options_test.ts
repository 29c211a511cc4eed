import assert from "node:assert/strict";
import test from "node:test";
import { OptionsById, readOptions, writeOptions } from "./options";

const options = new OptionsById([
    { index: 0, text: "Move", about: "King#1" },
    { index: 1, text: "Castle", about: "King#1" },
    { index: 2, text: "Pass", about: null },
    { index: 3, text: "Shilling", about: "Coin#1" },
    { index: 4, text: "Shilling", about: "Coin#2" },
]);

function indexesOf(...ids: string[]): number[] {
    return options.of(ids).map((option) => option.index);
}

test("a thing has all options that are about it", () => {
    assert.deepEqual(indexesOf("King#1"), [0, 1]);
});

test("a thing that no option is about cannot be chosen", () => {
    assert.deepEqual(indexesOf("Rook#1"), []);
    assert.deepEqual(indexesOf(), []);
});

test("what stands for several has the options of all of them", () => {
    assert.deepEqual(indexesOf("Square#1", "King#1"), [0, 1]);
});

test("of several with the same words the first counts", () => {
    assert.deepEqual(indexesOf("Coin#1", "Coin#2"), [3]);
});

test("options that are about nothing are of no thing", () => {
    assert.equal(new OptionsById([{ index: 0, text: "Pass", about: null }]).count, 0);
    assert.equal(options.count, 3);
});

test("what is written into the drawing is read again", () => {
    assert.deepEqual(readOptions(writeOptions(options.of(["King#1"]))), [0, 1]);
    assert.equal(writeOptions([]), undefined);
    assert.deepEqual(readOptions(null), []);
    assert.deepEqual(readOptions("1 x -2 3"), [1, 3]);
});
