"""People who write to a server in a known order, so that a backup can be compared with their writes."""

import hashlib
import http.client
import time
from random import Random

from devices import Device, Worker
from person import Account
from records import uuid7
from test_photos import call, png, put


class Numbered(Worker):
    """A person who makes numbered writes one after another, and notes when each began and was acknowledged.

    A request without an answer is repeated, under the same id, until it is answered: so the server has all writes up
    to some number.
    """

    def __init__(self, server, token, random):
        super().__init__(server, token, random)
        self.server, self.token = server, token
        self.began, self.acknowledged = [], []

    def step(self):
        self.began.append(time.monotonic())
        self.write(len(self.began))
        self.acknowledged.append(time.monotonic())

    def expect(self, restored, begin, end):
        """Checks that a restored server has all writes acknowledged before the backup began, and none from after it."""
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
    """Each number is a note with two photos, which are written before it."""

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
    """Accounts that are created with photos and deleted again, so that photos' files are removed during a backup."""

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
