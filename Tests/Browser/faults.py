"""A bad network: a proxy in front of a server that delays, cuts, doubles and truncates."""

import collections
import select
import socket
import struct
import threading
import time
from random import Random

from server import Server

SYNC = "/api/v1/sync"
EVENTS = "/api/v1/sync/events"


class Exchange:
    """A request that a client has sent, and the two sides that it stands between."""

    def __init__(self, proxy, client):
        self.proxy, self.client = proxy, client
        data = b""
        while b"\r\n\r\n" not in data:
            data += self._more(client)
        head, body = data.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        self.method, self.path, _ = lines[0].split(" ")
        self.path = self.path.split("?")[0]
        names = {line.split(":")[0].lower(): line.split(":", 1)[1].strip() for line in lines[1:]}
        while len(body) < int(names.get("content-length", 0)):
            body += self._more(client)
        # Each exchange has connections of its own, so that the end of one is the end of the answer.
        kept = [line for line in lines if not line.lower().startswith(("connection:", "keep-alive:"))]
        self.request = "\r\n".join([*kept, "Connection: close", "", ""]).encode("latin-1") + body
        self.body = body

    @staticmethod
    def _more(side):
        data = side.recv(1 << 16)
        if not data:
            raise ConnectionError("the client went before it had asked")
        return data

    def _server(self):
        return self.proxy.opened(socket.create_connection(("127.0.0.1", self.proxy.server.port)))

    def ask(self):
        """Has the server answer, all of it. The client is told that its connection ends: it must not ask on it again."""
        with self._server() as server:
            server.sendall(self.request)
            parts = []
            while data := server.recv(1 << 16):
                parts.append(data)
        status, end, rest = b"".join(parts).partition(b"\r\n")
        return status + end + b"Connection: close\r\n" + rest if end else status

    def ask_in_part(self, length):
        """Sends the server the beginning of the request, and goes."""
        with self._server() as server:
            server.sendall(self.request[:length])

    def answer(self, data):
        self.client.sendall(data)

    def pass_on(self, length=None):
        """Passes the answer on as it comes, or its first `length` bytes. An answer without an end cannot be awaited."""
        with self._server() as server:
            server.sendall(self.request)
            while length is None or length > 0:
                ready, _, _ = select.select([server, self.client], [], [])
                data = server.recv(1 << 16) if server in ready else b""
                if not data:
                    return
                self.client.sendall(data[:length])
                length = None if length is None else length - len(data)

    def cut(self):
        """Ends the client's connection as a network does that is gone: with no goodbye."""
        self.client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


# The faults of an exchange. Each function takes the exchange and a generator of random numbers.


def untouched(exchange, random):
    exchange.answer(exchange.ask())


def delayed(exchange, random):
    time.sleep(random.uniform(0, 0.1))
    answer = exchange.ask()
    time.sleep(random.uniform(0, 0.1))
    exchange.answer(answer)


def cut_on_the_way(exchange, random):
    exchange.ask_in_part(random.randrange(len(exchange.request)))
    exchange.cut()


def cut_on_the_way_back(exchange, random):
    exchange.ask()
    exchange.cut()


def doubled(exchange, random):
    exchange.answer(random.choice([exchange.ask(), exchange.ask()]))


def doubled_later(exchange, random):
    """The network brings it once more when the client has long gone on."""
    exchange.answer(exchange.ask())
    exchange.client.close()
    time.sleep(random.uniform(0, 0.3))
    exchange.ask()


def truncated(exchange, random):
    """The connection ends within the answer, with a goodbye or without."""
    answer = exchange.ask()
    exchange.answer(answer[: random.randrange(len(answer))])
    if random.random() < 0.5:
        exchange.cut()


def shortened(exchange, random):
    """An answer that ends too early, with the headers of a whole one."""
    head, body = exchange.ask().split(b"\r\n\r\n", 1)
    body = body[: random.randrange(len(body) or 1)]
    lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"content-length:")]
    exchange.answer(b"\r\n".join([*lines, b"Content-Length: %d" % len(body), b"", body]))


FAULTS = (delayed, cut_on_the_way, cut_on_the_way_back, doubled, truncated, shortened)
# A fault for calls of sync only: they have the same effect when they come twice, and late (S8).
SYNC_FAULTS = (*FAULTS, doubled_later)


class Proxy:
    """Stands in front of a server. While it storms, calls of the interface meet with faults, `share` of them.

    `plan(exchange)` may choose what happens instead: one of the functions above, or None to leave it untouched.
    """

    # To a person, to a device and to a program it is the server.
    url, connection, request = Server.url, Server.connection, Server.request
    settings = {}

    def __init__(self, server, random=None, share=0.6, plan=None):
        self.server, self.random, self.share = server, random or Random(0), share
        self.plan = plan or self._at_random
        self.storms = False
        self.met = collections.Counter()
        self._lock = threading.Lock()
        self._stormy, self._open = set(), set()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # A listener that is only closed goes on accepting in the thread that waits in it.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.hang_up()

    def storm(self):
        self.storms = True

    def calm(self):
        """From now on all is well, also with what was on its way."""
        with self._lock:
            self.storms = False
            stormy = set(self._stormy)
        for thread in stormy:
            thread.join()

    def hang_up(self):
        """Ends all connections there are."""
        with self._lock:
            sides = set(self._open)
        for side in sides:
            try:
                side.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def opened(self, side):
        with self._lock:
            self._open = {other for other in self._open if other.fileno() >= 0} | {side}
        return side

    def _at_random(self, exchange):
        if exchange.path == EVENTS:
            return None
        faults = SYNC_FAULTS if exchange.path == SYNC else FAULTS
        return self._draw(lambda random: random.choice(faults) if random.random() < self.share else None)

    def _accept(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            self.opened(client)
            threading.Thread(target=self._serve, args=[client], daemon=True).start()

    def _serve(self, client):
        with client:
            try:
                exchange = Exchange(self, client)
                self._treat(exchange)
            except OSError:
                pass  # one of the two has gone, and the other learns of it by the end of its connection

    def _treat(self, exchange):
        if not exchange.path.startswith("/api/"):
            return exchange.pass_on()
        if exchange.path == EVENTS:
            # An answer's head is some 700 bytes, and an event some 40.
            return exchange.pass_on(self._draw(lambda random: random.randrange(2_000)) if self.storms else None)
        me = threading.current_thread()
        # Whoever has seen the storm is waited for by `calm`.
        with self._lock:
            storms = self.storms
            if storms:
                self._stormy.add(me)
        try:
            fault = self.plan(exchange) if storms else None
            if fault is None:
                return untouched(exchange, None)
            with self._lock:
                self.met[fault.__name__] += 1
            return fault(exchange, self._draw(lambda random: Random(random.getrandbits(64))))
        finally:
            with self._lock:
                self._stormy.discard(me)

    def _draw(self, choice):
        """A number from the one generator, which all threads share."""
        with self._lock:
            return choice(self.random)
