// Pane in which the rules are edited while one plays. The editor comes as a bundle of its own.
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { designAddress, type DesignModule, type DesignPanel, type DesignProps } from "../design/props";
import { language, say } from "../words/words";
import type { Designing } from "./designing";

export function DesignPane({ designing: { session, text, followed } }: { designing: Designing }): JSX.Element {
    const place = useRef<HTMLDivElement>(null);
    const panel = useRef<DesignPanel | null>(null);
    const isUnsaved = useRef(false);
    const [isMissing, setMissing] = useState(false);
    const props: DesignProps = {
        text,
        ask: (message) => session.askSilently(message),
        followed,
        language: language(),
        onUnsaved: (unsaved) => {
            isUnsaved.current = unsaved;
        },
    };
    const latest = useRef(props);
    latest.current = props;

    useEffect(() => {
        let isGone = false;
        import(designAddress).then(
            (module: DesignModule) => {
                if (place.current !== null && !isGone) {
                    panel.current = module.openDesign(place.current, latest.current);
                }
            },
            () => setMissing(true),
        );
        return () => {
            isGone = true;
            panel.current?.close();
            panel.current = null;
        };
    }, [session]);
    useEffect(() => panel.current?.update(props));
    useEffect(() => {
        const hold = (event: BeforeUnloadEvent): void => {
            if (isUnsaved.current) {
                event.preventDefault();
            }
        };
        addEventListener("beforeunload", hold);
        return () => removeEventListener("beforeunload", hold);
    }, []);
    return (
        <section class="design" aria-label={say("table.design")}>
            {isMissing && <p class="warning">{say("table.design.missing")}</p>}
            <div class="design-place" ref={place} />
        </section>
    );
}
