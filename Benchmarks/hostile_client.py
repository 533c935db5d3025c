"""Sends prebuilt bytes over many connections, as cheaply as Python can, until its standard input ends. Then it tells how
many bytes it has sent, and how many answers have begun.

A process of its own at the lowest priority: what it takes of the processor must not be taken for what the server does.
"""

import json
import os
import selectors
import socket
import sys
import time


class Line:
    """A connection with a bound on its requests in progress, and on its bytes a second."""

    def __init__(self, port, plan, number):
        self.port, self.plan, self.number = port, plan, number
        self.requests = [bytes.fromhex(text) for text in plan["requests"]]
        self.turn = number * plan.get("stride", 1)
        self.socket = None
        self.next = 0.0
        self.sent = self.answers = 0

    def open(self, poll):
        self.socket = socket.socket()
        if self.plan["read"] != "all":
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        self.socket.bind((self.plan["address"], 0))
        self.socket.settimeout(5)
        self.socket.connect(("127.0.0.1", self.port))
        self.socket.setblocking(False)
        self.left, self.waiting, self.tail = b"", 0, b""
        poll.register(self.socket, selectors.EVENT_READ, self)

    def close(self, poll):
        if self.socket:
            poll.unregister(self.socket)
            self.socket.close()
            self.socket = None

    def write(self, now):
        """Sends what there is to send, as long as it is taken. Answers whether anything was."""
        if not self.left and self.waiting < self.plan["depth"] and now >= self.next:
            self.left = self.requests[self.turn % len(self.requests)]
            self.turn += 1
            self.waiting += self.plan.get("each", 1)
            self.next = now + self.plan["pace"]
        if self.left:
            piece = self.plan.get("piece", len(self.left))
            if self.plan.get("piece") and now < self.next:
                return False
            self.next = now + self.plan["pace"]
            try:
                count = self.socket.send(self.left[:piece])
                self.left = self.left[count:]
                self.sent += count
                return True
            except BlockingIOError:
                pass
        return False

    def read(self):
        data = self.socket.recv(1 << 20 if self.plan["read"] == "all" else 1_024)
        if not data:
            raise ConnectionResetError
        found = self.tail + data
        begun = found.count(b"HTTP/1.1 ")
        self.waiting -= begun
        self.answers += begun
        self.tail = found[-8:] if not found.endswith(b"HTTP/1.1 ") else b""


def main():
    port, plans = json.loads(sys.stdin.readline())
    os.nice(19)
    poll = selectors.DefaultSelector()
    poll.register(sys.stdin, selectors.EVENT_READ, None)
    lines = [Line(port, plan, number) for plan in plans for number in range(plan["connections"])]
    retry = {}
    print("ready", flush=True)
    slow = 0.0
    while True:
        now = time.monotonic()
        is_busy = False
        for line in lines:
            try:
                if line.socket is None:
                    if now < retry.get(line, 0):
                        continue
                    line.open(poll)
                is_busy = line.write(now) or is_busy
            except OSError:
                line.close(poll)
                retry[line] = now + 0.5
        may_read_slowly = now >= slow
        if may_read_slowly:
            slow = now + 0.2
        # A line that is read slowly is always ready; so nothing is waited for, and the loop rests by itself.
        for key, _ in poll.select(0):
            line = key.data
            if line is None:
                print(sum(line.sent for line in lines), sum(line.answers for line in lines), flush=True)
                return
            if line.plan["read"] == "none" or line.plan["read"] == "slow" and not may_read_slowly:
                continue
            try:
                line.read()
                is_busy = is_busy or line.plan["read"] == "all"
            except BlockingIOError:
                pass
            except OSError:
                line.close(poll)
                retry[line] = now + 0.5
        if not is_busy:
            time.sleep(0.002)


if __name__ == "__main__":
    main()
