// A window over the page. The browser keeps the focus inside and closes it on Escape.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { say } from "../words/words";
import { Icon } from "./icons";

interface DialogProps {
    title: string;
    /** A class of its own, for its width. */
    kind?: string;
    onClose: () => void;
    children: ComponentChildren;
}

/** Open as long as it is drawn. */
export function Dialog({ title, kind = "", onClose, children }: DialogProps): JSX.Element {
    const dialog = useRef<HTMLDialogElement>(null);
    const name = useId();
    useEffect(() => {
        dialog.current?.showModal();
        dialog.current?.querySelector<HTMLElement>(":is(a, button, input, select):not(header *)")?.focus();
    }, []);
    return (
        <dialog
            ref={dialog}
            class={`dialog ${kind}`}
            aria-labelledby={name}
            onClose={onClose}
            onClick={(event) => {
                if (event.target === dialog.current) {
                    dialog.current?.close(); // beside the window
                }
            }}
        >
            <div class="dialog-inside">
                <header class="dialog-head">
                    <h2 id={name}>{title}</h2>
                    <button
                        type="button"
                        class="icon-button"
                        aria-label={say("page.close")}
                        onClick={() => dialog.current?.close()}
                    >
                        <Icon name="close" />
                    </button>
                </header>
                {children}
            </div>
        </dialog>
    );
}
