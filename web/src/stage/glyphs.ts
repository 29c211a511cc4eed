// Glyphs: the signs that rules give to tiles, pieces and cards.
//
// Chess figures, draughtsmen, discs, suits and dice are drawn as shapes of our own (figures.tsx), because each font has
// others and phones show some as coloured pictures. Everything else is text.

export type Tone = "light" | "dark";
export type ChessShape = "king" | "queen" | "rook" | "bishop" | "knight" | "pawn";
export type SuitShape = "spades" | "hearts" | "diamonds" | "clubs" | "coins" | "cups" | "swords" | "batons";

export type Figure =
    | { form: "none" }
    | { form: "disc"; tone: Tone }
    | { form: "man"; tone: Tone; isKing: boolean }
    | { form: "chess"; shape: ChessShape; tone: Tone }
    | { form: "suit"; suit: SuitShape }
    | { form: "die"; face: number }
    | { form: "bar" }
    | { form: "text"; text: string };

const chessShapes: readonly ChessShape[] = ["king", "queen", "rook", "bishop", "knight", "pawn"];

const suits: Readonly<Record<string, SuitShape>> = {
    "♠": "spades",
    "♤": "spades",
    "♥": "hearts",
    "♡": "hearts",
    "♦": "diamonds",
    "♢": "diamonds",
    "♣": "clubs",
    "♧": "clubs",
};

export function figureOf(glyph: string | undefined): Figure {
    const text = (glyph ?? "").replace(/[\uFE0E\uFE0F]/g, "").trim();
    if (text === "" || text === "." || text === "·") {
        return { form: "none" };
    }
    const code = text.codePointAt(0)!;
    if (text.length === 1) {
        if (code >= 0x2654 && code <= 0x265f) {
            const number = code - 0x2654;
            return { form: "chess", shape: chessShapes[number % 6]!, tone: number < 6 ? "light" : "dark" };
        }
        if (code >= 0x26c0 && code <= 0x26c3) {
            return { form: "man", tone: code < 0x26c2 ? "light" : "dark", isKing: code % 2 === 1 };
        }
        if (code >= 0x2680 && code <= 0x2685) {
            return { form: "die", face: code - 0x267f };
        }
    }
    if ("●⬤⚫".includes(text)) {
        return { form: "disc", tone: "dark" };
    }
    if ("○◯⚪".includes(text)) {
        return { form: "disc", tone: "light" };
    }
    if (/^[—–\-|│─━┃]$/.test(text)) {
        return { form: "bar" };
    }
    const suit = suits[text];
    return suit !== undefined ? { form: "suit", suit } : { form: "text", text: asText(text) };
}

/** Keeps signs that could be coloured pictures as signs in the colour of the text. */
export function asText(text: string): string {
    return [...text].length === 1 && /\p{Emoji}/u.test(text) && !/[\d#*]|\p{Emoji_Presentation}/u.test(text)
        ? text + "\uFE0E"
        : text;
}

// ---- whose stones are light, and whose dark -----------------------------------------------------------------------

/** With two players who have light and dark signs, each their own, the stones are ivory and ebony instead of coloured. */
export class Tones {
    private readonly bySeat = new Map<number, Tone>();

    constructor(players: number, signs: Iterable<{ owner: number | null; glyph: string | undefined }>) {
        const seen = new Map<number, Set<Tone>>();
        for (const { owner, glyph } of signs) {
            const figure = figureOf(glyph);
            if (owner !== null && "tone" in figure) {
                (seen.get(owner) ?? seen.set(owner, new Set()).get(owner)!).add(figure.tone);
            }
        }
        const single = [...seen].filter(([, tones]) => tones.size === 1);
        const tones = single.map(([, own]) => [...own][0]!);
        if (players === 2 && single.length === seen.size && new Set(tones).size === tones.length) {
            single.forEach(([owner], i) => this.bySeat.set(owner, tones[i]!));
            const [known] = [...this.bySeat];
            if (this.bySeat.size === 1 && known !== undefined) {
                this.bySeat.set(1 - known[0], known[1] === "light" ? "dark" : "light");
            }
        }
    }

    of(seat: number | null): Tone | null {
        return seat === null ? null : (this.bySeat.get(seat) ?? null);
    }

    /** How a sign with a tone is painted: ivory or ebony, or null for the colour of its owner. */
    paint(owner: number | null, tone: Tone): Tone | null {
        return owner === null || this.of(owner) !== null ? tone : null;
    }
}
