// A table: the drawing of it, who plays, what happened, what is to be decided.
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { choicesOf, readQuestion, type Question } from "../decision";
import { localStore } from "../local_storage";
import { movedAddress, picturesAddress } from "../links";
import { useKeys, useSource } from "../parts/hooks";
import { Icon, Mark } from "../parts/icons";
import { Notice } from "../parts/notice";
import { seatStyle } from "../parts/seat_mark";
import type { SeatLink, ServerJoined, ServerState } from "../protocol";
import { hasGrid } from "../stage/board";
import type { StageOption } from "../stage/props";
import { Stage } from "../stage/stage";
import type { TableSession, TableSnapshot } from "../table_session";
import { explainRefusal } from "../words/refusals";
import { say, sayCount, sayForStage } from "../words/words";
import { Decide, SheetTabs, TurnActions, type SheetTab } from "./decide";
import { DesignPane } from "./design_pane";
import { seatFor, useSeats, whoMayUndo, type Designing, type WantedSeat } from "./designing";
import { Log } from "./log";
import { namesOf } from "./people";
import { ProblemPage } from "./problem_page";
import { questionText } from "./question";
import { ReplayBar } from "./replay_bar";
import { titleOf } from "./result";
import { Reactions, Seats } from "./seats";
import { TableDialogs, type OpenDialog } from "./table_dialogs";
import { TableHead } from "./table_head";
import { waitingText } from "./waiting";

interface TablePageProps {
    session: TableSession;
    onLanguage: () => void;
}

export function TablePage({ session, onLanguage }: TablePageProps): JSX.Element {
    const table = useSource(session);
    if (table.problem !== null && table.joined === null) {
        return <ProblemPage problem={table.problem} />;
    }
    if (table.joined === null || table.state === null) {
        return (
            <main class="table-wait" id="content">
                <Mark />
                <p>{say("page.connecting")}</p>
                <Notice status={table.status} text={null} elsewhere={addressElsewhere(table)} onRead={() => {}} />
            </main>
        );
    }
    const shown = { session, table, joined: table.joined, state: table.state };
    return table.joined.design === undefined || table.joined.links === undefined ? (
        <OpenTable {...shown} designing={null} onLanguage={onLanguage} />
    ) : (
        <DesignTable host={shown} text={table.joined.design} links={table.joined.links} onLanguage={onLanguage} />
    );
}

/** A table as one of its links sees it. */
interface ShownTable {
    session: TableSession;
    table: TableSnapshot;
    joined: ServerJoined;
    state: ServerState;
}

interface DesignTableProps {
    /** By the link that may change the rules. */
    host: ShownTable;
    text: string;
    links: SeatLink[];
    onLanguage: () => void;
}

/** Whoever designs a game sits at all seats: at the one that is asked, unless they want another. */
function DesignTable({ host, text, links, onLanguage }: DesignTableProps): JSX.Element {
    const seats = useSeats(host.session.table, links);
    const [wanted, setWanted] = useState<WantedSeat>("asked");
    const [last, setLast] = useState(0);
    const seat = seatFor(wanted, last, host.state);
    useEffect(() => setLast(seat), [seat]);
    const session = seats[seat] ?? host.session;
    const table = useSource(session);
    const { joined, state } = table;
    const shown = joined === null || state === null ? host : { session, table, joined, state };
    const designing: Designing = {
        session: host.session,
        text,
        followed: host.table.followed,
        seats,
        wanted,
        onWanted: setWanted,
    };
    return <OpenTable {...shown} designing={designing} onLanguage={onLanguage} />;
}

interface OpenTableProps extends ShownTable {
    /** Null: the rules are not edited here. */
    designing: Designing | null;
    onLanguage: () => void;
}

