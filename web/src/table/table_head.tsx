// The line above the table: what is played, whose turn it is, and what can be opened.
import type { ComponentChildren, JSX } from "preact";
import { inWords } from "../decision";
import { rulesAddress } from "../links";
import { Icon, Mark } from "../parts/icons";
import type { ServerJoined, ServerState, Sign } from "../protocol";
import type { View } from "../view";
import { say } from "../words/words";
import { ReactMenu } from "./react_menu";

interface TableHeadProps {
    joined: ServerJoined;
    state: ServerState;
    names: string[];
    /** This seat is asked something. */
    isAsked: boolean;
    onReact: (sign: Sign) => void;
    onLinks: () => void;
    onTable: () => void;
}

export function TableHead({ joined, state, names, isAsked, onReact, onLinks, onTable }: TableHeadProps): JSX.Element {
    const { view } = state;
    const turn = turnText(state, names, joined.seat, isAsked);
    const phase = view.status === "waiting" ? phaseText(view) : "";
    return (
        <header class="table-head">
            <a class="wordmark" href="/" title={say("page.home")} aria-label={say("page.home")}>
                <Mark />
            </a>
            <div class="table-title">
                <h1>{joined.game.name}</h1>
                <p>
                    {turn !== "" && <span class={`turn ${isAsked ? "yours" : ""}`}>{turn}</span>}
                    {phase !== "" && <span class="phase">{phase}</span>}
                    {joined.seat < 0 && (
                        <span class="phase watching">
                            <Icon name="eye" />
                            {say("seat.watching")}
                        </span>
                    )}
                </p>
            </div>
            <nav class="table-actions">
                <a class="head-button" title={say("table.rules")} href={rulesAddress(joined.game.key)} target="_blank" rel="noopener">
                    <Icon name="book" />
                    <span class="head-label">{say("table.rules")}</span>
                </a>
                <ReactMenu onReact={onReact} />
                <HeadButton label={say("table.share")} onClick={onLinks}>
                    <Icon name="link" />
                </HeadButton>
                <HeadButton label={say("table.more")} onClick={onTable}>
                    <Icon name="sliders" />
                </HeadButton>
            </nav>
        </header>
    );
}

interface HeadButtonProps {
    label: string;
    onClick: () => void;
    children: ComponentChildren;
}

/** On phones only its drawing is seen. */
function HeadButton({ label, onClick, children }: HeadButtonProps): JSX.Element {
    return (
        <button type="button" class="head-button" title={label} aria-label={label} onClick={onClick}>
            {children}
            <span class="head-label">{label}</span>
        </button>
    );
}

function turnText({ view, together }: ServerState, names: string[], own: number, isAsked: boolean): string {
    if (view.status !== "waiting") {
        return say("end.title");
    }
    if (isAsked) {
        return say(view.active.includes(own) ? "turn.yours" : "turn.choose");
    }
    if (together) {
        return say("turn.together");
    }
    const active = view.active.length === 1 ? names[view.active[0] ?? -1] : undefined;
    return active === undefined ? "" : say("turn.of", active);
}

/** Turns and phases that the rules do not name are called `default`. */
function phaseText({ turn, phase }: View): string {
    return [turn, phase]
        .filter((name): name is string => name !== undefined && name !== "default")
        .map(inWords)
        .join(" · ");
}
