// Drawings of a connected graph in its own measure: edges about 1 long, few crossings, nodes apart from each other and from
// edges that are not theirs.
//
// Nothing in it is random, so the same graph always gets the same drawing. The work is bounded by the number of nodes and
// edges, not by time: a few milliseconds for twenty nodes, some hundred at most.
import type { Point } from "./grid";

export type Edge = readonly [number, number];

export interface ConnectedGraph {
    nodes: number;
    edges: Edge[];
    near: number[][];
    /** Steps between two nodes. */
    steps: Uint16Array[];
}

export function makeGraph(nodes: number, edges: Edge[]): ConnectedGraph {
    const near = Array.from({ length: nodes }, () => [] as number[]);
    for (const [from, to] of edges) {
        near[from]!.push(to);
        near[to]!.push(from);
    }
    const steps = near.map((_, root) => {
        const found = new Uint16Array(nodes).fill(0xffff);
        found[root] = 0;
        const queue = [root];
        for (let next = 0; next < queue.length; ++next) {
            for (const other of near[queue[next]!]!) {
                if (found[other] === 0xffff) {
                    found[other] = found[queue[next]!]! + 1;
                    queue.push(other);
                }
            }
        }
        return found;
    });
    return { nodes, edges, near, steps };
}

// Math.hypot takes ten times as long, and half of the work here is lengths.
function lengthOf(x: number, y: number): number {
    return Math.sqrt(x * x + y * y);
}

// ---- geometry -----------------------------------------------------------------------------------------------------

export function distanceToSegment(point: Point, from: Point, to: Point): number {
    const alongX = to.x - from.x;
    const alongY = to.y - from.y;
    const square = alongX * alongX + alongY * alongY;
    const part =
        square > 0 ? Math.min(1, Math.max(0, ((point.x - from.x) * alongX + (point.y - from.y) * alongY) / square)) : 0;
    return lengthOf(point.x - from.x - alongX * part, point.y - from.y - alongY * part);
}

