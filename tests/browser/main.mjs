// Runs the cases of ./cases: a line for each, and at the end how many passed.
import { cpus } from "node:os";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { openBrowser } from "./browser.mjs";
import { cases as cards } from "./cases/hidden_cards.mjs";
import { cases as design } from "./cases/design.mjs";
import { cases as keys } from "./cases/keys_and_sizes.mjs";
import { cases as losses } from "./cases/lost_and_found.mjs";
import { cases as people } from "./cases/people_and_bots.mjs";
import { cases as play } from "./cases/play_to_the_end.mjs";
import { cases as shelf } from "./cases/every_game.mjs";
import { TableServer } from "./table_server.mjs";
import { World } from "./world.mjs";

const usage = "usage: tests/browser/run [--tgdl PATH] [--list] [--together N] [--pictures FOLDER] [CASE...]";
const project = fileURLToPath(new URL("../..", import.meta.url));
const patience = 300_000; // milliseconds until a case has failed

function readArguments(words) {
    const options = {
        tgdl: resolve(project, "build/release/tgdl"),
        list: false,
        together: Math.max(1, Math.min(2, cpus().length)),
        pictures: null,
        wanted: [],
    };
    const valueOf = (rest) => rest.shift() ?? fail();
    const rest = [...words];
    for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
        switch (word) {
            case "--tgdl": options.tgdl = resolve(valueOf(rest)); break;
            case "--together": options.together = Number(valueOf(rest)) || fail(); break;
            case "--pictures": options.pictures = resolve(valueOf(rest)); break;
            case "--list": options.list = true; break;
            default: word.startsWith("--") ? fail() : options.wanted.push(word);
        }
    }
    return options;
}

function fail() {
    console.error(usage);
    process.exit(2);
}

/** Longest first, so that the end is not a wait for one. */
const all = Object.entries({ ...shelf, ...losses, ...cards, ...play, ...design, ...people, ...keys });
const options = readArguments(process.argv.slice(2));
const chosen = all.filter(([name]) => options.wanted.length === 0 || options.wanted.some((part) => name.includes(part)));
if (options.list) {
    console.log(chosen.map(([name]) => name).join("\n"));
    process.exit(0);
}
if (chosen.length === 0) {
    console.error("no case has such a name");
    process.exit(2);
}

const began = performance.now();
const browser = await openBrowser();
const server = await TableServer.start({ tgdl: options.tgdl });
const failed = [];

async function runCase([name, run]) {
    const start = performance.now();
    const world = new World({ name, browser, server, tgdl: options.tgdl, pictures: options.pictures });
    let problem = null;
    let timer;
    try {
        const late = new Promise((_, reject) => {
            timer = setTimeout(() => reject(new Error(`not done after ${patience / 1000} s`)), patience);
        });
        await Promise.race([run(world), late]);
        world.checkQuiet();
    } catch (error) {
        problem = error;
    }
    clearTimeout(timer);
    await world.close(problem === null ? "passed" : "failed");
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${problem === null ? "passed" : "FAILED"}  ${seconds.padStart(5)} s  ${name}`);
    if (problem !== null) {
        failed.push(name);
        console.log(`${problem.stack ?? problem}`.replace(/^/gm, "        "));
    }
}

const queue = [...chosen];
await Promise.all(
    Array.from({ length: options.together }, async () => {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
            await runCase(next);
        }
    }),
);
await server.end();
await browser.close();
const seconds = Math.round((performance.now() - began) / 1000);
console.log(`${chosen.length - failed.length} passed, ${failed.length} failed, in ${seconds} s`);
process.exit(failed.length === 0 ? 0 : 1);
