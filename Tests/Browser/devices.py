"""Devices and programs that write to a server over a bad network. They remember which changes were acknowledged, and
which requests had no answer.
"""

import copy
import http.client
import json
import threading
import time

from records import uuid7

ABSENT, PRESENT, REPLACED = "absent", "present", "replaced"


class NoAnswer(Exception):
    """The server or the network gave no usable answer. The request may have been carried out or not."""


class Line:
    """A kept-alive connection to the interface. It is opened again when it breaks."""

    def __init__(self, server, token):
        self.server, self.token = server, token
        self.connection = None

    def call(self, method, path, body=None):
        """Status and JSON of one request, sent once."""
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        try:
            self.connection = self.connection or self.server.connection()
            self.connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            response = self.connection.getresponse()
            data = response.read()
            answer = None if response.status == 204 else json.loads(data)
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.connection.close()
            self.connection = None
            raise NoAnswer from error
        if response.status == 503:
            raise NoAnswer  # it is about to end
        return response.status, answer


class Worker:
    """A client that works in a thread of its own until it is stopped."""

    def __init__(self, server, token, random):
        self.line, self.random = Line(server, token), random
        self.broken_off = 0
        self.failure = None
        self._stopped = threading.Event()

    def start(self):
        self.thread = threading.Thread(target=self._work)
        self.thread.start()

    def _work(self):
        try:
            while not self._stopped.is_set():
                try:
                    self.step()
                except NoAnswer as what:
                    self.note(what)
        except BaseException as failure:  # told by `stop`, in the thread of the test
            self.failure = failure

    def stop(self):
        self._stopped.set()
        self.thread.join()
        if self.failure:
            raise self.failure

    def note(self, what):
        self.broken_off += not isinstance(what.__cause__, ConnectionRefusedError)
        time.sleep(0.02)

    def patiently(self, method, path, body=None):
        """The answer to a request that may be sent twice. It is sent until an answer comes."""
        # No server is away for so long. A test that waits for ever reports nothing.
        end = time.monotonic() + 120
        while True:
            try:
                return self.line.call(method, path, body)
            except NoAnswer as what:
                assert time.monotonic() < end, "nobody answers any more"
                self.note(what)


def merge(replica, change):
    """Merges a change by rule S3: of each field, and of the delete, the greater stamp wins."""
    record = replica.setdefault((change["kind"], change["id"]), {"fields": {}, "deleted": ""})
    for name, (value, stamp) in change.get("fields", {}).items():
        if name not in record["fields"] or record["fields"][name][1] < stamp:
            record["fields"][name] = [value, stamp]
    record["deleted"] = max(record["deleted"], change.get("deleted") or "")


class Batch:
    """The changes of one request, and its fate: taken, refused as a whole, or None for no answer."""

    def __init__(self, changes, broken=()):
        self.changes, self.broken = changes, set(broken)
        self.fate = None

    @property
    def right(self):
        """The changes that break no rule."""
        return [change for change in self.changes if change["id"] not in self.broken]

    def traces(self, replica):
        """The states of its changes in a replica, field by field."""
        found = set()
        for change in self.right:
            record = replica.get((change["kind"], change["id"]), {"fields": {}, "deleted": ""})
            if change.get("deleted"):
                found.add(self._trace(change["deleted"], record["deleted"]))
            for name, (value, stamp) in change.get("fields", {}).items():
                there = record["fields"].get(name, [None, ""])
                found.add(self._trace(stamp, there[1]))
                assert there[1] != stamp or there[0] == value, (change, there)
        return found

    @staticmethod
    def _trace(stamp, there):
        return PRESENT if stamp == there else ABSENT if there < stamp else REPLACED


