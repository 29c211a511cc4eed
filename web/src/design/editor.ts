// The text field of the rules: CodeMirror with what a designer needs of it.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic as Mark } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import {
    crosshairCursor,
    drawSelection,
    EditorView,
    highlightActiveLine,
    highlightActiveLineGutter,
    highlightSpecialChars,
    keymap,
    lineNumbers,
    rectangularSelection,
} from "@codemirror/view";
import type { Diagnostic } from "../protocol";
import { tgdl } from "./language";
import { rangeOf } from "./positions";
import { editorTheme } from "./style";
import { wordsOf, type Say } from "./words";

export interface EditorUser {
    /** The text is not what it was. */
    changed: (text: string) => void;
    save: () => void;
}

export class Editor {
    private readonly view: EditorView;
    private readonly words = new Compartment();

    constructor(place: HTMLElement, root: ShadowRoot, text: string, language: "en" | "it", user: EditorUser) {
        const listens = EditorView.updateListener.of((update) => {
            if (update.docChanged) {
                user.changed(update.state.doc.toString());
            }
        });
        const saves = keymap.of([{ key: "Mod-s", preventDefault: true, run: () => (user.save(), true) }]);
        this.view = new EditorView({
            parent: place,
            root,
            state: EditorState.create({
                doc: text,
                extensions: [saves, usual, this.words.of(inLanguage(language)), listens],
            }),
        });
    }

    /** Another text in place of the whole, if it is another; can be taken back like any change. */
    show(text: string): void {
        const { doc } = this.view.state;
        if (doc.toString() !== text) {
            this.view.dispatch({ changes: { from: 0, to: doc.length, insert: text } });
        }
    }

    speak(language: "en" | "it"): void {
        this.view.dispatch({ effects: this.words.reconfigure(inLanguage(language)) });
    }

    /** Underlines what was found in this text; what was found in other files is shown elsewhere. */
    mark(diagnostics: readonly Diagnostic[], say: Say): void {
        const marks = diagnostics
            .filter((one) => one.file === "")
            .map((one) => ({ ...rangeOf(one, this.view.state.doc), severity: one.severity, ...wordsOfMark(one, say) }))
            .sort((one, other) => one.from - other.from);
        this.view.dispatch(setDiagnostics(this.view.state, marks));
    }

    goTo(diagnostic: Diagnostic): void {
        const { from } = rangeOf(diagnostic, this.view.state.doc);
        this.view.dispatch({
            selection: { anchor: from },
            effects: EditorView.scrollIntoView(from, { y: "center" }),
        });
        this.view.focus();
    }

    close(): void {
        this.view.destroy();
    }
}

const usual: Extension = [
    lineNumbers(),
    lintGutter(),
    highlightActiveLineGutter(),
    highlightActiveLine(),
    highlightSpecialChars(),
    EditorView.lineWrapping, // lines are longer than a phone, or half a screen, is wide
    highlightSelectionMatches(),
    history(),
    drawSelection(),
    rectangularSelection(),
    crosshairCursor(),
    bracketMatching(),
    indentUnit.of("    "),
    indentOnInput(),
    search({ top: true }),
    EditorState.allowMultipleSelections.of(true),
    tgdl(),
    editorTheme,
    // After Escape the next Tab leaves the editor: CodeMirror sees to that.
    keymap.of([...searchKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
];

function inLanguage(language: "en" | "it"): Extension {
    const label = EditorView.contentAttributes.of({
        "aria-label": wordsOf(language)("editor"),
        spellcheck: "false",
        autocapitalize: "off",
        autocorrect: "off",
    });
    return language === "it" ? [label, EditorState.phrases.of(italianPhrases)] : label;
}

/** What CodeMirror itself says. */
const italianPhrases: Record<string, string> = {
    Find: "Cerca",
    Replace: "Sostituisci",
    next: "avanti",
    previous: "indietro",
    all: "tutti",
    "match case": "maiuscole",
    "by word": "parole intere",
    regexp: "espressione regolare",
    replace: "sostituisci",
    "replace all": "sostituisci tutti",
    close: "chiudi",
    "current match": "risultato attuale",
    "on line": "alla riga",
    "Go to line": "Vai alla riga",
    go: "vai",
    Diagnostics: "Problemi",
    "No diagnostics": "Nessun problema",
    "Selection deleted": "Selezione cancellata",
    "Control character": "Carattere di controllo",
};

/** The message, what to write instead, and where one reads more. */
function wordsOfMark(diagnostic: Diagnostic, say: Say): Pick<Mark, "message" | "source" | "renderMessage"> {
    const explain = `tgdl explain ${diagnostic.code}`;
    return {
        message: `${diagnostic.code} ${diagnostic.message}`,
        source: explain,
        renderMessage() {
            const whole = document.createElement("div");
            for (const [name, text] of [
                ["message", `${diagnostic.code} ${diagnostic.message}`],
                ["help", diagnostic.help],
                ["explain", say("explain", explain)],
            ] as const) {
                if (text !== "") {
                    const part = document.createElement("div");
                    part.className = name;
                    part.textContent = text;
                    whole.append(part);
                }
            }
            return whole;
        },
    };
}
