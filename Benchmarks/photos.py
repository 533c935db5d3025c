"""Photos in and out, beside the same bytes through nginx; and the server's memory while 64 come at once."""

import hashlib
import os
import shutil
import socket
import statistics
import struct
import subprocess
import tempfile
import threading
import time
import zlib
from pathlib import Path

import load
from nginx import nginx

PHOTOS = 100
BYTES = 2_000_000
CONNECTIONS = 8
ROUNDS = 7
AT_ONCE = 64


def photo(size):
    """A picture of noise, with its name: a PNG of so many bytes, give or take a row."""
    width = 600
    rows = b"".join(b"\0" + os.urandom(3 * width) for _ in range(size // (3 * width + 1)))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, len(rows) // (3 * width + 1), 8, 2, 0, 0, 0)
    pixels = chunk(b"IDAT", zlib.compress(rows, 0))
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + pixels + chunk(b"IEND", b"")
    return hashlib.sha256(data).hexdigest(), data


class Client:
    """A connection that moves bodies in as few steps as it can, so that the server is what is measured."""

    def __init__(self, port, token=None):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.room = bytearray(16 << 20)
        self.extra = f"Authorization: Bearer {token}\r\n" if token else ""

    def begin(self, method, path, length=0):
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{self.extra}"
        self.socket.sendall(f"{head}Content-Length: {length}\r\n\r\n".encode())

    def answer(self):
        """The status and how many bytes the body had."""
        filled = 0
        while (end := self.room.find(b"\r\n\r\n", 0, filled)) < 0:
            count = self.socket.recv_into(memoryview(self.room)[filled:])
            if not count:
                raise RuntimeError("the connection was closed")
            filled += count
        head = bytes(self.room[:end]).decode().lower()
        length = next((int(line[15:]) for line in head.split("\r\n") if line.startswith("content-length:")), 0)
        left = length - (filled - end - 4)
        if left:
            self.socket.recv_into(memoryview(self.room)[filled:], left, socket.MSG_WAITALL)
        return int(head[9:12]), length

    def get(self, path, length):
        self.begin("GET", path)
        found = self.answer()
        if found != (200, length):
            raise RuntimeError(f"GET {path} answered {found}")

    def put(self, path, data):
        self.begin("PUT", path, len(data))
        self.socket.sendall(data)
        status, _ = self.answer()
        if status not in (200, 201, 204):
            raise RuntimeError(f"PUT {path} answered {status}")


def rate(port, token, work):
    """Megabytes a second when `work` is done for each photo, from all connections at once."""
    clients = [Client(port, token) for _ in range(CONNECTIONS)]
    start = threading.Barrier(CONNECTIONS + 1)
    failures = []

    def run(number):
        start.wait()
        try:
            for index in range(number, PHOTOS, CONNECTIONS):
                work(clients[number], index)
        except Exception as failure:
            failures.append(failure)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    start.wait()
    begin = time.perf_counter()
    for thread in threads:
        thread.join()
    took = time.perf_counter() - begin
    for client in clients:
        client.socket.close()
    if failures:
        raise failures[0]
    return PHOTOS * BYTES / 1e6 / took


def measure_rates(table, daybook):
    table.section(f"{PHOTOS} photos of {BYTES / 1e6:.0f} MB from {CONNECTIONS} connections, in turns with nginx")
    up, peer_up, down, peer_down = [], [], [], []
    # On the disk on which the servers of these figures keep their data.
    folder = Path(tempfile.mkdtemp(prefix="daybook-nginx-"))
    try:
        (folder / "files" / "up").mkdir(parents=True)
        with nginx(folder) as port, daybook() as server:
            token = load.account_with_todos(server, 0)
            for number in range(ROUNDS):
                photos = [photo(BYTES) for _ in range(PHOTOS)]
                names = [f"/api/v1/photos/{name}" for name, _ in photos]
                sizes = [len(data) for _, data in photos]
                put = lambda client, index: client.put(names[index], photos[index][1])  # noqa: E731
                up.append(rate(server.port, token, put))
                peer_put = lambda client, index: client.put(f"/up/{number}-{index}", photos[index][1])  # noqa: E731
                peer_up.append(rate(port, None, peer_put))
                for _ in range(3):
                    down.append(rate(server.port, token, lambda client, index: client.get(names[index], sizes[index])))
                    peer_get = lambda client, index: client.get(f"/up/{number}-{index}", sizes[index])  # noqa: E731
                    peer_down.append(rate(port, None, peer_get))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    up, peer_up, down, peer_down = map(statistics.median, (up, peer_up, down, peer_down))
    table.add("upload: each checked, hashed and synced", up, "MB/s")
    table.add("upload to nginx (PUT), nothing synced", peer_up, "MB/s")
    table.add("download", down, "MB/s")
    table.add("download from nginx, static files", peer_down, "MB/s")
    table.add("download to nginx", down / peer_down, "×", 0.7, less_is_better=False)


def memory_of_uploads(daybook, size):
    """MiB that the server takes at most while so many photos come at once, over what it took before."""
    with daybook() as server:
        token = load.account_with_todos(server, 1)
        one = photo(size)
        # The first takes what every later one finds: code, threads, connections to the database.
        for data in (photo(1_000_000), photo(10_000_000)):
            Client(server.port, token).put(f"/api/v1/photos/{data[0]}", data[1])
        before, _ = load.memory(server)
        Path(f"/proc/{server.process.pid}/clear_refs").write_text("5")
        photos = [photo(size) for _ in range(AT_ONCE)]
        halfway = threading.Barrier(AT_ONCE)
        statuses = []

        def upload(name, data):
            client = Client(server.port, token)
            client.begin("PUT", f"/api/v1/photos/{name}", len(data))
            client.socket.sendall(data[: size * 3 // 4])
            halfway.wait()
            client.socket.sendall(data[size * 3 // 4 :])
            statuses.append(client.answer()[0])
            client.socket.close()

        threads = [threading.Thread(target=upload, args=one) for one in photos]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if statuses != [201] * AT_ONCE:
            raise RuntimeError(f"uploads were answered {statuses}")
        _, most = load.memory(server)
        return most, most - before


def measure_memory(table, daybook):
    table.section(f"The server's memory while {AT_ONCE} photos come at once")
    figures = {}
    for size in (1_000_000, 10_000_000):
        figures[size], more = memory_of_uploads(daybook, size)
        table.add(f"of {size // 1_000_000} MB each: at most", figures[size], "MiB")
        table.note(f"{'':4}{more:.1f} MiB more than before")
    table.add("of 10 MB to of 1 MB", figures[10_000_000] / figures[1_000_000], "×", 1.2)


def measure(table, daybook):
    measure_rates(table, daybook)
    measure_memory(table, daybook)
