// Two browsers play whole games by what glows on the table.
import { check, freeCell, ownedCell, playerName, playOut, same, until } from "../checks.mjs";
import { say } from "../words.mjs";

/** With everything that flies and glows. */
const moving = { reducedMotion: "no-preference" };

/** In the lobby: sets up a table for two people and gives their links. */
async function setUpInLobby(person, server, game) {
    await person.page.goto(server.origin);
    await person.button(say("lobby.set_up.of", game)).click();
    await person.button(say("make.go")).click();
    const links = person.page.getByRole("link", { name: new RegExp(`^${say("links.sit.at", "")}`) });
    await until(async () => (await links.count()) === 2, "there is a link for each seat");
    return Promise.all([0, 1].map((seat) => links.nth(seat).evaluate((link) => link.href)));
}

async function checkResult(people, winner) {
    for (const [seat, person] of people.entries()) {
        await until(() => person.hasEnded, `the match has ended for ${person.name}`);
        same(await person.heading.textContent(), seat === winner ? say("end.won") : say("end.wins", playerName(winner)), `what ${person.name} reads`);
        same(await person.options.count(), 0, "what can still be chosen");
    }
}

/** All that a person was sent about the match, but who is still to choose. */
function whatIsKnown({ state: { view, running, log_from, log, decision } }) {
    return { view, running, told: log_from + log.length, decision };
}

export const cases = {
    async "two browsers play tic-tac-toe from the lobby to the end by clicking the board"(world) {
        const ada = await world.person("Ada", moving);
        const bert = await world.person("Bert", moving);
        const [first, second] = await setUpInLobby(ada, world.server, "tic-tac-toe");
        await ada.open(first);
        await bert.open(second);
        const moves = [[0, 0], [0, 1], [1, 0], [1, 1], [2, 0]];

        await playOut([ada, bert], (one, made) => one.clickOn(freeCell(...moves[made])), moves.length);

        await checkResult([ada, bert], 0);
        check(await bert.table.getByRole("img", { name: ownedCell(0, 0, 0) }).isVisible(), "the board shows who marked what");
    },

    async "two browsers play hex to the end by clicking the board"(world) {
        const { people } = await world.seated({ game: "hex11", players: 2, options: moving });
        // Each goes straight down one column of the rhombus; rows are shifted by half a cell each.
        const place = (column, row) => freeCell(row, column + Math.ceil(row / 2));

        const made = await playOut(
            people,
            (one, choices) => one.clickOn(place(choices % 2 === 0 ? 5 : 2, Math.floor(choices / 2))),
            21,
        );

        same(made, 21, "choices until the top is connected with the bottom");
        await checkResult(people, 0);
    },

    async "players choose at the same time, and see whom they wait for but not what was chosen"(world) {
        const { people } = await world.seated({ game: "rock_paper_scissors", players: 2 });
        const [ada, bert] = people;

        for (let round = 0; round < 9; ++round) {
            await Promise.all(people.map((one) => one.untilAsked()));
            const known = whatIsKnown(bert);
            await ada.chooseBy(() => ada.option("rock").click());
            await ada.page.getByRole("heading", { name: say("wait.chosen", playerName(1)) }).waitFor();
            await until(() => !bert.state.waiting.includes(0), "Bert is told that Ada has chosen");
            same(whatIsKnown(bert), known, "what Bert knows");
            await bert.chooseBy(() => bert.option(round === 4 ? "paper" : "scissors").click());
            await until(async () => (await bert.log.textContent()).includes("rock against"), "both are told what was shown");
        }

        await checkResult(people, 0);
        check((await ada.page.getByRole("list", { name: say("end.result") }).textContent()).includes("8"), "the result tells the points");
    },
};
