// A group of squares or hexagons.
import { useMemo } from "preact/hooks";
import type { Instance, TileGroup } from "../view";
import { isHidden } from "../view";
import type { StageContext } from "./context";
import { pictureAddress, targetProps, tileWords, useStage } from "./context";
import { planCorners } from "./corner_plan";
import { CornerTiles } from "./corner_tiles";
import { ownerOf } from "./facts";
import { seatPattern, seatSign } from "./figures";
import { figureOf } from "./glyphs";
import type { Cell, GridPlan, Point, Way } from "./grid";
import { planGrid, tileSize, waysOf } from "./grid";
import { huesOf, looksOf, namedColor } from "./palette";
import { Badge, Pieces, Sign, turnOf } from "./piece";
import { numberText } from "./names";

const margin = 10;
const mostDetailed = 900; // tiles; a board of more is drawn plain
const mostLabelled = 40; // rows or columns

export function GridBoard({ group, label }: { group: TileGroup; label: string }) {
    const stage = useStage();
    const plan = useMemo(() => planGrid(group, stage.isTurned), [group, stage.isTurned]);
    const ways = useMemo(() => waysOf(group, plan), [group, plan]);
    const corners = useMemo(() => planCorners(group, plan, stage.isTurned), [group, plan, stage.isTurned]);
    const hues = useMemo(() => tileHues(plan), [plan]);
    const badges = useMemo(() => tileBadges(plan), [plan]);
    if (plan.cells.length === 0) {
        return null;
    }
    const isPlain = plan.cells.length > mostDetailed;
    const hasLabels =
        plan.style !== "lattice" &&
        plan.rows.length <= mostLabelled &&
        plan.columns.length <= mostLabelled &&
        plan.cells.length > 1;
    const font = Math.min(36, Math.max(14, 2.4 * Math.max(plan.rows.length, plan.columns.length)));
    const room = hasLabels ? font * 1.7 : 0;
    const width = plan.width + 2 * margin + room;
    const height = plan.height + 2 * margin + room;
    const across = plan.columns.length;
    return (
        <svg
            class="board"
            data-style={plan.style}
            data-group={group.name}
            data-plain={isPlain ? "" : undefined}
            viewBox={`${-margin - room} ${-margin - room} ${width} ${height}`}
            style={{
                "--aspect": String(width / height),
                "--widest": `${Math.round(width * (across <= 4 ? 1.3 : across <= 9 ? 0.92 : 0.66))}px`,
            }}
            role="group"
            aria-label={label}
        >
            {plan.style !== "hexes" && <Slab plan={plan} />}
            {hasLabels && <EdgeLabels plan={plan} font={font} />}
            {isPlain && <PlainTiles plan={plan} hues={hues} />}
            {plan.style === "points" && <Lines ways={ways.lines} />}
            {plan.cells.map((cell) =>
                isPlain && isBare(cell, stage.trail) ? (
                    offerOf(stage, cell)
                ) : (
                    <TileShape
                        key={cell.tile.place ?? `${cell.column} ${cell.row}`}
                        cell={cell}
                        style={plan.style}
                        hue={hueFor(cell, hues)}
                        badges={badges}
                        isPlain={isPlain}
                    />
                ),
            )}
            {plan.style !== "points" && <Lines ways={ways.lines} />}
            {ways.walls.map(({ from, to }) => (
                <path class="wall" key={`${from.x} ${from.y} ${to.x} ${to.y}`} d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />
            ))}
            {plan.cells.map((cell) =>
                (cell.tile.pieces ?? []).length === 0 ? null : (
                    <g key={cell.tile.place} class="pieces" transform={`translate(${cell.x} ${cell.y})`}>
                        <Pieces
                            tile={cell.tile}
                            isOnHex={plan.style === "hexes"}
                            scale={(plan.style === "hexes" ? 0.9 : 0.98) * (Math.min(cell.width, cell.height) / tileSize)}
                        />
                    </g>
                ),
            )}
            <CornerTiles plan={corners} />
        </svg>
    );
}

// ---- what is worked out for all tiles -----------------------------------------------------------------------------

/** Kinds of tiles without a colour of their own are told apart by tint; the most frequent kind has none. */
function tileHues(plan: GridPlan): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { tile } of plan.cells) {
        if (!isHidden(tile)) {
            counts.set(tile.class, (counts.get(tile.class) ?? 0) + 1);
        }
    }
    if (counts.size < 2 || plan.style === "lattice") {
        return new Map();
    }
    const common = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]![0];
    return huesOf([...counts.keys()].filter((kind) => kind !== common));
}

