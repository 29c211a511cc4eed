// The texts of the page as it has them, so that cases name what is meant and not how it is worded.
//
//   say("lobby.set_up.of", "chess")            // New table: chess
//   sayIn("it").page("table.main")
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { buildSync } = require("esbuild");

async function load(path) {
    const { outputFiles } = buildSync({
        entryPoints: [fileURLToPath(new URL(`../../web/src/${path}`, import.meta.url))],
        bundle: true,
        format: "esm",
        write: false,
    });
    return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

const [{ english }, { italian }, { stageWords }, { wordsOf }] = await Promise.all(
    ["words/english.ts", "words/italian.ts", "stage/words.ts", "design/words.ts"].map(load),
);

function fill(text, parts, key) {
    if (text === undefined) {
        throw new Error(`the page has no text ${key}`);
    }
    return text.replace(/\{(\d+)\}/g, (_, number) => String(parts[Number(number)]));
}

export function sayIn(language) {
    const texts = language === "it" ? italian : english;
    return {
        page: (key, ...parts) => fill(texts[key], parts, key),
        drawing: (key, ...parts) => fill(stageWords[language][key], parts, key),
        editor: (key, ...parts) => wordsOf(language)(key, ...parts),
    };
}

export const { page: say, drawing: sayOnTable, editor: sayInEditor } = sayIn("en");

/** A text with anything in its places. */
export function formOf(text) {
    return new RegExp(text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\d+\}/g, ".*"));
}
