// Log of the table. New lines are marked; lines that only this seat was told, too.
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../parts/icons";
import { SeatMark } from "../parts/seat_mark";
import type { LogLine } from "../table_session";
import { say } from "../words/words";

interface LogProps {
    lines: LogLine[];
    /** Lines from this number on are new. */
    newFrom: number;
    players: number;
}

export function Log({ lines, newFrom, players }: LogProps): JSX.Element {
    const box = useRef<HTMLDivElement>(null);
    const wasAtEnd = useRef(true);
    const end = lines.at(-1)?.number;
    useLayoutEffect(() => {
        if (wasAtEnd.current && box.current !== null) {
            box.current.scrollTop = box.current.scrollHeight;
        }
    }, [end, lines.length]);
    return (
        <section class="log" aria-labelledby="log-title">
            <h2 id="log-title" class="panel-title">
                {say("log.title")}
            </h2>
            {lines.length === 0 && <p class="soft log-empty">{say("log.empty")}</p>}
            <div
                ref={box}
                class="log-box"
                role="log"
                aria-live="polite"
                aria-labelledby="log-title"
                tabIndex={0}
                onScroll={(event) => {
                    const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
                    wasAtEnd.current = scrollTop + clientHeight >= scrollHeight - 24;
                }}
            >
                <ol class="log-lines">
                    {lines.map((line) => (
                        <LogRow key={line.number} line={line} isNew={line.number >= newFrom} players={players} />
                    ))}
                </ol>
            </div>
        </section>
    );
}

interface LogRowProps {
    line: LogLine;
    isNew: boolean;
    players: number;
}

function LogRow({ line, isNew, players }: LogRowProps): JSX.Element {
    return (
        <li class={`log-line ${isNew ? "new" : ""} ${line.isPrivate ? "private" : ""}`}>
            {line.isPrivate && (
                <span class="private-mark" title={say("log.private.note")}>
                    <Icon name="lock" />
                    {say("log.private")}
                </span>
            )}
            <span>{withMarks(line.text, players)}</span>
        </li>
    );
}

/** The last lines, where there is no room for the log itself. */
export function LastLines({ lines, newFrom, players }: LogProps): JSX.Element {
    return (
        <ol class="last-lines" aria-hidden="true">
            {lines.slice(-4).map((line) => (
                <LogRow key={line.number} line={line} isNew={line.number >= newFrom} players={players} />
            ))}
        </ol>
    );
}

/** The text as it is, with the mark of each player before their number. */
function withMarks(text: string, players: number): (string | JSX.Element)[] {
    return text.split(/\b(player \d+)\b/i).map((part) => {
        const seat = /^player (\d+)$/i.exec(part)?.[1];
        if (seat === undefined || Number(seat) >= players) {
            return part;
        }
        return (
            <span class="who">
                <SeatMark seat={Number(seat)} />
                {part}
            </span>
        );
    });
}
