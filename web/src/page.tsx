// The page begins here: by its address it is the lobby or a table.
import { render, type JSX } from "preact";
import { useEffect, useErrorBoundary, useMemo, useReducer, useState } from "preact/hooks";
import { browserPlatform, wakeWithBrowser } from "./connection";
import { localStore, storeTokenOfTab, tokenOfTab } from "./local_storage";
import { movedAddress, readAddress, tableAddress, type Place } from "./links";
import { LobbyPage } from "./lobby/lobby_page";
import { LobbySession } from "./lobby/lobby_session";
import { ProblemPage } from "./table/problem_page";
import { TablePage } from "./table/table_page";
import { TableSession } from "./table_session";
import { say, startLanguage } from "./words/words";
import "./style/page.css";
import "./stage/stage.css";

function placeHere(): Place {
    return readAddress(location.pathname, location.hash);
}

/** The token of the address, or else the one that this tab, or at last this browser, has used at the table. */
function tokenFor(place: Place & { page: "table" }): string | null {
    const token = place.token ?? tokenOfTab(place.table) ?? localStore.find(place.table)?.last ?? null;
    if (token !== null) {
        storeTokenOfTab(place.table, token);
        if (place.token === null) {
            history.replaceState(null, "", tableAddress(place.table, token)); // so that it can be copied
        }
    }
    return token;
}

function Page(): JSX.Element {
    const [place, setPlace] = useState(placeHere);
    const [, drawAgain] = useReducer((count: number, _: void) => count + 1, 0);
    const [fault] = useErrorBoundary() as [unknown, () => void];
    useEffect(() => {
        const follow = (): void => setPlace(placeHere());
        addEventListener("hashchange", follow);
        addEventListener("popstate", follow);
        return () => {
            removeEventListener("hashchange", follow);
            removeEventListener("popstate", follow);
        };
    }, []);
    if (fault !== undefined) {
        return <FaultPage />;
    }
    if (place.page === "lobby") {
        return <Lobby wanted={place.game} onLanguage={() => drawAgain(undefined)} />;
    }
    const token = tokenFor(place);
    if (token === null) {
        return <ProblemPage problem={{ reason: "no_token", text: "" }} />;
    }
    return <Table key={`${place.table} ${token}`} table={place.table} token={token} onLanguage={() => drawAgain(undefined)} />;
}

function Lobby({ wanted, onLanguage }: { wanted: string | null; onLanguage: () => void }): JSX.Element {
    const session = useMemo(() => new LobbySession(browserPlatform()), []);
    useEffect(() => {
        const stopWaking = wakeWithBrowser(session.begin());
        return () => {
            stopWaking();
            session.end();
        };
    }, [session]);
    return <LobbyPage session={session} wanted={wanted} onLanguage={onLanguage} />;
}

function Table({ table, token, onLanguage }: { table: string; token: string; onLanguage: () => void }): JSX.Element {
    const session = useMemo(() => new TableSession(table, token, browserPlatform()), []);
    useEffect(() => {
        session.onMoved(followTable);
        const stopKeeping = keepWhenJoined(session);
        const stopWaking = wakeWithBrowser(session.begin());
        return () => {
            stopKeeping();
            stopWaking();
            session.end();
        };
    }, [session]);
    return <TablePage session={session} onLanguage={onLanguage} />;
}

/** Notes the link once the server has let it in. */
function keepWhenJoined(session: TableSession): () => void {
    let kept = session.now().joined;
    return session.subscribe(() => {
        const { joined } = session.now();
        if (joined !== null && joined !== kept) {
            kept = joined;
            localStore.storeOpened(session.table, session.token, joined, Date.now());
        }
    });
}

function followTable(url: string): void {
    const there = movedAddress(url, location);
    if (there !== null) {
        location.assign(there);
    }
}

function FaultPage(): JSX.Element {
    return (
        <main class="problem" id="content">
            <h1>{say("page.fault")}</h1>
            <button type="button" class="button primary" onClick={() => location.reload()}>
                {say("page.reload")}
            </button>
        </main>
    );
}

startLanguage();
const root = document.getElementById("page");
if (root !== null) {
    render(<Page />, root);
}
