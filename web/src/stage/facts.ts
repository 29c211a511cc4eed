// Facts: attributes sorted into a few forms that can be drawn.
//
//   in   an instance, or a value of a table
//   out  facts: number, text, flag, dice, goods (an amount of several things), seat, things, list, hidden
//
// A fact is `minor` when it is rather a detail of the rules than something to play by: empty values, long lists, the tiles
// that a board remembers. Nothing is left out for good; what is minor is shown on demand.
import type { Instance, Table, Value, View } from "../view";
import { isHidden, isReference } from "../view";
import { numberText } from "./names";

interface FactBase {
    /** Names it as long as the match lasts: `Heir#1.coins`. */
    key: string;
    /** The attribute's name in the rules. */
    name: string;
    minor: boolean;
}

export type Fact = FactBase &
    (
        | { form: "number"; value: number }
        | { form: "text"; value: string }
        | { form: "flag"; on: boolean }
        | { form: "dice"; faces: (number | null)[] }
        | { form: "goods"; entries: { label: string; text: string }[] }
        | { form: "seat"; seat: number }
        | { form: "things"; ids: string[] }
        | { form: "list"; texts: string[] }
        | { form: "hidden"; count: number | null }
    );

const mostDice = 24;
const mostGoods = 12;
const longestText = 60;

// A number under such a name is a player: values do not tell.
const seatNames =
    /^(owner|leader|dealer|bidder|taker|winner|loser|who|player|starter|speaker|chair|host|attacker|defender)$/i;
const diceNames = /(^|[a-z_])(dice|die|rolls|rolled)$/i;

export function isTable(value: Value): value is Table {
    return typeof value === "object" && value !== null && !Array.isArray(value) && Array.isArray((value as Table).table);
}

function isSeat(value: Value, players: number): value is number {
    return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < players;
}

/** A table with a value for every player: their scores, or something like it. */
export function isByPlayer(value: Value, players: number): value is Table {
    return (
        isTable(value) &&
        value.table.length === players &&
        value.table.every((entry, i) => Array.isArray(entry) && entry[0] === i)
    );
}

/** A value as words; the texts of instances come from `textOf`. Empty when it is nothing, or has no short words. */
export function valueText(value: Value | undefined, textOf: (id: string) => string): string {
    if (value === null || value === undefined) {
        return "";
    }
    if (typeof value === "number") {
        return numberText(value);
    }
    if (typeof value === "string") {
        return value;
    }
    if (typeof value === "boolean") {
        return value ? "✓" : "–";
    }
    if (Array.isArray(value)) {
        return value.map((element) => valueText(element, textOf)).join(", ");
    }
    if (isReference(value)) {
        return textOf(value.ref);
    }
    if (isTable(value)) {
        return value.table.map(([key, held]) => `${valueText(key, textOf)} ${valueText(held, textOf)}`).join(", ");
    }
    return "?";
}

/** All ids that a value refers to, in order. */
export function idsIn(value: Value | undefined): string[] {
    if (typeof value !== "object" || value === null) {
        return [];
    }
    if (Array.isArray(value)) {
        return value.flatMap(idsIn);
    }
    if (isReference(value)) {
        return [value.ref];
    }
    return isTable(value) ? value.table.flatMap((entry) => (Array.isArray(entry) ? entry.flatMap(idsIn) : [])) : [];
}

export class FactReader {
    constructor(
        private readonly players: number,
        private readonly textOf: (id: string) => string,
    ) {}

    /** Those of an instance, in the order of the rules' names; tables by player are left out. */
    of(instance: Instance): Fact[] {
        const facts: Fact[] = [];
        for (const [name, value] of Object.entries(instance.attributes ?? {})) {
            if (!isByPlayer(value, this.players)) {
                const fact = this.read(`${instance.id}.${name}`, name, value);
                if (fact !== null) {
                    facts.push(fact);
                }
            }
        }
        for (const [name, count] of Object.entries(instance.hidden_attributes ?? {})) {
            const key = `${instance.id}.${name}`;
            if (diceNames.test(name) && typeof count === "number" && count <= mostDice) {
                facts.push({ key, name, minor: count === 0, form: "dice", faces: new Array<null>(count).fill(null) });
            } else {
                facts.push({ key, name, minor: false, form: "hidden", count: typeof count === "number" ? count : null });
            }
        }
        return facts;
    }

