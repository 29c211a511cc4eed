// The players: who they are, whether they are there, whom the match waits for, how much time is left.
import type { JSX } from "preact";
import { useTicks } from "../parts/hooks";
import { Icon } from "../parts/icons";
import { SeatMark, seatColour } from "../parts/seat_mark";
import { signs, type BotChoice, type SeatState, type ServerState } from "../protocol";
import type { ShownReaction } from "../table_session";
import { say } from "../words/words";
import { clockText, namesOf, scoreOf } from "./people";

interface SeatsProps {
    state: ServerState;
    /** When the state came, by performance.now(). */
    came: number;
    /** -1: one looks on. */
    own: number;
    bots: BotChoice[];
    reactions: ShownReaction[];
    /** Null: one has no name to say. */
    onName: (() => void) | null;
}

export function Seats({ state, came, own, bots, reactions, onName }: SeatsProps): JSX.Element {
    const names = namesOf(state);
    const hasEnded = state.view.status !== "waiting";
    const isMany = state.seats.length > 2; // more than fit side by side on a phone: the row can be pushed
    useTicks(1000, state.seats.some((seat) => seat.left_runs));
    return (
        <ul class={`players ${isMany ? "many" : ""}`} aria-label={say("seat.list")} tabIndex={isMany ? 0 : undefined}>
            {state.seats.map((seat, index) => (
                <li
                    class={`player ${seat.thinks ? "thinks" : ""} ${index === own ? "own" : ""}`}
                    key={index}
                    style={{ "--seat": seatColour(index) }}
                >
                    <SeatMark seat={index} />
                    <div class="player-text">
                        <span class="player-name">
                            <span class="player-label">{names[index]}</span>
                            {index === own && <span class="tag">{say("seat.you")}</span>}
                        </span>
                        <SeatLine seat={seat} bots={bots} />
                    </div>
                    <SeatFigures
                        seat={seat}
                        came={came}
                        score={scoreOf(state.view, index)}
                        hasEnded={hasEnded}
                    />
                    {index === own && seat.name === "" && seat.bot === "" && !hasEnded && onName !== null && (
                        <button type="button" class="text-button player-naming" onClick={onName}>
                            {say("seat.name")}
                        </button>
                    )}
                    <Reactions reactions={reactions.filter((one) => one.seat === index)} />
                </li>
            ))}
        </ul>
    );
}

/** A bot, or a person who is here or not; and whether the match waits for them. */
function SeatLine({ seat, bots }: { seat: SeatState; bots: BotChoice[] }): JSX.Element {
    const isBot = seat.bot !== "";
    const presence = isBot
        ? say("seat.bot", bots.find((bot) => bot.word === seat.bot)?.label ?? seat.bot)
        : say(seat.here ? "seat.here" : "seat.away");
    return (
        <span class={`player-line ${isBot || seat.here ? "" : "away"}`} title={presence}>
            {isBot && <Icon name="bot" />}
            {!isBot && !seat.here && <Icon name="away" />}
            {seat.thinks && (isBot || seat.here) ? <span class="thinking">{say("seat.thinks")}</span> : <span>{presence}</span>}
        </span>
    );
}

interface SeatFiguresProps {
    seat: SeatState;
    came: number;
    score: number | null;
    hasEnded: boolean;
}

function SeatFigures({ seat, came, score, hasEnded }: SeatFiguresProps): JSX.Element | null {
    const left = seat.left_ms === undefined || hasEnded ? null : seat.left_ms - (seat.left_runs ? performance.now() - came : 0);
    if (left === null && score === null) {
        return null;
    }
    return (
        <div class="player-figures">
            {score !== null && (
                <span class="score">
                    <span class="unseen">{say("seat.score", score)}</span>
                    <span aria-hidden="true">{score}</span>
                </span>
            )}
            {left !== null && (
                <span class={`clock ${left < 20_000 && seat.left_runs ? "short" : ""}`} role="timer">
                    <Icon name="clock" />
                    <span class="unseen">{say("seat.clock", clockText(left))}</span>
                    <span aria-hidden="true">{clockText(left)}</span>
                </span>
            )}
        </div>
    );
}

/** Signs that rise and vanish. What they say is told elsewhere. */
export function Reactions({ reactions }: { reactions: ShownReaction[] }): JSX.Element | null {
    if (reactions.length === 0) {
        return null;
    }
    return (
        <span class="reactions" aria-hidden="true">
            {reactions.map((one) => (
                <span class="reaction" key={one.key}>
                    {signs[one.sign]}
                </span>
            ))}
        </span>
    );
}
