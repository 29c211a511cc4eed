// Options by the instance that they are about.
import type { StageOption } from "./props";

export class OptionsById {
    private readonly byId = new Map<string, StageOption[]>();

    constructor(options: readonly StageOption[]) {
        for (const option of options) {
            if (option.about === null) {
                continue;
            }
            const known = this.byId.get(option.about);
            if (known === undefined) {
                this.byId.set(option.about, [option]);
            } else {
                known.push(option);
            }
        }
    }

    /** How many things can be chosen. */
    get count(): number {
        return this.byId.size;
    }

    /** Those about any of the ids that one drawn thing stands for. Of several with the same words the first counts: they look
     *  the same to whoever chooses. */
    of(ids: readonly string[]): StageOption[] {
        if (this.byId.size === 0) {
            return [];
        }
        const found: StageOption[] = [];
        for (const id of ids) {
            for (const option of this.byId.get(id) ?? []) {
                if (!found.some((other) => other.text === option.text)) {
                    found.push(option);
                }
            }
        }
        return found;
    }
}

/** The numbers of options as they stand in an attribute of what is drawn, and back. */
export function writeOptions(options: readonly StageOption[]): string | undefined {
    return options.length === 0 ? undefined : options.map((option) => option.index).join(" ");
}

export function readOptions(written: string | null | undefined): number[] {
    return (written ?? "")
        .split(" ")
        .filter((part) => part !== "")
        .map(Number)
        .filter((index) => Number.isInteger(index) && index >= 0);
}
