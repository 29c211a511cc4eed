// A table: the drawing of it, who plays, what happened, what is to be decided.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { browserSurroundings } from "../connection";
import { choicesOf, inWords, readQuestion, type Question } from "../decision";
import { keeper } from "../kept";
import { picturesAddress, rulesAddress, setUpAddress } from "../links";
import { Dialog } from "../parts/dialog";
import { useKeys, useSource } from "../parts/hooks";
import { Icon, Mark } from "../parts/icons";
import { Notice } from "../parts/notice";
import { TableLinks } from "../parts/table_links";
import type { ServerJoined, ServerState } from "../protocol";
import { Stage } from "../stage/stage";
import type { TableSession, TableSnapshot } from "../table_session";
import type { View } from "../view";
import { explainRefusal } from "../words/refusals";
import { say, sayCount, sayForStage } from "../words/words";
import { DesignPane } from "./design_pane";
import { seatAsHost } from "./host_deed";
import { LastLines, Log } from "./log";
import { namesOf } from "./people";
import { ProblemPage } from "./problem_page";
import { QuestionPanel, questionText } from "./question";
import { ReactMenu } from "./react_menu";
import { ReplayBar } from "./replay_bar";
import { Result, titleOf } from "./result";
import { Reactions, Seats } from "./seats";
import { TableDialog } from "./table_dialog";
import { Waiting, waitingText } from "./waiting";
import { WhyDialog } from "./why_dialog";

interface TablePageProps {
    session: TableSession;
    onLanguage(): void;
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
                <Notice status={table.status} text={null} onRead={() => {}} />
            </main>
        );
    }
    return <OpenTable session={session} table={table} joined={table.joined} state={table.state} onLanguage={onLanguage} />;
}

interface OpenTableProps extends TablePageProps {
    table: TableSnapshot;
    joined: ServerJoined;
    state: ServerState;
}

type OpenDialog = "links" | "table" | "why" | null;

