// People at a table, by name and seat.
import type { ServerJoined, ServerState } from "../protocol";
import { isHidden, type Instance, type Value, type View } from "../view";
import { say } from "../words/words";

/** By seat: the person's name, else what the rules call the seat. Players are numbered as the rules and the log number them. */
export function namesOf(state: ServerState): string[] {
    return state.seats.map((seat, index) => seat.name || state.view.seats?.[index]?.name || say("seat.player", index));
}

/** `Anna, Bob and Carla`. */
export function listed(names: string[]): string {
    const last = names.at(-1) ?? "";
    return names.length < 2 ? last : say("wait.and", names.slice(0, -1).join(", "), last);
}

const scoreName = /^(scores?|points?|victory_?points?|vp|totals?)$/i;

/** The score of a player as the table shows it: that of the result once there is one, else what the rules call so, of the
 *  one thing that every player has, or in a table by player. */
export function scoreOf(view: View, seat: number): number | null {
    const final = view.scores?.[seat];
    if (typeof final === "number") {
        return final;
    }
    for (const thing of [...view.things, ...view.decks, ...view.boards]) {
        const score = isHidden(thing) ? null : scoreIn(thing, seat);
        if (score !== null) {
            return score;
        }
    }
    return null;
}

function scoreIn(thing: Instance, seat: number): number | null {
    const isTheirs = thing.scope === "player" && thing.owner === seat;
    for (const [name, value] of Object.entries(thing.attributes)) {
        if (!scoreName.test(name)) {
            continue;
        }
        const score = isTheirs ? value : entryOf(value, seat);
        if (typeof score === "number") {
            return score;
        }
    }
    return null;
}

/** What a table holds under that number. */
function entryOf(value: Value, key: number): Value {
    const isTable = typeof value === "object" && value !== null && "table" in value;
    return isTable ? (value.table.find(([one]) => one === key)?.[1] ?? null) : null;
}

/** `3:07`, `1:02:40`. */
export function clockText(milliseconds: number): string {
    const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    const two = (number: number): string => String(number).padStart(2, "0");
    return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** What the bot at that seat is called; empty: a person plays. */
export function botLabel(joined: ServerJoined, state: ServerState, seat: number): string {
    const word = state.seats[seat]?.bot ?? "";
    return joined.bots.find((bot) => bot.word === word)?.label ?? word;
}
