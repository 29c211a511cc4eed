// The editor with what belongs to it: save, begin anew, what was found, how the table went on.
import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Diagnostic, ServerFollowed } from "../protocol";
import { Draft, isUnsaved, type DraftSnapshot } from "./draft";
import { Editor } from "./editor";
import { inOrder } from "./positions";
import type { DesignProps } from "./props";
import { wordsOf, type DesignWord, type Say } from "./words";

export function Panel(props: DesignProps & { root: ShadowRoot }): VNode {
    const say = useMemo(() => wordsOf(props.language), [props.language]);
    const [readFollowed, setReadFollowed] = useState<ServerFollowed | null>(null);
    const { draft, now } = useDraft(props);
    const place = useRef<HTMLDivElement>(null);
    const editor = useRef<Editor | null>(null);
    const save = (): void => void draft.save();

    useEffect(() => {
        const user = { changed: (text: string) => draft.typed(text), save };
        editor.current = new Editor(place.current as HTMLDivElement, props.root, now.text, props.language, user);
        return () => editor.current?.close();
    }, []);
    useEffect(() => editor.current?.show(draft.now().text), [now.replacements]);
    useEffect(() => editor.current?.speak(props.language), [props.language]);
    useEffect(() => editor.current?.mark(now.found ?? [], say), [now.found, say]);

    const standing = standingOf(now);
    return (
        <section class="panel" aria-label={say("title")} onKeyDown={(event) => saveByKey(event, save)}>
            <header>
                <h2>{say("title")}</h2>
                <span class={`standing ${standing}`} role="status">
                    {say(standing)}
                </span>
                <button class="main" title={say("saveNote")} disabled={now.isSaving} onClick={save}>
                    {say("save")}
                </button>
                <button title={say("againNote")} onClick={() => void draft.begin()}>
                    {say("again")}
                </button>
            </header>
            <div class="editor" ref={place} />
            {now.refusal !== "" && (
                <div class="notice bad" role="alert">
                    <p>{say("refused", now.refusal)}</p>
                </div>
            )}
            {now.isConflicted && (
                <div class="notice" role="status">
                    <p>{say("otherText")}</p>
                    <button onClick={() => draft.takeFile()}>{say("takeText")}</button>
                </div>
            )}
            {props.followed !== null && props.followed !== readFollowed && (
                <Followed followed={props.followed} say={say} onRead={() => setReadFollowed(props.followed)} />
            )}
            <Problems found={now.found} say={say} onGo={(one) => editor.current?.goTo(one)} />
        </section>
    );
}

/** The draft lives as long as the panel; what it asks goes the way that the frame gives last. */
function useDraft(props: DesignProps): { draft: Draft; now: DraftSnapshot } {
    const given = useRef(props);
    given.current = props;
    const draft = useMemo(() => new Draft(props.text, (message) => given.current.ask(message), later), []);
    const [now, setNow] = useState(draft.now());
    useEffect(() => {
        draft.onChange(setNow);
        return () => draft.end();
    }, []);
    useEffect(() => draft.fileHolds(props.text), [props.text]);
    useEffect(() => props.onUnsaved(isUnsaved(now)), [isUnsaved(now)]);
    return { draft, now };
}

function standingOf(draft: DraftSnapshot): DesignWord {
    if (draft.isSaving) {
        return "saving";
    }
    if (isUnsaved(draft)) {
        return draft.saved === "has errors" ? "hasErrors" : "unsaved";
    }
    return draft.saved === "written" ? "saved" : "asInFile";
}

function Followed(props: { followed: ServerFollowed; say: Say; onRead: () => void }): VNode {
    const { followed, say } = props;
    const differs = followed.difference !== "";
    return (
        <div class={differs ? "notice differs" : "notice"} role="status">
            <div>
                <p>{say(wordOf(followed), followed.kept, followed.of)}</p>
                {followed.difference.split("\n").map((line, index) => (
                    <p key={index}>{index === 0 && isAboutChoice(followed) ? say("differs", line) : line}</p>
                ))}
            </div>
            <button onClick={props.onRead}>{say("read")}</button>
        </div>
    );
}

/** Else it says why the table cannot go on under these rules at all. */
function isAboutChoice(followed: ServerFollowed): boolean {
    return /^choice \d/.test(followed.difference);
}

function wordOf(followed: ServerFollowed): DesignWord {
    if (followed.difference !== "" && !isAboutChoice(followed)) {
        return "notFollowed";
    }
    if (followed.kept < followed.of) {
        return "followedPart";
    }
    return followed.of === 0 ? "followedNone" : "followedAll";
}

const signs = { error: "✕", warning: "!", hint: "i" };

function Problems(props: { found: Diagnostic[] | null; say: Say; onGo: (diagnostic: Diagnostic) => void }): VNode {
    const { found, say } = props;
    const count = found?.length ?? 0;
    const heading = found === null ? say("notChecked") : count === 0 ? say("noProblems") : `${say("problems")}: ${count}`;
    return (
        <section class="problems" aria-label={say("problems")}>
            <p class="count" role="status">
                {heading}
            </p>
            <ol>
                {inOrder(found ?? []).map((one) => (
                    <li key={`${one.file}:${one.line}:${one.column}:${one.code}:${one.message}`}>
                        <Problem one={one} say={say} onGo={() => props.onGo(one)} />
                    </li>
                ))}
            </ol>
        </section>
    );
}

/** One in another file cannot be jumped to: it is not open here. */
function Problem(props: { one: Diagnostic; say: Say; onGo: () => void }): VNode {
    const { one, say } = props;
    const content = (
        <>
            <span class="sign" aria-hidden="true">
                {signs[one.severity]}
            </span>
            <span class="message">
                <span class="unseen">{say(one.severity)} </span>
                <code title={`tgdl explain ${one.code}`}>{one.code}</code> {one.message}
            </span>
            <span class="where">{one.file === "" ? say("place", one.line) : say("placeElsewhere", one.file, one.line)}</span>
            {one.help !== "" && <span class="help">{one.help}</span>}
        </>
    );
    const name = `problem ${one.severity}`;
    return one.file === "" ? (
        <button class={name} onClick={props.onGo}>
            {content}
        </button>
    ) : (
        <div class={name}>{content}</div>
    );
}

function saveByKey(event: KeyboardEvent, save: () => void): void {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "s" && !event.defaultPrevented) {
        event.preventDefault();
        save();
    }
}

function later(milliseconds: number, work: () => void): () => void {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
}
