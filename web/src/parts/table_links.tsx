// The links of a table that this browser knows.
import type { JSX } from "preact";
import type { StoredTable } from "../local_storage";
import { tableAddress } from "../links";
import { say } from "../words/words";
import { SeatMark } from "./seat_mark";
import { CopyButton, ShareButton } from "./sharing";

interface TableLinksProps {
    stored: StoredTable;
    /** By seat: the label of the bot there; empty: a person plays, or it is not known. */
    bots: string[];
    /** The seat that is sat at in this tab; -1: none. */
    own: number;
}

export function TableLinks({ stored, bots, own }: TableLinksProps): JSX.Element {
    const isMaker = stored.host !== undefined;
    const invitation = say("links.invite", stored.name);
    return (
        <ul class="links">
            {stored.seats.map(({ seat, token }) => {
                const bot = bots[seat] ?? "";
                const address = tableAddress(stored.table, token);
                return (
                    <li class="link-row" key={seat}>
                        <SeatMark seat={seat} />
                        <div class="link-what">
                            <strong>{seat === own && !isMaker ? say("links.own") : say("seat.player", seat)}</strong>
                            {bot !== "" && <span class="soft">{say("seat.bot", bot)}</span>}
                            {seat === own && <span class="soft">{isMaker ? say("seat.you") : say("links.own.note")}</span>}
                        </div>
                        {bot === "" && (
                            <div class="link-actions">
                                {own < 0 && (
                                    <a class="button small" href={address} aria-label={say("links.sit.at", seat)}>
                                        {say("links.sit")}
                                    </a>
                                )}
                                <CopyButton address={address} label={say("links.copy.of", seat)} />
                                <ShareButton address={address} label={say("links.share.of", seat)} title={invitation} />
                            </div>
                        )}
                    </li>
                );
            })}
            {stored.spectator !== undefined && (
                <li class="link-row" key="spectator">
                    <span class="link-eye" aria-hidden="true" />
                    <div class="link-what">
                        <strong>{say("links.watch")}</strong>
                        <span class="soft">{say("links.watch.note")}</span>
                    </div>
                    <div class="link-actions">
                        <CopyButton address={tableAddress(stored.table, stored.spectator)} label={say("links.watch.copy")} />
                        <ShareButton
                            address={tableAddress(stored.table, stored.spectator)}
                            label={say("links.watch.share")}
                            title={stored.name}
                        />
                    </div>
                </li>
            )}
        </ul>
    );
}
