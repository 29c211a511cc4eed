// Positions of the corners and sides of tiles.
//
//   in   a group of a board, and the plan of its tiles
//   out  the point of each corner, and of each side its middle, direction and length
//
// The view counts them in small steps (see TileGroup): here they become the units of the plan.
import type { Tile, TileGroup } from "../view";
import type { GridPlan, Point } from "./grid";
import { tileSize } from "./grid";

export interface Corner extends Point {
    tile: Tile;
}

export interface Side extends Point {
    tile: Tile;
    /** Of the line that it lies on, in degrees from level. */
    angle: number;
    length: number;
}

export interface CornerPlan {
    corners: Corner[];
    sides: Side[];
}

const hexRow = (tileSize * Math.sqrt(3)) / 2;

/** The size of a small step. */
function stepOf(group: TileGroup): Point {
    switch (group.geometry) {
        case "hex row":
            return { x: tileSize / 4, y: hexRow / 6 };
        case "hex column":
            return { x: hexRow / 6, y: tileSize / 4 };
        default:
            return { x: tileSize / 2, y: tileSize / 2 };
    }
}

/** The middle of a tile in small steps. */
function stepsTo(group: TileGroup, column: number, row: number): Point {
    const shift = (along: number) => ((along % 2 !== 0) === (group.odd ?? false) ? 2 : 0);
    switch (group.geometry) {
        case "hex row":
            return { x: 4 * column + shift(row), y: 6 * row };
        case "hex column":
            return { x: 6 * column, y: 4 * row + shift(column) };
        default:
            return { x: 2 * column + 1, y: 2 * row + 1 };
    }
}

export function planCorners(group: TileGroup, plan: GridPlan, isTurned = false): CornerPlan {
    const first = plan.cells[0];
    if (first === undefined) {
        return { corners: [], sides: [] };
    }
    const step = stepOf(group);
    const sign = isTurned ? -1 : 1;
    const steps = stepsTo(group, first.column, first.row);
    const pointOf = (tile: Tile): Point => ({
        x: first.x + sign * ((tile.x ?? 0) - steps.x) * step.x,
        y: first.y + sign * ((tile.y ?? 0) - steps.y) * step.y,
    });
    const middles = plan.cells.map(({ x, y }) => ({ x, y }));
    return {
        corners: (group.corners ?? []).map((tile) => ({ tile, ...pointOf(tile) })),
        sides: (group.sides ?? []).map((tile) => {
            const point = pointOf(tile);
            const near = nearestOf(middles, point);
            const across = Math.atan2(point.y - near.y, point.x - near.x);
            return {
                tile,
                ...point,
                angle: ((across * 180) / Math.PI + 270) % 180,
                length: group.geometry === "square" ? tileSize : tileSize / Math.sqrt(3),
            };
        }),
    };
}

function nearestOf(points: readonly Point[], to: Point): Point {
    return points.reduce((best, point) =>
        Math.hypot(point.x - to.x, point.y - to.y) < Math.hypot(best.x - to.x, best.y - to.y) ? point : best,
    );
}
