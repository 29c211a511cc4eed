// Notices of the page: the connection is lost, something was refused.
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ConnectionStatus } from "../connection";
import { say } from "../words/words";
import { Icon } from "./icons";

/** A connection that is back at once is not worth a word. */
const unnoticed = 800;
const readingTime = 6000;

interface NoticeProps {
    status: ConnectionStatus;
    text: string | null;
    /** Where the table is, if another server has it. */
    elsewhere?: string | null;
    onRead: () => void;
}

export function Notice({ status, text, elsewhere = null, onRead }: NoticeProps): JSX.Element {
    const isLost = useLastingLoss(status);
    useEffect(() => {
        if (text === null) {
            return;
        }
        const timer = setTimeout(onRead, readingTime);
        return () => clearTimeout(timer);
    }, [text]);
    return (
        <div class="notices" role="status" aria-live="polite">
            {status === "outdated" && (
                <p class="notice">
                    {say("page.outdated")}
                    <button type="button" class="button small" onClick={() => location.reload()}>
                        {say("page.reload")}
                    </button>
                </p>
            )}
            {elsewhere !== null && (
                <p class="notice">
                    {say("page.moved")}
                    <a class="button small" href={elsewhere}>
                        {say("page.go")}
                    </a>
                </p>
            )}
            {isLost && elsewhere === null && (
                <p class="notice quiet">
                    <span class="dots" aria-hidden="true" />
                    {say(status === "connecting" ? "page.connecting" : "page.lost")}
                </p>
            )}
            {text !== null && (
                <p class="notice">
                    {text}
                    <button type="button" class="icon-button" aria-label={say("page.close")} onClick={onRead}>
                        <Icon name="close" />
                    </button>
                </p>
            )}
        </div>
    );
}

function useLastingLoss(status: ConnectionStatus): boolean {
    const [isLost, setLost] = useState(false);
    useEffect(() => {
        if (status === "open" || status === "outdated" || status === "ended") {
            setLost(false);
            return;
        }
        const timer = setTimeout(() => setLost(true), unnoticed);
        return () => clearTimeout(timer);
    }, [status]);
    return isLost;
}
