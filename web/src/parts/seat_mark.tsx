// A player's mark: colour, shape and the number that the rules call the player by. Told apart by each of the three.
import type { JSX } from "preact";
import { inkOn, lightnessOf, mixed, namedColor } from "../stage/palette";

const shapes = [
    "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20z",
    "M5.5 3h13A2.5 2.5 0 0 1 21 5.5v13a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 18.5v-13A2.5 2.5 0 0 1 5.5 3z",
    "M10.3 2.7a2 2 0 0 1 3.4 0l8.6 16a2 2 0 0 1-1.7 2.9H3.4a2 2 0 0 1-1.7-2.9z",
    "M10.6 1.6a2 2 0 0 1 2.8 0l9 9a2 2 0 0 1 0 2.8l-9 9a2 2 0 0 1-2.8 0l-9-9a2 2 0 0 1 0-2.8z",
    "M12 1.5 21.5 7v10L12 22.5 2.5 17V7z",
    "M12 1.5 22.5 9.2l-4 12.3h-13l-4-12.3z",
    "M8 1.8h8L22.2 8v8L16 22.2H8L1.8 16V8z",
    "M8.5 1.5h7v7h7v7h-7v7h-7v-7h-7v-7h7z",
];
const lowered = 2; // the triangle: its number stands lower

/** Custom properties for the colours that the rules give to seats. What is too light or too dark for a page is toned down. */
export function seatStyle(seats: { color?: string }[] | undefined): Record<string, string> {
    const style: Record<string, string> = {};
    for (const [seat, { color }] of (seats ?? []).slice(0, shapes.length).entries()) {
        const named = namedColor(color ?? "");
        if (named !== null) {
            const lightness = lightnessOf(named);
            const toned = lightness > 0.6 ? mixed(named, "#8d8678", 0.35) : lightness < 0.04 ? mixed(named, "#8d8678", 0.2) : named;
            style[`--seat-${seat}`] = toned;
            style[`--seat-ink-${seat}`] = inkOn(toned);
        }
    }
    return style;
}

/** The ink on the colour of a seat. */
export function seatInk(seat: number): string {
    return `var(--seat-ink-${seat % shapes.length}, var(--seat-ink))`;
}

export function seatColour(seat: number): string {
    return `var(--seat-${seat % shapes.length})`;
}

/** For eyes only: the name stands beside it. */
export function SeatMark({ seat }: { seat: number }): JSX.Element {
    const shape = seat % shapes.length;
    return (
        <svg class="seat-mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false" style={{ color: seatColour(seat) }}>
            <path d={shapes[shape]} fill="currentColor" />
            <text class="seat-number" style={{ fill: seatInk(seat) }} x="12" y={shape === lowered ? 18 : 16.2} text-anchor="middle">
                {seat}
            </text>
        </svg>
    );
}
