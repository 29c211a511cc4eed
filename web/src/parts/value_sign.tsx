// Small pictures of values: what an enum says a value looks like, and shapes as the squares they are made of.
import type { ComponentChildren, JSX } from "preact";
import { namedColor } from "../stage/palette";
import type { EnumLooks, ValueLook } from "../view";

/** The rows of a shape, each square `#` or `.`: `##/#.`. */
const shapeText = /^[#.]*#[#.]*(?:\/[#.]+)*$/;

export function isShapeText(text: string): boolean {
    return shapeText.test(text);
}

/** What the value with this label looks like; the name of its enum may be unknown. */
export function lookOf(enums: EnumLooks | undefined, label: string, type?: string): ValueLook | null {
    if (enums === undefined) {
        return null;
    }
    const found = type !== undefined && enums[type] !== undefined ? [enums[type]] : Object.values(enums);
    return found.map((values) => values[label]).find((look) => look !== undefined) ?? null;
}

/** For eyes only: the label stands beside it. */
export function ValueSign({ look }: { look: ValueLook }): JSX.Element | null {
    const color = namedColor(look.color);
    if ((look.glyph ?? "") === "" && color === null) {
        return null;
    }
    return (
        <span class="value-sign" aria-hidden="true" style={color === null ? undefined : { "--value": color }}>
            {look.glyph ?? ""}
        </span>
    );
}

export function ShapePicture({ text }: { text: string }): JSX.Element {
    const rows = text.split("/");
    const width = Math.max(...rows.map((row) => row.length));
    const squares = rows.flatMap((row, y) =>
        [...row].flatMap((square, x) => (square === "#" ? [`M${x + 0.06} ${y + 0.06}h.88v.88h-.88z`] : [])),
    );
    return (
        <svg
            class="shape-picture"
            viewBox={`0 0 ${width} ${rows.length}`}
            style={{ "--columns": width, "--rows": rows.length }}
            role="img"
            aria-label={text}
            focusable="false"
        >
            <path d={squares.join("")} />
        </svg>
    );
}

/** A text in which shapes are drawn: of a shape, or of something whose text shows one. */
export function withShapes(text: string): ComponentChildren {
    if (!text.includes("#")) {
        return text;
    }
    return text.split(/(\s+)/).map((word, i) => (isShapeText(word) ? <ShapePicture key={i} text={word} /> : word));
}
