"""A push service that only counts, so that what is measured is the server: it answers 201 to every POST, and reports when
each came. In a process of its own."""

import asyncio
import multiprocessing
import time
from contextlib import contextmanager

ANSWER = b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"


class Connection(asyncio.Protocol):
    def __init__(self, arrivals):
        self.arrivals = arrivals
        self.received = b""

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.received += data
        while (end := self.received.find(b"\r\n\r\n")) >= 0:
            head = self.received[:end].lower()
            at = head.find(b"content-length:")
            length = int(head[at + 15 :].split(b"\r\n", 1)[0]) if at >= 0 else 0
            if len(self.received) < end + 4 + length:
                return
            self.received = self.received[end + 4 + length :]
            self.arrivals.append(time.time())
            self.transport.write(ANSWER)


def serve(pipe):
    async def run():
        arrivals = []
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: Connection(arrivals), "127.0.0.1", 0, backlog=1_024)
        pipe.send(server.sockets[0].getsockname()[1])
        # A call for the counts, which also resets them.
        while await loop.run_in_executor(None, pipe.recv):
            pipe.send(list(arrivals))
            arrivals.clear()

    asyncio.run(run())


class Sink:
    def __init__(self, pipe, port):
        self.pipe = pipe
        self.origin = f"http://127.0.0.1:{port}"

    def take(self):
        """When each came since this was last asked."""
        self.pipe.send(True)
        return self.pipe.recv()


@contextmanager
def sink():
    here, there = multiprocessing.Pipe()
    process = multiprocessing.Process(target=serve, args=(there,), daemon=True)
    process.start()
    try:
        yield Sink(here, here.recv())
    finally:
        here.send(False)
        process.join(5)
