"""Sync pushes per second from 1, 8 and 64 devices, beside raw SQLite commits."""

import json
import os
import re
import subprocess
import tempfile
import time
from pathlib import Path

from load import HERE, SECONDS, raw_sqlite
from pages import sign_up
from person import Account

DEVICES = (1, 8, 64)


def newest(server, token):
    """The newest cursor of an account, which its event stream reports first."""
    connection = server.connection()
    connection.request("GET", "/api/v1/sync/events", headers={"Authorization": f"Bearer {token}"})
    response, found = connection.getresponse(), None
    while not found:
        found = re.search(rb'{"cursor":(\d+)}', response.readline())
    connection.close()
    return int(found[1])


def push(server, devices, tokens):
    """Pushes of one change each, as fast as the devices get answers: how many, p50 and p99 in milliseconds. The devices have
    read everything before."""
    sources = [f"{token}@{newest(server, token)}" for token in tokens]
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report"
        subprocess.run(
            ["wrk", "--threads", str(devices), "--connections", str(devices), "--duration", f"{SECONDS}s", "--latency",
             "--script", HERE / "pushes.lua", f"{server.url}/api/v1/sync", "--",
             os.urandom(4).hex(), f"{int(time.time() * 1000):012x}", *sources],
            env={**os.environ, "DAYBOOK_BENCH_REPORT": str(report)},
            check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        result = json.loads(report.read_text())
    if result["failed"]:
        raise RuntimeError(f"{result['failed']} of {result['requests']} pushes were not taken")
    result["rate"] = result["requests"] / result["seconds"]
    return result


def report(table, what, result):
    table.add(what, result["rate"], "/s")
    table.note(f"{'':4}p50 {result['p50']:.2f} ms, p99 {result['p99']:.2f} ms")


def measure(table, server, rounds=3):
    table.section(f"Sync pushes of one new to-do (best of {rounds} times {SECONDS} s; wrk takes its share of the processor)")
    # Accounts of their own: who has used much of the server in one run would rest in the next one.
    tokens = {devices: [sign_up(server, Account()) for _ in range(devices)] for devices in DEVICES}
    shared = sign_up(server, Account())
    own, peers, together = {}, [], []
    best = lambda results: max(results, key=lambda one: one["rate"])
    for _ in range(rounds):
        for devices in DEVICES:
            own.setdefault(devices, []).append(push(server, devices, tokens[devices]))
        # The peer runs between the pushes, so that both meet the same disk and the same neighbours.
        peers.append(raw_sqlite(3))
        together.append(push(server, 8, [shared]))
    for devices in DEVICES:
        name = "1 device" if devices == 1 else f"{devices} devices, an account each"
        report(table, name, best(own[devices]))
    report(table, "8 devices of one account, which read each other's", best(together))
    report(table, "raw SQLite, one connection, synchronous=FULL", best(peers))
    for devices in DEVICES:
        ratio, goal = best(own[devices])["rate"] / best(peers)["rate"], 2 if devices == 64 else None
        table.add(f"pushes to raw SQLite's commits, {devices}", ratio, "×", goal, less_is_better=False)
