"""Cases: what the server refuses, and that nothing comes of it; what it never tells."""

import json
import pathlib
import time

from serving import ROOT, exchange, expect, get, temporary_folder, tgdl_server
from web_socket import Client, Closed, frame, open_socket

PACE = 0.06  # seconds between messages of a connection, below what the server finds too fast
MESSAGE_BYTES = 16 * 1024


class HotSeat:
    """A table of tic-tac-toe with both players and somebody who looks on. Seat 0 is asked."""

    def __init__(self, port, game="tic_tac_toe"):
        self.port = port
        self.seats = [Client(port) for _ in range(2)]
        self.links = self.seats[0].ask(
            {"type": "create", "id": "table", "game": game, "players": 2, "bots": ["", ""]}, "created")
        for seat, client in enumerate(self.seats):
            self.join(client, self.links["seats"][seat]["token"])
        self.witness = Client(port)
        self.join(self.witness, self.links["spectator"])
        self.clients = [*self.seats, self.witness]
        self.states = [None] * len(self.clients)
        self.questions = 0
        self.rest()
        self.decision = self.states[0]["decision"]

    def tokens(self):
        return [link["token"] for link in self.links["seats"]] + [self.links["spectator"], self.links["host"]]

    def join(self, client, token):
        client.send({"type": "join", "table": self.links["table"], "token": token})
        expect(client.wait_for("joined", "refused")["type"] == "joined", "a link of the table is refused")

    def rest(self):
        """Until everything that was on its way has come: the answer to a question comes behind all that was told before."""
        self.questions += 1
        question = {"type": "why", "id": f"question {self.questions}", "decision": "none"}
        for i, client in enumerate(self.clients):
            client.send(question)
            while (message := client.wait_for("state", "refused")).get("id") != question["id"]:
                self.states[i] = message if message["type"] == "state" else self.states[i]
        time.sleep(PACE)

    def choice(self, **changes):
        return {"type": "choose", "id": "first", "decision": self.decision, "option": 0, **changes}

    def expect_unchanged(self, what):
        """Nobody was told anything since the last rest."""
        before = list(self.states)
        self.rest()
        for i, state in enumerate(self.states):
            expect(state is before[i], f"after {what} a new state is told: {state}")


def expect_refused(sitting, who, message, reason, what):
    answer = who.ask(message, "refused", "accepted", "replayed", "reasons", "checked")
    expect(answer["type"] == "refused", f"{what} is answered by `{answer['type']}`")
    expect(answer["reason"] == reason, f"{what} is refused as `{answer['reason']}`, not as `{reason}`")
    expect(answer["text"], f"{what} is refused without a word for people")
    if "id" in message and answer["id"] != message["id"]:
        expect(reason == "malformed", f"{what}: the refusal does not say which message it means")
    sitting.expect_unchanged(what)


def check_choices(sitting):
    """Stale, illegal, out of turn, by those who only look on."""
    first, second = sitting.seats
    refusals = [
        (first, sitting.choice(decision="7.7"), "stale", "a choice for a decision that is not asked"),
        (first, sitting.choice(decision=""), "stale", "a choice for no decision"),
        (first, sitting.choice(option=9), "illegal", "an option that there is not"),
        (second, sitting.choice(), "not_asked", "a choice out of turn"),
        (sitting.witness, sitting.choice(), "not_seated", "a choice of somebody who looks on"),
        (sitting.witness, {"type": "undo", "id": "u"}, "not_seated", "an undo of somebody who looks on"),
        (sitting.witness, {"type": "seat", "id": "s", "seat": 0, "bot": "random"}, "not_seated", "a seat given away by others"),
        (second, {"type": "seat", "id": "s", "seat": 0, "bot": "random"}, "not_seated", "the seat of another given away"),
        (first, {"type": "seat", "id": "s", "seat": 5, "bot": "random"}, "illegal", "a seat that there is not"),
        (first, {"type": "seat", "id": "s", "seat": 0, "bot": "mcts:99999999"}, "illegal", "a bot that is not offered"),
        (first, {"type": "undo", "id": "u"}, "not_allowed", "an undo of nothing"),
        (second, {"type": "why", "id": "w", "decision": sitting.decision}, "not_asked", "reasons out of turn"),
        (first, {"type": "replay", "id": "r", "position": 0}, "not_allowed", "looking back before the end"),
        (first, {"type": "again", "id": "a"}, "not_allowed", "beginning anew"),
        (first, {"type": "rules", "id": "a", "text": "game \"x\";"}, "not_allowed", "other rules"),
        (first, {"type": "check", "id": "a", "text": "game \"x\";"}, "not_allowed", "checking rules"),
    ]
    for who, message, reason, what in refusals:
        expect_refused(sitting, who, message, reason, what)


