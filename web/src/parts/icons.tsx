// Small drawings for buttons, all in the same hand: lines of one width on a field of 24 by 24.
import type { JSX } from "preact";

const paths = {
    away: "M20 14.5A8.5 8.5 0 1 1 9.5 4a6.7 6.7 0 0 0 10.5 10.5z",
    back: "M14.5 5.5 8 12l6.5 6.5",
    book: "M12 6.5C10 5 7 4.5 4 4.7v13.6c3-.2 6 .3 8 1.7 2-1.4 5-1.9 8-1.7V4.7c-3-.2-6 .3-8 1.8zm0 0V20",
    bot: "M12 3.5v3M6.5 6.5h11a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2zM9 11.5v1.5M15 11.5v1.5M2.5 11v3M21.5 11v3",
    cards: "M9 5.5h9a1.5 1.5 0 0 1 1.5 1.5v11a1.5 1.5 0 0 1-1.5 1.5H9A1.5 1.5 0 0 1 7.5 18V7A1.5 1.5 0 0 1 9 5.5zM4.5 16.5V5A1.5 1.5 0 0 1 6 3.5h8",
    check: "M5 12.5l4.5 4.5L19 7.5",
    clock: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3 2",
    close: "M6 6l12 12M18 6 6 18",
    copy: "M9 8.5h9a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5H9A1.5 1.5 0 0 1 7.5 19v-9A1.5 1.5 0 0 1 9 8.5zM4.5 15.5V5A1.5 1.5 0 0 1 6 3.5h10",
    dice: "M6 3.5h12A2.5 2.5 0 0 1 20.5 6v12a2.5 2.5 0 0 1-2.5 2.5H6A2.5 2.5 0 0 1 3.5 18V6A2.5 2.5 0 0 1 6 3.5zM8.3 8.3v.01M15.7 8.3v.01M12 12v.01M8.3 15.7v.01M15.7 15.7v.01",
    eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
    first: "M6 5.5v13M18 5.5 9.5 12l8.5 6.5z",
    forth: "M9.5 5.5 16 12l-6.5 6.5",
    globe: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17",
    last: "M18 5.5v13M6 5.5 14.5 12 6 18.5z",
    link: "M10 14a4 4 0 0 0 6 .4l3-3a4.2 4.2 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6-.4l-3 3a4.2 4.2 0 0 0 6 6l1.5-1.5",
    lock: "M6.5 10.5h11a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19v-7a1.5 1.5 0 0 1 1.5-1.5zM8 10.5V8a4 4 0 0 1 8 0v2.5",
    minus: "M5.5 12h13",
    pause: "M8.5 5.5v13M15.5 5.5v13",
    people: "M9 11.5a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM3 19.5c0-3.3 2.7-5 6-5s6 1.7 6 5M15.5 5.3a3.2 3.2 0 0 1 0 6M17 14.7c2.4.5 4 2.1 4 4.8",
    play: "M8 5.5v13L18.5 12z",
    plus: "M12 5.5v13M5.5 12h13",
    question: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.7v.01M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17z",
    search: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5 20 20",
    share: "M12 14.5V3.5M8 7l4-3.5L16 7M6 11.5H5v9h14v-9h-1",
    sliders: "M4 7.5h9M17 7.5h3M15 5.5v4M4 16.5h3M11 16.5h9M9 14.5v4",
    smile: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM8.3 14a4.5 4.5 0 0 0 7.4 0M9 9.5v.01M15 9.5v.01",
    turn: "M5 10a7.3 7.3 0 0 1 13.5-1.5M18.5 4v4.5H14M19 14a7.3 7.3 0 0 1-13.5 1.5M5.5 20v-4.5H10",
    undo: "M8.5 5 4 9.5 8.5 14M4 9.5h9.5a6 6 0 0 1 0 12H9",
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }): JSX.Element {
    return (
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d={paths[name]} />
        </svg>
    );
}

/** The mark of the project, as in icon.svg. */
export function Mark(): JSX.Element {
    return (
        <svg class="mark" viewBox="0 0 64 64" aria-hidden="true" focusable="false">
            <rect class="mark-ground" width="64" height="64" rx="14" />
            <path class="mark-light" d="M16 16h14v14H16zM34 48a14 14 0 0 1 14-14v14z" />
            <path class="mark-gold" d="M34 16h14v14a14 14 0 0 1-14-14zM23 34a7 7 0 1 1 0 14 7 7 0 0 1 0-14z" />
        </svg>
    );
}
