// Without a mouse, on a telephone, in Italian, in the dark.
import { check, drawer, same, until } from "../checks.mjs";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

/** What sticks out at the side, and what can be touched but is too small for a finger. */
function findMisfits() {
    const width = document.documentElement.clientWidth;
    const misfits = [];
    if (document.documentElement.scrollWidth > width) {
        misfits.push(`the page is ${document.documentElement.scrollWidth} wide instead of ${width}`);
    }
    const touchable = "button, a[href], select, input:not([type=hidden]), [role=button], summary";
    for (const element of document.querySelectorAll(touchable)) {
        const box = element.getBoundingClientRect();
        const isShown = box.width > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        const isForOthers = element.closest(".unseen, .skip, [aria-hidden=true], [inert]") !== null || element.matches("p a, p button");
        if (!isShown || isForOthers) {
            continue;
        }
        const name = element.getAttribute("aria-label") ?? element.textContent.trim().slice(0, 40);
        const scrolls = element.closest(".stage-place, .chips, .log-box, .options") !== null;
        if ((box.left < -1 || box.right > width + 1) && !scrolls) {
            misfits.push(`${name} sticks out: ${Math.round(box.left)} to ${Math.round(box.right)}`);
        }
        // What is drawn small on the table is among the options, too.
        if (Math.min(box.width, box.height) < 24 && !element.matches("[type=radio], [type=range], [data-options]")) {
            misfits.push(`${name} is ${Math.round(box.width)} x ${Math.round(box.height)}`);
        }
    }
    return misfits;
}

/** Presses Tab until what has the focus is called like this. */
async function tabTo(person, name) {
    for (let pressed = 0; pressed < 400; ++pressed) {
        await person.page.keyboard.press("Tab");
        const focused = await person.page.evaluate(() => {
            const element = document.activeElement;
            return (element?.getAttribute("aria-label") ?? element?.textContent ?? "").trim();
        });
        if (name instanceof RegExp ? name.test(focused) : focused === name) {
            return;
        }
    }
    throw new Error(`Tab does not lead to ${name}`);
}

