import assert from "node:assert/strict";
import { test } from "node:test";
import type { TileGroup } from "../view";
import { planCorners } from "./corner_plan";
import { planGrid } from "./grid";
import { squares, tileAt } from "./view_for_test";

function rounded({ x, y }: { x: number; y: number }): [number, number] {
    return [Math.round(x), Math.round(y)];
}

test("corners of a square lie at its corners", () => {
    const group: TileGroup = { ...squares(1, 1), corners: [tileAt(0, 0), tileAt(2, 0), tileAt(0, 2), tileAt(2, 2)] };

    const { corners } = planCorners(group, planGrid(group));

    assert.deepEqual(corners.map(rounded), [
        [0, 0],
        [100, 0],
        [0, 100],
        [100, 100],
    ]);
});

test("sides of a square are level above and below, and upright beside it", () => {
    const group: TileGroup = { ...squares(1, 1), sides: [tileAt(1, 0), tileAt(2, 1)] };

    const { sides } = planCorners(group, planGrid(group));

    assert.deepEqual(
        sides.map((side) => [...rounded(side), Math.round(side.angle) % 180]),
        [
            [50, 0, 0],
            [100, 50, 90],
        ],
    );
});

test("a corner of a hexagon is as far from its middle as its sides are long", () => {
    const group: TileGroup = {
        name: "Field",
        geometry: "hex row",
        columns: 1,
        rows: 1,
        tiles: [tileAt(0, 0)],
        corners: [tileAt(2, -4), tileAt(4, -2)],
        sides: [tileAt(4, 0)],
    };
    const plan = planGrid(group);

    const { corners, sides } = planCorners(group, plan);

    const far = corners.map(({ x, y }) => Math.hypot(x - plan.cells[0]!.x, y - plan.cells[0]!.y));
    assert.deepEqual(far.map(Math.round), [58, 58]);
    assert.equal(Math.round(sides[0]!.x - plan.cells[0]!.x), 50);
    assert.equal(Math.round(sides[0]!.length), 58);
});

test("seen from the other side of the table everything is turned", () => {
    const group: TileGroup = { ...squares(2, 1), corners: [tileAt(0, 0)] };

    const { corners } = planCorners(group, planGrid(group, true), true);

    assert.deepEqual(corners.map(rounded), [[200, 100]]);
});