class Device(Worker):
    """A device that syncs. Its replica comes from the answers only, as the replica of a tab does.

    A request without an answer is sent again, or given up as by a device that breaks; the server may have it or not.
    `shared` is a list of ids that several devices edit. Without it, each device edits the to-dos that it made.
    """

    def __init__(self, server, token, random, shared=None):
        super().__init__(server, token, random)
        self.id = uuid7(0)
        self.node = f"{random.getrandbits(64):016x}"
        self.latest = (0, 0)
        self.cursor = 0
        self.replica = {}
        self.shared = shared
        self.own = []
        self.batches = []
        self.pending = None

    def step(self):
        if self.random.random() < 0.04:
            return self.send_what_is_refused()
        batch = self.pending or self.new_batch()
        if not self.pending:
            self.batches.append(batch)
        self.pending = batch if self.random.random() < 0.6 else None
        answer = self.sync(batch.changes)
        self.pending = None
        self.was_taken(batch, answer)
        return None

    def sync(self, changes, limit=1000):
        body = {"device": self.id, "cursor": self.cursor, "limit": limit, "changes": changes}
        status, answer = self.line.call("POST", "/api/v1/sync", body)
        assert status == 200, (status, answer)
        assert not answer["reset"], "the server knows of fewer changes than it told"
        return answer

    def was_taken(self, batch, answer):
        assert {item["id"] for item in answer["rejected"]} == batch.broken, answer["rejected"]
        batch.fate = "taken"
        for change in batch.right:
            merge(self.replica, change)
        self.read(answer)
        if self.shared is None:
            gone = {change["id"] for change in batch.right if change.get("deleted")}
            self.own = [id for id in self.own if id not in gone]
            self.own += [change["id"] for change in batch.right if "createdAt" in change.get("fields", {})]

    def read(self, answer):
        assert answer["cursor"] >= self.cursor
        for change in answer["changes"]:
            merge(self.replica, change)
            for stamp in [change.get("deleted"), *(stamp for _, stamp in change["fields"].values())]:
                if stamp:
                    self.latest = max(self.latest, (int(stamp[:12], 16), int(stamp[12:16], 16)))
        self.cursor = answer["cursor"]

    def read_all(self, limit=1000):
        """Reads until the server has nothing more to tell."""
        while True:
            answer = self.sync([], limit)
            self.read(answer)
            if not answer["more"]:
                return self

    def stamp(self):
        """A stamp that is greater than all stamps that this device has seen (S2)."""
        wall, counter = self.latest
        now = int(time.time() * 1000)
        self.latest = (now, 0) if now > wall else (wall, counter + 1)
        return "{:012x}{:04x}".format(*self.latest) + self.node

    def new_batch(self):
        """Some new to-dos and some edits; now and then many long to-dos, or a to-do that breaks a rule."""
        random = self.random
        is_large = random.random() < 0.04
        count = random.randint(80, 150) if is_large else random.randint(1, 20)
        changes = [self.new_todo("x" * 900 if is_large else "") for _ in range(count)]
        editable = self.own if self.shared is None else self.shared
        changes += [self.edit(id) for id in random.sample(editable, min(len(editable), random.randint(0, 10)))]
        broken = []
        if random.random() < 0.1:
            changes.append(self.new_todo(title=""))
            broken.append(changes[-1]["id"])
        random.shuffle(changes)
        return Batch(changes, broken)

    def new_todo(self, detail="", title="Errand"):
        stamp = self.stamp()
        values = {"title": title, "done": False, "origin": "own", "createdAt": int(time.time() * 1000)}
        if detail:
            values["detail"] = detail
        fields = {name: [value, stamp] for name, value in values.items()}
        return {"kind": "todo", "id": uuid7(time.time() * 1000), "fields": fields}

    def edit(self, id):
        random, stamp = self.random, self.stamp()
        if random.random() < 0.1:
            return {"kind": "todo", "id": id, "fields": {}, "deleted": stamp}
        fields = {
            "title": f"Errand {random.randrange(10**6)}",
            "detail": "y" * random.randrange(500),
            "done": random.random() < 0.5,
            f"tag:{random.choice('abc')}": random.random() < 0.5,
        }
        names = random.sample(sorted(fields), random.randint(1, 3))
        return {"kind": "todo", "id": id, "fields": {name: [fields[name], stamp] for name in names}}

    def send_what_is_refused(self):
        """Sends a request that the server must refuse as a whole, though most of its changes are right."""
        changes = [self.new_todo() for _ in range(20)]
        batch = Batch(changes)
        batch.fate = "refused"
        self.batches.append(batch)
        sent = copy.deepcopy(changes)
        sent[-1]["fields"]["title"][1] = "no stamp"
        body = {"device": self.id, "cursor": self.cursor, "changes": sent}
        status, answer = self.line.call("POST", "/api/v1/sync", body)
        assert status == 422, (status, answer)


