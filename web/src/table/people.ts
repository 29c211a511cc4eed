// Who is who at a table.
import type { ServerJoined, ServerState } from "../protocol";
import { isHidden, type Instance, type View } from "../view";
import { say } from "../words/words";

/** By seat. Players are numbered as the rules and the log number them. */
export function namesOf(state: ServerState): string[] {
    return state.seats.map((seat, index) => (seat.name === "" ? say("seat.player", index) : seat.name));
}

/** `Anna, Bob and Carla`. */
export function listed(names: string[]): string {
    const last = names.at(-1) ?? "";
    return names.length < 2 ? last : say("wait.and", names.slice(0, -1).join(", "), last);
}

const scoreName = /^(score|points?|victory_?points?|vp|total)$/i;

/** The score of a player as the table shows it: by the result once there is one, else what a thing of theirs calls so. */
export function scoreOf(view: View, seat: number): number | null {
    const final = view.scores?.[seat];
    if (typeof final === "number") {
        return final;
    }
    for (const thing of [...view.things, ...view.decks, ...view.boards]) {
        if (!isHidden(thing) && thing.owner === seat) {
            const score = scoreIn(thing);
            if (score !== null) {
                return score;
            }
        }
    }
    return null;
}

function scoreIn(thing: Instance): number | null {
    for (const [name, value] of Object.entries(thing.attributes)) {
        if (typeof value === "number" && scoreName.test(name)) {
            return value;
        }
    }
    return null;
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
