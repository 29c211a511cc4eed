// Steps through a match that has ended.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon, type IconName } from "../parts/icons";
import { say, type Key } from "../words/words";

const stepTime = 900;

interface ReplayBarProps {
    /** The last moment. */
    length: number;
    position: number;
    /** The choice that led here. */
    choice: string;
    /** `still`: do not show what moved. */
    onGo: (position: number, manner: "moving" | "still") => void;
    onClose: () => void;
}

export function ReplayBar({ length, position, choice, onGo, onClose }: ReplayBarProps): JSX.Element {
    const [isPlaying, setPlaying] = useState(false);
    useEffect(() => {
        if (!isPlaying) {
            return;
        }
        if (position >= length) {
            setPlaying(false);
            return;
        }
        const timer = setTimeout(() => onGo(position + 1, "moving"), stepTime);
        return () => clearTimeout(timer);
    }, [isPlaying, position, length]);

    const button = (icon: IconName, label: Key, isOff: boolean, press: () => void): JSX.Element => (
        <button type="button" class="icon-button" title={say(label)} aria-label={say(label)} disabled={isOff} onClick={press}>
            <Icon name={icon} />
        </button>
    );
    const stopAt = (to: number, manner: "moving" | "still"): void => {
        setPlaying(false);
        onGo(to, manner);
    };
    const play = (): void => {
        if (!isPlaying && position >= length) {
            onGo(0, "still");
        }
        setPlaying(!isPlaying);
    };
    return (
        <section class="replay" aria-label={say("replay.title")}>
            <div class="replay-actions">
                {button("first", "replay.first", position === 0, () => stopAt(0, "still"))}
                {button("back", "replay.back", position === 0, () => stopAt(position - 1, "moving"))}
                {button(isPlaying ? "pause" : "play", isPlaying ? "replay.pause" : "replay.play", false, play)}
                {button("forth", "replay.forth", position >= length, () => stopAt(position + 1, "moving"))}
                {button("last", "replay.last", position >= length, () => stopAt(length, "still"))}
            </div>
            <input
                type="range"
                min={0}
                max={length}
                value={position}
                aria-label={say("replay.slider")}
                aria-valuetext={say("replay.at", position, length)}
                onInput={(event) => stopAt(Number(event.currentTarget.value), "still")}
            />
            <p class="replay-text" role="status">
                <span class="soft">{say("replay.at", position, length)}</span> {position === 0 ? say("replay.begin") : choice}
            </p>
            <button type="button" class="icon-button replay-close" title={say("replay.close")} aria-label={say("replay.close")} onClick={onClose}>
                <Icon name="close" />
            </button>
        </section>
    );
}
