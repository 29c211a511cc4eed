// A player's place at the table: who it is, what they have, and whether they are waited for.
import { seatName, targetProps, useStage } from "./context";
import { DeckBlock } from "./decks";
import { FactChip, FactList } from "./fact_list";
import { SeatSign } from "./figures";
import { looksOf } from "./palette";
import type { SeatScene } from "./scene";
import { LooseInstances } from "./loose_instances";

function Trophy({ place }: { place: number }) {
    return (
        <span class="seat-rank" data-first={place === 1 ? "" : undefined}>
            {place === 1 && (
                <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
                    <path d="M7 3h10v2h3v3a4 4 0 0 1-4 4 5 5 0 0 1-3 2.8V18h3v3H8v-3h3v-3.200A5 5 0 0 1 8 12a4 4 0 0 1-4-4V5h3Zm0 4H6v1a2 2 0 0 0 1 1.700Zm10 0v2.700A2 2 0 0 0 18 8V7Z" />
                </svg>
            )}
            {place}
        </span>
    );
}

export function SeatPanel({ seat }: { seat: SeatScene }) {
    const stage = useStage();
    const { words } = stage;
    const name = seatName(stage, seat.seat);
    const target = targetProps(stage, seat.stands, name);
    const isChosen = target["data-options"] !== undefined;
    const decks = seat.decks.filter((spot) => !(seat.mine && spot.form === "hand"));
    const isNarrow = stage.width < 560;
    const across = Math.max(1, Math.min(stage.scene.players - 1, Math.floor(stage.width / (isNarrow ? 122 : 180))));
    const share = seat.mine ? 1 : 1 / across;
    const size = isNarrow && !seat.mine ? "tiny" : "small";
    return (
        <section
            class="seat"
            data-seat={seat.seat}
            data-mine={seat.mine ? "" : undefined}
            data-active={seat.active ? "" : undefined}
            style={{ "--seat": `var(--seat-${looksOf(seat.seat)})` }}
            aria-label={seat.mine ? words("stage.you", name) : name}
        >
            <div class="seat-head" {...(isChosen ? target : {})}>
                <SeatSign seat={seat.seat} tone={stage.tones.of(seat.seat)} />
                <span class="seat-name">{name}</span>
                {seat.mine && <span class="seat-you">{words("stage.you.short")}</span>}
                {seat.active && <span class="seat-turn" role="img" aria-label={words("stage.turn")} />}
                {seat.place !== null && <Trophy place={seat.place} />}
                <span class="seat-scores">
                    {seat.scores
                        .filter((fact) => !fact.minor)
                        .map((fact) => (
                            <FactChip fact={fact} key={fact.key} isScore />
                        ))}
                </span>
            </div>
            <FactList facts={seat.facts} />
            {decks.length > 0 && (
                <div class="seat-decks">
                    {decks.map((spot) => (
                        <DeckBlock key={spot.deck.id} spot={spot} size={size} share={share} />
                    ))}
                </div>
            )}
            {seat.things.length > 0 && <LooseInstances things={seat.things} size={size} />}
        </section>
    );
}