function hueFor(cell: Cell, hues: ReadonlyMap<string, number>): number | undefined {
    return isHidden(cell.tile) ? undefined : hues.get(cell.tile.class);
}

/** Names of numbers that differ between tiles of the same class and that no glyph shows. */
function tileBadges(plan: GridPlan): Set<string> {
    const names = new Set<string>();
    const firsts = new Map<string, number>();
    for (const { tile } of plan.cells) {
        if (isHidden(tile) || figureOf(tile.glyph).form !== "none") {
            continue;
        }
        for (const [name, value] of Object.entries(tile.attributes ?? {})) {
            if (typeof value !== "number" || name === "owner") {
                continue;
            }
            const key = `${tile.class}.${name}`;
            const first = firsts.get(key);
            if (first === undefined) {
                firsts.set(key, value);
            } else if (first !== value) {
                names.add(name);
            }
        }
    }
    return names;
}

/** Nothing to be seen on it but its pieces. */
function isBare({ tile }: Cell, trail: ReadonlySet<string>): boolean {
    return (
        isHidden(tile) ||
        (figureOf(tile.glyph).form === "none" &&
            tile.color === undefined &&
            tile.image === undefined &&
            ownerOf(tile) === null &&
            !trail.has(tile.id))
    );
}

/** A tile of a very large board: drawn with all others, and for itself only when it can be chosen. */
function offerOf(stage: StageContext, cell: Cell) {
    const ids = isHidden(cell.tile) ? [] : [cell.tile.id, ...pieceIds(cell)];
    return stage.options.of(ids).length === 0 ? null : (
        <circle
            class="tile plain-offer"
            key={cell.tile.place}
            cx={cell.x}
            cy={cell.y}
            r={tileSize * 0.44}
            {...targetProps(stage, ids, tileWords(stage, cell.tile), cell.tile)}
        />
    );
}

function pieceIds(cell: Cell): string[] {
    const pieces = cell.tile.pieces ?? [];
    const only = pieces.length === 1 ? pieces[0]! : null;
    return only === null || isHidden(only) ? [] : [only.id];
}

// ---- tiles --------------------------------------------------------------------------------------------------------

function outlineOf(cell: Cell, inset: number): string {
    if (cell.corners !== null) {
        const factor = 1 - (2 * inset) / tileSize;
        return `M${cell.corners.map(({ x, y }) => `${(x * factor).toFixed(2)} ${(y * factor).toFixed(2)}`).join("L")}Z`;
    }
    const width = cell.width - 2 * inset;
    const height = cell.height - 2 * inset;
    const corner = Math.min(inset > 0 ? 8 : 0, width / 3, height / 3);
    return `M${-width / 2 + corner} ${-height / 2}h${width - 2 * corner}q${corner} 0 ${corner} ${corner}v${height - 2 * corner}q0 ${corner} ${-corner} ${corner}h${-(width - 2 * corner)}q${-corner} 0 ${-corner} ${-corner}v${-(height - 2 * corner)}q0 ${-corner} ${corner} ${-corner}Z`;
}

interface TileShapeProps {
    cell: Cell;
    style: GridPlan["style"];
    hue: number | undefined;
    badges: ReadonlySet<string>;
    isPlain: boolean;
}

function TileShape({ cell, style, hue, badges, isPlain }: TileShapeProps) {
    const stage = useStage();
    const { tile } = cell;
    const ids = isHidden(tile) ? [] : [tile.id, ...pieceIds(cell)];
    const isPoint = style === "points";
    const outline = isPoint
        ? "M-17 0a17 17 0 1 0 34 0a17 17 0 1 0-34 0Z"
        : outlineOf(cell, style === "hexes" ? 1.5 : style === "lattice" ? 2 : 0);
    const trail = ids[0] !== undefined && stage.trail.has(ids[0]);
    const target = targetProps(stage, ids, tileWords(stage, tile), tile);
    return (
        <g
            class="tile"
            transform={`translate(${cell.x} ${cell.y})`}
            data-dark={cell.isDark ? "" : undefined}
            data-tinted={hue !== undefined ? "" : undefined}
            data-hidden={isHidden(tile) ? "" : undefined}
            data-trail={trail ? "" : undefined}
            style={hue !== undefined ? { "--hue": String(hue) } : undefined}
            {...target}
        >
            {isPoint && <circle class="reach" r="46" />}
            <path class="ground" d={outline} />
            {!isHidden(tile) && (
                <g transform={turnOf(tile, cell.corners !== null)}>
                    <TileFace tile={tile} cell={cell} outline={outline} />
                </g>
            )}
            {trail && <path class="trail" d={isPoint ? outline : outlineOf(cell, 3)} />}
            {target["data-options"] !== undefined && <Halo cell={cell} style={style} isPlain={isPlain} />}
            {!isHidden(tile) && !isPlain && (tile.pieces ?? []).length === 0 && (
                <TileBadges tile={tile} cell={cell} badges={badges} />
            )}
        </g>
    );
}

