// Pieces, and the signs of tiles and cards: drawn around (0, 0) in a square of 100 units.
import type { Hidden, Instance, Tile } from "../view";
import { isHidden } from "../view";
import { pictureAddress, pieceWords, targetProps, useStage } from "./context";
import { ownerOf, standsIn } from "./facts";
import { ChessFigure, Die, Draughtsman, Stone, Suit, tokenMiddle, tokenOutline } from "./figures";
import type { Figure, Tone } from "./glyphs";
import { figureOf } from "./glyphs";
import { Ornament } from "./motifs";
import { hueOf, inkOn, looksOf, namedColor } from "./palette";
import { seatInk } from "../parts/seat_mark";
import { pieceLabel } from "./scene";
import { initialsOf, numberText, shortened } from "./names";

interface SignProps {
    figure: Figure;
    owner: number | null;
    color: string | null;
    /** Words to be shortened where there is no sign. */
    label: string;
}

/** A sign that belongs to somebody or stands for something: a figure, or a token with letters. */
export function Sign({ figure, owner, color, label }: SignProps) {
    const { tones } = useStage();
    const paint = (tone: Tone) => (color !== null ? null : tones.paint(owner, tone));
    switch (figure.form) {
        case "chess":
            return <ChessFigure shape={figure.shape} tone={paint(figure.tone)} seat={owner} />;
        case "man":
            return <Draughtsman tone={paint(figure.tone)} seat={owner} isKing={figure.isKing} />;
        case "disc":
            return <Stone tone={paint(figure.tone)} seat={owner} color={color} />;
        case "suit":
            return (
                <g transform="scale(.8)">
                    <Suit suit={figure.suit} />
                </g>
            );
        case "die":
            return <Die face={figure.face} />;
        case "text":
            return /^[XxOo×✕○]$/.test(figure.text) && owner !== null ? (
                <Stroke text={figure.text} owner={owner} color={color} />
            ) : (
                <Token text={figure.text} owner={owner} color={color} />
            );
        case "bar":
        case "none":
            return <Token text={shortLabel(label)} owner={owner} color={color} />;
    }
}

function shortLabel(label: string): string {
    return [...label].length <= 3 ? label : initialsOf(label);
}

/** The cross and the ring of pencil games. */
function Stroke({ text, owner, color }: { text: string; owner: number; color: string | null }) {
    const stroke = color ?? `var(--seat-${looksOf(owner)})`;
    const shape = /[Oo]/.test(text) ? "M0-29A29 29 0 1 1-.1-29Z" : "M-27-27L27 27M27-27L-27 27";
    return (
        <g class="stroke">
            <path class="cast" d={shape} transform="translate(0 3)" />
            <path class="body" d={shape} stroke={stroke} />
        </g>
    );
}

export function Token({ text, owner, color }: { text: string; owner: number | null; color: string | null }) {
    const fill = color ?? (owner !== null ? `var(--seat-${looksOf(owner)})` : "var(--token)");
    const ink = color !== null ? inkOn(color) : owner !== null ? seatInk(owner) : "var(--token-ink)";
    const outline = tokenOutline(owner);
    const length = [...text].length;
    const { y, scale } = tokenMiddle(owner);
    const font = scale * (length <= 1 ? 50 : length === 2 ? 38 : length === 3 ? 28 : 21);
    return (
        <g class="token">
            <path class="cast" d={outline} transform="translate(0 5)" />
            <path class="body" d={outline} fill={fill} />
            <path class="shine" d={outline} fill="url(#stage-shine)" />
            <path class="rim" d={outline} transform="scale(.84)" stroke={ink} />
            <text class="token-text" fill={ink} x="0" y={y} dy=".35em" font-size={font}>
                {text}
            </text>
        </g>
    );
}

/** Something laid on the board that is nobody's and has no sign: a plate that fills its tile. */
function Plate({ label }: { label: string }) {
    const text = shortened(label, 9);
    return (
        <g class="plate" transform="scale(1.12)" style={{ "--hue": String(hueOf(label)) }}>
            <rect class="cast" x="-47" y="-43" width="94" height="94" rx="10" />
            <rect class="body" x="-47" y="-47" width="94" height="94" rx="10" />
            <g class="plate-art" transform="translate(-47 -31) scale(.94)">
                <Ornament words={label} />
            </g>
            <text class="plate-text" x="0" y="0" dy=".35em" font-size={text.length <= 3 ? 34 : text.length <= 5 ? 26 : 17}>
                {text}
            </text>
        </g>
    );
}

/** Numbers that its long text names are worth showing all the time: `Foot, strength 3`. */
function badgeOf(piece: Instance): { name: string; value: number } | null {
    const long = piece.long ?? "";
    for (const [name, value] of Object.entries(piece.attributes ?? {})) {
        if (typeof value === "number" && long.includes(name) && standsIn(value, long)) {
            return { name, value };
        }
    }
    return null;
}

/** How something that is turned is drawn. */
export function turnOf(instance: Instance, isOnHex: boolean): string | undefined {
    return instance.turned ? `rotate(${instance.turned * (isOnHex ? 60 : 90)})` : undefined;
}

