import assert from "node:assert/strict";
import test from "node:test";
import { hashOf, headingOf, initialsOf, numberText, shortened, wordsOf } from "./names";
import { stageWords } from "./words";

test("names in rules become words", () => {
    assert.equal(wordsOf("fullBreath"), "full breath");
    assert.equal(wordsOf("FrenchPack"), "french pack");
    assert.equal(wordsOf("is_open"), "is open");
    assert.equal(wordsOf("HQ"), "HQ");
    assert.equal(headingOf("quietTurns"), "Quiet turns");
});

test("numbers have at most three digits after the point", () => {
    assert.equal(numberText(3), "3");
    assert.equal(numberText(1 / 3), "0.333");
    assert.equal(numberText(-2), "−2");
});

test("long texts are cut between characters", () => {
    assert.equal(shortened("Brass Foundry", 7), "Brass…");
    assert.equal(shortened("🔥🔥🔥", 2), "🔥…");
    assert.equal(shortened("Kiln", 7), "Kiln");
});

test("letters stand for a text on a token", () => {
    assert.equal(initialsOf("runner"), "Ru");
    assert.equal(initialsOf("Fair Day"), "FD");
    assert.equal(initialsOf("12"), "12");
    assert.equal(initialsOf("…"), "");
});

test("a text has the same number every time, and others another", () => {
    assert.equal(hashOf("Kiln"), hashOf("Kiln"));
    assert.equal(new Set(["Kiln", "Kilo", "Saw", "Was", "", "a"].map(hashOf)).size, 6);
});

test("every text of the drawing is there in both languages, with the same places to fill", () => {
    const places = (text: string) => (text.match(/\{\d\}/g) ?? []).sort().join();

    assert.deepEqual(Object.keys(stageWords.it).sort(), Object.keys(stageWords.en).sort());
    for (const [key, text] of Object.entries(stageWords.en)) {
        assert.equal(places(stageWords.it[key as keyof typeof stageWords.it]), places(text), key);
    }
});
