// Somebody at a page. What they do they do as people do: by what they see, by mouse or by keys. What the server sends
// to them is noted on the side, to know when the page has something new, and what was sent.
import { until } from "./checks.mjs";
import { say, sayOnTable } from "./words.mjs";

const patience = 20_000;

export class Person {
    /** The last `state` that came. */
    state = null;
    /** All that came, as text. */
    received = [];
    #complaints = [];
    #allowed = [];

    constructor(name, context, page) {
        this.name = name;
        this.context = context;
        this.page = page;
    }

    static async begin(name, context) {
        const page = await context.newPage();
        page.setDefaultTimeout(patience);
        const person = new Person(name, context, page);
        await page.addInitScript(() => {
            addEventListener("securitypolicyviolation", (event) =>
                console.error(`against the policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`),
            );
        });
        page.on("console", (message) => {
            if (message.type() === "error" || message.type() === "warning") {
                person.#complaints.push(`${message.text()} (${message.location().url})`);
            }
        });
        page.on("pageerror", (error) => person.#complaints.push(error.stack ?? String(error)));
        page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => person.#hear(String(payload))));
        return person;
    }

    #hear(text) {
        this.received.push(text);
        const message = JSON.parse(text);
        if (message.type === "state") {
            this.state = message;
        }
    }

    /** Complaints like this are part of what the case is about. */
    allow(form) {
        this.#allowed.push(form);
    }

    checkQuiet() {
        const heard = this.#complaints.filter((text) => !this.#allowed.some((form) => form.test(text)));
        if (heard.length > 0) {
            throw new Error(`${this.name}'s page complains:\n${heard.join("\n")}`);
        }
    }

    // ---- going somewhere

    /** Opens a link of a table and waits until the table is there. */
    async open(address) {
        this.state = null;
        this.received = [];
        await this.page.goto(address);
        await this.decide.waitFor();
    }

    async reload() {
        this.state = null;
        await this.page.reload();
        await this.decide.waitFor();
    }

    // ---- what is on the page

    /** Where it is said what is to be decided, whom one waits for, or how it ended. */
    get decide() {
        return this.page.getByRole("region", { name: say("ask.title") });
    }

    get heading() {
        return this.decide.getByRole("heading", { level: 2 });
    }

    get options() {
        return this.page.getByRole("group", { name: say("ask.options") }).getByRole("button");
    }

    option(name) {
        return this.page.getByRole("group", { name: say("ask.options") }).getByRole("button", { name });
    }

    /** The drawing of the table. */
    get table() {
        return this.page.getByRole("main");
    }

    /** Things on the drawing that can be chosen. */
    get glowing() {
        return this.table.getByRole("button", { name: new RegExp(sayOnTable("stage.choosable", "")) });
    }

    get log() {
        return this.page.getByRole("log", { name: say("log.title") });
    }

    button(name) {
        return this.page.getByRole("button", { name });
    }

    /** Everything that the page holds, seen or not. */
    everything() {
        return this.page.evaluate(() => document.documentElement.outerHTML);
    }

    // ---- how the match stands for this seat

    get isAsked() {
        return this.state !== null && this.state.decision !== "";
    }

    get hasEnded() {
        return this.state !== null && this.state.view.status !== "waiting";
    }

    /** Waits until this seat is asked something, or the match has ended. */
    untilAsked() {
        return until(() => this.isAsked || this.hasEnded, `${this.name} is asked`);
    }

    /** Does something that the server answers with another decision, or with none. */
    async chooseBy(deed) {
        const before = this.state;
        await deed();
        await until(() => this.state !== before && this.state.decision !== before.decision, `${this.name}'s choice is taken`);
    }

    /** Clicks something on the drawing of the table that glows. */
    clickOn(name) {
        return this.chooseBy(() => this.table.getByRole("button", { name }).first().click());
    }

    /** Takes any option that is offered, from those in words. `draw(n)` is a number below n. */
    async chooseAny(draw) {
        await this.chooseBy(async () => {
            const slider = this.decide.getByRole("slider");
            const buttons = (await slider.count()) > 0 ? this.decide.getByRole("button", { name: new RegExp(`^${say("ask.take", "")}`) }) : this.options;
            await buttons.first().waitFor();
            await buttons.nth(draw(await buttons.count())).click();
        });
    }
}
