"""An honest account beside a hostile one, one kind of attack at a time: p99 of reads and of writes, relative to idle.

Rounds alternate on one server: idle, hostile, idle, hostile. While ten accounts attack, a third state takes its turn: the
same attack on another server of the machine. The honest client has one connection and makes one call after another; the
hostile one is a process of its own at the lowest priority (hostile_client.py)."""

import io
import itertools
import json
import os
import socket
import statistics
import subprocess
import sys
import time
import uuid
import zipfile
from contextlib import ExitStack, contextmanager
from pathlib import Path

import load
import pages  # noqa: F401  It adds the modules of Tests/Browser to the path.
from photos import photo

ROUNDS = 4
CALLS = 100
LARGE = 80_000
IMPORTED = 200_000
LONG = 6_000
# A character of 59 bytes, so that a thousand of them are as long as a detail may be.
MARKED = "e" + "\u0301" * 29
RULE = "FREQ=YEARLY;BYSETPOS=366;BYDAY=" + ",".join(f"{n}SU" for n in range(1, 38)) + "," + ",".join(
    f"-{n}SU" for n in range(1, 38)
)
PASSWORD = "cobalt#RIVER27"
_numbers = itertools.count(1)


# Requests, as bytes


def request(method, path, token=None, body=None, type="application/json", extra=""):
    if body is not None and not isinstance(body, bytes):
        body = json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if body is not None:
        lines += [f"Content-Type: {type}", f"Content-Length: {len(body)}"]
    return ("\r\n".join(lines) + f"\r\n{extra}\r\n").encode() + (body or b"")


def stamp(counter=0):
    return f"{int(time.time() * 1000):012x}{counter % 65536:04x}{os.urandom(8).hex()}"


def sync_body(changes, cursor=0):
    return {"device": str(uuid.uuid4()), "cursor": cursor, "limit": 1, "changes": changes}


def sync(token, changes):
    return request("POST", "/api/v1/sync", token, json.dumps(sync_body(changes), ensure_ascii=False).encode())


def growth(token, record, count=15, size=64_000):
    mark = stamp()
    fields = {f"grown{uuid.uuid4().hex[:8]}": ["x" * size, mark] for _ in range(count)}
    return sync(token, [{"kind": "todo", "id": record, "fields": {"title": ["Grown", mark], **fields}}])


# Accounts


def sign_up(server):
    number = next(_numbers)
    body = {"name": "Asha Kumar", "mobile": f"97{number:08d}", "email": f"h{number}@example.org", "password": PASSWORD}
    status, answer = server.request("POST", "/api/v1/accounts", body)
    if status != 201:
        raise RuntimeError(f"sign-up answered {status}: {answer}")
    return answer["token"]


def todo_record(number):
    mark = stamp(number)
    fields = {"title": [f"Errand {number} to the river", mark], "createdAt": [int(time.time() * 1000), mark]}
    return {"kind": "todo", "id": str(uuid.uuid4()), "fields": fields}


def fill(server, token, count):
    for start in range(0, count, 1_000):
        changes = [todo_record(number) for number in range(start, min(start + 1_000, count))]
        status, answer = server.request("POST", "/api/v1/sync", sync_body(changes), token)
        if status != 200:
            raise RuntimeError(f"sync answered {status}: {answer}")
    return token


def fill_with_long_texts(server, token, count):
    connection, sent = server.connection(), 0
    while sent < count:
        changes = [todo_record(number) for number in range(sent, min(sent + 16, count))]
        for change in changes:
            change["fields"]["detail"] = [MARKED * 999, change["fields"]["title"][1]]
        body = json.dumps(sync_body(changes), ensure_ascii=False).encode()
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        connection.request("POST", "/api/v1/sync", body, headers)
        answer = connection.getresponse()
        data = answer.read()
        if answer.status != 200 or json.loads(data)["rejected"]:
            raise RuntimeError(f"sync answered {answer.status}: {data[:300]}")
        sent += len(changes)
    connection.close()
    return token


def new_todo(server, token, **fields):
    """The id of a to-do, or None when it is refused."""
    status, answer = server.request("POST", "/api/v1/todos", {"title": "Buy milk", **fields}, token)
    return answer["id"] if status == 201 else None


# The kinds of `worst`. Each returns the arguments of hostile_client.py, or a function that returns them for each round.
# `answered`: false for requests that are not answered while a round lasts.


