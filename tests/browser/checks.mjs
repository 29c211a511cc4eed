// Small things that cases need.
import { say, sayOnTable } from "./words.mjs";

const patience = 20_000;
const pause = 15;

/** Waits until it holds. */
export async function until(holds, what) {
    const end = performance.now() + patience;
    while (!(await holds())) {
        if (performance.now() > end) {
            throw new Error(`in vain: ${what}`);
        }
        await new Promise((done) => setTimeout(done, pause));
    }
}

export function check(holds, what) {
    if (!holds) {
        throw new Error(`does not hold: ${what}`);
    }
}

export function same(found, wanted, what) {
    const [left, right] = [JSON.stringify(found), JSON.stringify(wanted)];
    if (left !== right) {
        throw new Error(`${what}: ${left} instead of ${right}`);
    }
}

/** Numbers below a limit, the same ones in every run. */
export function drawer(seed) {
    let state = seed >>> 0 || 1;
    return (limit) => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return (state >>> 0) % limit;
    };
}

/** The people choose in turn, `choose` says what, until the match has ended for all of them. */
export async function playOut(people, choose, mostChoices) {
    for (let made = 0; made <= mostChoices; ++made) {
        await until(() => people.some((one) => one.isAsked) || people.every((one) => one.hasEnded), "somebody is asked, or it is over");
        const asked = people.find((one) => one.isAsked);
        if (asked === undefined) {
            return made;
        }
        await choose(asked, made);
    }
    throw new Error(`the match is not over after ${mostChoices} choices`);
}

/** What the drawing calls a tile without an owner that can be chosen, one that cannot be, and one with an owner. */
export function freeCell(x, y) {
    return sayOnTable("stage.choosable", emptyCell(x, y));
}

export function emptyCell(x, y) {
    return `Grid(${x},${y}), ${sayOnTable("stage.empty")}`;
}

export function ownedCell(x, y, player) {
    return `Grid(${x},${y}), ${sayOnTable("stage.of", playerName(player))}`;
}

export function playerName(seat) {
    return say("seat.player", seat);
}
