// Every game of the shelf opens and can be played by the options that the page offers.
import { check, drawer, until } from "../checks.mjs";
import { say } from "../words.mjs";

const choices = 3;

const parts = 4;

async function playPart(world, part) {
    const ada = await world.person("Ada");
    await ada.page.goto(world.server.origin);
    await ada.page.getByRole("heading", { level: 1, name: say("lobby.title") }).waitFor();
    await until(() => ada.received.some((text) => text.includes('"lobby"')), "the shelf is known");
    const lobby = ada.received.map((text) => JSON.parse(text)).find((message) => message.type === "lobby");
    check(lobby.games.length >= 35, "the shelf is full");
    for (const [index, game] of lobby.games.entries()) {
        if (index % parts === part) {
            await tryGame(world, ada, game, drawer(1000 + index));
        }
    }
}

/** With the fewest players, all of them bots but one. */
async function tryGame(world, ada, { key, players }, draw) {
    const bots = Array.from({ length: players[0] }, (_, seat) => (seat === 0 ? "" : "random"));
    const table = await world.table({ game: key, players: players[0], bots });
    await ada.open(table.seats[0]);
    await ada.table.waitFor();
    for (let made = 0; made < choices; ++made) {
        await ada.untilAsked();
        if (ada.hasEnded) {
            break;
        }
        await ada.chooseAny(draw);
    }
    check(ada.state.fault === undefined, `${key} goes without an error`);
    ada.checkQuiet();
    await world.look(ada, key);
}

export const cases = Object.fromEntries(
    Array.from({ length: parts }, (_, part) => [
        `every game of the shelf opens and takes some choices (${part + 1} of ${parts})`,
        (world) => playPart(world, part),
    ]),
);
