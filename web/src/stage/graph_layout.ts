// Graph layout, for the boards whose tiles have names instead of columns and rows.
//
//   in   nodes with the room that each needs, which are joined, how much wider than high the picture may be, and where nodes
//        stood before
//   out  the middle of each node, with no two boxes over each other, and the size of all
//
// The same graph gets the same places. When it grows, the old nodes stay where they were; the new ones find a place near
// those they are joined with. Parts that do not hang together lie side by side, nodes without any edge in rows.
import type { Point } from "./grid";
import type { ConnectedGraph, Edge } from "./graph_shape";
import { costAt, distanceToSegment, drawGraph, makeGraph, refine } from "./graph_shape";

export interface GraphNode {
    name: string;
    width: number;
    height: number;
    /** Of two sides: 1 would rather be below, -1 above. */
    side?: number;
}

export interface Layout {
    places: Map<string, Point>;
    /** The box around all of them. */
    left: number;
    top: number;
    width: number;
    height: number;
}

const gap = 26; // between boxes
const edgeLength = 150; // what an edge is long where nothing else is wanted
const mostStretch = 1.4;
const mostDrawn = 600; // more nodes stand in rows

// ---- parts --------------------------------------------------------------------------------------------------------

interface Part {
    members: number[];
    edges: Edge[];
}

/** What hangs together, in the order of the first member; edges by the members' numbers in the part. */
export function partsOf(nodes: number, edges: readonly Edge[]): Part[] {
    const leaders = Array.from({ length: nodes }, (_, node) => node);
    const leaderOf = (node: number): number => {
        while (leaders[node] !== node) {
            leaders[node] = leaders[leaders[node]!]!;
            node = leaders[node]!;
        }
        return node;
    };
    for (const [from, to] of edges) {
        const [a, b] = [leaderOf(from), leaderOf(to)];
        leaders[Math.max(a, b)] = Math.min(a, b);
    }
    const parts = new Map<number, Part>();
    const numbers: number[] = [];
    for (let node = 0; node < nodes; ++node) {
        const leader = leaderOf(node);
        const part = parts.get(leader) ?? parts.set(leader, { members: [], edges: [] }).get(leader)!;
        numbers[node] = part.members.push(node) - 1;
    }
    for (const [from, to] of edges) {
        parts.get(leaderOf(from))!.edges.push([numbers[from]!, numbers[to]!]);
    }
    return [...parts.values()];
}

