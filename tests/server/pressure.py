"""Cases: how long a choice takes while there is much to do."""

import os

from serving import expect, expect_kept_promises, folder_in_memory, play, temporary_folder, tgdl_server

MEBIBYTE = 1 << 20


def busyness():
    """What else the machine does, for people who read the figures."""
    return f"load of the machine {os.getloadavg()[0]:.1f}"


def measure(settings, new_folder, **options):
    """The figures of a load at a server of its own, with what the server took."""
    with new_folder() as folder, tgdl_server(settings, folder) as server:
        server.start()
        figures = play(settings, [server.port], **options)
        figures["memory"] = server.memory()
        figures["server_processor"] = server.processor_seconds()
        server.stop()
    expect_kept_promises(figures)
    settings.note(describe(figures))
    return figures


def describe(figures):
    times = figures["choices"]
    return (f"{figures['rate']:.0f} choices per second: p50 {times['p50']:.1f} ms, p99 {times['p99']:.1f} ms, "
            f"p99.9 {times['p99.9']:.1f} ms, max {times['max']:.1f} ms; server {figures['memory'] / MEBIBYTE:.0f} MiB, "
            f"{figures['server_processor']:.1f} s of processor in all; load {figures['processor']:.2f} of a processor; "
            f"{busyness()}")


def load(settings):
    """Thousands of matches at once, every choice written down before it is acknowledged: choices are acknowledged soon."""
    matches, rate, seconds, memory = (2000, 500, 60, 1024) if settings.full else (200, 100, 8, 512)
    # A disk that others use too can stand still for a second, at the end as well.
    quantile, bar, share, most_waiting = ("p99", 50, 0.95, rate) if settings.full else ("p50", 50, 0.75, 2 * rate)
    figures = measure(settings, temporary_folder, game=["connect_four"], matches=matches, rate=rate,
                      seconds=settings.seconds or seconds)
    expect(figures["rate"] > share * rate, f"only {figures['rate']:.0f} choices per second were acknowledged")
    expect(figures["waiting"] < most_waiting, f"{figures['waiting']} choices were still waiting at the end")
    expect(figures["choices"][quantile] <= bar, f"{quantile} is {figures['choices'][quantile]:.1f} ms, beyond {bar}")
    expect(figures["memory"] <= memory * MEBIBYTE, f"the server took {figures['memory'] / MEBIBYTE:.0f} MiB")


def idle_and_flood(settings):
    """Thousands of connections that do nothing, are slow or send nonsense: others are answered nearly as soon as without."""
    size = {"matches": 500, "rate": 200} if settings.full else {"matches": 50, "rate": 50}
    pests = {"idle": 2500, "slow": 2500, "flood": 60} if settings.full else {"idle": 300, "slow": 300, "flood": 12}
    # Below this nobody notices, and chance decides.
    least = 0 if settings.full else 100
    size["seconds"] = settings.seconds or (30 if settings.full else 8)
    alone = measure(settings, folder_in_memory, game=["connect_four"], **size)["choices"]["p99"]
    for name, pest in (("idle and slow", {"idle": pests["idle"], "slow": pests["slow"]}), ("and floods", pests)):
        amid = measure(settings, folder_in_memory, game=["connect_four"], **size, **pest)["choices"]["p99"]
        settings.note(f"with {name}: p99 {amid:.1f} ms, without {alone:.1f} ms")
        expect(amid <= max(2 * alone, least), f"with {name} p99 is {amid:.1f} ms, without them {alone:.1f} ms")
