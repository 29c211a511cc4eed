// The games as tiles, with what narrows them down.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { rulesAddress } from "../links";
import { Emblem } from "../parts/emblem";
import { Icon } from "../parts/icons";
import type { Game } from "../protocol";
import { language, say, sayCount, type Key } from "../words/words";
import { everything, fits, mostPlayersNamed, type Filter } from "./filter";

interface ShelfProps {
    /** Null: not known yet. */
    games: Game[] | null;
    isBusy: boolean;
    onPlay: (game: Game) => void;
    onSetUp: (game: Game) => void;
}

export function Shelf({ games, isBusy, onPlay, onSetUp }: ShelfProps): JSX.Element {
    const [filter, setFilter] = useState<Filter>(everything);
    if (games === null) {
        return <p class="soft shelf-wait">{say("page.connecting")}</p>;
    }
    if (games.length === 0) {
        return <p class="soft shelf-wait">{say("lobby.empty")}</p>;
    }
    const order = new Intl.Collator(language());
    const shown = games.filter((game) => fits(game, filter)).sort((one, other) => order.compare(one.name, other.name));
    return (
        <section aria-labelledby="shelf-title">
            <h2 id="shelf-title" class="unseen">
                {say("lobby.title")}
            </h2>
            {games.length > 3 && <Filters filter={filter} onChange={setFilter} />}
            <p class="unseen" role="status">
                {sayCount("lobby.found", shown.length)}
            </p>
            {shown.length === 0 && (
                <p class="shelf-wait">
                    {say("lobby.none")}{" "}
                    <button type="button" class="text-button" onClick={() => setFilter(everything)}>
                        {say("lobby.all")}
                    </button>
                </p>
            )}
            <ul class="shelf">
                {shown.map((game) => (
                    <GameTile key={game.key} game={game} isBusy={isBusy} onPlay={onPlay} onSetUp={onSetUp} />
                ))}
            </ul>
        </section>
    );
}

interface GameTileProps extends Omit<ShelfProps, "games"> {
    game: Game;
}

function GameTile({ game, isBusy, onPlay, onSetUp }: GameTileProps): JSX.Element {
    const isForOne = game.players[1] === 1;
    return (
        <li class="game">
            <Emblem name={game.name} hidden={game.hidden} chance={game.chance} />
            <div class="game-text">
                <h3>{game.name}</h3>
                <ul class="tags">
                    <li>
                        <Icon name="people" />
                        {playersText(game)}
                    </li>
                    {game.hidden && (
                        <li>
                            <Icon name="cards" />
                            {say("lobby.hidden")}
                        </li>
                    )}
                    {game.chance && (
                        <li>
                            <Icon name="dice" />
                            {say("lobby.chance")}
                        </li>
                    )}
                </ul>
                <p class="game-about">{game.about}</p>
                <div class="game-actions">
                    <button
                        type="button"
                        class="button primary"
                        disabled={isBusy}
                        aria-label={say(isForOne ? "lobby.play_alone.of" : "lobby.play_bot.of", game.name)}
                        onClick={() => onPlay(game)}
                    >
                        {say(isForOne ? "lobby.play_alone" : "lobby.play_bot")}
                    </button>
                    <button
                        type="button"
                        class="button"
                        aria-label={say("lobby.set_up.of", game.name)}
                        onClick={() => onSetUp(game)}
                    >
                        {say("lobby.set_up")}
                    </button>
                    <a
                        class="icon-button"
                        href={rulesAddress(game.key)}
                        target="_blank"
                        rel="noopener"
                        title={say("lobby.rules")}
                        aria-label={say("lobby.rules.of", game.name)}
                    >
                        <Icon name="book" />
                    </a>
                </div>
            </div>
        </li>
    );
}

export function playersText({ players: [least, most] }: Game): string {
    return least === most ? sayCount("lobby.players", least) : say("lobby.players.range", least, most);
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }): JSX.Element {
    const numbers = Array.from({ length: mostPlayersNamed }, (_, index) => index + 1);
    const kinds: [Key, Partial<Filter>, boolean][] = [
        ["lobby.open", { hidden: false }, filter.hidden === false],
        ["lobby.hidden", { hidden: true }, filter.hidden === true],
        ["lobby.skill", { chance: false }, filter.chance === false],
        ["lobby.chance", { chance: true }, filter.chance === true],
    ];
    return (
        <search class="filters">
            <label class="entry search-field">
                <Icon name="search" />
                <span class="unseen">{say("lobby.search")}</span>
                <input
                    type="search"
                    placeholder={say("lobby.search")}
                    value={filter.text}
                    onInput={(event) => onChange({ ...filter, text: event.currentTarget.value })}
                />
            </label>
            <div class="chips" role="group" aria-label={say("lobby.players")}>
                <Icon name="people" />
                {numbers.map((number) => (
                    <button
                        type="button"
                        class="chip"
                        key={number}
                        aria-pressed={filter.players === number}
                        aria-label={number === mostPlayersNamed ? say("lobby.more", number) : sayCount("lobby.players", number)}
                        onClick={() => onChange({ ...filter, players: filter.players === number ? null : number })}
                    >
                        {number === mostPlayersNamed ? `${number}+` : number}
                    </button>
                ))}
            </div>
            <div class="chips" role="group" aria-label={say("lobby.kind")}>
                {kinds.map(([key, change, isOn]) => (
                    <button
                        type="button"
                        class="chip"
                        key={key}
                        aria-pressed={isOn}
                        onClick={() => onChange({ ...filter, ...(isOn ? cleared(change) : change) })}
                    >
                        {say(key)}
                    </button>
                ))}
            </div>
        </search>
    );
}

function cleared(change: Partial<Filter>): Partial<Filter> {
    return Object.fromEntries(Object.keys(change).map((key) => [key, null]));
}
