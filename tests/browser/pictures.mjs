// The pictures of docs/pictures, each from a game that is really played.
import { copyFileSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { openBrowser } from "./browser.mjs";
import { drawer, freeCell, playOut, until } from "./checks.mjs";
import { TableServer } from "./table_server.mjs";
import { sayInEditor, say } from "./words.mjs";
import { World } from "./world.mjs";

const project = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(project, "docs/pictures");
const [tgdl = join(project, "build/release/tgdl"), ...wanted] = process.argv.slice(2);
const desk = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1.5 };
const dark = { colorScheme: "dark" };

/** A person who has said a name before. */
async function named(world, name, options) {
    const person = await world.person(name, options);
    await person.context.addInitScript((text) => localStorage.setItem("tgdl.name", JSON.stringify(text)), name);
    return person;
}

async function sitDown(world, table, names, options) {
    const people = [];
    for (const [seat, name] of names.entries()) {
        const person = await named(world, name, options);
        await person.open(table.seats[seat]);
        people.push(person);
    }
    await until(() => people[0].state?.seats.slice(0, names.length).every((seat) => seat.name !== ""), "all have a name");
    return people;
}

/** Waits until nothing moves any more, and keeps what is seen. */
async function take(person, name) {
    await person.page.mouse.move(2, 2);
    await person.page.evaluate(() => {
        document.activeElement?.blur();
        document.getElementById("decide")?.scrollTo(0, 0);
    });
    await person.page.waitForTimeout(900);
    await person.page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" });
}

function bots(players) {
    return Array.from({ length: players }, (_, seat) => (seat === 0 ? "" : "random"));
}

/** Plays any options for some time. */
async function chooseSome(person, choices, seed) {
    const draw = drawer(seed);
    for (let made = 0; made < choices; ++made) {
        await person.untilAsked();
        await person.chooseAny(draw);
    }
    await person.untilAsked();
}

const pictures = {
    async lobby(world) {
        const ada = await named(world, "Ada", desk);
        await ada.page.goto(world.server.origin);
        await ada.button(say("lobby.set_up.of", "tic-tac-toe")).waitFor();
        await take(ada, "lobby");
    },

    async chess(world) {
        const people = await sitDown(world, await world.table({ game: "chess", players: 2 }), ["Ada", "Bert"], desk);
        const moves = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d4 e5d4".split(" ");
        await playOut(people, async (person, made) => {
            if (made >= 2 * moves.length) {
                throw new Error("all moves are made");
            }
            const move = moves[Math.floor(made / 2)];
            const place = made % 2 === 0 ? move.slice(0, 2) : move.slice(2);
            await person.clickOn(new RegExp(`^${place}\\b`));
        }, 2 * moves.length).catch((error) => {
            if (!/all moves/.test(error.message)) {
                throw error;
            }
        });
        await until(() => people[0].isAsked, "Ada is asked");
        await people[0].clickOn(/^c3\b/);
        await take(people[0], "chess");
    },

    async hearts(world) {
        const [ada] = await sitDown(world, await world.table({ game: "hearts", players: 4, bots: bots(4) }), ["Ada"], {
            viewport: { width: 1200, height: 840 },
            ...dark,
        });
        await chooseSome(ada, 6, 11);
        await take(ada, "hearts");
    },

    async dry_summer(world) {
        const people = await sitDown(world, await world.table({ game: "dry_summer", players: 3, bots: ["", "", "random"] }), ["Ada", "Bert"], desk);
        const draw = drawer(4);
        for (let made = 0; made < 9; ++made) {
            await until(() => people.some((one) => one.isAsked), "somebody is asked");
            await people.find((one) => one.isAsked).chooseAny(draw);
        }
        await until(() => people.some((one) => one.isAsked), "somebody is asked");
        await take(people.find((one) => one.isAsked), "dry_summer");
    },

    async design(world) {
        const home = mkdtempSync(join(tmpdir(), "tgdl-picture-"));
        const file = join(home, "hex11.tgdl");
        copyFileSync(join(project, "games/hex11/hex11.tgdl"), file);
        const server = await world.ownServer(["--design", file], home);
        const ada = await world.person("Ada", { ...desk, ...dark });
        await ada.page.goto(server.address);
        for (const [row, column] of [[5, 8], [4, 7], [6, 7], [3, 8], [4, 9], [7, 8], [2, 9]]) {
            await ada.table.getByRole("button", { name: freeCell(row, column) }).click();
            await ada.table.getByRole("button", { name: freeCell(row, column) }).waitFor({ state: "detached" });
        }
        const rules = ada.page.getByRole("region", { name: sayInEditor("title") });
        await rules.getByRole("textbox", { name: sayInEditor("editor") }).click();
        await ada.page.keyboard.press("Control+f");
        await ada.page.keyboard.type("chosen.owner = player.active()");
        await ada.page.keyboard.press("Enter");
        await ada.page.keyboard.press("Escape");
        await ada.page.keyboard.type("chosen.owner = player.activ()");
        await rules.getByRole("button", { name: /E\d+/ }).first().click();
        await take(ada, "design");
    },

    async phone(world) {
        const [ada] = await sitDown(world, await world.table({ game: "scopa", players: 2, bots: bots(2) }), ["Ada"], phone);
        await chooseSome(ada, 4, 3);
        await take(ada, "phone");
    },
};

mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
const server = await TableServer.start({ tgdl: resolve(tgdl) });
for (const [name, run] of Object.entries(pictures).filter(([one]) => wanted.length === 0 || wanted.includes(one))) {
    const world = new World({ name, browser, server, tgdl: resolve(tgdl), pictures: null });
    await run(world);
    world.checkQuiet();
    await world.close("taken");
    console.log(name);
}
await server.end();
await browser.close();
