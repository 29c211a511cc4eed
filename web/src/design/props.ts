// Properties that the page's frame gives to the rules editor of designer mode, and how it is put on the page.
//
// The editor is a bundle of its own (design.js), loaded only at tables whose `joined` has a `design`. It brings its own
// styles and its own Preact, so it is opened in an element rather than rendered as a component:
//
//   const { openDesign } = (await import(designAddress)) as DesignModule;
//   const panel = openDesign(element, props);   // fills the element, whose size the frame decides
//   panel.update(props);                        // whenever one of them has changed
//   panel.close();
//
// The element wants a height of its own: the editor scrolls inside it. Keys that are pressed in the editor do not reach
// the frame. It stands beside the table on wide screens, and is a tab on phones; hide it with `hidden` rather than close
// it, since closing it throws away what is not saved.
import type { Answer } from "../connection";
import type { ClientAgain, ClientCheck, ClientRules, ServerFollowed } from "../protocol";

/** Where the bundle is. Kept in a variable so that the bundler of the page leaves the import as it is. */
export const designAddress = "/design.js";

type WithoutId<Message> = Omit<Message, "id">;
export type DesignQuestion = WithoutId<ClientCheck> | WithoutId<ClientRules> | WithoutId<ClientAgain>;

export interface DesignProps {
    /** `joined.design`: the rules as they are in their file. */
    text: string;
    /** As `TableSession.ask`, but shows no refusal: the editor does. */
    ask: (message: DesignQuestion) => Promise<Answer>;
    /** The last `followed` of the server, until it is read. */
    followed: ServerFollowed | null;
    language: "en" | "it";
    /** Tells whether there is something that is not saved, so that the frame can ask before the page is left. */
    onUnsaved: (isUnsaved: boolean) => void;
}

export interface DesignPanel {
    update: (props: DesignProps) => void;
    close: () => void;
}

export interface DesignModule {
    openDesign: (place: HTMLElement, props: DesignProps) => DesignPanel;
}
