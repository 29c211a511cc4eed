// Local storage of the browser: tables and their links, the language, the name. Where it is switched off, the page
// works all the same, and forgets.
import type { Game, SeatLink, ServerCreated } from "./protocol";

export interface StoredTable {
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

/** What is stored of a game. */
export type StoredGame = Pick<Game, "key" | "name" | "hidden" | "chance">;

function ofGame({ key, name, hidden, chance }: StoredGame): Pick<StoredTable, "game" | "name" | "hidden" | "chance"> {
    return { game: key, name, hidden, chance };
}

/** The part of the browser's storage that is used here. */
export interface KeyValueStorage {
    getItem: (key: string) => string | null;
    setItem: (key: string, value: string) => void;
}

/** `turned`: by game and seat, whether the board is seen from the other side. */
export type SettingKey = "language" | "name" | "bot" | `turned.${string}.${number}`;

const tablesKey = "tgdl.tables";
const mostTables = 40;

export class LocalStore {
    constructor(private readonly storage: KeyValueStorage | null) {}

    /** The one that was used last comes first. */
    tables(): StoredTable[] {
        const tables = this.read<StoredTable[]>(tablesKey);
        return Array.isArray(tables) ? tables.filter(isStoredTable) : [];
    }

    find(table: string): StoredTable | null {
        return this.tables().find((one) => one.table === table) ?? null;
    }

    /** A table that was made here: all its links. */
    storeCreated(created: ServerCreated, game: StoredGame, now: number): void {
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
    storeOpened(
        table: string,
        token: string,
        joined: { seat: number; host: boolean; game: StoredGame },
        now: number,
    ): void {
        const known = this.find(table);
        const stored: StoredTable = known ?? {
            table,
            ...ofGame(joined.game),
            seats: [],
            last: token,
            used: now,
            ended: false,
        };
        if (joined.seat >= 0) {
            stored.seats = [...stored.seats.filter((link) => link.seat !== joined.seat), { seat: joined.seat, token }].sort(
                (one, other) => one.seat - other.seat,
            );
        } else if (joined.host) {
            stored.host = token;
        } else {
            stored.spectator = token;
        }
        this.keep({ ...stored, last: token, used: now });
    }

    markEnded(table: string): void {
        const stored = this.find(table);
        if (stored !== null && !stored.ended) {
            this.write(tablesKey, this.tables().map((one) => (one.table === table ? { ...one, ended: true } : one)));
        }
    }

    forget(table: string): void {
        this.write(tablesKey, this.tables().filter((one) => one.table !== table));
    }

    setting(key: SettingKey): string {
        const word = this.read<unknown>(`tgdl.${key}`);
        return typeof word === "string" ? word : "";
    }

    setSetting(key: SettingKey, word: string): void {
        this.write(`tgdl.${key}`, word);
    }

    private keep(table: StoredTable): void {
        const others = this.tables().filter((one) => one.table !== table.table);
        this.write(tablesKey, [table, ...others].slice(0, mostTables));
    }

    private read<Form>(key: string): Form | null {
        try {
            return JSON.parse(this.storage?.getItem(key) ?? "null") as Form;
        } catch {
            return null;
        }
    }

    private write(key: string, value: unknown): void {
        try {
            this.storage?.setItem(key, JSON.stringify(value));
        } catch {
            // full, or forbidden
        }
    }
}

function isStoredTable(value: unknown): value is StoredTable {
    const table = value as Partial<StoredTable> | null;
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
function storageOf(storage: () => Storage): KeyValueStorage | null {
    try {
        return storage();
    } catch {
        return null;
    }
}

export const localStore = new LocalStore(typeof window === "undefined" ? null : storageOf(() => localStorage));

const tab = typeof window === "undefined" ? null : storageOf(() => sessionStorage);

/** The token that this tab used at the table: two tabs may sit at two seats. */
export function tokenOfTab(table: string): string | null {
    try {
        return tab?.getItem(`tgdl.token.${table}`) ?? null;
    } catch {
        return null;
    }
}

export function storeTokenOfTab(table: string, token: string): void {
    try {
        tab?.setItem(`tgdl.token.${table}`, token);
    } catch {
        // as above
    }
}
