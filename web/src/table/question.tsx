// Question to this seat: in words, and every option as a button, whatever is drawn on the table.
import type { ComponentChildren, JSX, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { choicesOf, type Choice, type ChoiceGroup, type Question } from "../decision";
import { Icon } from "../parts/icons";
import { SeatMark } from "../parts/seat_mark";
import { lookOf, ValueSign, withShapes } from "../parts/value_sign";
import type { EnumLooks } from "../view";
import { say, sayCount, type Key } from "../words/words";
import { NumberSlider } from "./number_slider";

/** With more options than these there is a field to find one. */
const mostWithoutFilter = 24;

interface QuestionPanelProps {
    question: Question;
    /** Changes with the decision. */
    decision: string;
    running: string[];
    names: string[];
    enums: EnumLooks | undefined;
    /** The option that is looked at, here or on the table. */
    focused: number | null;
    /** The option that was chosen, until the server has answered. */
    choosing: number | null;
    onFocus: (option: number | null) => void;
    onPick: (option: number) => void;
}

export function questionText(question: Question): string {
    const { form, subject } = question;
    switch (form) {
        case "action":
        case "off_turn":
        case "move":
        case "choose":
            return say(`ask.${form}`);
        case "range":
            return say(subject === "" ? "ask.number.bare" : "ask.number", subject);
        case "yes_no":
            return say(subject === "" ? "ask.yes_no.bare" : "ask.yes_no", capitalised(subject));
        case "player":
        case "number":
        case "several":
        case "value":
            return say(`ask.${form}${subject === "" ? ".bare" : ""}` satisfies Key, subject);
    }
}

function capitalised(text: string): string {
    return text.charAt(0).toUpperCase() + text.slice(1);
}

export function QuestionPanel(props: QuestionPanelProps): JSX.Element {
    const { question, running, choosing } = props;
    return (
        <div class={`question ${choosing === null ? "" : "busy"}`}>
            <h2 class="question-title">{questionText(question)}</h2>
            {question.form === "several" && (
                <p class="soft">{say(question.done === null ? "ask.several.more" : "ask.several.note")}</p>
            )}
            {running.length > 0 && (
                <p class="running">
                    <span class="soft">{say("ask.running")}</span>
                    {running.map((text, index) => (
                        <span class="running-step" key={index}>
                            {withShapes(text)}
                        </span>
                    ))}
                </p>
            )}
            {question.form === "range" ? <RangeOptions {...props} /> : <Options {...props} />}
        </div>
    );
}

function RangeOptions({ question, decision, choosing, onFocus, onPick }: QuestionPanelProps): JSX.Element {
    return (
        <>
            <NumberSlider
                key={decision}
                choices={question.groups[0]?.choices ?? []}
                isBusy={choosing !== null}
                onFocus={onFocus}
                onPick={onPick}
            />
            <Ends question={question} choosing={choosing} onPick={onPick} />
        </>
    );
}

/** Arrow keys go from option to option, Home and End to the first and last; one Tab stop for all. */
function Options(props: QuestionPanelProps): JSX.Element {
    const { question, decision, names, enums, focused, choosing, onFocus, onPick } = props;
    const [filter, setFilter] = useState("");
    const [current, setCurrent] = useState(0);
    const list = useRef<HTMLDivElement>(null);

    const total = choicesOf(question).length;
    const groups = question.groups.map((group) => matching(group, filter)).filter((group) => group.choices.length > 0);
    const order = choicesOf({ ...question, groups });
    const place = Math.min(current, order.length - 1);

    useEffect(() => {
        setFilter("");
        setCurrent(0);
    }, [decision]);
    const goOnByKeyboard = useFocusOfNext(list, decision);
    useShownFocus(list, focused);

    const go = (to: number): void => {
        const next = Math.min(Math.max(to, 0), order.length - 1);
        setCurrent(next);
        buttonOf(list.current, order[next]?.index ?? null)?.focus();
    };
    const press = (event: KeyboardEvent): void => {
        const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Home: -total, End: total };
        const step = steps[event.key];
        if (step !== undefined && !(event.target instanceof HTMLInputElement)) {
            event.preventDefault();
            go(place + step);
        }
    };
    const button = (choice: Choice, label: JSX.Element | string, kind = ""): JSX.Element => (
        <OptionButton
            key={choice.index}
            choice={choice}
            kind={`${kind} ${focused === choice.index ? "lit" : ""} ${choosing === choice.index ? "chosen" : ""}`}
            isStop={order[place]?.index === choice.index}
            isBusy={choosing !== null}
            onLook={onFocus}
            onReach={() => setCurrent(order.findIndex((one) => one.index === choice.index))}
            onPick={(event) => {
                goOnByKeyboard(event.detail === 0);
                onPick(choice.index);
            }}
        >
            {label}
        </OptionButton>
    );
    return (
        <div class="options" ref={list} role="group" aria-label={say("ask.options")} onKeyDown={press}>
            {total > mostWithoutFilter && <FilterField total={total} filter={filter} onChange={setFilter} onLeave={() => go(0)} />}
            {filter !== "" && groups.length === 0 && <p class="soft">{say("ask.filter.none")}</p>}
            {groups.map((group) => (
                <div class="option-group" key={group.title}>
                    {group.title !== "" && <h3>{group.title}</h3>}
                    {group.note !== "" && <p class="soft">{group.note}</p>}
                    <div class={`option-list ${layoutOf(question, group)}`}>
                        {group.choices.map((choice) => button(choice, labelOf(question, choice, names, enums)))}
                    </div>
                </div>
            ))}
            {(question.done !== null || question.none !== null) && (
                <div class="option-list ends">
                    {question.done !== null && button(question.done, say("ask.done"), "end")}
                    {question.none !== null &&
                        button(question.none, say(question.form === "off_turn" ? "ask.decline" : "ask.none"), "end")}
                </div>
            )}
        </div>
    );
}

