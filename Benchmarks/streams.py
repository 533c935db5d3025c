"""The cost of a device that only listens: 2,000 event streams beside 2,000 idle connections, and the delay of events."""

import resource
import selectors
import socket
import time
import uuid
from pathlib import Path

STREAMS = 2_000
# What the server allows: 100 streams of a session, 500 of an account, 512 connections of an address.
OF_ONE_SESSION = 100
OF_ONE_ACCOUNT = 500
OF_ONE_ADDRESS = 500
CHANGES = 10


def resident(server):
    """Resident memory of the server in bytes."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) * 1024


def settled(server):
    """The same when it has not grown for a second."""
    last = resident(server)
    for _ in range(20):
        time.sleep(1)
        now = resident(server)
        if now <= last + 65_536:
            return now
        last = now
    return last


def sign_up(server, number):
    """The tokens of an account's sessions."""
    email, password = f"streams{number}@example.org", "cobalt#RIVER27"
    account = {"name": "Asha Kumar", "mobile": f"98765000{number:02}", "email": email, "password": password}
    status, answer = server.request("POST", "/api/v1/accounts", account)
    if status != 201:
        raise RuntimeError(f"sign-up answered {status}: {answer}")
    tokens = [answer["token"]]
    while len(tokens) * OF_ONE_SESSION < OF_ONE_ACCOUNT:
        tokens.append(server.request("POST", "/api/v1/sessions", {"login": email, "password": password})[1]["token"])
    return tokens


def connect(server, number, request):
    """The connection of this number, from an address that has few enough."""
    address = f"127.0.0.{2 + number // OF_ONE_ADDRESS}"
    connection = socket.create_connection(("127.0.0.1", server.port), source_address=(address, 0))
    connection.sendall(request.encode())
    return connection


def read_until(connection, end):
    found = b""
    while end not in found:
        piece = connection.recv(65_536)
        if not piece:
            raise RuntimeError(f"the server ended a connection: {found[-300:]}")
        found += piece
    return found


def open_idle(server):
    """Connections that had one answer and wait for the next request."""
    connections = []
    for number in range(STREAMS):
        connections.append(connect(server, number, "GET /api/v1/samples/todos HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        read_until(connections[-1], b'"limit":')
    return connections


def open_streams(server, tokens):
    connections = []
    for number in range(STREAMS):
        token = tokens[number // OF_ONE_ACCOUNT][number % OF_ONE_ACCOUNT // OF_ONE_SESSION]
        request = (
            f"GET /api/v1/sync/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
            "Accept: text/event-stream\r\n\r\n"
        )
        connections.append(connect(server, number, request))
        read_until(connections[-1], b'{"cursor":0}')
    return connections


def time_to_all(server, connections, tokens, cursor):
    """Milliseconds from sending a change of each account until the last stream has been told."""
    waiting = selectors.DefaultSelector()
    for connection in connections:
        waiting.register(connection, selectors.EVENT_READ)
    end = b'{"cursor":%d}' % cursor
    start = time.perf_counter()
    for sessions in tokens:
        change = {"id": str(uuid.uuid4()), "title": f"Change {cursor}"}
        server.request("POST", "/api/v1/todos", change, sessions[0])
    while waiting.get_map():
        for key, _ in waiting.select(30):
            if end in key.fileobj.recv(65_536):
                waiting.unregister(key.fileobj)
    took = time.perf_counter() - start
    waiting.close()
    return 1000 * took


def close(connections):
    for connection in connections:
        connection.close()


def memory_of_each(server, open_all):
    """Bytes that each of the connections takes, on a server that has had few before; and the connections."""
    for _ in range(200):
        server.request("GET", "/healthz")
    before = settled(server)
    connections = open_all()
    return (settled(server) - before) / STREAMS, connections


def measure(table, daybook):
    table.section(f"{STREAMS:,} devices that listen and do nothing else")
    files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(files[1], STREAMS + 1_024), files[1]))
    # A server each: the second would find the memory that the first let go.
    with daybook() as server:
        idle, connections = memory_of_each(server, lambda: open_idle(server))
        close(connections)
    with daybook() as server:
        tokens = [sign_up(server, number) for number in range(STREAMS // OF_ONE_ACCOUNT)]
        stream, connections = memory_of_each(server, lambda: open_streams(server, tokens))
        told = sorted(time_to_all(server, connections, tokens, cursor) for cursor in range(1, CHANGES + 1))
        close(connections)
    table.add("memory of an idle connection", idle / 1024, "KiB")
    table.add("memory of a stream", stream / 1024, "KiB")
    table.add("a stream to an idle connection", stream / idle, "×")
    table.add(f"from a change of each account until all {STREAMS:,} were told: median", told[len(told) // 2], "ms", 1000)
    table.note(f"{'':4}slowest of {CHANGES}: {told[-1]:.0f} ms")
