import assert from "node:assert/strict";
import test from "node:test";
import { movedAddress, readAddress, setUpAddress, tableAddress } from "./links";

test("a link leads to a table, its token behind the #", () => {
    assert.deepEqual(readAddress("/table/ab12", "#s3cret"), { page: "table", table: "ab12", token: "s3cret" });
});

test("a link without a token leads to the table all the same", () => {
    assert.deepEqual(readAddress("/table/ab12", ""), { page: "table", table: "ab12", token: null });
});

test("what is written can be read", () => {
    const address = new URL(tableAddress("a b", "t/ü"), "http://host");

    assert.deepEqual(readAddress(address.pathname, address.hash), { page: "table", table: "a b", token: "t/ü" });
});

test("a token is never part of a query", () => {
    assert.equal(new URL(tableAddress("t", "secret?x=1"), "http://host").search, "");
});

test("the lobby may be asked to set up a game", () => {
    const address = new URL(setUpAddress("tic tac"), "http://host");

    assert.deepEqual(readAddress(address.pathname, address.hash), { page: "lobby", game: "tic tac" });
});

test("unknown addresses lead to the lobby", () => {
    assert.deepEqual(readAddress("/table/", "#x"), { page: "lobby", game: null });
    assert.deepEqual(readAddress("/anything/else", ""), { page: "lobby", game: null });
});

test("a link that cannot be decoded is taken as it stands", () => {
    assert.deepEqual(readAddress("/table/%E0%A4", "#%"), { page: "table", table: "%E0%A4", token: "%" });
});

const here = { origin: "http://one.example.org", pathname: "/table/t", hash: "#k" };

test("a table that moved is at the same link of the other server", () => {
    assert.equal(movedAddress("https://two.example.org:8080/x", here), "https://two.example.org:8080/table/t#k");
});

test("a table that moved here, or to no server, is not followed", () => {
    assert.equal(movedAddress("http://one.example.org", here), null);
    assert.equal(movedAddress("javascript:alert(1)", here), null);
    assert.equal(movedAddress("nonsense", here), null);
});
