// Tables that this browser has links of.
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { StoredTable } from "../local_storage";
import { tableAddress } from "../links";
import { Dialog } from "../parts/dialog";
import { Emblem } from "../parts/emblem";
import { Icon } from "../parts/icons";
import { TableLinks } from "../parts/table_links";
import { language, say } from "../words/words";

const mostShown = 6;

interface MyTablesProps {
    tables: StoredTable[];
    onForget: (table: StoredTable) => void;
}

export function MyTables({ tables, onForget }: MyTablesProps): JSX.Element | null {
    const [linked, setLinked] = useState<StoredTable | null>(null);
    if (tables.length === 0) {
        return null;
    }
    return (
        <section class="mine" aria-labelledby="mine-title">
            <h2 id="mine-title">{say("mine.title")}</h2>
            <ul class="mine-list">
                {tables.slice(0, mostShown).map((stored) => (
                    <li class="mine-table" key={stored.table}>
                        <Emblem name={stored.name} hidden={stored.hidden === true} chance={stored.chance === true} />
                        <div class="mine-text">
                            <strong>{stored.name}</strong>
                            <span class="soft">
                                {roleText(stored)} · {stored.ended ? say("mine.ended") : sinceText(stored.used)}
                            </span>
                        </div>
                        {stored.last === stored.host && !stored.ended ? (
                            <button type="button" class="button small" onClick={() => setLinked(stored)}>
                                {say("mine.open")}
                            </button>
                        ) : (
                            <a class="button small" href={tableAddress(stored.table, stored.last)}>
                                {say(stored.ended ? "mine.look" : "mine.open")}
                            </a>
                        )}
                        {stored.host !== undefined && (
                            <button
                                type="button"
                                class="icon-button"
                                title={say("mine.links")}
                                aria-label={say("mine.links.of", stored.name)}
                                onClick={() => setLinked(stored)}
                            >
                                <Icon name="link" />
                            </button>
                        )}
                        <button
                            type="button"
                            class="icon-button"
                            title={say("mine.forget")}
                            aria-label={say("mine.forget.of", stored.name)}
                            onClick={() => onForget(stored)}
                        >
                            <Icon name="close" />
                        </button>
                    </li>
                ))}
            </ul>
            {linked !== null && (
                <Dialog title={say("links.again")} kind="ready" onClose={() => setLinked(null)}>
                    <p>{say("links.lead")}</p>
                    <TableLinks stored={linked} bots={[]} own={-1} />
                </Dialog>
            )}
        </section>
    );
}

function roleText(stored: StoredTable): string {
    const own = stored.seats.filter(({ token }) => token === stored.last)[0];
    if (own !== undefined) {
        return say("mine.seat", own.seat);
    }
    return stored.seats.length > 0 ? say("mine.seats", stored.seats.length) : say("mine.watching");
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
