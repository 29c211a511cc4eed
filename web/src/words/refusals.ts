// Reasons of refusals, in the language of the page.
import { isTranslatedReason, type Reason } from "../protocol";
import { say, type Key } from "./words";

/** In our own words, unless the server's say more. */
export function explainRefusal({ reason, text }: { reason: Reason; text: string }): string {
    if (!isTranslatedReason(reason)) {
        return text || say("problem.other");
    }
    const key: Key = `refused.${reason}`;
    return say(key);
}
