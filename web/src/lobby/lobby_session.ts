// The shelf of games, and making tables.
import { Connection, type ConnectionStatus, type ConnectionUser, type Platform } from "../connection";
import type { BotChoice, Clock, Game, OptionChoice, Reason, ServerCreated, ServerMessage } from "../protocol";

export interface LobbySnapshot {
    status: ConnectionStatus;
    /** Null: not known yet. */
    games: Game[] | null;
    bots: BotChoice[];
}

/** Who plays at a new table, and how. */
export interface Plan {
    game: Game;
    /** By seat: the word of a bot; empty: a person. */
    bots: string[];
    clock: Clock | null;
    /** Those of the match that are not the usual ones. */
    options: OptionChoice[];
}

export class LobbySession implements ConnectionUser {
    private snapshot: LobbySnapshot = { status: "connecting", games: null, bots: [] };
    private readonly listeners = new Set<() => void>();
    private readonly connection: Connection;

    constructor(platform: Platform) {
        this.connection = new Connection(this, platform);
    }

    begin(): Connection {
        this.connection.begin();
        return this.connection;
    }

    end(): void {
        this.connection.end();
    }

    now(): LobbySnapshot {
        return this.snapshot;
    }

    subscribe(listener: () => void): () => void {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
    }

    /** The links of the new table, or why there is none. */
    async create({ game, bots, clock, options }: Plan): Promise<ServerCreated | { reason: Reason; text: string }> {
        const answer = await this.connection.ask({
            type: "create",
            game: game.key,
            players: bots.length,
            bots,
            ...(clock === null ? {} : { clock }),
            ...(options.length === 0 ? {} : { options }),
        });
        if (answer.type === "created") {
            return answer;
        }
        return answer.type === "refused" ? answer : { reason: "malformed", text: "" };
    }

    greeting(): null {
        return null;
    }

    changed(status: ConnectionStatus): void {
        this.change({ status });
        if (status === "open") {
            this.connection.say({ type: "lobby" });
        }
    }

    heard(message: ServerMessage): void {
        if (message.type === "lobby") {
            this.change({ games: message.games, bots: message.bots });
        }
    }

    private change(part: Partial<LobbySnapshot>): void {
        this.snapshot = { ...this.snapshot, ...part };
        for (const listener of this.listeners) {
            listener();
        }
    }
}