export function PieceFigure({ piece, tile, isOnHex = false }: { piece: Instance | Hidden; tile: Tile | null; isOnHex?: boolean }) {
    const stage = useStage();
    if (isHidden(piece)) {
        return (
            <g class="piece-hidden">
                <Token text="?" owner={null} color={null} />
            </g>
        );
    }
    const owner = ownerOf(piece);
    const color = namedColor(piece.color);
    const picture = pictureAddress(stage.pictures, piece.image);
    const figure = figureOf(piece.glyph);
    const label = pieceLabel(piece, tile);
    const badge = badgeOf(piece);
    return (
        <>
            <g transform={turnOf(piece, isOnHex)}>
                {picture !== null ? (
                    <>
                        {owner !== null && (
                            <path class="picture-base" d={tokenOutline(owner)} fill={`var(--seat-${looksOf(owner)})`} />
                        )}
                        <image href={picture} x="-42" y="-42" width="84" height="84" />
                    </>
                ) : owner === null && figure.form === "none" && color === null ? (
                    <Plate label={label} />
                ) : (
                    <Sign figure={figure} owner={owner} color={color} label={label} />
                )}
            </g>
            {badge !== null && (
                <g transform="translate(32 30) scale(1.35)">
                    <Badge text={numberText(badge.value)} x={0} y={0} />
                </g>
            )}
        </>
    );
}

export function Badge({ text, x, y }: { text: string; x: number; y: number }) {
    const width = 26 + 13 * Math.max(0, text.length - 1);
    return (
        <g class="badge" transform={`translate(${x} ${y})`}>
            <rect x={-width / 2} y="-14" width={width} height="28" rx="14" />
            <text x="0" y="0" dy=".36em">
                {text}
            </text>
        </g>
    );
}

// ---- several on one tile ------------------------------------------------------------------------------------------

interface Standing {
    pieces: (Instance | Hidden)[];
    x: number;
    y: number;
    scale: number;
}

function looksLike(piece: Instance | Hidden): string {
    return isHidden(piece)
        ? piece.hidden
        : [
              piece.class,
              piece.glyph,
              piece.color,
              piece.image,
              JSON.stringify(piece.owner),
              piece.long,
              piece.glyph ? "" : piece.text === piece.id ? "" : piece.text,
          ].join("|");
}

const mostApart = 4;

/** Where the pieces of a tile stand, in a square of 100 units around its middle. Many that look the same become one with a
 *  count. */
export function arrange(pieces: readonly (Instance | Hidden)[]): Standing[] {
    let groups: (Instance | Hidden)[][] = pieces.map((piece) => [piece]);
    if (pieces.length > mostApart) {
        const byLook = new Map<string, (Instance | Hidden)[]>();
        for (const piece of pieces) {
            const look = looksLike(piece);
            byLook.set(look, [...(byLook.get(look) ?? []), piece]);
        }
        groups = [...byLook.values()];
    }
    if (groups.length > 9) {
        groups = [...groups.slice(0, 8), groups.slice(8).flat()];
    }
    const columns = groups.length <= 1 ? 1 : groups.length <= 4 ? 2 : 3;
    const rows = Math.ceil(groups.length / columns);
    const pitch = 92 / Math.max(columns, rows);
    return groups.map((group, i) => {
        const row = Math.floor(i / columns);
        const inRow = row === rows - 1 ? groups.length - row * columns : columns;
        return {
            pieces: group,
            x: ((i % columns) - (inRow - 1) / 2) * pitch,
            y: (row - (rows - 1) / 2) * pitch,
            scale: columns === 1 ? 0.86 : (0.94 * pitch) / 100,
        };
    });
}

/** The pieces on a tile. One alone is chosen with its tile; of several each for itself. */
export function Pieces({ tile, scale = 1, isOnHex = false }: { tile: Tile; scale?: number; isOnHex?: boolean }) {
    const stage = useStage();
    const pieces = Array.isArray(tile.pieces) ? tile.pieces : [];
    const isAlone = pieces.length === 1;
    return (
        <>
            {arrange(pieces).map((standing, i) => {
                const first = standing.pieces[0]!;
                const ids = standing.pieces.flatMap((piece) => (isHidden(piece) ? [] : [piece.id]));
                const props = isAlone
                    ? { "aria-hidden": true as const }
                    : targetProps(stage, ids, pieceWords(stage, first, tile), first);
                return (
                    <g
                        key={ids[0] ?? `hidden ${i}`}
                        transform={`translate(${standing.x * scale} ${standing.y * scale}) scale(${standing.scale * scale})`}
                    >
                        {standing.pieces.slice(1).map((piece) =>
                            isHidden(piece) ? null : (
                                <g key={piece.id} class="piece-below" data-flip={piece.id}>
                                    <rect x="-40" y="-40" width="80" height="80" />
                                </g>
                            ),
                        )}
                        <g
                            class="piece"
                            data-flip={ids[0]}
                            data-class={isHidden(first) ? undefined : first.class}
                            {...props}
                        >
                            {!isAlone && <circle class="halo" r="50" />}
                            <PieceFigure piece={first} tile={tile} isOnHex={isOnHex} />
                            {standing.pieces.length > 1 && <Badge text={`×${standing.pieces.length}`} x={30} y={-32} />}
                        </g>
                    </g>
                );
            })}
        </>
    );
}
