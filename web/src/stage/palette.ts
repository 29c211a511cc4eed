// Colours: of seats, of what rules call a colour, and of kinds of things that have none of their own.
//
// The colours of seats stay apart for people who do not tell red from green, and never stand alone: each seat also has a
// shape (figures.tsx) and a pattern (patterns.tsx). Everything that is painted by a theme is a custom property of
// stage.css; only colours that follow from the rules are computed here.
import { hashOf } from "./names";

export const seatLooks = 8;

/** The custom property of stage.css for a seat; more players than colours begin again, with their shapes shifted. */
export function seatColor(seat: number): string {
    return `var(--seat-${looksOf(seat)})`;
}

export function looksOf(seat: number): number {
    return ((Math.trunc(seat) % seatLooks) + seatLooks) % seatLooks;
}

// Those that people write in rules, toned so that they go together. Others are taken as CSS knows them.
const namedColors: Readonly<Record<string, string>> = {
    red: "#c8453b",
    crimson: "#b02a45",
    orange: "#dd8433",
    gold: "#d6a62c",
    yellow: "#e2bd3f",
    green: "#5a9a58",
    teal: "#2f8f8b",
    turquoise: "#3aa7a0",
    cyan: "#4bb0c9",
    blue: "#3f78b8",
    purple: "#8458a8",
    violet: "#8458a8",
    magenta: "#b14c92",
    pink: "#d9809f",
    brown: "#8d6443",
    black: "#2d3038",
    white: "#f6f2e9",
    silver: "#b9bec6",
    grey: "#8d939c",
    gray: "#8d939c",
};

/** The colour that rules name, `red`, `dark red` or `#a1b2c3`; null when it is none. Only what is safe to be put into a style. */
export function namedColor(name: string | undefined): string | null {
    if (typeof name !== "string") {
        return null;
    }
    const text = name.trim().toLowerCase();
    if (/^#([0-9a-f]{3}|[0-9a-f]{6})$/.test(text)) {
        return text;
    }
    const known = Object.keys(namedColors)
        .filter((color) => text.endsWith(color))
        .sort((a, b) => b.length - a.length)[0];
    if (known === undefined) {
        return null;
    }
    const base = namedColors[known]!;
    const before = text.slice(0, text.length - known.length).trim();
    if (/^(dark|deep)$/.test(before)) {
        return mixed(base, "#000000", 0.35);
    }
    return /^(light|pale|bright)$/.test(before) ? mixed(base, "#ffffff", 0.4) : base;
}

export function channelsOf(color: string): [number, number, number] {
    const digits = color.length === 4 ? [...color.slice(1)].map((digit) => digit + digit).join("") : color.slice(1);
    const value = Number.parseInt(digits, 16);
    return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** `share` of the second colour in the first; both as `#rrggbb`. */
export function mixed(first: string, second: string, share: number): string {
    const a = channelsOf(first);
    const b = channelsOf(second);
    const parts = a.map((part, i) => Math.round(part + (b[i]! - part) * share));
    return "#" + parts.map((part) => part.toString(16).padStart(2, "0")).join("");
}

/** How light it looks, 0 to 1. */
export function lightnessOf(color: string): number {
    const [red, green, blue] = channelsOf(color).map((part) => {
        const value = part / 255;
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Black or white, whichever can be read on it. */
export function inkOn(color: string): string {
    return lightnessOf(color) > 0.22 ? "#23262d" : "#ffffff";
}

// ---- kinds without a colour

const kindHues = [148, 28, 206, 348, 268, 48, 178, 316, 92, 232, 8, 124] as const;

// What these words mean to everybody; other kinds get a colour by chance of their name.
const wordHues: readonly [RegExp, number][] = [
    [/\b(wood|woods|woodland|forest|tree|grass|field|meadow|herb|plant|oak|garden|hedge|green)\b/, 132],
    [/\b(hill|hills|mountain|rock|earth|clay|brick|stone|pit|quarry|mine|iron)\b/, 28],
    [/\b(sea|water|lake|river|bog|marsh|swamp|brook|fish|ice|rain|glass|coast|bay)\b/, 206],
    [/\b(sand|desert|wheat|grain|gold|coin|coins|brass|sun|straw)\b/, 44],
    [/\b(fire|heat|blood|war|attack|heart|hearts|village|town|city|house)\b/, 12],
    [/\b(magic|spell|night|star|stars|mystery)\b/, 268],
];

/** A hue for each kind, all different as long as there are enough; depends on the names only. */
export function huesOf(kinds: readonly string[]): Map<string, number> {
    const hues = new Map<string, number>();
    const taken = new Set<number>();
    const left: string[] = [];
    const sorted = [...new Set(kinds)].sort();
    for (const kind of sorted) {
        const meant = wordHues.find(([words]) => words.test(kind.toLowerCase()));
        if (meant !== undefined && !taken.has(meant[1])) {
            hues.set(kind, meant[1]);
            taken.add(meant[1]);
        } else {
            left.push(kind);
        }
    }
    for (const kind of left) {
        const start = hashOf(kind) % kindHues.length;
        let hue: number = kindHues[start]!;
        for (let i = 0; i < kindHues.length; ++i) {
            const candidate = kindHues[(start + i) % kindHues.length]!;
            if (![...taken].some((other) => Math.abs(other - candidate) < 14)) {
                hue = candidate;
                break;
            }
        }
        hues.set(kind, hue);
        taken.add(hue);
    }
    return hues;
}

export function hueOf(kind: string): number {
    return huesOf([kind]).get(kind)!;
}
