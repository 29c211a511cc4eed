// Hands, rows of cards, piles and what lies beside them.
import { useState } from "preact/hooks";
import type { Deck, Hidden, Instance } from "../view";
import { isHidden } from "../view";
import { Card, CardBack } from "./card";
import type { StageContext } from "./context";
import { targetProps, useStage } from "./context";
import { FactList } from "./fact_list";
import type { DeckSpot } from "./scene";
import { labelOf } from "./scene";

const mostBacks = 9;
const mostTinyBacks = 3;
const mostOpened = 200;

/** tiny: of others where there is little room; of cards that nobody sees only a few show. */
export type CardSize = "large" | "middle" | "small" | "tiny";

interface Measure {
    card: number;
    /** The least that shows of a card that another one covers. */
    strip: number;
}

function measureOf(size: CardSize, isSuited: boolean, width: number): Measure {
    const isNarrow = width < 560;
    if (size === "tiny") {
        return isSuited ? { card: 27, strip: 10 } : { card: 50, strip: 38 };
    }
    const small = isSuited ? (isNarrow ? 38 : 46) : isNarrow ? 56 : 62; // words need more room than signs
    const card = size === "large" ? (isNarrow ? 74 : 100) : size === "middle" ? (isNarrow ? 64 : 84) : small;
    return { card, strip: isSuited ? card * 0.36 : card * 0.8 };
}

/** Cards in so many rows that enough of each shows. */
export function rowsFor(cards: number, width: number, measure: Measure): number[] {
    const perRow = Math.max(1, Math.floor((width - measure.card) / measure.strip) + 1);
    const rows = Math.ceil(cards / perRow);
    const each = Math.ceil(cards / Math.max(rows, 1));
    return Array.from({ length: rows }, (_, i) => Math.min(each, cards - i * each)).filter((count) => count > 0);
}

function keyOf(card: Instance | Hidden, i: number): string {
    return isHidden(card) ? `hidden ${i}` : card.id;
}

/** Does its corner tell it all? Then little of it needs to show. */
function isSigned(stage: StageContext, card: Instance | Hidden): boolean {
    return (
        isHidden(card) ||
        Object.values(card.attributes ?? {}).some(
            (value) => typeof value === "string" && stage.suits.has(value.toLowerCase()),
        )
    );
}

interface SpreadProps {
    cards: readonly (Instance | Hidden)[];
    size: CardSize;
    label: string;
    isFanned?: boolean;
    /** Of the room for it; 1 is the whole drawing. */
    share?: number;
}

export function Spread({ cards, size, label, isFanned = false, share = 1 }: SpreadProps) {
    const stage = useStage();
    const measure = measureOf(
        size,
        cards.every((card) => isSigned(stage, card)),
        stage.width,
    );
    const room = Math.max(stage.width * share - 36, measure.card);
    const rows = rowsFor(cards.length, room, measure);
    let first = 0;
    return (
        <div
            class="spread"
            role="group"
            aria-label={label}
            data-fanned={isFanned ? "" : undefined}
            style={{ "--card": `${measure.card}px` }}
        >
            {rows.map((count, row) => {
                const begin = first;
                first += count;
                const isBent = isFanned && rows.length === 1 && count > 2;
                const half = (count - 1) / 2;
                const overlap = count > 1 ? Math.min(6, (room - measure.card) / (count - 1) - measure.card) : 0;
                return (
                    <div class="spread-row" key={row} style={{ "--overlap": `${overlap.toFixed(1)}px` }}>
                        {cards.slice(begin, begin + count).map((card, i) => {
                            const off = isBent ? (i - half) / half : 0; // -1 to 1
                            return (
                                <Card
                                    key={keyOf(card, begin + i)}
                                    card={card}
                                    turn={off * Math.min(half * 1.6, 6)}
                                    raise={off * off * Math.min(half * 3, 13)}
                                />
                            );
                        })}
                    </div>
                );
            })}
        </div>
    );
}

/** How many cards: told in words to screen readers, and that it changed. */
function Count({ deck, onClick, isOpen }: { deck: Deck; onClick?: () => void; isOpen?: boolean }) {
    const stage = useStage();
    const count = (deck.cards ?? []).length;
    const change = stage.changes.counts.get(deck.id);
    const text = stage.words(count === 1 ? "stage.card" : "stage.cards", count);
    return onClick !== undefined ? (
        <button
            type="button"
            class="deck-count"
            aria-expanded={isOpen}
            onClick={onClick}
            data-changed={change !== undefined ? "" : undefined}
            key={count}
        >
            {text}
        </button>
    ) : (
        <span class="deck-count" data-changed={change !== undefined ? "" : undefined} key={count}>
            {text}
        </span>
    );
}

