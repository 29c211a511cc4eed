// Links for people: copied, or handed to whatever shares on this device.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { say } from "../words/words";
import { Icon } from "./icons";

/** Browsers give the clipboard only to pages that came over HTTPS; to others the old way is left. */
async function copyText(text: string): Promise<boolean> {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return copyBySelection(text);
    }
}

function copyBySelection(text: string): boolean {
    const field = document.createElement("textarea");
    field.value = text;
    field.readOnly = true;
    field.className = "unseen";
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    return isCopied;
}

interface LinkProps {
    /** From the root: `/table/…#…`. */
    address: string;
    /** What a screen reader says. */
    label: string;
}

export function CopyButton({ address, label }: LinkProps): JSX.Element {
    const [isCopied, setCopied] = useState(false);
    const copy = async (): Promise<void> => {
        if (await copyText(location.origin + address)) {
            setCopied(true);
            setTimeout(() => setCopied(false), 2000);
        }
    };
    return (
        <button type="button" class="button small" aria-label={isCopied ? say("links.copied") : label} onClick={() => void copy()}>
            <Icon name={isCopied ? "check" : "copy"} />
            <span aria-live="polite">{isCopied ? say("links.copied") : say("links.copy")}</span>
        </button>
    );
}

export function ShareButton({ address, label, title }: LinkProps & { title: string }): JSX.Element | null {
    if (typeof navigator.share !== "function") {
        return null;
    }
    const share = (): void => {
        navigator.share({ title, url: location.origin + address }).catch(() => {
            // whoever closes the choice of programs shares nothing
        });
    };
    return (
        <button type="button" class="button small" aria-label={label} onClick={share}>
            <Icon name="share" />
            <span>{say("links.share")}</span>
        </button>
    );
}
