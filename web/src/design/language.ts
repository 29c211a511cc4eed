// TGDL for CodeMirror: colours, indentation, comments.
import { HighlightStyle, LanguageSupport, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags, type Tag } from "@lezer/highlight";
import { copyState, endLine, nextToken, startOfText, type TokenKind, type TokenState } from "./tokens";

const tagOf: Record<Exclude<TokenKind, "space">, Tag> = {
    comment: tags.comment,
    doc: tags.docComment,
    text: tags.string,
    escape: tags.escape,
    hole: tags.special(tags.brace),
    number: tags.number,
    keyword: tags.keyword,
    atom: tags.atom,
    type: tags.typeName,
    call: tags.function(tags.variableName),
    member: tags.propertyName,
    name: tags.variableName,
    bracket: tags.bracket,
    sign: tags.operator,
    invalid: tags.invalid,
};

const language = StreamLanguage.define<TokenState>({
    name: "tgdl",
    startState: startOfText,
    copyState,
    blankLine: endLine,
    token(stream, state) {
        const token = nextToken(stream.string, stream.pos, state);
        stream.pos = token.end;
        return token.kind === "space" ? null : token.kind;
    },
    indent(state, textAfter, context) {
        const closes = /^[)\]}]/.test(textAfter) ? 1 : 0;
        return state.isInComment ? null : Math.max(0, state.depth - closes) * context.unit;
    },
    languageData: {
        commentTokens: { line: "//", block: { open: "/*", close: "*/" } },
        indentOnInput: /^\s*[)\]}]$/,
        closeBrackets: { brackets: ["(", "[", "{", '"'] },
    },
    tokenTable: tagOf,
});

const colours = HighlightStyle.define([
    { tag: tags.comment, color: "var(--code-comment)" },
    { tag: tags.docComment, color: "var(--code-doc)", fontStyle: "italic" },
    { tag: tags.string, color: "var(--code-text)" },
    { tag: [tags.escape, tags.special(tags.brace)], color: "var(--code-hole)", fontWeight: "600" },
    { tag: [tags.number, tags.atom], color: "var(--code-number)" },
    { tag: tags.keyword, color: "var(--code-keyword)", fontWeight: "600" },
    { tag: tags.typeName, color: "var(--code-type)" },
    { tag: tags.function(tags.variableName), color: "var(--code-call)" },
    { tag: tags.invalid, color: "var(--warning)", textDecoration: "underline" },
]);

export function tgdl(): LanguageSupport {
    return new LanguageSupport(language, syntaxHighlighting(colours));
}
