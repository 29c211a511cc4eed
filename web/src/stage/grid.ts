// Positions of the tiles of squares and hexagons.
//
//   in   a group of a board
//   out  cells with their middle, size and outline, the labels at the edges, and the ways that differ from the geometry
//
// A tile is 100 units wide. Rows go down as in the view, and a column or row may have a negative number: what is drawn
// begins at the least of them. Hexagons of the shifted rows (or columns) stand half a tile further, as in a terminal.
import type { Tile, TileGroup } from "../view";
import { isHidden } from "../view";
import { tileLabel } from "./scene";

export const tileSize = 100;
const thinTrack = 30;
const hexPitch = (tileSize * Math.sqrt(3)) / 2;

export interface Point {
    x: number;
    y: number;
}

/** squares: side by side; lattice: every second row and column is an edge between squares; points: lines that meet;
 *  hexes. */
export type GridStyle = "squares" | "lattice" | "points" | "hexes";

export interface Cell {
    tile: Tile;
    column: number;
    row: number;
    /** Its middle. */
    x: number;
    y: number;
    width: number;
    height: number;
    /** Of hexagons: the corners around the middle. */
    corners: Point[] | null;
    /** Light or dark of a chequered board. */
    isDark: boolean;
}

export interface EdgeLabel extends Point {
    text: string;
}

export interface GridPlan {
    style: GridStyle;
    cells: Cell[];
    width: number;
    height: number;
    columns: EdgeLabel[];
    rows: EdgeLabel[];
}

function placeOf(tile: Tile): { column: number; row: number } | null {
    const { x, y } = tile;
    return typeof x === "number" && typeof y === "number" && Number.isFinite(x) && Number.isFinite(y)
        ? { column: Math.trunc(x), row: Math.trunc(y) }
        : null;
}

function kindOf(tile: Tile): string {
    return isHidden(tile) ? tile.hidden : (tile.class ?? "");
}

// ---- which style --------------------------------------------------------------------------------------------------

/** The parity of the rows and columns that are edges; null when it is no lattice. */
export function latticeParity(group: TileGroup): number | null {
    for (const parity of [0, 1]) {
        const cells = new Set<string>();
        const edges = new Set<string>();
        const corners = new Set<string>();
        for (const tile of group.tiles ?? []) {
            const place = placeOf(tile);
            if (place === null) {
                continue;
            }
            const thin = [place.column, place.row].filter((at) => Math.abs(at) % 2 === parity).length;
            (thin === 0 ? cells : thin === 1 ? edges : corners).add(kindOf(tile));
        }
        const isApart = [...edges, ...corners].every((kind) => !cells.has(kind));
        if (cells.size > 0 && edges.size > 0 && isApart) {
            return parity;
        }
    }
    return null;
}

export function styleOf(group: TileGroup): GridStyle {
    if (group.geometry === "hex row" || group.geometry === "hex column") {
        return "hexes";
    }
    const tiles = group.tiles ?? [];
    const joined = tiles.filter((tile) => Array.isArray(tile.connections)).length;
    if (joined > 0.6 * tiles.length) {
        return "points";
    }
    return latticeParity(group) !== null ? "lattice" : "squares";
}

// ---- cells --------------------------------------------------------------------------------------------------------

/** Of a row or column: where each track begins and how wide it is. */
function tracksFor(
    first: number,
    last: number,
    parity: number | null,
): { at: (track: number) => number; size: (track: number) => number; total: number } {
    const size = (track: number) => (parity !== null && Math.abs(track) % 2 === parity ? thinTrack : tileSize);
    if (parity === null) {
        return { at: (track) => (track - first) * tileSize, size, total: (last - first + 1) * tileSize };
    }
    const begins = new Map<number, number>();
    let sum = 0;
    for (let track = first; track <= last; ++track) {
        begins.set(track, sum);
        sum += size(track);
    }
    return { at: (track) => begins.get(track) ?? 0, size, total: sum };
}

/** Corners of a hexagon around its middle: on a corner for rows, on a side for columns. */
export function hexCorners(geometry: TileGroup["geometry"]): Point[] {
    const radius = tileSize / Math.sqrt(3);
    const turn = geometry === "hex row" ? Math.PI / 6 : 0;
    return Array.from({ length: 6 }, (_, i) => {
        const angle = turn + (i * Math.PI) / 3;
        return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
    });
}

export function isShifted(group: TileGroup, column: number, row: number): boolean {
    const along = group.geometry === "hex row" ? row : column;
    return (along % 2 !== 0) === (group.odd ?? false);
}

/** The middle of a hexagon before everything is moved to begin at 0. */
export function hexMiddle(group: TileGroup, column: number, row: number): Point {
    const shift = isShifted(group, column, row) ? tileSize / 2 : 0;
    return group.geometry === "hex row"
        ? { x: column * tileSize + shift, y: row * hexPitch }
        : { x: column * hexPitch, y: row * tileSize + shift };
}

interface Placed {
    tile: Tile;
    column: number;
    row: number;
}