/** The top card over the edges of those below it. */
function Pile({ deck, size, title }: { deck: Deck; size: CardSize; title: string }) {
    const stage = useStage();
    const cards = deck.cards ?? [];
    const top = cards[cards.length - 1]!;
    const below = cards.slice(0, -1).flatMap((card) => (isHidden(card) ? [] : [card.id]));
    const measure = measureOf(size, isSigned(stage, top), stage.width);
    const depth = Math.min(4, Math.ceil(cards.length / 6));
    const target = targetProps(
        stage,
        [deck.id],
        `${title}, ${stage.words(cards.length === 1 ? "stage.card" : "stage.cards", cards.length)}`,
        deck,
    );
    const isChosen = target["data-options"] !== undefined;
    return (
        <div
            class="pile"
            style={{ "--card": `${measure.card}px`, "--depth": String(depth) }}
            {...(isChosen ? target : {})}
            data-deck={deck.id}
        >
            {isHidden(top) ? <CardBack label={top.hidden} /> : <Card card={top} below={isChosen ? [] : below} />}
        </div>
    );
}

/** Cards that others hold. */
function Backs({ deck, size }: { deck: Deck; size: CardSize }) {
    const stage = useStage();
    const cards = deck.cards ?? [];
    const measure = measureOf(size, true, stage.width);
    const shown = cards.slice(0, size === "tiny" ? mostTinyBacks : mostBacks);
    return (
        <div
            class="backs"
            style={{ "--card": `${measure.card}px`, "--count": String(Math.max(shown.length, 2)) }}
            data-deck={deck.id}
            aria-hidden="true"
        >
            {shown.map((card, i) => (
                <CardBack key={i} label={isHidden(card) ? card.hidden : ""} />
            ))}
        </div>
    );
}

function Slot({ size }: { size: CardSize }) {
    const stage = useStage();
    return (
        <div
            class="slot"
            style={{ "--card": `${Math.round(measureOf(size, true, stage.width).card * 0.62)}px` }}
            aria-hidden="true"
        />
    );
}

/** Does the card on top say the same as the title? */
function isToldByTop(title: string, top: Instance | Hidden | undefined): boolean {
    return top !== undefined && !isHidden(top) && labelOf(top).toLowerCase() === title.toLowerCase();
}

export function DeckBlock({ spot, size, share = 1 }: { spot: DeckSpot; size: CardSize; share?: number }) {
    const stage = useStage();
    const [isOpen, setOpen] = useState(false);
    const { deck, form, title } = spot;
    const cards = Array.isArray(deck.cards) ? deck.cards : [];
    const canOpen = form === "pile" && cards.length > 1 && cards.some((card) => !isHidden(card));
    const isSpread = form === "hand" || form === "spread" || (canOpen && isOpen);
    const target = targetProps(stage, [deck.id], title, deck);
    const isChosen = target["data-options"] !== undefined && form !== "pile";
    const block = (
        <div
            class="deck"
            data-form={form}
            data-class={deck.class}
            data-owner={spot.owner ?? undefined}
            data-deck={isSpread || form === "slot" ? deck.id : undefined}
        >
            <div class="deck-head">
                {isChosen ? (
                    <span class="deck-title" {...target}>
                        {title}
                    </span>
                ) : (
                    !isToldByTop(title, cards[cards.length - 1]) && <span class="deck-title">{title}</span>
                )}
                {form !== "hand" && form !== "slot" && (
                    <Count deck={deck} {...(canOpen ? { onClick: () => setOpen(!isOpen), isOpen } : {})} />
                )}
                <FactList facts={spot.facts} />
            </div>
            {form === "slot" ? (
                <Slot size={size} />
            ) : isSpread ? (
                <Spread
                    cards={cards.slice(-mostOpened)}
                    size={form === "hand" ? "large" : size}
                    label={title}
                    isFanned={form === "hand"}
                    share={share}
                />
            ) : form === "backs" ? (
                <Backs deck={deck} size={size} />
            ) : (
                <Pile deck={deck} size={size} title={title} />
            )}
        </div>
    );
    return spot.discards === null ? (
        block
    ) : (
        <div class="deck-pair">
            {block}
            <Discards deck={spot.discards} size={size} share={share} />
        </div>
    );
}

function Discards({ deck, size, share }: { deck: Deck; size: CardSize; share: number }) {
    const stage = useStage();
    const [isOpen, setOpen] = useState(false);
    const title = stage.words("stage.discards");
    const cards = deck.cards ?? [];
    const canChoose = cards.some((card) => !isHidden(card) && stage.options.of([card.id]).length > 0);
    const canOpen = cards.length > 1 && cards.some((card) => !isHidden(card));
    const isShown = (isOpen && canOpen) || canChoose;
    return (
        <div class="deck discards" data-form={isShown ? "spread" : "pile"} data-deck={isShown ? deck.id : undefined}>
            <div class="deck-head">
                <span class="deck-title">{title}</span>
                <Count deck={deck} {...(canOpen ? { onClick: () => setOpen(!isOpen), isOpen: isShown } : {})} />
            </div>
            {isShown ? (
                <Spread cards={cards.slice(-mostOpened)} size={size} label={title} share={share} />
            ) : (
                <Pile deck={deck} size={size} title={title} />
            )}
        </div>
    );
}