class Program(Worker):
    """A client of the REST interface. After a request without an answer it looks up what the server has."""

    def __init__(self, server, token, random, doubled=False):
        """`doubled`: the network may bring a request twice."""
        super().__init__(server, token, random)
        self.doubled = doubled
        self.todos = {}
        self.made = 0
        self.number = 0

    def step(self):
        random = self.random
        roll = random.random()
        if roll < 0.5 or not self.todos:
            return self.create()
        id = random.choice(sorted(self.todos))
        return self.change(id) if roll < 0.9 else self.delete(id)

    def _values(self):
        self.number += 1
        return {"title": f"Errand {self.number}", "detail": f"Detail of {self.number}"}

    def create(self):
        id, values = uuid7(time.time() * 1000), self._values()
        # The same again is the same to-do.
        status, answer = self.patiently("POST", "/api/v1/todos", {"id": id, **values})
        assert status == 201, (status, answer)
        self.todos[id] = values
        self.made += 1

    def change(self, id):
        before, after = self.todos[id], self._values()
        path = f"/api/v1/todos/{id}"
        try:
            status, answer = self.line.call("PATCH", path, after)
            assert status == 200, (status, answer)
            is_made = True
        except NoAnswer as what:
            self.note(what)
            status, answer = self.patiently("GET", path)
            assert status == 200, (status, answer)
            there = {name: answer[name] for name in after}
            assert there in (before, after), "half of a change is there"
            is_made = there == after
        if is_made:
            self.todos[id] = after
            self.made += 1

    def delete(self, id):
        earlier = self.broken_off
        status, answer = self.patiently("DELETE", f"/api/v1/todos/{id}")
        # Only what may have been done before may be gone.
        may_be_gone = self.doubled or self.broken_off > earlier
        assert status == 204 or (status == 404 and may_be_gone), (status, answer)
        del self.todos[id]
        self.made += 1


def check(server, token, devices, programs=(), start=0):
    """Checks that the server holds exactly the changes that it acknowledged, under numbers with no gap (S5 to S9).

    The numbers are counted where no device edits what another made: then each change that arrived took one.
    Answers how many changes that was.
    """
    fresh = Device(server, token, devices[0].random).read_all(limit=137)
    numbered = sum(program.made for program in programs)
    for device in devices:
        device.line = fresh.line
        device.read_all()
        assert device.replica == fresh.replica, "a device that read along the way differs from one that read at the end"
        assert device.cursor == fresh.cursor
        assert not device.batches or any(batch.fate == "taken" for batch in device.batches)
        for batch in device.batches:
            traces = batch.traces(fresh.replica)
            if batch.fate == "taken":
                assert ABSENT not in traces, "something acknowledged is gone"
            elif batch.fate == "refused":
                assert traces == {ABSENT}, "something of a refused request is there"
            else:
                assert not {ABSENT, PRESENT} <= traces, "half of a request is there"
            numbered += len(batch.right) if PRESENT in traces else 0
            for change in batch.changes:
                assert change["id"] not in batch.broken or ("todo", change["id"]) not in fresh.replica
    for program in programs:
        for id, values in program.todos.items():
            fields = fresh.replica["todo", id]["fields"]
            assert {name: fields[name][0] for name in values} == values
    if all(device.shared is None for device in devices):
        assert fresh.cursor - start == numbered, "the numbers have gaps, or something was numbered twice"
    return numbered
