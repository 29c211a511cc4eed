// Ornaments for cards that have no picture: lines and curves that follow from the words on the card, so that the same card
// looks the same in every match.
import type { JSX } from "preact";
import { hashOf } from "./names";

type Motif = (random: () => number) => JSX.Element[];

/** Numbers from 0 to 1 that follow from a text. */
function drawsFrom(text: string): () => number {
    let state = hashOf(text) || 1;
    return () => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        state >>>= 0;
        return state / 0x100000000;
    };
}

const count = (random: () => number, least: number, most: number) => least + Math.floor(random() * (most - least + 1));

function path(key: number, d: string, shade: number): JSX.Element {
    return <path key={key} d={d} class={`motif-${shade}`} />;
}

const rays: Motif = (random) => {
    const rays = 2 * count(random, 6, 10);
    const lines = Array.from({ length: rays }, (_, i) => {
        const from = (Math.PI * i) / rays + Math.PI;
        const to = (Math.PI * (i + 0.5)) / rays + Math.PI;
        const point = (angle: number) =>
            `${(50 + 90 * Math.cos(angle)).toFixed(1)} ${(66 + 90 * Math.sin(angle)).toFixed(1)}`;
        return `M50 66L${point(from)}L${point(to)}Z`;
    });
    const radius = 12 + 8 * random();
    return [path(0, lines.join(""), 1), <circle key="sun" cx="50" cy="66" r={radius} class="motif-3" />];
};

const hills: Motif = (random) =>
    [1, 2, 3].map((shade) => {
        const top = 14 + shade * 12;
        const first = 10 + 30 * random();
        const second = 55 + 30 * random();
        return path(
            shade,
            `M0 ${top + 8}C${first - 14} ${top - 14} ${first + 14} ${top - 12} ${(first + second) / 2} ${top + 4}S${second + 12} ${top - 16} 100 ${top + 6}V70H0Z`,
            shade,
        );
    });

const rings: Motif = (random) => {
    const x = 28 + 44 * random();
    const y = 18 + 30 * random();
    return Array.from({ length: 7 }, (_, i) => (
        <circle key={i} cx={x} cy={y} r={6 + i * 11} class={i === 0 ? "motif-3" : "motif-line"} />
    ));
};

const petals: Motif = (random) => {
    const petals = count(random, 5, 9);
    const width = 6 + 5 * random();
    const leaves = Array.from({ length: petals }, (_, i) => (
        <path
            key={i}
            transform={`rotate(${(360 * i) / petals} 50 32)`}
            class={i % 2 === 0 ? "motif-2" : "motif-1"}
            d={`M50 32Q${50 - width} 12 50 2Q${50 + width} 12 50 32Z`}
        />
    ));
    return [...leaves, <circle key="eye" cx="50" cy="32" r="5" class="motif-3" />];
};

const lattice: Motif = (random) => {
    const size = 9 + 5 * random();
    const lines: string[] = [];
    for (let x = -70; x < 170; x += 2 * size) {
        lines.push(`M${x.toFixed(1)} 0L${(x + 70).toFixed(1)} 70M${(x + 70).toFixed(1)} 0L${x.toFixed(1)} 70`);
    }
    const diamond = 14 + 6 * random();
    return [
        path(0, lines.join(""), 0),
        path(1, `M50 ${33 - diamond}L${50 + diamond} 33L50 ${33 + diamond}L${50 - diamond} 33Z`, 2),
        path(2, `M50 ${33 - diamond / 2}L${50 + diamond / 2} 33L50 ${33 + diamond / 2}L${50 - diamond / 2} 33Z`, 3),
    ];
};

const waves: Motif = (random) => {
    const length = 12 + 10 * random();
    return [1, 2, 3].map((shade) => {
        const top = 8 + shade * 13;
        let d = `M${-length * random()} ${top}`;
        for (let x = 0; x < 100 + length; x += length) {
            d += `q${length / 4} ${-7} ${length / 2} 0t${length / 2} 0`;
        }
        return path(shade, `${d}V70H0Z`, shade);
    });
};

const chevrons: Motif = (random) => {
    const step = 11 + 4 * random();
    const peak = 16 + 14 * random();
    return Array.from({ length: 6 }, (_, i) => {
        const top = i * step - 6;
        return path(
            i,
            `M0 ${top + peak}L50 ${top}L100 ${top + peak}V${top + peak + step / 2}L50 ${top + step / 2}L0 ${top + peak + step / 2}Z`,
            1 + (i % 3),
        );
    });
};

const rosette: Motif = (random) => {
    const turns = count(random, 3, 6);
    const half = 17 + 5 * random();
    return [
        ...Array.from({ length: turns }, (_, i) => (
            <rect
                key={i}
                x={50 - half}
                y={33 - half}
                width={2 * half}
                height={2 * half}
                transform={`rotate(${(90 * i) / turns} 50 33)`}
                class="motif-1"
            />
        )),
        <circle key="ring" cx="50" cy="33" r={half * 0.62} class="motif-2" />,
        <circle key="eye" cx="50" cy="33" r={half * 0.25} class="motif-3" />,
    ];
};

const motifs: readonly Motif[] = [rays, hills, rings, petals, lattice, waves, chevrons, rosette];

/** Fills a field of 100 by 66 units. */
export function Ornament({ words }: { words: string }) {
    const random = drawsFrom(words.toLowerCase());
    const motif = motifs[Math.floor(random() * motifs.length)]!;
    return <g class="ornament">{motif(random)}</g>;
}
