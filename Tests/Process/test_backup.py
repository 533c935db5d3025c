"""Backups of a server at work: `daybook backup`, `daybook backup verify`, `daybook restore`.

`DAYBOOK_SEED` repeats the order of things, though threads and processes are never quite as they were.
"""

import hashlib
import http.client
import json
import os
import pty
import signal
import sqlite3
import subprocess
import threading
import time
from random import Random

import pytest

from devices import Device, Line, NoAnswer
from person import Account
from records import uuid7
from seeds import seeded
from server import Server
from test_faults import namespaces_allowed
from test_photos import address, call, png, put

SECONDS = 25
RESTORED = 5


def command(server, *arguments, data=None, **more):
    """One of the operator's commands on the server's data folder, as a script calls it."""
    environment = {**os.environ, "DAYBOOK_DATA": str(data or server.folder / "data"), "DAYBOOK_SCRYPT_COST": "10"}
    return subprocess.run(
        [server.binary, *arguments], env=environment, capture_output=True, text=True, timeout=120, **more
    )


def backup(server, *arguments):
    """Takes a backup; brings its folder."""
    ended = command(server, "backup", server.folder / "backups", "--json", *arguments)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


def restored(server, path):
    """A server on what a backup holds, started."""
    other = Server(binary=server.binary)
    ended = command(server, "restore", path, data=other.folder / "data")
    assert ended.returncode == 0, ended.stderr
    return other.start()


# Under load


class Numbered:
    """Somebody who writes one thing after another, each with a number, and notes when each began and was acknowledged.

    What was not answered is asked for again until it is, under the same id: so the server has them up to some number.
    """

    def __init__(self, server, token, random):
        self.server, self.token, self.random = server, token, random
        self.line = Line(server, token)
        self.began, self.acknowledged = [], []
        self.failure = None
        self._stopped = threading.Event()
        self.thread = threading.Thread(target=self._work)

    def _work(self):
        try:
            while not self._stopped.is_set():
                self.began.append(time.monotonic())
                self.write(len(self.began))
                self.acknowledged.append(time.monotonic())
        except BaseException as failure:  # told by `stop`, in the thread of the test
            self.failure = failure

    def stop(self):
        self._stopped.set()
        self.thread.join()
        if self.failure:
            raise self.failure

    def patiently(self, *request):
        end = time.monotonic() + 60
        while True:
            try:
                return self.line.call(*request)
            except NoAnswer:
                assert time.monotonic() < end, "nobody answers any more"
                time.sleep(0.02)

    def expect(self, restored, begin, end):
        """Checks that a restored server has all that was acknowledged before the backup began, and nothing from after it."""
        numbers = self.numbers(restored)
        assert numbers == list(range(1, len(numbers) + 1)), "something in between is missing"
        assert len(numbers) >= sum(moment < begin for moment in self.acknowledged), "something acknowledged is missing"
        assert len(numbers) <= sum(moment <= end for moment in self.began), "something is there from after the end"
        return len(numbers)


class ByREST(Numbered):
    def write(self, number):
        body = {"id": uuid7(time.time() * 1000), "title": f"Errand {number}", "detail": "x" * self.random.randrange(900)}
        status, answer = self.patiently("POST", "/api/v1/todos", body)
        assert status == 201, answer

    def numbers(self, restored):
        replica = Device(restored, self.token, Random(0)).read_all().replica.values()
        return sorted(int(record["fields"]["title"][0].split()[1]) for record in replica)


class BySync(ByREST):
    """Each number is a request of three changes: all of them are there, or none."""

    def write(self, number):
        device = Device(self.server, self.token, self.random)
        changes = [device.new_todo(title=f"Errand {number} of three") for _ in range(3)]
        body = {"device": device.id, "cursor": 0, "limit": 1, "changes": changes}
        status, answer = self.patiently("POST", "/api/v1/sync", body)
        assert status == 200 and not answer["rejected"], answer

    def numbers(self, restored):
        numbers = super().numbers(restored)
        assert numbers[::3] == numbers[1::3] == numbers[2::3], "a part of a request is there"
        return numbers[::3]


