// Tables that this browser has links of.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { KeptTable } from "../kept";
import { tableAddress } from "../links";
import { Dialog } from "../parts/dialog";
import { Emblem } from "../parts/emblem";
import { Icon } from "../parts/icons";
import { TableLinks } from "../parts/table_links";
import { language, say } from "../words/words";

const mostShown = 6;

interface MyTablesProps {
    tables: KeptTable[];
    onForget(table: KeptTable): void;
}

export function MyTables({ tables, onForget }: MyTablesProps): JSX.Element | null {
    const [linked, setLinked] = useState<KeptTable | null>(null);
    if (tables.length === 0) {
        return null;
    }
    return (
        <section class="mine" aria-labelledby="mine-title">
            <h2 id="mine-title">{say("mine.title")}</h2>
            <ul class="mine-list">
                {tables.slice(0, mostShown).map((kept) => (
                    <li class="mine-table" key={kept.table}>
                        <Emblem name={kept.name} hidden={kept.hidden === true} chance={kept.chance === true} />
                        <div class="mine-text">
                            <strong>{kept.name}</strong>
                            <span class="soft">
                                {roleText(kept)} · {kept.ended ? say("mine.ended") : sinceText(kept.used)}
                            </span>
                        </div>
                        {kept.last === kept.host && !kept.ended ? (
                            <button type="button" class="button small" onClick={() => setLinked(kept)}>
                                {say("mine.open")}
                            </button>
                        ) : (
                            <a class="button small" href={tableAddress(kept.table, kept.last)}>
                                {say(kept.ended ? "mine.look" : "mine.open")}
                            </a>
                        )}
                        {kept.host !== undefined && (
                            <button
                                type="button"
                                class="icon-button"
                                title={say("mine.links")}
                                aria-label={say("mine.links.of", kept.name)}
                                onClick={() => setLinked(kept)}
                            >
                                <Icon name="link" />
                            </button>
                        )}
                        <button
                            type="button"
                            class="icon-button"
                            title={say("mine.forget")}
                            aria-label={say("mine.forget.of", kept.name)}
                            onClick={() => onForget(kept)}
                        >
                            <Icon name="close" />
                        </button>
                    </li>
                ))}
            </ul>
            {linked !== null && (
                <Dialog title={say("links.again")} kind="ready" onClose={() => setLinked(null)}>
                    <p>{say("links.lead")}</p>
                    <TableLinks kept={linked} bots={[]} own={-1} />
                </Dialog>
            )}
        </section>
    );
}

function roleText(kept: KeptTable): string {
    const own = kept.seats.filter(({ token }) => token === kept.last)[0];
    if (own !== undefined) {
        return say("mine.seat", own.seat);
    }
    return kept.seats.length > 0 ? say("mine.seats", kept.seats.length) : say("mine.watching");
}

function sinceText(time: number): string {
    const minutes = Math.round((time - Date.now()) / 60_000);
    const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
    if (minutes > -60) {
        return format.format(minutes, "minute");
    }
    const hours = Math.round(minutes / 60);
    return hours > -24 ? format.format(hours, "hour") : format.format(Math.round(hours / 24), "day");
}
