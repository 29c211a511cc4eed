// Attributes as labelled values.
import { useStage, seatName } from "./context";
import type { Fact } from "./facts";
import { factText } from "./facts";
import { Die, SeatSign } from "./figures";
import { numberText, wordsOf } from "./names";
import { lookOf, ValueSign, withShapes } from "../parts/value_sign";

/** What stands before the label of an enum's value. */
function LookOf({ label }: { label: string }) {
    const look = lookOf(useStage().enums, label);
    return look === null ? null : <ValueSign look={look} />;
}

function Value({ fact }: { fact: Fact }) {
    const stage = useStage();
    switch (fact.form) {
        case "number":
            return <b class="fact-value">{numberText(fact.value)}</b>;
        case "text":
            return (
                <b class="fact-value">
                    <LookOf label={fact.value} />
                    {withShapes(fact.value)}
                </b>
            );
        case "flag":
            return <b class="fact-value">{fact.on ? "✓" : "–"}</b>;
        case "dice":
            return <Dice faces={fact.faces} />;
        case "goods":
            return (
                <span class="fact-goods">
                    {fact.entries.map((entry) => (
                        <span class="fact-good" key={entry.label}>
                            <LookOf label={entry.label} />
                            {entry.label} <b class="fact-value">{entry.text}</b>
                        </span>
                    ))}
                </span>
            );
        case "seat":
            return (
                <b class="fact-value fact-seat">
                    <SeatSign seat={fact.seat} tone={stage.tones.of(fact.seat)} />
                    {seatName(stage, fact.seat)}
                </b>
            );
        case "things":
        case "list":
            return <b class="fact-value">{factText(fact, stage.scene.textOf, (seat) => seatName(stage, seat))}</b>;
        case "hidden":
            return (
                <b class="fact-value fact-hidden">
                    {fact.count === null ? stage.words("stage.hidden") : stage.words("stage.hidden.count", fact.count)}
                </b>
            );
    }
}

export function Dice({ faces }: { faces: (number | null)[] }) {
    const stage = useStage();
    const known = faces.filter((face) => face !== null);
    const label = known.length > 0 ? known.join(", ") : stage.words("stage.hidden.count", faces.length);
    return (
        <span class="dice" role="img" aria-label={label}>
            {faces.map((face, i) => (
                <svg key={i} viewBox="-50 -50 100 100" focusable="false">
                    <Die face={face} />
                </svg>
            ))}
        </span>
    );
}

export function FactChip({ fact, isScore = false }: { fact: Fact; isScore?: boolean }) {
    const { changes } = useStage();
    const isChanged = changes.values.has(fact.key);
    const value = JSON.stringify(fact);
    return (
        <span
            class="fact"
            data-form={fact.form}
            data-score={isScore ? "" : undefined}
            data-changed={isChanged ? "" : undefined}
            key={isChanged ? value : fact.key}
        >
            <span class="fact-name">{wordsOf(fact.name)}</span>
            {!(fact.form === "flag" && fact.on) && <Value fact={fact} />}
        </span>
    );
}

/** Those that matter; with `all`, the others too. */
export function FactList({ facts, all = false }: { facts: readonly Fact[]; all?: boolean }) {
    const { scene } = useStage();
    const shown = facts.filter(
        (fact) => (all || !fact.minor) && (fact.form !== "things" || fact.ids.some((id) => scene.textOf(id) !== "")),
    );
    return shown.length === 0 ? null : (
        <span class="facts">
            {shown.map((fact) => (
                <FactChip fact={fact} key={fact.key} />
            ))}
        </span>
    );
}
