import assert from "node:assert/strict";
import test from "node:test";
import { Keeper, type Drawer } from "./kept";
import type { ServerCreated } from "./protocol";

class FakeDrawer implements Drawer {
    readonly content = new Map<string, string>();
    getItem(key: string): string | null {
        return this.content.get(key) ?? null;
    }
    setItem(key: string, value: string): void {
        this.content.set(key, value);
    }
}

const nim = { key: "nim", name: "Nim", hidden: false, chance: true };
const created: ServerCreated = {
    type: "created",
    id: "c",
    table: "t",
    seats: [
        { seat: 0, token: "s0" },
        { seat: 1, token: "s1" },
    ],
    spectator: "look",
    host: "host",
};

test("whoever makes a table keeps all its links", () => {
    const keeper = new Keeper(new FakeDrawer());

    keeper.keepCreated(created, nim, 1);

    const kept = keeper.find("t");
    assert.deepEqual(kept?.seats, created.seats);
    assert.equal(kept?.spectator, "look");
    assert.equal(kept?.host, "host");
    assert.deepEqual([kept?.game, kept?.name, kept?.hidden, kept?.chance], ["nim", "Nim", false, true]);
});

test("sitting down forgets no link, and is remembered", () => {
    const keeper = new Keeper(new FakeDrawer());
    keeper.keepCreated(created, nim, 1);

    keeper.keepOpened("t", "s1", { seat: 1, host: false, game: nim }, 2);

    assert.deepEqual(keeper.find("t")?.seats, created.seats);
    assert.equal(keeper.find("t")?.last, "s1");
    assert.equal(keeper.find("t")?.host, "host");
});

test("a link that somebody sent is kept", () => {
    const keeper = new Keeper(new FakeDrawer());

    keeper.keepOpened("t", "s1", { seat: 1, host: false, game: nim }, 2);
    keeper.keepOpened("u", "look", { seat: -1, host: false, game: nim }, 3);

    assert.deepEqual(keeper.find("t")?.seats, [{ seat: 1, token: "s1" }]);
    assert.equal(keeper.find("t")?.host, undefined);
    assert.equal(keeper.find("u")?.spectator, "look");
    assert.deepEqual(
        keeper.tables().map((kept) => kept.table),
        ["u", "t"],
    );
});

test("only so many tables are kept, the last ones", () => {
    const keeper = new Keeper(new FakeDrawer());

    for (let i = 0; i < 100; ++i) {
        keeper.keepOpened(`t${i}`, "k", { seat: 0, host: false, game: nim }, i);
    }

    assert.equal(keeper.tables().length, 40);
    assert.equal(keeper.tables()[0]?.table, "t99");
});

test("a table that ended is marked, one that is forgotten is gone", () => {
    const keeper = new Keeper(new FakeDrawer());
    keeper.keepCreated(created, nim, 1);

    keeper.markEnded("t");
    assert.equal(keeper.find("t")?.ended, true);
    keeper.forget("t");

    assert.equal(keeper.find("t"), null);
});

test("what somebody else has written into the storage does no harm", () => {
    const drawer = new FakeDrawer();
    const keeper = new Keeper(drawer);

    for (const text of ["{", "null", "7", '"x"', "[1, null, {}]", '[{"table": 3}]']) {
        drawer.setItem("tgdl.tables", text);
        assert.deepEqual(keeper.tables(), []);
    }
    drawer.setItem("tgdl.name", "{}");
    assert.equal(keeper.word("name"), "");
});

test("where nothing may be kept the page forgets", () => {
    const full: Drawer = {
        getItem: () => {
            throw new Error("forbidden");
        },
        setItem: () => {
            throw new Error("full");
        },
    };
    for (const drawer of [full, null]) {
        const keeper = new Keeper(drawer);
        keeper.keepCreated(created, nim, 1);
        keeper.keepWord("name", "Anna");
        assert.deepEqual(keeper.tables(), []);
        assert.equal(keeper.word("name"), "");
    }
});
