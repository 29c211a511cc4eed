// Nothing is asked of this seat: whom the match waits for.
import type { JSX } from "preact";
import { SeatMark } from "../parts/seat_mark";
import type { ServerState } from "../protocol";
import { say } from "../words/words";
import { listed } from "./people";

interface WaitingProps {
    state: ServerState;
    names: string[];
    own: number;
    /** The links of others' seats are known here. */
    isHost: boolean;
    onLinks: () => void;
    onSeats: () => void;
}

export function waitingText(state: ServerState, names: string[], own: number): string {
    const awaited = state.waiting.map((seat) => names[seat] ?? "");
    if (awaited.length === 0) {
        return say("wait.nobody");
    }
    if (state.together && own >= 0 && !state.waiting.includes(own)) {
        return say("wait.chosen", listed(awaited));
    }
    const only = state.seats[state.waiting[0] ?? -1];
    return say(awaited.length === 1 && only !== undefined && only.bot !== "" ? "wait.bot" : "wait.for", listed(awaited));
}

export function Waiting({ state, names, own, isHost, onLinks, onSeats }: WaitingProps): JSX.Element {
    const isMissing = state.waiting.some((seat) => state.seats[seat]?.bot === "" && state.seats[seat]?.here === false);
    return (
        <div class="waiting">
            <div class="waiting-marks" aria-hidden="true">
                {state.waiting.map((seat) => (
                    <SeatMark key={seat} seat={seat} />
                ))}
                <span class="dots" />
            </div>
            <h2 class="question-title">{waitingText(state, names, own)}</h2>
            {state.together && <p class="soft">{say("wait.together")}</p>}
            {isMissing && isHost && (
                <p class="soft">
                    {say("wait.empty")}{" "}
                    <button type="button" class="text-button" onClick={onLinks}>
                        {say("wait.send")}
                    </button>
                    {" · "}
                    <button type="button" class="text-button" onClick={onSeats}>
                        {say("wait.seat")}
                    </button>
                </p>
            )}
        </div>
    );
}
