"""Hostile clients over sockets against a server that has 256 MiB. An honest client beside them gets no error, and
the server's memory and files are as before when they have gone.

These tests do not measure how fast the server answers. A loaded machine makes them longer, but never fail.
"""

import contextlib
import http.client
import json
import os
import re
import resource
import time
import uuid
from pathlib import Path

import pytest
from hostile import (
    DeafStreams,
    Flood,
    HalfOpen,
    SlowBodies,
    SlowExports,
    SlowHeads,
    TricklingImports,
    give_photos,
    growth,
    head,
)
from person import Account
from push_service import PushService
from records import reminding
from server import Server

MIB = 1 << 20
LIMIT = 256 * MIB
# The seconds after which a test gives up on an answer or an event. A working server is much faster.
PATIENCE = 300


class Confined(Server):
    """A server with a limit on its memory and on its file descriptors."""

    def __init__(self, memory=LIMIT, files=None, **settings):
        super().__init__(rate_limit="true", signup_limit=1_000, **settings)
        self.memory, self.files, self.group = memory, files, None
        # A service manager sets its limits like this: for one process.
        if files:
            script = self.folder / "confined"
            script.write_text(f'#!/bin/sh\nulimit -n {files}\nexec "{self.binary}" "$@"\n')
            script.chmod(0o755)
            self.binary = script

    def launch(self):
        super().launch()
        self.group = confine(self.process.pid, self.memory)

    def remove(self):
        super().remove()
        if self.group:
            with contextlib.suppress(OSError):
                self.group.rmdir()

    def status(self, name):
        """A line of /proc/PID/status in MiB."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith(name + ":")).split()[1]) / 1024

    def open_files(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def processor_seconds(self):
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def confine(pid, memory):
    """Puts a process into a control group with a limit on memory, where this machine allows it; None where it does not.

    Without a control group, the process's peak memory is compared with the limit at the end.
    """
    for root, limit in (("/sys/fs/cgroup/memory", "memory.limit_in_bytes"), ("/sys/fs/cgroup", "memory.max")):
        group = Path(root) / f"daybook-{pid}"
        if not Path(root, "cgroup.procs").exists():
            continue
        try:
            group.mkdir()
            (group / limit).write_text(str(memory))
            (group / "cgroup.procs").write_text(str(pid))
            return group
        except OSError:
            with contextlib.suppress(OSError):
                group.rmdir()
    return None


class Honest:
    """A client with one connection. It makes one call after another, and expects the correct answer to each."""

    def __init__(self, server):
        self.server = server
        account = self.account = Account()
        body = {"name": account.name, "mobile": account.mobile, "email": account.email, "password": account.password}
        self.connection, self.token = None, None
        self.token = self.call("POST", "/api/v1/accounts", body, 201)["token"]
        self.titles, self.reminding = {}, None

    def call(self, method, path, body=None, expected=200):
        self.connection = self.connection or http.client.HTTPConnection(
            "127.0.0.1", self.server.port, timeout=PATIENCE, source_address=("127.0.0.1", 0)
        )
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        try:
            self.connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            response = self.connection.getresponse()
            data = response.read()
        except (OSError, http.client.HTTPException) as failure:
            code = self.server.process.poll()
            state = "is alive" if code is None else f"was killed by signal {-code}" if code < 0 else f"ended with {code}"
            raise AssertionError(f"{method} {path}: {failure!r}; the server {state}") from None
        assert response.status == expected, (method, path, response.status, data[:500])
        return json.loads(data) if data else None

    def work(self, number):
        """The calls of a person in a minute."""
        id, title = str(uuid.uuid4()), f"Errand {number}"
        self.call("POST", "/api/v1/todos", {"id": id, "title": title}, 201)
        self.titles[id] = title
        if number % 3 == 0:
            self.titles[id] = f"Errand {number} again"
            self.call("PATCH", f"/api/v1/todos/{id}", {"title": self.titles[id]})
        if number % 4 == 0:
            # The to-do with the reminder stays: the reminder of a deleted to-do never comes.
            gone = next(id for id in self.titles if id != self.reminding)
            self.call("DELETE", f"/api/v1/todos/{gone}", expected=204)
            del self.titles[gone]
        page = self.call("GET", "/api/v1/todos?limit=100")
        assert sorted(todo["title"] for todo in page["items"]) == sorted(self.titles.values())
        body = {"device": str(uuid.uuid4()), "cursor": 0, "changes": []}
        alive = [change for change in self.call("POST", "/api/v1/sync", body)["changes"] if not change.get("deleted")]
        assert len(alive) == len(self.titles)
        if number % 10 == 5:
            login = {"login": self.account.email, "password": self.account.password}
            self.call("POST", "/api/v1/sessions", login, 201)

    def subscribe(self, service):
        phone = service.subscribe(self.call("GET", "/api/v1/reminders/key")["publicKey"])
        body = {"permission": "granted", "subscription": phone.json}
        self.call("PUT", "/api/v1/reminders/device", body, 204)

    def remind(self, seconds):
        # As a device sends it: a reminder counts although the request takes longer than the time until it is due.
        change = reminding("Call the bank", time.time() + seconds)
        body = {"device": str(uuid.uuid4()), "cursor": 0, "limit": 1, "changes": [change]}
        assert self.call("POST", "/api/v1/sync", body)["rejected"] == []
        self.titles[change["id"]] = "Call the bank"
        self.reminding = change["id"]

    def close(self):
        if self.connection:
            self.connection.close()


def wait_until(done, tell=lambda: "it did not happen"):
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, tell()
        time.sleep(0.1)


def have_begun(attacks):
    """Whether each attack has gone over all of its sockets."""
    return all(attack.rounds > 0 for attack in attacks)


@pytest.fixture
def confined():
    servers = []

    def start(**settings):
        servers.append(Confined(**settings))
        return servers[-1].start()

    yield start
    for server in servers:
        server.remove()


def attackers(server, sign_up, count):
    return [sign_up(server) for _ in range(count)]


def crowd(server, sign_up):
    """Every attack at once, from ten addresses with ten accounts."""
    tokens = attackers(server, sign_up, 10)
    for token in tokens[:2]:
        give_photos(server, token, 4, 4_000_000)
    get = head(server, "GET", "/api/v1/todos?limit=100", tokens[4]) * 100
    guess = json.dumps({"login": "nobody@example.org", "password": "wrong#PASS11"}).encode()
    sign_in = (head(server, "POST", "/api/v1/sessions", None, len(guess)) + guess) * 5
    return [
        HalfOpen(server, "127.0.0.2", 300),
        SlowHeads(server, "127.0.0.3", 100),
        SlowBodies(server, "127.0.0.4", 100, tokens[2]),
        SlowExports(server, "127.0.0.5", 25, tokens[0]),
        SlowExports(server, "127.0.0.6", 25, tokens[1]),
        TricklingImports(server, "127.0.0.7", 10, tokens[3]),
        DeafStreams(server, "127.0.0.8", 100, tokens[5]),
        Flood(server, "127.0.0.9", 20, get, tokens[4]),
        Flood(server, "127.0.0.10", 10, sign_in),
        Flood(server, "127.0.0.11", 2, growth(server, tokens[6], str(uuid.uuid4())), tokens[6]),
    ]


def test_a_crowd_that_does_its_worst_keeps_an_honest_client_from_nothing_in_256_mib(confined, sign_up):
    with PushService() as service, contextlib.ExitStack() as attacks:
        server = confined(private_push_hosts="127.0.0.1")
        honest = Honest(server)
        honest.subscribe(service)
        honest.work(0)
        plan = crowd(server, sign_up)
        before, files = server.status("VmRSS"), server.open_files()
        for attack in plan:
            attacks.enter_context(attack)
        honest.remind(5)
        number = 0
        while not have_begun(plan):
            number += 1
            honest.work(number)
        # All attacks are running now. The honest client deletes a to-do, signs in once more, and changes a to-do.
        for number in (4, 5, 6):
            honest.work(number)
        attacks.close()
        honest.work(7)

        def states():
            return [item["state"] for item in honest.call("GET", "/api/v1/reminders/deliveries")["items"]]

        wait_until(lambda: states() == ["sent"], lambda: f"reminders: {states()}")
        assert server.process.poll() is None, "it was killed"
        wait_until(lambda: server.open_files() <= files + 20, lambda: f"{server.open_files()} files, not {files}")
        wait_until(
            lambda: server.status("VmRSS") <= before + 96, lambda: f"{server.status('VmRSS')} MiB, before {before}"
        )
        assert server.status("VmHWM") * MIB <= LIMIT, f"{server.status('VmHWM'):.0f} MiB at most"
        honest.close()


def test_sign_ins_at_the_standard_cost_fit_into_256_mib(confined, sign_up):
    """One password hash takes 128 MiB. A flood of sign-ins must not make the server compute two at once.

    Addresses take turns at hashing, so the honest client waits for one hash of each address. Two addresses flood.
    """
    server = confined(scrypt_cost=17)
    honest = Honest(server)
    guess = json.dumps({"login": "nobody@example.org", "password": "wrong#PASS11"}).encode()
    flood = (head(server, "POST", "/api/v1/sessions", None, len(guess)) + guess) * 3
    with contextlib.ExitStack() as attacks:
        plan = [attacks.enter_context(Flood(server, f"127.0.0.{last}", 24, flood)) for last in (2, 3)]
        number = 0
        while number < 5 or not have_begun(plan):
            number += 1
            honest.work(number)
    assert server.process.poll() is None, "it was killed"
    assert server.status("VmHWM") * MIB <= LIMIT, f"{server.status('VmHWM'):.0f} MiB at most"
    honest.close()
    # A clean end would wait for the sign-ins that the flood has left behind.
    server.kill()


def test_with_no_file_descriptor_left_it_rests_and_serves_again(confined):
    server = confined(files=256)
    attack = HalfOpen(server, "127.0.0.2", 400)
    # Closed connections are replaced. Too many replacements would distort the measurement.
    attack.pause = 2
    with attack:
        wait_until(lambda: server.open_files() >= 120 or attack.rounds > 5)
        time.sleep(1)
        busy, begin = server.processor_seconds(), time.monotonic()
        time.sleep(4)
        # A busy loop uses a whole processor, a waiting one a hundredth of it.
        share = (server.processor_seconds() - busy) / (time.monotonic() - begin)
        assert share < 0.3, f"{share:.0%} of a processor"
    honest = Honest(server)
    honest.work(1)
    honest.close()


def test_an_address_that_takes_all_connections_keeps_nobody_else_out(confined):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4_096, hard), hard))
    server = confined(files=512)
    try:
        with HalfOpen(server, "127.0.0.2", 800):
            for number in range(1, 6):
                # A new client, each time on a new connection.
                honest = Honest(server)
                honest.work(number)
                honest.close()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_imports_that_trickle_keep_nobody_elses_import_waiting(confined, sign_up):
    """The times in SECURITY.md: a stalled import is ended after `readSeconds`, and uses only one place."""
    server = confined()
    with contextlib.ExitStack() as attacks:
        plan = [
            attacks.enter_context(TricklingImports(server, f"127.0.0.{2 + number}", 3, token))
            for number, token in enumerate(attackers(server, sign_up, 5))
        ]
        honest = Honest(server)
        wait_until(lambda: have_begun(plan))
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {honest.token}"}
        connection.request("GET", "/api/v1/account/export", headers=headers)
        data = connection.getresponse().read()
        connection.request("POST", "/api/v1/account/import", data, {**headers, "Content-Type": "application/zip"})
        response = connection.getresponse()
        assert response.status == 200, response.read()
        connection.close()
        honest.close()


def test_requests_of_one_account_by_the_thousand_are_answered_or_refused_and_never_fail(confined, sign_up):
    server = confined()
    (token,) = attackers(server, sign_up, 1)
    honest = Honest(server)
    todo = json.dumps({"title": "One of thousands"}).encode()
    request = head(server, "POST", "/api/v1/todos", token, len(todo)) + todo
    statuses, rests = [], {}

    class Counting(Flood):
        def drain(self, client, most=1 << 20):
            data = client.recv(most)
            if not data:
                raise ConnectionResetError
            # An answer may come in two pieces, with the cut within its status.
            data = rests.pop(client, b"") + data
            statuses.extend(re.findall(rb"HTTP/1\.1 (\d{3})", data))
            begun = data.rfind(b"HTTP/1.1 ")
            rests[client] = data[-11:] if begun < len(data) - 11 else data[begun:]

    number = 0
    with Counting(server, "127.0.0.2", 40, request * 50, token) as flood:
        while number < 20 or not statuses or not have_begun([flood]):
            number += 1
            honest.work(number)
    assert statuses and set(statuses) <= {b"201", b"429", b"503", b"507"}, set(statuses)
    assert server.status("VmHWM") * MIB <= LIMIT
    honest.close()
