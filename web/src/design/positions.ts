// Positions of diagnostics in a text: the server counts lines and characters from 1, the editor code units from 0.
import type { Text } from "@codemirror/state";
import type { Diagnostic } from "../protocol";

export interface Range {
    from: number;
    to: number;
}

/** A place in the text for each diagnostic, even if the text has become shorter meanwhile. Never empty where there is
 *  something to mark: an empty place would not be seen. */
export function rangeOf(diagnostic: Diagnostic, text: Text): Range {
    const from = offsetOf(diagnostic.line, diagnostic.column, text);
    const to = Math.max(from, offsetOf(diagnostic.end_line, diagnostic.end_column, text));
    if (to > from) {
        return { from, to };
    }
    const line = text.lineAt(from);
    return from < line.to ? { from, to: from + lengthAt(line.text, from - line.from) } : { from: Math.max(line.from, from - 1), to: from };
}

function offsetOf(line: number, column: number, text: Text): number {
    if (line > text.lines) {
        return text.length;
    }
    const there = text.line(Math.max(1, line));
    let at = 0;
    for (let left = column - 1; left > 0 && at < there.length; --left) {
        at += lengthAt(there.text, at);
    }
    return there.from + at;
}

/** How many code units the character there takes. */
function lengthAt(text: string, at: number): number {
    return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/** The most grave first, then as they stand in the text; those of other files last. */
export function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
    const grave = { error: 0, warning: 1, hint: 2 };
    const elsewhere = (one: Diagnostic): number => (one.file === "" ? 0 : 1);
    return [...diagnostics].sort(
        (one, other) =>
            grave[one.severity] - grave[other.severity] ||
            elsewhere(one) - elsewhere(other) ||
            one.line - other.line ||
            one.column - other.column,
    );
}
