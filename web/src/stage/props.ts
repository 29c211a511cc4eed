// Properties that the page's frame gives to the drawing of the table, and what it hears from it.
import type { View } from "../view";

/** Something that can be chosen now. */
export interface StageOption {
    /** Its number in the decision. */
    index: number;
    text: string;
    /** Id of the instance that acts or is chosen. */
    about: string | null;
}

export interface StageProps {
    view: View;
    /** -1 looks on. */
    seat: number;
    /** By seat. */
    names: string[];
    /** Empty: nothing to choose. */
    options: StageOption[];
    /** The `index` of an option. */
    focused: number | null;
    onFocus: (option: number | null) => void;
    onPick: (option: number) => void;
    /** Base address of the game's images; ends with a slash. */
    pictures: string;
    /** No animation, e.g. while the replay slider is dragged. */
    still: boolean;
    /** Boards of squares and hexagons are seen from the other side. */
    isTurned: boolean;
    /** A text in the language of the page. */
    words: Words;
}

/** The text of that key, its places `{0}`, `{1}`… filled in. The keys of the drawing are in ./words.ts:
 *  `export const stageWords = { en: { "deck.empty": "empty" }, it: { "deck.empty": "vuoto" } };` */
export type Words = (key: string, ...parts: (string | number)[]) => string;
