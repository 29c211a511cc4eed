// A table as one link sees it: all that came from the server, and what can be asked of it. It draws nothing.
import {
    Connection,
    type Answer,
    type Asked,
    type ConnectionStatus,
    type ConnectionUser,
    type Platform,
} from "./connection";
import {
    isPassingReason,
    type ClientJoin,
    type Reason,
    type ServerFollowed,
    type ServerJoined,
    type ServerMessage,
    type ServerState,
    type Sign,
} from "./protocol";
import type { Refusal, View } from "./view";

/** A line of the log. */
export interface LogLine {
    /** How many were told before it: its name, as long as it is not taken back. */
    number: number;
    text: string;
    isPrivate: boolean;
}

export interface ShownReaction {
    key: number;
    seat: number;
    sign: Sign;
}

/** Why there is no table to show. */
export interface Problem {
    reason: Reason;
    text: string;
}

/** How the table stood after some choices of a match that has ended. */
export interface LookBack {
    position: number;
    view: View;
    choice: string;
}

export interface TableSnapshot {
    status: ConnectionStatus;
    joined: ServerJoined | null;
    state: ServerState | null;
    /** When the state came, by the platform' clock: clocks run on from there. */
    stateCame: number;
    log: LogLine[];
    /** Lines from this number on are new since this seat chose last. */
    newFrom: number;
    problem: Problem | null;
    /** The address of another server that has the table; null: none is known. */
    elsewhere: string | null;
    /** The option of the running decision that was chosen, while the server has not answered. */
    choosing: number | null;
    /** The last thing that was refused, until it is read. */
    refused: Problem | null;
    reactions: ShownReaction[];
    lookBack: LookBack | null;
    followed: ServerFollowed | null;
}

const nothingYet: TableSnapshot = {
    status: "connecting",
    joined: null,
    state: null,
    stateCame: 0,
    log: [],
    newFrom: 0,
    problem: null,
    elsewhere: null,
    choosing: null,
    refused: null,
    reactions: [],
    lookBack: null,
    followed: null,
};

const mostLines = 2000;
const reactionTime = 4500;
/** A server that is gone loses its tables within this time, and they can be opened here. One that has them longer lives. */
const patienceWithOthers = 20_000;

export class TableSession implements ConnectionUser {
    private snapshot: TableSnapshot = nothingYet;
    private readonly listeners = new Set<() => void>();
    private readonly connection: Connection;
    private reactionsSeen = 0;
    private wantedPosition: number | null = null;
    private isLookingBack = false;
    private movedSince: number | null = null;
    private follow: (url: string) => void = () => {};

    constructor(
        readonly table: string,
        readonly token: string,
        private readonly platform: Platform,
    ) {
        this.connection = new Connection(this, platform);
    }

    begin(): Connection {
        this.connection.begin();
        return this.connection;
    }

    end(): void {
        this.connection.end();
    }

    /** How to go to another server that has the table. */
    onMoved(follow: (url: string) => void): void {
        this.follow = follow;
    }

    now(): TableSnapshot {
        return this.snapshot;
    }

    subscribe(listener: () => void): () => void {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
    }

    // ---- what the seat does

    choose(option: number): void {
        const decision = this.snapshot.state?.decision;
        if (decision === undefined || decision === "" || this.snapshot.choosing !== null) {
            return;
        }
        this.change({ choosing: option, newFrom: this.endOfLog(), refused: null });
        void this.ask({ type: "choose", decision, option }).then((answer) => {
            // The state that follows an accepted choice ends this; after a refusal none need follow.
            if (answer.type === "refused" && this.snapshot.state?.decision === decision) {
                this.change({ choosing: null });
            }
        });
    }

    undo(): void {
        if (this.snapshot.state?.may_undo === true) {
            void this.ask({ type: "undo" });
        }
    }

    rename(name: string): void {
        void this.ask({ type: "name", name });
    }

    /** An empty `bot`: a person. */
    handSeat(seat: number, bot: string): void {
        void this.ask({ type: "seat", seat, bot });
    }

    react(sign: Sign): void {
        this.connection.say({ type: "react", sign });
    }

    /** What cannot be chosen now; null: nothing is asked any more. */
    async whyNot(): Promise<Refusal[] | null> {
        const decision = this.snapshot.state?.decision;
        if (decision === undefined || decision === "") {
            return null;
        }
        const answer = await this.connection.ask({ type: "why", decision });
        return answer.type === "reasons" ? answer.refusals : null;
    }

    /** Shows how the table stood, as soon as the server says it; of many wishes the last one counts. Null: as it is. */
    lookBack(position: number | null): void {
        this.wantedPosition = position;
        if (position === null) {
            this.change({ lookBack: null });
        } else if (!this.isLookingBack) {
            void this.fetchWanted();
        }
    }

