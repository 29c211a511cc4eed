// Moving between things with the arrow keys.

export interface Spot {
    x: number;
    y: number;
}

export type Direction = "up" | "down" | "left" | "right";

export function directionOf(key: string): Direction | null {
    switch (key) {
        case "ArrowUp":
            return "up";
        case "ArrowDown":
            return "down";
        case "ArrowLeft":
            return "left";
        case "ArrowRight":
            return "right";
        default:
            return null;
    }
}

/** How far a spot is in a direction: what lies to the side counts three times. Infinite behind. */
export function costOf(from: Spot, to: Spot, direction: Direction): number {
    const across = to.x - from.x;
    const down = to.y - from.y;
    const [ahead, aside] =
        direction === "up"
            ? [-down, across]
            : direction === "down"
              ? [down, across]
              : direction === "left"
                ? [-across, down]
                : [across, down];
    return ahead <= 0.5 ? Infinity : ahead + 3 * Math.abs(aside);
}

/** The number of the nearest spot in that direction; null when there is none. */
export function nearestIn(spots: readonly Spot[], current: number, direction: Direction): number | null {
    const from = spots[current];
    if (from === undefined) {
        return spots.length > 0 ? 0 : null;
    }
    let best: number | null = null;
    let least = Infinity;
    spots.forEach((spot, i) => {
        const cost = i === current ? Infinity : costOf(from, spot, direction);
        if (cost < least) {
            least = cost;
            best = i;
        }
    });
    return best;
}

/** The number of the spot that is nearest to a place; null when there is none. */
export function nearestTo(spots: readonly Spot[], place: Spot): number | null {
    let best: number | null = null;
    let least = Infinity;
    spots.forEach((spot, i) => {
        const distance = Math.hypot(spot.x - place.x, spot.y - place.y);
        if (distance < least) {
            least = distance;
            best = i;
        }
    });
    return best;
}
