// Scene: the view sorted into the places of the drawing.
//
//   in   a view, the seat of whoever looks at it, what can be chosen
//   out  boards and sections in the middle, and for each seat its facts, decks and things
//
// Every instance gets one place. A deck or thing that belongs to a player lies at that player's seat; one that an attribute
// of something else refers to lies there, under the attribute's name; the others have a section of their own. Views that
// lack parts, or have parts that are not known here, give what can be made of them.
import type { Board, Deck, Hidden, Instance, Tile, Value, View } from "../view";
import { allTilesOf, isHidden, isReference } from "../view";
import type { StageOption } from "./props";
import type { Fact } from "./facts";
import { FactReader, idsIn, isTable, ownerOf, seen, valueText } from "./facts";
import { capitalized, headingOf, wordsOf } from "./names";

export type Kind = "board" | "tile" | "piece" | "card" | "deck" | "thing";

export interface Found {
    kind: Kind;
    instance: Instance;
    /** The tile or deck that it lies on. */
    holder: string | null;
}

/** hand: one's own, large; spread: side by side; backs: of others, small; pile: the top and a count; slot: an empty place. */
export type DeckForm = "hand" | "spread" | "backs" | "pile" | "slot";

export interface DeckSpot {
    deck: Deck;
    title: string;
    owner: number | null;
    form: DeckForm;
    facts: Fact[];
    /** Drawn beside it; null when there is none, or nothing on it. */
    discards: Deck | null;
}

export interface Section {
    /** Id of the thing or deck that it is about. */
    key: string;
    title: string;
    instance: Instance | null;
    facts: Fact[];
    decks: DeckSpot[];
    things: Instance[];
}

export interface SeatScene {
    seat: number;
    name: string;
    mine: boolean;
    /** Waited for. */
    active: boolean;
    /** What every player has a value of: scores and the like. */
    scores: Fact[];
    facts: Fact[];
    decks: DeckSpot[];
    things: Instance[];
    boards: Board[];
    /** Ids of what stands for the player: choosing one of them is choosing this seat's panel. */
    stands: string[];
    /** From 1, once the match is over. */
    place: number | null;
}

export interface Scene {
    view: View;
    seat: number;
    players: number;
    names: string[];
    byId: Map<string, Found>;
    boards: Board[];
    sections: Section[];
    seats: SeatScene[];
    /** The words for an instance, as options and screen readers call it. */
    textOf: (id: string) => string;
    factsOf: (instance: Instance) => Fact[];
}

/** What was learnt from earlier views of the same match, by class of decks. */
export interface DeckMemory {
    /** The viewer sees what others do not. */
    secret: Set<string>;
    /** There was something in one of them: an empty one is worth a place. */
    used: Set<string>;
}

export function emptyMemory(): DeckMemory {
    return { secret: new Set(), used: new Set() };
}

const mostSpread = 14;
const mostSpreadOfOthers = 6;

export function labelOf(instance: Instance): string {
    const text = typeof instance.text === "string" ? instance.text : "";
    return text !== "" && text !== instance.id ? text : headingOf(instance.class ?? "");
}

export function tileLabel(tile: Tile): string {
    if (isHidden(tile)) {
        return tile.place ?? tile.hidden;
    }
    return tile.text || tile.name || tile.place || headingOf(tile.class ?? "");
}

