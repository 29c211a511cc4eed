// One's name, one's seat, empty seats, the language.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { inWords } from "../decision";
import { localStore } from "../local_storage";
import { valueLabel } from "../options";
import { Dialog } from "../parts/dialog";
import { Icon } from "../parts/icons";
import { LanguageSwitch } from "../parts/language_switch";
import { SeatMark } from "../parts/seat_mark";
import type { BotChoice, Game, GameOption, OptionChoice, ServerState } from "../protocol";
import { say } from "../words/words";

const longestName = 48;

interface TableDialogProps {
    state: ServerState;
    names: string[];
    own: number;
    bots: BotChoice[];
    game: Game;
    /** Of the match: those that are not as the rules have them. */
    options: OptionChoice[];
    isHost: boolean;
    /** Every seat is one's own: one designs the game. */
    hasAllSeats: boolean;
    onName: (name: string) => void;
    onSeat: (seat: number, bot: string) => void;
    /** Null: there is no board that can be turned. */
    onTurn: (() => void) | null;
    onLanguage: () => void;
    onClose: () => void;
}

export function TableDialog(props: TableDialogProps): JSX.Element {
    const { state, own, isHost, hasAllSeats, onTurn, onLanguage, onClose } = props;
    const seat = state.seats[own];
    const others = state.seats.map((_, index) => index).filter((index) => index !== own);
    const empty = others.filter((index) => hasAllSeats || state.seats[index]?.here === false);
    return (
        <Dialog title={say("table.more.title")} kind="table-dialog" onClose={onClose}>
            {seat !== undefined && <NameField {...props} />}
            {seat !== undefined && state.view.status === "waiting" && <OwnSeat {...props} />}
            {isHost && empty.length > 0 && state.view.status === "waiting" && (
                <section>
                    <h3>{say(hasAllSeats ? "table.others" : "table.seats")}</h3>
                    {!hasAllSeats && <p class="soft">{say("table.seats.note")}</p>}
                    <ul class="seat-choices">
                        {empty.map((index) => (
                            <EmptySeat key={index} index={index} {...props} />
                        ))}
                    </ul>
                </section>
            )}
            {props.options.length > 0 && <MatchOptions {...props} />}
            {onTurn !== null && (
                <section class="dialog-turn">
                    <button
                        type="button"
                        class="button"
                        onClick={() => {
                            onTurn();
                            onClose();
                        }}
                    >
                        <Icon name="turn" />
                        {say("table.turn")}
                    </button>
                </section>
            )}
            <section class="dialog-language">
                <h3>{say("page.language")}</h3>
                <LanguageSwitch onChange={onLanguage} />
            </section>
        </Dialog>
    );
}

/** Those that are not as the rules have them. */
function MatchOptions({ game, options }: TableDialogProps): JSX.Element {
    return (
        <section>
            <h3>{say("table.options")}</h3>
            <dl class="match-options">
                {options.map(({ name, value }) => {
                    const option = game.options.find((one) => one.name === name);
                    return (
                        <div key={name}>
                            <dt title={option?.about}>{inWords(name)}</dt>
                            <dd>{option === undefined ? value : optionText(option, value)}</dd>
                        </div>
                    );
                })}
            </dl>
        </section>
    );
}

function optionText(option: GameOption, value: string): string {
    if (option.kind === "flag") {
        return say(value === "true" ? "table.options.yes" : "table.options.no");
    }
    return valueLabel(option, value);
}

function NameField({ state, own, onName, onClose }: TableDialogProps): JSX.Element {
    const [name, setName] = useState(state.seats[own]?.name || localStore.setting("name"));
    return (
        <form
            onSubmit={(event) => {
                event.preventDefault();
                localStore.setSetting("name", name.trim());
                onName(name.trim());
                onClose();
            }}
        >
            <label for="own-name">
                <h3>{say("table.name")}</h3>
            </label>
            <p class="soft">{say("table.name.note")}</p>
            <div class="field-row">
                <input
                    id="own-name"
                    class="text-field"
                    value={name}
                    autocomplete="nickname"
                    onInput={(event) => {
                        event.currentTarget.value = shortened(event.currentTarget.value);
                        setName(event.currentTarget.value);
                    }}
                />
                <button type="submit" class="button primary">
                    {say("table.name.save")}
                </button>
            </div>
        </form>
    );
}

/** As long as the server takes it: it counts bytes. */
function shortened(name: string): string {
    const signs = [...name];
    while (new TextEncoder().encode(signs.join("")).length > longestName) {
        signs.pop();
    }
    return signs.join("");
}

function OwnSeat({ state, own, bots, onSeat, onClose }: TableDialogProps): JSX.Element {
    const [bot, setBot] = useState(bots.find((one) => one.word === localStore.setting("bot"))?.word ?? bots[1]?.word ?? bots[0]?.word ?? "");
    const playing = state.seats[own]?.bot ?? "";
    const hand = (word: string): void => {
        onSeat(own, word);
        onClose();
    };
    if (playing !== "") {
        return (
            <section>
                <h3>{say("table.bot_plays", bots.find((one) => one.word === playing)?.label ?? playing)}</h3>
                <button type="button" class="button primary" onClick={() => hand("")}>
                    {say("table.back")}
                </button>
            </section>
        );
    }
    return (
        <section>
            <h3>{say("table.hand")}</h3>
            <p class="soft">{say("table.hand.note")}</p>
            <div class="field-row">
                <select value={bot} aria-label={say("table.hand")} onChange={(event) => setBot(event.currentTarget.value)}>
                    {bots.map((one) => (
                        <option key={one.word} value={one.word}>
                            {one.label}
                        </option>
                    ))}
                </select>
                <button type="button" class="button" onClick={() => hand(bot)}>
                    {say("table.hand.go")}
                </button>
            </div>
        </section>
    );
}

function EmptySeat({ index, state, names, bots, onSeat }: TableDialogProps & { index: number }): JSX.Element {
    return (
        <li>
            <SeatMark seat={index} />
            <label for={`empty-${index}`}>{names[index]}</label>
            <select
                id={`empty-${index}`}
                value={state.seats[index]?.bot ?? ""}
                onChange={(event) => onSeat(index, event.currentTarget.value)}
            >
                <option value="">{say("make.person")}</option>
                {bots.map((bot) => (
                    <option key={bot.word} value={bot.word}>
                        {say("make.bot", bot.label)}
                    </option>
                ))}
            </select>
        </li>
    );
}
