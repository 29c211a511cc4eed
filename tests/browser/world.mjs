// What a case has at hand: people with browsers of their own, a server, tables. Nothing of it outlives the case.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Person } from "./person.mjs";
import { TableServer } from "./table_server.mjs";

/** Things do not fly unless a case wants it: nobody need wait for them. */
const usual = { viewport: { width: 1280, height: 800 }, locale: "en-US", reducedMotion: "reduce" };

export class World {
    #people = [];
    #servers = [];
    #makers = new Map(); // by server: a page from which tables are made

    constructor({ name, browser, server, tgdl, pictures }) {
        this.name = name;
        this.browser = browser;
        this.server = server;
        this.tgdl = tgdl;
        this.pictures = pictures;
    }

    /** Somebody with a browser of their own, which knows nothing of others. `options` are those of a browser context. */
    async person(name, options = {}) {
        const context = await this.browser.newContext({ ...usual, ...options });
        const person = await Person.begin(name, context);
        this.#people.push(person);
        return person;
    }

    /** The same person with another tab. */
    async anotherTab(person) {
        const other = await Person.begin(`${person.name} again`, person.context);
        this.#people.push(other);
        return other;
    }

    /** A server that no other case uses. */
    async ownServer(words = [], folder = undefined) {
        const server = await TableServer.start({ tgdl: this.tgdl, words, ...(folder === undefined ? {} : { folder }) });
        this.#servers.push(server);
        return server;
    }

    /** Makes a table without looking at the lobby. Gives the addresses of its links: `seats` and `spectator`. */
    async table({ game, players, bots = [], clock, server = this.server }) {
        const page = await this.#maker(server);
        const created = await page.evaluate(createTable, { game, players, bots, clock });
        const address = (token) => `${server.origin}/table/${created.table}#${token}`;
        return {
            table: created.table,
            seats: created.seats.map((link) => address(link.token)),
            spectator: address(created.spectator),
            host: address(created.host),
        };
    }

    async #maker(server) {
        if (!this.#makers.has(server)) {
            const page = await (await this.browser.newContext()).newPage();
            await page.goto(`${server.origin}/icon.svg`); // of the same origin, and small
            this.#makers.set(server, page);
        }
        return this.#makers.get(server);
    }

    /** A table and a person at each of its seats. */
    async seated({ names = ["Ada", "Bert", "Cleo", "Dora"], options = {}, ...plan }) {
        const table = await this.table(plan);
        const people = [];
        for (let seat = 0; seat < plan.players; ++seat) {
            const person = await this.person(names[seat], options);
            await person.open(table.seats[seat]);
            people.push(person);
        }
        return { table, people };
    }

    /** Keeps a picture of what the person sees now, if pictures are wanted. */
    async look(person, what) {
        if (this.pictures !== null && !person.page.isClosed()) {
            mkdirSync(this.pictures, { recursive: true });
            const words = `${this.name.slice(0, 60)} ${what}`;
            await person.page.screenshot({ path: join(this.pictures, `${words.replace(/[^\w]+/g, "_")}.png`) }).catch(() => {});
        }
    }

    /** No page has complained about anything. */
    checkQuiet() {
        for (const person of this.#people) {
            person.checkQuiet();
        }
    }

    async close(outcome) {
        for (const person of this.#people) {
            await this.look(person, `${person.name} ${outcome}`);
            await person.context.close().catch(() => {});
        }
        for (const page of this.#makers.values()) {
            await page.context().close().catch(() => {});
        }
        for (const server of this.#servers) {
            await server.end();
        }
    }
}

/** In the page: asks the server for a table. */
function createTable({ game, players, bots, clock }) {
    return new Promise((made, refused) => {
        const socket = new WebSocket(location.origin.replace("http", "ws") + "/ws");
        socket.onopen = () => {
            socket.send(JSON.stringify({ type: "hello", protocol: 1 }));
            const seats = Array.from({ length: players }, (_, seat) => bots[seat] ?? "");
            socket.send(JSON.stringify({ type: "create", id: "1", game, players, bots: seats, clock }));
        };
        socket.onmessage = ({ data }) => {
            const message = JSON.parse(data);
            if (message.type === "created") {
                made(message);
                socket.close();
            } else if (message.type === "refused") {
                refused(new Error(`${game}: ${message.text}`));
            }
        };
        socket.onerror = () => refused(new Error("no connection"));
    });
}
