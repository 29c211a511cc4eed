// Who sits where, and what one can do beside choosing.
import { check, drawer, emptyCell, freeCell, ownedCell, playerName, playOut, same, until } from "../checks.mjs";
import { say, sayOnTable } from "../words.mjs";


export const cases = {
    async "whoever looks on sees what happens and cannot choose"(world) {
        const { table, people } = await world.seated({ game: "tic_tac_toe", players: 2 });
        const [ada] = people;
        const watcher = await world.person("Wim");
        await watcher.open(table.spectator);
        await ada.untilAsked();

        check(await watcher.page.getByText(say("seat.watching")).isVisible(), "the page says that one looks on");
        await watcher.page.getByRole("heading", { name: say("wait.for", playerName(0)) }).waitFor();
        same(await watcher.glowing.count(), 0, "things that can be chosen");
        await ada.clickOn(freeCell(1, 1));
        await watcher.table.getByRole("img", { name: ownedCell(1, 1, 0) }).waitFor();
        await watcher.page.getByRole("heading", { name: say("wait.for", playerName(1)) }).waitFor();
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

        await ada.clickOn(freeCell(1, 1));

        await until(() => ada.isAsked, "the bot has chosen");
        same(await ada.table.getByRole("img", { name: new RegExp(`${sayOnTable("stage.of", playerName(1))}$`) }).count(), 1, "marks of the bot");
    },

    async "a game against a bot is one click away in the lobby"(world) {
        const ada = await world.person("Ada");
        await ada.page.goto(world.server.origin);

        await ada.button(say("lobby.play_bot.of", "tic-tac-toe")).click();

        await ada.decide.waitFor();
        await ada.untilAsked();
        await ada.clickOn(freeCell(0, 0));
        await until(() => ada.isAsked, "the bot has chosen");
    },

    async "a seat is handed to a bot and taken back"(world) {
        const { people } = await world.seated({ game: "tic_tac_toe", players: 2 });
        const [ada, bert] = people;
        await ada.untilAsked();

        await ada.button(say("table.more")).click();
        await ada.page.getByRole("combobox", { name: say("table.hand") }).selectOption("random");
        await ada.button(say("table.hand.go")).click();
        await until(() => bert.isAsked, "the bot has chosen in Ada's place");
        same(await ada.options.count(), 0, "what Ada is asked");
        await ada.page.getByText(new RegExp(say("table.bot_plays", ""))).first().waitFor();
        await ada.button(say("table.back")).click();
        await until(() => ada.state.seats[0].bot === "", "Ada has her seat back");
        await bert.chooseBy(() => bert.glowing.first().click());

        await until(() => ada.isAsked, "Ada is asked again");
        await ada.chooseBy(() => ada.glowing.first().click());
    },

    async "the size of the board is chosen in the lobby"(world) {
        const ada = await world.person("Ada");
        await ada.page.goto(world.server.origin);
        await ada.page.getByRole("button", { name: say("lobby.set_up.of", "go"), exact: true }).click();
        await ada.page.getByRole("combobox", { name: "size" }).selectOption("13");
        await ada.page.getByRole("combobox", { name: "White" }).waitFor(); // seats go by the names that the rules give them
        await world.look(ada, "form");
        await ada.button(say("make.go")).click();
        await ada.page.getByRole("link", { name: say("links.sit.at", 0) }).click();
        await ada.decide.waitFor();
        await ada.untilAsked();

        same(ada.state.view.boards[0].groups[0].tiles.length, 13 * 13, "crossings of the board");
        await ada.button(say("table.more")).click();
        await ada.page.getByText(say("table.options")).waitFor(); // the table says how it is played
        await world.look(ada, "table");
        same(await ada.page.getByRole("definition").allTextContents(), ["13"], "what was chosen");
    },

    async "players of a list are chosen by their names"(world) {
        const table = await world.table({ game: "lamp_watch", players: 5, bots: ["", "random", "random", "random", "random"] });
        const ada = await world.person("Ada");
        await ada.open(table.seats[0]);
        await ada.untilAsked();

        const texts = await ada.options.allTextContents();
        same(texts.map((text) => /player (\d)$/i.exec(text)?.[1]), ["0", "1", "2", "3"], "who may keep watch");
        await world.look(ada, "names");
    },

    async "shapes are drawn on cards"(world) {
        const { people } = await world.seated({ game: "glaziers", players: 2 });

        await people[0].table.locator(".card-title .shape-picture").first().waitFor();
        await world.look(people[0], "shapes");
    },

    async "the host seats a bot at an empty seat"(world) {
        const ada = await world.person("Ada");
        await ada.page.goto(world.server.origin);
        await ada.button(say("lobby.set_up.of", "tic-tac-toe")).click();
        await ada.button(say("make.go")).click();
        await ada.page.getByRole("link", { name: say("links.sit.at", 0) }).click();
        await ada.decide.waitFor();
        await ada.untilAsked();
        await ada.clickOn(freeCell(0, 0));
        await ada.page.getByText(say("wait.empty")).waitFor();

        await ada.button(say("table.more")).click();
        await ada.page.getByRole("combobox", { name: playerName(1) }).selectOption("random");
        await ada.button(say("page.close")).click();

        await until(() => ada.isAsked, "the bot has chosen");
    },

    async "clocks run from the first choice on"(world) {
        const { people } = await world.seated({ game: "tic_tac_toe", players: 2, clock: { seconds: 120, bonus: 0 } });
        const [ada, bert] = people;
        await ada.untilAsked();
        await new Promise((done) => setTimeout(done, 1500));
        check((await ada.page.getByRole("timer").filter({ hasText: "2:00" }).count()) === 2, "both clocks stand");

        await ada.clickOn(freeCell(0, 0));
        await bert.untilAsked();

        await bert.page.getByRole("timer").filter({ hasText: "1:58" }).waitFor();
        check((await bert.page.getByRole("timer").filter({ hasText: "2:00" }).count()) === 1, "Ada's clock stands");
    },

    async "a choice that nobody has answered can be taken back"(world) {
        const { people } = await world.seated({ game: "tic_tac_toe", players: 2 });
        const [ada, bert] = people;
        await ada.untilAsked();
        check(await ada.button(say("ask.undo")).isDisabled(), "there is nothing to take back");
        await ada.clickOn(freeCell(2, 2));
        await bert.untilAsked();

        await ada.button(say("ask.undo")).click();

        await until(() => ada.isAsked, "Ada is asked again");
        await until(() => !bert.isAsked, "Bert is not asked any more");
        await bert.table.getByRole("img", { name: emptyCell(2, 2) }).waitFor();
        await ada.clickOn(freeCell(0, 0));
        await bert.table.getByRole("img", { name: ownedCell(0, 0, 0) }).waitFor();
    },

    async "a board can be turned around, stays so, and is played on like that"(world) {
        const { people } = await world.seated({ game: "tic_tac_toe", players: 2 });
        const [ada, bert] = people;
        await ada.untilAsked();
        await ada.clickOn(freeCell(0, 0));
        await bert.untilAsked();
        const corner = bert.table.getByRole("img", { name: ownedCell(0, 0, 0) });
        const before = await corner.boundingBox();
        const isTurned = async () => {
            const now = await corner.boundingBox();
            return now.x > before.x + before.width && now.y > before.y + before.height;
        };

        await bert.button(say("table.turn")).click();
        await until(isTurned, "the first corner is the last");
        await bert.reload();
        await bert.untilAsked();

        check(await isTurned(), "it still is after the page was loaded again");
        await bert.clickOn(freeCell(1, 0));
        await ada.table.getByRole("img", { name: ownedCell(1, 0, 1) }).waitFor();
    },

    async "the page says in the words of the rules what cannot be chosen and why"(world) {
        const { people } = await world.seated({ game: "connect_four", players: 2 });
        const draw = drawer(3);
        // Fill the first column, which then is full.
        await playOutColumn(people);
        const asked = people.find((one) => one.isAsked);

        await asked.button(say("ask.why")).click();

        const dialog = asked.page.getByRole("dialog", { name: say("why.title") });
        await dialog.getByText("the column is full").waitFor();
        await dialog.getByRole("button", { name: say("page.close") }).click();
        await dialog.waitFor({ state: "hidden" });
        await asked.chooseAny(draw);
    },

    async "after the end a slider steps through the match"(world) {
        const { people } = await world.seated({ game: "tic_tac_toe", players: 2 });
        const [ada, bert] = people;
        const moves = [[0, 0], [0, 1], [1, 0], [1, 1], [2, 0]];
        await playOut(people, (one, made) => one.clickOn(freeCell(...moves[made])), moves.length);
        await ada.page.getByRole("heading", { name: say("end.won") }).waitFor();

        await ada.button(say("replay.title")).click();
        const slider = ada.page.getByRole("slider", { name: say("replay.slider") });
        await slider.waitFor();
        await until(async () => (await ada.table.getByRole("img", { name: new RegExp(`, ${sayOnTable("stage.empty")}$`) }).count()) === 9, "the board is empty");
        await slider.press("End");
        await ada.table.getByRole("img", { name: ownedCell(2, 0, 0) }).waitFor();
        await ada.button(say("replay.back")).click();
        await ada.table.getByRole("img", { name: emptyCell(2, 0) }).waitFor();
        await ada.table.getByRole("img", { name: ownedCell(1, 1, 1) }).waitFor();
        await ada.button(say("replay.close")).click();

        await ada.table.getByRole("img", { name: ownedCell(2, 0, 0) }).waitFor();
        check(await bert.page.getByRole("heading", { name: say("end.wins", playerName(0)) }).isVisible(), "others are not disturbed");
    },

    async "names and signs are seen by the others"(world) {
        const { people } = await world.seated({ game: "tic_tac_toe", players: 2 });
        const [ada, bert] = people;
        await ada.untilAsked();

        await ada.button(say("seat.name")).click();
        await ada.page.getByRole("textbox", { name: say("table.name") }).fill("Ada ♥ <b>");
        await ada.button(say("table.name.save")).click();
        await bert.page.getByRole("heading", { name: say("wait.for", "Ada ♥ <b>") }).waitFor();
        await bert.button(say("react.title")).click();
        await bert.page.getByRole("menuitem", { name: say("react.clap") }).or(bert.button(say("react.clap"))).first().click();

        await ada.page.getByText(say("react.by", playerName(1), say("react.clap"))).waitFor({ state: "attached" });
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
