// Menus and cards that float above the table: the choices of one instance, and what is known of it.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Instance, Tile } from "../view";
import { isHidden } from "../view";
import { instanceWords, pieceWords, seatName, useStage } from "./context";
import { FactList } from "./fact_list";
import { ownerOf } from "./facts";
import { SeatSign } from "./figures";
import { tileLabel } from "./scene";
import { capitalized, wordsOf } from "./names";

/** What the drawing scrolls in; null: the page itself. */
export function scrollerOf(element: Element): Element | null {
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(around).overflowY)) {
            return around;
        }
    }
    return null;
}

/** Within the drawing, in pixels. */
export interface Anchor {
    left: number;
    top: number;
    right: number;
    bottom: number;
}

export function anchorAt(root: Element, element: Element): Anchor {
    const frame = root.getBoundingClientRect();
    const rect = element.getBoundingClientRect();
    return {
        left: rect.left - frame.left,
        top: rect.top - frame.top,
        right: rect.right - frame.left,
        bottom: rect.bottom - frame.top,
    };
}

/** Puts a box below its anchor, or above where there is no room, within the window. */
function usePlacement(anchor: Anchor) {
    const box = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
        const element = box.current;
        const frame = element?.parentElement?.getBoundingClientRect();
        if (element === null || frame === undefined) {
            return;
        }
        const { offsetWidth: width, offsetHeight: height } = element;
        const seen = scrollerOf(element)?.getBoundingClientRect() ?? new DOMRect(0, 0, window.innerWidth, window.innerHeight);
        const middle = (anchor.left + anchor.right) / 2;
        const most = seen.right - frame.left - width - 4;
        const left = Math.min(Math.max(middle - width / 2, seen.left - frame.left + 4), most);
        const roomBelow = seen.bottom - frame.top - anchor.bottom;
        const roomAbove = frame.top + anchor.top - seen.top;
        const isBelow = roomBelow > height + 10 || roomBelow > roomAbove;
        Object.assign(element.style, {
            left: `${Math.max(left, 0)}px`,
            top: `${isBelow ? anchor.bottom + 6 : anchor.top - height - 6}px`,
        });
    }, [anchor]);
    return box;
}

/** One of several things to do with something. */
export interface MenuEntry {
    index: number;
    label: string;
    /** What the rules say about it; may be empty. */
    note: string;
}

interface ChoicesProps {
    anchor: Anchor;
    title: string;
    entries: MenuEntry[];
    onFocus: (option: number | null) => void;
    onPick: (option: number) => void;
    onClose: () => void;
}

export function Choices({ anchor, title, entries, onFocus, onPick, onClose }: ChoicesProps) {
    const box = usePlacement(anchor);
    useEffect(() => {
        box.current?.querySelector("button")?.focus({ preventScroll: true });
    }, [anchor]);
    const onKeyDown = (event: KeyboardEvent) => {
        const buttons = [...(box.current?.querySelectorAll("button") ?? [])];
        const here = buttons.indexOf(document.activeElement as HTMLButtonElement);
        const step =
            event.key === "ArrowDown" || event.key === "ArrowRight"
                ? 1
                : event.key === "ArrowUp" || event.key === "ArrowLeft"
                  ? -1
                  : 0;
        if (step !== 0) {
            buttons[(here + step + buttons.length) % buttons.length]?.focus();
        } else if (event.key === "Escape" || event.key === "Tab") {
            onClose();
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    };
    return (
        <div class="choices" ref={box} role="menu" aria-label={title} onKeyDown={onKeyDown}>
            <span class="choices-title" aria-hidden="true">
                {title}
            </span>
            {entries.map((entry) => (
                <button
                    type="button"
                    role="menuitem"
                    class="choice"
                    key={entry.index}
                    onClick={() => onPick(entry.index)}
                    onFocus={() => onFocus(entry.index)}
                    onPointerEnter={() => onFocus(entry.index)}
                >
                    {entry.label}
                    {entry.note !== "" && <small>{entry.note}</small>}
                </button>
            ))}
        </div>
    );
}

/** Is there more to tell of it than what is drawn? */
export function hasDetails(instance: Instance, pieces: readonly unknown[], facts: readonly unknown[]): boolean {
    return pieces.length > 0 || facts.length > 0 || (instance.long ?? "") !== "";
}

export function Details({ anchor, id }: { anchor: Anchor; id: string }) {
    const stage = useStage();
    const box = usePlacement(anchor);
    const found = stage.scene.byId.get(id);
    if (found === undefined) {
        return null;
    }
    const { instance, kind } = found;
    const pieces = kind === "tile" ? ((instance as { pieces?: [] }).pieces ?? []) : [];
    const facts = stage.scene.factsOf(instance).filter((fact) => !(fact.form === "seat" && fact.name === "owner"));
    if (!hasDetails(instance, pieces, facts)) {
        return null;
    }
    const owner = ownerOf(instance);
    const title = kind === "tile" ? tileLabel(instance as Tile) : capitalized(stage.scene.textOf(id));
    const sort = kind === "tile" ? wordsOf(instance.class ?? "") : "";
    return (
        <div class="details" ref={box} role="tooltip" aria-label={instanceWords(stage, instance)}>
            <span class="details-title">
                {title} {sort !== "" && <span class="details-sort">{sort}</span>}
            </span>
            {owner !== null && (
                <span class="details-owner">
                    <SeatSign seat={owner} tone={stage.tones.of(owner)} />
                    {seatName(stage, owner)}
                </span>
            )}
            {instance.long !== undefined && instance.long !== title && <span class="details-long">{instance.long}</span>}
            <FactList facts={facts} all />
            {pieces.map((piece: Instance, i) => (
                <span class="details-piece" key={i}>
                    {capitalized(pieceWords(stage, piece, instance as Tile))}
                    {!isHidden(piece) && <FactList facts={stage.scene.factsOf(piece)} />}
                </span>
            ))}
        </div>
    );
}
