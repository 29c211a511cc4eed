"""Starts servers and loads for the cases, and stops them."""

import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PATIENCE = 30.0  # seconds until something that must come has failed


class Failure(Exception):
    pass


def expect(condition, complaint):
    if not condition:
        raise Failure(complaint)


class Settings:
    """What the cases are run with: programs, and how thoroughly."""

    def __init__(self, arguments):
        self.tgdl = pathlib.Path(arguments.tgdl).resolve()
        self.load = pathlib.Path(arguments.load).resolve() if arguments.load else self.tgdl.parent / "bench" / "table_load"
        self.kills = arguments.kills
        self.full = arguments.full
        self.seconds = arguments.seconds
        self.random = random.Random(arguments.seed)
        for program in (self.tgdl, self.load):
            if not program.exists():
                raise SystemExit(f"{program} is missing; build it first")

    def note(self, text):
        print(f"    {text}", flush=True)


def free_port():
    """Not one of those that the system gives to clients: while nobody listens there, one of them could connect to itself."""
    while True:
        port = random.randrange(20000, 32000)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


def temporary_folder():
    return tempfile.TemporaryDirectory(prefix="tgdl-server-")


def folder_in_memory():
    """For cases that tell what others do to a server apart from what a busy disk does to it."""
    memory = "/dev/shm"
    return tempfile.TemporaryDirectory(prefix="tgdl-server-", dir=memory if os.access(memory, os.W_OK) else None)


def exchange(port, request, patience=10.0):
    """Sends bytes, and gives all that comes back until the other side has closed, or nothing more comes."""
    with socket.create_connection(("127.0.0.1", port), patience) as connection:
        connection.sendall(request)
        answer = b""
        try:
            while part := connection.recv(65536):
                answer += part
        except OSError:
            pass
        return answer


def get(port, path, method="GET", **headers):
    """The status of a request, and its whole answer."""
    lines = {"Host": f"127.0.0.1:{port}", "Connection": "close", **headers}
    request = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines.items()) + "\r\n"
    answer = exchange(port, request.encode("latin-1"))
    words = answer.split(b" ", 2)
    return (int(words[1]) if len(words) > 1 else 0), answer


class Server:
    """A server that can be killed and started again at the same place, with the same store."""

    def __init__(self, command, folder, port=None):
        self.port = port or free_port()
        self.command = [str(word) for word in command] + ["--port", str(self.port)]
        self.output = pathlib.Path(folder) / f"output-{self.port}.txt"
        self.process = None
        self.began = 0.0

    def begin(self):
        """Starts it, and does not wait for it."""
        self.began = time.monotonic()
        with self.output.open("ab") as output:
            self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=output, stderr=output)

    def wait_until_ready(self):
        """Until it answers; how many seconds that took since it was started."""
        while True:
            try:
                if get(self.port, "/")[0] == 200:
                    return time.monotonic() - self.began
            except OSError:
                pass
            if self.process.poll() is not None:
                raise Failure(f"the server has ended with {self.process.returncode}: {self.said()}")
            if time.monotonic() - self.began > PATIENCE:
                raise Failure("the server does not answer")
            time.sleep(0.003)

    def start(self):
        self.begin()
        return self.wait_until_ready()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        """As an administrator does. How many seconds it took."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Failure("the server does not end") from None
        expect(code == 0, f"the server ended with {code}: {self.said()}")
        return time.monotonic() - began

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def said(self):
        return self.output.read_text(errors="replace").strip()

    def memory(self):
        """The most memory that it ever had at once, in bytes."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmHWM"))

    def processor_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.is_running():
            self.kill()


def tgdl_server(settings, folder, *words, store="tables.db", files=()):
    """A server with a store in that folder, and the games that come with it unless there are files."""
    where = store if "://" in store or store == "memory" else pathlib.Path(folder) / store
    return Server([settings.tgdl, "serve", *files, "--store", where, *words], folder)


class Load:
    """Plays at one server or several. Used with `with`; it is ended then."""

    def __init__(self, settings, ports, **options):
        self.command = [str(settings.load), "--json"]
        for port in ports:
            self.command += ["--port", str(port)]
        for name, value in options.items():
            option = "--" + name.replace("_", "-")
            if value is True:
                self.command.append(option)
            else:
                for one in value if isinstance(value, (list, tuple)) else [value]:
                    self.command += [option, str(one)]
        self.process = None

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def is_playing(self):
        return self.process.poll() is None

    def end(self):
        """The time is up."""
        self.process.send_signal(signal.SIGINT)
        return self.figures()

    def figures(self, patience=300.0):
        """What was measured, once it has ended."""
        try:
            text, _ = self.process.communicate(timeout=patience)
        except subprocess.TimeoutExpired:
            raise Failure("the load does not end") from None
        expect(text.startswith("{"), f"the load ended with {self.process.returncode} and no figures: {text}")
        return json.loads(text)


def play(settings, ports, **options):
    """A load from its begin to its end."""
    with Load(settings, ports, **options) as load:
        return load.figures()


def expect_kept_promises(figures):
    more = figures["complaint_count"] - len(figures["complaints"])
    expect(figures["complaint_count"] == 0, "\n".join(figures["complaints"]) + (f"\nand {more} more" if more else ""))
