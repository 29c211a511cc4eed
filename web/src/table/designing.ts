// Whoever designs a game has the links of all seats, and plays at each of them.
import { useEffect, useMemo, useReducer } from "preact/hooks";
import { browserPlatform, wakeWithBrowser } from "../connection";
import type { SeatLink, ServerFollowed, ServerState } from "../protocol";
import { TableSession } from "../table_session";

/** The seat that is asked, or always the same; -1: one looks on. */
export type WantedSeat = "asked" | number;

export interface Designing {
    /** The one that may change the rules. */
    session: TableSession;
    /** The rules as they are in their file. */
    text: string;
    followed: ServerFollowed | null;
    /** By seat. */
    seats: TableSession[];
    wanted: WantedSeat;
    onWanted: (seat: WantedSeat) => void;
}

/** Sits down at all seats, as long as it is drawn; draws again whenever something changes for one of them. */
export function useSeats(table: string, links: SeatLink[]): TableSession[] {
    const [, drawAgain] = useReducer((count: number, _: void) => count + 1, 0);
    const tokens = links.map((link) => link.token).join(" ");
    const seats = useMemo(() => links.map((link) => new TableSession(table, link.token, browserPlatform())), [table, tokens]);
    useEffect(() => {
        const stops = seats.map((seat) => wakeWithBrowser(seat.begin()));
        const unlisten = seats.map((seat) => seat.subscribe(() => drawAgain(undefined)));
        return () => {
            [...stops, ...unlisten].forEach((stop) => stop());
            seats.forEach((seat) => seat.end());
        };
    }, [seats]);
    return seats;
}

/** Whose last choice can be taken back: one's own, or where one sits at all seats, that of any. */
export function whoMayUndo(session: TableSession, designing: Designing | null): TableSession | null {
    const seats = designing === null ? [session] : [session, ...designing.seats];
    return seats.find((seat) => seat.now().state?.may_undo === true) ?? null;
}

/** Where to sit now: where a person is asked; else one stays where one is, unless a bot plays there. */
export function seatFor(wanted: WantedSeat, last: number, state: ServerState): number {
    if (wanted !== "asked") {
        return wanted;
    }
    const isPerson = (seat: number): boolean => state.seats[seat]?.bot === "";
    const asked = state.waiting.filter(isPerson);
    if (asked.length > 0) {
        return asked.includes(last) ? last : (asked[0] ?? last);
    }
    return isPerson(last) ? last : Math.max(state.seats.findIndex((seat) => seat.bot === ""), 0);
}
