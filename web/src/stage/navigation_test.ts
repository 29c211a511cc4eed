import assert from "node:assert/strict";
import test from "node:test";
import { directionOf, nearestIn, nearestTo } from "./navigation";

// 0 1 2
// 3 4 5
const grid = Array.from({ length: 6 }, (_, i) => ({ x: (i % 3) * 50, y: Math.floor(i / 3) * 50 }));

test("an arrow leads to the neighbour on that side", () => {
    assert.equal(nearestIn(grid, 1, "left"), 0);
    assert.equal(nearestIn(grid, 1, "right"), 2);
    assert.equal(nearestIn(grid, 1, "down"), 4);
    assert.equal(nearestIn(grid, 4, "up"), 1);
});

test("at the edge there is nowhere to go", () => {
    assert.equal(nearestIn(grid, 0, "left"), null);
    assert.equal(nearestIn(grid, 0, "up"), null);
});

test("what lies straight ahead goes before what is nearer but aside", () => {
    const spots = [
        { x: 0, y: 0 },
        { x: 120, y: 0 },
        { x: 40, y: 60 },
    ];

    assert.equal(nearestIn(spots, 0, "right"), 1);
});

test("something far aside can be reached when nothing else is on that side", () => {
    assert.equal(
        nearestIn(
            [
                { x: 0, y: 0 },
                { x: 10, y: 400 },
            ],
            0,
            "right",
        ),
        1,
    );
});

test("from nowhere the first is reached", () => {
    assert.equal(nearestIn(grid, -1, "down"), 0);
    assert.equal(nearestIn([], -1, "down"), null);
});

test("the nearest to a place is found", () => {
    assert.equal(nearestTo(grid, { x: 90, y: 60 }), 5);
    assert.equal(nearestTo([], { x: 0, y: 0 }), null);
});

test("only arrows are directions", () => {
    assert.equal(directionOf("ArrowLeft"), "left");
    assert.equal(directionOf("Enter"), null);
});
