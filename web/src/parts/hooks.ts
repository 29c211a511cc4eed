// Hooks by which components listen to what lies outside of them.
import { useEffect, useReducer, useRef } from "preact/hooks";

export interface Source<Form> {
    now: () => Form;
    subscribe: (listener: () => void) => () => void;
}

/** What the source holds, drawn again whenever it changes. */
export function useSource<Form>(source: Source<Form>): Form {
    const [, drawAgain] = useReducer((count: number, _: void) => count + 1, 0);
    const drawn = source.now();
    useEffect(() => {
        if (source.now() !== drawn) {
            drawAgain(undefined); // it changed between drawing and listening
        }
        return source.subscribe(() => drawAgain(undefined));
    }, [source]);
    return drawn;
}

/** Draws again every so many milliseconds while `runs`. */
export function useTicks(milliseconds: number, runs: boolean): void {
    const [, drawAgain] = useReducer((count: number, _: void) => count + 1, 0);
    useEffect(() => {
        if (!runs) {
            return;
        }
        const timer = setInterval(() => drawAgain(undefined), milliseconds);
        return () => clearInterval(timer);
    }, [milliseconds, runs]);
}

/** Listens for keys that nobody else has taken. Not while a text is written, nor with Ctrl, Alt or Meta held. */
export function useKeys(pressed: (event: KeyboardEvent) => void): void {
    const latest = useRef(pressed);
    latest.current = pressed;
    useEffect(() => {
        const listener = (event: KeyboardEvent): void => {
            const isTaken = event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey;
            if (!isTaken && !isWriting(event.target) && document.querySelector("dialog[open]") === null) {
                latest.current(event);
            }
        };
        addEventListener("keydown", listener);
        return () => removeEventListener("keydown", listener);
    }, []);
}

function isWriting(target: EventTarget | null): boolean {
    return (
        target instanceof HTMLElement &&
        (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName) ||
            (target instanceof HTMLInputElement && target.type !== "range"))
    );
}
