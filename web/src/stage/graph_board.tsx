// A board whose tiles have names: round places joined by lines, all such groups of a board in one drawing.
import { useMemo, useRef } from "preact/hooks";
import type { Board, Tile, TileGroup } from "../view";
import { isHidden } from "../view";
import { pictureAddress, targetProps, tileWords, useStage } from "./context";
import { ownerOf } from "./facts";
import { seatPattern, seatSign } from "./figures";
import { figureOf } from "./glyphs";
import type { GraphNode, Layout } from "./graph_layout";
import { bendOf, layoutGraph } from "./graph_layout";
import type { Point } from "./grid";
import { looksOf, namedColor } from "./palette";
import { Badge, PieceFigure, Pieces, Sign, arrange } from "./piece";
import { seatInk } from "../parts/seat_mark";
import { tileLabel } from "./scene";
import { numberText, shortened } from "./names";

const radius = 34;
const longestName = 18;
const margin = 26;

/** Names are larger in a small drawing, which shrinks them. */
function fontFor(width: number): number {
    return width < 560 ? 19 : 14.5;
}

export function isGraph(group: TileGroup): boolean {
    return group.geometry === "graph" || !(group.tiles ?? []).every((tile) => typeof tile.x === "number");
}

/** Has it a line to draw? Places that are not joined are drawn as a list (places.tsx). */
export function hasLines(groups: readonly TileGroup[]): boolean {
    return groups.some((group) => (group.tiles ?? []).some((tile) => (tile.connections ?? []).length > 0));
}

interface Node extends GraphNode {
    tile: Tile;
    title: string;
    group: number;
}

interface Line {
    key: string;
    from: Node;
    to: Node;
    /** One way only. */
    isArrow: boolean;
    distance: number;
    /** Beside another line between the same two. */
    isDoubled: boolean;
}