function Halo({ cell, style, isPlain }: { cell: Cell; style: GridPlan["style"]; isPlain: boolean }) {
    const isEmpty =
        (cell.tile.pieces ?? []).length === 0 && figureOf(isHidden(cell.tile) ? undefined : cell.tile.glyph).form === "none";
    return (
        <>
            <path
                class="halo"
                data-quiet={isEmpty && !isPlain && style !== "lattice" ? "" : undefined}
                d={
                    style === "points"
                        ? "M-38 0a38 38 0 1 0 76 0a38 38 0 1 0-76 0Z"
                        : outlineOf(cell, style === "lattice" ? 4 : 5)
                }
            />
            {isEmpty && !isPlain && style !== "lattice" && <circle class="offer" r="13" />}
        </>
    );
}

function TileFace({ tile, cell, outline }: { tile: Instance; cell: Cell; outline: string }) {
    const stage = useStage();
    const figure = figureOf(tile.glyph);
    const owner = ownerOf(tile);
    const color = namedColor(tile.color);
    const picture = pictureAddress(stage.pictures, tile.image);
    const isCovered = ((tile as { pieces?: unknown[] }).pieces ?? []).length > 0;
    const size = Math.min(cell.width, cell.height) / tileSize;
    const isMarked =
        owner !== null && (figure.form === "none" || (figure.form === "text" && !/^[XxOo×✕]$/.test(figure.text)));
    return (
        <>
            {color !== null && <path class="paint" d={outline} fill={color} />}
            {picture !== null && (
                <image
                    class="tile-picture"
                    href={picture}
                    x={-cell.width / 2}
                    y={-cell.height / 2}
                    width={cell.width}
                    height={cell.height}
                    preserveAspectRatio="xMidYMid slice"
                />
            )}
            {isMarked && (
                <>
                    <path class="held" d={outline} fill={seatPattern(owner)} />
                    <path
                        class="held-sign"
                        d={seatSign(owner)}
                        fill={`var(--seat-${looksOf(owner)})`}
                        transform={
                            figure.form === "none"
                                ? `scale(${0.5 * size})`
                                : `translate(${32 * size} ${-32 * size}) scale(${0.16 * size})`
                        }
                    />
                </>
            )}
            {figure.form === "bar" ? (
                <path
                    class="bar"
                    d={barOf(cell)}
                    style={owner !== null ? { fill: `var(--seat-${looksOf(owner)})` } : undefined}
                />
            ) : figure.form === "text" && (owner === null || isMarked) ? (
                <text
                    class="tile-glyph"
                    data-faint={isCovered || cell.corners !== null ? "" : undefined}
                    x="0"
                    y="0"
                    dy=".36em"
                    font-size={fontSize(figure.text, size)}
                >
                    {figure.text}
                </text>
            ) : figure.form === "suit" && owner === null ? (
                <g class="tile-glyph" data-faint="" transform={`scale(${0.46 * size})`}>
                    <Sign figure={figure} owner={null} color={null} label="" />
                </g>
            ) : figure.form !== "none" ? (
                <g
                    class="tile-sign"
                    key={`${tile.glyph} ${owner}`}
                    transform={`scale(${0.9 * size})`}
                    data-flip-look={tile.id}
                >
                    <Sign figure={figure} owner={owner} color={color} label={tile.text} />
                </g>
            ) : null}
        </>
    );
}

function fontSize(text: string, size: number): number {
    const length = [...text].length;
    return (length <= 1 ? 52 : length === 2 ? 42 : 120 / length) * size;
}

function barOf(cell: Cell): string {
    const isLevel = cell.width >= cell.height;
    const isEven = cell.width === cell.height;
    const width = isLevel ? cell.width * (isEven ? 0.8 : 1) - 4 : Math.max(cell.width * 0.5, 12);
    const height = isLevel ? Math.max(cell.height * (isEven ? 0.16 : 0.5), 12) : cell.height - 4;
    return outlineOf({ ...cell, width, height }, 0.01);
}

