// Addresses of the page: what they stand for, and how they are written. Tokens stand behind the `#`, which browsers send to
// nobody.

export type Place =
    | { page: "lobby"; game: string | null }
    | { page: "table"; table: string; token: string | null };

const gameMark = "#game=";

/** What an address leads to; anything unknown leads to the lobby. */
export function readAddress(path: string, fragment: string): Place {
    const table = /^\/table\/([^/]+)\/?$/.exec(path)?.[1];
    if (table !== undefined) {
        const token = fragment.replace(/^#/, "");
        return { page: "table", table: decoded(table), token: token === "" ? null : decoded(token) };
    }
    return { page: "lobby", game: fragment.startsWith(gameMark) ? decoded(fragment.slice(gameMark.length)) : null };
}

export function tableAddress(table: string, token: string): string {
    return `/table/${encodeURIComponent(table)}#${encodeURIComponent(token)}`;
}

/** The lobby, with that game to be set up. */
export function setUpAddress(game: string): string {
    return `/${gameMark}${encodeURIComponent(game)}`;
}

export function rulesAddress(game: string): string {
    return `/rules/${encodeURIComponent(game)}`;
}

export function picturesAddress(game: string): string {
    return `/games/${encodeURIComponent(game)}/`;
}

/** Where the same link leads at another server; null: it is no address of a server, or of this one. */
export function movedAddress(url: string, here: Pick<Location, "origin" | "pathname" | "hash">): string | null {
    let there: URL;
    try {
        there = new URL(url);
    } catch {
        return null;
    }
    const isServer = there.protocol === "https:" || there.protocol === "http:";
    return isServer && there.origin !== here.origin ? there.origin + here.pathname + here.hash : null;
}

/** People cut links off and write them anew: what cannot be decoded is taken as it stands. */
function decoded(text: string): string {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}
