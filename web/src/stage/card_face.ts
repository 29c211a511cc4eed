// Face of a card: worked out from its text, information and attributes.
//
// A card with a suit, in whatever words, gets a corner as playing cards have: `five of clubs` is 5 and a club. A text that ends
// with a number, `vase 8` or `pearl (8)`, gets the number in the corner and the rest as its title. What the title and corner say
// is not repeated below them.
import type { Instance } from "../view";
import type { Fact } from "./facts";
import { factText } from "./facts";
import type { Figure, SuitShape } from "./glyphs";
import { figureOf } from "./glyphs";
import { labelOf } from "./scene";
import { capitalized, initialsOf, numberText, wordsOf } from "./names";

export interface CardLine {
    key: string;
    label: string;
    text: string;
}

export interface CardFace {
    /** In the corner: `5`, `Q`; empty when there is none. */
    index: string;
    suit: SuitShape | null;
    title: string;
    figure: Figure;
    lines: CardLine[];
    /** Two letters for where there is no room. */
    brief: string;
}

const mostLines = 5;

const rankSigns: Readonly<Record<string, string>> = {
    ace: "A",
    one: "1",
    two: "2",
    three: "3",
    four: "4",
    five: "5",
    six: "6",
    seven: "7",
    eight: "8",
    nine: "9",
    ten: "10",
    jack: "J",
    knave: "J",
    page: "P",
    knight: "Kn",
    queen: "Q",
    king: "K",
    joker: "★",
};

function suitOf(card: Instance, suits: ReadonlyMap<string, SuitShape>): SuitShape | null {
    for (const value of Object.values(card.attributes ?? {})) {
        const suit = typeof value === "string" ? suits.get(value.toLowerCase()) : undefined;
        if (suit !== undefined) {
            return suit;
        }
    }
    return null;
}

function rankOf(card: Instance, text: string): string {
    const word = text.split(/\s+(?:of|di|de|-)\s+|\s+/)[0]?.toLowerCase() ?? "";
    if (rankSigns[word] !== undefined) {
        return rankSigns[word];
    }
    if (/^\d+$/.test(word)) {
        return word;
    }
    const number = Object.values(card.attributes ?? {}).find((value) => typeof value === "number");
    return typeof number === "number" ? numberText(number) : initialsOf(word);
}

function linesOf(
    facts: readonly Fact[],
    told: readonly string[],
    textOf: (id: string) => string,
    nameOf: (seat: number) => string,
): CardLine[] {
    const lines: CardLine[] = [];
    for (const fact of facts) {
        const label = wordsOf(fact.name);
        if (fact.minor || (fact.form === "number" && fact.value === 0) || (fact.form === "seat" && fact.name === "owner")) {
            continue;
        }
        if (fact.form === "flag") {
            lines.push({ key: fact.key, label, text: "" });
        } else if (fact.form === "goods") {
            lines.push(
                ...fact.entries.map((entry) => ({
                    key: `${fact.key} ${entry.label}`,
                    label: entry.label,
                    text: entry.text,
                })),
            );
        } else if (fact.form === "hidden") {
            lines.push({ key: fact.key, label, text: "?" });
        } else {
            const text = factText(fact, textOf, nameOf);
            if (text !== "" && !told.includes(text.toLowerCase())) {
                lines.push({ key: fact.key, label, text });
            }
        }
    }
    return lines.slice(0, mostLines);
}

export function faceOf(
    card: Instance,
    facts: readonly Fact[],
    suits: ReadonlyMap<string, SuitShape>,
    textOf: (id: string) => string,
    nameOf: (seat: number) => string,
): CardFace {
    const figure = figureOf(card.glyph);
    const text = labelOf(card);
    const suit = suitOf(card, suits);
    if (suit !== null) {
        const index = rankOf(card, text);
        return { index, suit, title: "", figure, lines: [], brief: index };
    }
    if (figure.form === "suit") {
        const index = rankOf(card, text);
        return { index, suit: figure.suit, title: "", figure: { form: "none" }, lines: [], brief: index };
    }
    const split = /^(?:(.*?)[\s(]+)?(−?-?\d+)\)?$/.exec(text);
    const index = split?.[2] ?? "";
    const title = capitalized((split === null ? text : (split[1] ?? "")).trim());
    const told = [title, index, ...text.split(/[\s()]+/), text].map((word) => word.toLowerCase());
    return {
        index,
        suit: null,
        title,
        figure,
        lines: linesOf(facts, told, textOf, nameOf),
        brief: index !== "" && title === "" ? index : initialsOf(title),
    };
}
