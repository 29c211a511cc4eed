// Many numbers in a row: a slider, with buttons for one more and one less.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Choice } from "../decision";
import { Icon } from "../parts/icons";
import { say } from "../words/words";

interface NumberSliderProps {
    /** Not empty; their texts are numbers, from the least on. */
    choices: Choice[];
    isBusy: boolean;
    onFocus: (option: number | null) => void;
    onPick: (option: number) => void;
}

export function NumberSlider({ choices, isBusy, onFocus, onPick }: NumberSliderProps): JSX.Element {
    const [at, setAt] = useState(0);
    const last = choices.length - 1;
    const chosen = choices[at] ?? choices[0];
    const go = (to: number): void => {
        const place = Math.min(Math.max(to, 0), last);
        setAt(place);
        onFocus(choices[place]?.index ?? null);
    };
    const take = (): void => {
        if (chosen !== undefined) {
            onPick(chosen.index);
        }
    };
    return (
        <div class="number-slider">
            <output class="number-chosen" for="number-slider">
                {chosen?.text}
            </output>
            <div class="number-rail">
                <button type="button" class="icon-button" aria-label={say("ask.less")} disabled={at === 0} onClick={() => go(at - 1)}>
                    <Icon name="minus" />
                </button>
                <input
                    id="number-slider"
                    type="range"
                    min={0}
                    max={last}
                    value={at}
                    aria-valuetext={chosen?.text}
                    aria-label={say("ask.options")}
                    onInput={(event) => go(Number(event.currentTarget.value))}
                    onKeyDown={(event) => {
                        if (event.key === "Enter") {
                            take();
                        }
                    }}
                />
                <button type="button" class="icon-button" aria-label={say("ask.more")} disabled={at === last} onClick={() => go(at + 1)}>
                    <Icon name="plus" />
                </button>
            </div>
            <div class="number-ends soft" aria-hidden="true">
                <span>{choices[0]?.text}</span>
                <span>{choices[last]?.text}</span>
            </div>
            <button type="button" class="button primary wide" aria-disabled={isBusy} onClick={take}>
                {say("ask.take", chosen?.text ?? "")}
            </button>
        </div>
    );
}
