// Bundles the page: `node build.mjs FOLDER` writes what the server serves, `node build.mjs --tests FOLDER` the unit tests
// as programs for `node --test`.
import { build } from "esbuild";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = fileURLToPath(new URL(".", import.meta.url));
const source = join(here, "src");

const common = {
    absWorkingDir: here,
    bundle: true,
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    logLevel: "warning",
};

function emptied(folder) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    return folder;
}

async function buildPage(folder) {
    const entries = { page: join(source, "page.tsx") };
    const design = join(source, "design", "design.ts");
    if (existsSync(design)) {
        entries.design = design;
    }
    await build({
        ...common,
        entryPoints: entries,
        outdir: emptied(folder),
        target: ["es2022", "chrome105", "firefox110", "safari16"],
        minify: true,
        legalComments: "none",
        charset: "utf8",
    });
    cpSync(join(here, "static"), folder, { recursive: true });
    compress(folder);
}

/** Writes NAME.gz beside every file that becomes clearly smaller by it. */
function compress(folder) {
    for (const name of readdirSync(folder)) {
        const content = readFileSync(join(folder, name));
        const compressed = gzipSync(content, { level: 9 });
        if (compressed.length < 0.8 * content.length && content.length > 1400) {
            writeFileSync(join(folder, `${name}.gz`), compressed);
        }
    }
}

async function buildTests(folder) {
    const tests = readdirSync(source, { recursive: true, withFileTypes: false })
        .map(String)
        .filter((name) => /_test\.tsx?$/.test(name));
    await build({
        ...common,
        entryPoints: tests.map((name) => ({ in: join(source, name), out: name.replace(/[\\/]/g, "_").replace(/\.tsx?$/, "") })),
        outdir: emptied(folder),
        outExtension: { ".js": ".mjs" },
        platform: "node",
        target: "node18",
        loader: { ".css": "empty" },
    });
}

const [first, second] = process.argv.slice(2);
try {
    await (first === "--tests" ? buildTests(second) : buildPage(first));
} catch {
    process.exit(1); // esbuild has said why
}