def check_forms(sitting):
    """What is no message of the protocol."""
    first = sitting.seats[0]
    malformed = [
        "", "null", "[]", "7", "{}", "{", '"choose"', '{"type": 7}', '{"type": "nothing"}', '{"type": "state"}',
        "[" * 8000, '{"a":' * 2000, '{"type": "choose"}', json.dumps(sitting.choice(more=1)),
        json.dumps(sitting.choice(option=-1)), json.dumps(sitting.choice(option="0")), json.dumps(sitting.choice(option=0.5)),
        json.dumps(sitting.choice(option=1 << 64)), json.dumps(sitting.choice(option=1 << 200)),
        json.dumps(sitting.choice()).replace('"option": 0', '"option": 1e999'), json.dumps(sitting.choice(option=None)),
        json.dumps(sitting.choice(id="x" * 41)), json.dumps(sitting.choice(decision="x" * 41)), json.dumps(sitting.choice(id=[])),
        json.dumps({"type": "react", "sign": "rude"}), json.dumps({"type": "name", "id": "n", "name": "x" * 4000}),
        json.dumps({"type": "hello", "protocol": "1"}),
    ]
    for text in malformed:
        first.send_bytes(text.encode())
        answer = first.wait_for("refused", "accepted")
        expect(answer["type"] == "refused" and answer["reason"] == "malformed", f"`{text[:60]}` is answered by {answer}")
        time.sleep(PACE)
    sitting.expect_unchanged("what is no message")


def check_once(sitting):
    """A choice is made once, however often it is sent."""
    first = sitting.seats[0]
    expect(first.ask(sitting.choice(), "accepted", "refused")["type"] == "accepted", "a choice is refused")
    sitting.rest()
    for again in (sitting.choice(), sitting.choice(option=3), sitting.choice(decision="7.7")):
        answer = first.ask(again, "accepted", "refused")
        expect(answer == {"type": "accepted", "id": "first"}, f"a choice that was made is answered by {answer}")
        sitting.expect_unchanged("a choice sent again")
    expect_refused(sitting, first, sitting.choice(id="other"), "not_asked", "a choice out of turn, after one's own")


def is_thrown_out(client):
    try:
        while True:
            client.read_message()
    except Closed:
        return True
    except TimeoutError:
        return False


def check_frames(sitting, port):
    """What is too long or no frame of a client's ends the connection, and nothing else."""
    long = json.dumps(sitting.choice(id="x" * MESSAGE_BYTES)).encode()
    bad = {
        "a message that is too long": lambda client: client.send_bytes(long),
        "frames that are too long together": lambda client: [
            client.send_bytes(b"x" * 4096, opcode=1 if i == 0 else 0, last=False) for i in range(6)],
        "a frame that promises too much": lambda client: client.connection.sendall(b"\x81\xff" + b"\x7f" * 8 + b"mask"),
        "a frame without a mask": lambda client: client.connection.sendall(frame(b'{"type":"lobby"}')),
        "a frame of an unknown kind": lambda client: client.send_bytes(b"x", opcode=3),
        "reserved bits": lambda client: client.connection.sendall(b"\xf1\x80mask"),
        "a continuation of nothing": lambda client: client.send_bytes(b"x", opcode=0),
        "a ping that is too long": lambda client: client.send_bytes(b"x" * 200, opcode=9),
        "text that is not UTF-8": lambda client: client.send_bytes(b'{"type":"lobby\xff"}'),
        "a message of bytes": lambda client: client.send_bytes(b'{"type":"lobby"}', opcode=2),
    }
    for what, send in bad.items():
        client = Client(port, patience=5)
        sitting.join(client, sitting.links["seats"][1]["token"])
        sitting.rest()
        try:
            send(client)
        except OSError:
            pass  # closed before all was sent
        expect(is_thrown_out(client), f"{what} is borne")
        client.close()
        sitting.rest()
    sitting.expect_unchanged("wrong frames")


