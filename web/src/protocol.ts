// Written by scripts/generate_protocol from src/tables/protocol/messages.json. Do not edit.
import type { Refusal, View } from "./view";

export const protocolVersion = 1;

/** Why a message was refused. */
export type Reason =
    | "malformed"
    | "protocol"
    | "too_fast"
    | "no_table"
    | "not_seated"
    | "stale"
    | "not_asked"
    | "illegal"
    | "not_allowed"
    | "ended"
    | "full"
    | "storage"
    | "broken";

const translatedReasons = [
    "too_fast",
    "not_seated",
    "stale",
    "not_asked",
    "not_allowed",
    "ended",
    "full",
    "storage",
] as const satisfies readonly Reason[];

/** Reasons that the page says in its own words; of the others it shows the server's text. */
export type TranslatedReason = (typeof translatedReasons)[number];

export function isTranslatedReason(word: Reason): word is TranslatedReason {
    return (translatedReasons as readonly Reason[]).includes(word);
}

const passingReasons = [
    "too_fast",
    "full",
    "storage",
] as const satisfies readonly Reason[];

/** Reasons that may be gone a little later, so that it is worth trying again. */
export type PassingReason = (typeof passingReasons)[number];

export function isPassingReason(word: Reason): word is PassingReason {
    return (passingReasons as readonly Reason[]).includes(word);
}

/** A reaction: seen for some seconds, kept nowhere. */
export type Sign =
    | "thumbs_up"
    | "clap"
    | "laugh"
    | "wow"
    | "think"
    | "hurry"
    | "oops"
    | "heart";

/** What kind of values an option of a match has. */
export type OptionKind =
    | "list"
    | "range"
    | "flag";

/** How grave a diagnostic is. */
export type Severity =
    | "error"
    | "warning"
    | "hint";

/** How each sign is shown. */
export const signs: Record<Sign, string> = {
    thumbs_up: "👍",
    clap: "👏",
    laugh: "😄",
    wow: "😮",
    think: "🤔",
    hurry: "⏳",
    oops: "😅",
    heart: "❤️",
};

/** A game on the shelf. */
export interface Game {
    /** names it in `create`, and its rules page: `/rules/KEY` */
    key: string;
    /** as the rules call it */
    name: string;
    /** its first words in the rules; may be empty */
    about: string;
    /** how many can play */
    players: [number, number];
    /** players have secrets from each other */
    hidden: boolean;
    /** luck takes part */
    chance: boolean;
    /** those that the rules name, in order; may be fewer than play */
    seats: GameSeat[];
    /** what can be chosen for a match beside the players */
    options: GameOption[];
    /** the address of the game's own CSS file */
    style?: string;
}

/** What the rules call a seat. */
export interface GameSeat {
    /** may be empty */
    name: string;
    /** of the player's things */
    color: string;
}

/** An option of the matches of a game. Values are texts here, as `--option` takes them. */
export interface GameOption {
    /** as the rules call it */
    name: string;
    /** what the rules say of it; may be empty */
    about: string;
    kind: OptionKind;
    /** those that it can have; of a range the first and the last */
    values: string[];
    /** for people, one for each of them */
    labels: string[];
    /** the value of a table that chooses nothing */
    usual: string;
}

/** The value that was chosen for an option of a match. */
export interface OptionChoice {
    /** of the option */
    name: string;
    value: string;
}

/** A bot that can be given a seat. */
export interface BotChoice {
    /** as `--bots` names it */
    word: string;
    /** for people */
    label: string;
}

/** How long players may think. */
export interface Clock {
    /** for the whole match, for each player */
    seconds: number;
    /** added after each of the player's moves */
    bonus: number;
}

/** What lets somebody sit down. Address of the page: `/table/TABLE#TOKEN`. */
export interface SeatLink {
    /** counted from 0 */
    seat: number;
    /** 128 bits, to be kept secret */
    token: string;
}

