// Options of a match, as whoever makes a table chooses them.
import type { GameOption, OptionChoice } from "./protocol";

/** What people see for a value. */
export function valueLabel(option: GameOption, value: string): string {
    return option.labels[option.values.indexOf(value)] ?? value;
}

/** The whole number of a range that is nearest to what was typed; what is no number: the usual one. */
export function fittingValue({ values, usual }: GameOption, typed: string): string {
    const number = Math.round(Number(typed));
    if (typed.trim() === "" || !Number.isFinite(number)) {
        return usual;
    }
    const [least, most] = values.map(Number);
    return String(Math.min(Math.max(number, least ?? number), most ?? number));
}

/** Of the values in a form those that are not the usual ones. */
export function chosenOptions(options: GameOption[], values: Record<string, string>): OptionChoice[] {
    return options
        .map(({ name, usual }) => ({ name, value: values[name] ?? usual }))
        .filter(({ value }, index) => value !== options[index]?.usual);
}
