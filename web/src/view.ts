// View: what a seat may know of a match, as docs/view.md describes it. The server sends it without `log`.

/** Stands for an instance that is shown elsewhere in the view. */
export interface Reference {
    ref: string;
}

/** Something that the viewer does not see; the text says no more than its kind. */
export interface Hidden {
    hidden: string;
}

export interface Table {
    table: [Value, Value][];
}

export type Value = number | string | boolean | null | Reference | Hidden | Table | Value[];

export interface Instance {
    id: string;
    class: string;
    text: string;
    /** `global`: there is only one of its class; `player`: every player has one. */
    scope?: "global" | "player";
    owner?: number | number[];
    long?: string;
    glyph?: string;
    color?: string;
    image?: string;
    /** Quarter turns clockwise, on hexes sixths; missing: none. */
    turned?: number;
    attributes: Record<string, Value>;
    /** By name: null, or of a collection its length. */
    hidden_attributes?: Record<string, number | null>;
}

export interface Connection {
    /** The `place` of the tile that it leads to. */
    to: string;
    /** 1 if it is missing. */
    distance?: number;
}

interface TilePlace {
    /** As options name it: `Field(0,2)` or `Roads.Rome`. */
    place: string;
    /** Missing in a graph. */
    x?: number;
    y?: number;
    /** In a graph only. */
    name?: string;
    /** In order of arrival. */
    pieces: (Instance | Hidden)[];
    /** Only where they differ from what the geometry says; always in a graph. */
    connections?: Connection[];
}

export type SeenTile = Instance & TilePlace;
export type HiddenTile = Hidden & TilePlace;
export type Tile = SeenTile | HiddenTile;

export interface TileGroup {
    name: string;
    geometry: "square" | "hex row" | "hex column" | "graph";
    /** Missing in a graph. */
    columns?: number;
    rows?: number;
    /** Squares: diagonal neighbours are connected. */
    around?: boolean;
    /** Hexes: the odd rows or columns are the shifted ones. */
    odd?: boolean;
    /** In reading order, without blanks. */
    tiles: Tile[];
    /** In reading order. Their `x` and `y` count small steps: a square is 2 wide and high, a hexagon 4 wide and its rows 6 apart. */
    corners?: Tile[];
    sides?: Tile[];
}

/** All tiles of a group, its corners and sides too. */
export function allTilesOf(group: TileGroup): Tile[] {
    return [...(group.tiles ?? []), ...(group.corners ?? []), ...(group.sides ?? [])];
}

export interface Board extends Instance {
    groups: TileGroup[];
}

export interface Deck extends Instance {
    /** Front to top. */
    cards: (Instance | Hidden)[];
    /** Its pile of discards, which is among the decks, too. */
    discards?: Reference | Hidden;
}

export interface OfferedAction {
    name: string;
    /** Its documentation; may be empty. */
    text: string;
    inputs: number;
}

/** What an option is, for programs; its text is for people. */
export interface Offer {
    kind: "action" | "value" | "label" | "none" | "done";
    /** Of an action the class of what acts, missing if it is the game; of a value its type. */
    type?: string;
    /** The name of the action. */
    action?: string;
    /** The text of what acts, where there are several. */
    actor?: string;
    /** Of a value that is one. */
    value?: number | boolean;
}

/** Only whoever decides sees more than `player`. */
export interface Decision {
    player: number;
    text?: string;
    kind?: "action" | "input" | "choose" | "move" | "off turn";
    begins_move?: boolean;
    input?: string;
    /** The type of the input. */
    type?: string;
    /** The input takes one element of a list after the other. */
    list?: boolean;
    options?: string[];
    /** For each option. */
    offers?: Offer[];
    /** For each option what it is about; null: nothing, or something hidden. */
    about?: (Reference | null)[];
    /** For each option that is an action, in the order of the options; the other options come after them. */
    actions?: OfferedAction[];
}

/** How people are shown a value of an enum. */
export interface ValueLook {
    glyph?: string;
    color?: string;
}

/** By enum and label. */
export type EnumLooks = Record<string, Record<string, ValueLook>>;

export interface View {
    game: string;
    viewer: number | "spectator";
    players: number;
    status: "waiting" | "finished" | "stuck" | "error";
    /** Missing before the first turn. */
    turn?: string;
    phase?: string;
    active: number[];
    /** By player, where the rules name seats or persons are known: what they are called, and where the rules name seats their colour. */
    seats?: { name: string; color?: string }[];
    /** Of enums that say how their values look. */
    enums?: EnumLooks;
    decision: Decision | null;
    /** Once it is finished: who shares each place, first to last. */
    places?: number[][];
    /** By seat, where the rules have scores or it was won by them; null: unknown to the viewer, or none. */
    scores?: (number | null)[];
    boards: (Board | Hidden)[];
    decks: (Deck | Hidden)[];
    things: (Instance | Hidden)[];
}

/** What cannot be chosen, and why. */
export interface Refusal {
    text: string;
    reason: string;
    about: Reference | null;
    place: { file: string; line: number } | null;
}

export function isHidden(thing: object): thing is Hidden {
    return "hidden" in thing;
}

export function isReference(value: Value): value is Reference {
    return typeof value === "object" && value !== null && "ref" in value;
}
