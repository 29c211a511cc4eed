// Result of the match, and what one can do then.
import type { JSX } from "preact";
import { Icon } from "../parts/icons";
import { SeatMark } from "../parts/seat_mark";
import type { ServerState } from "../protocol";
import { say } from "../words/words";
import { listed } from "./people";

interface ResultProps {
    state: ServerState;
    names: string[];
    own: number;
    /** Where the same game is set up again. */
    again: string;
    isLookingBack: boolean;
    onLookBack: () => void;
}

export function Result({ state, names, own, again, isLookingBack, onLookBack }: ResultProps): JSX.Element {
    const { view, fault } = state;
    return (
        <section class="result" aria-labelledby="result-title">
            <h2 id="result-title" class="result-title">
                {titleOf(state, names, own)}
            </h2>
            {fault !== undefined && (
                <div class="warning">
                    <p>{say("problem.fault.note")}</p>
                    <p class="soft">{fault}</p>
                </div>
            )}
            {view.status === "stuck" && <p>{say("end.stuck")}</p>}
            <ol class="ranking" aria-label={say("end.result")}>
                {(view.places ?? []).flatMap((seats, place) =>
                    seats.map((seat) => (
                        <li class={`rank ${place === 0 ? "first" : ""}`} key={seat} value={place + 1}>
                            <span class="rank-number">{place + 1}</span>
                            <SeatMark seat={seat} />
                            <span class="rank-name">
                                {names[seat]} {seat === own && <span class="tag">{say("seat.you")}</span>}
                            </span>
                            <PlaceScore score={view.scores?.[seat]} />
                        </li>
                    )),
                )}
            </ol>
            <div class="result-actions">
                <a class="button primary" href={again}>
                    {say("end.again")}
                </a>
                {!isLookingBack && (state.length ?? 0) > 0 && (
                    <button type="button" class="button" onClick={onLookBack}>
                        <Icon name="play" />
                        {say("replay.title")}
                    </button>
                )}
            </div>
        </section>
    );
}

function PlaceScore({ score }: { score: number | null | undefined }): JSX.Element | null {
    if (typeof score !== "number") {
        return null;
    }
    return (
        <span class="rank-score">
            <span class="unseen">{say("end.points", score)}</span>
            <span aria-hidden="true">{score}</span>
        </span>
    );
}

export function titleOf(state: ServerState, names: string[], own: number): string {
    const { view } = state;
    if (view.status === "error") {
        return say("problem.fault");
    }
    if (view.status !== "finished") {
        return say("end.title");
    }
    const first = view.places?.[0] ?? [];
    if (first.length === 0) {
        return say("end.nobody");
    }
    if (first.includes(own)) {
        return say(first.length === 1 ? "end.won" : "end.shared");
    }
    const winners = listed(first.map((seat) => names[seat] ?? ""));
    return say(first.length === 1 ? "end.wins" : "end.ties", winners);
}
