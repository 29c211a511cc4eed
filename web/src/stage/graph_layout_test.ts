import assert from "node:assert/strict";
import test from "node:test";
import type { GraphNode, Layout } from "./graph_layout";
import { bendOf, layoutGraph } from "./graph_layout";
import { countCrossings } from "./graph_shape";

type Joined = (readonly [string, string])[];

function nodesNamed(names: readonly string[], width = 96): GraphNode[] {
    return names.map((name) => ({ name, width, height: 100 }));
}

function numbered(count: number): string[] {
    return Array.from({ length: count }, (_, i) => `n${i}`);
}

function ring(count: number): Joined {
    return numbered(count).map((name, i) => [name, `n${(i + 1) % count}`] as const);
}

function gridJoins(columns: number, rows: number): Joined {
    const joined: Joined = [];
    for (let i = 0; i < columns * rows; ++i) {
        if (i % columns < columns - 1) {
            joined.push([`n${i}`, `n${i + 1}`]);
        }
        if (i + columns < columns * rows) {
            joined.push([`n${i}`, `n${i + columns}`]);
        }
    }
    return joined;
}

const valley = "Green Mill Ford Bridge Chapel Tower Farm Orchard Heath Pines Kiln Quarry".split(" ");
const roads: Joined = [
    ["Green", "Mill"],
    ["Green", "Bridge"],
    ["Green", "Chapel"],
    ["Green", "Farm"],
    ["Mill", "Ford"],
    ["Mill", "Orchard"],
    ["Ford", "Bridge"],
    ["Bridge", "Quarry"],
    ["Chapel", "Tower"],
    ["Chapel", "Quarry"],
    ["Tower", "Pines"],
    ["Farm", "Heath"],
    ["Farm", "Orchard"],
    ["Heath", "Pines"],
    ["Pines", "Kiln"],
    ["Kiln", "Quarry"],
];

function overlaps(layout: Layout, nodes: readonly GraphNode[]): string[] {
    const found: string[] = [];
    nodes.forEach((a, i) => {
        for (const b of nodes.slice(i + 1)) {
            const [p, q] = [layout.places.get(a.name)!, layout.places.get(b.name)!];
            if (Math.abs(p.x - q.x) < (a.width + b.width) / 2 && Math.abs(p.y - q.y) < (a.height + b.height) / 2) {
                found.push(`${a.name} ${b.name}`);
            }
        }
    });
    return found;
}

test("the same graph gets the same places", () => {
    const first = layoutGraph(nodesNamed(valley), roads, 1.4);
    const second = layoutGraph(nodesNamed(valley), roads, 1.4);

    assert.deepEqual(first, second);
});

test("no node lies over another", () => {
    const graphs: [string, GraphNode[], Joined][] = [
        ["valley", nodesNamed(valley), roads],
        ["wide names", nodesNamed(valley, 220), roads],
        ["ring", nodesNamed(numbered(14)), ring(14)],
        [
            "star",
            nodesNamed(numbered(13)),
            numbered(13)
                .slice(1)
                .map((name) => ["n0", name] as const),
        ],
        ["all joined", nodesNamed(numbered(9)), numbered(9).flatMap((a) => numbered(9).map((b) => [a, b] as const))],
        ["grid", nodesNamed(numbered(48)), gridJoins(8, 6)],
        ["two parts", nodesNamed(numbered(12)), [...ring(5), ["n6", "n7"], ["n8", "n9"]]],
        ["no edges", nodesNamed(numbered(20)), []],
        ["large grid", nodesNamed(numbered(225)), gridJoins(15, 15)],
        ["very large", nodesNamed(numbered(800)), gridJoins(40, 20)],
    ];
    for (const [name, nodes, joined] of graphs) {
        assert.deepEqual(overlaps(layoutGraph(nodes, joined, 1.4), nodes), [], name);
    }
});

