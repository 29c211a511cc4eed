// Pages that are loaded again, doubled, cut off; a server that is struck down.
import { check, freeCell, ownedCell, same, until } from "../checks.mjs";
import { say } from "../words.mjs";

const lostConnection = /WebSocket connection to .* failed|ERR_CONNECTION|ERR_INTERNET_DISCONNECTED/;

export const cases = {
    async "after kill -9 of the server the page comes back by itself and the match goes on"(world) {
        const server = await world.ownServer();
        const { people } = await world.seated({ game: "tic_tac_toe", players: 2, server });
        const [ada, bert] = people;
        people.forEach((one) => one.allow(lostConnection));
        await ada.untilAsked();
        await ada.clickOn(freeCell(0, 0));
        await bert.untilAsked();

        await server.kill();
        await bert.page.getByText(say("page.lost")).waitFor();
        await bert.table.getByRole("button", { name: freeCell(1, 1) }).click(); // kept until the server is back
        await server.startAgain();

        await until(() => ada.isAsked, "Bert's choice has arrived and Ada is asked");
        for (const one of people) {
            await one.table.getByRole("img", { name: ownedCell(0, 0, 0) }).waitFor();
            await one.table.getByRole("img", { name: ownedCell(1, 1, 1) }).waitFor();
        }
        await ada.clickOn(freeCell(1, 0));
        await until(() => bert.isAsked, "the match goes on");
        await bert.page.getByText(say("page.lost")).waitFor({ state: "hidden" });
    },

    async "a browser that was offline catches up"(world) {
        const { people } = await world.seated({ game: "tic_tac_toe", players: 2 });
        const [ada, bert] = people;
        people.forEach((one) => one.allow(lostConnection));
        await ada.untilAsked();

        await bert.context.setOffline(true);
        await ada.clickOn(freeCell(2, 2));
        await bert.context.setOffline(false);

        await bert.table.getByRole("img", { name: ownedCell(2, 2, 0) }).waitFor();
        await bert.clickOn(freeCell(0, 0));
        await ada.table.getByRole("img", { name: ownedCell(0, 0, 1) }).waitFor();
    },

    async "a page that is loaded again in the middle is at the same place"(world) {
        const { people } = await world.seated({ game: "hex11", players: 2 });
        const [ada, bert] = people;
        await ada.untilAsked();
        await ada.clickOn(freeCell(0, 3));
        await bert.untilAsked();
        await bert.clickOn(freeCell(0, 4));
        await until(() => ada.isAsked, "Ada is asked");
        const before = { log: await ada.log.textContent(), decision: ada.state.decision, heading: await ada.heading.textContent() };

        await ada.reload();

        await ada.untilAsked();
        const after = { log: await ada.log.textContent(), decision: ada.state.decision, heading: await ada.heading.textContent() };
        same(after, before, "what Ada sees");
        await ada.table.getByRole("img", { name: ownedCell(0, 4, 1) }).waitFor();
        await ada.clickOn(freeCell(0, 5));
        await bert.table.getByRole("img", { name: ownedCell(0, 5, 0) }).waitFor();
    },

    async "a second tab at the same seat shows the same, and either can choose"(world) {
        const { table, people } = await world.seated({ game: "tic_tac_toe", players: 2 });
        const [ada, bert] = people;
        const again = await world.anotherTab(ada);
        await again.open(table.seats[0]);
        await again.untilAsked();

        await again.clickOn(freeCell(0, 0));
        await ada.table.getByRole("img", { name: ownedCell(0, 0, 0) }).waitFor();
        await bert.untilAsked();
        await bert.clickOn(freeCell(1, 1));
        await until(() => ada.isAsked && again.isAsked, "both tabs are asked");
        await ada.clickOn(freeCell(1, 0));

        await again.table.getByRole("img", { name: ownedCell(1, 0, 0) }).waitFor();
        check(!again.isAsked, "what one tab has decided the other is not asked any more");
    },

    async "a link that is cut off says so instead of showing nothing"(world) {
        const table = await world.table({ game: "tic_tac_toe", players: 2 });
        const ada = await world.person("Ada");
        const bert = await world.person("Bert");

        await ada.page.goto(table.seats[0].slice(0, -3));
        await bert.page.goto(table.seats[1].replace(/#.*/, ""));

        await ada.page.getByRole("heading", { name: say("problem.no_table") }).waitFor();
        await bert.page.getByRole("heading", { name: say("problem.no_token") }).waitFor();
    },
};
