// What a case has at hand: people with browsers of their own, a server, tables. Nothing of it outlives the case.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Person } from "./person.mjs";
import { TableServer } from "./table_server.mjs";

export class World {
    #people = [];
    #servers = [];

    constructor({ name, browser, server, tgdl, pictures }) {
        this.name = name;
        this.browser = browser;
        this.server = server;
        this.tgdl = tgdl;
        this.pictures = pictures;
    }

    /** Somebody with a browser of their own, which knows nothing of others. `options` are those of a browser context. */
    async person(name, options = {}) {
        const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-US", ...options });
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
    async table({ game, players, bots = [], server = this.server }) {
        const context = await this.browser.newContext();
        const page = await context.newPage();
        await page.goto(server.origin);
        const created = await page.evaluate(createTable, { game, players, bots });
        await context.close();
        const address = (token) => `${server.origin}/table/${created.table}#${token}`;
        return {
            table: created.table,
            seats: created.seats.map((link) => address(link.token)),
            spectator: address(created.spectator),
            host: address(created.host),
        };
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

    /** Somebody goes, so that there is room for others. */
    async leave(person) {
        this.#people = this.#people.filter((one) => one !== person);
        await this.#keepPicture(person, "passed");
        await person.context.close();
    }

    /** No page has complained about anything. */
    checkQuiet() {
        for (const person of this.#people) {
            person.checkQuiet();
        }
    }

    async close(outcome) {
        for (const person of this.#people) {
            await this.#keepPicture(person, outcome);
            await person.context.close().catch(() => {});
        }
        for (const server of this.#servers) {
            await server.end();
        }
    }

    async #keepPicture(person, outcome) {
        if (this.pictures === null || person.page.isClosed()) {
            return;
        }
        mkdirSync(this.pictures, { recursive: true });
        const words = `${outcome} ${this.name.slice(0, 60)} ${person.name}`;
        await person.page.screenshot({ path: join(this.pictures, `${words.replace(/[^\w]+/g, "_")}.png`) }).catch(() => {});
    }
}

/** In the page: asks the server for a table. */
function createTable({ game, players, bots }) {
    return new Promise((made, refused) => {
        const socket = new WebSocket(location.origin.replace("http", "ws") + "/ws");
        socket.onopen = () => {
            socket.send(JSON.stringify({ type: "hello", protocol: 1 }));
            const seats = Array.from({ length: players }, (_, seat) => bots[seat] ?? "");
            socket.send(JSON.stringify({ type: "create", id: "1", game, players, bots: seats }));
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
