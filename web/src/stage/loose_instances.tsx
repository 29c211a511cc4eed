// Loose instances, which lie on no board and in no deck: tokens, pills and cards on the table.
import type { Instance } from "../view";
import { Card } from "./card";
import { instanceWords, targetProps, useStage } from "./context";
import type { Fact } from "./facts";
import { ownerOf } from "./facts";
import { FactChip } from "./fact_list";
import { figureOf } from "./glyphs";
import { looksOf } from "./palette";
import { PieceFigure } from "./piece";
import { labelOf } from "./scene";
import { capitalized } from "./names";

type Form = "token" | "pill" | "card";

/** Facts that the name does not tell already. */
function tellingFacts(instance: Instance, facts: readonly Fact[]): Fact[] {
    const label = labelOf(instance).toLowerCase();
    return facts.filter(
        (fact) =>
            !(fact.form === "text" && label.includes(fact.value.toLowerCase())) &&
            !(fact.form === "seat" && fact.name === "owner"),
    );
}

function formOf(instance: Instance, facts: readonly Fact[], suits: ReadonlyMap<string, unknown>): Form {
    const isNamed = instance.text !== "" && instance.text !== instance.id;
    const isSuited = Object.values(instance.attributes ?? {}).some(
        (value) => typeof value === "string" && suits.has(value.toLowerCase()),
    );
    if (isSuited || instance.image !== undefined) {
        return "card";
    }
    if (!isNamed && facts.length === 0) {
        return "token";
    }
    const told = facts.filter((fact) => fact.form !== "flag");
    return isNamed && (told.length > 1 || told.some((fact) => fact.form === "goods")) ? "card" : "pill";
}

/** Loose instances one after the other; those that look the same and say nothing become one with a count. Tiny ones are little more than
 *  names: what else there is to know is told on demand. */
export function LooseInstances({ things, size = "middle" }: { things: readonly Instance[]; size?: "middle" | "small" | "tiny" }) {
    const stage = useStage();
    const read = things.map((instance) => {
        const facts = tellingFacts(instance, stage.scene.factsOf(instance));
        const form = formOf(instance, facts, stage.suits);
        return size === "tiny" && form !== "token"
            ? { instance, facts: facts.filter((fact) => fact.form === "flag"), form: "pill" as const }
            : { instance, facts, form };
    });
    const tokens = new Map<string, Instance[]>();
    for (const { instance, form } of read) {
        if (form === "token") {
            const look = [instance.class, instance.glyph, instance.color, JSON.stringify(instance.owner)].join("|");
            tokens.set(look, [...(tokens.get(look) ?? []), instance]);
        }
    }
    const cards = read.filter(({ form }) => form === "card");
    const pills = read.filter(({ form }) => form === "pill");
    const width = size === "small" ? 68 : stage.width < 560 ? 66 : 86;
    return (
        <>
            {cards.length > 0 && (
                <div class="thing-cards" style={{ "--card": `${width}px` }}>
                    {cards.map(({ instance }) => (
                        <Card key={instance.id} card={instance} />
                    ))}
                </div>
            )}
            {pills.length > 0 && (
                <div class="pills">
                    {pills.map(({ instance, facts }) => (
                        <Pill key={instance.id} instance={instance} facts={facts} />
                    ))}
                </div>
            )}
            {tokens.size > 0 && (
                <div class="loose">
                    {[...tokens].map(([look, alike]) => (
                        <Tokens key={look} alike={alike} />
                    ))}
                </div>
            )}
        </>
    );
}

/** A number of things is easier to see than to read, up to a dozen. */
function Tally({ count }: { count: number }) {
    return (
        <span class="tally" aria-hidden="true">
            {Array.from({ length: count }, (_, i) => (
                <i key={i} />
            ))}
        </span>
    );
}

function Pill({ instance, facts }: { instance: Instance; facts: readonly Fact[] }) {
    const stage = useStage();
    const isChanged = stage.changes.changed.has(instance.id) || stage.changes.appeared.has(instance.id);
    const numbers = facts.filter((fact) => fact.form === "number");
    const only = numbers.length === 1 && numbers[0]!.form === "number" ? numbers[0]!.value : null;
    const flags = facts.filter((fact) => fact.form === "flag");
    const isOff = flags.length > 0 && flags.every((fact) => fact.form === "flag" && !fact.on);
    const figure = figureOf(instance.glyph);
    return (
        <div
            class="pill"
            data-flip={instance.id}
            data-changed={isChanged ? "" : undefined}
            data-off={isOff ? "" : undefined}
            {...targetProps(stage, [instance.id], instanceWords(stage, instance), instance)}
        >
            {figure.form !== "none" && (
                <svg class="pill-sign" viewBox="-50 -50 100 100" focusable="false">
                    <PieceFigure piece={instance} tile={null} />
                </svg>
            )}
            <span class="pill-title">{capitalized(labelOf(instance))}</span>
            {facts
                .filter((fact) => !fact.minor && fact.form !== "flag")
                .map((fact) => (
                    <FactChip fact={fact} key={fact.key} />
                ))}
            {only !== null && Number.isInteger(only) && only > 0 && only <= 12 && flags.length === 0 && (
                <Tally count={only} />
            )}
        </div>
    );
}

function Tokens({ alike }: { alike: readonly Instance[] }) {
    const stage = useStage();
    const first = alike[0]!;
    const owner = ownerOf(first);
    const label = capitalized(labelOf(first));
    return (
        <div class="loose-token" style={owner !== null ? { color: `var(--seat-${looksOf(owner)})` } : undefined}>
            <svg viewBox="-54 -54 108 108" focusable="false">
                {alike.slice(1).map((instance) => (
                    <g key={instance.id} class="piece-below" data-flip={instance.id}>
                        <rect x="-40" y="-40" width="80" height="80" />
                    </g>
                ))}
                <g
                    class="piece"
                    data-flip={first.id}
                    {...targetProps(
                        stage,
                        alike.map((instance) => instance.id),
                        `${label} × ${alike.length}`,
                        first,
                    )}
                >
                    <circle class="halo" r="50" />
                    <PieceFigure piece={first} tile={null} />
                </g>
            </svg>
            <span class="loose-count">
                {label}
                {alike.length > 1 ? ` × ${alike.length}` : ""}
            </span>
        </div>
    );
}
