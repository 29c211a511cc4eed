// The cover of a game, made up from its name: the same name always gives the same picture.
import type { JSX } from "preact";

const width = 160;
const height = 90;

/** Ground first, then from the most to the least striking. */
const palettes = [
    ["#1d6b58", "#f0b429", "#f4f1e9", "#134a3d", "#5fa68f"],
    ["#1f4e79", "#f2c14e", "#e8eef4", "#16385a", "#79a7c9"],
    ["#a63d2f", "#f3dfc1", "#e9a46a", "#7c2a20", "#c9695a"],
    ["#55305d", "#e6b8a2", "#f5e9e2", "#3c2143", "#92619c"],
    ["#c5841a", "#fdf3dc", "#6b3e12", "#a66c10", "#e8b65a"],
    ["#37474f", "#ffb74d", "#eceff1", "#27343a", "#78909c"],
    ["#0f6c75", "#f7d9c4", "#ee8866", "#0a4c53", "#58a3aa"],
    ["#b8405e", "#fbe3e4", "#f4b0a0", "#8a2c46", "#d9788f"],
    ["#5a6b2b", "#f1eeda", "#d9b24c", "#414e1e", "#94a35e"],
    ["#2a2d57", "#f4b860", "#e5e3f4", "#1d1f40", "#6c6fb0"],
    ["#7a4b2a", "#f6d7a7", "#c9d8c5", "#553217", "#b07f57"],
    ["#3f5f8a", "#f7f0e3", "#f08a5d", "#2c456a", "#8fa9cc"],
    ["#3d6b4f", "#ffe0b5", "#e07a5f", "#294a36", "#81b29a"],
    ["#8c2f39", "#ffd6ba", "#fcb97d", "#641f28", "#b8626b"],
    ["#44546a", "#d7f0e8", "#f4d35e", "#303d4f", "#8496ab"],
    ["#6b4c86", "#ffe8a3", "#f3d9f0", "#4c3363", "#a58bbd"],
] as const;

/** A number from 0 up to `end`, a different one each time. */
type Draw = (end: number) => number;
type Palette = (typeof palettes)[number];
type Pattern = (draw: Draw, colours: Palette) => JSX.Element[];

/** FNV-1a, of the text's UTF-16 units. */
function hashOf(text: string): number {
    let hash = 0x811c9dc5;
    for (let i = 0; i < text.length; ++i) {
        hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
    }
    return hash >>> 0;
}

/** xorshift: small, and good enough for a picture. */
function drawerFrom(seed: number): Draw {
    let state = seed === 0 ? 1 : seed;
    return (end) => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return (state >>> 0) % end;
    };
}

/** Squares with quarters of circles, as on a Bauhaus poster. */
const quarters: Pattern = (draw, colours) => {
    const size = 30;
    const shapes: JSX.Element[] = [];
    for (let y = 0; y < height; y += size) {
        for (let x = -5; x < width; x += size) {
            const colour = colours[1 + draw(4)];
            const half = size / 2;
            const turn = `rotate(${draw(4) * 90} ${x + half} ${y + half})`;
            const kind = draw(6);
            if (kind < 2) {
                shapes.push(<path d={`M${x} ${y}h${size}a${size} ${size} 0 0 1-${size} ${size}z`} fill={colour} transform={turn} />);
            } else if (kind === 2) {
                shapes.push(<circle cx={x + half} cy={y + half} r={half * 0.7} fill={colour} />);
            } else if (kind === 3) {
                shapes.push(<path d={`M${x} ${y}h${size}v${half}h-${size}z`} fill={colour} transform={turn} />);
            } else if (kind === 4) {
                shapes.push(<path d={`M${x} ${y + half}a${half} ${half} 0 0 1 ${size} 0z`} fill={colour} transform={turn} />);
            }
        }
    }
    return shapes;
};

const hexes: Pattern = (draw, colours) => {
    const radius = 15;
    const shapes: JSX.Element[] = [];
    const across = radius * Math.sqrt(3);
    for (let row = 0; row < 6; ++row) {
        for (let column = -1; column < 8; ++column) {
            const x = column * across + (row % 2) * (across / 2);
            const y = row * radius * 1.5 - 4;
            const points = [0, 1, 2, 3, 4, 5].map((corner) => {
                const angle = (Math.PI / 3) * corner + Math.PI / 6;
                return `${(x + (radius - 1.2) * Math.cos(angle)).toFixed(1)},${(y + (radius - 1.2) * Math.sin(angle)).toFixed(1)}`;
            });
            const kind = draw(9);
            const colour = kind < 2 ? colours[1] : kind < 3 ? colours[2] : kind < 6 ? colours[3] : colours[4];
            shapes.push(<polygon points={points.join(" ")} fill={colour} opacity={kind > 7 ? 0.35 : 1} />);
        }
    }
    return shapes;
};

const checks: Pattern = (draw, colours) => {
    const size = 18;
    const shapes: JSX.Element[] = [];
    const pieces: JSX.Element[] = [];
    for (let row = 0; row < 5; ++row) {
        for (let column = 0; column < 9; ++column) {
            if ((row + column) % 2 === 0) {
                shapes.push(<rect x={column * size - 1} y={row * size} width={size} height={size} fill={colours[3]} />);
            } else if (draw(3) === 0) {
                const [x, y] = [column * size - 1 + size / 2, row * size + size / 2];
                const colour = colours[1 + draw(2)];
                pieces.push(<circle cx={x} cy={y + 1.2} r={6.2} fill="#000" opacity={0.25} />);
                pieces.push(<circle cx={x} cy={y} r={6.2} fill={colour} />);
                pieces.push(<circle cx={x} cy={y} r={3.8} fill="none" stroke={colours[3]} stroke-opacity={0.45} stroke-width={0.9} />);
            }
        }
    }
    return [...shapes, ...pieces];
};

