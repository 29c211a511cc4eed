// Section in the middle of the table that is not a board: an instance with what lies at it, a deck, or loose instances.
import { targetProps, useStage } from "./context";
import { DeckBlock } from "./decks";
import { FactList } from "./fact_list";
import type { Section } from "./scene";
import { LooseInstances } from "./loose_instances";

/** Nothing but a name is nothing to draw, unless it can be chosen. */
export function isWorthShowing(section: Section, isChoosable: boolean): boolean {
    return isChoosable || section.decks.length > 0 || section.things.length > 0 || section.facts.some((fact) => !fact.minor);
}

export function SectionView({ section }: { section: Section }) {
    const stage = useStage();
    const target = section.instance === null ? null : targetProps(stage, [section.instance.id], section.title, section.instance);
    const isChoosable = target !== null && target["data-options"] !== undefined;
    const hasTitle =
        section.title !== "" &&
        (section.facts.some((fact) => !fact.minor) || section.things.length > 0 || section.decks.length > 1 || isChoosable);
    return (
        <section
            class="section"
            {...(isChoosable
                ? target
                : {
                      "aria-label": section.title || undefined,
                      "data-thing": section.instance?.id,
                      "data-class": section.instance?.class,
                  })}
        >
            {hasTitle && <h3 class="section-title">{section.title}</h3>}
            <FactList facts={section.facts} />
            {section.decks.length > 0 && (
                <div class="section-decks">
                    {section.decks.map((spot) => (
                        <DeckBlock key={spot.deck.id} spot={spot} size="middle" />
                    ))}
                </div>
            )}
            {section.things.length > 0 && <LooseInstances things={section.things} />}
        </section>
    );
}
