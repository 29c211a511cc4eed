import assert from "node:assert/strict";
import test from "node:test";
import type { ServerJoined, ServerState } from "./protocol";
import { FakePlatform, settled } from "./platform_for_test";
import { TableSession } from "./table_session";
import type { View } from "./view";

const view: View = {
    game: "Nim",
    viewer: 0,
    players: 2,
    status: "waiting",
    active: [0],
    decision: null,
    boards: [],
    decks: [],
    things: [],
};

function joinedAt(seat: number, lines: string[] = [], from = 0): ServerJoined {
    return {
        type: "joined",
        table: "t",
        game: { key: "nim", name: "Nim", about: "", players: [2, 2], hidden: false, chance: false, seats: [], options: [] },
        options: [],
        seat,
        host: false,
        bots: [],
        log: lines.map((text) => ({ text, private: false })),
        log_from: from,
    };
}

function stateWith(part: Partial<ServerState>): ServerState {
    return {
        type: "state",
        view,
        decision: "",
        waiting: [],
        together: false,
        seats: [],
        may_undo: false,
        log_from: 0,
        log: [],
        running: [],
        ...part,
    };
}

function told(...texts: string[]): ServerState["log"] {
    return texts.map((text) => ({ text, private: false }));
}

function sitDown(seat = 0, lines: string[] = [], from = 0): { world: FakePlatform; session: TableSession } {
    const world = new FakePlatform();
    const session = new TableSession("t", "k", world);
    session.begin();
    world.socket.onopen?.();
    world.socket.say(joinedAt(seat, lines, from));
    return { world, session };
}

function texts(session: TableSession): string[] {
    return session.now().log.map((line) => line.text);
}

test("lines of a state go on from those before", () => {
    const { world, session } = sitDown(0, ["a", "b"], 10);

    world.socket.say(stateWith({ log_from: 12, log: told("c") }));

    assert.deepEqual(texts(session), ["a", "b", "c"]);
    assert.deepEqual(
        session.now().log.map((line) => line.number),
        [10, 11, 12],
    );
});

test("lines that were taken back are forgotten", () => {
    const { world, session } = sitDown(0, ["a", "b", "c"]);

    world.socket.say(stateWith({ log_from: 1, log: told("d") }));

    assert.deepEqual(texts(session), ["a", "d"]);
});

test("what was told since the own choice is new", () => {
    const { world, session } = sitDown(0, ["a"]);
    world.socket.say(stateWith({ decision: "0.0", log_from: 1, log: told("b") }));

    session.choose(0);
    world.socket.say(stateWith({ decision: "", log_from: 2, log: told("c") }));
    world.socket.say(stateWith({ decision: "0.1", log_from: 3, log: told("d") }));

    assert.equal(session.now().newFrom, 2);
});

test("to those who look on, what the last state told is new", () => {
    const { world, session } = sitDown(-1, ["a"]);

    world.socket.say(stateWith({ log_from: 1, log: told("b") }));
    world.socket.say(stateWith({ log_from: 2, log: told("c") }));
    world.socket.say(stateWith({ log_from: 3 }));

    assert.equal(session.now().newFrom, 2);
});

test("a decision is answered once", () => {
    const { world, session } = sitDown();
    world.socket.say(stateWith({ decision: "0.0" }));

    session.choose(1);
    session.choose(2);

    const choices = world.socket.sent.filter((message) => message.type === "choose");
    assert.deepEqual(choices, [{ type: "choose", id: "id1", decision: "0.0", option: 1 }]);
});

test("nothing is chosen where nothing is asked", () => {
    const { world, session } = sitDown();
    world.socket.say(stateWith({ decision: "" }));

    session.choose(0);

    assert.ok(!world.socket.types().includes("choose"));
});

test("the next decision ends the waiting for an answer", () => {
    const { world, session } = sitDown();
    world.socket.say(stateWith({ decision: "0.0" }));
    session.choose(1);
    world.socket.say(stateWith({ decision: "0.0" })); // somebody else came in
    assert.equal(session.now().choosing, 1);

    world.socket.say(stateWith({ decision: "0.1" }));

    assert.equal(session.now().choosing, null);
});

