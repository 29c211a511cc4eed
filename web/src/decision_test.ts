import assert from "node:assert/strict";
import test from "node:test";
import { choicesOf, inWords, readQuestion, type Question } from "./decision";
import type { Decision, Offer } from "./view";

function asked(part: Partial<Decision>): Question {
    const question = readQuestion({ player: 0, kind: "input", text: "", ...part });
    assert.ok(question !== null);
    return question;
}

/** Texts stand for the values of the type; `done` and `none` end or decline. */
function input(type: string, options: string[]): Question {
    const offerOf = (text: string): Offer => {
        if (text === "done" || text === "none") {
            return { kind: text };
        }
        const isNumber = type === "number" || type === "player";
        const value = isNumber ? { value: Number(text) } : type === "bool" ? { value: text === "true" } : {};
        return { kind: "value", type, ...value };
    };
    return asked({
        input: "it",
        type,
        list: type.startsWith("List"),
        options,
        offers: options.map(offerOf),
        about: options.map(() => null),
    });
}

function actionOf(type: string | undefined, action: string, actor?: string): Offer {
    return { kind: "action", action, ...(type === undefined ? {} : { type }), ...(actor === undefined ? {} : { actor }) };
}

function labels(question: Question): string[][] {
    return question.groups.map((group) => group.choices.map((choice) => choice.label));
}

test("names become words", () => {
    assert.equal(inWords("TakeLoan"), "Take loan");
    assert.equal(inWords("victory_points"), "victory points");
    assert.equal(inWords("HTTPServer"), "HTTP server");
    assert.equal(inWords("Ü"), "Ü");
    assert.equal(inWords(""), "");
});

test("whoever only learns who decides is asked nothing", () => {
    assert.equal(readQuestion({ player: 1 }), null);
    assert.equal(readQuestion(null), null);
});

test("actions of many pieces stand together by class and name", () => {
    const names = ["Pawn.Move [a2]", "Pawn.Move [b2]", "Knight.Move [b1]", "Resign"];
    const question = asked({
        kind: "action",
        options: names,
        offers: [
            actionOf("Pawn", "Move", "a2"),
            actionOf("Pawn", "Move", "b2"),
            actionOf("Knight", "Move", "b1"),
            actionOf(undefined, "Resign"),
        ],
        about: [{ ref: "Pawn#1" }, { ref: "Pawn#2" }, { ref: "Knight#1" }, null],
        actions: ["Move", "Move", "Move", "Resign"].map((name) => ({ name, text: "", inputs: 1 })),
    });

    assert.deepEqual(
        question.groups.map((group) => group.title),
        ["", "Pawn: move", "Knight: move"],
    );
    assert.deepEqual(labels(question), [["Resign"], ["a2", "b2"], ["b1"]]);
    assert.deepEqual(
        choicesOf(question).map((choice) => choice.index),
        [3, 0, 1, 2],
    );
    assert.equal(question.groups[1]?.choices[0]?.about, "Pawn#1");
});

test("an action keeps its whole text where the actor's text has brackets", () => {
    const question = asked({
        kind: "action",
        options: ["Card.Play [Ace [high]]", "Card.Play [King]"],
        offers: [actionOf("Card", "Play", "Ace [high]"), actionOf("Card", "Play", "King")],
        about: [null, null],
        actions: ["Play", "Play"].map((name) => ({ name, text: "Lay it down.", inputs: 0 })),
    });

    assert.deepEqual(labels(question), [["Ace [high]", "King"]]);
    assert.equal(question.groups[0]?.note, "Lay it down.");
});

test("a single action of a class is called by its name", () => {
    const question = asked({
        kind: "action",
        options: ["Troupe.BuyCard", "Troupe.Enough"],
        offers: [actionOf("Troupe", "BuyCard"), actionOf("Troupe", "Enough")],
        about: [{ ref: "Troupe#0" }, { ref: "Troupe#0" }],
        actions: [
            { name: "BuyCard", text: "Buy one.", inputs: 1 },
            { name: "Enough", text: "", inputs: 0 },
        ],
    });

    assert.deepEqual(labels(question), [["Buy card", "Enough"]]);
    assert.equal(question.groups[0]?.choices[0]?.note, "Buy one.");
});

test("off turn one can decline", () => {
    const question = asked({
        kind: "off turn",
        options: ["Doubt", "none"],
        offers: [actionOf(undefined, "Doubt"), { kind: "none" }],
        about: [null, null],
        actions: [{ name: "Doubt", text: "", inputs: 0 }],
    });

    assert.equal(question.form, "off_turn");
    assert.equal(question.none?.index, 1);
    assert.deepEqual(labels(question), [["Doubt"]]);
});

test("a list is chosen one by one until it is done", () => {
    const question = input("List<Card>", ["ace", "king", "done"]);

    assert.equal(question.form, "several");
    assert.equal(question.done?.index, 2);
    assert.deepEqual(labels(question), [["ace", "king"]]);
});

test("an option of a game that is called done is no end", () => {
    const question = asked({ kind: "choose", options: ["go on", "done"], offers: [{ kind: "label" }, { kind: "label" }] });

    assert.equal(question.done, null);
    assert.deepEqual(labels(question), [["go on", "done"]]);
});

test("a thing that is called none is no end", () => {
    const question = asked({
        input: "it",
        type: "Card",
        options: ["ace", "none"],
        offers: [
            { kind: "value", type: "Card" },
            { kind: "value", type: "Card" },
        ],
    });

    assert.equal(question.none, null);
});

test("few numbers are buttons, many in a row a slider", () => {
    const row = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));

    assert.equal(input("number", row(10)).form, "number");
    assert.equal(input("number", row(60)).form, "range");
    assert.equal(input("number", [...row(60), "none"]).form, "range");
    assert.equal(input("number", [...row(60), "100"]).form, "number");
});

test("players, yes or no, and other values are told apart", () => {
    assert.equal(input("player", ["0", "2"]).form, "player");
    assert.equal(input("bool", ["true", "false"]).form, "yes_no");
    assert.equal(input("string", ["ace", "two"]).form, "value");
    assert.equal(input("Square", ["a1", "a2"]).form, "value");
    assert.equal(asked({ kind: "move", options: ["a1"], about: [null] }).form, "move");
});
