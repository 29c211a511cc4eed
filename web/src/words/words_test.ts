import assert from "node:assert/strict";
import test from "node:test";
import { isTranslatedReason, type Reason } from "../protocol";
import { stageWords } from "../stage/words";
import { english } from "./english";
import { italian } from "./italian";
import { explainRefusal } from "./refusals";
import { fill, languageFor } from "./words";

test("the first language of the browser that the page speaks is taken", () => {
    assert.equal(languageFor(["", "de-DE", "it-CH", "en"]), "it");
    assert.equal(languageFor(["en-US", "it"]), "en");
    assert.equal(languageFor(["fr"]), "en");
});

test("places are filled in, and unknown ones stay", () => {
    assert.equal(fill("{1} of {0}, {2}", ["a", 3]), "3 of a, {2}");
});

test("what is filled in is not filled in itself", () => {
    assert.equal(fill("{0} {1}", ["{1}", "x"]), "{1} x");
});

function placesOf(text: string): string[] {
    return [...text.matchAll(/\{\d+\}/g)].map(String).sort();
}

test("a text has the same places in both languages", () => {
    for (const [key, text] of Object.entries(english)) {
        assert.deepEqual(placesOf(italian[key as keyof typeof english]), placesOf(text), key);
    }
});

test("the drawing has the same texts in both languages", () => {
    assert.deepEqual(Object.keys(stageWords.it).sort(), Object.keys(stageWords.en).sort());
});

test("every text of a refusal is of a reason that the page says itself", () => {
    const reasons = Object.keys(english).filter((key) => key.startsWith("refused."));
    for (const key of reasons) {
        assert.ok(isTranslatedReason(key.slice("refused.".length) as Reason), key);
    }
});

test("a refusal is told in the words of the page, or of the server where these say more", () => {
    assert.equal(explainRefusal({ reason: "stale", text: "of the server" }), english["refused.stale"]);
    assert.equal(explainRefusal({ reason: "illegal", text: "of the server" }), "of the server");
    assert.equal(explainRefusal({ reason: "illegal", text: "" }), english["problem.other"]);
});
