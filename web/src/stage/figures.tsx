// Shapes: chess figures, stones, dice, suits, the marks of seats. Each is drawn around (0, 0) in a square of 100 units,
// unless it says otherwise.
import type { ComponentChildren } from "preact";
import type { ChessShape, SuitShape, Tone } from "./glyphs";
import { SeatMark } from "../parts/seat_mark";
import { looksOf } from "./palette";

// ---- seats --------------------------------------------------------------------------------------------------------

function polygon(corners: number, radius: number, turn: number): string {
    const points = Array.from({ length: corners }, (_, i) => {
        const angle = turn + (2 * Math.PI * i) / corners;
        return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
    });
    return `M${points.join("L")}Z`;
}

const circle = (radius: number) =>
    `M${-radius} 0a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;

function roundedSquare(half: number, corner: number): string {
    const side = 2 * (half - corner);
    return `M${-half + corner} ${-half}h${side}q${corner} 0 ${corner} ${corner}v${side}q0 ${corner} ${-corner} ${corner}h${-side}q${-corner} 0 ${-corner} ${-corner}v${-side}q0 ${-corner} ${corner} ${-corner}Z`;
}

const triangle = "M-7-38Q0-50 7-38L47 27Q53 39 39 40H-39Q-53 39-47 27Z";
const cross = "M-18-44H18V-18H44V18H18V44H-18V18H-44V-18H-18Z";

// The shapes of seats, as everywhere on the page (parts/seat_mark.tsx): so different that they can be told without their
// colours. As outlines of tokens they have room for two letters.
const tokenOutlines: readonly string[] = [
    circle(44),
    roundedSquare(39, 10),
    triangle,
    polygon(4, 52, 0),
    polygon(6, 47, Math.PI / 6),
    polygon(5, 47, -Math.PI / 2),
    polygon(8, 46, Math.PI / 8),
    cross,
];

// Small signs that go with them.
const seatSigns: readonly string[] = [
    circle(34),
    roundedSquare(32, 5),
    polygon(3, 44, -Math.PI / 2),
    polygon(4, 44, 0),
    polygon(6, 40, Math.PI / 6),
    polygon(5, 42, -Math.PI / 2),
    polygon(8, 38, Math.PI / 8),
    "M-13-42H13V-13H42V13H13V42H-13V13H-42V-13H-13Z",
];

export function tokenOutline(seat: number | null): string {
    return seat === null ? circle(44) : tokenOutlines[looksOf(seat)]!;
}

export function seatSign(seat: number): string {
    return seatSigns[looksOf(seat)]!;
}

/** Who it is, for eyes: the mark of the seat, and what its stones look like if they are ivory or ebony. */
export function SeatSign({ seat, tone = null }: { seat: number; tone?: Tone | null }) {
    return (
        <>
            <SeatMark seat={seat} />
            {tone !== null && (
                <svg class="seat-stone" viewBox="-50 -50 100 100" aria-hidden="true" focusable="false">
                    <Stone tone={tone} seat={seat} />
                </svg>
            )}
        </>
    );
}

/** Where the letters of a token stand: the triangle has its room below. */
export function tokenMiddle(seat: number | null): { y: number; scale: number } {
    return seat !== null && looksOf(seat) === 2 ? { y: 14, scale: 0.78 } : { y: 0, scale: 1 };
}

// ---- stones -------------------------------------------------------------------------------------------------------

interface StoneProps {
    /** Ivory or ebony; null: the colour of the seat, with its sign. */
    tone: Tone | null;
    seat: number | null;
    color?: string | null;
}

export function Stone({ tone, seat, color = null }: StoneProps) {
    const fill =
        color ??
        (tone !== null ? `var(--stone-${tone})` : seat !== null ? `var(--seat-${looksOf(seat)})` : "var(--stone-plain)");
    return (
        <g class="stone" data-tone={tone ?? undefined}>
            <ellipse class="cast" cx="0" cy="6" rx="41" ry="40" />
            <circle class="body" r="40" fill={fill} />
            <circle class="shine" r="40" fill="url(#stage-shine)" />
            {tone === null && seat !== null && color === null && (
                <path class="inlay" d={seatSign(seat)} transform="scale(.42)" />
            )}
        </g>
    );
}

/** A draughtsman: a stone with ridges, and a crown if it is a king. */
export function Draughtsman({ tone, seat, isKing }: StoneProps & { isKing: boolean }) {
    return (
        <g class="draughtsman">
            {isKing && (
                <g transform="translate(0 7)">
                    <Stone tone={tone} seat={seat} />
                </g>
            )}
            <g transform={isKing ? "translate(0 -5)" : undefined}>
                <Stone
                    tone={tone}
                    seat={null}
                    color={tone === null && seat !== null ? `var(--seat-${looksOf(seat)})` : null}
                />
                <circle class="ridge" data-tone={tone ?? undefined} r="29" />
                {isKing ? (
                    <path class="crown" data-tone={tone ?? undefined} d="M-18 13L-21-10L-9 0L0-15L9 0L21-10L18 13Z" />
                ) : (
                    <circle class="ridge" data-tone={tone ?? undefined} r="18" />
                )}
            </g>
        </g>
    );
}

// ---- chess --------------------------------------------------------------------------------------------------------

const foot = <path d="M-27 40Q-27 31-19 30H19Q27 31 27 40Q27 43 24 43H-24Q-27 43-27 40Z" />;

const chessShapes: Readonly<Record<ChessShape, ComponentChildren>> = {
    pawn: (
        <>
            <path d="M-8-2C-8 11-14 20-20 30H20C14 20 8 11 8-2Z" />
            <path d="M-14-2Q-14-6-10-6H10Q14-6 14-2Q14 2 10 2H-10Q-14 2-14-2Z" />
            <circle cx="0" cy="-18" r="13.5" />
            {foot}
        </>
    ),
    rook: (
        <>
            <path d="M-15-14L-18 22Q-19 27-22 30H22Q19 27 18 22L15-14Z" />
            <path d="M-24-38H-14V-31H-6V-38H6V-31H14V-38H24V-21L17-13H-17L-24-21Z" />
            {foot}
        </>
    ),
    bishop: (
        <>
            <path d="M-9 8C-9 18-14 24-20 30H20C14 24 9 18 9 8Z" />
            <path d="M0-34C14-22 20-10 15 2Q13 8 8 8H-8Q-13 8-15 2C-20-10-14-22 0-34Z" />
            <path d="M-14 8Q-14 4-10 4H10Q14 4 14 8Q14 12 10 12H-10Q-14 12-14 8Z" />
            <circle cx="0" cy="-37" r="5.5" />
            <path class="detail" d="M3-22L-3-8" />
            {foot}
        </>
    ),
    knight: (
        <>
            <path d="M-20 30C-19 14-5 8-4-5C-10-3-15 1-20 4C-24 6-28 3-29-2C-30-6-27-9-25-12C-20-20-17-27-8-32L-4-42L4-33C20-29 29-10 24 30Z" />
            <circle class="spot" cx="-8" cy="-20" r="3" />
            <path class="detail" d="M8-26C17-18 20-4 18 14" />
            {foot}
        </>
    ),
    queen: (
        <>
            <path d="M-15 6C-15 16-18 24-22 30H22C18 24 15 16 15 6Z" />
            <path d="M-17 6L-30-22L-14-10L-9-31L0-12L9-31L14-10L30-22L17 6Z" />
            <path d="M-19 7Q-19 3-15 3H15Q19 3 19 7Q19 11 15 11H-15Q-19 11-19 7Z" />
            <circle cx="-30" cy="-24" r="4.5" />
            <circle cx="-9" cy="-34" r="4.5" />
            <circle cx="9" cy="-34" r="4.5" />
            <circle cx="30" cy="-24" r="4.5" />
            {foot}
        </>
    ),
    king: (
        <>
            <path d="M-15 6C-15 16-18 24-22 30H22C18 24 15 16 15 6Z" />
            <path d="M-17 6C-22-2-30-8-28-17C-26-26-12-26-6-20L0-27L6-20C12-26 26-26 28-17C30-8 22-2 17 6Z" />
            <path d="M-19 7Q-19 3-15 3H15Q19 3 19 7Q19 11 15 11H-15Q-19 11-19 7Z" />
            <path d="M-3-26V-33H-10V-39H-3V-46H3V-39H10V-33H3V-26Z" />
            {foot}
        </>
    ),
};

export function ChessFigure({ shape, tone, seat }: { shape: ChessShape; tone: Tone | null; seat: number | null }) {
    const fill = tone === null && seat !== null ? `var(--seat-${looksOf(seat)})` : undefined;
    return (
        <g class="chess" data-tone={tone ?? undefined} fill={fill}>
            <ellipse class="cast" cx="2" cy="42" rx="29" ry="6" />
            <g class="body">{chessShapes[shape]}</g>
        </g>
    );
}

// ---- suits --------------------------------------------------------------------------------------------------------

const suitPaths: Readonly<Record<SuitShape, string>> = {
    spades: "M0-44C8-26 40-12 40 12C40 30 18 34 7 20C8 32 12 38 18 43H-18C-12 38-8 32-7 20C-18 34-40 30-40 12C-40-12-8-26 0-44Z",
    hearts: "M0 42C-10 24-42 6-42-16C-42-40-10-44 0-20C10-44 42-40 42-16C42 6 10 24 0 42Z",
    diamonds: "M0-46C8-28 20-12 34 0C20 12 8 28 0 46C-8 28-20 12-34 0C-20-12-8-28 0-46Z",
    clubs: "M0-44C16-44 24-27 13-14C30-20 44-6 40 10C36 26 14 28 5 14C6 30 11 37 17 43H-17C-11 37-6 30-5 14C-14 28-36 26-40 10C-44-6-30-20-13-14C-24-27-16-44 0-44Z",
    coins: "M0-44A44 44 0 1 0 0 44A44 44 0 1 0 0-44ZM0-33A33 33 0 1 1 0 33A33 33 0 1 1 0-33ZM0-27L7-9L26-8L11 4L16 22L0 12L-16 22L-11 4L-26-8L-7-9Z",
    cups: "M-34-42H34C36-14 28 6 7 12V27C16 29 23 34 25 43H-25C-23 34-16 29-7 27V12C-28 6-36-14-34-42ZM-25-34C-24-14-18-2-4 3C-14-6-17-18-18-34Z",
    swords: "M0-48L8-36V12H24V20H8V38A8 8 0 1 1-8 38V20H-24V12H-8V-36Z",
    batons: "M-20 44C-25 42-26 36-23 31C-12 12-8 0-6-16C-5-32 4-46 15-46C28-46 34-33 28-22C18-4 6 20-8 40C-11 45-16 46-20 44ZM19-3L37-12C42-6 40 3 32 5C26 7 20 4 16 2ZM-8-12L-27-25C-33-19-32-10-25-6C-19-3-13-3-10-2Z",
};

export function isRed(suit: SuitShape): boolean {
    return suit === "hearts" || suit === "diamonds";
}

export function Suit({ suit }: { suit: SuitShape }) {
    return <path class="suit" data-suit={suit} d={suitPaths[suit]} fill-rule="evenodd" />;
}

// ---- dice ---------------------------------------------------------------------------------------------------------

const pipPlaces: Readonly<Record<number, readonly [number, number][]>> = {
    1: [[0, 0]],
    2: [
        [-1, -1],
        [1, 1],
    ],
    3: [
        [-1, -1],
        [0, 0],
        [1, 1],
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
};

/** A die; null is one that is covered. */
export function Die({ face }: { face: number | null }) {
    return (
        <g class="die" data-hidden={face === null ? "" : undefined}>
            <rect class="cast" x="-43" y="-39" width="86" height="86" rx="18" />
            <rect class="body" x="-43" y="-43" width="86" height="86" rx="18" />
            {face === null ? (
                <text class="covered" x="0" y="0" dy=".36em">
                    ?
                </text>
            ) : (
                (pipPlaces[face] ?? []).map(([x, y]) => (
                    <circle class="pip" key={`${x} ${y}`} cx={x * 23} cy={y * 23} r="9" />
                ))
            )}
        </g>
    );
}

/** Gradients that the figures refer to; once in the page. */
export function FigureDefinitions() {
    return (
        <svg class="definitions" width="0" height="0" aria-hidden="true" focusable="false">
            <defs>
                <radialGradient id="stage-shine" cx="36%" cy="28%" r="80%">
                    <stop offset="0" stop-color="#fff" stop-opacity=".55" />
                    <stop offset=".35" stop-color="#fff" stop-opacity=".12" />
                    <stop offset=".75" stop-color="#000" stop-opacity="0" />
                    <stop offset="1" stop-color="#000" stop-opacity=".28" />
                </radialGradient>
                <SeatPatterns />
            </defs>
        </svg>
    );
}

// ---- patterns -----------------------------------------------------------------------------------------------------

const patternMarks: readonly ComponentChildren[] = [
    null,
    <path d="M-2 14L14-2M6 22L22 6" />,
    <>
        <circle cx="5" cy="5" r="2.2" />
        <circle cx="15" cy="15" r="2.2" />
    </>,
    <path d="M0 5H20M0 15H20" />,
    <path d="M0 0L20 20M20 0L0 20" />,
    <path d="M5 0V20M15 0V20" />,
    <path d="M0 10L5 4L10 10L15 4L20 10M0 20L5 14L10 20L15 14L20 20" />,
    <path d="M22 14L6-2M14 22L-2 6" />,
];

function SeatPatterns() {
    return (
        <>
            {patternMarks.map((marks, look) => (
                <pattern id={`stage-seat-${look}`} key={look} width="20" height="20" patternUnits="userSpaceOnUse">
                    <rect width="20" height="20" fill={`var(--seat-${look})`} fill-opacity=".34" />
                    <g
                        class="pattern-marks"
                        stroke={`var(--seat-${look})`}
                        fill={look === 2 ? `var(--seat-${look})` : "none"}
                    >
                        {marks}
                    </g>
                </pattern>
            ))}
        </>
    );
}

/** The fill of something that a seat holds: its colour with its pattern. */
export function seatPattern(seat: number): string {
    return `url(#stage-seat-${looksOf(seat)})`;
}
