// Context of every part of the drawing, and what makes a drawn instance something to choose.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { EnumLooks, Hidden, Instance, Tile, View } from "../view";
import { allTilesOf, isHidden } from "../view";
import type { Changes } from "./diff";
import { factText, ownerOf, seen } from "./facts";
import { Tones } from "./glyphs";
import type { OptionsById } from "./options";
import { writeOptions } from "./options";
import type { Words } from "./props";
import type { Scene } from "./scene";
import { pieceLabel, tileLabel } from "./scene";
import type { SuitShape } from "./glyphs";
import { wordsOf } from "./names";

export interface StageContext {
    scene: Scene;
    options: OptionsById;
    words: Words;
    pictures: string;
    tones: Tones;
    /** Since the state before; stays until something else changes. */
    changes: Changes;
    /** Tiles that something left or came to lately. */
    trail: ReadonlySet<string>;
    /** Of the drawing, in pixels. */
    width: number;
    /** Boards of squares and hexagons are seen from the other side. */
    isTurned: boolean;
    /** What was chosen first in a move that goes on. */
    picked: string | null;
    suits: ReadonlyMap<string, SuitShape>;
    enums: EnumLooks | undefined;
}

const Context = createContext<StageContext | null>(null);

export const StageContextProvider = Context.Provider;

export function useStage(): StageContext {
    const context = useContext(Context);
    if (context === null) {
        throw new Error("parts of the drawing stand in a Stage");
    }
    return context;
}

// ---- names --------------------------------------------------------------------------------------------------------

export function seatName(context: Pick<StageContext, "scene" | "words">, seat: number): string {
    const name = context.scene.names[seat];
    return name !== undefined && name !== "" ? name : context.words("stage.player", seat);
}

export function ownedBy(context: StageContext, owner: number | null): string {
    return owner === null ? "" : context.words("stage.of", seatName(context, owner));
}

function joined(parts: readonly string[]): string {
    return parts.filter((part) => part !== "").join(", ");
}

/** `pawn of Ann`, `a hidden Card`. */
export function pieceWords(context: StageContext, piece: Instance | Hidden, tile: Tile | null): string {
    if (isHidden(piece)) {
        return piece.hidden;
    }
    const owner = piece.owner === undefined ? null : ownerOf(piece);
    const long = piece.long ?? "";
    return joined([`${pieceLabel(piece, tile)} ${ownedBy(context, owner)}`.trim(), long]);
}

/** `e4, pawn of Ann`; `Grid(0,2), empty`. */
export function tileWords(context: StageContext, tile: Tile): string {
    const parts = [tileLabel(tile)];
    const pieces = Array.isArray(tile.pieces) ? tile.pieces : [];
    if (!isHidden(tile)) {
        const owner = ownerOf(tile);
        if (tile.long !== undefined) {
            parts.push(tile.long);
        } else if (owner !== null) {
            parts.push(ownedBy(context, owner));
        } else if (tile.glyph !== undefined && /[\p{L}\p{N}]/u.test(tile.glyph)) {
            parts.push(tile.glyph);
        }
    }
    if (pieces.length > 0) {
        parts.push(...pieces.map((piece) => pieceWords(context, piece, tile)));
    } else if (parts.length === 1) {
        parts.push(context.words("stage.empty"));
    }
    return joined(parts);
}

export function instanceWords(context: StageContext, instance: Instance | Hidden): string {
    if (isHidden(instance)) {
        return instance.hidden;
    }
    const text = context.scene.textOf(instance.id) || wordsOf(instance.class ?? "");
    if (instance.long !== undefined && instance.long !== "") {
        return instance.long.startsWith(text) ? instance.long : joined([text, instance.long]);
    }
    const facts = context.scene.factsOf(instance).filter((fact) => !fact.minor && fact.form !== "things");
    const told = facts
        .filter((fact) => fact.form !== "text" || !text.toLowerCase().includes(fact.value.toLowerCase()))
        .map((fact) => `${wordsOf(fact.name)} ${factText(fact, context.scene.textOf, (seat) => seatName(context, seat))}`);
    return joined([text, ...told]);
}

