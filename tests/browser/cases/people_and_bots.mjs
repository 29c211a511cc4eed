// Who sits where, and what one can do beside choosing.
import { check, drawer, playOut, same, until } from "../checks.mjs";

const cell = (x, y) => `Grid(${x},${y}), empty, can be chosen`;
const mark = (x, y, player) => `Grid(${x},${y}), of Player ${player}`;

export const cases = {
    async "whoever looks on sees what happens and cannot choose"(world) {
        const { table, people } = await world.seated({ game: "tic_tac_toe", players: 2 });
        const [ada] = people;
        const watcher = await world.person("Wim");
        await watcher.open(table.spectator);
        await ada.untilAsked();

        check(await watcher.page.getByText("You look on").isVisible(), "the page says that one looks on");
        await watcher.page.getByRole("heading", { name: "Waiting for Player 0" }).waitFor();
        same(await watcher.glowing.count(), 0, "things that can be chosen");
        await ada.clickOn(cell(1, 1));
        await watcher.table.getByRole("img", { name: mark(1, 1, 0) }).waitFor();
        await watcher.page.getByRole("heading", { name: "Waiting for Player 1" }).waitFor();
        same(await watcher.options.count(), 0, "options");
    },

    async "whoever looks on at a card game sees no hand"(world) {
        const { table, people } = await world.seated({ game: "briscola", players: 2 });
        const watcher = await world.person("Wim");
        await watcher.open(table.spectator);
        await people[0].untilAsked();

        const hand = people[0].state.view.decision.options.map((option) => option.text);
        const page = await watcher.everything();
        check(hand.length === 3, "there is a hand");
        check(hand.every((card) => !page.includes(card)), "the page holds none of its cards");
    },

    async "a bot in a seat answers"(world) {
        const table = await world.table({ game: "tic_tac_toe", players: 2, bots: ["", "random"] });
        const ada = await world.person("Ada");
        await ada.open(table.seats[0]);
        await ada.untilAsked();

        await ada.clickOn(cell(1, 1));

        await until(() => ada.isAsked, "the bot has chosen");
        same(await ada.table.getByRole("img", { name: /of Player 1$/ }).count(), 1, "marks of the bot");
    },

    async "a game against a bot is one click away in the lobby"(world) {
        const ada = await world.person("Ada");
        await ada.page.goto(world.server.origin);

        await ada.button("Play a bot: tic-tac-toe").click();

        await ada.decide.waitFor();
        await ada.untilAsked();
        await ada.clickOn(cell(0, 0));
        await until(() => ada.isAsked, "the bot has chosen");
    },

    async "a seat is handed to a bot and taken back"(world) {
        const { people } = await world.seated({ game: "tic_tac_toe", players: 2 });
        const [ada, bert] = people;
        await ada.untilAsked();

        await ada.button("Table").click();
        await ada.page.getByRole("combobox", { name: "Let a bot play for you" }).selectOption("random");
        await ada.button("Hand over").click();
        await until(() => bert.isAsked, "the bot has chosen in Ada's place");
        same(await ada.options.count(), 0, "what Ada is asked");
        await ada.page.getByText(/A bot plays for you/).first().waitFor();
        await ada.button("Take your seat back").click();
        await until(() => ada.state.seats[0].bot === "", "Ada has her seat back");
        await bert.chooseBy(() => bert.glowing.first().click());

        await until(() => ada.isAsked, "Ada is asked again");
        await ada.chooseBy(() => ada.glowing.first().click());
    },

    async "the host seats a bot at an empty seat"(world) {
        const ada = await world.person("Ada");
        await ada.page.goto(world.server.origin);
        await ada.button("New table: tic-tac-toe").click();
        await ada.button("Make the table").click();
        await ada.page.getByRole("link", { name: "Sit down here: player 0" }).click();
        await ada.decide.waitFor();
        await ada.untilAsked();
        await ada.clickOn(cell(0, 0));
        await ada.page.getByText("Nobody sits at a seat that has to choose.").waitFor();

        await ada.button("Table").click();
        await ada.page.getByRole("combobox", { name: "Player 1" }).selectOption("random");
        await ada.button("Close").click();

        await until(() => ada.isAsked, "the bot has chosen");
    },

    async "a choice that nobody has answered can be taken back"(world) {
        const { people } = await world.seated({ game: "tic_tac_toe", players: 2 });
        const [ada, bert] = people;
        await ada.untilAsked();
        check(await ada.button("Undo").isDisabled(), "there is nothing to take back");
        await ada.clickOn(cell(2, 2));
        await bert.untilAsked();

        await ada.button("Undo").click();

        await until(() => ada.isAsked, "Ada is asked again");
        await until(() => !bert.isAsked, "Bert is not asked any more");
        await bert.table.getByRole("img", { name: "Grid(2,2), empty" }).waitFor();
        await ada.clickOn(cell(0, 0));
        await bert.table.getByRole("img", { name: mark(0, 0, 0) }).waitFor();
    },

    async "the page says in the words of the rules what cannot be chosen and why"(world) {
        const { people } = await world.seated({ game: "connect_four", players: 2 });
        const draw = drawer(3);
        // Fill the first column, which then is full.
        await playOutColumn(people);
        const asked = people.find((one) => one.isAsked);

        await asked.button("Why not?").click();

        const dialog = asked.page.getByRole("dialog", { name: "What cannot be chosen now" });
        await dialog.getByText("the column is full").waitFor();
        await dialog.getByRole("button", { name: "Close" }).click();
        await dialog.waitFor({ state: "hidden" });
        await asked.chooseAny(draw);
    },

    async "after the end a slider steps through the match"(world) {
        const { people } = await world.seated({ game: "tic_tac_toe", players: 2 });
        const [ada, bert] = people;
        const moves = [[0, 0], [0, 1], [1, 0], [1, 1], [2, 0]];
        await playOut(people, (one, made) => one.clickOn(cell(...moves[made])), moves.length);
        await ada.page.getByRole("heading", { name: "You have won!" }).waitFor();

        await ada.button("Look back").click();
        const slider = ada.page.getByRole("slider", { name: "How many choices were made" });
        await slider.waitFor();
        await until(async () => (await ada.table.getByRole("img", { name: /, empty$/ }).count()) === 9, "the board is empty");
        await slider.press("End");
        await ada.table.getByRole("img", { name: mark(2, 0, 0) }).waitFor();
        await ada.button("One choice back").click();
        await ada.table.getByRole("img", { name: "Grid(2,0), empty" }).waitFor();
        await ada.table.getByRole("img", { name: mark(1, 1, 1) }).waitFor();
        await ada.button("Back to the end").click();

        await ada.table.getByRole("img", { name: mark(2, 0, 0) }).waitFor();
        check(await bert.page.getByRole("heading", { name: "Player 0 wins" }).isVisible(), "others are not disturbed");
    },

    async "names and signs are seen by the others"(world) {
        const { people } = await world.seated({ game: "tic_tac_toe", players: 2 });
        const [ada, bert] = people;
        await ada.untilAsked();

        await ada.button("Say your name").click();
        await ada.page.getByRole("textbox", { name: "Your name" }).fill("Ada ♥ <b>");
        await ada.button("Save").click();
        await bert.page.getByRole("heading", { name: "Waiting for Ada ♥ <b>" }).waitFor();
        await bert.button("React").click();
        await bert.page.getByRole("menuitem", { name: "Applause" }).or(bert.button("Applause")).first().click();

        await ada.page.getByText("Player 1 reacts: Applause").waitFor({ state: "attached" });
    },

    async "the rules of a game are a page of their own"(world) {
        const ada = await world.person("Ada");
        ada.allow(/favicon/); // it stands in a sandbox of its own, and may not fetch anything from the server
        const response = await ada.page.goto(`${world.server.origin}/rules/chess`);

        same(response.status(), 200, "the answer");
        await ada.page.getByRole("heading", { name: /chess/i }).first().waitFor();
        check((await ada.page.locator("body").innerText()).length > 500, "it tells the rules");
    },
};

/** Both drop into the first column until it is full. */
async function playOutColumn(people) {
    for (let dropped = 0; dropped < 6; ++dropped) {
        await until(() => people.some((one) => one.isAsked), "somebody is asked");
        const one = people.find((other) => other.isAsked);
        await one.chooseBy(() => one.options.first().click());
    }
    await until(() => people.some((one) => one.isAsked), "somebody is asked");
}