test("a map that can be drawn without crossings is", () => {
    const layout = layoutGraph(nodesNamed(valley), roads, 1.4);

    const places = valley.map((name) => layout.places.get(name)!);
    const edges = roads.map(([a, b]) => [valley.indexOf(a), valley.indexOf(b)] as const);
    assert.equal(countCrossings(places, edges), 0);
});

test("every node is within the size that is told", () => {
    const nodes = nodesNamed(valley);
    const layout = layoutGraph(nodes, roads, 1.4);

    for (const node of nodes) {
        const { x, y } = layout.places.get(node.name)!;
        assert.ok(x - node.width / 2 >= layout.left - 1e-6 && x + node.width / 2 <= layout.left + layout.width + 1e-6);
        assert.ok(y - node.height / 2 >= layout.top - 1e-6 && y + node.height / 2 <= layout.top + layout.height + 1e-6);
    }
});

test("a picture that may be wide is wider than one that may be high", () => {
    const wide = layoutGraph(nodesNamed(valley), roads, 1.6);
    const high = layoutGraph(nodesNamed(valley), roads, 0.7);

    assert.ok(wide.width / wide.height > 1);
    assert.ok(high.width / high.height < 1);
});

test("when the graph grows, the old nodes stay where they were", () => {
    const before = layoutGraph(nodesNamed(valley), roads, 1.4);
    const nodes = nodesNamed([...valley, "Well", "Inn"]);

    const after = layoutGraph(nodes, [...roads, ["Well", "Farm"], ["Well", "Green"], ["Inn", "Well"]], 1.4, before.places);

    valley.forEach((name) => assert.deepEqual(after.places.get(name), before.places.get(name)));
    assert.deepEqual(overlaps(after, nodes), []);
});

test("a new node comes to lie near those that it is joined with", () => {
    const before = layoutGraph(nodesNamed(valley), roads, 1.4);

    const after = layoutGraph(nodesNamed([...valley, "Well"]), [...roads, ["Well", "Kiln"]], 1.4, before.places);

    const [well, kiln] = [after.places.get("Well")!, after.places.get("Kiln")!];
    const nearest = Math.min(
        ...valley.map((name) => Math.hypot(well.x - after.places.get(name)!.x, well.y - after.places.get(name)!.y)),
    );
    assert.ok(Math.hypot(well.x - kiln.x, well.y - kiln.y) < 1.5 * nearest);
});

test("of two sides the first lies below", () => {
    const nodes = nodesNamed(numbered(14)).map((node, i) => ({ ...node, side: i < 7 ? 1 : -1 }));

    const layout = layoutGraph(nodes, ring(14), 1.4);

    const middle = (names: string[]) => names.reduce((sum, name) => sum + layout.places.get(name)!.y, 0) / names.length;
    assert.ok(middle(numbered(14).slice(0, 7)) > middle(numbered(14).slice(7)));
});

test("edges to nowhere, to oneself and given twice do not matter", () => {
    const plain = layoutGraph(nodesNamed(valley), roads, 1.4);

    const odd = layoutGraph(nodesNamed(valley), [...roads, ["Mill", "Green"], ["Mill", "Mill"], ["Mill", "Atlantis"]], 1.4);

    assert.deepEqual(odd.places, plain.places);
});

test("an empty graph and a single node have a place", () => {
    assert.equal(layoutGraph([], [], 1).places.size, 0);
    assert.equal(layoutGraph(nodesNamed(["only"]), [], 1).places.size, 1);
});

test("an edge is bent around a node that lies in its way, and straight otherwise", () => {
    const between = { place: { x: 200, y: 0 }, node: { name: "b", width: 90, height: 90 } };
    const aside = { place: { x: 200, y: 300 }, node: { name: "b", width: 90, height: 90 } };

    assert.notEqual(bendOf({ x: 0, y: 0 }, { x: 400, y: 0 }, [between]), 0);
    assert.equal(bendOf({ x: 0, y: 0 }, { x: 400, y: 0 }, [aside]), 0);
});