function OpenTable({ session, table, joined, state, designing, onLanguage }: OpenTableProps): JSX.Element {
    const names = namesOf(state);
    const question = useMemo(() => (state.decision === "" ? null : readQuestion(state.view.decision)), [state]);
    const [dialog, setDialog] = useState<OpenDialog>(null);
    const [focused, setFocused] = useState<number | null>(null);
    const [tab, setTab] = useState<SheetTab>("choose");
    const past = usePast(session, state);
    const turning = useTurning(joined, state);
    const stored = localStore.find(session.table);
    const asked = `${joined.seat} ${state.decision}`; // decisions of two seats may be called the same

    useGameStyle(joined.game.style);
    useTitle(joined, state, question);
    useKeptName(session, joined, state, designing);
    const undoing = whoMayUndo(session, designing);
    useTableKeys(undoing, question, () => setDialog("why"));
    useEffect(() => {
        setFocused(null);
        if (question !== null) {
            setTab((before) => (before === "rules" ? before : "choose"));
        }
    }, [asked]);

    const actions = (
        <TurnActions
            mayUndo={undoing !== null}
            isAsked={question !== null}
            onUndo={() => undoing?.undo()}
            onWhy={() => setDialog("why")}
        />
    );
    const kinds = ["table-page", designing === null ? "" : "designing", question === null ? "" : "asked"];
    return (
        <div class={kinds.join(" ")} data-tab={tab} style={seatStyle(state.view.seats)}>
            <a class="skip" href="#decide" onClick={(event) => skipTo(event, "decide")}>
                {say("page.skip")}
            </a>
            <TableHead
                joined={joined}
                state={state}
                names={names}
                isAsked={question !== null}
                onReact={(sign) => session.react(sign)}
                onLinks={() => setDialog("links")}
                onTable={() => setDialog("table")}
            />
            <Announcements table={table} state={state} own={joined.seat} question={question} />
            <Side table={table} joined={joined} state={state} designing={designing} onName={() => setDialog("table")} />
            <StageArea
                session={session}
                table={table}
                joined={joined}
                state={state}
                options={question === null || past.position !== null ? [] : choicesOf(question)}
                past={past}
                turning={turning}
                focused={focused}
                onFocus={setFocused}
            />
            <SheetTabs
                tab={tab}
                hasNew={table.log.some((line) => line.number >= table.newFrom)}
                hasRules={designing !== null}
                onTab={setTab}
            >
                {actions}
            </SheetTabs>
            <Decide
                session={session}
                table={table}
                joined={joined}
                state={state}
                question={question}
                asked={asked}
                designing={designing}
                isHost={joined.host || stored?.host !== undefined}
                focused={focused}
                isLookingBack={past.position !== null}
                onFocus={setFocused}
                onLinks={() => setDialog("links")}
                onSeats={() => setDialog("table")}
                onLookBack={() => past.go(0, "still")}
            >
                {actions}
            </Decide>
            <TableDialogs
                open={dialog}
                session={session}
                joined={joined}
                state={state}
                stored={stored}
                designing={designing}
                onTurn={turning.turn}
                onLanguage={onLanguage}
                onClose={() => setDialog(null)}
            />
            <Notice
                status={table.status}
                text={table.refused === null ? null : explainRefusal(table.refused)}
                elsewhere={addressElsewhere(table)}
                onRead={() => session.forgetRefusal()}
            />
        </div>
    );
}

type SideProps = Omit<OpenTableProps, "session" | "onLanguage"> & { onName: () => void };

/** The players and the log; where rules are edited, the editor. */
function Side({ table, joined, state, designing, onName }: SideProps): JSX.Element {
    return (
        <aside class="side" aria-label={say("table.side")}>
            {designing !== null && <DesignPane designing={designing} />}
            <Seats
                state={state}
                came={table.stateCame}
                own={joined.seat}
                bots={joined.bots}
                reactions={table.reactions}
                onName={designing === null ? onName : null}
            />
            <Log lines={table.log} newFrom={table.newFrom} players={state.seats.length} />
        </aside>
    );
}

interface StageAreaProps extends ShownTable {
    options: StageOption[];
    past: Past;
    turning: Turning;
    focused: number | null;
    onFocus: (option: number | null) => void;
}

interface Turning {
    /** The board is seen from the other side. */
    isTurned: boolean;
    /** Null: there is no board that can be turned. */
    turn: (() => void) | null;
}

/** Kept for the game and the seat. */
function useTurning(joined: ServerJoined, state: ServerState): Turning {
    const key = `turned.${joined.game.key}.${joined.seat}` as const;
    const [isTurned, setTurned] = useState(false);
    useEffect(() => setTurned(localStore.setting(key) === "yes"), [key]);
    const turn = () => {
        localStore.setSetting(key, isTurned ? "" : "yes");
        setTurned(!isTurned);
    };
    return { isTurned, turn: hasGrid(state.view) ? turn : null };
}

/** The drawing of the table, as it is or as it was. */
function StageArea(props: StageAreaProps): JSX.Element {
    const { session, table, joined, state, options, past, turning, focused, onFocus } = props;
    const { position } = past;
    return (
        <main class="stage-area" id="content" aria-label={say("table.main")}>
            {turning.turn !== null && (
                <button
                    type="button"
                    class="icon-button turn-board"
                    title={say("table.turn")}
                    aria-label={say("table.turn")}
                    aria-pressed={turning.isTurned}
                    onClick={turning.turn}
                >
                    <Icon name="turn" />
                </button>
            )}
            <div class="stage-place">
                <Stage
                    view={position !== null && table.lookBack !== null ? table.lookBack.view : state.view}
                    seat={joined.seat}
                    names={namesOf(state)}
                    options={options}
                    focused={focused}
                    onFocus={onFocus}
                    onPick={(option) => session.choose(option)}
                    pictures={picturesAddress(joined.game.key)}
                    still={past.isStill}
                    isTurned={turning.isTurned}
                    words={sayForStage}
                />
            </div>
            <div class="watchers">
                <Reactions reactions={table.reactions.filter((one) => one.seat < 0)} />
            </div>
            {position !== null && (
                <ReplayBar
                    length={state.length ?? 0}
                    position={position}
                    choice={table.lookBack?.position === position ? table.lookBack.choice : ""}
                    onGo={past.go}
                    onClose={() => past.go(null, "still")}
                />
            )}
        </main>
    );
}

