// Cuts a line of TGDL into tokens, to be coloured. It agrees with the lexer of the language (src/syntax/lexer.cpp) about
// where tokens begin and end; words that mean something only in places are guessed from what stands around them.
//
//   let state = startOfText();
//   for (let at = 0; at < line.length; ) { const token = nextToken(line, at, state); at = token.end; }
//   endLine(state);

export type TokenKind =
    | "space"
    | "comment"
    | "doc"       // a comment that belongs to what follows it
    | "text"
    | "escape"    // in a text
    | "hole"      // the braces around a value in a text
    | "number"
    | "keyword"
    | "atom"      // true, false, null
    | "type"
    | "call"
    | "member"
    | "name"
    | "bracket"
    | "sign"
    | "invalid";

export interface Token {
    end: number;
    kind: TokenKind;
}

/** What has come before, as far as it matters. */
export interface TokenState {
    isInComment: boolean;
    /** For each open hole, how many braces are open inside it. A hole ends with its line. */
    holes: number[];
    /** Whether the text of an interpolated string is to go on. */
    isInText: boolean;
    /** The token before: nothing at the beginning of a statement, a keyword that a word with a meaning may follow. */
    before: "nothing" | "dot" | "keyword" | "other";
    /** Brackets that are open. */
    depth: number;
}

export const reserved: ReadonlySet<string> = new Set(
    `if else while for foreach in return break continue winner fail cancel choose new this base is as true false null and
    or not xor nand import class function action effect input trigger require event player turn`.split(/\s+/),
);
const atoms: ReadonlySet<string> = new Set(["true", "false", "null"]);
const ownTypes: ReadonlySet<string> = new Set(["number", "string", "bool", "List", "Table", "Stack"]);
const rootTypes: ReadonlySet<string> = new Set(["interactable", "tile", "group", "board", "stack", "connection"]);
/** Begin a declaration or a statement, or follow a word that does. */
export const leading: ReadonlySet<string> = new Set(
    `game players local group global sealed attribute returns value optional auto filter options range count change
    interactable stack board tile tiles connection geometry square hex graph grid orientation row column adjacency sides
    around borders phase default setup goal movement through onto line distance adjacent coord jump repeat visible
    information short long glyph color image override extend option contents chooser draw`.split(/\s+/),
);
/** Stand in the middle of a declaration or a statement. */
export const inner: ReadonlySet<string> = new Set("by after before prio step min max odd".split(" "));
/** Reserved words after which a word of `leading` still leads. */
const openers: ReadonlySet<string> = new Set(["player", "trigger"]);

