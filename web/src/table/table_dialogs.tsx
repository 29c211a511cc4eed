// The windows of a table, one at a time.
import type { JSX } from "preact";
import { browserPlatform } from "../connection";
import type { StoredTable } from "../local_storage";
import { Dialog } from "../parts/dialog";
import { TableLinks } from "../parts/table_links";
import type { ServerJoined, ServerState } from "../protocol";
import type { TableSession } from "../table_session";
import { say } from "../words/words";
import type { Designing } from "./designing";
import { seatAsHost } from "./host_command";
import { botLabel, namesOf } from "./people";
import { TableDialog } from "./table_dialog";
import { WhyDialog } from "./why_dialog";

export type OpenDialog = "links" | "table" | "why" | null;

interface TableDialogsProps {
    open: OpenDialog;
    session: TableSession;
    joined: ServerJoined;
    state: ServerState;
    /** What this browser knows of the table. */
    stored: StoredTable | null;
    designing: Designing | null;
    /** Null: there is no board that can be turned. */
    onTurn: (() => void) | null;
    onLanguage: () => void;
    onClose: () => void;
}

export function TableDialogs(props: TableDialogsProps): JSX.Element | null {
    const { open, session, joined, state, designing, onTurn, onLanguage, onClose } = props;
    const stored = withAllSeats(props.stored, designing);
    if (open === "why") {
        return <WhyDialog ask={() => session.whyNot()} onClose={onClose} />;
    }
    if (open === "links") {
        const known = stored ?? ownLink(session, joined);
        return (
            <Dialog title={say("links.again")} kind="ready" onClose={onClose}>
                {known.host !== undefined && <p>{say("links.lead")}</p>}
                <TableLinks stored={known} bots={state.seats.map((_, seat) => botLabel(joined, state, seat))} own={joined.seat} />
            </Dialog>
        );
    }
    if (open === "table") {
        return (
            <TableDialog
                state={state}
                names={namesOf(state)}
                own={joined.seat}
                bots={joined.bots}
                game={joined.game}
                options={joined.options}
                isHost={joined.host || stored?.host !== undefined}
                hasAllSeats={designing !== null}
                onName={(name) => session.rename(name)}
                onSeat={(seat, bot) => void handSeat(designing?.seats[seat] ?? session, stored, seat, bot)}
                onTurn={onTurn}
                onLanguage={onLanguage}
                onClose={onClose}
            />
        );
    }
    return null;
}

/** Whoever designs a game knows the links of all seats. */
function withAllSeats(stored: StoredTable | null, designing: Designing | null): StoredTable | null {
    if (stored === null || designing === null) {
        return stored;
    }
    return { ...stored, seats: designing.seats.map(({ token }, seat) => ({ seat, token })) };
}

/** All that is known where the browser may keep nothing. */
function ownLink({ table, token }: TableSession, { game, seat, host }: ServerJoined): StoredTable {
    return {
        table,
        game: game.key,
        name: game.name,
        seats: seat < 0 ? [] : [{ seat, token }],
        ...(seat < 0 && !host ? { spectator: token } : {}),
        last: token,
        used: 0,
        ended: false,
    };
}

/** One's own seat by one's own right, others by that of the host. */
async function handSeat(session: TableSession, stored: StoredTable | null, seat: number, bot: string): Promise<void> {
    const joined = session.now().joined;
    if (seat === joined?.seat || joined?.host === true || stored?.host === undefined) {
        session.handSeat(seat, bot);
        return;
    }
    const answer = await seatAsHost(browserPlatform(), { table: session.table, host: stored.host }, seat, bot);
    if (answer.type === "refused") {
        session.showRefusal(answer);
    }
}
