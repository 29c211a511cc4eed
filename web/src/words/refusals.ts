// Reasons of refusals, in the language of the page.
import type { Reason } from "../protocol";
import { say, type Key } from "./words";

const known: Partial<Record<Reason, Key>> = {
    stale: "refused.stale",
    not_asked: "refused.not_asked",
    too_fast: "refused.too_fast",
    storage: "refused.storage",
    ended: "refused.ended",
    not_allowed: "refused.not_allowed",
    not_seated: "refused.not_seated",
    full: "refused.full",
};

/** In our own words, unless the server's say more. */
export function explainRefusal({ reason, text }: { reason: Reason; text: string }): string {
    const key = known[reason];
    return key === undefined ? text || say("problem.other") : say(key);
}
