// The place where this seat decides: the question, or whom the match waits for, or how it ended.
import type { ComponentChildren, JSX } from "preact";
import type { Question } from "../decision";
import { setUpAddress } from "../links";
import { Icon } from "../parts/icons";
import type { ServerJoined, ServerState } from "../protocol";
import type { TableSession, TableSnapshot } from "../table_session";
import { say } from "../words/words";
import type { Designing } from "./designing";
import { LastLines } from "./log";
import { botLabel, namesOf } from "./people";
import { QuestionPanel } from "./question";
import { Result } from "./result";
import { Waiting } from "./waiting";

interface DecideProps {
    session: TableSession;
    table: TableSnapshot;
    joined: ServerJoined;
    state: ServerState;
    question: Question | null;
    /** Changes with what is asked of whom. */
    asked: string;
    designing: Designing | null;
    isHost: boolean;
    /** The option that is looked at, here or on the table. */
    focused: number | null;
    isLookingBack: boolean;
    onFocus: (option: number | null) => void;
    onLinks: () => void;
    onSeats: () => void;
    onLookBack: () => void;
    /** What can be done beside choosing. */
    children: ComponentChildren;
}

export function Decide(props: DecideProps): JSX.Element {
    const { session, table, joined, state, question, isHost, focused, isLookingBack } = props;
    const own = joined.seat;
    const names = namesOf(state);
    const hasEnded = state.view.status !== "waiting";
    const bot = hasEnded ? "" : botLabel(joined, state, own);
    return (
        <section class="decide" id="decide" aria-label={say("ask.title")} tabIndex={-1}>
            {props.designing !== null && <SeatChoice designing={props.designing} names={names} />}
            {bot !== "" && <BotPlays label={bot} onBack={() => session.handSeat(own, "")} />}
            {question !== null && (
                <QuestionPanel
                    question={question}
                    decision={props.asked}
                    running={state.running}
                    names={names}
                    enums={state.view.enums}
                    focused={focused}
                    choosing={table.choosing}
                    onFocus={props.onFocus}
                    onPick={(option) => session.choose(option)}
                />
            )}
            {question === null && !hasEnded && (
                <Waiting state={state} names={names} own={own} isHost={isHost} onLinks={props.onLinks} onSeats={props.onSeats} />
            )}
            {hasEnded && (
                <Result
                    state={state}
                    names={names}
                    own={own}
                    again={setUpAddress(joined.game.key)}
                    isLookingBack={isLookingBack}
                    onLookBack={props.onLookBack}
                />
            )}
            {question === null && <LastLines lines={table.log} newFrom={table.newFrom} players={state.seats.length} />}
            <footer class="decide-foot">{props.children}</footer>
        </section>
    );
}

/** Where whoever designs the game sits. */
function SeatChoice({ designing, names }: { designing: Designing; names: string[] }): JSX.Element {
    return (
        <label class="seat-choice">
            <span>{say("design.seat")}</span>
            <select
                value={designing.wanted}
                onChange={(event) => {
                    const { value } = event.currentTarget;
                    designing.onWanted(value === "asked" ? value : Number(value));
                }}
            >
                <option value="asked">{say("design.seat.asked")}</option>
                {names.map((name, seat) => (
                    <option key={seat} value={seat}>
                        {name}
                    </option>
                ))}
                <option value={-1}>{say("design.seat.none")}</option>
            </select>
        </label>
    );
}

interface TurnActionsProps {
    mayUndo: boolean;
    isAsked: boolean;
    onUndo: () => void;
    onWhy: () => void;
}

export function TurnActions({ mayUndo, isAsked, onUndo, onWhy }: TurnActionsProps): JSX.Element {
    return (
        <>
            {(isAsked || mayUndo) && (
                <button type="button" class="button small" title={say("ask.undo.note")} disabled={!mayUndo} onClick={onUndo}>
                    <Icon name="undo" />
                    {say("ask.undo")}
                </button>
            )}
            {isAsked && (
                <button type="button" class="button small" title={say("ask.why.note")} onClick={onWhy}>
                    <Icon name="question" />
                    {say("ask.why")}
                </button>
            )}
        </>
    );
}

export type SheetTab = "choose" | "log" | "rules";

interface SheetTabsProps {
    tab: SheetTab;
    /** There are new lines in the log. */
    hasNew: boolean;
    /** The rules are edited here. */
    hasRules: boolean;
    onTab: (tab: SheetTab) => void;
    children: ComponentChildren;
}

/** On small screens the choice, the log and the rules take turns. */
export function SheetTabs({ tab, hasNew, hasRules, onTab, children }: SheetTabsProps): JSX.Element {
    const tabs: SheetTab[] = hasRules ? ["choose", "log", "rules"] : ["choose", "log"];
    return (
        <div class="sheet-tabs">
            {tabs.map((one) => (
                <button type="button" class="sheet-tab" key={one} aria-pressed={tab === one} onClick={() => onTab(one)}>
                    {say(`table.tab.${one}`)}
                    {one === "log" && hasNew && tab !== "log" && <span class="new-mark" title={say("log.new")} />}
                </button>
            ))}
            <div class="sheet-actions">{children}</div>
        </div>
    );
}

function BotPlays({ label, onBack }: { label: string; onBack: () => void }): JSX.Element {
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
