import assert from "node:assert/strict";
import test from "node:test";
import { LocalStore, type KeyValueStorage } from "./local_storage";
import type { ServerCreated } from "./protocol";

class FakeDrawer implements KeyValueStorage {
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
    const localStore = new LocalStore(new FakeDrawer());

    localStore.storeCreated(created, nim, 1);

    const stored = localStore.find("t");
    assert.deepEqual(stored?.seats, created.seats);
    assert.equal(stored?.spectator, "look");
    assert.equal(stored?.host, "host");
    assert.deepEqual([stored?.game, stored?.name, stored?.hidden, stored?.chance], ["nim", "Nim", false, true]);
});

test("sitting down forgets no link, and is remembered", () => {
    const localStore = new LocalStore(new FakeDrawer());
    localStore.storeCreated(created, nim, 1);

    localStore.storeOpened("t", "s1", { seat: 1, host: false, game: nim }, 2);

    assert.deepEqual(localStore.find("t")?.seats, created.seats);
    assert.equal(localStore.find("t")?.last, "s1");
    assert.equal(localStore.find("t")?.host, "host");
});

test("a link that somebody sent is kept", () => {
    const localStore = new LocalStore(new FakeDrawer());

    localStore.storeOpened("t", "s1", { seat: 1, host: false, game: nim }, 2);
    localStore.storeOpened("u", "look", { seat: -1, host: false, game: nim }, 3);

    assert.deepEqual(localStore.find("t")?.seats, [{ seat: 1, token: "s1" }]);
    assert.equal(localStore.find("t")?.host, undefined);
    assert.equal(localStore.find("u")?.spectator, "look");
    assert.deepEqual(
        localStore.tables().map((stored) => stored.table),
        ["u", "t"],
    );
});

test("only so many tables are kept, the last ones", () => {
    const localStore = new LocalStore(new FakeDrawer());

    for (let i = 0; i < 100; ++i) {
        localStore.storeOpened(`t${i}`, "k", { seat: 0, host: false, game: nim }, i);
    }

    assert.equal(localStore.tables().length, 40);
    assert.equal(localStore.tables()[0]?.table, "t99");
});

test("a table that ended is marked, one that is forgotten is gone", () => {
    const localStore = new LocalStore(new FakeDrawer());
    localStore.storeCreated(created, nim, 1);

    localStore.markEnded("t");
    assert.equal(localStore.find("t")?.ended, true);
    localStore.forget("t");

    assert.equal(localStore.find("t"), null);
});

test("what somebody else has written into the storage does no harm", () => {
    const storage = new FakeDrawer();
    const localStore = new LocalStore(storage);

    for (const text of ["{", "null", "7", '"x"', "[1, null, {}]", '[{"table": 3}]']) {
        storage.setItem("tgdl.tables", text);
        assert.deepEqual(localStore.tables(), []);
    }
    storage.setItem("tgdl.name", "{}");
    assert.equal(localStore.setting("name"), "");
});

test("where nothing may be kept the page forgets", () => {
    const full: KeyValueStorage = {
        getItem: () => {
            throw new Error("forbidden");
        },
        setItem: () => {
            throw new Error("full");
        },
    };
    for (const storage of [full, null]) {
        const localStore = new LocalStore(storage);
        localStore.storeCreated(created, nim, 1);
        localStore.setSetting("name", "Anna");
        assert.deepEqual(localStore.tables(), []);
        assert.equal(localStore.setting("name"), "");
    }
});
