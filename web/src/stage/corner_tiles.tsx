// Corners and sides of tiles, drawn over them: bars along the edges and discs where these meet.
import type { Instance, Tile } from "../view";
import { isHidden } from "../view";
import { targetProps, tileWords, useStage } from "./context";
import type { Corner, CornerPlan, Side } from "./corner_plan";
import { ownerOf } from "./facts";
import { figureOf } from "./glyphs";
import { looksOf, namedColor } from "./palette";
import { Pieces, Sign } from "./piece";

const thickness = 13;
const cornerRadius = 15;

export function CornerTiles({ plan }: { plan: CornerPlan }) {
    return (
        <>
            {plan.sides.map((side) => (
                <SideBar key={side.tile.place} side={side} />
            ))}
            {plan.corners.map((corner) => (
                <CornerDisc key={corner.tile.place} corner={corner} />
            ))}
        </>
    );
}

/** The colour that the rules give it, else that of its owner; null: nothing is there. */
function paintOf(tile: Tile): string | null {
    if (isHidden(tile)) {
        return null;
    }
    const owner = ownerOf(tile);
    return namedColor(tile.color) ?? (owner === null ? null : `var(--seat-${looksOf(owner)})`);
}

function idsOf(tile: Tile): string[] {
    const pieces = (tile.pieces ?? []).flatMap((piece) => (isHidden(piece) ? [] : [piece.id]));
    return isHidden(tile) ? [] : [tile.id, ...(pieces.length === 1 ? pieces : [])];
}

function SideBar({ side: { tile, x, y, angle, length } }: { side: Side }) {
    const stage = useStage();
    const target = targetProps(stage, idsOf(tile), tileWords(stage, tile), tile);
    const paint = paintOf(tile);
    const bar = {
        x: -length / 2 + cornerRadius * 0.6,
        y: -thickness / 2,
        width: length - cornerRadius * 1.2,
        height: thickness,
        rx: 4,
    };
    return (
        <g class="tile-side" transform={`translate(${x} ${y}) rotate(${angle})`} {...target}>
            <rect class="reach" x={bar.x} width={bar.width} y={-thickness} height={2 * thickness} />
            <rect class="ground" {...bar} />
            {paint !== null && <rect class="paint" {...bar} style={{ fill: paint }} />}
            {target["data-options"] !== undefined && <rect class="halo" {...bar} />}
            <g transform={`rotate(${-angle})`}>
                <Pieces tile={tile} scale={0.34} />
            </g>
        </g>
    );
}

function CornerDisc({ corner: { tile, x, y } }: { corner: Corner }) {
    const stage = useStage();
    const target = targetProps(stage, idsOf(tile), tileWords(stage, tile), tile);
    return (
        <g class="corner" transform={`translate(${x} ${y})`} {...target}>
            <circle class="reach" r={cornerRadius * 1.5} />
            <circle class="ground" r={cornerRadius * 0.55} />
            {!isHidden(tile) && <CornerSign tile={tile} paint={paintOf(tile)} />}
            {target["data-options"] !== undefined && <circle class="halo" r={cornerRadius * 1.2} />}
            <Pieces tile={tile} scale={0.42} />
        </g>
    );
}

function CornerSign({ tile, paint }: { tile: Instance; paint: string | null }) {
    const figure = figureOf(tile.glyph);
    if (figure.form === "none" && paint === null) {
        return null;
    }
    return figure.form === "none" ? (
        <circle class="paint" r={cornerRadius} style={{ fill: paint ?? undefined }} />
    ) : (
        <g transform="scale(.42)">
            <Sign figure={figure} owner={ownerOf(tile)} color={namedColor(tile.color)} label={tile.text} />
        </g>
    );
}
