// Draws the table of any match: boards, cards, things and players, what can be chosen, and what changed.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";
import type { View } from "../view";
import { BoardView } from "./board";
import type { StageContext } from "./context";
import { StageContextProvider, seatName, suitsIn, tonesOf, useStage } from "./context";
import { DeckBlock } from "./decks";
import type { Changes } from "./diff";
import { changesBetween, isEmpty, noChanges, trailOf } from "./diff";
import { FigureDefinitions, SeatSign } from "./figures";
import type { Before } from "./flights";
import { capture, fly, settle } from "./flights";
import type { Anchor, MenuEntry } from "./floating";
import { Choices, Details, anchorAt, scrollerOf } from "./floating";
import { OptionsById } from "./options";
import type { StageOption, StageProps } from "./props";
import { headingOf } from "./names";
import { SectionView, isWorthShowing } from "./section";
import type { DeckMemory, Scene, SeatScene } from "./scene";
import { emptyMemory, readScene } from "./scene";
import { SeatPanel } from "./seat_panel";
import { useTargets } from "./targets";

const manyChoices = 48; // more are marked softly
const hoverDelay = 450; // milliseconds until something under the pointer is explained

// ---- the table ----------------------------------------------------------------------------------------------------

function Table() {
    const stage = useStage();
    const { scene } = stage;
    const own = scene.seats.find((seat) => seat.mine);
    const seated = orderedFrom(scene);
    const told = seated.filter((seat) => hasMore(stage, seat));
    const others = told.filter((seat) => !seat.mine);
    const mine = told.find((seat) => seat.mine);
    const hands = own?.decks.filter((spot) => spot.form === "hand") ?? [];
    const held = hands.reduce((sum, spot) => sum + spot.deck.cards.length, 0);
    const boards = [...scene.boards, ...scene.seats.flatMap((seat) => seat.boards)];
    const sections = scene.sections.filter((section) =>
        isWorthShowing(section, section.instance !== null && stage.options.of([section.instance.id]).length > 0),
    );
    const isBare =
        boards.length === 0 &&
        sections.length === 0 &&
        scene.seats.every((seat) => seat.decks.length + seat.things.length === 0);
    return (
        <div
            class="stage-table"
            data-board={boards.length > 0 ? "" : undefined}
            data-hand={hands.length > 0 ? "" : undefined}
            data-bare={isBare ? "" : undefined}
            data-many={stage.options.count > manyChoices ? "" : undefined}
        >
            {others.length > 0 && (
                <div class="others" data-count={others.length}>
                    {others.map((seat) => (
                        <SeatPanel key={seat.seat} seat={seat} />
                    ))}
                </div>
            )}
            <div class="middle">
                {boards.length > 0 && (
                    <div class="boards">
                        {boards.map((board) => (
                            <BoardView key={board.id} board={board} isAlone={boards.length === 1} />
                        ))}
                    </div>
                )}
                {boards.length > 0 && scene.players > 1 && told.length < seated.length && (
                    <Legend seats={seated.filter((seat) => !told.includes(seat))} />
                )}
                {sections.length > 0 && (
                    <div class="sections">
                        {sections.map((section) => (
                            <SectionView key={section.key} section={section} />
                        ))}
                    </div>
                )}
            </div>
            {(hands.length > 0 || mine !== undefined) && (
                <div class="own">
                    {hands.length > 0 && (
                        <div class="hands">
                            {hands.map((spot) => (
                                <DeckBlock
                                    key={spot.deck.id}
                                    spot={spot}
                                    size="large"
                                    share={Math.max(0.25, spot.deck.cards.length / held)}
                                />
                            ))}
                        </div>
                    )}
                    {mine !== undefined && <SeatPanel seat={mine} />}
                </div>
            )}
        </div>
    );
}

/** Who the others are is told beside the drawing; here only those who have something. */
function hasMore(stage: StageContext, seat: SeatScene): boolean {
    return (
        seat.scores.length + seat.things.length + seat.decks.filter((spot) => !(seat.mine && spot.form === "hand")).length >
            0 ||
        seat.facts.some((fact) => !fact.minor) ||
        stage.options.of(seat.stands).length > 0
    );
}

/** Whose pieces are which. */
function Legend({ seats }: { seats: SeatScene[] }) {
    const stage = useStage();
    return (
        <p class="legend">
            {seats.map((seat) => (
                <span class="legend-seat" key={seat.seat} data-active={seat.active ? "" : undefined}>
                    <SeatSign seat={seat.seat} tone={stage.tones.of(seat.seat)} />
                    {seatName(stage, seat.seat)}
                </span>
            ))}
        </p>
    );
}

