import assert from "node:assert/strict";
import test from "node:test";
import type { Cell } from "./grid";
import { hexCorners, latticeParity, planGrid, styleOf, tileSize, trackNames, waysOf } from "./grid";
import { tileLabel } from "./scene";
import { squares, tileAt } from "./view_for_test";

function cellAt(cells: readonly Cell[], column: number, row: number): Cell {
    return cells.find((cell) => cell.column === column && cell.row === row)!;
}

function near(a: number, b: number): void {
    assert.ok(Math.abs(a - b) < 1e-6, `${a} is not ${b}`);
}

/** The six hexes around one in the middle, by which rows or columns are shifted. */
const hexNeighbours = {
    "hex row": {
        shifted: [
            [1, 0],
            [-1, 0],
            [0, -1],
            [1, -1],
            [0, 1],
            [1, 1],
        ],
        plain: [
            [1, 0],
            [-1, 0],
            [-1, -1],
            [0, -1],
            [-1, 1],
            [0, 1],
        ],
    },
    "hex column": {
        shifted: [
            [0, 1],
            [0, -1],
            [-1, 0],
            [-1, 1],
            [1, 0],
            [1, 1],
        ],
        plain: [
            [0, 1],
            [0, -1],
            [-1, -1],
            [-1, 0],
            [1, -1],
            [1, 0],
        ],
    },
} as const;

test("hexagons touch their six neighbours and no others", () => {
    for (const geometry of ["hex row", "hex column"] as const) {
        for (const odd of [true, false]) {
            const plan = planGrid({ ...squares(5, 5), geometry, odd });
            const middle = cellAt(plan.cells, 2, 2);
            const isShifted = !odd; // 2 is even
            const expected = new Set(
                hexNeighbours[geometry][isShifted ? "shifted" : "plain"].map(([x, y]) => `${2 + x} ${2 + y}`),
            );
            for (const cell of plan.cells) {
                const distance = Math.hypot(cell.x - middle.x, cell.y - middle.y);
                if (expected.has(`${cell.column} ${cell.row}`)) {
                    near(distance, tileSize);
                } else if (cell !== middle) {
                    assert.ok(distance > 1.5 * tileSize, `${geometry} ${odd} ${cell.column} ${cell.row}`);
                }
            }
        }
    }
});

test("hexagons of rows stand on a corner, those of columns on a side", () => {
    const lowest = (geometry: "hex row" | "hex column") => {
        const corners = hexCorners(geometry);
        const most = Math.max(...corners.map((corner) => corner.y));
        return corners.filter((corner) => Math.abs(corner.y - most) < 1e-6).length;
    };

    assert.equal(lowest("hex row"), 1);
    assert.equal(lowest("hex column"), 2);
});

test("row 0 is at the top, and the drawing begins at 0 however low the numbers are", () => {
    const plan = planGrid(squares(3, 3, (x, y) => tileAt(x - 4, y - 2)));

    assert.deepEqual([plan.width, plan.height], [300, 300]);
    assert.deepEqual([cellAt(plan.cells, -4, -2).x, cellAt(plan.cells, -4, -2).y], [50, 50]);
    assert.deepEqual([cellAt(plan.cells, -2, 0).x, cellAt(plan.cells, -2, 0).y], [250, 250]);
    assert.deepEqual(
        plan.columns.map((label) => label.text),
        ["-4", "-3", "-2"],
    );
});

test("negative rows of hexagons are shifted as the positive ones are", () => {
    const plan = planGrid({ ...squares(1, 4, (x, y) => tileAt(x, y - 2)), geometry: "hex row", odd: true });

    const left = plan.cells.map((cell) => Math.round(cell.x));
    assert.deepEqual(left, [50, 100, 50, 100]);
});

test("tiles that are called by column and row give the names at the edges", () => {
    const plan = planGrid(squares(8, 8, (x, y) => tileAt(x, y, { text: `${"abcdefgh"[x]}${8 - y}` })));

    const names = trackNames(plan.cells);
    assert.equal([...names.columns.values()].join(""), "abcdefgh");
    assert.equal([...names.rows.values()].join(""), "87654321");
});

test("squares are chequered", () => {
    const plan = planGrid(squares(2, 2));

    assert.deepEqual(
        plan.cells.map((cell) => cell.isDark),
        [false, true, true, false],
    );
});

