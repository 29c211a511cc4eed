import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer } from "../connection";
import type { Diagnostic } from "../protocol";
import { Draft, isUnsaved } from "./draft";
import type { DesignQuestion } from "./props";

const error: Diagnostic = {
    severity: "error",
    code: "E0201",
    message: "nothing called `x` is visible here",
    help: "",
    line: 1,
    column: 1,
    end_line: 1,
    end_column: 2,
    file: "",
};

/** A server and a clock that do what the test says. */
class World {
    asked: DesignQuestion[] = [];
    private readonly answers: ((answer: Answer) => void)[] = [];
    private timers: (() => void)[] = [];

    draft(text: string): Draft {
        return new Draft(
            text,
            (message) => {
                this.asked.push(message);
                return new Promise((answered) => this.answers.push(answered));
            },
            (_, work) => {
                this.timers.push(work);
                return () => (this.timers = this.timers.filter((one) => one !== work));
            },
        );
    }

    /** All pauses end. */
    wait(): void {
        const due = this.timers;
        this.timers = [];
        due.forEach((work) => work());
    }

    /** The oldest question that is open is answered. */
    async answer(answer: Answer): Promise<void> {
        this.answers.shift()?.(answer);
        await new Promise((done) => setImmediate(done));
    }

    texts(): string[] {
        return this.asked.map((message) => ("text" in message ? `${message.type} ${message.text}` : message.type));
    }
}

function checked(...diagnostics: Diagnostic[]): Answer {
    return { type: "checked", id: "", diagnostics };
}

function refused(reason: "too_fast" | "storage", text: string): Answer {
    return { type: "refused", id: "", reason, text };
}

test("the text is checked when it is opened, and again when typing pauses", async () => {
    const world = new World();
    const draft = world.draft("a");

    world.wait();
    await world.answer(checked());
    draft.typed("ab");
    draft.typed("abc");
    world.wait();

    assert.deepEqual(world.texts(), ["check a", "check abc"]);
    assert.deepEqual(draft.now().found, []);
    assert.equal(draft.now().replacements, 0);
});

test("an answer about an older text does not count", async () => {
    const world = new World();
    const draft = world.draft("a");
    world.wait();
    draft.typed("ab");

    await world.answer(checked(error));
    assert.equal(draft.now().found, null);
    world.wait();
    await world.answer(checked());

    assert.deepEqual(world.texts(), ["check a", "check ab"]);
    assert.deepEqual(draft.now().found, []);
});

test("one question is asked at a time", () => {
    const world = new World();
    const draft = world.draft("a");
    world.wait();
    draft.typed("ab");
    world.wait();

    assert.deepEqual(world.texts(), ["check a"]);
});

test("who was too fast asks again", async () => {
    const world = new World();
    world.draft("a");
    world.wait();

    await world.answer(refused("too_fast", ""));
    world.wait();

    assert.deepEqual(world.texts(), ["check a", "check a"]);
});

test("saving sends the text, which then is what the file holds", async () => {
    const world = new World();
    const draft = world.draft("a");
    draft.typed("x");
    assert.ok(isUnsaved(draft.now()));

    void draft.save();
    assert.ok(draft.now().isSaving);
    await world.answer(checked());

    assert.deepEqual(world.texts(), ["rules x"]);
    assert.ok(!isUnsaved(draft.now()) && !draft.now().isSaving);
    assert.equal(draft.now().saved, "written");
});

test("rules with errors are not in the file, and show what was found", async () => {
    const world = new World();
    const draft = world.draft("a");
    draft.typed("x");

    void draft.save();
    await world.answer(checked(error));

    assert.ok(isUnsaved(draft.now()));
    assert.equal(draft.now().saved, "has errors");
    assert.deepEqual(draft.now().found, [error]);
});

test("what is typed while the text is being saved is unsaved and checked", async () => {
    const world = new World();
    const draft = world.draft("a");

    void draft.save();
    draft.typed("ab");
    await world.answer(checked());
    world.wait();

    assert.ok(isUnsaved(draft.now()));
    assert.equal(draft.now().saved, "nothing");
    assert.equal(draft.now().found, null);
    assert.deepEqual(world.texts(), ["rules a", "check ab"]);
});

test("a refused saving leaves the text unsaved and says why", async () => {
    const world = new World();
    const draft = world.draft("a");
    draft.typed("b");

    void draft.save();
    await world.answer(refused("storage", "the file cannot be written"));

    assert.ok(isUnsaved(draft.now()));
    assert.equal(draft.now().refusal, "the file cannot be written");
});

test("a file that ends its lines otherwise goes on to do so", () => {
    const world = new World();
    const draft = world.draft("a\r\nb");
    assert.equal(draft.now().text, "a\nb");
    assert.ok(!isUnsaved(draft.now()));

    draft.typed("a\nc");
    void draft.save();

    assert.deepEqual(world.texts(), ["rules a\r\nc"]);
});

test("a file that others have changed is shown if nothing was changed here", () => {
    const world = new World();
    const draft = world.draft("a");

    draft.fileHolds("b");

    assert.equal(draft.now().text, "b");
    assert.equal(draft.now().replacements, 1);
    assert.ok(!isUnsaved(draft.now()) && !draft.now().isConflicted);
});

test("a file that others have changed does not replace what was typed here until one wants it", () => {
    const world = new World();
    const draft = world.draft("a");
    draft.typed("mine");

    draft.fileHolds("theirs");
    assert.equal(draft.now().text, "mine");
    assert.ok(draft.now().isConflicted);
    draft.takeFile();

    assert.equal(draft.now().text, "theirs");
    assert.ok(!isUnsaved(draft.now()) && !draft.now().isConflicted);
});

test("nothing is asked once it has ended", () => {
    const world = new World();
    const draft = world.draft("a");

    draft.end();
    world.wait();

    assert.deepEqual(world.texts(), []);
});