def check_links(sitting, port):
    """Only the links of a table lead there, and hello comes first."""
    table, token = sitting.links["table"], sitting.links["seats"][0]["token"]
    other = HotSeat(port)
    wrong = [(table, token[:-1] + ("A" if token[-1] != "A" else "B")), (table, token.swapcase()), (table, ""), (table, token[:-1]),
             (table, token + "A"), (table, other.links["host"]), (other.links["table"], token), ("", token), ("x" * 40, token),
             (table + "\x00", token), ("../" + table, token), (table + "' OR 1=1 --", token)]
    client = Client(port)
    for where, key in wrong:
        client.send({"type": "join", "table": where, "token": key})
        answer = client.wait_for("joined", "refused")
        expect(answer["type"] == "refused" and answer["reason"] == "no_table", f"a wrong link is answered by {answer}")
        time.sleep(PACE)
    answer = client.ask(sitting.choice(), "refused", "accepted")
    expect(answer["reason"] == "not_seated", f"a choice at no table is answered by {answer}")

    unknown = Client(port, greets=False)
    answer = unknown.ask({"type": "join", "table": table, "token": token}, "refused", "joined")
    expect(answer.get("reason") == "protocol", f"without hello a link is answered by {answer}")
    answer = unknown.ask({"type": "hello", "protocol": 999}, "refused")
    expect(answer["reason"] == "protocol", f"another version of the protocol is answered by {answer}")
    sitting.expect_unchanged("wrong links")


def check_creations(port):
    client = Client(port)
    wanted = {"type": "create", "id": "c", "game": "tic_tac_toe", "players": 2, "bots": ["", ""]}
    wrong = [({"game": "nothing"}, "illegal"), ({"game": "../chess"}, "illegal"), ({"players": 3, "bots": ["", "", ""]}, "illegal"),
             ({"bots": [""]}, "illegal"), ({"bots": ["", "mcts:99999999"]}, "illegal"), ({"players": 65}, "malformed"),
             ({"bots": [""] * 65}, "malformed"), ({"clock": {"seconds": 1, "bonus": 0}}, "malformed"), ({"seed": 7}, "malformed")]
    for changes, reason in wrong:
        answer = client.ask({**wanted, **changes}, "created", "refused")
        expect(answer.get("reason") == reason, f"a table with {changes} is answered by {answer}")
        time.sleep(PACE)


def check_rates(port):
    """Too many messages, too many tables: some are refused, and soon all is as before."""
    client = Client(port)
    for _ in range(200):
        client.send({"type": "lobby"})
    expect(client.wait_for("refused")["reason"] == "too_fast", "200 messages at once are not too fast")
    time.sleep(1.5)
    expect(client.ask({"type": "lobby"}, "lobby"), "a connection that was too fast is not forgiven")

    client = Client(port)
    refused = 0
    for i in range(40):
        answer = client.ask({"type": "create", "id": str(i), "game": "nim", "players": 2, "bots": ["", ""]}, "created", "refused")
        refused += answer.get("reason") == "too_fast"
        time.sleep(PACE)
    expect(0 < refused < 20, f"{refused} of 40 tables in a few seconds are refused")


