// Form for a new table: how many, people or bots, with a clock or without, with which options.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { localStore } from "../local_storage";
import { rulesAddress } from "../links";
import { Dialog } from "../parts/dialog";
import { Emblem } from "../parts/emblem";
import { Icon } from "../parts/icons";
import { SeatMark, seatStyle } from "../parts/seat_mark";
import type { BotChoice, Clock, Game, GameSeat } from "../protocol";
import { say } from "../words/words";
import { usualPlayers } from "./filter";
import type { Plan } from "./lobby_session";
import { chosenOptions } from "../options";
import { OptionsField } from "./options_field";

const clocks: (Clock | null)[] = [
    null,
    { seconds: 180, bonus: 2 },
    { seconds: 600, bonus: 5 },
    { seconds: 1800, bonus: 15 },
    { seconds: 86_400, bonus: 0 },
];
const mostNumberButtons = 8;

interface SetUpProps {
    game: Game;
    bots: BotChoice[];
    isBusy: boolean;
    refused: string | null;
    onClose: () => void;
    onMake: (plan: Plan) => void;
}

export function SetUp({ game, bots, isBusy, refused, onClose, onMake }: SetUpProps): JSX.Element {
    const [players, setPlayers] = useState(usualPlayers(game));
    const [seats, setSeats] = useState<string[]>([]);
    const [clock, setClock] = useState(0);
    const [values, setValues] = useState<Record<string, string>>({});
    const words = Array.from({ length: players }, (_, seat) => seats[seat] ?? "");

    const seatBot = (seat: number, word: string): void => {
        if (word !== "") {
            localStore.setSetting("bot", word);
        }
        const changed = [...seats];
        for (let before = 0; before < seat; ++before) {
            changed[before] ??= "";
        }
        changed[seat] = word;
        setSeats(changed);
    };
    return (
        <Dialog title={game.name} kind="set-up" onClose={onClose}>
            <form
                onSubmit={(event) => {
                    event.preventDefault();
                    onMake({ game, bots: words, clock: clocks[clock] ?? null, options: chosenOptions(game.options, values) });
                }}
            >
                <div class="set-up-game">
                    <Emblem name={game.name} hidden={game.hidden} chance={game.chance} />
                    <p>
                        {game.about}{" "}
                        <a href={rulesAddress(game.key)} target="_blank" rel="noopener">
                            {say("lobby.rules")}
                        </a>
                    </p>
                </div>
                {game.players[0] < game.players[1] && (
                    <PlayersField range={game.players} players={players} onChange={setPlayers} />
                )}
                {game.options.length > 0 && (
                    <OptionsField
                        options={game.options}
                        values={values}
                        onChange={(name, value) => setValues({ ...values, [name]: value })}
                    />
                )}
                <SeatsField seats={game.seats} words={words} bots={bots} onSeat={seatBot} />
                <label class="clock-choice">
                    <Icon name="clock" />
                    <span>{say("make.clock")}</span>
                    <select value={clock} onChange={(event) => setClock(Number(event.currentTarget.value))}>
                        {clocks.map((one, index) => (
                            <option key={index} value={index}>
                                {clockText(one)}
                            </option>
                        ))}
                    </select>
                </label>
                {refused !== null && (
                    <p class="warning" role="alert">
                        {refused}
                    </p>
                )}
                <footer class="dialog-foot">
                    <button type="submit" class="button primary" disabled={isBusy}>
                        {say(isBusy ? "make.going" : "make.go")}
                    </button>
                </footer>
            </form>
        </Dialog>
    );
}

interface SeatsFieldProps {
    seats: GameSeat[];
    /** By seat: the word of a bot; empty: a person. */
    words: string[];
    bots: BotChoice[];
    onSeat: (seat: number, word: string) => void;
}

function SeatsField({ seats, words, bots, onSeat }: SeatsFieldProps): JSX.Element {
    return (
        <fieldset style={seatStyle(seats)}>
            <legend>{say("make.seats")}</legend>
            <ul class="seat-choices">
                {words.map((word, seat) => (
                    <li key={seat}>
                        <SeatMark seat={seat} />
                        <label for={`seat-${seat}`}>{seats[seat]?.name || say("make.seat", seat)}</label>
                        <select id={`seat-${seat}`} value={word} onChange={(event) => onSeat(seat, event.currentTarget.value)}>
                            <option value="">{say("make.person")}</option>
                            {bots.map((bot) => (
                                <option key={bot.word} value={bot.word}>
                                    {say("make.bot", bot.label)}
                                </option>
                            ))}
                        </select>
                    </li>
                ))}
            </ul>
        </fieldset>
    );
}

interface PlayersFieldProps {
    range: [number, number];
    players: number;
    onChange: (players: number) => void;
}

function PlayersField({ range: [least, most], players, onChange }: PlayersFieldProps): JSX.Element {
    const numbers = Array.from({ length: most - least + 1 }, (_, index) => least + index);
    return (
        <fieldset>
            <legend>{say("make.players")}</legend>
            {numbers.length <= mostNumberButtons ? (
                <div class="segments">
                    {numbers.map((number) => (
                        <label class="segment" key={number}>
                            <input
                                type="radio"
                                name="players"
                                value={number}
                                checked={number === players}
                                onChange={() => onChange(number)}
                            />
                            <span>{number}</span>
                        </label>
                    ))}
                </div>
            ) : (
                <input
                    class="number-field"
                    type="number"
                    min={least}
                    max={most}
                    value={players}
                    aria-label={say("make.players")}
                    onChange={(event) => {
                        const number = Math.round(Number(event.currentTarget.value));
                        onChange(Math.min(Math.max(number, least), most));
                    }}
                />
            )}
        </fieldset>
    );
}

function clockText(clock: Clock | null): string {
    if (clock === null) {
        return say("make.clock.none");
    }
    const isDay = clock.seconds >= 86_400;
    return isDay ? say("make.clock.day") : say("make.clock.minutes", clock.seconds / 60, clock.bonus);
}
