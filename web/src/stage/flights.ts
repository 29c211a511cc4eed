// Shows what moved: things glide from where they were drawn to where they are drawn now.
//
//   const before = capture(root, gone);   // while the old state is still drawn
//   …the new state is drawn…
//   fly(root, layer, before, changes);
//
// Only what changed its place in the match moves; what merely stands elsewhere because the page was laid out anew does not.
// Nothing waits for an animation, and a state that comes in the middle of one takes over from where things are seen.
import type { Changes } from "./diff";

const name = "stage-flight";
const mostMoving = 120;

interface Box {
    x: number; // of the middle
    y: number;
    width: number;
}

interface Ghost {
    node: Element;
    rect: DOMRect;
}

export interface Before {
    things: Map<string, Box>;
    /** By deck: where it lay. */
    decks: Map<string, Box>;
    /** Copies of what will be gone. */
    ghosts: Map<string, Ghost>;
}

function boxOf(element: Element): Box {
    const rect = element.getBoundingClientRect();
    return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2, width: rect.width };
}

function isDrawn(box: Box): boolean {
    return box.width > 0;
}

function boxesBy(root: Element, attribute: "data-flip" | "data-deck"): Map<string, Box> {
    const boxes = new Map<string, Box>();
    for (const element of root.querySelectorAll(`[${attribute}]`)) {
        const id = element.getAttribute(attribute)!;
        const box = boxOf(element);
        if (isDrawn(box) && !boxes.has(id)) {
            boxes.set(id, box);
        }
    }
    return boxes;
}

function elementFor(root: Element, id: string): Element | null {
    return root.querySelector(`[data-flip="${CSS.escape(id)}"]`);
}

/** `isGone` says what the next state no longer has. */
export function capture(root: Element, gone: Iterable<string>): Before {
    const before: Before = { things: boxesBy(root, "data-flip"), decks: boxesBy(root, "data-deck"), ghosts: new Map() };
    for (const id of gone) {
        const element = before.ghosts.size < mostMoving ? elementFor(root, id) : null;
        if (element !== null) {
            before.ghosts.set(id, { node: element.cloneNode(true) as Element, rect: element.getBoundingClientRect() });
        }
    }
    return before;
}

/** The only deck whose cards that nobody sees became fewer (or more): where a card came from or went to. */
function onlyDeck(changes: Changes, sign: 1 | -1): string | null {
    const decks = [...changes.counts].filter(([, by]) => by * sign > 0);
    return decks.length === 1 ? decks[0]![0] : null;
}

function scaleOf(element: Element): number {
    return element instanceof SVGGraphicsElement ? (element.getScreenCTM()?.a ?? 1) || 1 : 1;
}

function timing(distance: number): KeyframeAnimationOptions {
    return { duration: Math.min(620, 280 + distance * 0.45), easing: "cubic-bezier(.2,.75,.2,1)" };
}

function glide(element: Element, from: Box, to: Box): void {
    const scale = scaleOf(element);
    const size = from.width > 0 && to.width > 0 ? Math.min(3, Math.max(0.2, from.width / to.width)) : 1;
    const x = (from.x - to.x) / scale;
    const y = (from.y - to.y) / scale;
    const options = timing(Math.hypot(from.x - to.x, from.y - to.y));
    const animation = element.animate([{ transform: `translate(${x}px, ${y}px) scale(${size})` }, { transform: "none" }], {
        ...options,
        id: name,
    });
    const lifted = element.closest(".card-place, .pieces");
    lifted?.setAttribute("data-flying", "");
    const land = () => lifted?.removeAttribute("data-flying");
    animation.onfinish = land;
    animation.oncancel = land;
}

function appear(element: Element): void {
    element.animate(
        [
            { opacity: 0, transform: "scale(.6)" },
            { opacity: 1, transform: "none" },
        ],
        { duration: 320, easing: "cubic-bezier(.2,.75,.2,1)", id: name },
    );
}

