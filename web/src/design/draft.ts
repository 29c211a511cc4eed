// The rules as they are being written: what the text is, what the file holds, what was found wrong, what was refused.
// It draws nothing. Here lines end with a line feed; in the file they end as they did.
import type { Answer } from "../connection";
import type { Diagnostic } from "../protocol";
import { Checking, type After } from "./checking";
import type { DesignQuestion } from "./props";

export interface DraftSnapshot {
    text: string;
    /** As far as is known. */
    inFile: string;
    isSaving: boolean;
    /** The file was changed by other hands while there was something unsaved here. */
    isConflicted: boolean;
    /** Null: not checked yet. */
    found: Diagnostic[] | null;
    /** Why the last thing that was asked was not done; empty: it was. */
    refusal: string;
    /** What was saved last, or should have been, and nothing was typed since. */
    saved: "nothing" | "written" | "has errors";
    /** How often the text was replaced by other means than typing. */
    replacements: number;
}

export class Draft {
    private snapshot: DraftSnapshot;
    private readonly checking: Checking;
    private listener: (now: DraftSnapshot) => void = () => {};
    private lineEnd: "\n" | "\r\n";

    constructor(
        file: string,
        private readonly ask: (message: DesignQuestion) => Promise<Answer>,
        after: After,
    ) {
        const text = plainLines(file);
        this.lineEnd = lineEndOf(file);
        this.snapshot = {
            text,
            inFile: text,
            isSaving: false,
            isConflicted: false,
            found: null,
            refusal: "",
            saved: "nothing",
            replacements: 0,
        };
        this.checking = new Checking(ask, (found) => this.change({ found }), after);
        this.checking.changed(text);
    }

    now(): DraftSnapshot {
        return this.snapshot;
    }

    onChange(listener: (now: DraftSnapshot) => void): void {
        this.listener = listener;
    }

    typed(text: string): void {
        if (text !== this.snapshot.text) {
            this.change({ text, saved: "nothing" });
            this.checking.changed(text);
        }
    }

    async save(): Promise<void> {
        if (this.snapshot.isSaving) {
            return;
        }
        const { text } = this.snapshot;
        this.checking.forget();
        this.change({ isSaving: true, refusal: "" });
        const answer = await this.ask({ type: "rules", text: text.replaceAll("\n", this.lineEnd) });
        this.change({ isSaving: false, refusal: refusalOf(answer) });
        const isSame = this.snapshot.text === text;
        if (answer.type === "checked") {
            this.noteSaved(text, answer.diagnostics, isSame);
        }
        if (!isSame || answer.type !== "checked") {
            this.checking.changed(this.snapshot.text);
        }
    }

    /** The table begins anew. */
    async begin(): Promise<void> {
        this.change({ refusal: "" });
        this.change({ refusal: refusalOf(await this.ask({ type: "again" })) });
    }

    /** The server says what the file holds: who has changed nothing here sees it at once. */
    fileHolds(file: string): void {
        const { text, inFile: before } = this.snapshot;
        const inFile = plainLines(file);
        this.lineEnd = lineEndOf(file);
        if (inFile === before) {
            return;
        }
        const isUntouched = text === before;
        this.change({ inFile, isConflicted: !isUntouched && text !== inFile });
        if (isUntouched) {
            this.replace(inFile);
        }
    }

    takeFile(): void {
        this.change({ isConflicted: false });
        this.replace(this.snapshot.inFile);
    }

    end(): void {
        this.checking.end();
        this.listener = () => {};
    }

    /** Rules with errors do not come into the file. */
    private noteSaved(text: string, found: Diagnostic[], isSame: boolean): void {
        const isWritten = !found.some((one) => one.severity === "error");
        if (isWritten) {
            this.change({ inFile: text, isConflicted: false });
        }
        if (isSame) {
            this.change({ found, saved: isWritten ? "written" : "has errors" });
        }
    }

    private replace(text: string): void {
        this.typed(text);
        this.change({ replacements: this.snapshot.replacements + 1 });
    }

    private change(part: Partial<DraftSnapshot>): void {
        this.snapshot = { ...this.snapshot, ...part };
        this.listener(this.snapshot);
    }
}

export function isUnsaved(draft: DraftSnapshot): boolean {
    return draft.text !== draft.inFile;
}

function refusalOf(answer: Answer): string {
    return answer.type === "refused" ? answer.text : "";
}

function plainLines(text: string): string {
    return text.replace(/\r\n?/g, "\n");
}

function lineEndOf(text: string): "\n" | "\r\n" {
    return text.includes("\r\n") ? "\r\n" : "\n";
}
