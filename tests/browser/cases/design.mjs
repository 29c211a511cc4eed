// Designer mode: the rules are edited beside the table, which goes on under them.
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { check, emptyCell, freeCell, ownedCell, same, until } from "../checks.mjs";
import { formOf, say, sayInEditor as words } from "../words.mjs";

const game = fileURLToPath(new URL("../../../games/tic_tac_toe/tic_tac_toe.tgdl", import.meta.url));

/** Somebody who designs a copy of tic-tac-toe. */
async function beginDesign(world, options = {}) {
    const folder = mkdtempSync(join(tmpdir(), "tgdl-design-"));
    const file = join(folder, "tic_tac_toe.tgdl");
    copyFileSync(game, file);
    const server = await world.ownServer(["--design", file], folder);
    const ada = await world.person("Ada", options);
    await ada.page.goto(server.address);
    await ada.decide.waitFor({ state: "attached" });
    const rules = ada.page.getByRole("region", { name: words("title") });
    return {
        ada,
        rules,
        editor: rules.getByRole("textbox", { name: words("editor") }),
        problems: rules.getByRole("region", { name: words("problems") }),
        inFile: () => readFileSync(file, "utf8"),
        write: (text) => writeFileSync(file, text),
    };
}

/** Plays at whatever seat is asked. */
async function place(ada, x, y, player) {
    await ada.table.getByRole("button", { name: freeCell(x, y) }).click();
    await ada.table.getByRole("img", { name: ownedCell(x, y, player) }).waitFor();
}

/** Finds a text in the editor and writes another one in its place. */
async function replaceText({ ada, editor }, before, after) {
    await editor.click();
    await ada.page.keyboard.press("Control+f");
    await ada.page.keyboard.type(before);
    await ada.page.keyboard.press("Enter");
    await ada.page.keyboard.press("Escape");
    await ada.page.keyboard.type(after);
}

export const cases = {
    async "an error is shown while one types, and rules with errors do not come into the file"(world) {
        const design = await beginDesign(world);
        const { ada, rules, editor, problems, inFile } = design;
        const before = inFile();
        await problems.getByText(words("noProblems")).waitFor();

        await replaceText(design, "Board.marks += 1", "Bord.marks += 1");
        const problem = problems.getByRole("button", { name: /E\d+ .*Bord/ });
        await problem.waitFor();
        await rules.getByText(words("unsaved"), { exact: true }).waitFor();
        await problem.click();
        check(await editor.evaluate((element) => element.getRootNode().activeElement === element), "the list leads to the place");
        await ada.page.keyboard.press("Control+s");
        await rules.getByText(words("hasErrors")).waitFor();
        same(inFile(), before, "the file");
        await ada.page.keyboard.type("a");
        await ada.page.keyboard.press("Backspace");
        await replaceText(design, "Bord.marks += 1", "Board.marks += 1");

        await problems.getByText(words("noProblems")).waitFor();
        await rules.getByText(words("asInFile")).waitFor();
    },

    async "a mended rule is saved, the table goes on, and the first choice that goes another way is named"(world) {
        const design = await beginDesign(world);
        const { ada, rules, inFile } = design;
        await place(ada, 1, 1, 0);
        await place(ada, 0, 0, 1);

        await replaceText(design, "Square[3][3]", "Square[4][4]");
        await rules.getByRole("button", { name: words("save") }).click();
        await rules.getByText(words("saved"), { exact: true }).waitFor();
        check(inFile().includes("Square[4][4]"), "the file holds the new rules");
        await ada.table.getByRole("button", { name: freeCell(3, 3) }).waitFor();
        await ada.table.getByRole("img", { name: ownedCell(0, 0, 1) }).waitFor();
        await rules.getByText(formOf(words("followedAll"))).waitFor();

        await replaceText(design, "chosen.owner == null;", "chosen.owner == null && chosen.x > 0;");
        await ada.page.keyboard.press("Control+s");
        await rules.getByText(formOf(words("followedPart"))).waitFor();
        await rules.getByText(words("differs", "choice 2: player 0 chose `Grid(1,1)`")).waitFor();
        await ada.table.getByRole("img", { name: ownedCell(1, 1, 0) }).waitFor();
        await ada.table.getByRole("img", { name: emptyCell(0, 0) }).waitFor();
        await place(ada, 1, 0, 1);

        await rules.getByRole("button", { name: words("again") }).click();
        await ada.table.getByRole("button", { name: freeCell(1, 1) }).waitFor();
        await ada.table.getByRole("button", { name: freeCell(1, 0) }).waitFor();
    },

    async "what somebody writes into the file with another editor is shown and played"(world) {
        const design = await beginDesign(world);
        const { ada, editor, inFile, write } = design;
        await ada.table.getByRole("button", { name: freeCell(2, 2) }).waitFor();

        write(inFile().replace("Square[3][3]", "Square[5][5]"));

        await ada.table.getByRole("button", { name: freeCell(4, 4) }).waitFor();
        await until(async () => (await editor.textContent()).includes("Square[5][5]"), "the editor shows what the file holds");
    },

    async "the editor can be left with Escape and Tab, and keys in it are not the page's"(world) {
        const { ada, rules, editor } = await beginDesign(world);
        await place(ada, 1, 1, 0);
        await editor.click();
        await ada.page.keyboard.press("Control+End");

        await ada.page.keyboard.type("// u?");
        await ada.page.keyboard.press("Enter");
        await ada.page.keyboard.press("Tab");
        check(await editor.evaluate((element) => element.getRootNode().activeElement === element), "Tab indents");
        await ada.page.keyboard.press("Escape");
        await ada.page.keyboard.press("Tab");

        check(await editor.evaluate((element) => element.getRootNode().activeElement !== element), "Escape, then Tab leaves it");
        same(await ada.page.getByRole("dialog").count(), 0, "dialogs that a question mark opens");
        await ada.table.getByRole("img", { name: ownedCell(1, 1, 0) }).waitFor();
        await rules.getByText(words("unsaved"), { exact: true }).waitFor();
    },

    async "on a telephone the rules are a tab beside the table"(world) {
        const { ada, editor, problems } = await beginDesign(world, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
        await ada.table.getByRole("button", { name: freeCell(0, 0) }).waitFor();
        check(!(await editor.isVisible()), "first one sees the table");

        await ada.page.getByRole("button", { name: say("table.tab.rules"), exact: true }).tap();

        await editor.waitFor();
        await problems.getByText(words("noProblems")).waitFor();
        const width = await ada.page.evaluate(() => document.documentElement.scrollWidth);
        same(width, 390, "the width of the page");
        await ada.page.getByRole("button", { name: say("table.tab.choose"), exact: true }).tap();
        await ada.table.getByRole("button", { name: freeCell(0, 0) }).tap();
        await ada.table.getByRole("img", { name: ownedCell(0, 0, 0) }).waitFor();
    },
};