    /** Asks for an answer; a refusal is shown. */
    async ask(message: Asked): Promise<Answer> {
        const answer = await this.connection.ask(message);
        if (answer.type === "refused") {
            this.showRefusal(answer);
        }
        return answer;
    }

    showRefusal({ reason, text }: Problem): void {
        this.change({ refused: { reason, text } });
    }

    /** Asks for an answer; whoever asks shows a refusal. */
    askSilently(message: Asked): Promise<Answer> {
        return this.connection.ask(message);
    }

    forgetRefusal(): void {
        this.change({ refused: null });
    }

    // ---- what the connection says

    greeting(): ClientJoin {
        return { type: "join", table: this.table, token: this.token };
    }

    changed(status: ConnectionStatus): void {
        this.change({ status });
    }

    heard(message: ServerMessage): void {
        switch (message.type) {
            case "joined":
                this.join(message);
                break;
            case "state":
                this.replaceState(message);
                break;
            case "refused":
                if (message.id === "" && this.snapshot.joined === null) {
                    this.failToJoin(message);
                } else if (message.id === "" && isPassingReason(message.reason)) {
                    this.connection.reconnect();
                }
                break;
            case "reaction":
                this.show(message.seat, message.sign);
                break;
            case "followed":
                this.change({ followed: message });
                break;
            case "moved":
                this.lookFor(message.url);
                break;
            case "lobby":
            case "created":
            case "accepted":
            case "reasons":
            case "replayed":
            case "checked":
                break; // answers, which go to whoever asked
        }
    }

    private join(message: ServerJoined): void {
        const log = message.log.map((line, index) => ({
            number: message.log_from + index,
            text: line.text,
            isPrivate: line.private,
        }));
        const isFirst = this.snapshot.joined === null;
        this.movedSince = null;
        const end = message.log_from + log.length;
        this.change({
            joined: message,
            log,
            newFrom: isFirst ? end : Math.min(this.snapshot.newFrom, end),
            problem: null,
            elsewhere: null,
        });
    }

    private replaceState(state: ServerState): void {
        const before = this.snapshot.log.filter((line) => line.number < state.log_from);
        const told = state.log.map((line, index) => ({
            number: state.log_from + index,
            text: line.text,
            isPrivate: line.private,
        }));
        const looksOn = (this.snapshot.joined?.seat ?? -1) < 0;
        const isSameDecision = state.decision !== "" && state.decision === this.snapshot.state?.decision;
        this.change({
            state,
            stateCame: this.platform.now(),
            log: [...before, ...told].slice(-mostLines),
            newFrom: looksOn && told.length > 0 ? state.log_from : Math.min(this.snapshot.newFrom, state.log_from + told.length),
            choosing: isSameDecision ? this.snapshot.choosing : null,
        });
    }

    /** Here again, since the other server may be gone; and there, once it is sure that it is not. */
    private lookFor(url: string): void {
        this.change({ elsewhere: url === "" ? null : url });
        this.movedSince ??= this.platform.now();
        if (url !== "" && this.platform.now() - this.movedSince >= patienceWithOthers) {
            this.movedSince = null;
            this.follow(url);
        }
        this.connection.reconnect();
    }

    private failToJoin(problem: Problem): void {
        this.change({ problem: { reason: problem.reason, text: problem.text } });
        if (isPassingReason(problem.reason)) {
            this.connection.reconnect();
        } else {
            this.connection.end();
        }
    }

    private show(seat: number, sign: Sign): void {
        const key = ++this.reactionsSeen;
        this.change({ reactions: [...this.snapshot.reactions, { key, seat, sign }].slice(-8) });
        this.platform.after(reactionTime, () => {
            this.change({ reactions: this.snapshot.reactions.filter((one) => one.key !== key) });
        });
    }

    private async fetchWanted(): Promise<void> {
        this.isLookingBack = true;
        while (this.wantedPosition !== null && this.wantedPosition !== this.snapshot.lookBack?.position) {
            const position = this.wantedPosition;
            const answer = await this.connection.ask({ type: "replay", position });
            if (answer.type !== "replayed") {
                break;
            }
            if (this.wantedPosition !== null) {
                this.change({ lookBack: { position: answer.position, view: answer.view, choice: answer.choice } });
            }
            if (answer.position !== position) {
                break; // the match is shorter than was asked for
            }
        }
        this.isLookingBack = false;
    }

    private endOfLog(): number {
        const last = this.snapshot.log.at(-1);
        return last === undefined ? (this.snapshot.joined?.log_from ?? 0) : last.number + 1;
    }

    private change(part: Partial<TableSnapshot>): void {
        this.snapshot = { ...this.snapshot, ...part };
        for (const listener of this.listeners) {
            listener();
        }
    }
}
