"""A backup of a gigabyte beside `cp -r` of the same folder, and what writers feel of it.

`DAYBOOK_BENCH_BACKUP_MB` makes the folder smaller, to try this out.
"""

import json
import os
import shutil
import statistics
import subprocess
import threading
import time
from pathlib import Path

import pages  # noqa: F401  It adds the modules of Tests/Browser to the path.
import photos
from records import uuid7

MEGABYTES = int(os.environ.get("DAYBOOK_BENCH_BACKUP_MB") or 1_000)
# Most of it are photos, as with people.
DATABASE_MEGABYTES = MEGABYTES // 5
PHOTO_BYTES = 2_000_000
PHOTOS_OF_ACCOUNT = 100
TODOS_OF_ACCOUNT = 20_000
TODOS_OF_CALL = 500
ROUNDS = 5
CONNECTIONS = 8
SECONDS = 5


def token_of(server, number):
    body = {
        "name": "Asha Kumar", "mobile": f"97000{number:05d}", "email": f"backup{number}@example.org",
        "password": "cobalt#RIVER27",
    }  # fmt: skip
    status, answer = server.request("POST", "/api/v1/accounts", body)
    if status != 201:
        raise RuntimeError(f"sign-up answered {status}: {answer}")
    return answer["token"]


def database_megabytes(server):
    return (server.folder / "data" / "daybook.sqlite").stat().st_size / 1e6


def fill_database(server):
    """To-dos of many accounts, by sync, until the database is as large as it is to be."""
    made, token, device = 0, None, "0000000000000001"
    while database_megabytes(server) < DATABASE_MEGABYTES:
        if made % TODOS_OF_ACCOUNT == 0:
            token = token_of(server, made // TODOS_OF_ACCOUNT)
        changes = []
        for number in range(made, made + TODOS_OF_CALL):
            stamp = f"{1763700000000:012x}{number % 65536:04x}{device}"
            values = {"title": f"Errand {number}", "detail": "y" * 900, "createdAt": 1763700000000 + number}
            fields = {name: [value, stamp] for name, value in values.items()}
            changes.append({"kind": "todo", "id": uuid7(1763700000000 + number), "fields": fields})
        body = {"device": uuid7(0), "cursor": 0, "limit": 1, "changes": changes}
        status, answer = server.request("POST", "/api/v1/sync", body, token)
        if status != 200 or answer["rejected"]:
            raise RuntimeError(f"sync answered {status}")
        made += TODOS_OF_CALL


def fill_photos(server):
    client = None
    for number in range(max(1, (MEGABYTES - DATABASE_MEGABYTES) * 1_000_000 // PHOTO_BYTES)):
        if number % PHOTOS_OF_ACCOUNT == 0:
            client = photos.Client(server.port, token_of(server, 50_000 + number // PHOTOS_OF_ACCOUNT))
        name, data = photos.photo(PHOTO_BYTES)
        client.put(f"/api/v1/photos/{name}", data)


def seconds(command):
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def measure_time(table, server):
    data, target, copy = (server.folder / name for name in ("data", "backups", "copy"))
    own, peer, again = [], [], []
    take = [server.binary, "backup", target, "--data", data]
    for _ in range(ROUNDS):
        own.append(seconds(take))
        again.append(seconds([server.binary, "backup", "verify", target]))
        shutil.rmtree(target)
        # `cp` leaves its bytes to the system to write; a backup is on the disk when it is done. So `sync` counts too.
        peer.append(seconds(["cp", "-r", data, copy]) + seconds(["sync", "-f", copy]))
        shutil.rmtree(copy)
    own, peer, again = map(statistics.median, (own, peer, again))
    table.add("daybook backup, photos linked", own, "s")
    table.add("cp -r, then sync", peer, "s")
    table.add("daybook backup to cp", own / peer, "×", 1)
    table.add("daybook backup verify: every hash, the database whole", again, "s")


def measure_copying(table, server):
    """On a disk of its own, which here is memory, all photos are copied once."""
    other = Path("/dev/shm")
    if not other.is_dir() or shutil.disk_usage(other).free < 3 * MEGABYTES * 1_000_000:
        table.note("no second disk with room: nothing measured of copying")
        return
    folder = other / f"daybook-bench-{os.getpid()}"
    folder.mkdir()
    own, later, peer = [], [], []
    take = [server.binary, "backup", folder / "backups", "--data", server.folder / "data"]
    try:
        for _ in range(ROUNDS):
            own.append(seconds(take))
            later.append(seconds(take))
            shutil.rmtree(folder / "backups")
            peer.append(seconds(["cp", "-r", server.folder / "data", folder / "copy"]))
            shutil.rmtree(folder / "copy")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    own, later, peer = map(statistics.median, (own, later, peer))
    table.add("to another disk: the first backup to cp", own / peer, "×", 2)
    table.add("to another disk: each later one to cp", later / peer, "×", 1)


def p99_of_writes(server, token):
    """In milliseconds, of clients that each write one to-do after another for some seconds."""
    end, times, failures = time.perf_counter() + SECONDS, [], []

    def write():
        connection = server.connection()
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        while (begin := time.perf_counter()) < end and not failures:
            connection.request("POST", "/api/v1/todos", json.dumps({"title": "Something to do"}), headers)
            answer = connection.getresponse()
            answer.read()
            times.append(time.perf_counter() - begin)
            if answer.status != 201:
                failures.append(answer.status)
        connection.close()

    writers = [threading.Thread(target=write) for _ in range(CONNECTIONS)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    if failures:
        raise RuntimeError(f"a write answered {failures[0]}")
    return statistics.quantiles(times, n=100)[-1] * 1000


def measure_writers(table, server):
    """The p99 of writes while backups follow each other, to the same without, in turns."""
    token = token_of(server, 99_999)
    target = server.folder / "backups"
    quiet, busy, taken = [], [], 0
    for _ in range(ROUNDS):
        quiet.append(p99_of_writes(server, token))
        stopped, times = threading.Event(), []

        def take(stopped=stopped, times=times):
            while not stopped.is_set():
                times.append(seconds([server.binary, "backup", target, "--data", server.folder / "data", "--keep", "1"]))

        thread = threading.Thread(target=take)
        thread.start()
        busy.append(p99_of_writes(server, token))
        stopped.set()
        thread.join()
        taken += len(times)
    shutil.rmtree(target)
    quiet, busy = map(statistics.median, (quiet, busy))
    table.add(f"p99 of writes, {CONNECTIONS} connections", quiet, "ms")
    table.add(f"p99 of writes while {taken} backups were taken", busy, "ms")
    table.add("while backups are taken to without", busy / quiet, "×", 3)


def measure(table, daybook):
    table.section(f"A backup of {MEGABYTES / 1000:g} GB, in turns with cp -r")
    with daybook() as server:
        fill_database(server)
        fill_photos(server)
        measure_time(table, server)
        measure_copying(table, server)
        measure_writers(table, server)
