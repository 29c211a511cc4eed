// A world for connections in tests: sockets that record what is sent, a clock that stands until it is moved.
import type { Socket, Platform } from "./connection";
import type { ClientMessage, ServerMessage } from "./protocol";

export class FakeSocket implements Socket {
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: unknown }) => void) | null = null;
    onclose: (() => void) | null = null;
    readonly sent: ClientMessage[] = [];
    isClosed = false;

    send(text: string): void {
        this.sent.push(JSON.parse(text) as ClientMessage);
    }

    close(): void {
        this.isClosed = true;
    }

    /** The server says something. */
    say(message: ServerMessage): void {
        this.onmessage?.({ data: JSON.stringify(message) });
    }

    types(): string[] {
        return this.sent.map((message) => message.type);
    }
}

export class FakePlatform implements Platform {
    readonly sockets: FakeSocket[] = [];
    luck = 0.5;
    private time = 0;
    private ids = 0;
    private timers: { at: number; work: () => void }[] = [];

    open(): FakeSocket {
        const socket = new FakeSocket();
        this.sockets.push(socket);
        return socket;
    }

    after(milliseconds: number, work: () => void): () => void {
        const timer = { at: this.time + milliseconds, work };
        this.timers.push(timer);
        return () => {
            this.timers = this.timers.filter((one) => one !== timer);
        };
    }

    random(): number {
        return this.luck;
    }

    drawId(): string {
        return `id${++this.ids}`;
    }

    now(): number {
        return this.time;
    }

    /** The last socket that was opened. */
    get socket(): FakeSocket {
        const last = this.sockets.at(-1);
        if (last === undefined) {
            throw new Error("no socket was opened");
        }
        return last;
    }

    /** Time goes by, and what is due happens. */
    pass(milliseconds: number): void {
        const end = this.time + milliseconds;
        for (;;) {
            const next = this.timers.filter((one) => one.at <= end).sort((one, other) => one.at - other.at)[0];
            if (next === undefined) {
                break;
            }
            this.timers = this.timers.filter((one) => one !== next);
            this.time = next.at;
            next.work();
        }
        this.time = end;
    }
}

/** Lets promises that are settled be heard. */
export async function settled(): Promise<void> {
    for (let i = 0; i < 10; ++i) {
        await Promise.resolve();
    }
}