function nodesOf(groups: readonly TileGroup[], font: number): Node[] {
    const counts = new Map<string, number>();
    for (const tile of groups.flatMap((group) => group.tiles ?? [])) {
        const name = tile.name ?? tileLabel(tile);
        counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return groups.flatMap((group, number) =>
        (group.tiles ?? []).map((tile) => {
            const name = tile.name ?? tileLabel(tile);
            // Several groups may have tiles of the same name; the group is told by its ground.
            const isClear = counts.get(name) === 1 || groups.length > 1;
            const title = shortened(isClear ? name : tileLabel(tile), longestName);
            return {
                tile,
                title,
                group: number,
                name: tile.place ?? name,
                width: Math.max(2 * radius + 20, [...title].length * font * 0.6),
                height: 2 * radius + 20 + font * 1.4,
                side: groups.length === 2 ? 1 - 2 * number : 0,
            };
        }),
    );
}

function linesOf(nodes: readonly Node[]): Line[] {
    const byName = new Map(nodes.map((node) => [node.name, node]));
    const distances = new Map<Node, Map<Node, number>>();
    for (const node of nodes) {
        const ends = new Map<Node, number>();
        for (const connection of node.tile.connections ?? []) {
            const other = byName.get(connection.to);
            if (other !== undefined && other !== node) {
                ends.set(other, connection.distance ?? 1);
            }
        }
        distances.set(node, ends);
    }
    const lines: Line[] = [];
    nodes.forEach((node, number) => {
        for (const [other, distance] of distances.get(node)!) {
            const back = distances.get(other)!.get(node);
            const isSame = back === distance;
            if (!isSame || number < nodes.indexOf(other)) {
                lines.push({
                    key: `${node.name} ${other.name}`,
                    from: node,
                    to: other,
                    isArrow: !isSame,
                    distance,
                    isDoubled: back !== undefined && !isSame,
                });
            }
        }
    });
    return lines;
}

function useLayout(nodes: readonly Node[], lines: readonly Line[], aspect: number): Layout {
    const kept = useRef<{ aspect: number; places: Map<string, Point> } | null>(null);
    const names = nodes.map((node) => node.name).join("\n");
    const joins = lines.map((line) => line.key).join("\n");
    return useMemo(() => {
        const before = kept.current?.aspect === aspect ? kept.current.places : new Map<string, Point>();
        const layout = layoutGraph(
            nodes,
            lines.map(({ from, to }) => [from.name, to.name] as const),
            aspect,
            before,
        );
        kept.current = { aspect, places: new Map([...before, ...layout.places]) };
        return layout;
    }, [names, joins, aspect]);
}

export function GraphBoard({
    board,
    groups,
    aspect,
    label,
}: {
    board: Board;
    groups: TileGroup[];
    aspect: number;
    label: string;
}) {
    const { width: room } = useStage();
    const font = fontFor(room);
    const nodes = useMemo(() => nodesOf(groups, font), [groups, font]);
    const lines = useMemo(() => linesOf(nodes), [nodes]);
    const layout = useLayout(nodes, lines, aspect);
    const placeOf = (node: Node) => layout.places.get(node.name) ?? { x: 0, y: 0 };
    const width = layout.width + 2 * margin;
    const height = layout.height + 2 * margin;
    return (
        <svg
            class="board graph"
            data-style="graph"
            data-group={board.class}
            viewBox={`${layout.left - margin} ${layout.top - margin} ${width} ${height}`}
            style={{ "--aspect": String(width / height), "--widest": `${Math.round(Math.max(width * 1.15, 320))}px` }}
            role="group"
            aria-label={label}
        >
            {groups.length > 1 &&
                groups.map((group, number) => (
                    <Ground key={group.name} group={group} number={number} nodes={nodes} placeOf={placeOf} />
                ))}
            <g class="ways" aria-hidden="true">
                {lines.map((line) => (
                    <LineShape key={line.key} line={line} nodes={nodes} placeOf={placeOf} />
                ))}
            </g>
            {nodes.map((node) => (
                <NodeShape key={node.name} node={node} place={placeOf(node)} font={font} />
            ))}
        </svg>
    );
}

// ---- grounds of groups --------------------------------------------------------------------------------------------

function hullOf(points: readonly Point[]): Point[] {
    const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
    const half = (list: Point[]) => {
        const hull: Point[] = [];
        for (const point of list) {
            while (hull.length >= 2) {
                const [a, b] = [hull[hull.length - 2]!, hull[hull.length - 1]!];
                if ((b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 0) {
                    break;
                }
                hull.pop();
            }
            hull.push(point);
        }
        return hull.slice(0, -1);
    };
    return sorted.length < 2 ? sorted : [...half(sorted), ...half(sorted.reverse())];
}

function isWithin(point: Point, hull: readonly Point[]): boolean {
    return (
        hull.length > 2 &&
        hull.every((a, i) => {
            const b = hull[(i + 1) % hull.length]!;
            return (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) >= 0;
        })
    );
}

/** A soft field behind the tiles of a group, where no tile of another group lies in it. */
function Ground({
    group,
    number,
    nodes,
    placeOf,
}: {
    group: TileGroup;
    number: number;
    nodes: readonly Node[];
    placeOf: (node: Node) => Point;
}) {
    const hull = hullOf(nodes.filter((node) => node.group === number).map(placeOf));
    const isMixed = nodes.some((node) => node.group !== number && isWithin(placeOf(node), hull));
    if (hull.length === 0 || isMixed) {
        return null;
    }
    const path = `M${hull.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
    const top = hull.reduce((best, point) => (point.y < best.y ? point : best));
    return (
        <g class="field" data-number={number % 6} aria-hidden="true">
            <path class="field-ground" d={path} />
            <text class="field-name" x={top.x} y={top.y - radius - 21}>
                {group.name}
            </text>
        </g>
    );
}

// ---- lines --------------------------------------------------------------------------------------------------------

function LineShape({ line, nodes, placeOf }: { line: Line; nodes: readonly Node[]; placeOf: (node: Node) => Point }) {
    const from = placeOf(line.from);
    const to = placeOf(line.to);
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const others =
        nodes.length > 80
            ? []
            : nodes.filter((node) => node !== line.from && node !== line.to).map((node) => ({ place: placeOf(node), node }));
    const bend = line.isDoubled ? 26 : bendOf(from, to, others);
    const aside = { x: -(to.y - from.y) / length, y: (to.x - from.x) / length };
    const handle = { x: (from.x + to.x) / 2 + aside.x * bend * 1.6, y: (from.y + to.y) / 2 + aside.y * bend * 1.6 };
    const middle = { x: (from.x + to.x + 2 * handle.x) / 4, y: (from.y + to.y + 2 * handle.y) / 4 };
    const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    return (
        <g class="line">
            <path
                class="way"
                data-oneway={line.isArrow ? "" : undefined}
                d={
                    bend === 0
                        ? `M${from.x} ${from.y}L${to.x} ${to.y}`
                        : `M${from.x} ${from.y}Q${handle.x} ${handle.y} ${to.x} ${to.y}`
                }
            />
            {line.isArrow && (
                <path class="arrow" d="M-8-8L6 0L-8 8Z" transform={`translate(${middle.x} ${middle.y}) rotate(${angle})`} />
            )}
            {line.distance !== 1 && (
                <g transform={`translate(${middle.x} ${middle.y}) scale(.8)`}>
                    <Badge text={numberText(line.distance)} x={0} y={0} />
                </g>
            )}
        </g>
    );
}

// ---- places -------------------------------------------------------------------------------------------------------

function NodeShape({ node, place, font }: { node: Node; place: Point; font: number }) {
    const stage = useStage();
    const { tile } = node;
    const pieces = tile.pieces ?? [];
    const only = pieces.length === 1 ? pieces[0]! : null;
    const ids = isHidden(tile) ? [] : [tile.id, ...(only !== null && !isHidden(only) ? [only.id] : [])];
    const trail = ids[0] !== undefined && stage.trail.has(ids[0]);
    const figure = figureOf(isHidden(tile) ? "?" : tile.glyph);
    const hasSign = figure.form !== "none" || (!isHidden(tile) && tile.image !== undefined);
    const target = targetProps(stage, ids, tileWords(stage, tile), tile);
    const owner = isHidden(tile) ? null : ownerOf(tile);
    return (
        <g transform={`translate(${place.x} ${place.y - 11})`}>
            <g
                class="tile node"
                data-trail={trail ? "" : undefined}
                data-hidden={isHidden(tile) ? "" : undefined}
                {...target}
            >
                <circle class="reach" r={radius + 8} />
                <circle class="cast" cy="3" r={radius} />
                <circle class="ground" r={radius} />
                {!isHidden(tile) && <NodeFace tile={tile} />}
                <circle
                    class="node-rim"
                    r={radius}
                    style={owner !== null ? { stroke: `var(--seat-${looksOf(owner)})` } : undefined}
                />
                {trail && <circle class="trail" r={radius + 5} />}
                {target["data-options"] !== undefined && <circle class="halo" r={radius + 5} />}
                <text class="node-name" y={radius + 4 + font} font-size={font}>
                    {node.title}
                </text>
            </g>
            <g class="pieces">
                {hasSign ? (
                    <PiecesAround tile={tile} />
                ) : (
                    <g transform="scale(.58)">
                        <Pieces tile={tile} />
                    </g>
                )}
            </g>
        </g>
    );
}

function NodeFace({ tile }: { tile: Exclude<Tile, { hidden: string }> }) {
    const stage = useStage();
    const figure = figureOf(tile.glyph);
    const owner = ownerOf(tile);
    const color = namedColor(tile.color);
    const picture = pictureAddress(stage.pictures, tile.image);
    return (
        <>
            {color !== null && <circle class="paint" r={radius} fill={color} />}
            {owner !== null && <circle class="held" r={radius} fill={seatPattern(owner)} />}
            {picture !== null ? (
                <image href={picture} x={-radius + 4} y={-radius + 4} width={2 * radius - 8} height={2 * radius - 8} />
            ) : figure.form === "text" ? (
                <text class="tile-glyph" x="0" y="0" dy=".36em" font-size={[...figure.text].length <= 2 ? 28 : 19}>
                    {figure.text}
                </text>
            ) : figure.form !== "none" && figure.form !== "bar" ? (
                <g transform="scale(.56)">
                    <Sign figure={figure} owner={owner} color={color} label={tile.text} />
                </g>
            ) : null}
            {owner !== null && (
                <g transform={`translate(${-radius * 0.78} ${-radius * 0.78})`}>
                    <circle class="node-owner" r="10" fill={`var(--seat-${looksOf(owner)})`} />
                    <path d={seatSign(owner)} fill={seatInk(owner)} transform="scale(.12)" />
                </g>
            )}
        </>
    );
}

/** Pieces at a place with a sign of its own stand at its upper right, one beside the other. */
function PiecesAround({ tile }: { tile: Tile }) {
    const stage = useStage();
    const pieces = tile.pieces ?? [];
    return (
        <>
            {arrange(pieces).map((standing, i) => {
                const first = standing.pieces[0]!;
                const ids = standing.pieces.flatMap((piece) => (isHidden(piece) ? [] : [piece.id]));
                const angle = -0.95 + i * 0.86;
                const props =
                    pieces.length === 1
                        ? { "aria-hidden": true as const }
                        : targetProps(stage, ids, tileWords(stage, tile), first);
                return (
                    <g
                        key={ids[0] ?? `hidden ${i}`}
                        transform={`translate(${Math.cos(angle) * (radius + 5)} ${Math.sin(angle) * (radius + 5)}) scale(.33)`}
                    >
                        <g
                            class="piece"
                            data-flip={ids[0]}
                            data-class={isHidden(first) ? undefined : first.class}
                            {...props}
                        >
                            {pieces.length > 1 && <circle class="halo" r="52" />}
                            <PieceFigure piece={first} tile={tile} />
                            {standing.pieces.length > 1 && <Badge text={`×${standing.pieces.length}`} x={34} y={-34} />}
                        </g>
                    </g>
                );
            })}
        </>
    );
}
