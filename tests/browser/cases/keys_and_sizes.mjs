// Without a mouse, on a telephone, in Italian, in the dark.
import { check, drawer, freeCell, same, until } from "../checks.mjs";
import { say, sayIn, sayOnTable } from "../words.mjs";

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

const inItalian = sayIn("it");
const choosable = new RegExp(`^Grid.*${sayOnTable("stage.choosable", "")}$`);

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
        const focused = await focusedName(person);
        if (name instanceof RegExp ? name.test(focused) : focused === name) {
            return;
        }
    }
    throw new Error(`Tab does not lead to ${name}`);
}

/** What a screen reader says of what has the focus. */
function focusedName(person) {
    return person.page.evaluate(() => {
        const element = document.activeElement;
        return (element?.getAttribute("aria-label") ?? element?.textContent ?? "").trim();
    });
}

export const cases = {
    async "tic-tac-toe is played from the lobby to the end without a mouse"(world) {
        const ada = await world.person("Ada");
        await ada.page.goto(world.server.origin);
        await ada.button(say("lobby.play_bot.of", "tic-tac-toe")).waitFor();
        const keys = ada.page.keyboard;

        await tabTo(ada, say("lobby.play_bot.of", "tic-tac-toe"));
        await keys.press("Enter");
        await ada.decide.waitFor();
        await ada.untilAsked();
        await tabTo(ada, choosable);
        await keys.press("ArrowRight");
        await keys.press("ArrowDown");
        same(await focusedName(ada), freeCell(1, 1), "where the arrows lead");
        for (let made = 0; !ada.hasEnded; ++made) {
            check(made < 5, "the match ends");
            await ada.chooseBy(() => keys.press("Enter"));
            await ada.untilAsked();
            if (ada.isAsked) {
                await until(
                    async () => choosable.test(await focusedName(ada)),
                    "the focus is on something that can be chosen",
                );
            }
        }
        await tabTo(ada, say("replay.title"));
        await keys.press("Enter");
        await tabTo(ada, say("replay.slider"));
        await keys.press("ArrowRight");

        await ada.page.getByText(new RegExp(`^${say("replay.at", 1, "")}`)).waitFor();
    },

    async "options in words are chosen with arrow keys, and the question mark asks why not"(world) {
        const { people } = await world.seated({ game: "connect_four", players: 2 });
        const [ada, bert] = people;
        await ada.untilAsked();

        await ada.page.keyboard.press("ArrowDown");
        await ada.page.keyboard.press("End");
        const last = await ada.page.evaluate(() => document.activeElement.textContent);
        await ada.page.keyboard.press("?");
        await ada.page.getByRole("dialog", { name: say("why.title") }).waitFor();
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
        await ada.button(say("lobby.set_up.of", "tic-tac-toe")).waitFor();
        same(await ada.page.evaluate(findMisfits), [], "what does not fit in the lobby");
        await ada.button(say("lobby.set_up.of", "tic-tac-toe")).tap();
        await ada.button(say("make.go")).waitFor();
        same(await ada.page.evaluate(findMisfits), [], "what does not fit where a table is set up");
        await ada.button(say("make.go")).tap();
        await ada.page.getByRole("link", { name: say("links.sit.at", 0) }).waitFor();
        same(await ada.page.evaluate(findMisfits), [], "what does not fit among the links");
        await ada.page.getByRole("link", { name: say("links.sit.at", 0) }).tap();
        await ada.decide.waitFor();
        await ada.untilAsked();
        await ada.chooseBy(() => ada.table.getByRole("button", { name: freeCell(1, 1) }).tap());
        same(await ada.page.evaluate(findMisfits), [], "what does not fit at the table");
        await ada.button(say("table.more")).tap();
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
        await ada.page.getByRole("heading", { level: 1, name: inItalian.page("lobby.title") }).waitFor();
        same(await ada.page.evaluate(() => document.documentElement.lang), "it", "the language of the page");
        await ada.page.getByRole("combobox", { name: inItalian.page("page.language") }).selectOption("en");
        await ada.page.getByRole("heading", { level: 1, name: say("lobby.title") }).waitFor();
        await ada.page.reload();
        await ada.page.getByRole("heading", { level: 1, name: say("lobby.title") }).waitFor();
        await ada.page.getByRole("combobox", { name: say("page.language") }).selectOption("it");

        const table = await world.table({ game: "tic_tac_toe", players: 2, bots: ["", "random"] });
        await ada.page.goto(table.seats[0]);
        await ada.page.getByRole("main", { name: inItalian.page("table.main") }).waitFor();
        await until(() => ada.isAsked, "Ada is asked");
        const seen = await ada.page.locator("body").innerText();
        for (const english of ["turn.yours", "ask.undo", "ask.why", "log.title", "table.share"].map((key) => say(key))) {
            check(!seen.includes(english), `“${english}” is not said`);
        }
        await ada.chooseBy(() => ada.page.getByRole("button", { name: inItalian.drawing("stage.choosable", `Grid(1,1), ${inItalian.drawing("stage.empty")}`) }).click());
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