function OpenTable({ session, table, joined, state, onLanguage }: OpenTableProps): JSX.Element {
    const own = joined.seat;
    const names = namesOf(state);
    const question = useMemo(() => (state.decision === "" ? null : readQuestion(state.view.decision)), [state]);
    const [dialog, setDialog] = useState<OpenDialog>(null);
    const [focused, setFocused] = useState<number | null>(null);
    const [position, setPosition] = useState<number | null>(null);
    const [isStill, setStill] = useState(false);
    const [tab, setTab] = useState<"choose" | "log">("choose");

    useGameStyle(joined.game.style);
    useTitle(joined, state, question);
    useKeptName(session, joined, state);
    useEffect(() => setFocused(null), [state.decision]);
    useEffect(() => {
        if (question !== null) {
            setTab("choose");
        }
    }, [state.decision]);
    useEffect(() => {
        if (state.length === undefined) {
            lookBack(null, "still"); // it goes on, under other rules or anew
        } else {
            keeper.markEnded(session.table);
        }
    }, [state.length]);
    useKeys((event) => {
        if (event.key === "u" && state.may_undo) {
            session.undo();
        } else if (event.key === "?" && question !== null) {
            setDialog("why");
        } else if (event.key.startsWith("Arrow") && question !== null && isNowhere(document.activeElement)) {
            event.preventDefault();
            document.querySelector<HTMLElement>(".options [tabindex='0'], .number-slider input")?.focus();
        } else if (event.key === "Escape" && document.activeElement instanceof HTMLElement) {
            document.activeElement.blur();
        }
    });

    const lookBack = (to: number | null, manner: "moving" | "still"): void => {
        setPosition(to);
        setStill(manner === "still");
        session.lookBack(to);
    };
    const kept = keeper.find(session.table);
    const isHost = joined.host || kept?.host !== undefined;
    const handSeat = (seat: number, bot: string): void => {
        if (seat === own || joined.host || kept?.host === undefined) {
            session.handSeat(seat, bot);
        } else {
            void seatAsHost(browserSurroundings(), { table: session.table, host: kept.host }, seat, bot).then((answer) => {
                if (answer.type === "refused") {
                    session.showRefusal(answer);
                }
            });
        }
    };
    const shownView = position !== null && table.lookBack !== null ? table.lookBack.view : state.view;
    const hasEnded = state.view.status !== "waiting";
    const options = question === null || position !== null ? [] : choicesOf(question);
    const isBotForMe = own >= 0 && state.seats[own]?.bot !== "" && !hasEnded;
    return (
        <div class={`table-page ${joined.design === undefined ? "" : "designing"} ${question === null ? "" : "asked"}`} data-tab={tab}>
            <a class="skip" href="#decide" onClick={(event) => skipTo(event, "decide")}>
                {say("page.skip")}
            </a>
            <TableHead joined={joined} state={state} names={names} question={question} session={session} onDialog={setDialog} />
            <p class="unseen" role="status" aria-live="polite">
                {announcement(state, names, own, question)}
            </p>
            <aside class="side" aria-label={say("table.side")}>
                {joined.design !== undefined && <DesignPane session={session} text={joined.design} followed={table.followed} />}
                <Seats
                    state={state}
                    came={table.stateCame}
                    own={own}
                    bots={joined.bots}
                    reactions={table.reactions}
                    onName={() => setDialog("table")}
                />
                <Log lines={table.log} newFrom={table.newFrom} players={state.seats.length} />
            </aside>
            <main class="stage-area" id="content" aria-label={say("table.main")}>
                <div class="stage-place">
                    <Stage
                        view={shownView}
                        seat={own}
                        names={names}
                        options={options}
                        focused={focused}
                        onFocus={setFocused}
                        onPick={(option) => session.choose(option)}
                        pictures={picturesAddress(joined.game.key)}
                        still={isStill}
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
                        onGo={lookBack}
                        onClose={() => lookBack(null, "still")}
                    />
                )}
            </main>
            <SheetTabs tab={tab} onTab={setTab} hasNew={table.log.some((line) => line.number >= table.newFrom)} />
            <section class="decide" id="decide" aria-label={say("ask.title")} tabIndex={-1}>
                {isBotForMe && <BotPlays label={botLabel(joined, state, own)} onBack={() => session.handSeat(own, "")} />}
                {question !== null && (
                    <QuestionPanel
                        question={question}
                        decision={state.decision}
                        running={state.running}
                        names={names}
                        focused={focused}
                        choosing={table.choosing}
                        onFocus={setFocused}
                        onPick={(option) => session.choose(option)}
                    />
                )}
                {question === null && !hasEnded && (
                    <Waiting state={state} names={names} own={own} isHost={isHost} onLinks={() => setDialog("links")} />
                )}
                {question === null && <LastLines lines={table.log} newFrom={table.newFrom} players={state.seats.length} />}
                {hasEnded && (
                    <Result
                        state={state}
                        names={names}
                        own={own}
                        again={setUpAddress(joined.game.key)}
                        isLookingBack={position !== null}
                        onLookBack={() => lookBack(0, "still")}
                    />
                )}
                {(question !== null || state.may_undo) && (
                    <footer class="decide-foot">
                        <button
                            type="button"
                            class="button small"
                            title={say("ask.undo.note")}
                            disabled={!state.may_undo}
                            onClick={() => session.undo()}
                        >
                            <Icon name="undo" />
                            {say("ask.undo")}
                        </button>
                        {question !== null && (
                            <button type="button" class="button small" title={say("ask.why.note")} onClick={() => setDialog("why")}>
                                <Icon name="question" />
                                {say("ask.why")}
                            </button>
                        )}
                    </footer>
                )}
            </section>
            {dialog === "why" && <WhyDialog ask={() => session.whyNot()} onClose={() => setDialog(null)} />}
            {dialog === "links" && kept !== null && (
                <Dialog title={say("links.again")} kind="ready" onClose={() => setDialog(null)}>
                    {kept.host !== undefined && <p>{say("links.lead")}</p>}
                    <TableLinks kept={kept} bots={state.seats.map((_, seat) => botLabel(joined, state, seat))} own={own} />
                </Dialog>
            )}
            {dialog === "table" && (
                <TableDialog
                    state={state}
                    names={names}
                    own={own}
                    bots={joined.bots}
                    isHost={isHost}
                    onName={(name) => session.rename(name)}
                    onSeat={handSeat}
                    onLanguage={onLanguage}
                    onClose={() => setDialog(null)}
                />
            )}
            <Notice status={table.status} text={table.refused === null ? null : explainRefusal(table.refused)} onRead={() => session.forgetRefusal()} />
            <Announced reactions={table.reactions} names={names} />
        </div>
    );
}

interface TableHeadProps {
    joined: ServerJoined;
    state: ServerState;
    names: string[];
    question: Question | null;
    session: TableSession;
    onDialog(dialog: OpenDialog): void;
}

