"""Cases: rules that mean harm, at tables beside those of others."""

import contextlib
import pathlib
import threading
import time

from pressure import describe
from serving import ROOT, Load, expect, expect_kept_promises, folder_in_memory, tgdl_server
from web_socket import Client, Closed

ROUNDS = 12  # of choices, before the table is left for another one

FRAME = '''game "{name}";
players 2;

{definitions}

action Go
{{
    trigger PlayerChoiceEvent;
    input number way {{ {input} }}
    effect {{ {effect} turn.pass(); }}
}}
'''

BUSY = "number i = 0; while (i < {rounds}) {{ i += 1; }}"

# By name: what else is defined, the input, the effect.
HARM = {
    # A choice never comes to its end.
    "spin": ("", "range 0..3;", "number n = way; while (n >= 0) { n += 1; }"),
    # One takes all the memory there is.
    "hoard": ("", "range 0..3;", "List<List<number>> hoard = {}; while (way >= 0) { hoard.add({ 1, 2, 3, 4, 5, 6, 7, 8 }); }"),
    # Each table keeps as much as it may, and is left for the next one.
    "keep": ("global class Attic { List<number> things = {}; }", "range 0..3;",
             "number i = 0; while (i < 6000 && Attic.things.length < 30000) { Attic.things.add(way); i += 1; }"),
    # One has endlessly much to tell.
    "shout": ("", "range 0..3;", "while (way >= 0) { log($\"way {way} way {way} way {way} way {way} way {way}\"); }"),
    # Every choice is allowed, but it takes long to find that out, again and again.
    "ponder": ("", "range 0..99; filter \"no\" { " + BUSY.format(rounds=20000) + " return i > 0; }", ""),
    # Every look at the table takes long.
    "stare": ("""tile Cell
{
    information { glyph { """ + BUSY.format(rounds=1000000) + """ return i > 0 ? "a" : "b"; } }
}

global board Wall { group Bricks { geometry square; grid Cell[8][8]; } }""", "range 0..3;", ""),
}


# Rules that ask for more work or memory than there is, in every way that was ever found.
RUNAWAY = sorted((ROOT / "tests" / "runaway").glob("*.tgdl"))


def write_games(folder):
    files = []
    for name, (definitions, source, effect) in HARM.items():
        path = pathlib.Path(folder) / f"{name}.tgdl"
        path.write_text(FRAME.format(name=name, definitions=definitions, input=source, effect=effect))
        files.append(path)
    return files


class Vandal(threading.Thread):
    """Plays a harmful game as fast as it goes, until it is told to stop."""

    def __init__(self, port, game):
        super().__init__(daemon=True)
        self.port, self.game = port, game
        self.stops = False
        self.choices = 0
        self.ends = 0

    def run(self):
        while not self.stops:
            with contextlib.suppress(Closed, OSError):
                self.play()

    def play(self):
        clients = [Client(self.port, patience=5) for _ in range(2)]
        links = clients[0].ask(
            {"type": "create", "id": "x", "game": self.game, "players": 2, "bots": ["", ""]}, "created", "refused")
        expect(links["type"] == "created", f"{self.game}: {links}")
        for client, link in zip(clients, links["seats"]):
            client.send({"type": "join", "table": links["table"], "token": link["token"]})
        for _ in range(ROUNDS):
            for client in clients:
                state = client.wait_for("state")
                if state.get("fault"):
                    self.ends += 1
                    return
                if state["decision"]:
                    self.choices += 1
                    client.send({"type": "choose", "id": f"c{self.choices}", "decision": state["decision"], "option": 0})


def hostile_rules(settings):
    """Rules that loop, eat memory, or take long for everything are bounded: others at their tables hardly notice."""
    bar = 250 if settings.full else 1000
    with folder_in_memory() as folder:
        files = [*write_games(folder), *RUNAWAY, ROOT / "games" / "connect_four" / "connect_four.tgdl"]
        all_of = {"all of them": list(HARM), "rules that run away": [path.stem for path in RUNAWAY]}
        with tgdl_server(settings, folder, files=files) as server:
            server.start()
            for game in (*HARM, *all_of):
                vandals = [Vandal(server.port, one) for one in all_of.get(game, [game] * 4)]
                with Load(settings, [server.port], game="connect_four", matches=40, rate=40,
                          seconds=settings.seconds or 5) as load:
                    for vandal in vandals:
                        vandal.start()
                    figures = load.figures()
                for vandal in vandals:
                    vandal.stops = True
                for vandal in vandals:
                    vandal.join(60)
                expect_kept_promises(figures)
                figures.update(memory=server.memory(), server_processor=server.processor_seconds())
                settings.note(f"{game}: {sum(v.choices for v in vandals)} choices, {sum(v.ends for v in vandals)} ends in "
                              f"an error; others: {describe(figures)}")
                expect(figures["choices"]["p99"] <= bar, f"beside {game} p99 is {figures['choices']['p99']:.0f} ms")
            expect(server.memory() < 512 << 20, f"the server took {server.memory() >> 20} MiB")
            time.sleep(0.5)
            expect(server.is_running(), "the server has ended")
            server.stop()
