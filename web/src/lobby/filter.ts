// Filter of the games on the shelf.
import type { Game } from "../protocol";

export interface Filter {
    text: string;
    /** Null: any number. */
    players: number | null;
    hidden: boolean | null;
    chance: boolean | null;
}

export const everything: Filter = { text: "", players: null, hidden: null, chance: null };

/** From this number on, `or more`. */
export const mostPlayersNamed = 5;

/** Words without accents, in small letters. */
function folded(text: string): string {
    return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Every word of the text must appear. */
export function fits(game: Game, filter: Filter): boolean {
    const [least, most] = game.players;
    const { players } = filter;
    const isForSoMany =
        players === null || (players >= mostPlayersNamed ? most >= players : least <= players && players <= most);
    const text = folded(`${game.name} ${game.about}`);
    return (
        isForSoMany &&
        (filter.hidden === null || filter.hidden === game.hidden) &&
        (filter.chance === null || filter.chance === game.chance) &&
        folded(filter.text)
            .split(/\s+/)
            .every((word) => text.includes(word))
    );
}

/** How many play when nobody says it: two if they can. */
export function usualPlayers(game: Game): number {
    const [least, most] = game.players;
    return Math.min(Math.max(2, least), most);
}
