"""Hostile clients over sockets. Each kind runs in a separate thread until it is stopped."""

import contextlib
import hashlib
import json
import os
import socket
import struct
import threading
import time
import uuid
import zlib


def noise(size, width=600):
    """A picture of noise, of about `size` bytes, which does not compress."""
    height = max(1, size // (3 * width))
    rows = b"".join(b"\0" + os.urandom(3 * width) for _ in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = chunk(b"IDAT", zlib.compress(rows, 0))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + pixels + chunk(b"IEND", b"")


def head(server, method, path, token=None, length=None, type="application/json", extra=""):
    lines = [f"{method} {path} HTTP/1.1", f"Host: localhost:{server.port}"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if length is not None:
        lines += [f"Content-Type: {type}", f"Content-Length: {length}"]
    return ("\r\n".join(lines) + f"\r\n{extra}\r\n").encode()


def growth(server, token, record, fields=15, size=64_000):
    """A sync call of nearly a megabyte, which adds fields to a record."""
    stamp = f"{int(time.time() * 1000):012x}0000{os.urandom(8).hex()}"
    values = {"title": ["Grown", stamp]}
    values |= {f"grown{uuid.uuid4().hex[:8]}": ["x" * size, stamp] for _ in range(fields)}
    changes = [{"kind": "todo", "id": record, "fields": values}]
    body = json.dumps({"device": str(uuid.uuid4()), "cursor": 0, "limit": 1, "changes": changes}).encode()
    return head(server, "POST", "/api/v1/sync", token, len(body)) + body


class Attack:
    """Sockets from one address. `step` is called repeatedly for each socket. A broken socket is connected again.

    `pause` is the time in seconds between two rounds over all of its sockets.
    """

    pause = 0.2

    def __init__(self, server, address, count, token=None):
        self.server, self.address, self.count, self.token = server, address, count, token
        self.rounds = 0
        self._stopped = threading.Event()
        self._clients = {}

    def __enter__(self):
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._stopped.set()
        self._thread.join(timeout=30)
        for client in self._clients.values():
            client.close()

    def connect(self):
        client = socket.socket()
        self.prepare(client)
        client.settimeout(2)
        client.bind((self.address, 0))
        try:
            client.connect(("127.0.0.1", self.server.port))
            client.setblocking(False)
            self.begin(client)
        except OSError:
            client.close()
            raise
        return client

    def _work(self):
        while not self._stopped.is_set():
            for number in range(self.count):
                if self._stopped.is_set():
                    return
                try:
                    if number not in self._clients:
                        self._clients[number] = self.connect()
                    self.step(self._clients[number])
                except BlockingIOError:
                    pass
                except OSError:
                    with contextlib.suppress(KeyError):
                        self._clients.pop(number).close()
            self.rounds += 1
            self._stopped.wait(self.pause)

    def prepare(self, client):
        """Called before a socket connects."""

    def begin(self, client):
        """Called when a socket has connected."""

    def step(self, client):
        """One round of a socket. After an error of the socket, a new one is connected."""

    def drain(self, client, most=1 << 20):
        """Reads and drops the bytes that have arrived; fails when the server has closed the connection."""
        if not client.recv(most):
            raise ConnectionResetError


class HalfOpen(Attack):
    """Connects and sends nothing."""

    def step(self, client):
        self.drain(client)


class SlowHeads(Attack):
    """Sends a byte of a head from time to time."""

    def begin(self, client):
        client.sendall(b"GET /api/v1/todos HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")

    def step(self, client):
        client.send(b"x")


class SlowBodies(Attack):
    """Announces a body and sends a byte of it from time to time."""

    def begin(self, client):
        client.sendall(head(self.server, "POST", "/api/v1/sync", self.token, 900_000) + b'{"device":"' + b" " * 100_000)

    def step(self, client):
        client.send(b" ")


class TricklingImports(Attack):
    """An import that sends a byte from time to time."""

    def begin(self, client):
        start = head(self.server, "POST", "/api/v1/account/import", self.token, 60_000_000, "application/zip")
        client.sendall(start + b"PK\x03\x04")

    def step(self, client):
        client.send(b"x")


class SlowExports(Attack):
    """Requests all data, with photos, and reads it a kilobyte at a time."""

    def prepare(self, client):
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)

    def begin(self, client):
        client.sendall(head(self.server, "GET", "/api/v1/account/export", self.token))

    def step(self, client):
        self.drain(client, 1_024)


class DeafStreams(Attack):
    """Event streams that the client never reads."""

    def prepare(self, client):
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)

    def begin(self, client):
        client.sendall(head(self.server, "GET", "/api/v1/sync/events", self.token))


class Flood(Attack):
    """Sends the same requests without waiting for answers, and drops the answers."""

    pause = 0.02

    def __init__(self, server, address, count, requests, token=None):
        super().__init__(server, address, count, token)
        self.requests = requests

    def step(self, client):
        try:
            self.drain(client)
        except BlockingIOError:
            pass
        # A part of a request would spoil the next one, so a full buffer is waited for.
        client.settimeout(1)
        try:
            client.sendall(self.requests)
        finally:
            client.setblocking(False)


def give_photos(server, token, count, size):
    """Stores photos and a note with them, so that an export contains them."""
    names = []
    for _ in range(count):
        photo = noise(size)
        name = hashlib.sha256(photo).hexdigest()
        connection = server.connection()
        connection.request("PUT", f"/api/v1/photos/{name}", photo, {"Authorization": f"Bearer {token}"})
        assert connection.getresponse().status == 201
        connection.close()
        names.append(name)
    body = {"title": "Heavy", "description": "Photos that take a while. " * 6, "photos": [{"sha256": n} for n in names]}
    status, answer = server.request("POST", "/api/v1/notes", body, token)
    assert status == 201, answer