/** Who is at a seat. */
export interface SeatState {
    /** as the player wants to be called; may be empty */
    name: string;
    /** the bot that plays there; empty: a person does */
    bot: string;
    /** a person is connected */
    here: boolean;
    /** the match waits for this seat */
    thinks: boolean;
    /** how long the player may still think, when this was sent; with a clock only */
    left_ms?: number;
    /** that time runs: it does not before somebody has chosen something; with a clock only */
    left_runs?: boolean;
}

/** Something that was told. */
export interface Line {
    text: string;
    /** to this seat alone */
    private: boolean;
}

/** Something wrong with the rules. Lines and columns start at 1; columns count characters. */
export interface Diagnostic {
    severity: Severity;
    /** `E0203` */
    code: string;
    message: string;
    /** what to write instead; may be empty */
    help: string;
    line: number;
    column: number;
    end_line: number;
    /** behind the last character */
    end_column: number;
    /** empty: the file that is edited */
    file: string;
}

/** The first message of every connection. */
export interface ClientHello {
    type: "hello";
    /** the version that the page speaks */
    protocol: number;
}

/** Asks for the games. Answered by `lobby`. */
export interface ClientLobby {
    type: "lobby";
}

/** Makes a table. Answered by `created` or `refused`. */
export interface ClientCreate {
    type: "create";
    /** any text that the page has not used before on this connection; comes back in the answer */
    id: string;
    /** the key of a game */
    game: string;
    players: number;
    /** one for each seat, the word of a bot or empty for a person */
    bots: string[];
    /** without it nobody is hurried */
    clock?: Clock;
    /** the others have their usual values */
    options?: OptionChoice[];
}

/** Opens a table on this connection. Answered by `joined`, then `state` whenever something has changed. */
export interface ClientJoin {
    type: "join";
    /** from the path of the link */
    table: string;
    /** from the fragment of the link: of a seat, the host or spectators */
    token: string;
}

/** Takes an option. Answered by `accepted` once it is written down, or `refused`. The same id again, from the same seat, is answered as the first time and not done twice. */
export interface ClientChoose {
    type: "choose";
    /** unguessed by chance: the page draws it at random for each choice */
    id: string;
    /** the decision's id, from `state` */
    decision: string;
    /** its number, from 0 */
    option: number;
}

/** Takes the seat's last choice back, where `may_undo` says so. Answered as `choose`. */
export interface ClientUndo {
    type: "undo";
    /** as in `choose` */
    id: string;
}

/** Asks what cannot be chosen and why. Answered by `reasons` or `refused`. */
export interface ClientWhy {
    type: "why";
    id: string;
    /** the decision's id, from `state` */
    decision: string;
}

/** What the player in this seat wants to be called. Answered as `choose`. */
export interface ClientName {
    type: "name";
    /** as in `choose` */
    id: string;
    name: string;
}

/** Hands a seat to a bot or back to a person: one's own, or, for the host, any at which nobody is connected. Answered as `choose`. */
export interface ClientSeat {
    type: "seat";
    /** as in `choose` */
    id: string;
    seat: number;
    /** the word of a bot; empty: a person */
    bot: string;
}

/** Shows a sign to everybody at the table. */
export interface ClientReact {
    type: "react";
    sign: Sign;
}

/** Looks back at a match that has ended, at one of the moments at which something changed for this seat. Answered by `replayed` or `refused`. */
export interface ClientReplay {
    type: "replay";
    id: string;
    /** which moment: 0 is the beginning, `length` of `state` the end; beyond it the end is shown */
    position: number;
}

/** Designer mode: what is wrong with this text of the rules? Answered by `checked`. */
export interface ClientCheck {
    type: "check";
    id: string;
    text: string;
}

/** Designer mode: writes the rules to their file, and the table goes on under them. Answered by `checked`, and by `followed` if they have no error. */
export interface ClientRules {
    type: "rules";
    id: string;
    text: string;
}

/** Designer mode: the table begins anew, with other luck. Answered as `choose`. */
export interface ClientAgain {
    type: "again";
    /** as in `choose` */
    id: string;
}

export type ClientMessage =
    | ClientHello
    | ClientLobby
    | ClientCreate
    | ClientJoin
    | ClientChoose
    | ClientUndo
    | ClientWhy
    | ClientName
    | ClientSeat
    | ClientReact
    | ClientReplay
    | ClientCheck
    | ClientRules
    | ClientAgain;

