// Signs to show to everybody at the table.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../parts/icons";
import { signs, type Sign } from "../protocol";
import { say } from "../words/words";

export function ReactMenu({ onReact }: { onReact: (sign: Sign) => void }): JSX.Element {
    const [isOpen, setOpen] = useState(false);
    const menu = useRef<HTMLDivElement>(null);
    const button = useRef<HTMLButtonElement>(null);
    useEffect(() => {
        if (!isOpen) {
            return;
        }
        const closeOutside = (event: Event): void => {
            if (event.target instanceof Node && !menu.current?.contains(event.target)) {
                setOpen(false);
            }
        };
        document.addEventListener("pointerdown", closeOutside);
        menu.current?.querySelector<HTMLElement>(".sign")?.focus();
        return () => document.removeEventListener("pointerdown", closeOutside);
    }, [isOpen]);
    const close = (): void => {
        setOpen(false);
        button.current?.focus();
    };
    return (
        <div
            class="react"
            ref={menu}
            onKeyDown={(event) => {
                if (event.key === "Escape" && isOpen) {
                    event.preventDefault();
                    close();
                }
            }}
        >
            <button
                ref={button}
                type="button"
                class="icon-button"
                title={say("react.title")}
                aria-label={say("react.title")}
                aria-expanded={isOpen}
                onClick={() => setOpen(!isOpen)}
            >
                <Icon name="smile" />
            </button>
            {isOpen && (
                <div class="react-signs" role="group" aria-label={say("react.title")}>
                    {(Object.keys(signs) as Sign[]).map((sign) => (
                        <button
                            type="button"
                            class="sign"
                            key={sign}
                            title={say(`react.${sign}`)}
                            aria-label={say(`react.${sign}`)}
                            onClick={() => {
                                onReact(sign);
                                close();
                            }}
                        >
                            {signs[sign]}
                        </button>
                    ))}
                </div>
            )}
        </div>
    );
}
