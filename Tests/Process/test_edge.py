"""Misused sockets, and their cost for the process."""

import os
import resource
import socket
import time
import uuid

from notes import wait_until
from server import Server

from test_photos import address, png, put


def seconds_of_work(server):
    """The processor time that the server has used."""
    fields = open(f"/proc/{server.process.pid}/stat").read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_bytes(server):
    return int(open(f"/proc/{server.process.pid}/statm").read().split()[1]) * resource.getpagesize()


def answers_soon(server):
    for _ in range(600):
        try:
            if server.request("GET", "/healthz")[0] == 200:
                return True
        except OSError:
            pass
        time.sleep(0.1)
    return False


def test_without_descriptors_it_waits_and_does_not_go_round(server):
    server.start()
    pid = server.process.pid
    open_now = len(os.listdir(f"/proc/{pid}/fd"))
    hard = resource.prlimit(pid, resource.RLIMIT_NOFILE)[1]
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (open_now + 6, hard))
    crowd = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(30)]
    wait_until(lambda: "no connection can be taken" in server.written_log(), "the limit")
    before = seconds_of_work(server)
    time.sleep(2)
    # A busy loop would use all of a core.
    assert seconds_of_work(server) - before < 0.8
    assert server.process.poll() is None
    for connection in crowd:
        connection.close()
    assert answers_soon(server)


def test_connections_beyond_the_bound_make_room_by_themselves():
    server = Server(budgets="connections=16,addressConnections=8")
    try:
        server.start()
        crowd = []
        for _ in range(100):
            crowd.append(socket.create_connection(("127.0.0.1", server.port)))
            assert server.request("GET", "/healthz")[0] == 200
        status, _ = server.request("GET", "/api/v1/rules")
        assert status == 200
        descriptors = os.listdir(f"/proc/{server.process.pid}/fd")
        sockets = [name for name in descriptors if is_socket(f"/proc/{server.process.pid}/fd/{name}")]
        assert len(sockets) <= 16
    finally:
        server.remove()


def is_socket(path):
    try:
        return os.readlink(path).startswith("socket:")
    except OSError:
        return False


def test_exports_that_nobody_reads_take_little_memory(sign_up):
    server = Server(budgets="answerSeconds=600")
    try:
        server.start()
        readers, photo = [], png(9_000_000)
        tokens = [sign_up(server) for _ in range(10)]
        for token in tokens:
            assert put(server, token, photo) == 201
            digest = address(photo).rsplit("/", 1)[1]
            body = {"title": "A walk", "description": "Along the river and back again. " * 5, "photos": [{"sha256": digest}]}
            status, answer = server.request("POST", "/api/v1/notes", {"id": str(uuid.uuid4()), **body}, token)
            assert status == 201, answer
        before = resident_bytes(server)
        for token in tokens * 2:
            reader = socket.socket()
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            reader.connect(("127.0.0.1", server.port))
            head = f"GET /api/v1/account/export HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\n\r\n"
            reader.sendall(head.encode())
            assert reader.recv(12) == b"HTTP/1.1 200"
            readers.append(reader)
        time.sleep(2)
        # Whole photos would be 180 MB.
        assert resident_bytes(server) - before < 60_000_000
        for reader in readers:
            reader.close()
        assert answers_soon(server)
    finally:
        server.remove()
