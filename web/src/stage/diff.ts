// Difference between two views of a match: what moved, came, went and changed.
//
// Instances that have no id, because the viewer does not see them, are counted by the place where they lie.
import type { Instance, Value, View } from "../view";
import { allTilesOf, isHidden, isReference } from "../view";
import { isByPlayer, seen } from "./facts";

export interface Changes {
    /** Pieces, cards and things by id: where they were and are. Places are ids of tiles and decks, or "" for the table. */
    moved: Map<string, { from: string; to: string }>;
    appeared: Map<string, string>;
    gone: Map<string, string>;
    /** Ids of instances with another look or attribute than before. */
    changed: Set<string>;
    /** Those of them that look different: glyph, colour, image, owner, or a number that is shown as such. */
    looks: Set<string>;
    /** Keys of facts (see facts.ts) with another value than before. */
    values: Set<string>;
    /** Decks with more or fewer cards that the viewer does not see: by how many. */
    counts: Map<string, number>;
}

export function noChanges(): Changes {
    return {
        moved: new Map(),
        appeared: new Map(),
        gone: new Map(),
        changed: new Set(),
        looks: new Set(),
        values: new Set(),
        counts: new Map(),
    };
}

export function isEmpty(changes: Changes): boolean {
    return (
        changes.moved.size +
            changes.appeared.size +
            changes.gone.size +
            changes.changed.size +
            changes.values.size +
            changes.counts.size ===
        0
    );
}

interface Snapshot {
    /** Everything that can move: its place and the instance. */
    movable: Map<string, { place: string; instance: Instance }>;
    /** What stays: boards, tiles, decks, and instances of classes that there is one of. */
    fixed: Map<string, Instance>;
    hiddenCounts: Map<string, number>;
}

function snapshotOf(view: View): Snapshot {
    const snapshot: Snapshot = { movable: new Map(), fixed: new Map(), hiddenCounts: new Map() };
    for (const board of seen(view.boards)) {
        snapshot.fixed.set(board.id, board);
        for (const group of board.groups ?? []) {
            for (const tile of allTilesOf(group)) {
                const place = isHidden(tile) ? tile.place : tile.id;
                if (!isHidden(tile)) {
                    snapshot.fixed.set(tile.id, tile);
                }
                seen(tile.pieces).forEach((piece) => snapshot.movable.set(piece.id, { place, instance: piece }));
            }
        }
    }
    for (const deck of seen(view.decks)) {
        snapshot.fixed.set(deck.id, deck);
        const cards = Array.isArray(deck.cards) ? deck.cards : [];
        snapshot.hiddenCounts.set(deck.id, cards.filter((card) => isHidden(card)).length);
        seen(cards).forEach((card) => snapshot.movable.set(card.id, { place: deck.id, instance: card }));
    }
    for (const instance of seen(view.things)) {
        if (instance.scope === undefined) {
            const owner = typeof instance.owner === "number" ? `seat ${instance.owner}` : "";
            snapshot.movable.set(instance.id, { place: owner, instance: instance });
        } else {
            snapshot.fixed.set(instance.id, instance);
        }
    }
    return snapshot;
}

export function sameValue(a: Value | undefined, b: Value | undefined): boolean {
    if (a === b) {
        return true;
    }
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
        return false;
    }
    if (Array.isArray(a) || Array.isArray(b)) {
        return (
            Array.isArray(a) &&
            Array.isArray(b) &&
            a.length === b.length &&
            a.every((element, i) => sameValue(element, b[i]))
        );
    }
    if (isReference(a) && isReference(b)) {
        return a.ref === b.ref;
    }
    return JSON.stringify(a) === JSON.stringify(b);
}

// Attributes that hold other things say where those are; that they moved is told by the things themselves.
function isWhereabouts(value: Value | undefined): boolean {
    return (
        typeof value === "object" &&
        value !== null &&
        (Array.isArray(value) ? value.some(isWhereabouts) : isReference(value))
    );
}

function compareAttributes(before: Instance, after: Instance, players: number, changes: Changes): boolean {
    let differs = false;
    const old = before.attributes ?? {};
    for (const [name, value] of Object.entries(after.attributes ?? {})) {
        if (sameValue(old[name], value)) {
            continue;
        }
        if (isWhereabouts(value) || isWhereabouts(old[name])) {
            continue;
        }
        differs = true;
        changes.values.add(`${after.id}.${name}`);
        const earlier = old[name];
        if (isByPlayer(value, players) && earlier !== undefined && isByPlayer(earlier, players)) {
            value.table.forEach((entry, seat) => {
                if (!sameValue(entry[1], earlier.table[seat]![1])) {
                    changes.values.add(`${after.id}.${name}.${seat}`);
                }
            });
        }
    }
    const counts = before.hidden_attributes ?? {};
    for (const [name, count] of Object.entries(after.hidden_attributes ?? {})) {
        if (counts[name] !== count) {
            differs = true;
            changes.values.add(`${after.id}.${name}`);
        }
    }
    return differs;
}

function looksDifferent(before: Instance, after: Instance): boolean {
    const parts = ["glyph", "color", "image", "class", "long"] as const;
    return (
        parts.some((part) => before[part] !== after[part]) ||
        !sameOwner(before, after) ||
        (after.glyph === undefined && !sameNumbers(before, after))
    );
}

function sameOwner(before: Instance, after: Instance): boolean {
    return (
        JSON.stringify(before.owner) === JSON.stringify(after.owner) &&
        sameValue(before.attributes?.["owner"], after.attributes?.["owner"])
    );
}

function sameNumbers(before: Instance, after: Instance): boolean {
    return Object.entries(after.attributes ?? {}).every(
        ([name, value]) => typeof value !== "number" || before.attributes?.[name] === value,
    );
}

function compare(before: Instance, after: Instance, players: number, changes: Changes): void {
    const differs = compareAttributes(before, after, players, changes);
    const looks = looksDifferent(before, after);
    if (differs || looks) {
        changes.changed.add(after.id);
    }
    if (looks) {
        changes.looks.add(after.id);
    }
}

/** What led from one view to the other. O(size of the views). */
export function changesBetween(before: View, after: View): Changes {
    const changes = noChanges();
    const old = snapshotOf(before);
    const now = snapshotOf(after);
    const players = Number(after.players) || 0;
    for (const [id, { place, instance }] of now.movable) {
        const earlier = old.movable.get(id);
        if (earlier === undefined) {
            changes.appeared.set(id, place);
            continue;
        }
        if (earlier.place !== place) {
            changes.moved.set(id, { from: earlier.place, to: place });
        }
        compare(earlier.instance, instance, players, changes);
    }
    for (const [id, { place }] of old.movable) {
        if (!now.movable.has(id)) {
            changes.gone.set(id, place);
        }
    }
    for (const [id, instance] of now.fixed) {
        const earlier = old.fixed.get(id);
        if (earlier === undefined) {
            continue;
        }
        compare(earlier, instance, players, changes);
    }
    for (const [id, count] of now.hiddenCounts) {
        const difference = count - (old.hiddenCounts.get(id) ?? 0);
        if (difference !== 0) {
            changes.counts.set(id, difference);
        }
    }
    return changes;
}

/** Tiles to be marked: those that look different, and those that something came to or left. */
export function trailOf(changes: Changes): Set<string> {
    const trail = new Set(changes.looks);
    for (const { from, to } of changes.moved.values()) {
        trail.add(from).add(to);
    }
    for (const place of [...changes.appeared.values(), ...changes.gone.values()]) {
        trail.add(place);
    }
    return trail;
}
