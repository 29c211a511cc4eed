// Choosing on the table by pointer and keys: one tab stop, arrows move to the nearest thing that can be chosen.
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Direction, Spot } from "./navigation";
import { directionOf, nearestIn } from "./navigation";
import { readOptions } from "./options";

export interface TargetEvents {
    onClick(event: MouseEvent): void;
    onPointerOver(event: PointerEvent): void;
    onPointerLeave(event: PointerEvent): void;
    onKeyDown(event: KeyboardEvent): void;
    onFocusIn(event: FocusEvent): void;
    onFocusOut(event: FocusEvent): void;
}

interface Listener {
    onFocus(option: number | null): void;
    /** Something was chosen: by its only option, or one of several. */
    onChoose(element: Element, options: number[]): void;
    /** Something that cannot be chosen was asked about; null: nothing is. */
    onInspect(element: Element | null, how: "hover" | "click"): void;
}

type Focusable = HTMLElement | SVGElement;

function choosable(root: Element): Focusable[] {
    return [...root.querySelectorAll<Focusable>("[data-options]")];
}

function targetAt(root: Element | null, event: Event, selector: string): Focusable | null {
    const start = event.target;
    const found = start instanceof Element ? start.closest<Focusable>(selector) : null;
    return found !== null && root !== null && root.contains(found) ? found : null;
}

function middleOf(element: Element): Spot {
    const rect = element.getBoundingClientRect();
    return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
}

/** `drawn` is another value whenever the table was drawn anew. */
export function useTargets(root: RefObject<HTMLElement | null>, drawn: unknown, focused: number | null, listener: Listener): TargetEvents {
    const told = useRef<number | null>(null); // the option that the page was last told of
    const stop = useRef<string | null>(null); // the thing with the tab stop
    const lastSpot = useRef<Spot | null>(null);
    const hasKeys = useRef(false); // the last choice was made by a key

    const tell = (option: number | null) => {
        if (told.current !== option) {
            told.current = option;
            listener.onFocus(option);
        }
    };
    const moveStop = (element: Focusable) => {
        root.current?.querySelectorAll('[data-options][tabindex="0"]').forEach((other) => other.setAttribute("tabindex", "-1"));
        element.setAttribute("tabindex", "0");
        stop.current = element.getAttribute("data-thing");
        lastSpot.current = middleOf(element);
    };
    const choose = (element: Focusable) => {
        const options = readOptions(element.getAttribute("data-options"));
        if (options.length > 0) {
            lastSpot.current = middleOf(element);
            listener.onChoose(element, options);
        }
    };

    useLayoutEffect(() => {
        const elements = root.current === null ? [] : choosable(root.current);
        const spot = lastSpot.current;
        const nearest = spot === null ? undefined : elements
            .map((element) => ({ element, middle: middleOf(element) }))
            .sort((a, b) => Math.hypot(a.middle.x - spot.x, a.middle.y - spot.y) - Math.hypot(b.middle.x - spot.x, b.middle.y - spot.y))[0]?.element;
        const next = elements.find((element) => element.getAttribute("data-thing") === stop.current) ?? nearest ?? elements[0];
        if (next === undefined) {
            return;
        }
        moveStop(next);
        // Whoever plays by keys goes on there; nobody else's focus is taken.
        const isLost = document.activeElement === null || document.activeElement === document.body || root.current?.contains(document.activeElement);
        if (hasKeys.current && isLost) {
            hasKeys.current = false;
            next.focus({ preventScroll: false });
        }
    }, [drawn]);

    useLayoutEffect(() => {
        root.current?.querySelectorAll("[data-focused]").forEach((element) => element.removeAttribute("data-focused"));
        if (focused !== null) {
            root.current?.querySelectorAll(`[data-options~="${Math.trunc(focused)}"]`).forEach((element) => element.setAttribute("data-focused", ""));
        }
    }, [drawn, focused]);

    const step = (from: Focusable, direction: Direction) => {
        const elements = root.current === null ? [] : choosable(root.current);
        const next = nearestIn(elements.map(middleOf), elements.indexOf(from), direction);
        if (next !== null) {
            moveStop(elements[next]!);
            elements[next]!.focus();
        }
    };

    return {
        onClick: (event) => {
            const element = targetAt(root.current, event, "[data-options]");
            if (targetAt(root.current, event, "button") !== null) {
                return; // it knows itself what to do
            }
            if (element !== null) {
                hasKeys.current = false;
                choose(element);
            } else {
                listener.onInspect(targetAt(root.current, event, "[data-thing]"), "click");
            }
        },
        onPointerOver: (event) => {
            if (event.pointerType !== "mouse") {
                return;
            }
            const element = targetAt(root.current, event, "[data-options]");
            tell(element === null ? null : (readOptions(element.getAttribute("data-options"))[0] ?? null));
            listener.onInspect(targetAt(root.current, event, "[data-thing]"), "hover");
        },
        onPointerLeave: () => {
            tell(null);
            listener.onInspect(null, "hover");
        },
        onKeyDown: (event) => {
            const element = targetAt(root.current, event, "[data-options]");
            const direction = directionOf(event.key);
            if (element === null || event.altKey || event.ctrlKey || event.metaKey) {
                return;
            }
            if (direction !== null) {
                step(element, direction);
            } else if (event.key === "Enter" || event.key === " ") {
                hasKeys.current = true;
                choose(element);
            } else {
                return;
            }
            event.preventDefault();
        },
        onFocusIn: (event) => {
            const element = targetAt(root.current, event, "[data-options]");
            if (element !== null) {
                moveStop(element);
                tell(readOptions(element.getAttribute("data-options"))[0] ?? null);
            }
        },
        onFocusOut: (event) => {
            if (targetAt(root.current, event, "[data-options]") !== null) {
                tell(null);
            }
        },
    };
}
