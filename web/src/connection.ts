// Talks with the server. It connects, says hello, and connects again whenever the connection is lost; a message that asks
// for an answer is kept until the answer has come, and sent again with the same id on every new connection.
//
//   const connection = new Connection(user, browserPlatform());
//   connection.begin();
//   const answer = await connection.ask({ type: "undo" });
//
// At a table nothing but `join` is sent before `joined` has come: the server would refuse it.
import { protocolVersion, type ClientJoin, type ClientMessage, type ServerMessage } from "./protocol";

export type ConnectionStatus =
    | "connecting"
    | "open"
    | "lost"       // and will be tried again
    | "outdated"   // the page and the server speak different versions
    | "ended";     // by us

type Question = Extract<ClientMessage, { id: string }>;
/** A message that is answered, its id still to be drawn. */
export type Asked = Question extends infer Each ? (Each extends Question ? Omit<Each, "id"> : never) : never;
export type Answer = Extract<ServerMessage, { id: string }>;

/** The part of a WebSocket that is used here. */
export interface Socket {
    onopen: (() => void) | null;
    onmessage: ((event: { data: unknown }) => void) | null;
    onclose: (() => void) | null;
    send: (text: string) => void;
    close: () => void;
}

/** What a connection needs of the world. */
export interface Platform {
    open: () => Socket;
    /** Calls `work` after so many milliseconds, unless what is given back is called before. */
    after: (milliseconds: number, work: () => void) => () => void;
    /** From 0 to 1. */
    random: () => number;
    drawId: () => string;
    now: () => number;
}

export interface ConnectionUser {
    /** What opens the table on every new connection; null: the connection is for the lobby. */
    greeting: () => ClientJoin | null;
    heard: (message: ServerMessage) => void;
    changed: (status: ConnectionStatus) => void;
}

interface PendingRequest {
    message: Question;
    answered: (answer: Answer) => void;
}

const shortestPause = 250;
const longestPause = 15_000;
/** The server reads a connection that was too fast again after a second. */
const pauseWhenTooFast = 1_200;
/** After so long a silence one asks whether anybody is there, and waits this long for a word. */
const patience = 10_000;
const patienceWhenProbed = 6_000;

export class Connection {
    private status: ConnectionStatus = "connecting";
    private socket: Socket | null = null;
    private isReady = false;
    private failures = 0;
    private lastHeard = 0;
    private readonly pending = new Map<string, PendingRequest>();
    private cancelPause: (() => void) | null = null;
    private cancelWatch: (() => void) | null = null;

    constructor(
        private readonly user: ConnectionUser,
        private readonly platform: Platform,
    ) {}

    begin(): void {
        this.connect();
    }

    /** Sends it now or as soon as it can be, until it is answered. */
    ask(message: Asked): Promise<Answer> {
        return new Promise((answered) => {
            const whole = { ...message, id: this.platform.drawId() };
            this.pending.set(whole.id, { message: whole, answered });
            if (this.isReady) {
                this.send(whole);
                this.watch();
            }
        });
    }

    /** Sends it if it can be sent now. */
    say(message: ClientMessage): void {
        if (this.isReady) {
            this.send(message);
        }
    }

    /** The browser is back: no reason to wait any longer, and some to doubt that the connection still stands. */
    wake(): void {
        if (this.status === "ended" || this.status === "outdated") {
            return;
        }
        if (this.socket === null) {
            this.connect();
        } else if (this.isReady && this.platform.now() - this.lastHeard > patience) {
            this.probe();
        }
    }

    /** Leaves the server and comes again, after a pause. */
    reconnect(): void {
        this.lost();
    }

    end(): void {
        this.drop();
        this.setStatus("ended");
    }

    private connect(): void {
        this.cancelPause?.();
        this.cancelPause = null;
        const socket = this.platform.open();
        this.socket = socket;
        socket.onopen = () => {
            if (this.socket === socket) {
                this.greet();
            }
        };
        socket.onmessage = (event) => {
            if (this.socket === socket && typeof event.data === "string") {
                this.receive(JSON.parse(event.data) as ServerMessage);
            }
        };
        socket.onclose = () => {
            if (this.socket === socket) {
                this.lost();
            }
        };
    }