function TileBadges({ tile, cell, badges }: { tile: Instance; cell: Cell; badges: ReadonlySet<string> }) {
    const shown = Object.entries(tile.attributes ?? {}).filter(
        ([name, value]) => typeof value === "number" && value !== 0 && badges.has(name),
    );
    return (
        <>
            {shown.slice(0, 2).map(([name, value], i) => (
                <Badge
                    key={name}
                    text={numberText(value as number)}
                    x={cell.width * (cell.corners === null ? 0.3 : 0.22)}
                    y={cell.height * (0.28 - 0.34 * i)}
                />
            ))}
        </>
    );
}

/** Very large boards: one shape for all tiles that look the same. */
function PlainTiles({ plan, hues }: { plan: GridPlan; hues: ReadonlyMap<string, number> }) {
    const looks = useMemo(() => {
        const found = new Map<string, { isDark: boolean; hue: number | undefined; shapes: string[] }>();
        for (const cell of plan.cells) {
            const hue = hueFor(cell, hues);
            const key = `${cell.isDark} ${hue}`;
            const look = found.get(key) ?? found.set(key, { isDark: cell.isDark, hue, shapes: [] }).get(key)!;
            const corners: Point[] = cell.corners ?? [
                { x: -cell.width / 2, y: -cell.height / 2 },
                { x: cell.width / 2, y: -cell.height / 2 },
                { x: cell.width / 2, y: cell.height / 2 },
                { x: -cell.width / 2, y: cell.height / 2 },
            ];
            look.shapes.push(
                `M${corners.map(({ x, y }) => `${(cell.x + x).toFixed(1)} ${(cell.y + y).toFixed(1)}`).join("L")}Z`,
            );
        }
        return [...found];
    }, [plan, hues]);
    return (
        <g aria-hidden="true">
            {looks.map(([key, { isDark, hue, shapes }]) => (
                <g
                    class="tile"
                    key={key}
                    data-dark={isDark ? "" : undefined}
                    data-tinted={hue !== undefined ? "" : undefined}
                    style={hue !== undefined ? { "--hue": String(hue) } : undefined}
                >
                    <path class="ground" d={shapes.join("")} />
                </g>
            ))}
        </g>
    );
}

// ---- lines and labels ---------------------------------------------------------------------------------------------

function Lines({ ways }: { ways: Way[] }) {
    return (
        <g class="ways" aria-hidden="true">
            {ways.map(({ from, to, both, distance }) => (
                <path
                    key={`${from.tile.place} ${to.tile.place}`}
                    class="way"
                    data-oneway={both ? undefined : ""}
                    data-far={distance !== 1 ? "" : undefined}
                    d={`M${from.x} ${from.y}L${to.x} ${to.y}`}
                />
            ))}
        </g>
    );
}

function EdgeLabels({ plan, font }: { plan: GridPlan; font: number }) {
    return (
        <g class="edge-labels" aria-hidden="true" font-size={font}>
            {plan.columns.map(({ text, x, y }) => (
                <text key={`c${text} ${x}`} x={x} y={y - margin - font * 0.6}>
                    {text}
                </text>
            ))}
            {plan.rows.map(({ text, x, y }) => (
                <text key={`r${text} ${y}`} x={x - margin - font * 0.8} y={y} dy=".36em">
                    {text}
                </text>
            ))}
        </g>
    );
}

/** What the squares lie on: a board with a rim, or, where many are missing, a rim around those that are there. */
function Slab({ plan }: { plan: GridPlan }) {
    const rest = useMemo(() => {
        const places = new Set(plan.cells.map((cell) => `${cell.column} ${cell.row}`));
        const area = plan.cells.reduce((sum, cell) => sum + cell.width * cell.height, 0);
        const has = (column: number, row: number) => places.has(`${column} ${row}`);
        // On a board that uses every second square the others belong to it.
        const isChequered = plan.cells.every((cell) => !has(cell.column + 1, cell.row) && !has(cell.column, cell.row + 1));
        const isWhole = plan.style !== "squares" || isChequered || area > 0.9 * plan.width * plan.height;
        return isWhole
            ? null
            : plan.cells
                  .map(
                      (cell) =>
                          `M${cell.x - cell.width / 2} ${cell.y - cell.height / 2}h${cell.width}v${cell.height}h${-cell.width}Z`,
                  )
                  .join("");
    }, [plan]);
    return rest !== null ? (
        <path class="rim" d={rest} stroke-width={2 * margin} />
    ) : (
        <rect
            class="slab"
            x={-margin}
            y={-margin}
            width={plan.width + 2 * margin}
            height={plan.height + 2 * margin}
            rx="14"
        />
    );
}
