import assert from "node:assert/strict";
import test from "node:test";
import { Connection, type ConnectionStatus, type ConnectionUser } from "./connection";
import { protocolVersion, type ServerMessage } from "./protocol";
import { FakePlatform, settled } from "./platform_for_test";

const joined: ServerMessage = {
    type: "joined",
    table: "t",
    game: { key: "nim", name: "Nim", about: "", players: [2, 2], hidden: false, chance: false, seats: [], options: [] },
    options: [],
    seat: 0,
    host: false,
    bots: [],
    log: [],
    log_from: 0,
};

class Listener implements ConnectionUser {
    readonly statuses: ConnectionStatus[] = [];
    readonly messages: ServerMessage[] = [];
    joins = true;

    greeting() {
        return this.joins ? ({ type: "join", table: "t", token: "k" } as const) : null;
    }
    heard(message: ServerMessage): void {
        this.messages.push(message);
    }
    changed(status: ConnectionStatus): void {
        this.statuses.push(status);
    }
}

function begin(): { world: FakePlatform; listener: Listener; connection: Connection } {
    const world = new FakePlatform();
    const listener = new Listener();
    const connection = new Connection(listener, world);
    connection.begin();
    return { world, listener, connection };
}

function openTable(world: FakePlatform): void {
    world.socket.onopen?.();
    world.socket.say(joined);
}

test("hello comes first, with the version, then the table is joined", () => {
    const { world } = begin();

    world.socket.onopen?.();

    assert.deepEqual(world.socket.sent, [
        { type: "hello", protocol: protocolVersion },
        { type: "join", table: "t", token: "k" },
    ]);
});

test("what is asked before the table is joined waits until it is", () => {
    const { world, connection } = begin();
    void connection.ask({ type: "undo" });
    world.socket.onopen?.();
    assert.deepEqual(world.socket.types(), ["hello", "join"]);

    world.socket.say(joined);

    assert.deepEqual(world.socket.sent.at(-1), { type: "undo", id: "id1" });
});

test("what was not answered is sent again with the same id on the next connection", () => {
    const { world, connection } = begin();
    openTable(world);
    void connection.ask({ type: "choose", decision: "0.0", option: 3 });
    const sent = world.socket.sent.at(-1);

    world.socket.onclose?.();
    world.pass(1000);
    openTable(world);

    assert.equal(world.sockets.length, 2);
    assert.deepEqual(world.socket.sent.at(-1), sent);
});

test("what was answered is not sent again", async () => {
    const { world, connection } = begin();
    openTable(world);
    const answer = connection.ask({ type: "undo" });
    world.socket.say({ type: "accepted", id: "id1" });
    assert.equal((await answer).type, "accepted");

    world.socket.onclose?.();
    world.pass(1000);
    openTable(world);

    assert.deepEqual(world.socket.types(), ["hello", "join"]);
});

test("an answer is given once, to whoever asked", async () => {
    const { world, connection } = begin();
    openTable(world);
    const answers: string[] = [];
    void connection.ask({ type: "undo" }).then((answer) => answers.push(`first ${answer.type}`));
    void connection.ask({ type: "undo" }).then((answer) => answers.push(`second ${answer.type}`));

    world.socket.say({ type: "refused", id: "id2", reason: "not_allowed", text: "" });
    world.socket.say({ type: "accepted", id: "id2" });
    await settled();

    assert.deepEqual(answers, ["second refused"]);
});

test("pauses between attempts grow, up to a limit", () => {
    const { world } = begin();
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 12; ++attempt) {
        const before = world.now();
        const opened = world.sockets.length;
        world.socket.onclose?.();
        while (world.sockets.length === opened) {
            world.pass(10);
        }
        pauses.push(world.now() - before);
    }

    assert.ok(pauses[0]! <= 300, `the first pause was ${pauses[0]}`);
    assert.ok(pauses[3]! > pauses[2]! && pauses[2]! > pauses[1]!);
    assert.ok(pauses.every((pause) => pause <= 15_010));
    assert.equal(pauses[11], pauses[10]);
});

test("pauses differ by chance", () => {
    const opened = [0, 1].map((luck) => {
        const { world } = begin();
        world.luck = luck;
        world.socket.onclose?.();
        world.pass(200);
        return world.sockets.length;
    });

    assert.deepEqual(opened, [2, 1]);
});

test("a connection that was joined begins again with short pauses", () => {
    const { world } = begin();
    for (let attempt = 0; attempt < 6; ++attempt) {
        world.socket.onclose?.();
        world.pass(20_000);
    }
    openTable(world);
    const opened = world.sockets.length;

    world.socket.onclose?.();
    world.pass(400);

    assert.equal(world.sockets.length, opened + 1);
});

test("waking connects at once", () => {
    const { world, connection } = begin();
    for (let attempt = 0; attempt < 6; ++attempt) {
        world.socket.onclose?.();
        world.pass(20_000);
    }
    world.socket.onclose?.();
    const opened = world.sockets.length;

    connection.wake();
    connection.wake();

    assert.equal(world.sockets.length, opened + 1);
});

test("a connection that is silent after waking is given up", () => {
    const { world, listener, connection } = begin();
    openTable(world);
    world.pass(60_000);

    connection.wake();
    assert.equal(world.socket.sent.at(-1)?.type, "lobby");
    world.pass(8000);

    assert.ok(listener.statuses.includes("lost"));
    assert.equal(world.sockets.length, 2);
});

test("a connection that answers after waking is kept", () => {
    const { world, connection } = begin();
    openTable(world);
    world.pass(60_000);

    connection.wake();
    world.socket.say({ type: "lobby", games: [], bots: [] });
    world.pass(60_000);

    assert.equal(world.sockets.length, 1);
});

test("silence while something is to be answered ends the connection, and it is asked again", () => {
    const { world, connection } = begin();
    openTable(world);
    void connection.ask({ type: "undo" });

    world.pass(20_000);
    assert.equal(world.sockets.length, 2);
    openTable(world);

    assert.deepEqual(world.socket.sent.at(-1), { type: "undo", id: "id1" });
});

test("silence while nothing is asked is no reason to worry", () => {
    const { world } = begin();
    openTable(world);

    world.pass(600_000);

    assert.equal(world.sockets.length, 1);
    assert.deepEqual(world.socket.types(), ["hello", "join"]);
});

test("another version of the protocol ends it for good", () => {
    const { world, listener } = begin();
    world.socket.onopen?.();

    world.socket.say({ type: "refused", id: "", reason: "protocol", text: "load the page again" });
    world.pass(100_000);

    assert.deepEqual(listener.statuses, ["outdated"]);
    assert.equal(world.sockets.length, 1);
});

test("what was dropped because it came too fast is sent again", () => {
    const { world, connection } = begin();
    openTable(world);
    void connection.ask({ type: "undo" });

    world.socket.say({ type: "refused", id: "", reason: "too_fast", text: "" });
    world.pass(1500);

    assert.deepEqual(world.socket.types(), ["hello", "join", "undo", "undo"]);
});

test("words of an old socket are not heard", () => {
    const { world, listener } = begin();
    const old = world.socket;
    old.onclose?.();
    world.pass(1000);

    old.say(joined);

    assert.equal(listener.messages.length, 0);
});

test("the lobby needs no table", () => {
    const { world, listener, connection } = begin();
    listener.joins = false;
    world.socket.onopen?.();

    connection.say({ type: "lobby" });

    assert.deepEqual(listener.statuses, ["open"]);
    assert.deepEqual(world.socket.types(), ["hello", "lobby"]);
});
