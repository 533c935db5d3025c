"""Faults: a port in use, a file that is not a database, a full disk, and clients that misbehave."""

import contextlib
import json
import os
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest

from person import Account
from server import Server


def start_and_fail(server):
    """Starts a server that cannot start. Returns its output."""
    server.launch()
    code = server.process.wait(timeout=120)
    assert code > 0, "it started" if code == 0 else "it crashed"
    text = server.written_log()
    assert "Fatal error" not in text
    return text


def test_a_port_in_use_is_reported_plainly(server):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        server.port = taken.getsockname()[1]
        text = start_and_fail(server)
    assert str(server.port) in text
    assert "in use" in text


def database_of(server):
    return next(path for path in (server.folder / "data").rglob("*") if path.suffix in (".db", ".sqlite", ".sqlite3"))


def test_a_file_that_is_no_database_is_left_alone(server):
    server.start()
    path = database_of(server)
    server.stop()
    for rest in path.parent.glob(path.name + "-*"):
        rest.unlink()
    path.write_bytes(b"These are somebody's letters, not a database.\n" * 200)
    before = path.read_bytes()
    text = start_and_fail(server)
    assert path.name in text
    assert path.read_bytes() == before


def test_a_database_of_a_newer_program_is_left_alone(server):
    server.start()
    path = database_of(server)
    server.stop()
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 9999")
    text = start_and_fail(server)
    assert "newer" in text


def test_a_data_folder_that_cannot_be_made_is_reported_plainly(server):
    (server.folder / "data").write_text("a file stands where the folder should be")
    assert "data" in start_and_fail(server)


def test_ctrl_c_and_terminate_end_it_cleanly(server):
    for ending in (signal.SIGINT, signal.SIGTERM):
        server.start()
        server.process.send_signal(ending)
        assert server.process.wait(timeout=120) == 0


def test_the_log_holds_no_password_token_title_or_address(server, sign_up):
    server.start()
    token = sign_up(server)
    assert server.request("POST", "/api/v1/todos", {"title": "Surprise party"}, token)[0] == 201
    assert server.request("POST", "/api/v1/todos", {"title": "Surprise party " * 9}, token)[0] == 422
    server.request("POST", "/api/v1/sessions", {"login": "asha.who@example.org", "password": "wrong#PASS11"})
    server.request("GET", "/api/v1/todos?q=surprise", token=token)
    server.stop()
    log = (server.folder / "log").read_text().lower()
    for secret in (token, "cobalt#river27", "wrong#pass11", "surprise", "asha.who", "example.org"):
        assert secret.lower() not in log


# A disk that fills up


class OnSmallDisk(Server):
    """A server whose data folder is a disk of some megabytes, in a separate mount namespace."""

    def start(self):
        data = self.folder / "data"
        data.mkdir(exist_ok=True)
        script = self.folder / "small-disk"
        script.write_text(f'#!/bin/sh\nmount -t tmpfs -o size=3m none "{data}" && exec "{self.real}" "$@"\n')
        script.chmod(0o755)
        wrapper = self.folder / "wrapper"
        wrapper.write_text(f'#!/bin/sh\nexec unshare --user --map-root-user --mount "{script}" "$@"\n')
        wrapper.chmod(0o755)
        self.binary = wrapper
        return super().start()


def namespaces_allowed():
    if not shutil.which("unshare"):
        return False
    probe = ["unshare", "--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"]
    return subprocess.run(probe, capture_output=True).returncode == 0


@pytest.mark.skipif(not namespaces_allowed(), reason="this machine allows no mount namespace of one's own")
def test_a_full_disk_refuses_the_write_and_goes_on_reading(sign_up):
    server = OnSmallDisk()
    server.real = server.binary
    try:
        server.start()
        token = sign_up(server)
        assert server.request("POST", "/api/v1/todos", {"title": "Buy milk"}, token)[0] == 201
        # The process has its own mounts; other processes reach them through its root.
        ballast = Path(f"/proc/{server.process.pid}/root{server.folder}/data/ballast")
        ballast.write_bytes(b"x" * 500_000)
        kept, refused = 1, 0
        while refused < 5:
            body = {"title": f"Errand {kept}", "detail": "x" * 990}
            status, answer = server.request("POST", "/api/v1/todos", body, token)
            kept += status == 201
            refused += status != 201
            assert kept < 20_000
        assert status in (503, 507), answer
        assert "full" in (answer["title"] + answer.get("detail", "")).lower() or "room" in answer.get("detail", "")
        status, page = server.request("GET", "/api/v1/todos?sort=created&limit=1", token=token)
        assert status == 200
        assert page["total"] == kept
        time.sleep(1.1)  # the last check is reused for a second
        assert server.request("GET", "/healthz")[0] == 503
        ballast.unlink()
        status, answer = server.request("POST", "/api/v1/todos", {"title": "There is room again"}, token)
        assert status == 201, answer
        time.sleep(1.1)
        assert server.request("GET", "/healthz")[0] == 200
        assert server.process.poll() is None
    finally:
        server.remove()