def plan(requests, connections, pace=0.0, depth=1, read="all", address=2, **more):
    texts = [data.hex() for data in requests]
    return {"requests": texts, "connections": connections, "pace": pace, "depth": depth, "read": read,
            "address": f"127.0.0.{address}", **more}  # fmt: skip


def records_that_grow(server, address=2):
    token = sign_up(server)
    records = [str(uuid.uuid4()) for _ in range(6)]
    return [plan([growth(token, record) for record in records for _ in range(18)], 4, stride=18, address=address)]


def changes_of_a_large_record(server, address=2):
    token = sign_up(server)
    record = new_todo(server, token)
    # The greatest size that is allowed, or the greatest that was read.
    for _ in range(14 * 15):
        mark = stamp()
        fields = {f"grown{uuid.uuid4().hex[:8]}": ["x" * 60_000, mark]}
        change = {"kind": "todo", "id": record, "fields": fields}
        status, answer = server.request("POST", "/api/v1/sync", sync_body([change]), token)
        if status != 200 or answer["rejected"]:
            break
    patches = [request("PATCH", f"/api/v1/todos/{record}", token, {"title": f"T {n}"}) for n in range(50)]
    return [plan(patches, 20, address=address)]


def rules_that_take_long(server, address=2):
    token = sign_up(server)
    deadline = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() + 86_400))
    body = {"deadline": deadline, "repeat": {"rule": RULE}}
    ids = [id for _ in range(10) if (id := new_todo(server, token, **body))]
    marks = [
        request("PATCH", f"/api/v1/todos/{id}", token, {"done": done}) for id in ids for done in (True, False)
    ]
    # A server that refuses the rule is asked to take it.
    marks = marks or [request("POST", "/api/v1/todos", token, {"title": "Buy milk", **body})]
    return [plan(marks, 10, stride=2, address=address)]


def searches_of_a_large_list(server, address=2):
    token = fill(server, sign_up(server), LARGE)
    words = [f"{a}{b}" for a in "erandtoiv" for b in "erandtoiv"]
    paths = [f"/api/v1/todos?q={word}&limit=100" for word in words]
    return [plan([request("GET", path, token) for path in paths], 6, stride=13, address=address)]


def texts_that_take_long(server, address=2):
    """Texts whose characters take long to count: a whole sync call of one, and the longest that a PATCH may have."""
    token = sign_up(server)
    server.request("PATCH", "/api/v1/account", {"limits": "roomy"}, token)
    todo, mark = new_todo(server, token), stamp()
    fields = {"title": ["Counted", mark], "detail": [MARKED * 17_000, mark]}
    calls = [sync(token, [{"kind": "todo", "id": str(uuid.uuid4()), "fields": fields}]) for _ in range(4)]
    texts = [(MARKED * length + "!" * number) for number, length in enumerate([2_100, 2_000] * 4)]
    patches = [
        request("PATCH", f"/api/v1/todos/{todo}", token, json.dumps({"detail": text}, ensure_ascii=False).encode())
        for text in texts
    ]
    return [plan(calls, 4, address=address), plan(patches, 4, address=address)]


def lists_of_long_texts(server, address=2):
    """As many bytes of texts as an account may have, in every order and searched."""
    token = fill_with_long_texts(server, sign_up(server), LONG)
    orders = ("created", "deadline", "title", "-title")
    paths = [f"/api/v1/todos?limit=1&sort={order}" for order in orders]
    paths += [f"/api/v1/todos?limit=1&q={word}" for word in ("errand", "eeee", "river")]
    return [plan([request("GET", path, token) for path in paths], 4, stride=2, address=address)]


def exports_read_slowly(server, address=2):
    token = sign_up(server)
    names = []
    for _ in range(8):
        name, data = photo(4_000_000)
        connection = server.connection()
        connection.request("PUT", f"/api/v1/photos/{name}", data, {"Authorization": f"Bearer {token}"})
        connection.getresponse().read()
        connection.close()
        names.append({"sha256": name})
    note = {"title": "Heavy", "description": "Photos that take a while. " * 6, "photos": names}
    status, answer = server.request("POST", "/api/v1/notes", note, token)
    if status != 201:
        raise RuntimeError(f"the note was answered {status}: {answer}")
    return [plan([request("GET", "/api/v1/account/export", token)], 50, pace=0.5, read="slow", address=address)]


def imports_that_trickle(server, address=2):
    plans = []
    for last in range(5):
        token = sign_up(server)
        # Longer than any round takes: forty bytes, five times a second.
        body = request("POST", "/api/v1/account/import", token, b"PK\x03\x04" + b"x" * 4_000, "application/zip")
        plans.append(plan([body], 4, pace=0.2, piece=40, address=address + last, answered=False))
    return plans


