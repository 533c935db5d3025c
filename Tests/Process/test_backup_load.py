"""Backups of a server that is written to and killed all the time.

`DAYBOOK_SEED` repeats the random choices, although the timing of threads and processes differs.
"""

import os
import signal
import subprocess
import threading
import time
from random import Random

import pytest

from backups import backup, command, restored
from seeds import seeded
from writers import ByREST, BySync, Leaving, OfNotes

SECONDS = 25
# The backups that are taken in any case, also where one takes long.
LEAST = 2
RESTORED = 5


def kill_now_and_then(server, random, stopped, killed):
    """Kills the server at random moments, and starts it again."""
    while not stopped.wait(random.uniform(0.5, 3)):
        server.kill()
        killed.append(time.monotonic())
        server.start()


def take_backups(server, random, until):
    """Takes backups one after the other, and kills some of them. Returns the begin and end of each, by its name."""
    times, killed = {}, 0
    take = [server.binary, "backup", server.folder / "backups", "--data", server.folder / "data"]
    while time.monotonic() < until or len(times) <= LEAST:
        known = set(os.listdir(server.folder / "backups")) if times else set()
        begin = time.monotonic()
        process = subprocess.Popen(take, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if random.random() < 0.4:
            time.sleep(random.uniform(0, 0.6))
            process.kill()
        told, wrong = process.communicate(timeout=120)
        end = time.monotonic()
        assert process.returncode in (0, -signal.SIGKILL), wrong
        killed += process.returncode != 0
        if (server.folder / "backups").exists():
            new = [name for name in os.listdir(server.folder / "backups") if name not in known and name[0] != "."]
            assert len(new) == 1 or process.returncode, (new, told, wrong)
            times |= {name: (begin, end) for name in new if name not in times}
    return times, killed


@pytest.mark.long
def test_S5_S6_a_backup_under_load_is_a_state_that_existed_whole(server, sign_up):
    """[S5] [S6] each finished backup verifies, restores, starts, and shows all that was acknowledged before it began"""
    random = seeded()
    server.start()
    writers = [kind(server, sign_up(server), Random(random.getrandbits(64))) for kind in (ByREST, BySync, OfNotes, Leaving)]
    stopped, kills, failures = threading.Event(), [], []

    def kill():
        try:
            kill_now_and_then(server, Random(random.getrandbits(64)), stopped, kills)
        except BaseException as failure:
            failures.append(failure)

    killer = threading.Thread(target=kill)
    for worker in [killer, *writers]:
        worker.start()
    try:
        times, killed = take_backups(server, random, time.monotonic() + SECONDS)
    finally:
        stopped.set()
        killer.join()
        for writer in writers:
            writer.stop()
    assert not failures, failures

    # The remains of a killed backup are not listed as a backup, and the next backup removes them.
    times[os.path.basename(backup(server)["path"])] = (time.monotonic(), time.monotonic())
    names = {name for name in os.listdir(server.folder / "backups") if name != ".lock"}
    assert names == times.keys()
    verified = command(server, "backup", "verify", server.folder / "backups")
    assert verified.returncode == 0, verified.stdout + verified.stderr
    assert len(verified.stdout.splitlines()) == len(times)

    chosen = random.sample(sorted(times), min(RESTORED, len(times)))
    counts = []
    for name in chosen:
        other = restored(server, server.folder / "backups" / name)
        try:
            counts.append([writer.expect(other, *times[name]) for writer in writers])
        finally:
            other.remove()
    print(f"{len(times)} backups, {killed} killed, the server {len(kills)} times; in those restored: {counts}")