    /** One player's part of the tables by player. */
    ofSeat(instance: Instance, seat: number): Fact[] {
        const facts: Fact[] = [];
        for (const [name, value] of Object.entries(instance.attributes ?? {})) {
            if (isByPlayer(value, this.players)) {
                const fact = this.read(`${instance.id}.${name}.${seat}`, name, value.table[seat]![1]);
                if (fact !== null) {
                    facts.push(fact);
                }
            }
        }
        return facts;
    }

    private read(key: string, name: string, value: Value): Fact | null {
        if (value === null || value === undefined) {
            return null;
        }
        if (typeof value === "boolean") {
            return { key, name, minor: !value, form: "flag", on: value };
        }
        if (typeof value === "number") {
            return seatNames.test(name) && isSeat(value, this.players)
                ? { key, name, minor: false, form: "seat", seat: value }
                : { key, name, minor: false, form: "number", value };
        }
        if (typeof value === "string") {
            return value === "" ? null : { key, name, minor: value.length > longestText, form: "text", value };
        }
        if (Array.isArray(value)) {
            return this.readList(key, name, value);
        }
        if (isReference(value)) {
            return { key, name, minor: false, form: "things", ids: [value.ref] };
        }
        return isTable(value) ? this.readTable(key, name, value) : null;
    }

    private readList(key: string, name: string, value: Value[]): Fact | null {
        if (value.length === 0) {
            return null;
        }
        const isDie = (element: Value) =>
            typeof element === "number" && Number.isInteger(element) && element >= 1 && element <= 6;
        if (diceNames.test(name) && value.length <= mostDice && value.every(isDie)) {
            return { key, name, minor: false, form: "dice", faces: value as number[] };
        }
        if (value.every((element) => element !== null && isReference(element))) {
            return { key, name, minor: value.length > mostGoods, form: "things", ids: idsIn(value) };
        }
        return { key, name, minor: true, form: "list", texts: value.map((element) => valueText(element, this.textOf)) };
    }

    private readTable(key: string, name: string, value: Table): Fact | null {
        const ids = idsIn(value);
        if (ids.length > 0) {
            return { key, name, minor: ids.length > mostGoods, form: "things", ids };
        }
        const entries = value.table
            .filter((entry) => Array.isArray(entry))
            .map(([label, held]) => ({ label: valueText(label, this.textOf), text: valueText(held, this.textOf) }));
        const amounts = value.table.every((entry) => Array.isArray(entry) && typeof entry[1] === "number");
        return entries.length === 0
            ? null
            : { key, name, minor: entries.length > mostGoods || !amounts, form: "goods", entries };
    }
}

/** What a fact says in words, as a screen reader tells it. */
export function factText(fact: Fact, textOf: (id: string) => string, nameOf: (seat: number) => string): string {
    switch (fact.form) {
        case "number":
            return numberText(fact.value);
        case "text":
            return fact.value;
        case "flag":
            return fact.on ? "✓" : "–";
        case "dice":
            return fact.faces.map((face) => (face === null ? "?" : String(face))).join(" ");
        case "goods":
            return fact.entries.map((entry) => `${entry.label} ${entry.text}`).join(", ");
        case "seat":
            return nameOf(fact.seat);
        case "things":
            return fact.ids
                .map(textOf)
                .filter((text) => text !== "")
                .join(", ");
        case "list":
            return fact.texts.join(", ");
        case "hidden":
            return "?";
    }
}

/** A number stands in a text as a word of its own: `strength 3`. */
export function standsIn(value: number, text: string): boolean {
    return new RegExp(`(^|[^\\d.])${String(value).replace(/[.\-]/g, "\\$&")}($|[^\\d.])`).test(text);
}

/** Everything that is not hidden in a list of the view, however odd the view is. */
export function seen<T extends object>(list: readonly T[] | undefined): Exclude<T, { hidden: string }>[] {
    const elements: readonly unknown[] = Array.isArray(list) ? list : [];
    return elements.filter(
        (element) => typeof element === "object" && element !== null && !isHidden(element),
    ) as Exclude<T, { hidden: string }>[];
}

export function ownerOf(instance: Instance): number | null {
    if (typeof instance.owner === "number") {
        return instance.owner;
    }
    if (Array.isArray(instance.owner)) {
        return instance.owner.length === 1 ? (instance.owner[0] ?? null) : null;
    }
    const attribute = instance.attributes?.["owner"];
    return typeof attribute === "number" && Number.isInteger(attribute) && attribute >= 0 ? attribute : null;
}

export function viewerOf(view: View): number {
    return typeof view.viewer === "number" ? view.viewer : -1;
}
