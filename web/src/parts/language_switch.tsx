import type { JSX } from "preact";
import { localStore } from "../local_storage";
import { language, languages, say, setLanguage, type Language } from "../words/words";
import { Icon } from "./icons";

/** The language of the page; `onChange` draws it anew. */
export function LanguageSwitch({ onChange }: { onChange: () => void }): JSX.Element {
    return (
        <label class="language">
            <Icon name="globe" />
            <span class="unseen">{say("page.language")}</span>
            <select
                value={language()}
                onChange={(event) => {
                    const chosen = event.currentTarget.value as Language;
                    setLanguage(chosen);
                    localStore.setSetting("language", chosen);
                    onChange();
                }}
            >
                {Object.entries(languages).map(([tag, name]) => (
                    <option key={tag} value={tag} lang={tag}>
                        {name}
                    </option>
                ))}
            </select>
        </label>
    );
}
