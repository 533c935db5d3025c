"""Sync pushes per second from 1, 8 and 64 devices, beside raw SQLite commits."""

import json
import os
import re
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from load import HERE, RawSQLite, median
from pages import sign_up
from person import Account

DEVICES = (1, 8, 64)
# Many short turns: what the machine and its neighbours do changes from one minute to the next, and both meet it alike.
ROUNDS = 10
FEW = 4  # of what has no goal
SECONDS = 2


def newest(server, token):
    """The newest cursor of an account, which its event stream reports first."""
    connection = server.connection()
    connection.request("GET", "/api/v1/sync/events", headers={"Authorization": f"Bearer {token}"})
    response, found = connection.getresponse(), None
    while not found:
        found = re.search(rb'{"cursor":(\d+)}', response.readline())
    connection.close()
    return int(found[1])


@contextmanager
def client():
    """The program whose devices push (`pushes.c`)."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "pushes"
        subprocess.run(["cc", "-O2", "-o", program, HERE / "pushes.c"], check=True)
        yield program


def push(program, server, devices, tokens, seconds=SECONDS):
    """Pushes of one change each, as fast as the devices get answers: how many, p50 and p99 in milliseconds. The devices have
    read everything before. A push that is not taken ends the measurement."""
    sources = [f"{token}@{newest(server, token)}" for token in tokens]
    port, now = server.url.rsplit(":", 1)[1], f"{int(time.time() * 1000):012x}"
    result = subprocess.run(
        [program, port, str(seconds), str(devices), os.urandom(4).hex(), now, *sources],
        check=True, stdout=subprocess.PIPE,
    )  # fmt: skip
    result = json.loads(result.stdout)
    result["rate"] = result["requests"] / result["seconds"]
    return result


def report(table, what, results):
    result = median(results)
    table.add(what, result["rate"], "/s")
    rates = f", {min(one['rate'] for one in results):,.0f} to {max(one['rate'] for one in results):,.0f} /s"
    table.note(f"{'':4}p50 {result['p50']:.2f} ms, p99 {result['p99']:.2f} ms{rates}")


def measure(table, server, rounds=ROUNDS):
    table.section(f"Sync pushes of one new to-do (medians of {rounds} times {SECONDS} s in turns with raw SQLite, of {FEW} without a goal)")
    # Accounts of their own: who has used much of the server in one run would rest in the next one.
    tokens = {devices: [sign_up(server, Account()) for _ in range(devices)] for devices in DEVICES}
    shared = sign_up(server, Account())
    own, peers, together = {devices: [] for devices in DEVICES}, [], []
    with client() as program, RawSQLite() as raw_sqlite:
        for number in range(rounds):
            for devices in DEVICES:
                if devices == DEVICES[-1] or number < FEW:
                    own[devices].append(push(program, server, devices, tokens[devices]))
            # Behind the pushes that have a goal, so that both meet the same disk and the same neighbours.
            peers.append(raw_sqlite.run(SECONDS))
            if number < FEW:
                together.append(push(program, server, 8, [shared]))
    for devices in DEVICES:
        name = "1 device" if devices == 1 else f"{devices} devices, an account each"
        report(table, name, own[devices])
    report(table, "8 devices of one account, which read each other's", together)
    report(table, "raw SQLite, one connection, synchronous=FULL", peers)
    for devices in DEVICES:
        ratio = median(own[devices])["rate"] / median(peers)["rate"]
        goal = 2 if devices == 64 else None
        table.add(f"pushes to raw SQLite's commits, {devices}", ratio, "×", goal, less_is_better=False)
