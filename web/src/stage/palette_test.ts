import assert from "node:assert/strict";
import test from "node:test";
import { hueOf, huesOf, inkOn, lightnessOf, looksOf, mixed, namedColor } from "./palette";

test("colours that rules name are known, with dark and light", () => {
    assert.match(namedColor("green")!, /^#[0-9a-f]{6}$/);
    assert.ok(lightnessOf(namedColor("dark green")!) < lightnessOf(namedColor("green")!));
    assert.ok(lightnessOf(namedColor("light green")!) > lightnessOf(namedColor("green")!));
    assert.equal(namedColor("#A1B2C3"), "#a1b2c3");
});

test("nothing else gets into a style", () => {
    for (const odd of ["url(x)", "red;background:url(x)", "var(--x)", "#12345", "", undefined, 7 as never]) {
        assert.equal(namedColor(odd), null);
    }
});

test("letters can be read on every colour that rules can name", () => {
    for (const name of [
        "red",
        "orange",
        "gold",
        "yellow",
        "green",
        "teal",
        "blue",
        "purple",
        "pink",
        "brown",
        "black",
        "white",
        "grey",
    ]) {
        const [paper, ink] = [lightnessOf(namedColor(name)!), lightnessOf(inkOn(namedColor(name)!))];
        const contrast = (Math.max(paper, ink) + 0.05) / (Math.min(paper, ink) + 0.05);
        assert.ok(contrast >= 3.8, `${name}: ${contrast}`);
    }
});

test("kinds get different hues that follow from their names", () => {
    const hues = huesOf(["Wood", "Hill", "Bog", "Village", "Town"]);

    assert.equal(new Set(hues.values()).size, 5);
    assert.deepEqual(hues, huesOf(["Town", "Village", "Bog", "Hill", "Wood"]));
    assert.equal(hueOf("Wood"), hues.get("Wood"));
});

test("colours are mixed by share", () => {
    assert.equal(mixed("#000000", "#ffffff", 0.5), "#808080");
    assert.equal(mixed("#fff", "#000000", 0), "#ffffff");
});

test("more players than looks begin again", () => {
    assert.equal(looksOf(8), 0);
    assert.equal(looksOf(9), 1);
});
