// The texts of the page, in the language of the browser or the one that was chosen. Texts of games stay as they are.
import { localStore } from "../local_storage";
import type { Words } from "../stage/props";
import { stageWords } from "../stage/words";
import { english } from "./english";
import { italian } from "./italian";

export type Key = keyof typeof english;
export type Language = "en" | "it";

export const languages: Record<Language, string> = { en: "English", it: "Italiano" };

const texts: Record<Language, Record<Key, string>> = { en: english, it: italian };
const drawingTexts: Record<Language, Record<string, string>> = stageWords;

let current: Language = "en";

/** The first of the browser's languages that the page speaks; English if there is none. */
export function languageFor(wanted: readonly string[]): Language {
    for (const tag of wanted) {
        const language = tag.toLowerCase().split("-")[0];
        if (language === "en" || language === "it") {
            return language;
        }
    }
    return "en";
}

export function language(): Language {
    return current;
}

/** For everything that is drawn from now on. */
export function setLanguage(chosen: Language): void {
    current = chosen;
    document.documentElement.lang = chosen;
}

export function startLanguage(): void {
    setLanguage(languageFor([localStore.setting("language"), ...navigator.languages]));
}

export function say(key: Key, ...parts: (string | number)[]): string {
    return fill(texts[current][key], parts);
}

/** `KEY.one` or `KEY.many`, by the number. */
export function sayCount(key: CountedKey, number: number): string {
    return say(`${key}.${number === 1 ? "one" : "many"}`, number);
}

type CountedKey = Key extends infer Each ? (Each extends `${infer Stem}.one` ? Stem : never) : never;

/** For the drawing of the table, whose texts stand beside it. */
export const sayForStage: Words = (key, ...parts) =>
    fill(drawingTexts[current][key] ?? drawingTexts.en[key] ?? key, parts);

export function fill(text: string, parts: (string | number)[]): string {
    return text.replace(/\{(\d+)\}/g, (place, number: string) => String(parts[Number(number)] ?? place));
}
