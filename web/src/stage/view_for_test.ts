// Small views to try the drawing on.
import type { Board, Deck, Hidden, Instance, SeenTile, TileGroup, View } from "../view";

export function viewWith(parts: Partial<View>): View {
    return {
        game: "test",
        viewer: 0,
        players: 2,
        status: "waiting",
        active: [0],
        decision: null,
        boards: [],
        decks: [],
        things: [],
        ...parts,
    };
}

export function instance(id: string, parts: Partial<Instance> = {}): Instance {
    return { id, class: id.split("#")[0]!, text: id, attributes: {}, ...parts };
}

export function tileAt(x: number, y: number, parts: Partial<SeenTile> = {}): SeenTile {
    const place = `Grid(${x},${y})`;
    return { ...instance(`Tile#${x}/${y}`, { text: place }), place, x, y, pieces: [], ...parts };
}

export function squares(columns: number, rows: number, make: (x: number, y: number) => SeenTile | null = tileAt): TileGroup {
    const tiles = Array.from({ length: columns * rows }, (_, i) => make(i % columns, Math.floor(i / columns)));
    return { name: "Grid", geometry: "square", columns, rows, tiles: tiles.filter((tile) => tile !== null) };
}

export function boardOf(...groups: TileGroup[]): Board {
    return { ...instance("Board#1", { scope: "global" }), groups };
}

export function deck(id: string, cards: (Instance | Hidden)[], parts: Partial<Deck> = {}): Deck {
    return { ...instance(id), cards, ...parts };
}

export const hiddenCard: Hidden = { hidden: "a hidden Card" };
