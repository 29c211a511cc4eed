// A card game with hidden hands: nobody's page ever holds what only others may see.
import { check, drawer, playOut, same, until } from "../checks.mjs";
import { say } from "../words.mjs";

/** The names of the cards in a person's own hand, as the page tells them. */
async function handOf(person) {
    const labels = await person.table
        .getByRole("group", { name: "Hand" })
        .locator("[aria-label]")
        .evaluateAll((cards) => cards.map((card) => card.getAttribute("aria-label")));
    return labels.map((label) => label.split(",")[0]);
}

export const cases = {
    async "briscola is played to the end, and no page ever holds a card that only the other may see"(world) {
        const { people } = await world.seated({ game: "briscola", players: 2 });
        const draw = drawer(20_261);
        await people[0].untilAsked();
        // The card that is turned up is known to all, and comes into a hand at the end.
        const turnedUp = /the (\w+ of \w+) is turned up/.exec(await people[0].log.textContent())?.[1];
        check(turnedUp !== undefined, "a card is turned up");
        const heard = [0, 0];
        let looked = 0;

        const choices = await playOut(
            people,
            async (person) => {
                const hands = await Promise.all(people.map(handOf));
                for (const [seat, other] of [[0, 1], [1, 0]]) {
                    const secrets = hands[seat].filter((card) => card !== turnedUp);
                    const page = await people[other].everything();
                    const sent = people[other].received.slice(heard[other]).join("\n");
                    for (const card of secrets) {
                        check(!page.includes(card) && !sent.includes(card), `${people[other].name} does not know of the ${card}`);
                        ++looked;
                    }
                    heard[other] = people[other].received.length;
                }
                const cards = person.glowing;
                await person.chooseBy(async () => cards.nth(draw(await cards.count())).click());
            },
            40,
        );

        same(choices, 40, "cards that were played");
        check(looked > 150, "hands were looked at");
        for (const person of people) {
            await until(() => person.hasEnded, "it is over");
            await person.page.getByRole("list", { name: say("end.result") }).waitFor();
        }
    },

    async "what is told to one seat alone is shown there as such and nowhere else"(world) {
        const { people } = await world.seated({ game: "hearts", players: 4 });
        const draw = drawer(7);
        const privately = (person) => person.log.getByText(say("log.private"));

        // Three cards are passed on by everybody, and each is told what came.
        for (let passed = 0; passed < 40 && (await privately(people[0]).count()) === 0; ++passed) {
            await until(() => people.some((one) => one.isAsked), "somebody is asked");
            await people.find((one) => one.isAsked).chooseAny(draw);
        }

        const line = await people[0].log.getByRole("listitem").filter({ hasText: say("log.private") }).first().textContent();
        const cards = /\[(.*)\]/.exec(line)?.[1];
        check(cards !== undefined, `the line names the cards: ${line}`);
        for (const other of people.slice(2)) {
            check(!(await other.everything()).includes(cards), `${other.name} was not told`);
        }
    },
};