/** Whoever chose by keyboard goes on by keyboard: the first option of the next question has the focus. */
function useFocusOfNext(list: RefObject<HTMLElement | null>, decision: string): (byKeyboard: boolean) => void {
    const byKeyboard = useRef(false);
    useLayoutEffect(() => {
        if (byKeyboard.current) {
            byKeyboard.current = false;
            list.current?.querySelector<HTMLElement>("[data-option]")?.focus({ preventScroll: true });
        }
    }, [decision]);
    return (now) => {
        byKeyboard.current = now;
    };
}

/** What is looked at on the table is brought into view here. */
function useShownFocus(list: RefObject<HTMLElement | null>, focused: number | null): void {
    useEffect(() => {
        const lit = buttonOf(list.current, focused);
        if (lit !== null && lit !== document.activeElement) {
            lit.scrollIntoView({ block: "nearest" });
        }
    }, [focused]);
}

interface OptionButtonProps {
    choice: Choice;
    kind: string;
    /** The Tab key stops here. */
    isStop: boolean;
    isBusy: boolean;
    onLook: (option: number | null) => void;
    /** It got the keyboard's focus. */
    onReach: () => void;
    onPick: (event: MouseEvent) => void;
    children: ComponentChildren;
}

function OptionButton({ choice, kind, isStop, isBusy, onLook, onReach, onPick, children }: OptionButtonProps): JSX.Element {
    return (
        <button
            type="button"
            class={`option ${kind}`}
            data-option={choice.index}
            tabIndex={isStop ? 0 : -1}
            aria-disabled={isBusy}
            onFocus={() => {
                onReach();
                onLook(choice.index);
            }}
            onBlur={() => onLook(null)}
            onMouseEnter={() => onLook(choice.index)}
            onMouseLeave={() => onLook(null)}
            onClick={onPick}
        >
            {children}
        </button>
    );
}

interface FilterFieldProps {
    total: number;
    filter: string;
    onChange: (filter: string) => void;
    /** To the options. */
    onLeave: () => void;
}

function FilterField({ total, filter, onChange, onLeave }: FilterFieldProps): JSX.Element {
    return (
        <label class="entry option-filter">
            <Icon name="search" />
            <span class="unseen">{say("ask.filter")}</span>
            <input
                type="search"
                placeholder={`${say("ask.filter")} (${sayCount("ask.count", total)})`}
                value={filter}
                onInput={(event) => onChange(event.currentTarget.value)}
                onKeyDown={(event) => {
                    if (event.key === "Escape" && filter !== "") {
                        onChange("");
                    } else if (event.key === "ArrowDown") {
                        event.preventDefault();
                        onLeave();
                    }
                }}
            />
        </label>
    );
}

/** What ends a question beside a slider. */
function Ends({ question, choosing, onPick }: Pick<QuestionPanelProps, "question" | "choosing" | "onPick">): JSX.Element | null {
    const ends: [Choice | null, string][] = [
        [question.done, say("ask.done")],
        [question.none, say("ask.none")],
    ];
    return (
        <div class="option-list ends">
            {ends.map(
                ([choice, label]) =>
                    choice !== null && (
                        <button
                            type="button"
                            class="option end"
                            key={label}
                            data-option={choice.index}
                            aria-disabled={choosing !== null}
                            onClick={() => onPick(choice.index)}
                        >
                            {label}
                        </button>
                    ),
            )}
        </div>
    );
}

function buttonOf(list: HTMLElement | null, option: number | null): HTMLElement | null {
    return option === null ? null : (list?.querySelector<HTMLElement>(`[data-option="${option}"]`) ?? null);
}

function matching(group: ChoiceGroup, filter: string): ChoiceGroup {
    const wanted = filter.trim().toLowerCase();
    return wanted === "" || group.title.toLowerCase().includes(wanted)
        ? group
        : { ...group, choices: group.choices.filter((choice) => choice.text.toLowerCase().includes(wanted)) };
}

/** Short labels stand side by side. */
function layoutOf(question: Question, group: ChoiceGroup): string {
    if (question.form === "number") {
        return "pad";
    }
    if (question.form === "yes_no" || group.choices.some(isPlayer)) {
        return "middle";
    }
    const longest = Math.max(...group.choices.map((choice) => choice.label.length + (choice.note === "" ? 0 : 40)));
    return longest <= 6 ? "narrow" : longest <= 16 && group.choices.length > 3 ? "middle" : "";
}

/** Of a list of players, too. */
function isPlayer({ offer }: Choice): boolean {
    return offer.kind === "value" && offer.type === "player" && typeof offer.value === "number";
}

function labelOf(question: Question, choice: Choice, names: string[], enums: EnumLooks | undefined): JSX.Element | string {
    if (question.form === "yes_no") {
        return say(choice.offer.value === true ? "ask.yes" : "ask.no");
    }
    const seat = Number(choice.offer.value);
    if (isPlayer(choice) && names[seat] !== undefined) {
        return (
            <>
                <SeatMark seat={seat} />
                <span>{names[seat]}</span>
            </>
        );
    }
    const look = choice.offer.kind === "value" && choice.offer.type !== undefined ? lookOf(enums, choice.label, choice.offer.type) : null;
    return (
        <>
            <span>
                {look !== null && <ValueSign look={look} />}
                {withShapes(choice.label)}
            </span>
            {choice.note !== "" && <small>{choice.note}</small>}
        </>
    );
}