/** The players in the order in which they sit, beginning at the left of the viewer. */
function orderedFrom(scene: Scene) {
    const first = Math.max(scene.seat, 0);
    return [...scene.seats.slice(first), ...scene.seats.slice(0, first)];
}

// ---- what is kept from one state to the next ----------------------------------------------------------------------

interface History {
    view: View;
    /** Of the last state that differed from the one before. */
    changes: Changes;
    trail: Set<string>;
    /** Which state it is; another number for every view. */
    number: number;
}

/** A decision that goes on in the same state keeps what was marked; so does a view that is the same as before. */
function useHistory(view: View): History {
    const history = useRef<History>({ view, changes: noChanges(), trail: new Set(), number: 0 });
    const last = history.current;
    if (last.view !== view) {
        const changes = last.view.game === view.game ? changesBetween(last.view, view) : noChanges();
        const isSame = last.view.game === view.game && isEmpty(changes);
        history.current = {
            view,
            changes: isSame ? last.changes : changes,
            trail: isSame ? last.trail : trailOf(changes),
            number: last.number + 1,
        };
    }
    return history.current;
}

/** Lets things fly from the old state to the new one. What was drawn before is measured while it still is. */
function useFlights(
    root: RefObject<HTMLElement | null>,
    layer: RefObject<HTMLElement | null>,
    history: History,
    isStill: boolean,
): void {
    const last = useRef({ number: history.number, changes: history.changes });
    const before = useRef<Before | null>(null);
    const isNew = last.current.number !== history.number;
    const hasChanged = last.current.changes !== history.changes;
    const moves = isNew && hasChanged && !isStill && !window.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
    if (moves && root.current !== null && before.current === null) {
        before.current = capture(root.current, history.changes.gone.keys());
    }
    useLayoutEffect(() => {
        if (!isNew) {
            return;
        }
        last.current = { number: history.number, changes: history.changes };
        if (root.current !== null && layer.current !== null) {
            if (before.current !== null && typeof root.current.animate === "function") {
                fly(root.current, layer.current, before.current, history.changes);
            } else if (isStill) {
                settle(root.current);
            }
        }
        before.current = null;
    });
}

interface Room {
    width: number;
    /** What can be seen of it at once. */
    height: number;
}

/** In pixels, in steps so that not every pixel makes everything be drawn anew. */
function useRoom(root: RefObject<HTMLElement | null>): Room {
    const [room, setRoom] = useState<Room>(() => ({ width: Math.min(window.innerWidth, 1200), height: window.innerHeight }));
    useLayoutEffect(() => {
        const element = root.current;
        if (element === null) {
            return;
        }
        const scroller = scrollerOf(element);
        const measure = () => {
            const width = Math.round(element.clientWidth / 8) * 8;
            const height = Math.round((scroller?.clientHeight ?? window.innerHeight) / 8) * 8;
            if (width > 0 && height > 0) {
                setRoom((before) => (before.width === width && before.height === height ? before : { width, height }));
            }
        };
        measure();
        const observer = new ResizeObserver(measure);
        observer.observe(element);
        if (scroller !== null) {
            observer.observe(scroller);
        }
        window.addEventListener("resize", measure);
        return () => {
            observer.disconnect();
            window.removeEventListener("resize", measure);
        };
    }, []);
    return room;
}

/** What was chosen first, as long as the same move goes on: nothing has changed on the table since. */
function usePicked(history: History): [string | null, (id: string | null) => void] {
    const picked = useRef<{ id: string | null; changes: Changes }>({ id: null, changes: history.changes });
    const decision = history.view.decision;
    if (!decision || decision.begins_move === true || picked.current.changes !== history.changes) {
        picked.current = { id: null, changes: history.changes };
    }
    return [picked.current.id, (id) => (picked.current = { id, changes: history.changes })];
}

// ---- the stage ----------------------------------------------------------------------------------------------------

interface Floating {
    anchor: Anchor;
    id: string | null;
    /** Numbers of options to choose from; empty: only an explanation. */
    options: number[];
    /** Opened by a click, and closed by one. */
    stays: boolean;
}