export function segmentsMeet(a: Point, b: Point, c: Point, d: Point): boolean {
    const side = (p: Point, q: Point, r: Point) => (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
    return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

export function countCrossings(places: readonly Point[], edges: readonly Edge[]): number {
    let crossings = 0;
    edges.forEach(([a, b], i) => {
        for (let j = i + 1; j < edges.length; ++j) {
            const [c, d] = edges[j]!;
            if (a !== c && a !== d && b !== c && b !== d && segmentsMeet(places[a]!, places[b]!, places[c]!, places[d]!)) {
                ++crossings;
            }
        }
    });
    return crossings;
}

// ---- first drawings -----------------------------------------------------------------------------------------------

const mostOutlines = 16;

function around(number: number, count: number, radius: number): Point {
    const angle = (2 * Math.PI * number) / count - Math.PI / 2;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}

function circleInOrder(nodes: number): Point[] {
    const radius = Math.max(1, nodes / (2 * Math.PI));
    return Array.from({ length: nodes }, (_, node) => around(node, nodes, radius));
}

function isChordless(graph: ConnectedGraph, cycle: number[]): boolean {
    return cycle.every((node, i) =>
        cycle.every((other, j) => {
            const apart = Math.abs(i - j);
            return apart < 2 || apart === cycle.length - 1 || graph.steps[node]![other]! > 1;
        }),
    );
}

/** The cycle of an edge and the shortest ways from its ends to a node; empty when the ways share more than that node. */
function cycleThrough(graph: ConnectedGraph, root: number, [from, to]: Edge): number[] {
    const wayTo = (end: number) => {
        const way = [end];
        for (let node = end; node !== root;) {
            node = graph.near[node]!.find((other) => graph.steps[root]![other]! < graph.steps[root]![node]!)!;
            way.push(node);
        }
        return way;
    };
    const there = wayTo(from);
    const back = wayTo(to).reverse().slice(1);
    return back.some((node) => there.includes(node)) ? [] : [...there, ...back];
}

/** Cycles that can be the outer line of the drawing, long ones first. */
function outlinesOf(graph: ConnectedGraph): number[][] {
    const found = new Map<string, number[]>();
    for (let root = 0; root < graph.nodes; ++root) {
        for (const edge of graph.edges) {
            const cycle = cycleThrough(graph, root, edge);
            const name = [...cycle].sort((a, b) => a - b).join(" ");
            if (cycle.length >= 3 && !found.has(name) && isChordless(graph, cycle)) {
                found.set(name, cycle);
            }
        }
    }
    const outlines = [...found.values()].sort((a, b) => b.length - a.length);
    if (outlines.length <= mostOutlines) {
        return outlines;
    }
    const last = outlines.length - 1;
    return Array.from({ length: mostOutlines }, (_, i) => outlines[Math.floor((i * i * last) / (mostOutlines - 1) ** 2)]!);
}

/** The outline on a circle, every other node in the middle of its neighbours. */
function withinOutline(graph: ConnectedGraph, outline: number[]): Point[] {
    const own = circleInOrder(graph.nodes);
    const radius = Math.max(1, graph.nodes / (2 * Math.PI));
    const places = own.map(() => ({ x: 0, y: 0 }));
    outline.forEach((node, i) => (places[node] = around(i, outline.length, radius)));
    const inner = own.map((_, node) => node).filter((node) => !outline.includes(node));
    const ownPull = 0.02; // keeps two nodes from falling together
    for (let round = 0; round < 120; ++round) {
        for (const node of inner) {
            const sum = { x: own[node]!.x * ownPull, y: own[node]!.y * ownPull };
            for (const other of graph.near[node]!) {
                sum.x += places[other]!.x;
                sum.y += places[other]!.y;
            }
            const weight = graph.near[node]!.length + ownPull;
            places[node] = { x: sum.x / weight, y: sum.y / weight };
        }
    }
    return places;
}

/** By how much nearer nodes are to one end of the graph than to the opposite one, across and down. */
function betweenFarEnds(graph: ConnectedGraph): Point[] {
    const farthest = (from: (node: number) => number) => {
        let best = 0;
        for (let node = 1; node < graph.nodes; ++node) {
            best = from(node) > from(best) ? node : best;
        }
        return best;
    };
    const left = farthest((node) => graph.steps[0]![node]!);
    const right = farthest((node) => graph.steps[left]![node]!);
    const top = farthest((node) => Math.min(graph.steps[left]![node]!, graph.steps[right]![node]!));
    const bottom = farthest((node) => graph.steps[top]![node]!);
    return Array.from({ length: graph.nodes }, (_, node) => ({
        x: (graph.steps[left]![node]! - graph.steps[right]![node]!) / 2 + 0.05 * Math.cos(node),
        y: (graph.steps[top]![node]! - graph.steps[bottom]![node]!) / 2 + 0.05 * Math.sin(node),
    }));
}

function ringsAroundMiddle(graph: ConnectedGraph): Point[] {
    const sums = graph.steps.map((steps) => steps.reduce((sum, step) => sum + step, 0));
    const middle = sums.indexOf(Math.min(...sums));
    return graph.steps[middle]!.reduce<Point[]>((places, step, node) => [...places, around(node, graph.nodes, step)], []);
}

// ---- better ones --------------------------------------------------------------------------------------------------

/** Moves nodes so that they are as far apart as the ways between them are long. */
function relax(graph: ConnectedGraph, places: Point[], rounds: number): void {
    for (let round = 0; round < rounds; ++round) {
        for (let node = 0; node < graph.nodes; ++node) {
            let x = 0;
            let y = 0;
            let weights = 0;
            const here = places[node]!;
            for (let other = 0; other < graph.nodes; ++other) {
                if (other === node) {
                    continue;
                }
                const wanted = graph.steps[node]![other]!;
                const weight = 1 / (wanted * wanted);
                const there = places[other]!;
                let awayX = here.x - there.x;
                let awayY = here.y - there.y;
                let apart = lengthOf(awayX, awayY);
                if (apart < 1e-9) {
                    awayX = Math.cos(node);
                    awayY = Math.sin(node);
                    apart = 1;
                }
                x += weight * (there.x + (awayX / apart) * wanted);
                y += weight * (there.y + (awayY / apart) * wanted);
                weights += weight;
            }
            if (weights > 0) {
                places[node] = { x: x / weights, y: y / weights };
            }
        }
    }
}

const crossingCost = 20;
const nodeRoom = 0.8;
const edgeRoom = 0.45;

function closeness(distance: number, room: number): number {
    return distance >= room ? 0 : 3 * (1 - distance / room) ** 2;
}

/** 0 at the length that is wanted, as much for half as for double of it. */
function stretch(distance: number, wanted: number): number {
    const part = Math.max(distance, 0.05) / wanted;
    return part + 1 / part - 2;
}

/** How bad a node stands at a place, given the places of all others. */
export function costAt(graph: ConnectedGraph, places: readonly Point[], node: number, place: Point): number {
    let cost = 0;
    for (let other = 0; other < graph.nodes; ++other) {
        if (other !== node) {
            const distance = lengthOf(place.x - places[other]!.x, place.y - places[other]!.y);
            const wanted = graph.steps[node]![other]!;
            cost += closeness(distance, nodeRoom) + (wanted < 2 ? 1 : 0.25 / wanted) * stretch(distance, wanted);
        }
    }
    for (const [from, to] of graph.edges) {
        if (from === node || to === node) {
            continue;
        }
        const a = places[from]!;
        const b = places[to]!;
        cost += closeness(distanceToSegment(place, a, b), edgeRoom);
        for (const near of graph.near[node]!) {
            if (near !== from && near !== to && segmentsMeet(place, places[near]!, a, b)) {
                cost += crossingCost;
            }
        }
    }
    for (const near of graph.near[node]!) {
        for (let other = 0; other < graph.nodes; ++other) {
            if (other !== node && other !== near) {
                cost += closeness(distanceToSegment(places[other]!, place, places[near]!), edgeRoom);
            }
        }
    }
    return cost;
}

const directions = Array.from({ length: 8 }, (_, i) => ({ x: Math.cos((i * Math.PI) / 4), y: Math.sin((i * Math.PI) / 4) }));

/** Moves each node to where it stands better, in smaller and smaller steps; gives how bad the drawing is then. */
export function refine(
    graph: ConnectedGraph,
    places: Point[],
    rounds: number,
    isFixed: (node: number) => boolean = () => false,
): number {
    const steps = new Float64Array(graph.nodes).fill(0.5);
    let total = 0;
    for (let round = 0; round < rounds; ++round) {
        total = 0;
        for (let node = 0; node < graph.nodes; ++node) {
            const here = places[node]!;
            let best = costAt(graph, places, node, here);
            let bestPlace = here;
            for (const direction of isFixed(node) ? [] : directions) {
                const place = { x: here.x + direction.x * steps[node]!, y: here.y + direction.y * steps[node]! };
                const cost = costAt(graph, places, node, place);
                if (cost < best) {
                    best = cost;
                    bestPlace = place;
                }
            }
            steps[node] = Math.min(2, Math.max(0.002, steps[node]! * (bestPlace === here ? 0.7 : 1.2)));
            places[node] = bestPlace;
            total += best;
        }
    }
    return total;
}

function scaleEdgesToOne(graph: ConnectedGraph, places: Point[]): void {
    const sum = graph.edges.reduce(
        (all, [a, b]) => all + lengthOf(places[a]!.x - places[b]!.x, places[a]!.y - places[b]!.y),
        0,
    );
    const factor = sum > 0 ? graph.edges.length / sum : 1;
    places.forEach((place, node) => (places[node] = { x: place.x * factor, y: place.y * factor }));
}

const mostWork = 1.6e7;

/** How many rounds of `refine` a graph of that size may take. */
function roundsFor(graph: ConnectedGraph, work: number): number {
    const round = 9 * (graph.nodes ** 2 + 3 * graph.nodes * graph.edges.length + 2 * graph.edges.length ** 2);
    return Math.max(1, Math.floor(Math.min(60, work / Math.max(round, 1))));
}

export function drawGraph(graph: ConnectedGraph): Point[] {
    if (graph.nodes <= 1) {
        return Array.from({ length: graph.nodes }, () => ({ x: 0, y: 0 }));
    }
    if (graph.nodes > 120 || graph.edges.length > 360) {
        const places = betweenFarEnds(graph);
        relax(graph, places, Math.min(30, Math.max(2, Math.floor(4e6 / graph.nodes ** 2))));
        scaleEdgesToOne(graph, places);
        return places;
    }
    const starts = [circleInOrder(graph.nodes), ringsAroundMiddle(graph), betweenFarEnds(graph)];
    if (graph.nodes * graph.edges.length < 6000) {
        starts.push(...outlinesOf(graph).map((outline) => withinOutline(graph, outline)));
    }
    const drafts = starts.flatMap((start) => {
        const relaxed = [...start];
        relax(graph, relaxed, 40);
        return [start, relaxed].map((places) => ({ places, crossings: countCrossings(places, graph.edges) }));
    });
    drafts.sort((a, b) => a.crossings - b.crossings);
    let best: Point[] = drafts[0]!.places;
    let least = Infinity;
    const chosen = drafts.slice(0, graph.nodes < 40 ? 4 : 2);
    for (const { places } of chosen) {
        scaleEdgesToOne(graph, places);
        const cost = refine(graph, places, roundsFor(graph, mostWork / chosen.length));
        if (cost < least || least === Infinity) {
            least = cost;
            best = places;
        }
    }
    return best;
}
