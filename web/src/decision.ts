// Decision of a player, sorted for the page: which form the question has, and its options in groups.
import type { Decision, Offer } from "./view";

/** An option as a button shows it. */
export interface Choice {
    /** Its number in the decision. */
    index: number;
    /** As the rules call it. */
    text: string;
    /** What the button says; differs where the group says the rest. */
    label: string;
    /** Id of the instance that it is about. */
    about: string | null;
    offer: Offer;
    /** The documentation of the action, where the group does not say it. */
    note: string;
}

export interface ChoiceGroup {
    /** Empty: there is only this group. */
    title: string;
    /** The documentation of the action. */
    note: string;
    choices: Choice[];
}

export type QuestionForm =
    | "action"
    | "off_turn"
    | "move"
    | "choose"
    | "yes_no"
    | "player"
    | "number"   // buttons
    | "range"    // so many numbers in a row that they are a slider
    | "several"  // one element of a list after the other
    | "value";

export interface Question {
    form: QuestionForm;
    /** What is asked for, as the rules call it: the input's name in words, and its class if that says more. May be empty. */
    subject: string;
    groups: ChoiceGroup[];
    /** Ends a list, or declines. */
    done: Choice | null;
    none: Choice | null;
}

const mostNumberButtons = 16;

/** `TakeLoan`, `take_loan` → `Take loan`, `take loan`. */
export function inWords(name: string): string {
    const parts = name
        .replace(/_+/g, " ")
        .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
        .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
        .trim()
        .split(/\s+/);
    return parts
        .map((part, index) => (index > 0 && /^\p{Lu}\p{Ll}*$/u.test(part) ? part.toLowerCase() : part))
        .join(" ");
}

/** Of the view's own decision; null: this seat is asked nothing. */
export function readQuestion(decision: Decision | null): Question | null {
    const options = decision?.options;
    if (decision === null || options === undefined) {
        return null;
    }
    const type = decision.type ?? "";
    const choices = options.map((text, index): Choice => ({
        index,
        text,
        label: text,
        about: decision.about?.[index]?.ref ?? null,
        offer: decision.offers?.[index] ?? { kind: "label" },
        note: "",
    }));
    const done = takeLast(choices, "done");
    const none = takeLast(choices, "none");
    const form = formOf(decision, choices);
    const groups =
        form === "action" || form === "off_turn" ? groupActions(decision, choices) : [{ title: "", note: "", choices }];
    const kind = form === "value" && /^\p{Lu}\w*$/u.test(type) ? type : "";
    return { form, subject: subjectOf(decision.input ?? "", kind), groups, done, none };
}

/** `to`, `Square` → `to (Square)`; `card`, `Card` → `card`. */
function subjectOf(input: string, kind: string): string {
    const saysMore = input !== "" && kind !== "" && input.toLowerCase() !== kind.toLowerCase();
    return saysMore ? `${inWords(input)} (${inWords(kind)})` : inWords(input);
}

/** What ends or declines comes after all others. */
function takeLast(choices: Choice[], kind: "done" | "none"): Choice | null {
    const last = choices.at(-1);
    if (last?.offer.kind !== kind || choices.length < 2) {
        return null;
    }
    choices.pop();
    return last;
}

function formOf(decision: Decision, choices: Choice[]): QuestionForm {
    switch (decision.kind) {
        case "action":
            return "action";
        case "off turn":
            return "off_turn";
        case "move":
            return "move";
        case "choose":
            return "choose";
        case "input":
        case undefined:
            break;
    }
    if (decision.list === true) {
        return "several";
    }
    if (decision.type === "player") {
        return "player";
    }
    if (choices.length <= 2 && choices.every(({ offer }) => typeof offer.value === "boolean")) {
        return "yes_no";
    }
    if (decision.type === "number" && choices.every(({ offer }) => typeof offer.value === "number")) {
        return choices.length > mostNumberButtons && areInARow(choices) ? "range" : "number";
    }
    return "value";
}

/** Each number as far from the one before it as the second from the first. */
function areInARow(choices: Choice[]): boolean {
    const numbers = choices.map((choice) => Number(choice.offer.value));
    const step = (numbers[1] ?? 0) - (numbers[0] ?? 0);
    return step > 0 && numbers.every((number, index) => index === 0 || number - (numbers[index - 1] ?? 0) === step);
}

/** Those of one class and name together, each called by what acts. */
function groupActions(decision: Decision, choices: Choice[]): ChoiceGroup[] {
    const groups = new Map<string, ChoiceGroup>();
    const single: ChoiceGroup = { title: "", note: "", choices: [] };
    choices.forEach((choice, index) => {
        const { type = "", action = choice.text, actor } = choice.offer;
        const note = decision.actions?.[index]?.text ?? "";
        if (actor === undefined) {
            single.choices.push({ ...choice, label: inWords(action), note });
            return;
        }
        const key = `${type}.${action}`;
        const group = groups.get(key) ?? { title: titleOf(type, action), note, choices: [] };
        group.choices.push({ ...choice, label: actor });
        groups.set(key, group);
    });
    return [...(single.choices.length > 0 ? [single] : []), ...groups.values()];
}

/** `Pawn`, `Move` → `Pawn: move`. */
function titleOf(type: string, action: string): string {
    return type === "" ? inWords(action) : `${inWords(type)}: ${inWords(action).toLowerCase()}`;
}

/** All choices of the question, in the order in which the page shows them. */
export function choicesOf(question: Question): Choice[] {
    const ends = [question.done, question.none].filter((choice): choice is Choice => choice !== null);
    return [...question.groups.flatMap((group) => group.choices), ...ends];
}
