// There is no table to show.
import type { JSX } from "preact";
import { Mark } from "../parts/icons";
import type { Problem } from "../table_session";
import { say, type Key } from "../words/words";

type ShownProblem = Problem | { reason: "no_token"; text: "" };

export function ProblemPage({ problem }: { problem: ShownProblem }): JSX.Element {
    const [title, note] = textsOf(problem);
    return (
        <main class="problem" id="content">
            <Mark />
            <h1>{title}</h1>
            <p>{note}</p>
            <a class="button primary" href="/">
                {say("page.home")}
            </a>
        </main>
    );
}

function textsOf(problem: ShownProblem): [string, string] {
    switch (problem.reason) {
        case "no_table":
        case "no_token":
        case "full":
        case "storage":
            return [say(`problem.${problem.reason}`), say(`problem.${problem.reason}.note` satisfies Key)];
        case "broken":
            return [say("problem.broken"), problem.text];
        default:
            return [say("problem.other"), problem.text];
    }
}
