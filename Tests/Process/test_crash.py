"""[S5] [S6] [S7] A server that is killed again and again under load, and starts again each time.

`DAYBOOK_KILLS` sets the number of kills, `DAYBOOK_SEED` repeats the random choices, although the timing of threads
differs.
"""

import os
import signal
import sqlite3
import statistics
import time

import pytest

from crowd import Crowd
from seeds import seeded

KILLS = int(os.environ.get("DAYBOOK_KILLS") or 10)
# After this many kills the data is checked and new clients continue, so that a thousand kills need no more memory than
# ten.
ROUND = 20
# The promised time of a start after a kill. If a clean start of the same program takes long under the same load, on a
# busy machine for example, a start after a kill may take a multiple of it.
PROMISED_SECONDS = 2
CLEAN_STARTS_PER_START = 4


def kill(server):
    assert server.process.poll() is None, f"it ended by itself:\n{server.written_log()}"
    server.kill()


def kill_at_work(server, random):
    time.sleep(random.uniform(0.02, 0.5))
    kill(server)


def kill_at_its_start(server, random):
    """Killed a second time, while it recovers from the first kill."""
    kill_at_work(server, random)
    server.launch()
    time.sleep(random.uniform(0, 0.15))
    kill(server)


def kill_at_its_end(server, random):
    """Asked to stop, and killed before it has stopped."""
    time.sleep(random.uniform(0.02, 0.3))
    server.process.send_signal(signal.SIGINT)
    time.sleep(random.uniform(0, 0.1))
    assert server.process.poll() in (None, 0), f"it ended by itself:\n{server.written_log()}"
    server.kill()


def ways_to_kill(random):
    """Mostly killed at work; two of ten kills are of the other kinds."""
    while True:
        ten = [kill_at_work] * 8 + [kill_at_its_start, kill_at_its_end]
        random.shuffle(ten)
        yield from ten


def seconds_to_a_write(server, crowd):
    """The time from the start of the process to an acknowledged write."""
    start = time.monotonic()
    server.start()
    crowd.write_once()
    return time.monotonic() - start


def promised(clean):
    """The time that a start after a kill may take, by the clean starts under the same load."""
    return max(PROMISED_SECONDS, CLEAN_STARTS_PER_START * max(clean))


def seconds_after_a_kill(server, crowd, way, random, clean):
    """Kills it and starts it again. A slow start is tried again: a slow recovery comes again, a stall of the machine does not."""
    tries = []
    while len(tries) < 3 and (not tries or tries[-1] > promised(clean)):
        way(server, random)
        tries.append(seconds_to_a_write(server, crowd))
    return min(tries)


def database_is_sound(server):
    (path,) = (server.folder / "data").rglob("*.sqlite")
    with sqlite3.connect(path) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        # No two changes of an account have the same number, and no number is greater than the account's last.
        twice = "SELECT account, cursor FROM records GROUP BY account, cursor HAVING COUNT(*) > 1"
        assert database.execute(twice).fetchall() == []
        beyond = "SELECT 1 FROM records JOIN accounts ON accounts.id = account WHERE records.cursor > accounts.cursor"
        assert database.execute(beyond).fetchall() == []


@pytest.mark.long
def test_S6_S7_killing_the_server_at_any_moment_loses_and_halves_nothing(server, sign_up):
    """[S5] [S6] [S7] each acknowledged change is there, a request as a whole or not at all, numbers have no gaps"""
    random = seeded()
    server.start()
    clean, killed = [], []
    kept = broken_off = 0
    ways = ways_to_kill(random)
    while len(killed) < KILLS:
        with Crowd(server, sign_up, random) as crowd:
            for _ in range(3):
                time.sleep(0.2)
                assert server.stop() == 0
                clean.append(seconds_to_a_write(server, crowd))
            for _ in range(min(ROUND, KILLS - len(killed))):
                killed.append(seconds_after_a_kill(server, crowd, next(ways), random, clean))
        numbers = crowd.check()
        kept, broken_off = kept + numbers[0], broken_off + numbers[1]
    assert server.stop() == 0
    database_is_sound(server)
    print(
        f"{len(killed)} kills: a write is acknowledged {statistics.median(killed):.2f} s after one (slowest "
        f"{max(killed):.2f} s, {sum(took > PROMISED_SECONDS for took in killed)} above {PROMISED_SECONDS} s), "
        f"{statistics.median(clean):.2f} s after a clean start (slowest {max(clean):.2f} s); "
        f"{kept} changes kept, {broken_off} requests broken off"
    )
    assert broken_off > 0, "nobody was at work when it was killed"
    assert max(killed) <= promised(clean)
