"""A thousand reminders due in the same second, while very many more wait: how late they reach the push service, beside
plain POSTs to the same one; and what a million that wait take of memory."""

import base64
import os
import sqlite3
import time
import uuid

from load import memory, wrk
from pages import sign_up, stamp
from person import Account
from server import Server
from sink import sink

PEOPLE = 20
DUE = 1_000
WAITING = (100_000, 1_000_000)
# A point on P-256 and a secret: those of RFC 8291's example.
KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}


def subscribe(server, service, token):
    endpoint = f"{service.origin}/push/{base64.urlsafe_b64encode(os.urandom(24)).decode()}"
    body = {"permission": "granted", "subscription": {"endpoint": endpoint, "keys": KEYS}}
    status, answer = server.request("PUT", "/api/v1/reminders/device", body, token)
    if status != 204:
        raise RuntimeError(f"the subscription was answered {status}: {answer}")


def fill(server, count):
    """Lets so many reminders wait for next year, beside the server's back: they are rows as it writes them."""
    (path,) = (server.folder / "data").rglob("*.sqlite")
    with sqlite3.connect(path, timeout=30) as database:
        accounts = [row[0] for row in database.execute("SELECT id FROM accounts")]
        there = database.execute("SELECT count(*) FROM reminders").fetchone()[0]
        due = int(time.time() * 1000) + 365 * 86_400_000
        database.executemany(
            "INSERT INTO reminders (account, todo, due) VALUES (?, ?, ?)",
            ((accounts[number % len(accounts)], os.urandom(16), due + number * 31) for number in range(there, count)),
        )
        database.executemany(
            "INSERT INTO reminder_turns (account, next) VALUES (?, ?) ON CONFLICT DO NOTHING",
            ((account, due) for account in accounts),
        )


def set_due(server, tokens, seconds):
    """Sets a thousand reminders for one moment, through the sync call; the moment."""
    device = uuid.uuid4()
    now = int(time.time() * 1000)
    due = now + seconds * 1000
    mark = stamp(now, 0, device)
    for token in tokens:
        changes = [
            {
                "kind": "todo",
                "id": str(uuid.uuid4()),
                "fields": {"title": [f"Call number {number}", mark], "reminder": [due, mark], "createdAt": [now, mark]},
            }
            for number in range(DUE // len(tokens))
        ]
        body = {"device": str(device), "cursor": 0, "limit": 1, "changes": changes}
        status, answer = server.request("POST", "/api/v1/sync", body, token)
        if status != 200 or answer["rejected"]:
            raise RuntimeError(f"sync answered {status}: {str(answer)[:300]}")
    return due / 1000


def lateness(server, service, tokens):
    """Seconds from when they were due until each came, the earliest first."""
    service.take()
    due = set_due(server, tokens, seconds=8)
    if time.time() > due - 1:
        raise RuntimeError("setting them took too long")
    came = []
    deadline = due + 60
    while len(came) < DUE:
        time.sleep(0.5)
        came += service.take()
        if time.time() > deadline:
            raise RuntimeError(f"{len(came)} of {DUE} came")
    return sorted(at - due for at in came)


def measure(table, binary, rounds=3):
    table.section(f"Reminders: {DUE:,} due in the same second for {PEOPLE} people (medians of {rounds})")
    server = Server(binary=binary, private_push_hosts="127.0.0.1", log_level="warning").start()
    try:
        with sink() as service:
            tokens = [sign_up(server, Account()) for _ in range(PEOPLE)]
            for token in tokens:
                subscribe(server, service, token)
            lateness(server, service, tokens)
            before, _ = memory(server)
            for waiting in WAITING:
                fill(server, waiting)
                measure_one(table, server, service, tokens, waiting, rounds)
            after, _ = memory(server)
            table.add("memory: before any wait", before, "MiB")
            table.add(f"memory: {WAITING[-1]:,} wait", after, "MiB")
            table.add("memory for each that waits", (after - before) * 2**20 / WAITING[-1], "bytes")
    finally:
        server.remove()


def measure_one(table, server, service, tokens, waiting, rounds):
    runs, plain = [], []
    for _ in range(rounds):
        runs.append(lateness(server, service, tokens))
        # The peer runs between, so that both meet the same neighbours: POSTs of nothing over as many connections as the
        # server uses to one push service.
        plain.append(wrk(f"{service.origin}/push", 64, "POST", seconds=2)["rate"])
    middle = lambda values: sorted(values)[len(values) // 2]
    table.add(f"{waiting:,} wait: lateness p50", 1000 * middle([run[DUE // 2] for run in runs]), "ms")
    table.add(f"{waiting:,} wait: lateness p99", 1000 * middle([run[DUE * 99 // 100] for run in runs]), "ms", 1000)
    table.note(f"{'':4}first {1000 * middle([run[0] for run in runs]):.0f} ms, last {1000 * middle([run[-1] for run in runs]):.0f} ms")
    rate = DUE / middle([run[-1] for run in runs])
    table.add(f"{waiting:,} wait: sent to plain POSTs to the same service", rate / middle(plain), "×")