    private greet(): void {
        this.lastHeard = this.platform.now();
        this.send({ type: "hello", protocol: protocolVersion });
        const join = this.user.greeting();
        if (join !== null) {
            this.send(join);
            this.watch();
        } else {
            this.ready();
        }
    }

    private ready(): void {
        this.isReady = true;
        this.failures = 0;
        this.setStatus("open");
        this.sendKept();
    }

    private sendKept(): void {
        for (const { message } of this.pending.values()) {
            this.send(message);
        }
        this.watch();
    }

    private receive(message: ServerMessage): void {
        this.lastHeard = this.platform.now();
        if (message.type === "refused" && message.reason === "protocol") {
            this.drop();
            this.setStatus("outdated");
            return;
        }
        if (message.type === "refused" && message.reason === "too_fast" && message.id === "") {
            this.platform.after(pauseWhenTooFast, () => {
                if (this.isReady) {
                    this.sendKept();
                }
            });
            return;
        }
        if (message.type === "joined") {
            this.ready();
        }
        if ("id" in message) {
            const asked = this.pending.get(message.id);
            if (asked !== undefined) {
                this.pending.delete(message.id);
                asked.answered(message);
            }
        }
        this.user.heard(message);
    }

    private lost(): void {
        if (this.status === "ended" || this.status === "outdated") {
            return;
        }
        this.drop();
        this.setStatus("lost");
        const pause = Math.min(shortestPause * 2 ** this.failures, longestPause);
        this.failures += 1;
        // Many browsers lose the same server at the same moment: they shall not come back at the same moment.
        const spread = 0.5 + this.platform.random();
        this.cancelPause = this.platform.after(pause * spread, () => this.connect());
    }

    private drop(): void {
        const socket = this.socket;
        this.socket = null;
        this.isReady = false;
        this.cancelPause?.();
        this.cancelPause = null;
        this.cancelWatch?.();
        this.cancelWatch = null;
        socket?.close();
    }

    /** While something is to be answered, silence is suspicious. */
    private watch(): void {
        if (this.cancelWatch !== null) {
            return;
        }
        this.cancelWatch = this.platform.after(patience, () => {
            this.cancelWatch = null;
            if (this.isReady && this.pending.size === 0) {
                return;
            }
            if (this.platform.now() - this.lastHeard >= patience) {
                this.probe();
            } else {
                this.watch();
            }
        });
    }

    /** Asks for anything; who does not answer is not there. */
    private probe(): void {
        const asked = this.platform.now();
        this.send({ type: "lobby" });
        this.cancelWatch?.();
        this.cancelWatch = this.platform.after(patienceWhenProbed, () => {
            this.cancelWatch = null;
            if (this.lastHeard < asked) {
                this.lost();
            } else {
                this.watch();
            }
        });
    }

    private send(message: ClientMessage): void {
        this.socket?.send(JSON.stringify(message));
    }

    private setStatus(status: ConnectionStatus): void {
        if (this.status !== status) {
            this.status = status;
            this.user.changed(status);
        }
    }
}

/** The WebSocket of the server that the page came from. */
export function browserPlatform(): Platform {
    const address = `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws`;
    return {
        open: () => new WebSocket(address) as Socket,
        after(milliseconds, work) {
            const timer = setTimeout(work, milliseconds);
            return () => clearTimeout(timer);
        },
        random: Math.random,
        drawId,
        now: () => performance.now(),
    };
}

/** 96 bits as text. Works where the page was not loaded over HTTPS, too. */
export function drawId(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Wakes the connection when the browser is online again or the tab is looked at; gives back how to stop that. */
export function wakeWithBrowser(connection: Connection): () => void {
    const wake = (): void => {
        if (document.visibilityState === "visible") {
            connection.wake();
        }
    };
    addEventListener("online", wake);
    addEventListener("pageshow", wake);
    document.addEventListener("visibilitychange", wake);
    return () => {
        removeEventListener("online", wake);
        removeEventListener("pageshow", wake);
        document.removeEventListener("visibilitychange", wake);
    };
}