interface AnnouncementsProps {
    table: TableSnapshot;
    state: ServerState;
    own: number;
    question: Question | null;
}

/** What those hear who do not see the page: whose turn it is, what is asked, who reacts. */
function Announcements({ table, state, own, question }: AnnouncementsProps): JSX.Element {
    const names = namesOf(state);
    return (
        <div class="unseen" role="status" aria-live="polite">
            <p>{turnAnnouncement(state, names, own, question)}</p>
            {table.reactions.map((one) => (
                <p key={one.key}>{say("react.by", names[one.seat] ?? say("react.watcher"), say(`react.${one.sign}`))}</p>
            ))}
        </div>
    );
}

function turnAnnouncement(state: ServerState, names: string[], own: number, question: Question | null): string {
    if (question !== null) {
        const count = sayCount("ask.count", choicesOf(question).length);
        return `${say("turn.yours")}. ${questionText(question)} ${count}`;
    }
    return state.view.status === "waiting" ? waitingText(state, names, own) : titleOf(state, names, own);
}

interface Past {
    /** Which moment one looks at; null: at the table as it is. */
    position: number | null;
    isStill: boolean;
    go: (position: number | null, manner: "moving" | "still") => void;
}

/** Looking back at a match that has ended. */
function usePast(session: TableSession, state: ServerState): Past {
    const [position, setPosition] = useState<number | null>(null);
    const [isStill, setStill] = useState(false);
    const go = (to: number | null, manner: "moving" | "still"): void => {
        setPosition(to);
        setStill(manner === "still");
        session.lookBack(to);
    };
    useEffect(() => {
        if (state.length !== undefined) {
            localStore.markEnded(session.table);
        } else if (position !== null) {
            go(null, "still"); // it goes on, under other rules or anew
        }
    }, [state.length]);
    return { position, isStill, go };
}

function useTableKeys(undoing: TableSession | null, question: Question | null, askWhy: () => void): void {
    useKeys((event) => {
        if (event.key === "u" && undoing !== null) {
            undoing.undo();
        } else if (event.key === "?" && question !== null) {
            askWhy();
        } else if (event.key.startsWith("Arrow") && question !== null && isNowhere(document.activeElement)) {
            event.preventDefault();
            document.querySelector<HTMLElement>(".options [tabindex='0'], .number-slider input")?.focus();
        } else if (event.key === "Escape" && document.activeElement instanceof HTMLElement) {
            document.activeElement.blur();
        }
    });
}

/** The same link at the server that has the table. */
function addressElsewhere({ elsewhere }: TableSnapshot): string | null {
    return elsewhere === null ? null : movedAddress(elsewhere, location);
}

/** Nothing that has a use for keys of its own. */
function isNowhere(element: Element | null): boolean {
    return element === null || element === document.body || element.id === "decide" || element.id === "content";
}

/** The fragment of the address is the token: it must stay as it is. */
function skipTo(event: Event, id: string): void {
    event.preventDefault();
    document.getElementById(id)?.focus();
}

/** The game's own style sheet. */
function useGameStyle(style: string | undefined): void {
    useEffect(() => {
        if (style === undefined) {
            return;
        }
        const link = document.createElement("link");
        link.rel = "stylesheet";
        link.href = style;
        document.head.append(link);
        return () => link.remove();
    }, [style]);
}

function useTitle(joined: ServerJoined, state: ServerState, question: Question | null): void {
    useEffect(() => {
        const turn = question === null || state.view.status !== "waiting" ? "" : `${say("turn.title")} – `;
        document.title = `${turn}${joined.game.name} · TGDL`;
    });
}

/** Who has said a name once is called so at every table. */
function useKeptName(session: TableSession, joined: ServerJoined, state: ServerState, designing: Designing | null): void {
    useEffect(() => {
        const seat = state.seats[joined.seat];
        const name = designing === null ? localStore.setting("name") : "";
        if (seat !== undefined && seat.name === "" && seat.bot === "" && name !== "") {
            session.rename(name);
        }
    }, [session]);
}