function squareCells(placed: Placed[], parity: number | null): { cells: Cell[]; width: number; height: number } {
    const columns = placed.map((each) => each.column);
    const rows = placed.map((each) => each.row);
    const across = tracksFor(least(columns), most(columns), parity);
    const down = tracksFor(least(rows), most(rows), parity);
    const cells = placed.map(({ tile, column, row }) => {
        const width = across.size(column);
        const height = down.size(row);
        return {
            tile,
            column,
            row,
            width,
            height,
            corners: null,
            x: across.at(column) + width / 2,
            y: down.at(row) + height / 2,
            isDark: Math.abs(column + row) % 2 === 1,
        };
    });
    return { cells, width: across.total, height: down.total };
}

function hexCells(group: TileGroup, placed: Placed[]): { cells: Cell[]; width: number; height: number } {
    const corners = hexCorners(group.geometry);
    const half = { x: most(corners.map((corner) => corner.x)), y: most(corners.map((corner) => corner.y)) };
    const middles = placed.map(({ column, row }) => hexMiddle(group, column, row));
    const left = least(middles.map((middle) => middle.x)) - half.x;
    const top = least(middles.map((middle) => middle.y)) - half.y;
    const cells = placed.map(({ tile, column, row }, i) => ({
        tile,
        column,
        row,
        corners,
        x: middles[i]!.x - left,
        y: middles[i]!.y - top,
        width: 2 * half.x,
        height: 2 * half.y,
        isDark: false,
    }));
    return {
        cells,
        width: most(middles.map((middle) => middle.x)) + half.x - left,
        height: most(middles.map((middle) => middle.y)) + half.y - top,
    };
}

function least(values: number[]): number {
    return values.reduce((a, b) => Math.min(a, b), Infinity);
}

function most(values: number[]): number {
    return values.reduce((a, b) => Math.max(a, b), -Infinity);
}

// ---- labels -------------------------------------------------------------------------------------------------------

function commonStart(a: string, b: string): string {
    let length = 0;
    while (length < a.length && a[length] === b[length]) {
        ++length;
    }
    return a.slice(0, length);
}

function commonEnd(a: string, b: string): string {
    let length = 0;
    while (length < a.length && length < b.length && a[a.length - 1 - length] === b[b.length - 1 - length]) {
        ++length;
    }
    return a.slice(a.length - length);
}

/** If tiles are called by column and row, as `e4`, these are the labels; otherwise the numbers in the rules. */
export function trackNames(cells: readonly Cell[]): { columns: Map<number, string>; rows: Map<number, string> } {
    const columns = new Map<number, string>();
    const rows = new Map<number, string>();
    for (const cell of cells) {
        const text = tileLabel(cell.tile);
        columns.set(cell.column, commonStart(columns.get(cell.column) ?? text, text));
        rows.set(cell.row, commonEnd(rows.get(cell.row) ?? text, text));
    }
    const isNamed =
        columns.size > 1 &&
        rows.size > 1 &&
        cells.every((cell) => {
            const column = columns.get(cell.column)!;
            const row = rows.get(cell.row)!;
            return column !== "" && row !== "" && column + row === tileLabel(cell.tile);
        });
    if (!isNamed) {
        [...columns.keys()].forEach((column) => columns.set(column, String(column)));
        [...rows.keys()].forEach((row) => rows.set(row, String(row)));
    }
    return { columns, rows };
}

function labelsOf(style: GridStyle, cells: readonly Cell[]): { columns: EdgeLabel[]; rows: EdgeLabel[] } {
    const names = trackNames(cells);
    const leftmost = new Map<number, Cell>();
    const topmost = new Map<number, Cell>();
    for (const cell of cells) {
        const left = leftmost.get(cell.row);
        if (left === undefined || cell.x < left.x) {
            leftmost.set(cell.row, cell);
        }
        const top = topmost.get(cell.column);
        if (top === undefined || cell.y < top.y) {
            topmost.set(cell.column, cell);
        }
    }
    const isHex = style === "hexes";
    const highest = least(cells.map((cell) => cell.y - cell.height / 2));
    const rows = [...leftmost].map(([row, cell]) => ({
        text: names.rows.get(row) ?? "",
        x: isHex ? cell.x - cell.width / 2 : 0,
        y: cell.y,
    }));
    const columns = [...topmost]
        .filter(([, cell]) => !isHex || cell.y - cell.height / 2 < highest + tileSize * 0.6)
        .map(([column, cell]) => ({
            text: names.columns.get(column) ?? "",
            x: cell.x,
            y: isHex ? cell.y - cell.height / 2 : 0,
        }));
    return { columns, rows };
}

// ---- the plan -----------------------------------------------------------------------------------------------------

