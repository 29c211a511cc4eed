import assert from "node:assert/strict";
import { test } from "node:test";
import { Text } from "@codemirror/state";
import type { Diagnostic } from "../protocol";
import { inOrder, rangeOf } from "./positions";

function diagnostic(part: Partial<Diagnostic>): Diagnostic {
    return {
        severity: "error",
        code: "E0201",
        message: "",
        help: "",
        line: 1,
        column: 1,
        end_line: 1,
        end_column: 1,
        file: "",
        ...part,
    };
}

function marked(lines: string[], part: Partial<Diagnostic>): string {
    const text = Text.of(lines);
    const { from, to } = rangeOf(diagnostic(part), text);
    return text.sliceString(from, to);
}

test("a place is found by line and character", () => {
    assert.equal(marked(["tile A", "  x = unknown;"], { line: 2, column: 7, end_line: 2, end_column: 14 }), "unknown");
});

test("characters that take two code units count once", () => {
    assert.equal(marked(['"🂡🂡" foo'], { column: 6, end_column: 9 }), "foo");
});

test("a place over several lines is marked as a whole", () => {
    assert.equal(marked(["ab", "cd"], { column: 2, end_line: 2, end_column: 2 }), "b\nc");
});

test("an empty place marks the character there, or the one before at the end of a line", () => {
    assert.equal(marked(["a🂡b"], { column: 2, end_column: 2 }), "🂡");
    assert.equal(marked(["ab"], { column: 3, end_column: 3 }), "b");
    assert.equal(marked([""], {}), "");
});

test("a place behind the end of a text that has become shorter is its end", () => {
    assert.equal(marked(["ab"], { line: 9, column: 4, end_line: 9, end_column: 6 }), "b");
    assert.equal(marked(["ab", ""], { line: 1, column: 40, end_line: 1, end_column: 60 }), "b");
});

test("errors come before warnings, and those of this file before those of others", () => {
    const given = [
        diagnostic({ severity: "warning", line: 1, code: "W1" }),
        diagnostic({ line: 9, code: "E9" }),
        diagnostic({ line: 1, file: "cards.tgdl", code: "E0" }),
        diagnostic({ line: 2, column: 5, code: "E2b" }),
        diagnostic({ line: 2, column: 3, code: "E2a" }),
    ];

    assert.deepEqual(
        inOrder(given).map((one) => one.code),
        ["E2a", "E2b", "E9", "E0", "W1"],
    );
});
