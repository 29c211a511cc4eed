// What the browser keeps: tables and their links, the language, the name. Where it may keep nothing, the page works all the
// same, and forgets.
import type { Game, SeatLink, ServerCreated } from "./protocol";

export interface KeptTable {
    table: string;
    /** Key and name of the game. */
    game: string;
    name: string;
    hidden?: boolean;
    chance?: boolean;
    /** Those whose links this browser knows. */
    seats: SeatLink[];
    spectator?: string;
    host?: string;
    /** The token that was used last. */
    last: string;
    /** When it was opened last, in milliseconds since 1970. */
    used: number;
    ended: boolean;
}

/** What is kept of a game. */
export type KeptGame = Pick<Game, "key" | "name" | "hidden" | "chance">;

function ofGame({ key, name, hidden, chance }: KeptGame): Pick<KeptTable, "game" | "name" | "hidden" | "chance"> {
    return { game: key, name, hidden, chance };
}

/** The part of the browser's storage that is used here. */
export interface Drawer {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
}

/** `turned`: by game and seat, whether the board is seen from the other side. */
export type KeptWord = "language" | "name" | "bot" | `turned.${string}.${number}`;

const tablesKey = "tgdl.tables";
const mostTables = 40;

export class Keeper {
    constructor(private readonly drawer: Drawer | null) {}

    /** The one that was used last comes first. */
    tables(): KeptTable[] {
        const tables = this.read<KeptTable[]>(tablesKey);
        return Array.isArray(tables) ? tables.filter(isKeptTable) : [];
    }

    find(table: string): KeptTable | null {
        return this.tables().find((one) => one.table === table) ?? null;
    }

    /** A table that was made here: all its links. */
    keepCreated(created: ServerCreated, game: KeptGame, now: number): void {
        this.keep({
            table: created.table,
            ...ofGame(game),
            seats: created.seats,
            spectator: created.spectator,
            host: created.host,
            last: created.host,
            used: now,
            ended: false,
        });
    }

    /** A link that was opened here. */
    keepOpened(
        table: string,
        token: string,
        joined: { seat: number; host: boolean; game: KeptGame },
        now: number,
    ): void {
        const known = this.find(table);
        const kept: KeptTable = known ?? {
            table,
            ...ofGame(joined.game),
            seats: [],
            last: token,
            used: now,
            ended: false,
        };
        if (joined.seat >= 0) {
            kept.seats = [...kept.seats.filter((link) => link.seat !== joined.seat), { seat: joined.seat, token }].sort(
                (one, other) => one.seat - other.seat,
            );
        } else if (joined.host) {
            kept.host = token;
        } else {
            kept.spectator = token;
        }
        this.keep({ ...kept, last: token, used: now });
    }

    markEnded(table: string): void {
        const kept = this.find(table);
        if (kept !== null && !kept.ended) {
            this.write(tablesKey, this.tables().map((one) => (one.table === table ? { ...one, ended: true } : one)));
        }
    }

    forget(table: string): void {
        this.write(tablesKey, this.tables().filter((one) => one.table !== table));
    }

    word(key: KeptWord): string {
        const word = this.read<unknown>(`tgdl.${key}`);
        return typeof word === "string" ? word : "";
    }

    keepWord(key: KeptWord, word: string): void {
        this.write(`tgdl.${key}`, word);
    }

    private keep(table: KeptTable): void {
        const others = this.tables().filter((one) => one.table !== table.table);
        this.write(tablesKey, [table, ...others].slice(0, mostTables));
    }

    private read<Form>(key: string): Form | null {
        try {
            return JSON.parse(this.drawer?.getItem(key) ?? "null") as Form;
        } catch {
            return null;
        }
    }

    private write(key: string, value: unknown): void {
        try {
            this.drawer?.setItem(key, JSON.stringify(value));
        } catch {
            // full, or forbidden
        }
    }
}

function isKeptTable(value: unknown): value is KeptTable {
    const table = value as Partial<KeptTable> | null;
    return (
        typeof table === "object" &&
        table !== null &&
        typeof table.table === "string" &&
        typeof table.game === "string" &&
        typeof table.name === "string" &&
        typeof table.last === "string" &&
        typeof table.used === "number" &&
        Array.isArray(table.seats)
    );
}

/** The one of the browser; storage may be switched off, and then to touch it throws. */
function drawerOf(storage: () => Storage): Drawer | null {
    try {
        return storage();
    } catch {
        return null;
    }
}

export const keeper = new Keeper(typeof window === "undefined" ? null : drawerOf(() => localStorage));

const tab = typeof window === "undefined" ? null : drawerOf(() => sessionStorage);

/** The token that this tab used at the table: two tabs may sit at two seats. */
export function tokenOfTab(table: string): string | null {
    try {
        return tab?.getItem(`tgdl.token.${table}`) ?? null;
    } catch {
        return null;
    }
}

export function keepTokenOfTab(table: string, token: string): void {
    try {
        tab?.setItem(`tgdl.token.${table}`, token);
    } catch {
        // as above
    }
}