function TableHead({ joined, state, names, question, session, onDialog }: TableHeadProps): JSX.Element {
    const { view } = state;
    const phase = phaseText(view);
    const active = view.active.length === 1 ? names[view.active[0] ?? -1] : undefined;
    const turn =
        view.status !== "waiting"
            ? say("end.title")
            : question !== null
              ? say(view.active.includes(joined.seat) ? "turn.yours" : "turn.choose")
              : active === undefined
                ? ""
                : say("turn.of", active);
    return (
        <header class="table-head">
            <a class="wordmark" href="/" title={say("page.home")} aria-label={say("page.home")}>
                <Mark />
            </a>
            <div class="table-title">
                <h1>{joined.game.name}</h1>
                <p>
                    {turn !== "" && <span class={`turn ${question === null ? "" : "yours"}`}>{turn}</span>}
                    {phase !== "" && view.status === "waiting" && <span class="phase">{phase}</span>}
                    {joined.seat < 0 && (
                        <span class="phase watching">
                            <Icon name="eye" />
                            {say("seat.watching")}
                        </span>
                    )}
                </p>
            </div>
            <nav class="table-deeds">
                <HeadLink href={rulesAddress(joined.game.key)} label={say("table.rules")}>
                    <Icon name="book" />
                </HeadLink>
                <ReactMenu onReact={(sign) => session.react(sign)} />
                <HeadButton label={say("table.share")} onClick={() => onDialog("links")}>
                    <Icon name="link" />
                </HeadButton>
                <HeadButton label={say("table.more")} onClick={() => onDialog("table")}>
                    <Icon name="sliders" />
                </HeadButton>
            </nav>
        </header>
    );
}

/** Turns and phases that the rules do not name are called `default`. */
function phaseText({ turn, phase }: View): string {
    return [turn, phase]
        .filter((name): name is string => name !== undefined && name !== "default")
        .map(inWords)
        .join(" · ");
}

interface HeadButtonProps {
    label: string;
    children: ComponentChildren;
}

function HeadButton({ label, onClick, children }: HeadButtonProps & { onClick(): void }): JSX.Element {
    return (
        <button type="button" class="head-button" title={label} onClick={onClick}>
            {children}
            <span class="head-label">{label}</span>
        </button>
    );
}

function HeadLink({ label, href, children }: HeadButtonProps & { href: string }): JSX.Element {
    return (
        <a class="head-button" title={label} href={href} target="_blank" rel="noopener">
            {children}
            <span class="head-label">{label}</span>
        </a>
    );
}

interface SheetTabsProps {
    tab: "choose" | "log";
    hasNew: boolean;
    onTab(tab: "choose" | "log"): void;
}

/** On small screens the choice and the log take turns below the table. */
function SheetTabs({ tab, hasNew, onTab }: SheetTabsProps): JSX.Element {
    return (
        <div class="sheet-tabs">
            <button type="button" aria-pressed={tab === "choose"} onClick={() => onTab("choose")}>
                {say("table.tab.choose")}
            </button>
            <button type="button" aria-pressed={tab === "log"} onClick={() => onTab("log")}>
                {say("table.tab.log")}
                {hasNew && tab !== "log" && <span class="new-mark" title={say("log.new")} />}
            </button>
        </div>
    );
}

function BotPlays({ label, onBack }: { label: string; onBack(): void }): JSX.Element {
    return (
        <div class="bot-plays">
            <p>
                <Icon name="bot" />
                {say("table.bot_plays", label)}
            </p>
            <button type="button" class="button primary" onClick={onBack}>
                {say("table.back")}
            </button>
        </div>
    );
}

/** Reactions, for those who hear the page. */
function Announced({ reactions, names }: { reactions: TableSnapshot["reactions"]; names: string[] }): JSX.Element {
    return (
        <div class="unseen" role="status" aria-live="polite">
            {reactions.map((one) => (
                <p key={one.key}>{say("react.by", names[one.seat] ?? say("react.watcher"), say(`react.${one.sign}`))}</p>
            ))}
        </div>
    );
}

function botLabel(joined: ServerJoined, state: ServerState, seat: number): string {
    const word = state.seats[seat]?.bot ?? "";
    return joined.bots.find((bot) => bot.word === word)?.label ?? word;
}

function announcement(state: ServerState, names: string[], own: number, question: Question | null): string {
    if (question !== null) {
        const count = sayCount("ask.count", choicesOf(question).length);
        return `${say("turn.yours")}. ${questionText(question)} ${count}`;
    }
    return state.view.status === "waiting" ? waitingText(state, names, own) : titleOf(state, names, own);
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
function useKeptName(session: TableSession, joined: ServerJoined, state: ServerState): void {
    useEffect(() => {
        const seat = state.seats[joined.seat];
        const name = keeper.word("name");
        if (seat !== undefined && seat.name === "" && seat.bot === "" && name !== "") {
            session.rename(name);
        }
    }, [session]);
}