/** What can be played. */
export interface ServerLobby {
    type: "lobby";
    games: Game[];
    /** from the weakest */
    bots: BotChoice[];
}

/** A table was made. These links are shown nowhere else: the page keeps them for whoever made it. */
export interface ServerCreated {
    type: "created";
    /** of `create` */
    id: string;
    table: string;
    /** one for each seat */
    seats: SeatLink[];
    /** the token of those who look on */
    spectator: string;
    /** the token of whoever made the table */
    host: string;
}

/** The connection is at a table now. */
export interface ServerJoined {
    type: "joined";
    table: string;
    game: Game;
    /** those of the match that have another value than the rules give them */
    options: OptionChoice[];
    /** the seat, from 0; -1: one looks on */
    seat: number;
    /** may hand empty seats to bots */
    host: boolean;
    bots: BotChoice[];
    /** the last lines that were told, up to here */
    log: Line[];
    /** how many were told before the first of them */
    log_from: number;
    /** designer mode: the text of the rules, which this connection may change */
    design?: string;
    /** designer mode: of all seats, so that the designer can sit down anywhere */
    links?: SeatLink[];
}

/** All that this seat may know of the table now. It replaces what came before. */
export interface ServerState {
    type: "state";
    /** docs/view.md, without `log` */
    view: View;
    /** the id of the decision that this seat is asked, `view.decision`; empty: it is asked nothing */
    decision: string;
    /** the seats that the match waits for */
    waiting: number[];
    /** those choose at the same time, none seeing what the others choose */
    together: boolean;
    /** one for each seat */
    seats: SeatState[];
    /** this seat may take its last choice back */
    may_undo: boolean;
    /** how many lines were told before; those beyond it are to be forgotten, after an undo */
    log_from: number;
    /** the lines told since */
    log: Line[];
    /** what this seat has chosen so far in the running move */
    running: string[];
    /** once the match has ended: the last moment that `replay` shows */
    length?: number;
    /** the rules ended in an error: what people may know of it */
    fault?: string;
}

/** It is done and written down. */
export interface ServerAccepted {
    type: "accepted";
    id: string;
}

/** Nothing was changed. */
export interface ServerRefused {
    type: "refused";
    /** of the message; empty if it had none */
    id: string;
    reason: Reason;
    /** for people */
    text: string;
}

/** What cannot be chosen. */
export interface ServerReasons {
    type: "reasons";
    id: string;
    /** docs/view.md: a list with `text`, `about`, `reason`, `place` */
    refusals: Refusal[];
}

/** Somebody reacts. */
export interface ServerReaction {
    type: "reaction";
    /** -1: who looks on */
    seat: number;
    sign: Sign;
}

/** How the table stood. */
export interface ServerReplayed {
    type: "replayed";
    id: string;
    /** the moment that is shown */
    position: number;
    /** as this seat saw it, without what was asked */
    view: View;
    /** the choice that led here, as this seat may know it; empty: none, or a secret */
    choice: string;
}

/** What was found in the rules. */
export interface ServerChecked {
    type: "checked";
    id: string;
    diagnostics: Diagnostic[];
}

/** Designer mode: the table goes on under new rules, from this connection or from whoever else changed their file. In the second case `joined` comes again, with the new text. */
export interface ServerFollowed {
    type: "followed";
    /** the first choice that goes another way now, and on a second line the one that cannot be made any more, if that is another one; empty: none does */
    difference: string;
    /** how many choices could be made again */
    kept: number;
    /** how many had been made */
    of: number;
}

/** Another server has this table: connect there; if it cannot be reached, come back here a little later, when this one may take the table over. */
export interface ServerMoved {
    type: "moved";
    /** where its page is; empty: here, a little later */
    url: string;
}

export type ServerMessage =
    | ServerLobby
    | ServerCreated
    | ServerJoined
    | ServerState
    | ServerAccepted
    | ServerRefused
    | ServerReasons
    | ServerReaction
    | ServerReplayed
    | ServerChecked
    | ServerFollowed
    | ServerMoved;
