// Dialog on what cannot be chosen, and which rule says so.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../parts/dialog";
import type { Refusal } from "../view";
import { say } from "../words/words";

interface WhyDialogProps {
    /** Null: nothing is asked any more. */
    ask: () => Promise<Refusal[] | null>;
    onClose: () => void;
}

interface ReasonGroup {
    reason: string;
    place: Refusal["place"];
    texts: string[];
}

/** What one rule refuses stands together. */
export function byReason(refusals: Refusal[]): ReasonGroup[] {
    const groups = new Map<string, ReasonGroup>();
    for (const { text, reason, place } of refusals) {
        const key = JSON.stringify([reason, place]);
        const group = groups.get(key) ?? { reason, place, texts: [] };
        group.texts.push(text);
        groups.set(key, group);
    }
    return [...groups.values()];
}

export function WhyDialog({ ask, onClose }: WhyDialogProps): JSX.Element {
    const [refusals, setRefusals] = useState<Refusal[] | null | "asking">("asking");
    useEffect(() => {
        let isOpen = true;
        void ask().then((answer) => {
            if (isOpen) {
                setRefusals(answer);
            }
        });
        return () => {
            isOpen = false;
        };
    }, []);
    return (
        <Dialog title={say("why.title")} onClose={onClose}>
            {refusals === "asking" && <span class="dots" aria-hidden="true" />}
            {refusals === null && <p>{say("why.over")}</p>}
            {Array.isArray(refusals) && refusals.length === 0 && <p>{say("why.none")}</p>}
            {Array.isArray(refusals) && (
                <ul class="reasons">
                    {byReason(refusals).map(({ reason, place, texts }) => (
                        <li key={`${reason} ${place?.line}`}>
                            <p class="reason">{reason}</p>
                            <p class="refused-things">
                                {texts.map((text, index) => (
                                    <span class="refused-thing" key={index}>
                                        {text}
                                    </span>
                                ))}
                            </p>
                            {place !== null && <p class="soft place-in-rules">{say("why.place", place.file, place.line)}</p>}
                        </li>
                    ))}
                </ul>
            )}
        </Dialog>
    );
}
