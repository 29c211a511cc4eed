// Fields for the options of a match.
import type { JSX } from "preact";
import { inWords } from "../decision";
import type { GameOption } from "../protocol";
import { say } from "../words/words";
import { fittingValue, valueLabel } from "../options";

interface OptionsFieldProps {
    options: GameOption[];
    /** By the name of the option: what was chosen. */
    values: Record<string, string>;
    onChange: (name: string, value: string) => void;
}

export function OptionsField({ options, values, onChange }: OptionsFieldProps): JSX.Element {
    return (
        <fieldset>
            <legend>{say("make.options")}</legend>
            <ul class="option-choices">
                {options.map((option) => (
                    <li key={option.name}>
                        <label for={`option-${option.name}`}>{inWords(option.name)}</label>
                        <OptionInput
                            option={option}
                            value={values[option.name] ?? option.usual}
                            onChange={(value) => onChange(option.name, value)}
                        />
                        {option.about !== "" && (
                            <p class="soft" id={`about-${option.name}`}>
                                {option.about}
                            </p>
                        )}
                    </li>
                ))}
            </ul>
        </fieldset>
    );
}

interface OptionInputProps {
    option: GameOption;
    value: string;
    onChange: (value: string) => void;
}

function OptionInput({ option, value, onChange }: OptionInputProps): JSX.Element {
    const shared = {
        id: `option-${option.name}`,
        ...(option.about === "" ? {} : { "aria-describedby": `about-${option.name}` }),
    };
    switch (option.kind) {
        case "flag":
            return (
                <input
                    {...shared}
                    type="checkbox"
                    checked={value === "true"}
                    onChange={(event) => onChange(String(event.currentTarget.checked))}
                />
            );
        case "range":
            return (
                <input
                    {...shared}
                    class="number-field"
                    type="number"
                    min={option.values[0]}
                    max={option.values[1]}
                    value={value}
                    onChange={(event) => {
                        const fitting = fittingValue(option, event.currentTarget.value);
                        event.currentTarget.value = fitting;
                        onChange(fitting);
                    }}
                />
            );
        case "list":
            return (
                <select {...shared} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
                    {option.values.map((one) => (
                        <option key={one} value={one}>
                            {valueLabel(option, one)}
                        </option>
                    ))}
                </select>
            );
    }
}
