// The first page: the shelf, and the tables that one can go back to.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { localStore, type StoredTable } from "../local_storage";
import { tableAddress } from "../links";
import { Dialog } from "../parts/dialog";
import { useSource } from "../parts/hooks";
import { Mark } from "../parts/icons";
import { LanguageSwitch } from "../parts/language_switch";
import { Notice } from "../parts/notice";
import { TableLinks } from "../parts/table_links";
import type { Game, SeatLink, ServerCreated } from "../protocol";
import { say } from "../words/words";
import { explainRefusal } from "../words/refusals";
import { usualPlayers } from "./filter";
import type { LobbySession, Plan } from "./lobby_session";
import { MyTables } from "./my_tables";
import { SetUp } from "./set_up";
import { Shelf } from "./shelf";

interface LobbyPageProps {
    session: LobbySession;
    /** The key of a game to set up at once. */
    wanted: string | null;
    onLanguage: () => void;
}

export function LobbyPage({ session, wanted, onLanguage }: LobbyPageProps): JSX.Element {
    const { status, games, bots } = useSource(session);
    const [settingUp, setSettingUp] = useState<string | null>(wanted);
    const [made, setMade] = useState<{ created: ServerCreated; plan: Plan } | null>(null);
    const { isBusy, refused, tables, create, forgetRefusal, forgetTable } = useMaking(session);

    useEffect(() => setSettingUp(wanted), [wanted]);
    useEffect(() => {
        document.title = `${say("lobby.title")} · TGDL`;
    });

    const close = (): void => {
        setMade(null);
        setSettingUp(null);
        forgetRefusal();
        history.replaceState(null, "", "/");
    };
    const playNow = (game: Game): void => {
        const players = usualPlayers(game);
        const plan = { game, bots: botSeats(players, usualBot(bots.map((bot) => bot.word))), clock: null, options: [] };
        void create(plan, (created) => sitDown(created.table, created.seats[0]));
    };

    const game = games?.find((one) => one.key === settingUp) ?? null;
    return (
        <div class="lobby">
            <header class="lobby-head">
                <a class="wordmark" href="/">
                    <Mark />
                    <span>TGDL</span>
                </a>
                <LanguageSwitch onChange={onLanguage} />
            </header>
            <main id="content" class="lobby-main">
                <div class="lobby-title">
                    <h1>{say("lobby.title")}</h1>
                    <p>{say("lobby.lead")}</p>
                </div>
                <MyTables tables={tables} onForget={forgetTable} />
                <Shelf games={games} isBusy={isBusy} onPlay={playNow} onSetUp={(one) => setSettingUp(one.key)} />
            </main>
            {game !== null && made === null && (
                <SetUp
                    game={game}
                    bots={bots}
                    isBusy={isBusy}
                    refused={refused}
                    onClose={close}
                    onMake={(plan) => void create(plan, (created) => setMade({ created, plan }))}
                />
            )}
            {made !== null && (
                <Ready
                    table={made.created.table}
                    plan={made.plan}
                    labels={made.plan.bots.map((word) => bots.find((bot) => bot.word === word)?.label ?? word)}
                    onClose={close}
                />
            )}
            <Notice
                status={status}
                text={game === null ? refused : null}
                onRead={forgetRefusal}
            />
        </div>
    );
}

interface Making {
    isBusy: boolean;
    /** Why there is no table. */
    refused: string | null;
    tables: StoredTable[];
    create: (plan: Plan, then: (created: ServerCreated) => void) => Promise<void>;
    forgetRefusal: () => void;
    forgetTable: (table: StoredTable) => void;
}

/** Making tables, and keeping their links. */
function useMaking(session: LobbySession): Making {
    const [isBusy, setBusy] = useState(false);
    const [refused, setRefused] = useState<string | null>(null);
    const [tables, setTables] = useState(() => localStore.tables());
    return {
        isBusy,
        refused,
        tables,
        async create(plan, then) {
            setBusy(true);
            setRefused(null);
            const answer = await session.create(plan);
            setBusy(false);
            if ("reason" in answer) {
                setRefused(explainRefusal(answer));
                return;
            }
            localStore.storeCreated(answer, plan.game, Date.now());
            setTables(localStore.tables());
            then(answer);
        },
        forgetRefusal: () => setRefused(null),
        forgetTable(table) {
            localStore.forget(table.table);
            setTables(localStore.tables());
        },
    };
}

/** The second from the weakest: a friendly opponent, unless somebody likes another one better. */
function usualBot(words: string[]): string {
    const liked = localStore.setting("bot");
    return words.includes(liked) ? liked : (words[Math.min(1, words.length - 1)] ?? "");
}

function botSeats(players: number, bot: string): string[] {
    return Array.from({ length: players }, (_, seat) => (seat === 0 ? "" : bot));
}

function sitDown(table: string, link: SeatLink | undefined): void {
    if (link !== undefined) {
        location.assign(tableAddress(table, link.token));
    }
}

interface ReadyProps {
    table: string;
    plan: Plan;
    labels: string[];
    onClose: () => void;
}

/** The page of links. */
function Ready({ table, plan, labels, onClose }: ReadyProps): JSX.Element | null {
    const stored = localStore.find(table);
    if (stored === null) {
        return null;
    }
    const people = stored.seats.filter(({ seat }) => plan.bots[seat] === "");
    const first = people[0];
    return (
        <Dialog title={say("links.title")} kind="ready" onClose={onClose}>
            <p>{people.length > 1 ? say("links.lead") : say("links.alone")}</p>
            <TableLinks stored={stored} bots={labels} own={-1} />
            <footer class="dialog-foot">
                <p class="soft">{say("links.host.note")}</p>
                {people.length === 1 && first !== undefined && (
                    <a class="button primary" href={tableAddress(table, first.token)}>
                        {say("links.sit")}
                    </a>
                )}
                {people.length === 0 && stored.spectator !== undefined && (
                    <a class="button primary" href={tableAddress(table, stored.spectator)}>
                        {say("links.watch.open")}
                    </a>
                )}
            </footer>
        </Dialog>
    );
}
