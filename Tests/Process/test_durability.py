"""[S6] Data that the server has acknowledged is on its disk, whatever happens next."""

import contextlib
import re
import signal
import subprocess
import threading
import time
import uuid
from pathlib import Path

import pytest

from notes import wait_until


def post(server, token, title, id=None):
    return server.request("POST", "/api/v1/todos", {"id": id or str(uuid.uuid4()), "title": title}, token)


def ids_of(server, token):
    ids, after = set(), ""
    while True:
        status, page = server.request("GET", f"/api/v1/todos?limit=500{after}", token=token)
        assert status == 200, page
        ids |= {todo["id"] for todo in page["items"]}
        if not page.get("next"):
            return ids
        after = f"&after={page['next']}"


def test_S6_killing_the_server_loses_nothing_it_acknowledged(server, sign_up):
    server.start()
    token = sign_up(server)
    acknowledged, tried = set(), set()

    def write():
        while True:
            id = str(uuid.uuid4())
            tried.add(id)
            try:
                if post(server, token, "Buy milk", id)[0] != 201:
                    return
            except OSError:
                return
            except Exception:  # the answer was cut off by the kill
                return
            acknowledged.add(id)

    writers = [threading.Thread(target=write) for _ in range(8)]
    for writer in writers:
        writer.start()
    time.sleep(1.5)
    wait_until(lambda: len(acknowledged) > 50, "so many writes")
    server.kill()
    for writer in writers:
        writer.join()

    server.start()
    found = ids_of(server, token)
    assert acknowledged <= found
    assert found <= tried


def are_traced(pid):
    """Whether a tracer has all threads of a process."""
    states = []
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):  # it has just ended
            states.append((thread / "status").read_text())
    return all(re.search(r"^TracerPid:\s+[1-9]", state, re.M) for state in states)


def syncs_while(server, work, folder):
    """The number of syncs to the disk while `work` ran."""
    report = folder / "strace"
    tracer = subprocess.Popen(
        ["strace", "-f", "-qq", "-e", "trace=fsync,fdatasync", "-o", str(report), "-p", str(server.process.pid)],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until(lambda: tracer.poll() is not None or are_traced(server.process.pid), "all threads traced")
    if tracer.poll() is not None:
        pytest.skip(f"this machine lets no process be traced: {tracer.stderr.read().strip()}")
    try:
        work()
    finally:
        tracer.send_signal(signal.SIGINT)
        tracer.wait(timeout=120)
    return len(re.findall(r"\bf(?:data)?sync\(", report.read_text()))


def test_S6_each_acknowledged_write_was_synced_to_the_disk(server, sign_up, tmp_path):
    server.start()
    token = sign_up(server)
    writes = 25

    def one_after_the_other():
        for number in range(writes):
            assert post(server, token, f"Errand {number}")[0] == 201

    assert syncs_while(server, one_after_the_other, tmp_path) >= writes


def test_S6_reading_syncs_nothing(server, sign_up, tmp_path):
    server.start()
    token = sign_up(server)
    post(server, token, "Buy milk")
    time.sleep(0.5)

    def read():
        for _ in range(25):
            assert server.request("GET", "/api/v1/todos", token=token)[0] == 200

    # A session's "last used" may be written once.
    assert syncs_while(server, read, tmp_path) <= 2


def test_S6_a_restart_finds_everything(server, sign_up):
    server.start()
    token = sign_up(server)
    for number in range(20):
        assert post(server, token, f"Errand {number}")[0] == 201
    before = ids_of(server, token)
    assert server.stop() == 0
    server.start()
    assert ids_of(server, token) == before
    assert len(before) == 20