const lattice = squares(5, 5, (x, y) => {
    const thin = (x % 2 === 0 ? 1 : 0) + (y % 2 === 0 ? 1 : 0);
    return thin === 2 ? null : tileAt(x, y, { class: thin === 1 ? "Line" : "Box" });
});

test("where every second row and column is an edge, those are thin", () => {
    assert.equal(latticeParity(lattice), 0);
    const plan = planGrid(lattice);
    const line = cellAt(plan.cells, 1, 0);
    const box = cellAt(plan.cells, 1, 1);

    assert.ok(line.height < box.height && line.width === box.width);
    near(line.y + line.height / 2, box.y - box.height / 2);
});

test("a board with light and dark squares as classes is no lattice", () => {
    const board = squares(8, 8, (x, y) => tileAt(x, y, { class: (x + y) % 2 === 0 ? "Light" : "Dark" }));

    assert.equal(styleOf(board), "squares");
});

test("a board that uses every second square only is no lattice", () => {
    assert.equal(styleOf(squares(8, 8, (x, y) => ((x + y) % 2 === 0 ? null : tileAt(x, y)))), "squares");
});

test("squares with connections of their own are points with lines between them", () => {
    const group = squares(3, 1, (x, y) => tileAt(x, y, { connections: [{ to: `Grid(${x === 1 ? 0 : 1},0)` }] }));
    const plan = planGrid(group);

    assert.equal(plan.style, "points");
    const lines = waysOf(group, plan).lines.map(({ from, to, both }) => `${from.column} ${to.column} ${both}`);
    assert.deepEqual(lines, ["0 1 true", "2 1 false"]);
});

test("tiles that touch and are not connected have a wall between them", () => {
    const group = squares(3, 2, (x, y) => tileAt(x, y, x === 0 && y === 0 ? { connections: [{ to: "Grid(0,1)" }] } : {}));
    group.tiles[1]!.connections = [{ to: "Grid(2,0)" }, { to: "Grid(1,1)" }];
    const plan = planGrid(group);

    const { lines, walls } = waysOf(group, plan);
    assert.deepEqual(lines, []);
    assert.deepEqual(walls, [{ from: { x: 100, y: 0 }, to: { x: 100, y: 100 } }]);
});

test("a connection to a tile that does not touch is a line", () => {
    const group = squares(4, 1, (x, y) =>
        tileAt(x, y, x === 0 ? { connections: [{ to: "Grid(1,0)" }, { to: "Grid(3,0)", distance: 2 }] } : {}),
    );
    const plan = planGrid(group);

    const { lines, walls } = waysOf(group, plan);
    assert.deepEqual(
        lines.map(({ from, to, both, distance }) => [from.column, to.column, both, distance]),
        [[0, 3, false, 2]],
    );
    assert.deepEqual(walls, []);
});

test("a group without tiles, or with tiles that have no place, draws nothing", () => {
    assert.equal(planGrid({ name: "Grid", geometry: "square", tiles: [] }).cells.length, 0);
    assert.equal(planGrid({ name: "Grid", geometry: "square" } as never).cells.length, 0);
    assert.equal(
        planGrid({ name: "Grid", geometry: "square", tiles: [{ ...tileAt(0, 0), x: undefined }] } as never).cells.length,
        0,
    );
});

test("a turned board has what was at the bottom at the top, and its labels go with it", () => {
    const group = squares(8, 8, (x, y) => tileAt(x, y, { text: `${"abcdefgh"[x]}${8 - y}` }));
    const plan = planGrid(group, true);
    const corner = plan.cells.find((cell) => tileLabel(cell.tile) === "h1")!;

    assert.deepEqual([corner.x, corner.y], [tileSize / 2, tileSize / 2]);
    assert.equal(plan.columns.find((label) => label.text === "h")!.x, tileSize / 2);
    assert.equal(plan.rows.find((label) => label.text === "1")!.y, tileSize / 2);
});

test("neighbours of hexagons stay neighbours when the board is turned", () => {
    for (const geometry of ["hex row", "hex column"] as const) {
        const group = { ...squares(4, 5), geometry, odd: true };
        const straight = planGrid(group);
        const turned = planGrid(group, true);
        const distances = (plan: typeof straight) =>
            plan.cells.map((cell) => Math.hypot(cell.x - plan.cells[7]!.x, cell.y - plan.cells[7]!.y).toFixed(6));

        assert.deepEqual(distances(turned), distances(straight));
    }
});
