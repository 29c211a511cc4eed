// One card: its face, or its back when the viewer does not see it.
import type { Hidden, Instance } from "../view";
import { isHidden } from "../view";
import { withShapes } from "../parts/value_sign";
import type { CardFace } from "./card_face";
import { faceOf } from "./card_face";
import { instanceWords, pictureAddress, seatName, targetProps, useStage } from "./context";
import { ownerOf } from "./facts";
import { Suit, isRed } from "./figures";
import type { SuitShape } from "./glyphs";
import { Ornament } from "./motifs";
import { hueOf, inkOn, namedColor, seatColor } from "./palette";
import { Sign } from "./piece";

interface CardProps {
    card: Instance | Hidden;
    /** More ids that this card stands for: those that lie below it. */
    below?: readonly string[];
    /** Turned by so many degrees, in a fan. */
    turn?: number;
    raise?: number;
}

export function Card({ card, below = [], turn = 0, raise = 0 }: CardProps) {
    const stage = useStage();
    const style = turn !== 0 || raise !== 0 ? { rotate: `${turn}deg`, translate: `0 ${raise}px` } : undefined;
    if (isHidden(card)) {
        return <CardBack label={card.hidden} />;
    }
    const face = faceOf(card, stage.scene.factsOf(card), stage.suits, stage.scene.textOf, (seat) => seatName(stage, seat));
    const ids = [card.id, ...below];
    const isNew =
        stage.changes.appeared.has(card.id) || stage.changes.moved.has(card.id) || stage.changes.changed.has(card.id);
    return (
        <div class="card-place" style={style}>
            <div
                class="card"
                data-flip={card.id}
                data-changed={isNew ? "" : undefined}
                data-suited={face.suit !== null ? "" : undefined}
                style={{ "--hue": String(hueOf(face.title || face.index || card.class)) }}
                {...targetProps(stage, ids, instanceWords(stage, card), card)}
            >
                <Printed card={card} face={face} pictures={stage.pictures} />
            </div>
        </div>
    );
}

function Printed({ card, face, pictures }: { card: Instance; face: CardFace; pictures: string }) {
    const picture = pictureAddress(pictures, card.image);
    const color = namedColor(card.color);
    const owner = ownerOf(card);
    const stripe = color !== null ? { "--stripe": color, "--stripe-ink": inkOn(color) } : undefined;
    if (face.suit !== null && picture === null) {
        return <Suited face={face} suit={face.suit} />;
    }
    return (
        <div class="card-printed" style={stripe} data-striped={color !== null ? "" : undefined}>
            {face.title !== "" && (
                <span class="card-title" data-long={face.title.split(/\s+/).some((word) => word.length > 9) ? "" : undefined}>
                    {withShapes(face.title)}
                </span>
            )}
            {face.index !== "" && <span class="card-index">{face.index}</span>}
            {picture !== null ? (
                <img class="card-picture" src={picture} alt="" draggable={false} />
            ) : (
                <svg class="card-art" viewBox="0 0 100 66" preserveAspectRatio="xMidYMid slice" focusable="false">
                    <Ornament words={face.title || face.index || card.class} />
                    {face.figure.form !== "none" ? (
                        <g transform="translate(50 33) scale(.5)">
                            <Sign figure={face.figure} owner={owner} color={color} label={face.brief} />
                        </g>
                    ) : (
                        face.title === "" && (
                            <text class="card-number" x="50" y="33" dy=".35em">
                                {face.index}
                            </text>
                        )
                    )}
                </svg>
            )}
            {face.lines.length > 0 && (
                <span class="card-lines">
                    {face.lines.map((line) => (
                        <span class="card-line" key={line.key}>
                            <span class="card-line-label">{line.label}</span>
                            {line.text !== "" && <b>{withShapes(line.text)}</b>}
                        </span>
                    ))}
                </span>
            )}
            <span class="card-brief">{face.brief}</span>
            {owner !== null && <span class="card-owner" style={{ background: seatColor(owner) }} />}
        </div>
    );
}

