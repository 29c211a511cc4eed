// The bundle of designer mode: puts the rules editor into an element of the page (props.ts says how it is used).
//
// It lives in a shadow root. There CodeMirror adds its styles as a constructed sheet, which the page's policy allows; in
// the document itself it would write them into an element, which the policy forbids.
import { h, render } from "preact";
import { Panel } from "./panel";
import type { DesignPanel, DesignProps } from "./props";
import { panelStyle } from "./style";

export function openDesign(place: HTMLElement, props: DesignProps): DesignPanel {
    const root = place.shadowRoot ?? place.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(panelStyle);
    root.adoptedStyleSheets = [sheet];
    // What is typed here is not meant for the keys of the page.
    const keep = (event: Event): void => event.stopPropagation();
    place.addEventListener("keydown", keep);
    const draw = (given: DesignProps): void => render(h(Panel, { ...given, root }), root);
    draw(props);
    return {
        update: draw,
        close() {
            place.removeEventListener("keydown", keep);
            render(null, root);
        },
    };
}