/** Without direction, repetition, and edges from a node to itself. */
function plainEdges(nodes: readonly GraphNode[], joined: readonly (readonly [string, string])[]): Edge[] {
    const numbers = new Map(nodes.map((node, i) => [node.name, i]));
    const edges = new Map<string, Edge>();
    for (const [from, to] of joined) {
        const a = numbers.get(from);
        const b = numbers.get(to);
        if (a !== undefined && b !== undefined && a !== b) {
            const edge: Edge = [Math.min(a, b), Math.max(a, b)];
            edges.set(edge.join(" "), edge);
        }
    }
    return [...edges.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

// ---- turning ------------------------------------------------------------------------------------------------------

interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
}

function boxOf(places: readonly Point[]): Box {
    return places.reduce<Box>(
        (box, place) => ({
            left: Math.min(box.left, place.x),
            top: Math.min(box.top, place.y),
            right: Math.max(box.right, place.x),
            bottom: Math.max(box.bottom, place.y),
        }),
        { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity },
    );
}

function turned(places: readonly Point[], angle: number): Point[] {
    const cosine = Math.cos(angle);
    const sine = Math.sin(angle);
    return places.map(({ x, y }) => ({ x: x * cosine - y * sine, y: x * sine + y * cosine }));
}

/** Fills a picture of that aspect, with many edges level or upright, and the sides one above the other. */
function uprightness(places: readonly Point[], edges: readonly Edge[], aspect: number, sides: readonly number[]): number {
    const box = boxOf(places);
    const shape = Math.max(box.right - box.left, 1e-6) / Math.max(box.bottom - box.top, 1e-6) / aspect;
    const level = edges.reduce((sum, [a, b]) => {
        const x = places[b]!.x - places[a]!.x;
        const y = places[b]!.y - places[a]!.y;
        return sum + Math.max(0, 1 - (20 * Math.min(x * x, y * y)) / Math.max(x * x + y * y, 1e-12));
    }, 0);
    const apart = sides.reduce((sum, side, i) => sum + side * places[i]!.y, 0) / Math.max(box.bottom - box.top, 1e-6);
    return (
        Math.min(shape, 1 / shape) +
        (1.2 * level) / Math.max(edges.length, 1) +
        (3 * Math.abs(apart)) / Math.max(places.length, 1)
    );
}

/** The drawing turned so that it stands well, the first node left and up unless it has a side. */
function upright(places: Point[], edges: readonly Edge[], aspect: number, sides: readonly number[]): Point[] {
    let best = places;
    let value = -Infinity;
    for (let i = 0; i < 72; ++i) {
        const candidate = turned(places, (Math.PI * i) / 72);
        const here = uprightness(candidate, edges, aspect, sides);
        if (here > value + 1e-6) {
            value = here;
            best = candidate;
        }
    }
    const box = boxOf(best);
    const acrossSign = best[0]!.x > (box.left + box.right) / 2 + 1e-6 ? -1 : 1;
    const lower = sides.reduce((sum, side, i) => sum + side * best[i]!.y, 0);
    const isUpsideDown = sides.some((side) => side !== 0) ? lower < 0 : best[0]!.y > (box.top + box.bottom) / 2 + 1e-6;
    const downSign = isUpsideDown ? -1 : 1;
    return best.map(({ x, y }) => ({ x: x * acrossSign, y: y * downSign }));
}

// ---- room for boxes -----------------------------------------------------------------------------------------------

function overlapOf(a: Point, b: Point, first: GraphNode, second: GraphNode): { x: number; y: number } | null {
    const x = (first.width + second.width) / 2 + gap - Math.abs(a.x - b.x);
    const y = (first.height + second.height) / 2 + gap - Math.abs(a.y - b.y);
    return x > 1e-6 && y > 1e-6 ? { x, y } : null;
}

/** Pushes boxes apart until none lies over another. */
function pushApart(places: Point[], nodes: readonly GraphNode[]): void {
    for (let round = 0; round < 200; ++round) {
        let moved = false;
        for (let i = 0; i < places.length; ++i) {
            for (let j = i + 1; j < places.length; ++j) {
                const [a, b] = [places[i]!, places[j]!];
                const overlap = overlapOf(a, b, nodes[i]!, nodes[j]!);
                if (overlap === null) {
                    continue;
                }
                moved = true;
                const isAcross = overlap.x <= overlap.y;
                const sign = (isAcross ? b.x - a.x || 1 : b.y - a.y || 1) > 0 ? 1 : -1;
                const half = (sign * ((isAcross ? overlap.x : overlap.y) + 1e-3)) / 2;
                const by = isAcross ? { x: half, y: 0 } : { x: 0, y: half };
                places[i] = { x: a.x - by.x, y: a.y - by.y };
                places[j] = { x: b.x + by.x, y: b.y + by.y };
            }
        }
        if (!moved) {
            return;
        }
    }
    placeFreely(places, nodes, () => false); // too crowded to be pushed
}

/** Moves each box that is not fixed and lies over one that is, or was placed before it, to the nearest free place. */
function placeFreely(places: Point[], nodes: readonly GraphNode[], isFixed: (node: number) => boolean): void {
    const settled = nodes.map((_, i) => i).filter(isFixed);
    const isFree = (place: Point, node: number) =>
        settled.every((other) => overlapOf(place, places[other]!, nodes[node]!, nodes[other]!) === null);
    nodes.forEach((_, node) => {
        if (isFixed(node)) {
            return;
        }
        const wanted = places[node]!;
        for (let radius = 0; !isFree(places[node]!, node); radius += 20) {
            const candidates = Array.from({ length: 24 }, (__, i) => ({
                x: wanted.x + radius * Math.cos((i * Math.PI) / 12),
                y: wanted.y + radius * Math.sin((i * Math.PI) / 12),
            }));
            places[node] = candidates.find((place) => isFree(place, node)) ?? wanted;
        }
        settled.push(node);
    });
}

/** How much a drawing in its own measure must be stretched so that most boxes have room. */
function scaleFor(places: readonly Point[], nodes: readonly GraphNode[]): number {
    const needed: number[] = [];
    for (let i = 0; i < places.length; ++i) {
        let most = 0;
        for (let j = 0; j < places.length; ++j) {
            if (i !== j) {
                const x =
                    ((nodes[i]!.width + nodes[j]!.width) / 2 + gap) / Math.max(Math.abs(places[i]!.x - places[j]!.x), 1e-3);
                const y =
                    ((nodes[i]!.height + nodes[j]!.height) / 2 + gap) /
                    Math.max(Math.abs(places[i]!.y - places[j]!.y), 1e-3);
                most = Math.max(most, Math.min(x, y));
            }
        }
        needed.push(most);
    }
    needed.sort((a, b) => a - b);
    const usual = needed[Math.floor((needed.length - 1) * 0.75)] ?? edgeLength;
    return Math.min(Math.max(usual, edgeLength * 0.6), edgeLength * 1.6);
}

function drawPart(part: Part, nodes: readonly GraphNode[], aspect: number): Point[] {
    const boxes = part.members.map((member) => nodes[member]!);
    const shape = upright(
        drawGraph(makeGraph(part.members.length, part.edges)),
        part.edges,
        aspect,
        boxes.map((box) => box.side ?? 0),
    );
    const scale = scaleFor(shape, boxes);
    const box = boxOf(shape);
    const wanted = (aspect * Math.max(box.bottom - box.top, 0.5)) / Math.max(box.right - box.left, 0.5);
    const across = scale * Math.min(mostStretch, Math.max(1, wanted)); // towards the form of the picture
    const down = scale * Math.min(mostStretch, Math.max(1, 1 / wanted));
    const places = shape.map(({ x, y }) => ({ x: x * across, y: y * down }));
    pushApart(places, boxes);
    return places;
}

// ---- all parts ----------------------------------------------------------------------------------------------------

interface PlacedPart {
    members: number[];
    places: Point[];
}

function extentOf(part: PlacedPart, nodes: readonly GraphNode[]): Box {
    return part.members.reduce<Box>(
        (box, member, i) => {
            const { x, y } = part.places[i]!;
            const { width, height } = nodes[member]!;
            return {
                left: Math.min(box.left, x - width / 2),
                top: Math.min(box.top, y - height / 2),
                right: Math.max(box.right, x + width / 2),
                bottom: Math.max(box.bottom, y + height / 2),
            };
        },
        { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity },
    );
}

/** Parts side by side in rows, the largest first. */
function putInRows(parts: PlacedPart[], nodes: readonly GraphNode[], aspect: number): Point[] {
    const sorted = parts.map((part) => ({ part, box: extentOf(part, nodes) }));
    sorted.sort((a, b) => b.part.members.length - a.part.members.length || a.part.members[0]! - b.part.members[0]!);
    const area = sorted.reduce((sum, { box }) => sum + (box.right - box.left + gap) * (box.bottom - box.top + gap), 0);
    const widest = sorted.reduce((most, { box }) => Math.max(most, box.right - box.left), 0);
    const width = Math.max(widest, Math.sqrt(area * aspect) * 1.05);
    const all: Point[] = [];
    let left = 0;
    let top = 0;
    let rowHeight = 0;
    for (const { part, box } of sorted) {
        if (left > 0 && left + box.right - box.left > width) {
            left = 0;
            top += rowHeight + gap;
            rowHeight = 0;
        }
        part.members.forEach((member, i) => {
            all[member] = { x: part.places[i]!.x - box.left + left, y: part.places[i]!.y - box.top + top };
        });
        left += box.right - box.left + gap;
        rowHeight = Math.max(rowHeight, box.bottom - box.top);
    }
    return all;
}

function placeNew(nodes: readonly GraphNode[], edges: Edge[], kept: ReadonlyMap<string, Point>): Point[] {
    const graph: ConnectedGraph = makeGraph(nodes.length, edges);
    graph.steps.forEach((steps) => steps.forEach((step, node) => (steps[node] = Math.min(step, 6))));
    const known = nodes.map((node) => kept.get(node.name));
    const box = boxOf(known.filter((place) => place !== undefined));
    const places = known.map((place, i) => ({
        x: (place?.x ?? box.right + (i + 1) * 7) / edgeLength,
        y: (place?.y ?? box.bottom + (i + 1) * 11) / edgeLength,
    }));
    const settled = new Set(known.flatMap((place, i) => (place === undefined ? [] : [i])));
    for (;;) {
        // The one that most settled nodes are near to comes first.
        const next = nodes
            .map((_, i) => ({ i, ties: graph.near[i]!.filter((other) => settled.has(other)) }))
            .filter(({ i }) => !settled.has(i))
            .sort((a, b) => b.ties.length - a.ties.length || a.i - b.i)[0];
        if (next === undefined) {
            break;
        }
        if (next.ties.length > 0) {
            const middle = {
                x: next.ties.reduce((sum, tie) => sum + places[tie]!.x, 0) / next.ties.length,
                y: next.ties.reduce((sum, tie) => sum + places[tie]!.y, 0) / next.ties.length,
            };
            const candidates = [0.6, 1, 1.5].flatMap((radius) =>
                Array.from({ length: 16 }, (_, i) => ({
                    x: middle.x + radius * Math.cos((i * Math.PI) / 8),
                    y: middle.y + radius * Math.sin((i * Math.PI) / 8),
                })),
            );
            const costs = candidates.map((place) => costAt(graph, places, next.i, place));
            places[next.i] = candidates[costs.indexOf(Math.min(...costs))]!;
        }
        settled.add(next.i);
    }
    const isKept = (node: number) => known[node] !== undefined;
    if (nodes.length <= 120) {
        refine(graph, places, 12, isKept);
    }
    const final = places.map(({ x, y }, i) => known[i] ?? { x: x * edgeLength, y: y * edgeLength });
    placeFreely(final, nodes, isKept);
    return final;
}

function plainRows(nodes: readonly GraphNode[], aspect: number): Point[] {
    const parts = nodes.map((_, i) => ({ members: [i], places: [{ x: 0, y: 0 }] }));
    return putInRows(parts, nodes, aspect);
}

export function layoutGraph(
    nodes: readonly GraphNode[],
    joined: readonly (readonly [string, string])[],
    aspect: number,
    kept: ReadonlyMap<string, Point> = new Map(),
): Layout {
    if (nodes.length === 0) {
        return { places: new Map(), left: 0, top: 0, width: 0, height: 0 };
    }
    const edges = plainEdges(nodes, joined);
    let all: Point[];
    if (nodes.length > mostDrawn || edges.length === 0) {
        all = plainRows(nodes, aspect);
    } else if (nodes.some((node) => kept.has(node.name))) {
        all = placeNew(nodes, edges, kept);
    } else {
        const parts = partsOf(nodes.length, edges).map((part) => ({
            members: part.members,
            places: drawPart(part, nodes, aspect),
        }));
        all = putInRows(parts, nodes, aspect);
    }
    const extent = extentOf({ members: nodes.map((_, i) => i), places: all }, nodes);
    return {
        places: new Map(nodes.map((node, i) => [node.name, all[i]!])),
        left: extent.left,
        top: extent.top,
        width: extent.right - extent.left,
        height: extent.bottom - extent.top,
    };
}

// ---- edges --------------------------------------------------------------------------------------------------------

/** How far the middle of an edge is bent aside so that it does not run through other nodes; 0 when it can be straight. */
export function bendOf(from: Point, to: Point, others: readonly { place: Point; node: GraphNode }[]): number {
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (length < 1e-6) {
        return 0;
    }
    const aside = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
    const roomAt = (bend: number) => {
        const middle = { x: (from.x + to.x) / 2 + aside.x * bend, y: (from.y + to.y) / 2 + aside.y * bend };
        return others.reduce((least, { place, node }) => {
            const near = Math.min(distanceToSegment(place, from, middle), distanceToSegment(place, middle, to));
            return Math.min(least, near - Math.min(node.width, node.height) * 0.42);
        }, Infinity);
    };
    const bends = [0, 40, -40, 80, -80, 120, -120].filter((bend) => Math.abs(bend) <= length);
    return bends.find((bend) => roomAt(bend) > 0) ?? 0;
}