const fan: Pattern = (draw, colours) => {
    const count = 5 + draw(3);
    const spread = 15;
    const shapes: JSX.Element[] = [<circle cx={80} cy={110} r={86} fill={colours[3]} />];
    for (let card = 0; card < count; ++card) {
        const turn = (card - (count - 1) / 2) * spread;
        const colour = colours[[2, 1, 4][draw(3)] ?? 2];
        const pip = colours[card % 2 === 0 ? 0 : 3];
        shapes.push(
            <g transform={`rotate(${turn} 80 128)`}>
                <rect x={62} y={18} width={36} height={54} rx={4.5} fill={colour} stroke={colours[0]} stroke-width={1.4} />
                <path d={pips[draw(pips.length)]} transform="translate(69 25)" fill={pip} />
            </g>,
        );
    }
    return shapes;
};

/** On a field of 8 by 8. */
const pips = [
    "M4 0 8 4 4 8 0 4z",
    "M4 0a4 4 0 1 1 0 8 4 4 0 0 1 0-8z",
    "M4 0 8 7.5H0z",
    "M1.500 0h5v2.800H8v2.400H6.500V8h-5V5.200H0V2.800h1.500z",
];

const dice: Pattern = (draw, colours) => {
    const spots: [number, number][][] = [
        [[0, 0]],
        [[-1, -1], [1, 1]],
        [[-1, -1], [0, 0], [1, 1]],
        [[-1, -1], [1, -1], [-1, 1], [1, 1]],
        [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
        [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
    ];
    const places: [number, number, number][] = [[26, 60, 26], [78, 38, 34], [132, 58, 28], [112, 12, 16], [42, 16, 15], [98, 80, 18]];
    return places.slice(0, 4 + draw(3)).map(([x, y, size], index) => {
        const colour = colours[1 + ((index + draw(2)) % 2)];
        return (
            <g transform={`translate(${x + draw(18) - 9} ${y + draw(10) - 5}) rotate(${draw(60) - 30})`}>
                <rect x={-size / 2} y={-size / 2} width={size} height={size} rx={size * 0.2} fill={colour} />
                {spots[draw(6)]?.map(([left, top]) => (
                    <circle cx={left * size * 0.26} cy={top * size * 0.26} r={size * 0.085} fill={colours[3]} />
                ))}
            </g>
        );
    });
};

/** Waves as on old prints: rows of circles in circles, each row over the one behind it. */
const waves: Pattern = (draw, colours) => {
    const radius = 20;
    const shapes: JSX.Element[] = [];
    for (let row = 0; row < 11; ++row) {
        for (let column = -1; column < 5; ++column) {
            const [x, y] = [column * radius * 2 + (row % 2) * radius, row * radius * 0.5 + 8];
            const first = draw(8);
            const inks = first === 0 ? [1, 3, 1, 0] : first === 1 ? [2, 0, 2, 3] : [0, 4, 3, 4];
            inks.forEach((ink, ring) => {
                shapes.push(<circle cx={x} cy={y} r={radius - ring * 5} fill={colours[ink]} />);
            });
        }
    }
    return shapes;
};

const roads: Pattern = (draw, colours) => {
    const towns: [number, number][] = [];
    for (let column = 0; column < 6; ++column) {
        for (let row = 0; row < 3; ++row) {
            if (draw(5) > 0) {
                towns.push([16 + column * 26 + draw(12) - 6, 16 + row * 29 + draw(14) - 7]);
            }
        }
    }
    const shapes: JSX.Element[] = [];
    towns.forEach(([x, y], index) => {
        towns.slice(index + 1).forEach(([toX, toY]) => {
            if (Math.hypot(toX - x, toY - y) < 35) {
                shapes.push(<path d={`M${x} ${y}L${toX} ${toY}`} stroke={colours[4]} stroke-width={2.2} />);
            }
        });
    });
    towns.forEach(([x, y], index) => {
        const radius = 3.5 + draw(4);
        shapes.push(<circle cx={x} cy={y} r={radius} fill={colours[1 + (index % 2)]} stroke={colours[0]} stroke-width={1.8} />);
    });
    return shapes;
};

interface EmblemProps {
    name: string;
    hidden: boolean;
    chance: boolean;
}

function patternFor(draw: Draw, { hidden, chance }: EmblemProps): Pattern {
    const open = [quarters, hexes, checks, waves, roads];
    if (hidden) {
        return [fan, fan, quarters, waves, hexes][draw(5)] ?? fan;
    }
    return chance ? ([dice, dice, quarters, hexes, waves][draw(5)] ?? dice) : (open[draw(open.length)] ?? quarters);
}

export function Emblem(props: EmblemProps): JSX.Element {
    const draw = drawerFrom(hashOf(props.name));
    for (let i = 0; i < 4; ++i) {
        draw(2); // the first numbers of similar seeds are alike
    }
    const colours = palettes[draw(palettes.length)] ?? palettes[0];
    const pattern = patternFor(draw, props);
    return (
        <svg
            class="emblem"
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="xMidYMid slice"
            aria-hidden="true"
            focusable="false"
        >
            <rect width={width} height={height} fill={colours[0]} />
            {pattern(draw, colours)}
        </svg>
    );
}
