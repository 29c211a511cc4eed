// Style of the editor. Its colours are the page's, which come through into the shadow root; those of the code are its
// own.
import { EditorView } from "@codemirror/view";

export const panelStyle = `
:host {
    --code-comment: #6b6455;
    --code-doc: #4d6b2f;
    --code-text: #9a3b0b;
    --code-hole: #8a2a78;
    --code-number: #0b5c87;
    --code-keyword: #1d5c8a;
    --code-type: #14614e;
    --code-call: #6b4a00;
    --code-match: #d9eadf;
    --selection: #cfe0f5;
    display: flex;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
    font: var(--normal)/1.45 var(--sans);
    color: var(--ink);
    background: var(--surface);
}
@media (prefers-color-scheme: dark) {
    :host {
        --code-comment: #a09883;
        --code-doc: #a8c987;
        --code-text: #f0b28c;
        --code-hole: #e6a3d8;
        --code-number: #86c8ea;
        --code-keyword: #93c3f2;
        --code-type: #7fd3b9;
        --code-call: #e8cb86;
        --code-match: #2c4a3d;
        --selection: #2d425e;
    }
}
:host([hidden]) { display: none; }
* { box-sizing: border-box; }
.panel { display: flex; flex-direction: column; flex: 1; min-width: 0; min-height: 0; }
header { display: flex; align-items: center; flex-wrap: wrap; gap: 0.5rem; padding: 0.5rem 0.75rem; border-bottom: 1px solid var(--line); }
h2 { margin: 0; font: 600 var(--large)/1.3 var(--serif); }
.standing { flex: 1; color: var(--ink-soft); font-size: var(--small); }
.standing:is(.unsaved, .hasErrors) { color: var(--warning); }
.standing:is(.unsaved, .hasErrors)::before { content: "● "; }
button {
    font: inherit; font-weight: 600; color: var(--ink); background: var(--raised);
    border: 1px solid var(--line-strong); border-radius: var(--corner); padding: 0.4rem 0.85rem; min-height: 2.5rem; cursor: pointer;
}
button.main { color: var(--accent-ink); background: var(--accent); border-color: var(--accent); }
button.main:hover { background: var(--accent-strong); }
button:hover { border-color: var(--ink-soft); }
button:disabled { opacity: 0.55; cursor: default; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.editor { flex: 1 1 10rem; min-height: 8rem; overflow: hidden; border: 2px solid transparent; }
.editor:focus-within { border-color: var(--focus); }
.notice { display: flex; align-items: flex-start; gap: 0.75rem; padding: 0.6rem 0.75rem; background: var(--accent-wash); border-top: 1px solid var(--line); }
.notice.differs { background: var(--glow-wash); }
.notice.bad { background: var(--warning-wash); color: var(--warning); }
.notice p { flex: 1; margin: 0; overflow-wrap: anywhere; }
.notice p + p { margin-top: 0.25rem; }
.notice div { flex: 1; min-width: 0; }
.problems { flex: 0 1 auto; max-height: 38%; overflow: auto; border-top: 1px solid var(--line); }
.problems .count { margin: 0; padding: 0.5rem 0.75rem; font: 600 var(--small)/1.4 var(--sans); color: var(--ink-soft); }
.problems ol { list-style: none; margin: 0; padding: 0; }
.problem {
    display: grid; grid-template-columns: 1.5rem 1fr auto; gap: 0 0.5rem; width: 100%; text-align: left; font-weight: 400;
    border: 0; border-top: 1px solid var(--line); border-radius: 0; background: none; padding: 0.45rem 0.75rem;
}
button.problem:hover { background: var(--sunken); }
button.problem:focus-visible { outline-offset: -3px; }
.problem .sign { font-weight: 700; }
.problem.error .sign { color: var(--warning); }
.problem.warning .sign { color: var(--code-call); }
.problem.hint .sign { color: var(--code-number); }
.problem code { font: 600 var(--small) var(--mono); }
.problem .where { color: var(--ink-soft); font-size: var(--small); white-space: nowrap; }
.problem .help { grid-column: 2 / -1; color: var(--ink-soft); font-size: var(--small); overflow-wrap: anywhere; }
.problem .message { overflow-wrap: anywhere; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;

const wavy = (colour: string): Record<string, string> => ({
    backgroundImage: "none",
    paddingBottom: "0",
    textDecoration: `underline wavy ${colour} 1.5px`,
    textDecorationSkipInk: "none",
    textUnderlineOffset: "3px",
});

const gutterSign = (severity: string, sign: string, colour: string): Record<string, Record<string, string>> => ({
    [`.cm-lint-marker-${severity}`]: { content: "normal", color: colour, fontWeight: "700", textAlign: "center" },
    [`.cm-lint-marker-${severity}::before`]: { content: `"${sign}"` },
});

export const editorTheme = EditorView.theme({
    "&": { height: "100%", backgroundColor: "var(--raised)", color: "var(--ink)", fontSize: "var(--small)" },
    "&.cm-focused": { outline: "none" }, // the frame around it shows the focus
    ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
    ".cm-content": { caretColor: "var(--ink)" },
    ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
    "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
        backgroundColor: "var(--selection)",
    },
    ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--ink-soft)", borderRight: "1px solid var(--line)" },
    ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--sunken) 45%, transparent)" },
    ".cm-activeLineGutter": { backgroundColor: "var(--sunken)", color: "var(--ink)" },
    ".cm-selectionMatch": { backgroundColor: "var(--code-match)" },
    "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--code-match)", outline: "1px solid var(--line-strong)" },
    "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--warning-wash)" },
    ".cm-searchMatch": { backgroundColor: "var(--glow-wash)", outline: "1px solid var(--glow)" },
    ".cm-searchMatch-selected": { backgroundColor: "var(--glow)", color: "#17140d" },
    ".cm-panels": { backgroundColor: "var(--surface)", color: "var(--ink)" },
    ".cm-panels-top": { borderBottom: "1px solid var(--line)" },
    ".cm-textfield": { backgroundColor: "var(--raised)", border: "1px solid var(--line-strong)", color: "var(--ink)" },
    ".cm-button": { backgroundImage: "none", backgroundColor: "var(--raised)", border: "1px solid var(--line-strong)", minHeight: "0" },
    ".cm-tooltip": {
        backgroundColor: "var(--raised)",
        color: "var(--ink)",
        border: "1px solid var(--line-strong)",
        borderRadius: "var(--corner)",
        boxShadow: "var(--shadow-middle)",
        maxWidth: "min(34rem, 90vw)",
    },
    ".cm-diagnostic": { fontFamily: "var(--sans)", padding: "0.4rem 0.7rem", whiteSpace: "normal" },
    ".cm-diagnostic .help": { marginTop: "0.25rem" },
    ".cm-diagnostic .explain": { marginTop: "0.25rem", color: "var(--ink-soft)", fontFamily: "var(--mono)", fontSize: "0.92em" },
    ".cm-diagnosticSource": { display: "none" }, // stands in the message already
    ".cm-diagnostic-error": { borderLeft: "4px solid var(--warning)" },
    ".cm-diagnostic-warning": { borderLeft: "4px solid var(--glow)" },
    ".cm-diagnostic-hint": { borderLeft: "4px solid var(--code-number)" },
    ".cm-lintRange-error": wavy("var(--warning)"),
    ".cm-lintRange-warning": wavy("var(--glow)"),
    ".cm-lintRange-hint": wavy("var(--code-number)"),
    ".cm-lintRange-active": { backgroundColor: "var(--warning-wash)" },
    ".cm-lint-marker": { width: "1em", height: "1.5em" },
    ...gutterSign("error", "✕", "var(--warning)"),
    ...gutterSign("warning", "!", "var(--code-call)"),
    ...gutterSign("hint", "i", "var(--code-number)"),
});