/** A copy of something that is gone: it fades, on the way to where it went if that is known. */
function vanish(layer: HTMLElement, ghost: Ghost, to: Box | undefined): void {
    const frame = layer.getBoundingClientRect();
    const { rect, node } = ghost;
    if (rect.width === 0) {
        return;
    }
    const holder = document.createElement("div");
    holder.className = "ghost";
    Object.assign(holder.style, {
        left: `${rect.left - frame.left}px`,
        top: `${rect.top - frame.top}px`,
        width: `${rect.width}px`,
        height: `${rect.height}px`,
    });
    if (node instanceof SVGElement) {
        const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
        svg.setAttribute("viewBox", "-50 -50 100 100");
        svg.append(node);
        holder.append(svg);
    } else {
        holder.style.setProperty("--card", `${rect.width}px`);
        holder.append(node);
    }
    layer.append(holder);
    const x = to === undefined ? 0 : to.x - rect.left - rect.width / 2;
    const y = to === undefined ? 0 : to.y - rect.top - rect.height / 2;
    const size = to === undefined ? 0.7 : Math.min(2, Math.max(0.2, to.width / rect.width));
    const animation = holder.animate(
        [
            { opacity: 1, transform: "none" },
            { opacity: to === undefined ? 0 : 0.2, transform: `translate(${x}px, ${y}px) scale(${size})` },
        ],
        { ...timing(Math.hypot(x, y)), fill: "forwards" },
    );
    animation.onfinish = () => holder.remove();
    animation.oncancel = () => holder.remove();
}

/** Ends what still moves; everything stands where it belongs. */
export function settle(root: Element): void {
    root.querySelectorAll(".ghost").forEach((ghost) => ghost.remove());
    for (const element of root.querySelectorAll("[data-flip]")) {
        for (const animation of element.getAnimations()) {
            if (animation.id === name) {
                animation.cancel();
            }
        }
    }
}

/** Cards that close ranks where one left or came. */
function closeRanks(root: Element, before: Before, changes: Changes): void {
    const involved = new Set([...changes.appeared.values(), ...changes.gone.values()]);
    for (const { from, to } of changes.moved.values()) {
        involved.add(from).add(to);
    }
    for (const id of involved) {
        const deck = root.querySelector(`[data-deck="${CSS.escape(id)}"]`);
        const deckBefore = before.decks.get(id);
        if (deck === null || deckBefore === undefined) {
            continue;
        }
        const deckNow = boxOf(deck);
        for (const card of deck.querySelectorAll("[data-flip]")) {
            const own = card.getAttribute("data-flip")!;
            const was = before.things.get(own);
            if (was === undefined || changes.moved.has(own) || changes.appeared.has(own)) {
                continue;
            }
            const now = boxOf(card);
            const from = { x: was.x - deckBefore.x + deckNow.x, y: was.y - deckBefore.y + deckNow.y, width: now.width };
            if (Math.hypot(from.x - now.x, from.y - now.y) > 2) {
                glide(card, from, now);
            }
        }
    }
}

export function fly(root: Element, layer: HTMLElement, before: Before, changes: Changes): void {
    settle(root);
    if (changes.moved.size + changes.appeared.size + changes.gone.size > mostMoving) {
        return;
    }
    const decks = boxesBy(root, "data-deck");
    const source = onlyDeck(changes, -1);
    const sink = onlyDeck(changes, 1);
    const plans: (() => void)[] = []; // measure everything first, then move
    for (const [id, { from, to }] of changes.moved) {
        const element = elementFor(root, id);
        const start = before.things.get(id) ?? before.decks.get(from);
        const end = element === null ? decks.get(to) : boxOf(element);
        if (element !== null && start !== undefined && end !== undefined && isDrawn(end)) {
            plans.push(() => glide(element, start, end));
        }
    }
    for (const id of changes.appeared.keys()) {
        const element = elementFor(root, id);
        const start = source === null ? undefined : before.decks.get(source);
        if (element !== null) {
            const end = boxOf(element);
            plans.push(() => (start !== undefined && isDrawn(end) ? glide(element, start, end) : appear(element)));
        }
    }
    const end = sink === null ? undefined : decks.get(sink);
    before.ghosts.forEach((ghost) => plans.push(() => vanish(layer, ghost, end)));
    closeRanks(root, before, changes);
    plans.forEach((plan) => plan());
}
