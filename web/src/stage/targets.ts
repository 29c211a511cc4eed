// Choosing on the table by pointer and keys: one tab stop, arrows move to the nearest thing that can be chosen.
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Direction, Spot } from "./navigation";
import { directionOf, nearestIn, nearestTo } from "./navigation";
import { readOptions } from "./options";

export interface TargetListener {
    onFocus: (option: number | null) => void;
    /** Something was chosen: by its only option, or one of several. */
    onChoose: (element: Element, options: number[]) => void;
    /** Something was asked about by pointing at it, or clicking on what cannot be chosen; null: nothing is. */
    onInspect: (element: Element | null, how: "hover" | "click") => void;
}

type Focusable = HTMLElement | SVGElement;

function middleOf(element: Element): Spot {
    const rect = element.getBoundingClientRect();
    return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
}

function optionsOf(element: Element): number[] {
    return readOptions(element.getAttribute("data-options"));
}

/** Listens at the root of the drawing; what can be chosen has `data-options`, what can be asked about `data-thing`. */
class Targets {
    listener: TargetListener | null = null;
    private told: number | null = null; // the option that the page was last told of
    private stop: string | null = null; // the instance with the tab stop
    private lastSpot: Spot | null = null;
    private hasKeys = false; // the last choice was made by a key

    constructor(private readonly root: RefObject<HTMLElement | null>) {}

    private all(): Focusable[] {
        return [...(this.root.current?.querySelectorAll<Focusable>("[data-options]") ?? [])];
    }

    private at(event: Event, selector: string): Focusable | null {
        const start = event.target;
        const found = start instanceof Element ? start.closest<Focusable>(selector) : null;
        return found !== null && this.root.current?.contains(found) ? found : null;
    }

    private tell(option: number | null): void {
        if (this.told !== option) {
            this.told = option;
            this.listener?.onFocus(option);
        }
    }

    private moveStop(element: Focusable): void {
        this.root.current
            ?.querySelectorAll('[data-options][tabindex="0"]')
            .forEach((other) => other.setAttribute("tabindex", "-1"));
        element.setAttribute("tabindex", "0");
        this.stop = element.getAttribute("data-thing");
        this.lastSpot = middleOf(element);
    }

    private choose(element: Focusable): void {
        const options = optionsOf(element);
        if (options.length > 0) {
            this.lastSpot = middleOf(element);
            this.listener?.onChoose(element, options);
        }
    }

    private step(from: Focusable, direction: Direction): void {
        const elements = this.all();
        const next = nearestIn(elements.map(middleOf), elements.indexOf(from), direction);
        if (next !== null) {
            this.moveStop(elements[next]!);
            elements[next]!.focus();
        }
    }

    /** After the table was drawn anew: exactly one tab stop, near the last one. Whoever plays by keys goes on there; nobody else's
     *  focus is taken. */
    settle(): void {
        const elements = this.all();
        const near = this.lastSpot === null ? null : nearestTo(elements.map(middleOf), this.lastSpot);
        const next = elements.find((element) => element.getAttribute("data-thing") === this.stop) ?? elements[near ?? 0];
        if (next === undefined) {
            return;
        }
        this.moveStop(next);
        const active = document.activeElement;
        const isLost = active === null || active === document.body || this.root.current?.contains(active);
        if (this.hasKeys && isLost) {
            next.focus();
        }
    }

    /** When there is something new to choose and none of it can be seen, the nearest comes into sight. */
    reveal(behavior: ScrollBehavior): void {
        const elements = this.all();
        const isSeen = elements.some((element) => {
            const { x, y } = middleOf(element);
            const top = document.elementFromPoint(x, y);
            return top !== null && (element.contains(top) || this.root.current?.contains(top));
        });
        if (!isSeen) {
            elements[0]?.scrollIntoView({ block: "center", behavior });
        }
    }

    mark(focused: number | null): void {
        this.root.current?.querySelectorAll("[data-focused]").forEach((element) => element.removeAttribute("data-focused"));
        if (focused !== null) {
            this.root.current
                ?.querySelectorAll(`[data-options~="${Math.trunc(focused)}"]`)
                .forEach((element) => element.setAttribute("data-focused", ""));
        }
    }

    readonly events = {
        onClick: (event: MouseEvent): void => {
            const element = this.at(event, "[data-options]");
            if (this.at(event, "button") !== null) {
                return; // it knows itself what to do
            }
            if (element !== null) {
                this.hasKeys = false;
                this.choose(element);
            } else {
                this.listener?.onInspect(this.at(event, "[data-thing]"), "click");
            }
        },
        onPointerOver: (event: PointerEvent): void => {
            if (event.pointerType === "mouse") {
                const element = this.at(event, "[data-options]");
                this.tell(element === null ? null : (optionsOf(element)[0] ?? null));
                this.listener?.onInspect(this.at(event, "[data-thing]"), "hover");
            }
        },
        onPointerLeave: (): void => {
            this.tell(null);
            this.listener?.onInspect(null, "hover");
        },
        onKeyDown: (event: KeyboardEvent): void => {
            const element = this.at(event, "[data-options]");
            const direction = directionOf(event.key);
            if (element === null || event.altKey || event.ctrlKey || event.metaKey) {
                return;
            }
            if (direction !== null) {
                this.step(element, direction);
            } else if (event.key === "Enter" || event.key === " ") {
                this.hasKeys = true;
                this.choose(element);
            } else {
                return;
            }
            event.preventDefault();
            event.stopPropagation();
        },
        onFocusIn: (event: FocusEvent): void => {
            const element = this.at(event, "[data-options]");
            if (element !== null) {
                this.moveStop(element);
                this.tell(optionsOf(element)[0] ?? null);
            }
        },
        onFocusOut: (event: FocusEvent): void => {
            if (this.at(event, "[data-options]") !== null) {
                this.tell(null);
            }
        },
    };
}

/** `drawn` is another value whenever the table was drawn anew, `asked` whenever there is something else to choose. */
export function useTargets(
    root: RefObject<HTMLElement | null>,
    drawn: unknown,
    asked: string,
    focused: number | null,
    listener: TargetListener,
): Targets["events"] {
    const kept = useRef<Targets | null>(null);
    const targets = (kept.current ??= new Targets(root));
    targets.listener = listener;
    useLayoutEffect(() => targets.settle(), [drawn]);
    useLayoutEffect(() => targets.mark(focused), [drawn, focused]);
    useLayoutEffect(() => {
        if (asked !== "") {
            targets.reveal("auto");
        }
    }, [asked]);
    return targets.events;
}
