import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { inner, leading, nextToken, reserved, startOfText, type TokenKind } from "./tokens";

interface Piece {
    text: string;
    kind: TokenKind;
}

function pieces(text: string): Piece[] {
    const state = startOfText();
    const found: Piece[] = [];
    for (const line of text.split("\n")) {
        for (let at = 0; at < line.length; ) {
            const token = nextToken(line, at, state);
            assert.ok(token.end > at, `no progress in: ${line}`);
            found.push({ text: line.slice(at, token.end), kind: token.kind });
            at = token.end;
        }
    }
    return found.filter((piece) => piece.kind !== "space");
}

function shown(text: string): string {
    return pieces(text)
        .map((piece) => `${piece.kind}:${piece.text}`)
        .join(" ");
}

function kindOf(word: string, text: string): TokenKind | undefined {
    return pieces(text).find((piece) => piece.text === word)?.kind;
}

/** The folder of the project, from wherever the tests are run. */
function project(): string {
    let folder = process.cwd();
    while (!existsSync(join(folder, "src", "syntax", "token_kind.def"))) {
        assert.notEqual(dirname(folder), folder, "the tests run inside the project");
        folder = dirname(folder);
    }
    return folder;
}

function wordsIn(file: string, form: RegExp): Set<string> {
    return new Set([...readFileSync(join(project(), file), "utf8").matchAll(form)].map((found) => found[1] ?? ""));
}

test("the reserved words are those of the lexer", () => {
    const words = wordsIn("src/syntax/token_kind.def", /^TGDL_RESERVED\(\w+, "(\w+)"\)/gm);

    assert.deepEqual([...reserved].sort(), [...words].sort());
});

test("words with a meaning in places are words of the grammar", () => {
    const words = wordsIn("src/syntax/words.def", /^TGDL_WORD(?:_AS)?\((?:\w+, ")?(\w+)/gm);

    assert.deepEqual([...leading, ...inner].filter((word) => !words.has(word)), []);
});

test("no file of games and the library has an invalid token", () => {
    const files = ["games", "std"].flatMap((folder) =>
        readdirSync(join(project(), folder), { recursive: true })
            .map((name) => join(project(), folder, String(name)))
            .filter((name) => name.endsWith(".tgdl")),
    );

    const invalid = files.flatMap((file) =>
        pieces(readFileSync(file, "utf8"))
            .filter((piece) => piece.kind === "invalid")
            .map((piece) => `${file}: ${piece.text}`),
    );

    assert.ok(files.length > 40);
    assert.deepEqual(invalid, []);
});

test("every reserved word is a keyword, but a member's name after a dot", () => {
    for (const word of reserved) {
        assert.ok(["keyword", "atom"].includes(kindOf(word, `${word} x`) ?? ""), word);
        assert.equal(kindOf(word, `a.${word}`), "member");
    }
});

test("a text with holes is text outside them and code inside", () => {
    assert.equal(
        shown('$"a {b + 1}\\n{ f("}") } c"'),
        'text:$" text:a  hole:{ name:b sign:+ number:1 hole:} escape:\\n hole:{ call:f bracket:( text:"}" bracket:) hole:} text: c"',
    );
});

test("braces inside a hole do not end it", () => {
    assert.equal(shown('$"{ {1} }"'), 'text:$" hole:{ bracket:{ number:1 bracket:} hole:} text:"');
});

test("a text ends with its line", () => {
    assert.equal(shown('"open\nx'), 'invalid:"open name:x');
    assert.equal(shown('$"open {a\nx'), 'text:$" text:open  hole:{ name:a name:x');
    assert.equal(shown('$"open\nx'), 'text:$" invalid:open name:x');
});

test("comments reach to the end of their line or to their sign, and documentation is told apart", () => {
    assert.equal(shown("a // b\nc"), "name:a comment:// b name:c");
    assert.equal(shown("/// Mark a square.\nx"), "doc:/// Mark a square. name:x");
    assert.equal(shown("a /* b\n* c */ d"), "name:a comment:/* b comment:* c */ name:d");
});

test("numbers are right or invalid as a whole", () => {
    for (const right of ["1", "0.2", "1e3", "1_000", "2.5e-7"]) {
        assert.equal(shown(right), `number:${right}`);
    }
    for (const wrong of ["1.", "1__0", "3x", "1e", ".5", "1.2.3"]) {
        assert.equal(shown(wrong), `invalid:${wrong}`);
    }
    assert.equal(shown("1..13"), "number:1 sign:.. number:13");
});

test("names have letters of any script", () => {
    assert.equal(shown("Città x_1 _a"), "type:Città name:x_1 name:_a");
});

test("a character that means nothing is invalid", () => {
    assert.equal(shown("a ` b"), "name:a invalid:` name:b");
    assert.equal(shown("# b"), "invalid:# b");
});

test("a word with a meaning in places is a keyword there and a name elsewhere", () => {
    assert.equal(kindOf("tile", "tile Place\n{"), "keyword");
    assert.equal(kindOf("tile", "x = tile;"), "name");
    assert.equal(kindOf("square", "geometry square;"), "keyword");
    assert.equal(kindOf("square", "return square;"), "name");
    assert.equal(kindOf("count", "number count = 1;"), "name");
    assert.equal(kindOf("count", "{ count 3; }"), "keyword");
    assert.equal(kindOf("count", "xs.count(c: c)"), "call");
    assert.equal(kindOf("stack", "player stack Hand { returns Card; }"), "keyword");
    assert.equal(kindOf("returns", "player stack Hand { returns Card; }"), "keyword");
    assert.equal(kindOf("by", "(0,4) <-> (1,4) by Road;"), "keyword");
    assert.equal(kindOf("step", "range 10..50 step 10;"), "keyword");
    assert.equal(kindOf("step", "step = 2;"), "name");
    assert.equal(kindOf("draw", "draw;"), "keyword");
});

test("open brackets are counted for the indentation, those in texts and comments are not", () => {
    const state = startOfText();
    for (const line of ['tile A { f("{"); // {', "x = (1;", "}"]) {
        for (let at = 0; at < line.length; ) {
            at = nextToken(line, at, state).end;
        }
    }

    assert.equal(state.depth, 1);
});
