// Bundles the page: `node build.mjs FOLDER` writes its programs and styles, `node build.mjs --tests FOLDER` the unit tests as
// programs for `node --test`.
import { build } from "esbuild";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

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
    const built = await build({
        ...common,
        entryPoints: entries,
        outdir: emptied(folder),
        target: ["es2022", "chrome105", "firefox110", "safari16"],
        minify: true,
        metafile: true,
        legalComments: "none",
        charset: "utf8",
    });
    writeFileSync(join(folder, "licenses.txt"), licensesOf(Object.keys(built.metafile.inputs)));
}

/** The licenses of the packages that these files belong to. */
function licensesOf(files) {
    const packages = new Set(files.map((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]).filter(Boolean));
    return [...packages]
        .sort()
        .map((name) => {
            const home = join(here, "node_modules", name);
            const license = readdirSync(home).find((file) => /^licen[cs]e/i.test(file));
            return `---- ${name}\n\n${readFileSync(join(home, license), "utf8").trim()}\n`;
        })
        .join("\n");
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