class OfNotes(Numbered):
    """Each number is a note with two photos, which come before it."""

    def write(self, number):
        photos = [png(self.random.randrange(2_000, 60_000)) for _ in range(2)]
        for photo in photos:
            while True:
                try:
                    assert put(self.server, self.token, photo) in (200, 201)
                    break
                except (OSError, http.client.HTTPException):
                    time.sleep(0.02)
        digests = [hashlib.sha256(photo).hexdigest() for photo in photos]
        body = {
            "id": uuid7(time.time() * 1000), "title": f"Note {number}", "description": "A walk by the lake. " * 10,
            "photos": [{"sha256": digest} for digest in digests],
        }  # fmt: skip
        status, answer = self.patiently("POST", "/api/v1/notes", body)
        assert status in (200, 201), answer

    def numbers(self, restored):
        replica = Device(restored, self.token, Random(0)).read_all().replica
        notes = {id: record["fields"] for (kind, id), record in replica.items() if kind == "note"}
        photos = {id: [] for id in notes}
        for (kind, _), record in replica.items():
            if kind == "photo":
                photos[record["fields"]["note"][0]].append(record["fields"]["sha256"][0])
        for digests in photos.values():
            assert len(digests) == 2, "a note is not whole"
            for digest in digests:
                status, _, data = call(restored, "GET", f"/api/v1/photos/{digest}", self.token)
                assert status == 200 and hashlib.sha256(data).hexdigest() == digest, "a photo is missing or damaged"
        return sorted(int(fields["title"][0].split()[1]) for fields in notes.values())


class Leaving(Numbered):
    """Accounts that come with photos and go again, so that photos' files go while they are backed up."""

    def write(self, number):
        person = Account()
        body = {"name": person.name, "mobile": person.mobile, "email": person.email, "password": person.password}
        try:
            status, answer = self.server.request("POST", "/api/v1/accounts", body)
            if status == 201:
                for _ in range(3):
                    put(self.server, answer["token"], png(3_000))
                self.server.request("DELETE", "/api/v1/account", {"password": person.password}, answer["token"])
        except (OSError, http.client.HTTPException):
            time.sleep(0.02)

    def expect(self, restored, begin, end):
        return 0


def kill_now_and_then(server, random, stopped, killed):
    """The server is killed at random moments, and is there again."""
    while not stopped.wait(random.uniform(0.5, 3)):
        server.kill()
        killed.append(time.monotonic())
        server.start()


