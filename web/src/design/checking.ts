// Asks the server what is wrong with a text that changes as it is typed: once the typing pauses, one question at a time,
// and an answer counts only if it is about the newest text.
//
//   const checking = new Checking(ask, found, after);
//   checking.changed(text);    // as often as one likes
//   checking.end();
import type { Answer } from "../connection";
import type { Diagnostic } from "../protocol";
import type { DesignQuestion } from "./props";

const pause = 300;
/** Until one asks again after a refusal. */
const pauseWhenRefused = 1500;

/** Calls `work` later, unless what is given back is called before. */
export type After = (milliseconds: number, work: () => void) => () => void;

export class Checking {
    private text: string | null = null; // to be asked about; null: nothing new
    private isAsking = false;
    private hasEnded = false;
    private cancelPause: () => void = () => {};

    constructor(
        private readonly ask: (message: DesignQuestion) => Promise<Answer>,
        private readonly found: (diagnostics: Diagnostic[]) => void,
        private readonly after: After,
    ) {}

    changed(text: string): void {
        this.text = text;
        this.askAfter(pause);
    }

    /** Nobody needs to know any more, for instance because the text is being saved, which is answered likewise. */
    forget(): void {
        this.text = null;
        this.cancelPause();
    }

    end(): void {
        this.hasEnded = true;
        this.cancelPause();
    }

    private askAfter(milliseconds: number): void {
        this.cancelPause();
        this.cancelPause = this.after(milliseconds, () => void this.askNow());
    }

    private async askNow(): Promise<void> {
        if (this.isAsking || this.text === null || this.hasEnded) {
            return; // who is asking asks again
        }
        const text = this.text;
        this.text = null;
        this.isAsking = true;
        const answer = await this.ask({ type: "check", text });
        this.isAsking = false;
        if (this.hasEnded) {
            return;
        }
        if (this.text !== null) {
            this.askAfter(pause);
        } else if (answer.type === "checked") {
            this.found(answer.diagnostics);
        } else if (answer.type === "refused" && answer.reason === "too_fast") {
            this.text = text;
            this.askAfter(pauseWhenRefused);
        }
    }
}