def check_requests(port, secret):
    """Foreign names, paths that lead elsewhere, other methods."""
    expect(get(port, "/")[0] == 200, "the page is not there")
    for headers in ({"Host": "evil.example"}, {"Host": f"evil.example:{port}"}, {"Host": f"127.0.0.1:{port + 1}"},
                    {"Host": "127.0.0.1.evil.example"}, {"Host": ""}, {"Origin": "http://evil.example"}, {"Origin": "null"},
                    {"Origin": f"https://127.0.0.1:{port}.evil.example"}, {"Origin": f"http://127.0.0.1:{port + 1}"}):
        status, _ = get(port, "/", **headers)
        expect(400 <= status < 500, f"a request with {headers} is answered by {status}")
        status, _, connection = open_socket(port, headers)
        connection.close()
        expect(400 <= status < 500, f"a WebSocket with {headers} is answered by {status}")
    status, _, connection = open_socket(port, {"Host": None})
    connection.close()
    expect(400 <= status < 500, f"a WebSocket without Host is answered by {status}")
    for origin in (f"http://127.0.0.1:{port}", f"http://localhost:{port}"):
        host = origin.removeprefix("http://")
        status, _, connection = open_socket(port, {"Host": host, "Origin": origin})
        connection.close()
        expect(status == 101, f"our own page at {origin} is answered by {status}")

    for path in ("/../secret.txt", "/games/gallery/../secret.txt", "/games/gallery/secret.txt", "/games/gallery/%2e%2e/secret.txt",
                 "/games/gallery/..%2fsecret.txt", "/games/gallery//secret.txt", "/games/gallery/link.png", "/games/gallery/.hidden.png",
                 "/games/gallery/folder/../../secret.txt", "/games/../gallery.tgdl", "/games/gallery/gallery.tgdl", "/rules/../secret.txt",
                 "/games/gallery/%00secret.txt", "/table/../secret.txt", "//secret.txt", "/%2e%2e/%2e%2e/etc/passwd",
                 "/games/gallery/picture.png/../secret.txt", "/games/gallery/..\\secret.txt", "/games/gallery/tables.db"):
        status, answer = get(port, path)
        expect(secret.encode() not in answer, f"{path} gives a secret away")
        expect(400 <= status < 500, f"{path} is answered by {status}")
    expect(get(port, "/games/gallery/picture.png")[0] == 200, "a picture of a game is not there")

    for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "NONSENSE"):
        status, _ = get(port, "/", method, **{"Content-Length": "0"})
        expect(status in (400, 405, 501), f"{method} is answered by {status}")
    expect(get(port, "/ws")[0] in (400, 404, 426), "/ws without an upgrade is answered otherwise")
    for request in (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
                    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
                    b"GET /" + b"a" * 60000 + b" HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 9000 + b"\r\n",
                    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffffff\r\n"):
        answer = exchange(port, request, patience=15)
        expect(not answer.startswith(b"HTTP/1.1 2"), f"{request[:40]} is answered by {answer[:40]}")
    expect(get(port, "/")[0] == 200, "the page is not there any more")


GALLERY = '''game "gallery";
players 2;

/// Win.
action Win
{
    trigger PlayerChoiceEvent;
    effect { winner player.active(); }
}
'''


def make_gallery(folder):
    """A game with a picture, in a folder with what must not be given out."""
    place = pathlib.Path(folder) / "gallery"
    (place / "folder").mkdir(parents=True)
    (place / "gallery.tgdl").write_text(GALLERY)
    (place / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    secret = "what nobody may read"
    for hidden in (place / "secret.txt", place / ".hidden.png", place.parent / "secret.txt", place / "tables.db"):
        hidden.write_text(secret)
    (place / "link.png").symlink_to(place.parent / "secret.txt")
    return place / "gallery.tgdl", secret


def refused(settings):
    """Stale, illegal, out-of-turn, repeated, malformed and oversize messages, wrong links, foreign names: refused, with a
    reason, and nothing comes of them."""
    with temporary_folder() as folder:
        file, secret = make_gallery(folder)
        games = [str(ROOT / "games" / game / f"{game}.tgdl") for game in ("tic_tac_toe", "nim")]
        with tgdl_server(settings, folder, files=[file, *games]) as server:
            server.start()
            sitting = HotSeat(server.port)
            check_choices(sitting)
            check_forms(sitting)
            check_once(sitting)
            check_frames(sitting, server.port)
            check_links(sitting, server.port)
            check_creations(server.port)
            check_rates(server.port)
            check_requests(server.port, secret)
            sitting.expect_unchanged("all of that")
            second = sitting.seats[1]
            answer = second.ask({"type": "choose", "id": "last", "decision": sitting.states[1]["decision"], "option": 0},
                                "accepted", "refused")
            expect(answer["type"] == "accepted", f"in the end a choice is answered by {answer}")
            server.stop()


def secrets_kept(settings):
    """Tokens of links stand in nothing that the server prints, even where they are sent in the wrong place, and no message
    holds a seed or a hash."""
    with temporary_folder() as folder, tgdl_server(settings, folder) as server:
        server.start()
        sitting = HotSeat(server.port)
        tokens = sitting.tokens()
        table = sitting.links["table"]
        client = Client(server.port)
        for token in tokens:
            for text in (f'{{"type":"join","table":"{token}","token":"{table}"}}', token, f'{{"type":"{token}"}}',
                         f'{{"type":"join","table":"{table}","token":"{token}","{token}":0}}'):
                client.send_bytes(text.encode())
                client.wait_for("refused")
                time.sleep(PACE)
            for path in (f"/table/{table}?{token}", f"/{token}", f"/ws?{token}", f"/table/{token}"):
                _, answer = get(server.port, path)
                expect(token.encode() not in answer, f"{path} is answered with the token in it")
        seat = sitting.seats[0]
        expect(seat.ask(sitting.choice(), "accepted", "refused")["type"] == "accepted", "a choice is refused")
        sitting.rest()
        for client in sitting.clients:
            text = b"\n".join(line for line in client.received if b'"created"' not in line)
            expect(not any(token.encode() in text for token in tokens), "a link is told to somebody at the table")
            for word in (b'"seed"', b'"hash"'):
                expect(word not in text, f"a message holds {word.decode()}")
        server.stop()
        server.start()
        server.kill()
        said = server.said()
        expect(said.startswith("http://"), f"the server printed no address: {said}")
        for token in tokens:
            expect(token not in said, "the server prints a token")