export function Stage(props: StageProps) {
    const { view, seat, names, options, words, pictures, isTurned } = props;
    const root = useRef<HTMLDivElement>(null);
    const layer = useRef<HTMLDivElement>(null);
    const memory = useRef<DeckMemory>(emptyMemory());
    const { width, height } = useRoom(root);
    const history = useHistory(view);
    const [picked, setPicked] = usePicked(history);
    useFlights(root, layer, history, props.still);

    const namesKey = names.join("\n");
    const optionsKey = options.map((option) => `${option.index} ${option.about} ${option.text}`).join("\n");
    const context = useMemo<StageContext>(() => {
        const scene = readScene(view, seat, names, options, memory.current);
        return {
            scene,
            words,
            pictures,
            width,
            isTurned,
            picked,
            options: new OptionsById(options),
            tones: tonesOf(view),
            suits: suitsIn(view),
            enums: view.enums,
            changes: history.changes,
            trail: history.trail,
        };
    }, [view, seat, namesKey, optionsKey, words, pictures, width, isTurned, picked]);
    const table = useMemo(() => <Table />, [context]);

    const { floating, show, hide, listener } = useFloating(root, props, setPicked);
    useEffect(hide, [view, optionsKey]);
    const events = useTargets(root, table, optionsKey, props.focused, listener);
    const entries = menuEntriesOf(
        view,
        options.filter((option) => floating?.options.includes(option.index)),
    );
    return (
        <div
            class="stage"
            ref={root}
            role="group"
            aria-label={words("stage.table")}
            style={{ "--seen": `${height}px` }}
            {...events}
        >
            <FigureDefinitions />
            <StageContextProvider value={context}>
                {table}
                {floating !== null && entries.length > 0 && (
                    <Choices
                        anchor={floating.anchor}
                        title={context.scene.textOf(floating.id ?? "") || words("stage.choices")}
                        entries={entries}
                        onFocus={props.onFocus}
                        onPick={(option) => {
                            hide();
                            props.onPick(option);
                        }}
                        onClose={() => show(null)}
                    />
                )}
                {floating !== null && entries.length === 0 && floating.id !== null && (
                    <Details anchor={floating.anchor} id={floating.id} />
                )}
            </StageContextProvider>
            <div class="flights" ref={layer} aria-hidden="true" />
        </div>
    );
}

/** Options about the same thing, called by what is done where that tells them apart. */
function menuEntriesOf(view: View, options: readonly StageOption[]): MenuEntry[] {
    const labels = options.map((option) => {
        const offer = view.decision?.offers?.[option.index];
        return offer?.type === undefined || offer.action === undefined ? option.text : headingOf(offer.action);
    });
    const isClear = new Set(labels).size === labels.length;
    return options.map((option, i) => ({
        index: option.index,
        label: isClear ? labels[i]! : option.text,
        note: view.decision?.actions?.[option.index]?.text ?? "",
    }));
}

function useFloating(root: RefObject<HTMLElement | null>, props: StageProps, setPicked: (id: string | null) => void) {
    const [floating, setFloating] = useState<Floating | null>(null);
    const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
    const show = (next: Floating | null) => {
        clearTimeout(timer.current);
        setFloating(next);
    };
    const hide = () => show(null);
    useEffect(() => () => clearTimeout(timer.current), []);
    useEffect(() => {
        if (floating === null) {
            return;
        }
        const onKey = (event: KeyboardEvent) => event.key === "Escape" && show(null);
        const onDown = (event: Event) =>
            !(event.target instanceof Element && event.target.closest(".choices, .details")) && floating.stays && show(null);
        document.addEventListener("keydown", onKey);
        document.addEventListener("pointerdown", onDown);
        return () => {
            document.removeEventListener("keydown", onKey);
            document.removeEventListener("pointerdown", onDown);
        };
    }, [floating]);
    const explain = (element: Element, stays: boolean) => {
        if (root.current !== null && element.isConnected) {
            show({ anchor: anchorAt(root.current, element), id: element.getAttribute("data-thing"), options: [], stays });
        }
    };
    const listener = {
        onFocus: props.onFocus,
        onChoose: (element: Element, chosen: number[]) => {
            const about = props.options.find((option) => option.index === chosen[0])?.about ?? null;
            setPicked(about);
            if (chosen.length === 1) {
                hide();
                props.onPick(chosen[0]!);
            } else if (root.current !== null) {
                show({ anchor: anchorAt(root.current, element), id: about, options: chosen, stays: true });
            }
        },
        onInspect: (element: Element | null, how: "hover" | "click") => {
            if (how === "click") {
                if (element === null) {
                    hide();
                } else {
                    explain(element, true);
                }
                return;
            }
            if (floating?.stays) {
                return;
            }
            clearTimeout(timer.current);
            if (floating !== null) {
                setFloating(null);
            }
            if (element !== null) {
                timer.current = setTimeout(() => explain(element, false), hoverDelay);
            }
        },
    };
    return { floating, show, hide, listener };
}
