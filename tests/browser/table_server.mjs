// A `tgdl serve` with a folder of its own, that can be killed and started again where it was.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const patience = 20_000;

export class TableServer {
    /** What it printed first: where it is, or in designer mode the link of the table. */
    address = "";
    #child = null;
    #complaints = "";

    constructor(tgdl, words, folder) {
        this.tgdl = tgdl;
        this.words = words;
        this.folder = folder;
    }

    /** `words` are further words of the command line; the server's folder is the current one. */
    static async start({ tgdl, words = [], folder = mkdtempSync(join(tmpdir(), "tgdl-browser-")) }) {
        const server = new TableServer(tgdl, words, folder);
        await server.#begin(0);
        return server;
    }

    /** The page's address without a path. */
    get origin() {
        return new URL(this.address).origin;
    }

    /** Struck down without a chance to write anything. */
    async kill() {
        const child = this.#child;
        this.#child = null;
        child.kill("SIGKILL");
        await once(child, "exit");
    }

    /** On the same port, with the same store. */
    async startAgain() {
        await this.#begin(Number(new URL(this.address).port));
    }

    async end() {
        const child = this.#child;
        if (child !== null) {
            this.#child = null;
            child.kill("SIGTERM");
            await once(child, "exit");
        }
        rmSync(this.folder, { recursive: true, force: true });
    }

    async #begin(port) {
        const words = ["serve", "--port", String(port), "--store", join(this.folder, "tables.db"), ...this.words];
        const child = spawn(this.tgdl, words, { cwd: this.folder, stdio: ["ignore", "pipe", "pipe"] });
        child.stderr.on("data", (text) => (this.#complaints += text));
        const stop = () => child.kill("SIGKILL"); // nobody's server outlives the tests
        process.on("exit", stop);
        child.on("exit", () => process.off("exit", stop));
        this.#child = child;
        const line = await Promise.race([
            once(createInterface({ input: child.stdout }), "line").then(([text]) => text),
            once(child, "error").then(([error]) => Promise.reject(error)),
            once(child, "exit").then(() => Promise.reject(new Error(`the server ended: ${this.#complaints}`))),
            new Promise((_, reject) => setTimeout(reject, patience, new Error("the server says nothing")).unref()),
        ]);
        this.address = line.trim();
    }
}