const signs = [
    ..."!== === <-> ... != %= && ** *= ++ += -- -= -> .. /= := <= <> =< => == >= ||".split(" "),
    ..."!%&*+,-./:;<=>?^|",
];
const nameForm = /[\p{L}_][\p{L}\p{M}\p{Nd}_]*/uy;
const spaceForm = /[ \t\r\f\v\u00A0\uFEFF]+/y;
const numberForm = /(?:(?<=\d)[eE][+-]|\.(?!\.)|[\p{L}\p{M}\p{Nd}_])+/uy;
const rightNumber = /^\d+(?:_\d+)*(?:\.\d+(?:_\d+)*)?(?:[eE][+-]?\d+)?$/;
const escapeForm = /\\(?:u\{[0-9A-Fa-f]{1,6}\}|[nt"\\{}])/y;

export function startOfText(): TokenState {
    return { isInComment: false, holes: [], isInText: false, before: "nothing", depth: 0 };
}

export function copyState(state: TokenState): TokenState {
    return { ...state, holes: [...state.holes] };
}

/** Neither a text nor its holes go beyond their line. */
export function endLine(state: TokenState): void {
    state.holes = [];
    state.isInText = false;
}

/** The token at `at`, which is before the end of the line. The state moves past it. */
export function nextToken(line: string, at: number, state: TokenState): Token {
    if (at === 0) {
        endLine(state);
    }
    if (state.isInComment) {
        return { end: endOfComment(line, at, state), kind: "comment" };
    }
    if (state.isInText) {
        return interpolated(line, at, state);
    }
    const space = match(spaceForm, line, at);
    if (space !== null) {
        return { end: at + space.length, kind: "space" };
    }
    if (line.startsWith("//", at)) {
        return { end: line.length, kind: line.startsWith("///", at) ? "doc" : "comment" };
    }
    if (line.startsWith("/*", at)) {
        state.isInComment = true;
        return { end: endOfComment(line, at + 2, state), kind: "comment" };
    }
    const token = significant(line, at, state);
    state.before = whatStands(token.kind, line.slice(at, token.end));
    return token;
}

/** What the token is for those behind it. */
function whatStands(kind: TokenKind, written: string): TokenState["before"] {
    if (kind === "keyword") {
        return !reserved.has(written) || openers.has(written) ? "keyword" : "other";
    }
    if (kind === "sign" && written === ".") {
        return "dot";
    }
    const endsStatement = written === ";" || (kind === "bracket" && (written === "{" || written === "}"));
    return endsStatement ? "nothing" : "other";
}

function significant(line: string, at: number, state: TokenState): Token {
    const sign = line[at] ?? "";
    const name = match(nameForm, line, at);
    if (name !== null) {
        return { end: at + name.length, kind: wordKind(name, line.slice(at + name.length), state) };
    }
    if (/\d/.test(sign) || /^\.\d/.test(line.slice(at, at + 2))) {
        const number = match(numberForm, line, at) ?? sign;
        return { end: at + number.length, kind: rightNumber.test(number) ? "number" : "invalid" };
    }
    if (sign === '"') {
        return plainText(line, at);
    }
    if (line.startsWith('$"', at)) {
        state.isInText = at + 2 < line.length;
        return { end: at + 2, kind: state.isInText ? "text" : "invalid" };
    }
    if ("()[]{}".includes(sign)) {
        return bracket(sign, at, state);
    }
    const known = signs.find((one) => line.startsWith(one, at));
    if (known !== undefined) {
        return { end: at + known.length, kind: "sign" };
    }
    return { end: at + (sign === "#" ? line.length - at : 1), kind: "invalid" };
}

function wordKind(word: string, after: string, state: TokenState): TokenKind {
    const isCalled = after.trimStart().startsWith("(");
    if (state.before === "dot") {
        return isCalled ? "call" : "member";
    }
    if (atoms.has(word)) {
        return "atom";
    }
    if (reserved.has(word)) {
        return "keyword";
    }
    if (ownTypes.has(word)) {
        return "type";
    }
    if (isKeywordHere(word, after, state)) {
        return "keyword";
    }
    return isCalled ? "call" : /^\p{Lu}/u.test(word) ? "type" : "name";
}

function isKeywordHere(word: string, after: string, state: TokenState): boolean {
    const next = after.trimStart();
    const goesOn = /^(?:[\p{L}_"{\d$]|-\s*\d|\/\/|$)/u.test(next);
    if (inner.has(word)) {
        return state.before !== "nothing" && (goesOn || /^\s+[(-]/.test(after) || next.startsWith(";"));
    }
    if (rootTypes.has(word) && (/^[\p{L}_]/u.test(next) || (next.startsWith(">") && state.before !== "nothing"))) {
        return true;
    }
    if (!leading.has(word)) {
        return false;
    }
    if (state.before === "keyword") {
        return goesOn || next.startsWith(";");
    }
    return state.before === "nothing" && (goesOn || (word === "draw" && next.startsWith(";")));
}

function plainText(line: string, at: number): Token {
    for (let end = at + 1; end < line.length; ++end) {
        if (line[end] === "\\") {
            ++end;
        } else if (line[end] === '"') {
            return { end: end + 1, kind: "text" };
        }
    }
    return { end: line.length, kind: "invalid" };
}

/** The next piece of the text of an interpolated string: an escape, the brace that opens a hole, or what lies before. */
function interpolated(line: string, from: number, state: TokenState): Token {
    const escape = match(escapeForm, line, from);
    if (escape !== null) {
        return { end: from + escape.length, kind: "escape" };
    }
    if (line[from] === "{") {
        state.holes.push(0);
        state.isInText = false;
        return { end: from + 1, kind: "hole" };
    }
    for (let end = from; end < line.length; ++end) {
        if (line[end] === '"') {
            state.isInText = false;
            return { end: end + 1, kind: "text" };
        }
        if (line[end] === "{" || match(escapeForm, line, end) !== null) {
            return { end, kind: "text" };
        }
    }
    state.isInText = false;
    return { end: line.length, kind: "invalid" };
}

/** A `}` that closes no brace of the hole ends the hole, and the text goes on. */
function bracket(sign: string, at: number, state: TokenState): Token {
    const inside = state.holes.at(-1);
    if (inside !== undefined && sign === "}" && inside === 0) {
        state.holes.pop();
        state.isInText = true;
        return { end: at + 1, kind: "hole" };
    }
    if (inside !== undefined && (sign === "{" || sign === "}")) {
        state.holes[state.holes.length - 1] = inside + (sign === "{" ? 1 : -1);
    }
    state.depth = "([{".includes(sign) ? state.depth + 1 : Math.max(0, state.depth - 1);
    return { end: at + 1, kind: "bracket" };
}

function endOfComment(line: string, from: number, state: TokenState): number {
    const close = line.indexOf("*/", from);
    state.isInComment = close < 0;
    return close < 0 ? line.length : close + 2;
}

function match(form: RegExp, line: string, at: number): string | null {
    form.lastIndex = at;
    return form.exec(line)?.[0] ?? null;
}