// ---- what can be chosen -------------------------------------------------------------------------------------------

export interface TargetProps {
    "data-thing": string | undefined;
    "data-options": string | undefined;
    "data-picked": string | undefined;
    "data-class": string | undefined;
    "data-owner": string | undefined;
    "aria-label": string;
    "aria-haspopup": "menu" | undefined;
    role: "button" | "img";
    tabindex: -1 | undefined;
}

/** The attributes of what is drawn for one or more instances. The stage listens at its root for those that can be chosen. */
export function targetProps(
    context: StageContext,
    ids: readonly string[],
    label: string,
    instance?: Instance | Hidden | Tile,
): TargetProps {
    const options = context.options.of(ids);
    const isChoosable = options.length > 0;
    const owner = instance === undefined || isHidden(instance) ? null : ownerOf(instance);
    return {
        "data-thing": ids[0],
        "data-options": writeOptions(options),
        "data-picked": context.picked !== null && ids.includes(context.picked) ? "" : undefined,
        "data-class": instance === undefined || isHidden(instance) ? undefined : instance.class,
        "data-owner": owner === null ? undefined : String(owner),
        "aria-label": isChoosable ? context.words("stage.choosable", label) : label,
        "aria-haspopup": options.length > 1 ? "menu" : undefined,
        role: isChoosable ? "button" : "img",
        tabindex: isChoosable ? -1 : undefined,
    };
}

// ---- pictures -----------------------------------------------------------------------------------------------------

/** The address of an image that rules name: always below the game's own pictures. */
export function pictureAddress(pictures: string, image: string | undefined): string | null {
    if (typeof image !== "string" || image === "") {
        return null;
    }
    const steps = image.split(/[\\/]+/).filter((step) => step !== "" && step !== "." && step !== "..");
    return steps.length === 0 ? null : pictures + steps.map(encodeURIComponent).join("/");
}

// ---- what is worked out from the whole view -----------------------------------------------------------------------

export function tonesOf(view: View): Tones {
    const signs: { owner: number | null; glyph: string | undefined }[] = [];
    for (const board of seen(view.boards)) {
        for (const group of board.groups ?? []) {
            for (const tile of allTilesOf(group)) {
                if (!isHidden(tile)) {
                    signs.push({ owner: ownerOf(tile), glyph: tile.glyph });
                }
                seen(tile.pieces).forEach((piece) => signs.push({ owner: ownerOf(piece), glyph: piece.glyph }));
            }
        }
    }
    return new Tones(Number(view.players) || 0, signs);
}

const frenchSuits: Readonly<Record<string, SuitShape>> = {
    spades: "spades",
    hearts: "hearts",
    diamonds: "diamonds",
    clubs: "clubs",
};
const latinSuits: Readonly<Record<string, SuitShape>> = {
    coins: "coins",
    cups: "cups",
    swords: "swords",
    clubs: "batons",
    batons: "batons",
    wands: "batons",
    pentacles: "coins",
};

/** The signs of suits that cards name in words. `clubs` are batons in a pack with cups or swords. */
export function suitsIn(view: View): ReadonlyMap<string, SuitShape> {
    const words = new Set<string>();
    const note = (value: unknown) => {
        if (typeof value === "string") {
            words.add(value.toLowerCase());
        } else if (Array.isArray(value)) {
            value.forEach(note);
        }
    };
    for (const deck of seen(view.decks)) {
        Object.values(deck.attributes ?? {}).forEach(note);
        seen(deck.cards).forEach((card) => Object.values(card.attributes ?? {}).forEach(note));
    }
    const isLatin = words.has("cups") || words.has("swords") || words.has("coins");
    return new Map(Object.entries(isLatin ? latinSuits : frenchSuits));
}