test("after a refusal one can choose again, and reads why", async () => {
    const { world, session } = sitDown();
    world.socket.say(stateWith({ decision: "0.0" }));
    session.choose(1);

    world.socket.say({ type: "refused", id: "id1", reason: "illegal", text: "no" });
    await settled();

    assert.equal(session.now().choosing, null);
    assert.deepEqual(session.now().refused, { reason: "illegal", text: "no" });
});

test("a link that is none ends the attempts", () => {
    const world = new FakePlatform();
    const session = new TableSession("t", "k", world);
    session.begin();
    world.socket.onopen?.();

    world.socket.say({ type: "refused", id: "", reason: "no_table", text: "none" });
    world.pass(100_000);

    assert.equal(session.now().problem?.reason, "no_table");
    assert.equal(world.sockets.length, 1);
});

test("a table that cannot be read now is tried again, and its problem forgotten", () => {
    const world = new FakePlatform();
    const session = new TableSession("t", "k", world);
    session.begin();
    world.socket.onopen?.();
    world.socket.say({ type: "refused", id: "", reason: "storage", text: "later" });
    assert.equal(session.now().problem?.reason, "storage");

    world.pass(1000);
    world.socket.onopen?.();
    world.socket.say(joinedAt(0));

    assert.equal(session.now().problem, null);
});

test("a table that has moved without saying where is looked for here", () => {
    const { world } = sitDown();

    world.socket.say({ type: "moved", url: "" });
    world.pass(1000);

    assert.equal(world.sockets.length, 2);
});

/** Connects again and again for so long, and hears each time that the table is elsewhere. */
function hearThatItMoved(world: FakePlatform, milliseconds: number): void {
    const end = world.now() + milliseconds;
    while (world.now() < end) {
        world.socket.onopen?.();
        world.socket.say({ type: "moved", url: "https://two.example.org" });
        world.pass(16_000);
    }
}

test("a table that stays with another server is followed", () => {
    const { world, session } = sitDown();
    const followed: string[] = [];
    session.onMoved((url) => followed.push(url));

    hearThatItMoved(world, 1000);
    assert.deepEqual(followed, []);
    assert.equal(session.now().elsewhere, "https://two.example.org");
    hearThatItMoved(world, 30_000);

    assert.deepEqual(followed, ["https://two.example.org"]);
});

test("a table whose other server is gone is opened here", () => {
    const { world, session } = sitDown();
    const followed: string[] = [];
    session.onMoved((url) => followed.push(url));
    hearThatItMoved(world, 1000);

    world.socket.onopen?.();
    world.socket.say(joinedAt(0));

    assert.deepEqual(followed, []);
    assert.equal(session.now().elsewhere, null);
});

test("of many wishes to look back only the last is asked for after the first", async () => {
    const { world, session } = sitDown();
    world.socket.say(stateWith({ length: 9 }));
    [1, 2, 3, 4].forEach((position) => session.lookBack(position));
    const asked = () => world.socket.sent.filter((message) => message.type === "replay").map((message) => message.position);
    assert.deepEqual(asked(), [1]);

    world.socket.say({ type: "replayed", id: "id1", position: 1, view, choice: "" });
    await settled();
    world.socket.say({ type: "replayed", id: "id2", position: 4, view, choice: "player 0: take" });
    await settled();

    assert.deepEqual(asked(), [1, 4]);
    assert.equal(session.now().lookBack?.choice, "player 0: take");
});

test("looking back ends at once", async () => {
    const { world, session } = sitDown();
    world.socket.say(stateWith({ length: 9 }));
    session.lookBack(3);

    session.lookBack(null);
    world.socket.say({ type: "replayed", id: "id1", position: 3, view, choice: "" });
    await settled();

    assert.equal(session.now().lookBack, null);
});

test("reactions vanish", () => {
    const { world, session } = sitDown();
    world.socket.say({ type: "reaction", seat: 1, sign: "clap" });
    assert.deepEqual(
        session.now().reactions.map((one) => [one.seat, one.sign]),
        [[1, "clap"]],
    );

    world.pass(10_000);

    assert.deepEqual(session.now().reactions, []);
});
