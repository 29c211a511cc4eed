// The texts of the editor.
const english = {
    title: "The rules",
    editor: "Text of the rules. Press Escape, then Tab, to leave it.",
    save: "Save",
    saveNote: "Writes the rules to their file; the table goes on under them (Ctrl+S)",
    again: "Begin anew",
    againNote: "The table begins anew, with other luck",
    saving: "Saving…",
    saved: "Saved",
    unsaved: "Not saved",
    asInFile: "As in the file",
    refused: "Not saved: {0}",
    problems: "Problems",
    noProblems: "No problems found",
    notChecked: "Checking…",
    error: "Error",
    warning: "Warning",
    hint: "Hint",
    place: "line {0}",
    placeElsewhere: "{0}, line {1}",
    explain: "More about it: {0}",
    followedAll: "The table goes on under the new rules: all {1} choices stand.",
    followedNone: "The table goes on under the new rules.",
    followedPart: "The table goes on under the new rules: {0} of {1} choices stand.",
    notFollowed: "The rules are saved, but this table cannot go on under them.",
    differs: "The first that goes another way is {0}",
    read: "Close",
    otherText: "The file holds another text than the editor.",
    takeText: "Load the file’s text",
    hasErrors: "Not saved: mend the errors first",
} as const;

const italian: Record<keyof typeof english, string> = {
    title: "Le regole",
    editor: "Testo delle regole. Premi Esc, poi Tab, per uscirne.",
    save: "Salva",
    saveNote: "Scrive le regole nel loro file; il tavolo prosegue con esse (Ctrl+S)",
    again: "Ricomincia",
    againNote: "Il tavolo ricomincia, con altra fortuna",
    saving: "Salvo…",
    saved: "Salvato",
    unsaved: "Non salvato",
    asInFile: "Come nel file",
    refused: "Non salvato: {0}",
    problems: "Problemi",
    noProblems: "Nessun problema trovato",
    notChecked: "Controllo…",
    error: "Errore",
    warning: "Avviso",
    hint: "Consiglio",
    place: "riga {0}",
    placeElsewhere: "{0}, riga {1}",
    explain: "Per saperne di più: {0}",
    followedAll: "Il tavolo prosegue con le nuove regole: tutte le {1} scelte restano.",
    followedNone: "Il tavolo prosegue con le nuove regole.",
    followedPart: "Il tavolo prosegue con le nuove regole: restano {0} scelte su {1}.",
    notFollowed: "Le regole sono salvate, ma questo tavolo non può proseguire con esse.",
    differs: "La prima che va altrimenti è {0}",
    read: "Chiudi",
    otherText: "Il file contiene un testo diverso da quello dell’editor.",
    takeText: "Carica il testo del file",
    hasErrors: "Non salvato: correggi prima gli errori",
};

export type DesignWord = keyof typeof english;
export type Say = (word: DesignWord, ...parts: (string | number)[]) => string;

export function wordsOf(language: "en" | "it"): Say {
    const texts = language === "it" ? italian : english;
    return (word, ...parts) =>
        texts[word].replace(/\{(\d+)\}/g, (place, number: string) => String(parts[Number(number)] ?? place));
}
