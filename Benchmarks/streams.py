"""The cost of a device that only listens: 2,000 event streams beside 2,000 idle connections, and the delay of events."""

import resource
import selectors
import socket
import time
import uuid
from pathlib import Path

STREAMS = 2_000
# A session may hold a hundred.
OF_ONE_SESSION = 100
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


def sign_up(server):
    account = {"name": "Asha Kumar", "mobile": "9876500077", "email": "streams@example.org", "password": "cobalt#RIVER27"}
    status, answer = server.request("POST", "/api/v1/accounts", account)
    if status != 201:
        raise RuntimeError(f"sign-up answered {status}: {answer}")
    tokens = [answer["token"]]
    while len(tokens) * OF_ONE_SESSION < STREAMS:
        login = {"login": account["email"], "password": account["password"]}
        tokens.append(server.request("POST", "/api/v1/sessions", login)[1]["token"])
    return tokens


def connect(server, request):
    connection = socket.create_connection(("127.0.0.1", server.port))
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
    for _ in range(STREAMS):
        connections.append(connect(server, "GET /api/v1/samples/todos HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        read_until(connections[-1], b'"limit":')
    return connections


def open_streams(server, tokens):
    connections = []
    for number in range(STREAMS):
        token = tokens[number // OF_ONE_SESSION]
        request = (
            f"GET /api/v1/sync/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
            "Accept: text/event-stream\r\n\r\n"
        )
        connections.append(connect(server, request))
        read_until(connections[-1], b'{"cursor":0}')
    return connections


def time_to_all(server, connections, token, cursor):
    """Milliseconds from sending one change until the last stream has been told."""
    change = {"id": str(uuid.uuid4()), "title": f"Change {cursor}"}
    waiting = selectors.DefaultSelector()
    for connection in connections:
        waiting.register(connection, selectors.EVENT_READ)
    end = b'{"cursor":%d}' % cursor
    start = time.perf_counter()
    server.request("POST", "/api/v1/todos", change, token)
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
        tokens = sign_up(server)
        stream, connections = memory_of_each(server, lambda: open_streams(server, tokens))
        told = sorted(time_to_all(server, connections, tokens[0], cursor) for cursor in range(1, CHANGES + 1))
        close(connections)
    table.add("memory of an idle connection", idle / 1024, "KiB")
    table.add("memory of a stream", stream / 1024, "KiB")
    table.add("a stream to an idle connection", stream / idle, "×")
    table.add(f"from a change until all {STREAMS:,} were told: median", told[len(told) // 2], "ms", 1000)
    table.note(f"{'':4}slowest of {CHANGES}: {told[-1]:.0f} ms")