def imports_of_many_records(server, address=2):
    """A zip of so many records that a file may have, for one new account after another."""
    texts = ",".join(json.dumps(todo_record(number)) for number in range(IMPORTED))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("daybook.json", f'{{"format":"daybook-export","version":1,"records":[{texts}]}}')
    tokens = [sign_up(server) for _ in range(2 * ROUNDS)]

    def of_round(number):
        return [
            plan([request("POST", "/api/v1/account/import", token, file.getvalue(), "application/zip")], 1, pace=60,
                 address=address + index, answered=False)
            for index, token in enumerate(tokens[2 * number : 2 * number + 2])
        ]  # fmt: skip

    return of_round


def floods_of_small_calls(server, address=2):
    token = sign_up(server)
    todo = new_todo(server, token)
    reads = [request("GET", f"/api/v1/todos/{todo}", token) * 20, request("GET", "/api/v1/rules") * 20]
    writes = [request("POST", "/api/v1/todos", token, {"title": "One of very many"}) * 20]
    return [
        plan(reads, 20, depth=20, each=20, address=address),
        plan(writes, 20, depth=20, each=20, address=address),
    ]


def streams_of_events(server, address=2):
    token = sign_up(server)
    todo = new_todo(server, token)
    changes = [request("PATCH", f"/api/v1/todos/{todo}", token, {"title": f"T {n}"}) for n in range(50)]
    stream = request("GET", "/api/v1/sync/events", token)
    return [
        plan([stream], 200, pace=5, depth=1_000_000, read="none", address=address),
        plan(changes, 4, pace=0.005, address=address),
    ]


