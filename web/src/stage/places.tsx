// A board whose places are not joined: each place a panel with its name, what it offers and who is there.
import type { Tile, TileGroup } from "../view";
import { isHidden } from "../view";
import { pictureAddress, pieceWords, targetProps, tileWords, useStage } from "./context";
import { FactList } from "./fact_list";
import { ownerOf } from "./facts";
import { figureOf } from "./glyphs";
import { Ornament } from "./motifs";
import { hueOf, looksOf, namedColor } from "./palette";
import { PieceFigure, Sign, Badge, arrange } from "./piece";
import { tileLabel } from "./scene";

export function Places({ groups, label }: { groups: TileGroup[]; label: string }) {
    return (
        <div class="places" role="group" aria-label={label}>
            {groups.flatMap((group) =>
                (group.tiles ?? []).map((tile) => <Place key={tile.place ?? tileLabel(tile)} tile={tile} />),
            )}
        </div>
    );
}

function Place({ tile }: { tile: Tile }) {
    const stage = useStage();
    const ids = isHidden(tile) ? [] : [tile.id];
    const trail = ids[0] !== undefined && stage.trail.has(ids[0]);
    const target = targetProps(stage, ids, tileWords(stage, tile), tile);
    const isChoosable = target["data-options"] !== undefined;
    const owner = isHidden(tile) ? null : ownerOf(tile);
    const color = isHidden(tile) ? null : namedColor(tile.color);
    const picture = isHidden(tile) ? null : pictureAddress(stage.pictures, tile.image);
    const figure = figureOf(isHidden(tile) ? undefined : tile.glyph);
    const title = tile.name ?? tileLabel(tile);
    return (
        <div
            class="place"
            data-trail={trail ? "" : undefined}
            style={{
                "--hue": String(hueOf(title)),
                ...(owner !== null ? { borderColor: `var(--seat-${looksOf(owner)})` } : {}),
            }}
            {...target}
            role={isChoosable ? "button" : "group"}
        >
            <svg
                class="place-art"
                viewBox="0 0 100 40"
                preserveAspectRatio="xMidYMid slice"
                focusable="false"
                aria-hidden="true"
            >
                {color !== null && <rect width="100" height="66" fill={color} opacity=".35" />}
                {picture !== null ? (
                    <image href={picture} width="100" height="40" preserveAspectRatio="xMidYMid slice" />
                ) : (
                    <Ornament words={title} />
                )}
                {figure.form !== "none" && (
                    <g transform="translate(50 20) scale(.3)">
                        <Sign figure={figure} owner={owner} color={color} label={title} />
                    </g>
                )}
            </svg>
            <span class="place-title">{title}</span>
            {!isHidden(tile) && <FactList facts={stage.scene.factsOf(tile)} />}
            <span class="place-pieces">
                {arrange(tile.pieces ?? []).map((standing, i) => {
                    const first = standing.pieces[0]!;
                    const pieceIds = standing.pieces.flatMap((piece) => (isHidden(piece) ? [] : [piece.id]));
                    return (
                        <svg class="place-piece" key={pieceIds[0] ?? i} viewBox="-54 -54 108 108" focusable="false">
                            <g
                                class="piece"
                                data-flip={pieceIds[0]}
                                {...targetProps(stage, pieceIds, pieceWords(stage, first, tile), first)}
                            >
                                <circle class="halo" r="50" />
                                <PieceFigure piece={first} tile={tile} />
                                {standing.pieces.length > 1 && <Badge text={`×${standing.pieces.length}`} x={30} y={-34} />}
                            </g>
                        </svg>
                    );
                })}
            </span>
        </div>
    );
}