/** Where the signs of a suited card stand, by how many there are: columns from -1 to 1, rows from -1 to 1. */
const pips: Readonly<Record<number, readonly [number, number][]>> = {
    1: [[0, 0]],
    2: [
        [0, -1],
        [0, 1],
    ],
    3: [
        [0, -1],
        [0, 0],
        [0, 1],
    ],
    4: [
        [-1, -1],
        [1, -1],
        [-1, 1],
        [1, 1],
    ],
    5: [
        [-1, -1],
        [1, -1],
        [0, 0],
        [-1, 1],
        [1, 1],
    ],
    6: [
        [-1, -1],
        [1, -1],
        [-1, 0],
        [1, 0],
        [-1, 1],
        [1, 1],
    ],
    7: [
        [-1, -1],
        [1, -1],
        [0, -0.5],
        [-1, 0],
        [1, 0],
        [-1, 1],
        [1, 1],
    ],
    8: [
        [-1, -1],
        [1, -1],
        [0, -0.5],
        [-1, 0],
        [1, 0],
        [0, 0.5],
        [-1, 1],
        [1, 1],
    ],
    9: [
        [-1, -1],
        [1, -1],
        [-1, -0.34],
        [1, -0.34],
        [0, 0],
        [-1, 0.34],
        [1, 0.34],
        [-1, 1],
        [1, 1],
    ],
    10: [
        [-1, -1],
        [1, -1],
        [0, -0.67],
        [-1, -0.34],
        [1, -0.34],
        [-1, 0.34],
        [1, 0.34],
        [0, 0.67],
        [-1, 1],
        [1, 1],
    ],
};

function Suited({ face, suit }: { face: CardFace; suit: SuitShape }) {
    const amount = face.index === "A" ? 1 : Number(face.index);
    const places = pips[amount];
    return (
        <div class="card-suited" data-suit={suit} data-red={isRed(suit) ? "" : undefined}>
            <svg viewBox="0 0 100 140" focusable="false">
                <text class="card-corner" x="15" y="28" data-wide={face.index.length > 1 ? "" : undefined}>
                    {face.index}
                </text>
                <g transform="translate(14 41) scale(.19)">
                    <Suit suit={suit} />
                </g>
                <g class="card-corner-below" transform="rotate(180 50 70)">
                    <text class="card-corner" x="15" y="28" data-wide={face.index.length > 1 ? "" : undefined}>
                        {face.index}
                    </text>
                    <g transform="translate(14 41) scale(.19)">
                        <Suit suit={suit} />
                    </g>
                </g>
                {places !== undefined ? (
                    places.map(([x, y]) => (
                        <g
                            key={`${x} ${y}`}
                            transform={`translate(${50 + x * 17} ${70 + y * 41}) scale(${amount === 1 ? 0.46 : 0.2}) ${y > 0 ? "rotate(180)" : ""}`}
                        >
                            <Suit suit={suit} />
                        </g>
                    ))
                ) : (
                    <g class="card-court">
                        <rect x="26" y="22" width="48" height="96" rx="6" />
                        <path d="M26 70H74M26 22L74 118M74 22L26 118" />
                        <circle cx="50" cy="70" r="25" />
                        <text x="50" y="70" dy=".35em">
                            {face.index}
                        </text>
                        <g transform="translate(50 37) scale(.17)">
                            <Suit suit={suit} />
                        </g>
                        <g transform="translate(50 103) rotate(180) scale(.17)">
                            <Suit suit={suit} />
                        </g>
                    </g>
                )}
            </svg>
        </div>
    );
}

/** Cards of the same kind have the same back. */
export function CardBack({ label, count }: { label: string; count?: number }) {
    return (
        <div class="card-place">
            <div class="card card-back" role="img" aria-label={label} style={{ "--hue": String(hueOf(label)) }}>
                {count !== undefined && (
                    <span class="card-count" aria-hidden="true">
                        {count}
                    </span>
                )}
            </div>
        </div>
    );
}