def accounts_that_go(server, address=2):
    """Large accounts that are deleted, one after another."""
    tokens = [fill(server, sign_up(server), LARGE // 2) for _ in range(ROUNDS)]
    requests = [request("DELETE", "/api/v1/account", token, {"password": PASSWORD}) for token in tokens]
    return lambda number: [plan([requests[number]], 1, pace=60, address=address)]


def epochs_without_end(server, address=2):
    """Devices that have read further than there is, with one epoch after another."""
    tokens = [fill(server, sign_up(server), LARGE // 4) for _ in range(4)]
    minutes = (int(time.time() * 1000) - 1_735_689_600_000) // 60_000
    requests = [
        request("POST", "/api/v1/sync", token, sync_body([], cursor=(minutes + ahead) << 28 | 0xFFFFFFF))
        for ahead in range(-2, 30)
        for token in tokens
    ]
    return [plan(requests, 4, pace=0.02, address=address)]


KINDS = {
    "records that grow by a megabyte a call": records_that_grow,
    "changes of a record at its bound": changes_of_a_large_record,
    "recurrence rules that take long": rules_that_take_long,
    "searches of a list of 80,000": searches_of_a_large_list,
    "texts that take long to count": texts_that_take_long,
    "lists of long texts": lists_of_long_texts,
    "exports with photos, read slowly": exports_read_slowly,
    "imports that trickle": imports_that_trickle,
    "imports of 200,000 records": imports_of_many_records,
    "floods of small calls": floods_of_small_calls,
    "streams of events, and changes": streams_of_events,
    "large accounts deleted": accounts_that_go,
    "epochs asked for again and again": epochs_without_end,
}


def everything(server):
    """Ten accounts, each with another kind, from addresses of their own: all kinds but the three that are left out."""
    left_out = (imports_that_trickle, imports_of_many_records, lists_of_long_texts)
    chosen = [kind for kind in KINDS.values() if kind not in left_out]
    plans = [kind(server, address=20 + 10 * index) for index, kind in enumerate(chosen)]
    return lambda number: [one for some in plans for one in of_round(some, number)]


def of_round(plans, number):
    return plans(number) if callable(plans) else plans


# The honest account


class Honest:
    """One connection, one call after another."""

    def __init__(self, server):
        self.token, self.refused = sign_up(server), 0
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for number in range(50):
            self.call("POST", "/api/v1/todos", {"title": f"Errand {number}"}, (201,))
        self.todo = new_todo(server, self.token)

    def call(self, method, path, body=None, expected=(200,)):
        """Milliseconds until the whole answer is there."""
        data = request(method, path, self.token, body)
        begin = time.perf_counter()
        self.socket.sendall(data)
        found = b""
        while (end := found.find(b"\r\n\r\n")) < 0:
            found += self.piece()
        head = found[:end].decode().lower()
        length = next((int(line[15:]) for line in head.split("\r\n") if line.startswith("content-length:")), 0)
        while len(found) < end + 4 + length:
            found += self.piece()
        took = (time.perf_counter() - begin) * 1_000
        if int(head[9:12]) not in expected:
            self.refused += 1
        return took

    def piece(self):
        piece = self.socket.recv(1 << 16)
        if not piece:
            raise RuntimeError("the server closed the honest connection")
        return piece

    def round(self, count=CALLS):
        reads, writes = [], []
        for number in range(count):
            reads.append(self.call("GET", "/api/v1/todos?limit=50"))
            time.sleep(0.02)
            writes.append(self.call("PATCH", f"/api/v1/todos/{self.todo}", {"title": f"Errand {number}"}))
            time.sleep(0.02)
        return reads, writes


@contextmanager
def attack(server, plans):
    words = [sys.executable, Path(__file__).with_name("hostile_client.py")]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as client:
        try:
            client.stdin.write(json.dumps([server.port, plans]) + "\n")
            client.stdin.flush()
            if client.stdout.readline() != "ready\n":
                raise ClientFailure("the hostile client did not begin")
            time.sleep(1)
            yield
            if client.poll() is not None:
                raise ClientFailure(f"the hostile client ended with {client.returncode} before its time")
            told, _ = client.communicate(timeout=30)
            sent, answers = (int(word) for word in told.split())
            if not sent or not answers and any(one.get("answered", True) for one in plans):
                raise ClientFailure(f"the hostile client sent {sent} bytes and got {answers} answers")
        finally:
            client.kill()


class ClientFailure(Exception):
    """There was no attack, so there is nothing to compare."""


def p99(samples):
    return statistics.quantiles(samples, n=100, method="inclusive")[98]


def measure_kind(table, daybook, name, prepare, beside_another=False):
    """The ratios of one kind, and the most memory that the server took meanwhile, in MiB.

    With `beside_another` another server of the same machine is attacked in the same way, in turn. What the honest account
    feels of that is what the processor, the disk and the system's scheduler alone do to it: no server can do better.
    """
    with ExitStack() as servers:
        server = servers.enter_context(daybook())
        honest = Honest(server)
        attacked = {"hostile": (server, prepare(server))}
        if beside_another:
            another = servers.enter_context(daybook())
            attacked["beside another"] = (another, prepare(another))
        # The time of the preparation does not belong to the attack.
        Path(f"/proc/{server.process.pid}/clear_refs").write_text("5")
        honest.round()
        found = {state: ([], []) for state in ("idle", *attacked)}

        def go_on(state):
            for kept, samples in zip(found[state], honest.round()):
                kept += samples

        for number in range(ROUNDS):
            go_on("idle")
            for state, (target, plans) in attacked.items():
                with attack(target, of_round(plans, number)):
                    go_on(state)
                time.sleep(1.5)
        for index, what in enumerate(("reads", "writes")):
            idle, hostile = p99(found["idle"][index]), p99(found["hostile"][index])
            table.add(f"{name}: {what}", hostile / idle, "×", 3)
            table.note(f"{'':4}p99 {idle:.2f} ms idle, {hostile:.2f} ms meanwhile")
            if beside_another:
                beside = p99(found["beside another"][index])
                table.note(f"{'':4}p99 {beside:.2f} ms while another server of the machine is attacked so")
                table.add(f"{name}, to another server attacked so: {what}", hostile / beside, "×", 3)
        if honest.refused:
            table.add(f"{name}: honest calls refused", honest.refused, "", 0)
        return load.memory(server)[1]


def measure(table, daybook):
    table.section(f"An honest account beside a hostile one, p99 to idle ({ROUNDS * CALLS} calls of each)")
    most = 0
    kinds = {**KINDS, "ten accounts, each with its worst": everything}
    chosen = os.environ.get("DAYBOOK_HOSTILE")
    for name, prepare in kinds.items():
        if chosen and chosen not in name:
            continue
        try:
            memory = measure_kind(table, daybook, name, prepare, beside_another=prepare is everything)
        except (OSError, RuntimeError) as failure:
            # There is no ratio when the server ends, or shuts the honest client out.
            table.add(f"{name}: honest calls that failed", 1, "", 0)
            table.note(f"{'':4}{failure}")
            continue
        table.note(f"{'':4}memory at most {memory:.0f} MiB")
        most = max(most, memory)
    table.add("memory of the server at most", most, "MiB", 256)
