// Debian's Chromium, driven by Playwright from the page's packages.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(new URL("../../web/package.json", import.meta.url));

export function openBrowser() {
    const program = process.env.CHROMIUM ?? "/usr/bin/chromium";
    if (!existsSync(program)) {
        console.error(`${program} is missing: scripts/setup installs it, or CHROMIUM names another one`);
        process.exit(1);
    }
    let playwright;
    try {
        playwright = require("playwright-core");
    } catch {
        console.error("playwright-core is missing: scripts/page installs it");
        process.exit(1);
    }
    return playwright.chromium.launch({
        executablePath: program,
        args: [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    });
}