/** What a piece is, without the tile that it stands on: `Foot Field(0,3)` is a `Foot`, and `e4` a `pawn`. */
export function pieceLabel(piece: Instance, tile: Tile | null): string {
    let text = piece.text === piece.id ? "" : (piece.text ?? "");
    if (tile !== null) {
        for (const place of [tile.place, isHidden(tile) ? undefined : tile.text, tile.name]) {
            text = place ? text.replace(place, "") : text;
        }
    }
    text = text.replace(/^[\s,:;()\-–]+|[\s,:;(\-–]+$/g, "");
    return text === "" ? wordsOf(piece.class ?? "") : text;
}

function indexOf(view: View): Map<string, Found> {
    const byId = new Map<string, Found>();
    const put = (kind: Kind, instance: Instance, holder: string | null) => {
        if (typeof instance.id === "string" && !byId.has(instance.id)) {
            byId.set(instance.id, { kind, instance, holder });
        }
    };
    for (const board of seen(view.boards)) {
        put("board", board, null);
        for (const group of board.groups ?? []) {
            for (const tile of allTilesOf(group)) {
                const holder = isHidden(tile) ? tile.place : tile.id;
                if (!isHidden(tile)) {
                    put("tile", tile, board.id);
                }
                seen(tile.pieces).forEach((piece) => put("piece", piece, holder));
            }
        }
    }
    for (const deck of seen(view.decks)) {
        put("deck", deck, null);
        seen(deck.cards).forEach((card) => put("card", card, deck.id));
    }
    seen(view.things).forEach((instance) => put("thing", instance, null));
    return byId;
}

function sameTexts(cards: readonly (Instance | Hidden)[]): boolean {
    const first = cards[0];
    return (
        first !== undefined &&
        cards.length > 1 &&
        cards.every((card) => !isHidden(card) && !isHidden(first) && card.text === first.text && card.class === first.class)
    );
}

function learn(view: View, seat: number, memory: DeckMemory): void {
    for (const deck of seen(view.decks)) {
        if (!Array.isArray(deck.cards) || deck.cards.length === 0) {
            continue;
        }
        memory.used.add(deck.class);
        const owner = ownerOf(deck);
        if (owner !== null && owner !== seat && deck.cards.some((card) => isHidden(card))) {
            memory.secret.add(deck.class);
        }
    }
}

class SceneReader {
    private readonly placed = new Set<string>();
    private readonly decks = new Map<string, Deck>();
    private readonly piles = new Map<string, string>(); // discards by deck
    private readonly isDiscards = new Set<string>();
    private readonly chosenFrom = new Set<string>(); // decks with a card that can be chosen
    private readonly chosen: Set<string>; // what can be chosen itself
    private readonly facts: FactReader;
    readonly scene: Scene;

    constructor(
        view: View,
        seat: number,
        names: string[],
        options: readonly StageOption[],
        private readonly memory: DeckMemory,
    ) {
        const byId = indexOf(view);
        const players = Math.max(0, Math.trunc(Number(view.players)) || 0);
        const textOf = (id: string) => {
            const found = byId.get(id);
            if (found?.kind === "piece") {
                return capitalized(
                    pieceLabel(found.instance, (byId.get(found.holder ?? "")?.instance as Tile | undefined) ?? null),
                );
            }
            return found === undefined ? "" : labelOf(found.instance);
        };
        this.facts = new FactReader(players, textOf);
        for (const deck of seen(view.decks)) {
            this.decks.set(deck.id, deck);
            if (deck.discards !== undefined && isReference(deck.discards)) {
                this.piles.set(deck.id, deck.discards.ref);
                this.isDiscards.add(deck.discards.ref);
            }
        }
        this.chosen = new Set(options.flatMap((option) => option.about ?? []));
        for (const option of options) {
            const found = option.about === null ? undefined : byId.get(option.about);
            if (found?.kind === "card" && found.holder !== null) {
                this.chosenFrom.add(found.holder);
            }
        }
        learn(view, seat, memory);
        this.scene = {
            view,
            seat,
            players,
            names,
            byId,
            textOf,
            boards: [],
            sections: [],
            seats: [],
            factsOf: (instance) => this.facts.of(instance),
        };
    }

    read(): Scene {
        for (let seat = 0; seat < this.scene.players; ++seat) {
            this.scene.seats.push(this.emptySeat(seat));
        }
        this.placeBoards();
        const things = seen(this.scene.view.things);
        things.filter((instance) => instance.scope === "player").forEach((instance) => this.placePlayerInstance(instance));
        this.placeOwned();
        things.filter((instance) => instance.scope === "global").forEach((instance) => this.placeHolder(instance));
        this.placeFreeDecks();
        this.placeFreeInstances();
        return this.scene;
    }

    private emptySeat(seat: number): SeatScene {
        const view = this.scene.view;
        const place = (view.places ?? []).findIndex((seats) => Array.isArray(seats) && seats.includes(seat));
        const active = Array.isArray(view.active) ? view.active.includes(seat) : view.active === seat;
        return {
            seat,
            name: this.scene.names[seat] ?? "",
            mine: seat === this.scene.seat,
            active: view.status === "waiting" && (active || view.decision?.player === seat),
            scores: this.scoresOf(seat),
            facts: [],
            decks: [],
            things: [],
            boards: [],
            stands: [],
            place: place >= 0 ? place + 1 : null,
        };
    }

    private scoresOf(seat: number): Fact[] {
        const view = this.scene.view;
        const facts = [...seen(view.things), ...seen(view.boards), ...seen(view.decks)].flatMap((instance) =>
            this.facts.ofSeat(instance, seat),
        );
        const last = view.scores?.[seat];
        const isTold = facts.some((fact) => fact.form === "number" && fact.value === last);
        if (typeof last === "number" && !isTold) {
            facts.unshift({ key: `score.${seat}`, name: "score", minor: false, form: "number", value: last });
        }
        return facts;
    }

    private placeBoards(): void {
        for (const board of seen(this.scene.view.boards)) {
            const owner = board.owner === undefined ? null : ownerOf(board);
            const seat = owner === null ? undefined : this.scene.seats[owner];
            (seat?.boards ?? this.scene.boards).push(board);
        }
    }

    private placePlayerInstance(instance: Instance): void {
        const seat = this.scene.seats[ownerOf(instance) ?? -1];
        if (seat === undefined) {
            return;
        }
        seat.stands.push(instance.id);
        this.placed.add(instance.id);
        for (const [name, value] of Object.entries(instance.attributes ?? {})) {
            this.placeReferred(value, name, seat);
        }
        seat.facts.push(...this.facts.of(instance).filter((fact) => !this.isDrawnAsInstances(fact)));
    }

    /** Decks and loose things that an attribute refers to lie with it. */
    private placeReferred(value: Value, name: string, at: { decks: DeckSpot[]; things: Instance[] }): void {
        const ids = idsIn(value);
        const keys = new Map(
            isTable(value)
                ? value.table.flatMap(([key, held]) => idsIn(held).map((id) => [id, valueText(key, this.scene.textOf)]))
                : [],
        );
        for (const id of ids) {
            const found = this.scene.byId.get(id);
            if (found === undefined || this.placed.has(id)) {
                continue;
            }
            if (found.kind === "deck") {
                const owner = ownerOf(found.instance);
                const home = owner === null ? at : (this.scene.seats[owner] ?? at);
                this.addDeck(
                    home.decks,
                    found.instance as Deck,
                    keys.get(id) ?? (ids.length === 1 ? headingOf(name) : undefined),
                );
            } else if (found.kind === "thing" && found.instance.scope === undefined && ownerOf(found.instance) === null) {
                this.placed.add(id);
                at.things.push(found.instance);
            }
        }
    }

    /** What is drawn as itself need not be told in words. Tiles and pieces that something remembers are drawn on their board. */
    private isDrawnAsInstances(fact: Fact): boolean {
        return (
            fact.form === "things" &&
            fact.ids.length > 0 &&
            fact.ids.every((id) => {
                const kind = this.scene.byId.get(id)?.kind;
                return kind !== undefined && kind !== "card" && kind !== "board";
            })
        );
    }

    private placeOwned(): void {
        for (const deck of this.decks.values()) {
            const seat = this.scene.seats[ownerOf(deck) ?? -1];
            if (seat !== undefined && !this.placed.has(deck.id) && !this.isDiscards.has(deck.id)) {
                this.addDeck(seat.decks, deck);
            }
        }
        for (const instance of seen(this.scene.view.things)) {
            const seat = this.scene.seats[ownerOf(instance) ?? -1];
            if (seat !== undefined && instance.scope === undefined && !this.placed.has(instance.id)) {
                this.placed.add(instance.id);
                seat.things.push(instance);
            }
        }
    }

    private placeHolder(instance: Instance): void {
        if (this.placed.has(instance.id)) {
            return;
        }
        this.placed.add(instance.id);
        const section: Section = { key: instance.id, title: labelOf(instance), instance, facts: [], decks: [], things: [] };
        for (const [name, value] of Object.entries(instance.attributes ?? {})) {
            this.placeReferred(value, name, section);
        }
        section.facts = this.facts.of(instance).filter((fact) => !this.isDrawnAsInstances(fact));
        this.scene.sections.push(section);
    }

    private placeFreeDecks(): void {
        for (const deck of this.decks.values()) {
            if (!this.placed.has(deck.id) && !this.isDiscards.has(deck.id)) {
                const section: Section = { key: deck.id, title: "", instance: null, facts: [], decks: [], things: [] };
                this.addDeck(section.decks, deck);
                if (section.decks.length > 0) {
                    this.scene.sections.push(section);
                }
            }
        }
        for (const id of this.isDiscards) {
            const deck = this.decks.get(id);
            if (deck !== undefined && !this.placed.has(id) && (deck.cards ?? []).length > 0) {
                const section: Section = { key: id, title: "", instance: null, facts: [], decks: [], things: [] };
                this.addDeck(section.decks, deck);
                this.scene.sections.push(section);
            }
        }
    }

    private placeFreeInstances(): void {
        const byClass = new Map<string, Section>();
        for (const instance of seen(this.scene.view.things)) {
            if (this.placed.has(instance.id)) {
                continue;
            }
            this.placed.add(instance.id);
            const name = instance.class ?? "";
            let section = byClass.get(name);
            if (section === undefined) {
                section = { key: `things ${name}`, title: headingOf(name), instance: null, facts: [], decks: [], things: [] };
                byClass.set(name, section);
                this.scene.sections.push(section);
            }
            section.things.push(instance);
        }
    }

    private addDeck(spots: DeckSpot[], deck: Deck, title?: string): void {
        this.placed.add(deck.id);
        const isArea = deck.scope === "global" && ownerOf(deck) === null;
        if ((deck.cards ?? []).length === 0 && !isArea && !this.memory.used.has(deck.class) && !this.chosen.has(deck.id)) {
            return; // nothing was ever in it, so it says nothing
        }
        const pile = this.decks.get(this.piles.get(deck.id) ?? "");
        const hasDiscards = pile !== undefined && (pile.cards ?? []).length > 0 && !this.placed.has(pile.id);
        if (hasDiscards) {
            this.placed.add(pile.id);
        }
        spots.push({
            deck,
            title: title ?? labelOf(deck),
            owner: ownerOf(deck),
            form: this.formOf(deck),
            facts: this.facts.of(deck).filter((fact) => !this.isDrawnAsInstances(fact)),
            discards: hasDiscards ? pile : null,
        });
    }

    private formOf(deck: Deck): DeckForm {
        const cards = Array.isArray(deck.cards) ? deck.cards : [];
        if (cards.length === 0) {
            return "slot";
        }
        const owner = ownerOf(deck);
        const mine = owner !== null && owner === this.scene.seat;
        if (cards.every((card) => isHidden(card))) {
            return owner === null || (cards.length > 1 && !this.isHandOfSomebody(deck)) ? "pile" : "backs";
        }
        if (mine && this.isHand(deck)) {
            return "hand";
        }
        if (this.chosenFrom.has(deck.id) && !sameTexts(cards)) {
            return "spread";
        }
        if (sameTexts(cards) && cards.length > 2) {
            return "pile";
        }
        return cards.length <= (owner !== null && !mine ? mostSpreadOfOthers : mostSpread) ? "spread" : "pile";
    }

    private isHand(deck: Deck): boolean {
        return this.chosenFrom.has(deck.id) || this.memory.secret.has(deck.class) || this.scene.players === 1;
    }

    /** Cards that nobody at all sees lie in a pile; those that their owner may see are held. */
    private isHandOfSomebody(deck: Deck): boolean {
        const mine = seen(this.scene.view.decks).find(
            (other) => other.class === deck.class && ownerOf(other) === this.scene.seat,
        );
        const cards = mine?.cards ?? [];
        return mine === undefined || cards.length === 0 || cards.some((card) => !isHidden(card));
    }
}

export function readScene(
    view: View,
    seat: number,
    names: string[],
    options: readonly StageOption[],
    memory: DeckMemory = emptyMemory(),
): Scene {
    return new SceneReader(view, seat, names, options, memory).read();
}
