// Names in rules as words that people read.

/** `fullBreath` and `FullBreath` become `full breath`; `is_open` becomes `is open`. */
export function wordsOf(name: string): string {
    return name
        .replace(/_+/g, " ")
        .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
        .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
        .trim()
        .split(/\s+/)
        .map((word) => (word.length > 1 && word === word.toUpperCase() ? word : word.toLowerCase()))
        .join(" ");
}

export function capitalized(text: string): string {
    return text.length === 0 ? text : text[0]!.toUpperCase() + text.slice(1);
}

/** The name of a class or attribute as a heading. */
export function headingOf(name: string): string {
    return capitalized(wordsOf(name));
}

/** At most three digits after the point. */
export function numberText(value: number): string {
    if (!Number.isFinite(value)) {
        return String(value);
    }
    const rounded = Math.round(value * 1000) / 1000;
    return String(rounded).replace("-", "−");
}

/** Cuts at a whole character, with an ellipsis. */
export function shortened(text: string, most: number): string {
    const characters = [...text];
    return characters.length <= most
        ? text
        : characters
              .slice(0, Math.max(most - 1, 1))
              .join("")
              .trimEnd() + "…";
}

/** One or two letters that stand for a text on a small round token: `Ru` for `runner`, `FD` for `Fair Day`. */
export function initialsOf(text: string): string {
    const parts = text.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length > 0);
    if (parts.length === 0) {
        return "";
    }
    const first = [...parts[0]!];
    if (parts.length > 1 && /\p{L}/u.test(parts[1]!)) {
        return (first[0]! + [...parts[1]!][0]!).toUpperCase();
    }
    if (/^\d/.test(parts[0]!)) {
        return parts[0]!.slice(0, 3);
    }
    return first[0]!.toUpperCase() + (first[1] ?? "");
}

/** A number for a text, the same on every machine: what is picked by it stays the same in every match. */
export function hashOf(text: string): number {
    let hash = 0x811c9dc5;
    for (let i = 0; i < text.length; ++i) {
        hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
    }
    hash ^= hash >>> 15;
    hash = Math.imul(hash, 0x2c1b3c6d) >>> 0;
    return (hash ^ (hash >>> 13)) >>> 0;
}