export const cases = {
    async "tic-tac-toe is played from the lobby to the end without a mouse"(world) {
        const ada = await world.person("Ada");
        await ada.page.goto(world.server.origin);
        await ada.button("Play a bot: tic-tac-toe").waitFor();
        const keys = ada.page.keyboard;

        await tabTo(ada, "Play a bot: tic-tac-toe");
        await keys.press("Enter");
        await ada.decide.waitFor();
        await ada.untilAsked();
        await tabTo(ada, /^Grid\(.*can be chosen$/);
        await keys.press("ArrowRight");
        await keys.press("ArrowDown");
        const place = await ada.page.evaluate(() => document.activeElement.getAttribute("aria-label"));
        same(place, "Grid(1,1), empty, can be chosen", "where the arrows lead");
        for (let made = 0; !ada.hasEnded; ++made) {
            check(made < 5, "the match ends");
            await ada.chooseBy(() => keys.press("Enter"));
            await ada.untilAsked();
            if (ada.isAsked) {
                await until(
                    () => ada.page.evaluate(() => /can be chosen$/.test(document.activeElement.getAttribute("aria-label") ?? "")),
                    "the focus is on something that can be chosen",
                );
            }
        }
        await tabTo(ada, "Look back");
        await keys.press("Enter");
        await tabTo(ada, "How many choices were made");
        await keys.press("ArrowRight");

        await ada.page.getByText(/^Choice 1 of/).waitFor();
    },

    async "options in words are chosen with arrow keys, and the question mark asks why not"(world) {
        const { people } = await world.seated({ game: "connect_four", players: 2 });
        const [ada, bert] = people;
        await ada.untilAsked();

        await ada.page.keyboard.press("ArrowDown");
        await ada.page.keyboard.press("End");
        const last = await ada.page.evaluate(() => document.activeElement.textContent);
        await ada.page.keyboard.press("?");
        await ada.page.getByRole("dialog", { name: "What cannot be chosen now" }).waitFor();
        await ada.page.keyboard.press("Escape");
        await ada.option(last).focus();
        await ada.chooseBy(() => ada.page.keyboard.press("Enter"));
        await until(() => bert.isAsked, "Bert is asked");
        await ada.page.keyboard.press("u");

        await until(() => ada.isAsked, "the choice was taken back");
    },

    async "on a telephone nothing sticks out, and everything can be tapped"(world) {
        const ada = await world.person("Ada", phone);
        await ada.page.goto(world.server.origin);
        await ada.button("New table: tic-tac-toe").waitFor();
        same(await ada.page.evaluate(findMisfits), [], "what does not fit in the lobby");
        await ada.button("New table: tic-tac-toe").tap();
        await ada.button("Make the table").waitFor();
        same(await ada.page.evaluate(findMisfits), [], "what does not fit where a table is set up");
        await ada.button("Make the table").tap();
        await ada.page.getByRole("link", { name: "Sit down here: player 0" }).waitFor();
        same(await ada.page.evaluate(findMisfits), [], "what does not fit among the links");
        await ada.page.getByRole("link", { name: "Sit down here: player 0" }).tap();
        await ada.decide.waitFor();
        await ada.untilAsked();
        await ada.chooseBy(() => ada.table.getByRole("button", { name: "Grid(1,1), empty, can be chosen" }).tap());
        same(await ada.page.evaluate(findMisfits), [], "what does not fit at the table");
        await ada.button("Table").tap();
        await ada.page.getByRole("dialog").waitFor();
        same(await ada.page.evaluate(findMisfits), [], "what does not fit in the settings");
    },

    async "large and small games fit on a telephone"(world) {
        const draw = drawer(5);
        for (const [game, players] of [["chess", 2], ["briscola", 2], ["dry_summer", 2], ["hearts", 4], ["hex11", 2]]) {
            const bots = Array.from({ length: players }, (_, seat) => (seat === 0 ? "" : "random"));
            const table = await world.table({ game, players, bots });
            const ada = await world.person(`Ada at ${game}`, phone);
            await ada.open(table.seats[0]);
            for (let made = 0; made < 2; ++made) {
                await ada.untilAsked();
                same(await ada.page.evaluate(findMisfits), [], `what does not fit in ${game}`);
                await ada.chooseAny(draw);
            }
        }
    },

    async "the page speaks Italian to whoever wants that, and remembers it"(world) {
        const ada = await world.person("Ada", { locale: "it-IT" });
        await ada.page.goto(world.server.origin);
        await ada.page.getByRole("heading", { level: 1, name: "Giochi" }).waitFor();
        same(await ada.page.evaluate(() => document.documentElement.lang), "it", "the language of the page");
        await ada.page.getByRole("combobox", { name: "Lingua" }).selectOption("en");
        await ada.page.getByRole("heading", { level: 1, name: "Games" }).waitFor();
        await ada.page.reload();
        await ada.page.getByRole("heading", { level: 1, name: "Games" }).waitFor();
        await ada.page.getByRole("combobox", { name: "Language" }).selectOption("it");

        const table = await world.table({ game: "tic_tac_toe", players: 2, bots: ["", "random"] });
        await ada.page.goto(table.seats[0]);
        await ada.page.getByRole("main", { name: "Il tavolo" }).waitFor();
        await until(() => ada.isAsked, "Ada is asked");
        const seen = await ada.page.locator("body").innerText();
        for (const english of ["Your turn", "Undo", "Why not", "What happened", "Links", "Player 0"]) {
            check(!seen.includes(english), `“${english}” is not said`);
        }
        await ada.chooseBy(() => ada.page.getByRole("button", { name: "Grid(1,1), vuota, si può scegliere" }).click());
    },

    async "the dark page is dark"(world) {
        const ada = await world.person("Ada", { colorScheme: "dark" });
        await ada.page.goto(world.server.origin);
        await ada.page.getByRole("heading", { level: 1 }).waitFor();

        const brightness = await ada.page.evaluate(() => {
            const colours = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
            return (colours[0] + colours[1] + colours[2]) / 3;
        });

        check(brightness < 60, `the ground is dark (${brightness})`);
    },
};
