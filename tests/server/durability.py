"""Cases: what was acknowledged is there again, however the server ended."""

import contextlib
import os
import pathlib
import sqlite3
import subprocess
import sys
import time

from serving import (
    HERE, Load, Server, expect, expect_kept_promises, free_port, play, temporary_folder, tgdl_server)

GAMES = ["nim", "connect_four"]  # every choice of theirs but the action is asked for, and nothing is hidden
BACK_WITHIN = 1.0  # seconds
LEASE = 2  # seconds after which another server may go on with the tables of one that died
PATIENCE_AFTER_LEASE = 8.0  # seconds, for everybody to come and for machines that are busy


def kill_again_and_again(settings, server, times, longest):
    """Kills it at random moments, one in five while it is still starting. The seconds after which it was back each time."""
    back = []
    for _ in range(times):
        if settings.random.random() < 0.2:
            time.sleep(settings.random.uniform(0, BACK_WITHIN / 4))
        else:
            back.append(server.wait_until_ready())
            time.sleep(settings.random.uniform(0, longest))
        server.kill()
        server.begin()
    back.append(server.wait_until_ready())
    return back


def check_store(path):
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        answer = database.execute("PRAGMA integrity_check").fetchone()[0]
    expect(answer == "ok", f"the store is damaged: {answer}")


def check_everything_again(settings, ports, journal):
    """Every table there ever was, choice by choice."""
    figures = play(settings, ports, resume=journal, resume_ended=True, check=True, finish=True, seconds=0, rate=200)
    expect_kept_promises(figures)
    return figures["checked"]


def expect_work(figures, kills):
    expect_kept_promises(figures)
    expect(figures["checked"] == figures["ended"] > 0, "no match was looked over")
    expect(figures["acknowledged"] > 10 * kills, f"only {figures['acknowledged']} choices were acknowledged: no load")
    expect(figures["confirmed"] > kills, f"only {figures['confirmed']} acknowledged choices were confirmed")


def kill(settings):
    """Killed at random moments under load: no acknowledged choice is lost, no match damaged, and it is back within a second."""
    with temporary_folder() as folder, tgdl_server(settings, folder) as server:
        journal = pathlib.Path(folder) / "journal.txt"
        server.start()
        with Load(settings, [server.port], game=GAMES, matches=120, bot_matches=20, rate=200, seconds=36000, check=True,
                  finish=True, journal=journal) as load:
            back = kill_again_and_again(settings, server, settings.kills, longest=0.6)
            figures = load.end()
        expect_work(figures, settings.kills)
        checked = check_everything_again(settings, [server.port], journal)
        server.stop()
        check_store(pathlib.Path(folder) / "tables.db")
        settings.note(f"{settings.kills} kills, {figures['acknowledged']} choices acknowledged, {figures['confirmed']} of "
                      f"them confirmed after a kill, {checked} matches looked over; back after {max(back):.2f} s at most, "
                      f"{sorted(back)[len(back) // 2]:.2f} s in the middle")
        # Where others use the machine too, one in a hundred may take longer.
        back.sort()
        slowest = back[-1] if settings.full else back[int(0.99 * (len(back) - 1))]
        expect(slowest < BACK_WITHIN, f"the server was back only after {slowest:.2f} s")