def test_A7_a_sign_up_that_fails_at_its_last_write_leaves_no_account(server, sign_up):
    """Whatever cannot be written of it, as on a disk that fills up meanwhile: here the end of the browser's other session."""
    token = sign_up(server.start())
    account = Account()
    body = {"name": account.name, "mobile": account.mobile, "email": account.email, "password": account.password}

    def sign_up_in_the_browser():
        with contextlib.closing(server.connection()) as connection:
            headers = {"Content-Type": "application/json", "Cookie": f"daybook={token}", "Sec-Fetch-Site": "same-origin"}
            connection.request("POST", "/api/v1/accounts", json.dumps(body), headers)
            return connection.getresponse().status

    with contextlib.closing(sqlite3.connect(database_of(server), isolation_level=None)) as database:
        database.execute("CREATE TRIGGER full BEFORE DELETE ON sessions BEGIN SELECT RAISE(ABORT, 'full'); END")
        assert sign_up_in_the_browser() == 500
        assert server.status_of(token) == 200
        database.execute("DROP TRIGGER full")
    # The same again, with the same email.
    assert sign_up_in_the_browser() == 201
    assert server.status_of(token) == 401


# Clients that misbehave


def speak(server, *pieces, pause=0.0, patience=3):
    """Sends raw bytes and reads the answer until the server closes or is silent for so many seconds."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=120) as client:
        with contextlib.suppress(ConnectionError):  # it has answered and closed before all was sent
            for piece in pieces:
                client.sendall(piece)
                time.sleep(pause)
        client.settimeout(patience)
        answer = b""
        try:
            while data := client.recv(65536):
                answer += data
                if b"\r\n\r\n" in answer:
                    break
        except (TimeoutError, ConnectionResetError):
            pass
        return answer


def head(server, token, length, extra=""):
    return (
        f"POST /api/v1/todos HTTP/1.1\r\nHost: localhost:{server.port}\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {length}\r\n{extra}\r\n"
    ).encode()


def test_bodies_that_break_off_change_nothing(server, sign_up):
    server.start()
    token = sign_up(server)
    for _ in range(30):
        with socket.create_connection(("127.0.0.1", server.port)) as client:
            client.sendall(head(server, token, 400) + b'{"title":"Half a ti')
    time.sleep(0.5)
    status, page = server.request("GET", "/api/v1/todos", token=token)
    assert (status, page["total"]) == (200, 0)


def test_a_body_over_its_limit_is_cut_off_early(server, sign_up):
    server.start()
    token = sign_up(server)
    answer = speak(server, head(server, token, 3_000_000_000), b'{"title":"' + b"x" * 200_000, patience=120)
    assert answer.startswith(b"HTTP/1.1 413"), answer[:80]
    assert server.request("GET", "/healthz")[0] == 200


@pytest.mark.parametrize(
    "noise",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 200,
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X-Long: " + b"y" * 500_000 + b"\r\n\r\n",
        b"POST /api/v1/todos HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZZ\r\n",
        b"GET /%00%ff%zz HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /../../../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /%2e%2e/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
    ids=["tls", "version", "long-path", "long-header", "bad-chunk", "bad-escape", "dots", "escaped-dots"],
)
def test_noise_on_the_wire_harms_nothing(server, noise):
    server.start()
    answer = speak(server, noise)
    assert b"root:" not in answer
    assert not answer.startswith(b"HTTP/1.1 5")
    assert server.request("GET", "/healthz")[0] == 200


@pytest.mark.long
def test_ten_thousand_idle_connections_leave_room_for_one_more(server):
    wanted = 10_000
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    count = min(wanted, hard - 200)
    # The server starts with the small limit of a shell, and has to raise it.
    server.start()
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, count + 100), hard))
    idle = []
    try:
        for _ in range(count):
            client = socket.socket()
            client.connect(("127.0.0.1", server.port))
            idle.append(client)
        assert server.request("GET", "/healthz")[0] == 200
        with open(f"/proc/{server.process.pid}/status") as status:
            resident = next(int(line.split()[1]) // 1024 for line in status if line.startswith("VmRSS"))
        assert resident < 700, f"{resident} MiB for {count} idle connections"
    finally:
        for client in idle:
            client.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert server.request("GET", "/healthz")[0] == 200