/** `isTurned`: as it looks from the other side of the table. */
export function planGrid(group: TileGroup, isTurned = false): GridPlan {
    const placed: Placed[] = [];
    for (const tile of group.tiles ?? []) {
        const place = placeOf(tile);
        if (place !== null) {
            placed.push({ tile, ...place });
        }
    }
    const style = styleOf(group);
    if (placed.length === 0) {
        return { style, cells: [], width: 0, height: 0, columns: [], rows: [] };
    }
    const { cells, width, height } =
        style === "hexes" ? hexCells(group, placed) : squareCells(placed, style === "lattice" ? latticeParity(group) : null);
    if (isTurned) {
        for (const cell of cells) {
            cell.x = width - cell.x;
            cell.y = height - cell.y;
        }
    }
    return { style, cells, width, height, ...labelsOf(style, cells) };
}

// ---- ways ---------------------------------------------------------------------------------------------------------

export interface Way {
    from: Cell;
    to: Cell;
    /** It leads back, too. */
    both: boolean;
    distance: number;
}

/** A side that cannot be crossed, between two cells that touch. */
export interface Wall {
    from: Point;
    to: Point;
}

export interface Ways {
    /** Those that are to be drawn as lines. */
    lines: Way[];
    walls: Wall[];
}

function neighboursOf(group: TileGroup, cell: Cell): [number, number][] {
    if (group.geometry === "square") {
        const sides: [number, number][] = [
            [1, 0],
            [0, 1],
            [-1, 0],
            [0, -1],
        ];
        const corners: [number, number][] = [
            [1, 1],
            [-1, 1],
            [-1, -1],
            [1, -1],
        ];
        return [...sides, ...(group.around ? corners : [])].map(([dx, dy]) => [cell.column + dx, cell.row + dy]);
    }
    const shift = isShifted(group, cell.column, cell.row) ? 0 : -1;
    return group.geometry === "hex row"
        ? [
              [1, 0],
              [-1, 0],
              [shift, -1],
              [shift + 1, -1],
              [shift, 1],
              [shift + 1, 1],
          ].map(([dx, dy]) => [cell.column + dx!, cell.row + dy!])
        : [
              [0, 1],
              [0, -1],
              [-1, shift],
              [-1, shift + 1],
              [1, shift],
              [1, shift + 1],
          ].map(([dx, dy]) => [cell.column + dx!, cell.row + dy!]);
}

/** The side that two cells share; null when they touch at most at a corner. */
function sharedSide(a: Cell, b: Cell): Wall | null {
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    const across = b.x - a.x;
    const down = b.y - a.y;
    const length = Math.hypot(across, down);
    if (length === 0 || (a.corners === null && across !== 0 && down !== 0)) {
        return null;
    }
    const half = a.corners === null ? (across === 0 ? a.width : a.height) / 2 : tileSize / Math.sqrt(3) / 2;
    const aside = { x: (-down / length) * half, y: (across / length) * half };
    return { from: { x: middle.x - aside.x, y: middle.y - aside.y }, to: { x: middle.x + aside.x, y: middle.y + aside.y } };
}

/** Ways between cells that the geometry does not tell: lines to tiles that do not touch (or all, where lines are the board),
 *  and walls between tiles that do. */
export function waysOf(group: TileGroup, plan: GridPlan): Ways {
    const byPlace = new Map(plan.cells.map((cell) => [cell.tile.place, cell]));
    const byTrack = new Map(plan.cells.map((cell) => [`${cell.column} ${cell.row}`, cell]));
    const numbers = new Map(plan.cells.map((cell, number) => [cell, number]));
    if (!plan.cells.some((cell) => Array.isArray(cell.tile.connections))) {
        return { lines: [], walls: [] };
    }
    const reached = new Map<Cell, Map<Cell, number>>();
    const near = new Map<Cell, Set<Cell>>();
    for (const cell of plan.cells) {
        const touching = new Set<Cell>();
        for (const [column, row] of neighboursOf(group, cell)) {
            const other = byTrack.get(`${column} ${row}`);
            if (other !== undefined) {
                touching.add(other);
            }
        }
        near.set(cell, touching);
        const ends = new Map<Cell, number>();
        if (Array.isArray(cell.tile.connections)) {
            for (const connection of cell.tile.connections) {
                const other = byPlace.get(connection.to);
                if (other !== undefined && other !== cell) {
                    ends.set(other, connection.distance ?? 1);
                }
            }
        } else {
            touching.forEach((other) => ends.set(other, 1));
        }
        reached.set(cell, ends);
    }
    const ways: Ways = { lines: [], walls: [] };
    plan.cells.forEach((cell, number) => {
        for (const [other, distance] of reached.get(cell)!) {
            const both = reached.get(other)?.has(cell) ?? false;
            const isFirst = !both || number < numbers.get(other)!;
            if (isFirst && (plan.style === "points" || !near.get(cell)!.has(other))) {
                ways.lines.push({ from: cell, to: other, both, distance });
            }
        }
        if (plan.style === "points") {
            return;
        }
        for (const other of near.get(cell)!) {
            const isApart = !reached.get(cell)!.has(other) && !(reached.get(other)?.has(cell) ?? false);
            const side = isApart && number < numbers.get(other)! ? sharedSide(cell, other) : null;
            if (side !== null) {
                ways.walls.push(side);
            }
        }
    });
    return ways;
}