def kill_postgres(settings):
    """Two servers share a PostgreSQL, and are killed in turn: their players go on at the other one, and nothing is lost."""
    if "PGURL" not in os.environ:
        command = [HERE / "with_postgres", sys.executable, HERE / "run", "--tgdl", settings.tgdl, "--load", settings.load,
                   "--seed", str(settings.random.randrange(1 << 30)), "--kills", str(settings.kills), "kill_postgres"]
        done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        expect(done.returncode == 0, done.stdout + done.stderr)
        settings.note(next((line.strip() for line in done.stdout.splitlines() if " kills" in line), done.stdout))
        return
    kills = max(1, settings.kills // 10)
    with temporary_folder() as folder, contextlib.ExitStack() as stack:
        journal = pathlib.Path(folder) / "journal.txt"
        servers = []
        for _ in range(2):
            port = free_port()
            words = [settings.tgdl, "serve", "--store", os.environ["PGURL"], "--lease", str(LEASE), "--url", f"http://127.0.0.1:{port}/"]
            servers.append(stack.enter_context(Server(words, folder, port)))
            servers[-1].start()
        ports = [server.port for server in servers]
        back = []
        with Load(settings, ports, game=GAMES, matches=120, bot_matches=20, rate=200, seconds=36000, check=True,
                  finish=True, journal=journal) as load:
            for _ in range(kills):
                time.sleep(settings.random.uniform(0.2, 2.5))
                server = settings.random.choice(servers)
                server.kill()
                # Half of the time it stays away for so long that the other one must take its tables over.
                time.sleep(settings.random.choice([0, settings.random.uniform(0, 2 * LEASE)]))
                back.append(server.start())
            figures = load.end()
        expect_work(figures, kills)
        longest = figures["choices"]["max"] / 1000
        expect(longest < LEASE + PATIENCE_AFTER_LEASE, f"a choice took {longest:.1f} s, with a lease of {LEASE} s")
        checked = check_everything_again(settings, ports, journal)
        for server in servers:
            server.stop()
        settings.note(f"{kills} kills of two servers, {figures['acknowledged']} choices acknowledged, "
                      f"{figures['confirmed']} of them confirmed after a kill, {checked} matches looked over; longest wait "
                      f"for a choice {longest:.1f} s; back after {max(back):.2f} s at most")


def restart(settings):
    """Ended in order and started again, every match goes on; the end takes less than two seconds and gives 0."""
    with temporary_folder() as folder, tgdl_server(settings, folder) as server:
        journal = pathlib.Path(folder) / "journal.txt"
        taken = []
        server.start()
        with Load(settings, [server.port], game=GAMES, matches=100, bot_matches=10, rate=150, seconds=36000, check=True,
                  journal=journal) as load:
            for _ in range(3):
                time.sleep(1.5)
                taken.append(server.stop())
                server.start()
            time.sleep(1)
            before = load.end()
        expect_kept_promises(before)
        expect(before["rejoined"] > 100, "the players did not come back")
        taken.append(server.stop())
        server.start()
        after = play(settings, [server.port], resume=journal, check=True, finish=True, seconds=1, rate=300)
        expect_kept_promises(after)
        expect(after["ended"] == 100, f"{after['ended']} of 100 matches went on to their end")
        taken.append(server.stop())
        settings.note(f"ended in {max(taken):.2f} s at most; {after['confirmed']} choices confirmed after the last start")
        expect(max(taken) < 2, f"the server took {max(taken):.2f} s to end")


def checker(settings):
    """What looks for lost choices finds them: with a server that breaks its promises it complains, with an honest one not."""
    wanted = {None: "", "forget": " lost", "twice": "", "rewrite": "was told, and now"}
    for fault, words in wanted.items():
        with temporary_folder() as folder:
            command = [HERE / "small_server", "--store", pathlib.Path(folder) / "store.txt"]
            with Server(command + (["--fault", fault] if fault else []), folder) as server:
                server.start()
                with Load(settings, [server.port], game="count", matches=10, rate=100, seconds=36000, check=True,
                          finish=True) as load:
                    for _ in range(3):
                        time.sleep(0.7)
                        server.kill()
                        server.start()
                    time.sleep(0.5)
                    figures = load.end()
        complaints = "\n".join(figures["complaints"])
        if fault is None:
            expect_kept_promises(figures)
            expect(figures["checked"] > 0 and figures["confirmed"] > 0, "nothing was checked")
        else:
            expect(figures["complaint_count"] > 0, f"a server that is told to `{fault}` was found honest")
            expect(words in complaints, f"`{fault}`: {complaints}")