def take_backups(server, random, until):
    """Backups one after the other, of which some are killed. Brings when each began and ended, by its name."""
    times, killed = {}, 0
    take = [server.binary, "backup", server.folder / "backups", "--data", server.folder / "data"]
    while time.monotonic() < until:
        known = set(os.listdir(server.folder / "backups")) if times else set()
        begin = time.monotonic()
        process = subprocess.Popen(take, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if random.random() < 0.4:
            time.sleep(random.uniform(0, 0.6))
            process.kill()
        told, wrong = process.communicate(timeout=120)
        end = time.monotonic()
        assert process.returncode in (0, -signal.SIGKILL), wrong
        killed += process.returncode != 0
        if (server.folder / "backups").exists():
            new = [name for name in os.listdir(server.folder / "backups") if name not in known and name[0] != "."]
            assert len(new) == 1 or process.returncode, (new, told, wrong)
            times |= {name: (begin, end) for name in new if name not in times}
    return times, killed


@pytest.mark.long
def test_S5_S6_a_backup_under_load_is_a_state_that_existed_whole(server, sign_up):
    """[S5] [S6] each finished backup verifies, restores, starts, and shows all that was acknowledged before it began"""
    random = seeded()
    server.start()
    writers = [kind(server, sign_up(server), Random(random.getrandbits(64))) for kind in (ByREST, BySync, OfNotes, Leaving)]
    stopped, kills, failures = threading.Event(), [], []

    def kill():
        try:
            kill_now_and_then(server, Random(random.getrandbits(64)), stopped, kills)
        except BaseException as failure:
            failures.append(failure)

    killer = threading.Thread(target=kill)
    for thread in [killer, *(writer.thread for writer in writers)]:
        thread.start()
    try:
        times, killed = take_backups(server, random, time.monotonic() + SECONDS)
    finally:
        stopped.set()
        killer.join()
        for writer in writers:
            writer.stop()
    assert not failures, failures
    assert len(times) > 2, "hardly a backup was taken"

    # The remains of a killed backup are not listed as a backup, and the next backup removes them.
    times[os.path.basename(backup(server)["path"])] = (time.monotonic(), time.monotonic())
    names = {name for name in os.listdir(server.folder / "backups") if name != ".lock"}
    assert names == times.keys()
    verified = command(server, "backup", "verify", server.folder / "backups")
    assert verified.returncode == 0, verified.stdout + verified.stderr
    assert len(verified.stdout.splitlines()) == len(times)

    chosen = random.sample(sorted(times), min(RESTORED, len(times)))
    counts = []
    for name in chosen:
        other = restored(server, server.folder / "backups" / name)
        try:
            counts.append([writer.expect(other, *times[name]) for writer in writers])
        finally:
            other.remove()
    print(f"{len(times)} backups, {killed} killed, the server {len(kills)} times; in those restored: {counts}")


def test_S10_a_device_that_has_read_further_reads_again_after_a_restore_and_loses_nothing(server, sign_up):
    random = seeded()
    server.start()
    token = sign_up(server)
    device, other = (Device(server, token, Random(random.getrandbits(64))) for _ in range(2))
    before = [device.new_todo(title="Before") for _ in range(5)]
    device.read(device.sync(before))
    taken = backup(server)["path"]
    after = [device.new_todo(title="After") for _ in range(5)]
    device.read(device.sync(after))
    other.read_all()
    server.kill()

    again = restored(server, taken)
    try:
        # Somebody else fills the numbers that the backup lacks, so that no number tells the two apart.
        stranger = Device(again, token, Random(1))
        strangers = [stranger.new_todo(title="Meanwhile") for _ in range(20)]
        stranger.read(stranger.sync(strangers))
        for one in (device, other):
            one.line = stranger.line
            body = {"device": one.id, "cursor": one.cursor, "changes": []}
            status, answer = one.line.call("POST", "/api/v1/sync", body)
            assert status == 200 and answer["reset"] is True, answer
            # A replica that is told to reset does this: it reads from the start, and sends what the server lacks.
            one.cursor, one.replica = 0, {}
            one.read_all()
            one.read(one.sync([change for change in before + after if ("todo", change["id"]) not in one.replica]))
        fresh = Device(again, token, Random(2)).read_all()
        assert {id for _, id in fresh.replica} == {change["id"] for change in before + after + strangers}
    finally:
        again.remove()


# The operator's commands


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_backup_of_a_stopped_server_leaves_its_folder_as_it_was(server, sign_up):
    server.start()
    token = sign_up(server)
    assert put(server, token, png(5_000)) == 201
    server.stop()
    before = files(server.folder / "data")
    told = backup(server)
    assert files(server.folder / "data") == before
    assert (told["photos"], told["linked"], told["copied"], told["absent"]) == (1, 1, 0, 0)
    # After a kill the log lies beside the database, and what is in it counts.
    server.start()
    assert server.request("POST", "/api/v1/todos", {"title": "Buy milk"}, token)[0] == 201
    server.kill()
    other = restored(server, backup(server)["path"])
    try:
        assert other.request("GET", "/api/v1/todos", token=token)[1]["total"] == 1
    finally:
        other.remove()
    ended = command(server, "backup", server.folder / "backups")
    assert ended.returncode == 0 and ended.stderr == "" and ended.stdout.count("\n") == 1
    assert "1 photos (1 linked, 0 copied)" in ended.stdout


def test_A14_what_is_deleted_afterwards_is_still_in_the_backup(server, sign_up):
    server.start()
    token = sign_up(server)
    assert put(server, token, photo := png(20_000)) == 201
    email = server.request("GET", "/api/v1/account", token=token)[1]["email"]
    taken = backup(server)["path"]
    assert command(server, "account", "delete", "--yes", email).returncode == 0
    assert [name for name in files(server.folder / "data" / "photos") if name != ".lock"] == []
    assert command(server, "backup", "verify", taken).returncode == 0
    other = restored(server, taken)
    try:
        assert call(other, "GET", address(photo), token)[2] == photo
    finally:
        other.remove()


def test_older_backups_go_by_the_rules_alone(server):
    server.start()
    told = [backup(server, "--keep", "2") for _ in range(4)]
    names = [os.path.basename(one["path"]) for one in told]
    assert told[3]["removed"] == [names[1]]
    assert sorted(name for name in os.listdir(server.folder / "backups") if name != ".lock") == sorted(names[2:])


@pytest.mark.parametrize(
    "arguments, code, words",
    [
        (["backup", "{folder}/data/backups"], 1, ["lies in the data folder", "outside"]),
        (["backup", "{folder}/data"], 1, ["lies in the data folder"]),
        (["backup", "{folder}/b", "--data", "{folder}/none"], 1, ["no Daybook", "none", "--data"]),
        (["backup", "{folder}/b", "--keep", "7d,x"], 1, ['"x"', "7d,4w"]),
        (["backup", "{folder}/log"], 1, ["log", "no folder"]),
        (["backup"], 64, ["target"]),
        (["backup", "verify", "{folder}/none"], 1, ["none", "no backup"]),
        (["backup", "verify", "{folder}/data"], 1, ["data", "no manifest.json"]),
        (["restore", "{folder}/none", "--data", "{folder}/new"], 1, ["none", "no backup"]),
        (["restore", "{folder}/backups"], 1, ["holds a Daybook already", "empty folder"]),
        (["restore", "{folder}/backups", "--data", "{folder}"], 1, ["is not empty"]),
        (["restore", "{folder}/backups", "--data", "{folder}/log"], 1, ["log", "no folder"]),
    ],
)
def test_what_is_wrong_is_said_plainly(server, arguments, code, words):
    server.start()
    backup(server)
    ended = command(server, *(argument.replace("{folder}", str(server.folder)) for argument in arguments))
    assert ended.returncode == code, (ended.stdout, ended.stderr)
    assert ended.stdout == ""
    for word in words:
        assert word in ended.stderr, ended.stderr
    assert server.request("GET", "/healthz")[0] == 200
    for name in ("none", "new"):
        assert not (server.folder / name).exists()
    assert not (server.folder / "data" / "backups").exists()


def test_verify_tells_a_line_for_each_finding(server, sign_up):
    server.start()
    assert put(server, sign_up(server), png(5_000)) == 201
    first, second = backup(server)["path"], backup(server)["path"]
    ended = command(server, "backup", "verify", server.folder / "backups")
    assert ended.returncode == 0 and ended.stdout.count(": whole, 3 files") == 2, ended.stdout
    with open(os.path.join(first, "daybook.sqlite"), "r+b") as file:
        file.seek(5_000)
        file.write(b"x")
    os.remove(os.path.join(first, "push-key.pem"))
    ended = command(server, "backup", "verify", server.folder / "backups")
    lines = ended.stdout.splitlines()
    assert ended.returncode == 1 and ended.stderr == "" and len(lines) == 3, ended
    assert lines[0].startswith(f"{first}: daybook.sqlite: ") and lines[1] == f"{first}: push-key.pem: it is missing"
    assert lines[2].startswith(f"{second}: whole")
    told = json.loads(command(server, "backup", "verify", "--json", server.folder / "backups").stdout)["backups"]
    assert [len(one["findings"]) for one in told] == [2, 0]


def test_a_terminal_is_told_how_far_it_is_and_is_left_clean(server):
    server.start()
    master, slave = pty.openpty()
    target = server.folder / "backups"
    process = subprocess.Popen(
        [server.binary, "backup", target, "--data", server.folder / "data"], stdout=subprocess.PIPE, stderr=slave
    )
    os.close(slave)
    assert process.wait(timeout=30) == 0
    said = os.read(master, 4_096)
    os.close(master)
    assert b"database: 100 %" in said and said.endswith(b"\r\x1b[K")


def test_a_restore_that_is_killed_leaves_nothing_that_starts(server, sign_up):
    random = seeded()
    server.start()
    token = sign_up(server)
    for _ in range(20):
        assert put(server, token, png(100_000)) == 201
    taken, expected = backup(server)["path"], 20
    folder = server.folder / "new"
    for _ in range(8):
        process = subprocess.Popen([server.binary, "restore", taken, "--data", folder], stdout=subprocess.DEVNULL)
        time.sleep(random.uniform(0, 0.4))
        process.kill()
        process.wait()
        if (folder / ".restoring").exists():
            ended = command(server, "serve", "--port", "0", data=folder)
            assert ended.returncode == 1 and "restore" in ended.stderr, ended.stderr
            ended = command(server, "restore", taken, data=folder)
            assert ended.returncode == 1 and "did not end" in ended.stderr, ended.stderr
        elif folder.exists() and os.listdir(folder):
            with sqlite3.connect(folder / "daybook.sqlite") as database:
                assert database.execute("SELECT count(*) FROM photos").fetchone() == (expected,)
        subprocess.run(["rm", "-rf", folder], check=True)


# Disks


def on_a_disk_of(size, server, script):
    """Runs a script where `$TARGET` is a disk of its own, of so many bytes."""
    target = server.folder / "disk"
    target.mkdir(exist_ok=True)
    lines = f'mount -t tmpfs -o size={size} none "$TARGET" && {script}'
    environment = {
        **os.environ, "TARGET": str(target), "DAYBOOK": str(server.binary), "DAYBOOK_DATA": str(server.folder / "data"),
    }  # fmt: skip
    return subprocess.run(
        ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", lines],
        env=environment, capture_output=True, text=True, timeout=120,
    )  # fmt: skip


@pytest.mark.skipif(not namespaces_allowed(), reason="this machine allows no mount namespace of one's own")
def test_a_full_disk_is_told_with_what_is_needed_and_nothing_is_left(server, sign_up):
    server.start()
    token = sign_up(server)
    for _ in range(3):
        assert put(server, token, png(1_000_000)) == 201
    # Too small for the photos, and too small for the database too.
    for size in ("2m", "64k"):
        ended = on_a_disk_of(size, server, '"$DAYBOOK" backup "$TARGET"; echo "ended with $?"; ls -A "$TARGET"')
        assert ended.stdout.splitlines() == ["ended with 1", ".lock"], ended
        assert "is full" in ended.stderr and "are needed" in ended.stderr and "free" in ended.stderr, ended.stderr
    assert server.request("GET", "/healthz")[0] == 200
    taken = backup(server)["path"]
    script = f'"$DAYBOOK" restore {taken} --data "$TARGET/new"; echo "ended with $?"; ls -A "$TARGET"'
    ended = on_a_disk_of("2m", server, script)
    assert ended.stdout.splitlines() == ["ended with 1"] and "is full" in ended.stderr, ended


@pytest.mark.skipif(not namespaces_allowed(), reason="this machine allows no mount namespace of one's own")
def test_on_a_disk_of_its_own_photos_are_copied_once(server, sign_up):
    server.start()
    token = sign_up(server)
    for _ in range(3):
        assert put(server, token, png(100_000)) == 201
    twice = '"$DAYBOOK" backup "$TARGET" --json && "$DAYBOOK" backup "$TARGET" --json && "$DAYBOOK" backup verify "$TARGET"'
    ended = on_a_disk_of("20m", server, twice)
    assert ended.returncode == 0, ended
    first, second = (json.loads(line) for line in ended.stdout.splitlines()[:2])
    assert (first["linked"], first["copied"]) == (0, 3)
    assert (second["linked"], second["copied"]) == (3, 0)
    assert ended.stdout.count(": whole") == 2
