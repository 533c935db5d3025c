"""Reminders from the server to devices on which no tab is open (R1 to R4): the program itself, a push service beside
it, real clocks, and processes that are killed."""

import re
import time
from collections import Counter
from datetime import UTC, datetime

import pytest
from person import Account
from push_service import PushService
from records import reminding, uuid7
from server import Server


# The seconds after its moment after which a reminder counts as late, and those after which the deliveries of a server that
# was killed are taken over.
LATE, LEASE = 5, 20


@pytest.fixture
def service():
    with PushService() as service:
        yield service
        assert service.problems == []


@pytest.fixture
def server():
    server = Server(private_push_hosts="127.0.0.1", push_subject="mailto:ops@example.org", log_level="debug")
    yield server.start()
    server.remove()


def rfc3339(moment):
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Person:
    """A person with devices: `tokens[0]` is the device of the sign-up."""

    def __init__(self, server, devices=1):
        self.server = server
        self.account = Account()
        self.tokens = [self._sign_up()] + [self._sign_in() for _ in range(devices - 1)]

    def _sign_up(self):
        account = self.account
        body = {"name": account.name, "mobile": account.mobile, "email": account.email, "password": account.password}
        status, answer = self.server.request("POST", "/api/v1/accounts", body)
        assert status == 201, answer
        return answer["token"]

    def _sign_in(self):
        body = {"login": self.account.email, "password": self.account.password}
        status, answer = self.server.request("POST", "/api/v1/sessions", body)
        assert status == 201, answer
        return answer["token"]

    def call(self, method, path, body=None, device=0, expected=(200, 201, 202, 204)):
        status, answer = self.server.request(method, f"/api/v1/{path}", body, self.tokens[device])
        assert status in expected, (status, answer)
        return answer

    def subscribe(self, service, device=0):
        """A subscription of one of the devices, bound to this server's key."""
        key = self.call("GET", "reminders/key")["publicKey"]
        phone = service.subscribe(key)
        body = {"permission": "granted", "subscription": {**phone.json, "expirationTime": None}}
        self.call("PUT", "reminders/device", body, device)
        return phone

    def remind(self, seconds, title="Call the bank", **fields):
        """Adds a to-do with a reminder in this many seconds. Returns the to-do and the moment, to the millisecond."""
        moment = round(time.time() + seconds, 3)
        change = reminding(title, moment, **fields)
        self.sync([change])
        return change["id"], moment

    def sync(self, changes):
        answer = self.call("POST", "sync", {"device": uuid7(0), "cursor": 0, "limit": 1, "changes": changes})
        assert answer["rejected"] == [], answer

    def change(self, todo, **fields):
        self.call("PATCH", f"todos/{todo}", fields)

    def deliveries(self):
        return self.call("GET", "reminders/deliveries")["items"]

    def wait_for_states(self, *states, timeout=120):
        """The deliveries, the newest first, once they have these states."""
        deadline = time.monotonic() + timeout
        while [item["state"] for item in self.deliveries()] != list(states):
            assert time.monotonic() < deadline, self.deliveries()
            time.sleep(0.05)
        return self.deliveries()


def titles(phone):
    return sorted(arrival.json["title"] for arrival in phone.accepted)


def sent_by(server):
    """The number of messages that a server has sent, by its metrics."""
    found = re.search(r'daybook_reminders_total{outcome="sent"} (\d+)', server.request("GET", "/metrics")[1].decode())
    return int(found[1]) if found else 0


def seconds_of(text):
    """A moment of the interface, in seconds since 1970."""
    return datetime.fromisoformat(text).timestamp()


# The seconds until a reminder is due before which a test makes its changes: for a quiet machine, and for busy ones.
MARGINS = (4, 15, 60)


def quiet(seconds=1.5):
    """Waits long enough for a wrong message to have arrived."""
    time.sleep(seconds)


def test_R1_set_on_one_device_it_comes_to_the_other_once_on_time_and_the_record_shows_it(server, service):
    """[R1] [R4] with title and detail, sealed; the log holds nothing of it"""
    asha = Person(server, devices=2)
    phone = asha.subscribe(service, device=1)
    todo, due = asha.remind(2, "Call the bank", detail="Ask for Mr. Iyer")
    (arrival,) = phone.wait_accepted()
    assert arrival.at >= due
    assert arrival.json == {
        "v": 1, "kind": "reminder", "todo": todo, "due": round(due * 1000),
        "title": "Call the bank", "detail": "Ask for Mr. Iyer",
    }  # fmt: skip
    assert (arrival.urgency, arrival.ttl, len(arrival.topic)) == ("high", 86_400, 32)
    assert arrival.claims["sub"] == "mailto:ops@example.org"
    (sent,) = asha.wait_for_states("sent")
    assert (sent["todo"], sent["title"], sent["due"]) == (todo, "Call the bank", rfc3339(due))
    assert sent["due"] <= sent["sent"]
    assert not sent["late"] or seconds_of(sent["sent"]) > due + LATE
    shown = {"todo": todo, "due": round(due * 1000), "shown": round(time.time() * 1000), "by": "push"}
    asha.call("POST", "reminders/shown", shown, device=1)
    (recorded,) = asha.wait_for_states("shown")
    assert recorded["shown"] == rfc3339(shown["shown"] / 1000)
    (device,) = asha.call("GET", "reminders/devices")["items"]
    assert (device["permission"], device["pushes"], device["service"]) == ("granted", True, "127.0.0.1")
    assert device["id"] == sent["device"] and not device["current"]
    quiet()
    assert len(service.arrivals) == 1
    log = (server.folder / "log").read_text()
    assert "Call the bank" not in log and "Iyer" not in log and phone.path not in log and phone.path[6:] not in log
    metrics = server.request("GET", "/metrics")[1].decode()
    assert 'daybook_reminders_total{outcome="sent"} 1' in metrics
    assert "daybook_reminder_lateness_seconds_count 1" in metrics


@pytest.mark.long
def test_R2_moved_done_deleted_and_undone(server, service):
    """[R2] only what is set by then fires, at the moment it was moved to"""
    for margin in MARGINS:
        asha = Person(server)
        phone = asha.subscribe(service)
        names = ["done", "deleted", "undone", "moved", "earlier", "left"]
        moment = time.time() + margin
        todos = {name: asha.remind(moment - time.time(), name)[0] for name in names}
        asha.change(todos["done"], done=True)
        asha.call("DELETE", f"todos/{todos['deleted']}")
        asha.change(todos["undone"], done=True)
        asha.change(todos["undone"], done=False)
        moved = round(moment + 3, 3)
        asha.change(todos["moved"], reminder=rfc3339(moved))
        early = moment - 1.5
        is_early = time.time() < early - 0.5
        if is_early:
            asha.change(todos["earlier"], reminder=rfc3339(early))
        if is_early and time.time() < early:
            break  # all of it was set before anything was due
    else:
        pytest.fail("this machine is too slow to change six reminders before they are due")
    assert phone.wait_accepted()[0].json["title"] == "earlier"
    phone.wait_accepted(4)
    assert titles(phone) == ["earlier", "left", "moved", "undone"]
    assert phone.accepted[-1].json["title"] == "moved"
    assert phone.accepted[-1].json["due"] == round(moved * 1000) <= phone.accepted[-1].at * 1000
    quiet()
    assert len(phone.arrivals) == 4


def test_R1_what_was_due_while_the_server_was_off_comes_when_it_is_back_marked_late(server, service):
    """[R1] and the key is the same, so that what was subscribed before goes on"""
    for margin in MARGINS:
        asha = Person(server)
        phone = asha.subscribe(service)
        _, due = asha.remind(margin, "Late")
        assert server.stop() == 0
        if time.time() < due:
            break
        server.start()
    else:
        pytest.fail("this machine is too slow to stop a server before a reminder is due")
    quiet(due + LATE + 1 - time.time())
    assert phone.arrivals == []
    server.start()
    assert phone.wait_accepted()[0].json["title"] == "Late"
    (delivery,) = asha.wait_for_states("sent")
    assert delivery["late"] is True
    asha.remind(1, "Again")
    phone.wait_accepted(2)
    assert titles(phone) == ["Again", "Late"]


@pytest.mark.long
def test_R1_one_of_two_servers_is_killed_in_the_middle_and_nothing_is_lost(server, service):
    """[R1] two processes share one database; what was taken before the kill is taken once"""
    other = Server(data=server.folder / "data", private_push_hosts="127.0.0.1").start()
    try:
        people = [Person(server) for _ in range(4)]
        phones = [person.subscribe(service) for person in people]
        for phone in phones:
            phone.answer(201, times=5)
            phone.answer(201, after=8)  # so that a server with many claimed deliveries is killed
        due = time.time() + 5
        for person in people:
            person.sync([reminding(f"To-do {number}", due) for number in range(50)])
        end = time.monotonic() + 120
        while sum(map(sent_by, (server, other))) < 20:
            assert time.monotonic() < end, "the first messages were not sent"
            time.sleep(0.02)
        recorded = {item["todo"] for person in people for item in person.deliveries() if item["state"] == "sent"}
        # A server that has claimed deliveries: it may be either of the two.
        victim, survivor = sorted((server, other), key=sent_by, reverse=True)
        victim.kill()
        killed = time.time()
        for phone in phones:
            phone.accept()
        for person in people:
            person.server = survivor
        before = len(service.arrivals)
        distinct = lambda: {(a.subscription, a.json["todo"]) for phone in phones for a in phone.accepted}
        service.wait(lambda: len(distinct()) == 200, timeout=300, tell=lambda: f"{len(distinct())} of 200 came")
        for person in people:
            person.wait_for_states(*["sent"] * 50, timeout=300)
        quiet()
        counted = Counter((a.subscription, a.json["todo"]) for phone in phones for a in phone.accepted)
        twice = [key for key, count in counted.items() if count > 1]
        # Messages that were on their way from the killed server may have been accepted or not, so they are sent again.
        # They have the same topic, so that a push service shows them once. A message that was recorded as sent before the
        # kill is not sent again.
        for subscription, todo in twice:
            arrivals = [a for a in subscription.accepted if a.json["todo"] == todo]
            assert len(arrivals) == 2 and arrivals[0].topic == arrivals[1].topic
            assert arrivals[0].at < killed + LEASE / 2, "the survivor sent it twice"
            assert todo not in recorded, "sent again although it was recorded"
        assert twice, "the killed one was sending nothing: nothing was tried"
        late = sum(item["late"] for person in people for item in person.deliveries())
        print(f"{before} had come when one was killed; {late} came late, {len(twice)} twice")
    finally:
        other.remove()


def test_a_subscription_that_has_ended_is_forgotten(server, service):
    """[R4] after 410 the device takes no pushes, and the record has the reason; another device goes on"""
    asha = Person(server, devices=2)
    phone, laptop = asha.subscribe(service, 0), asha.subscribe(service, 1)
    service.unsubscribe(phone)
    asha.remind(1, "First")
    laptop.wait_accepted()
    service.wait(lambda: phone.arrivals)
    while "waiting" in {item["state"] for item in asha.deliveries()}:
        time.sleep(0.05)
    asha.remind(1, "Second")
    laptop.wait_accepted(2)
    quiet()
    assert len(phone.arrivals) == 1
    pushes = {item["pushes"] for item in asha.call("GET", "reminders/devices")["items"]}
    assert pushes == {True, False}
    failed = [item for item in asha.deliveries() if item["state"] == "failed"]
    assert [item["reason"] for item in failed] == ["gone"]


def test_a_push_service_that_wants_it_later_gets_it_then(server, service):
    """[R1] 429 with Retry-After, then 503, then a dropped connection"""
    asha = Person(server)
    phone = asha.subscribe(service)
    phone.answer(429, times=1, retry_after=2)
    phone.answer(503, times=1)
    phone.drop(times=1)
    asha.remind(1)
    phone.wait_accepted(timeout=300)
    first, second, *_ = phone.arrivals
    assert second.at - first.at >= 2
    assert len(phone.arrivals) == 4
    asha.wait_for_states("sent")
    quiet()
    assert len(phone.arrivals) == 4


def test_R4_the_test_button_sends_the_way_a_reminder_goes(server, service):
    """[R4] to each device; without one the answer says what to do"""
    asha = Person(server, devices=2)
    refusal = asha.call("POST", "reminders/test", expected=(409,))
    assert "Allow notifications" in refusal["detail"]
    phones = [asha.subscribe(service, device) for device in range(2)]
    assert asha.call("POST", "reminders/test") == {"devices": 2}
    arrivals = [phone.wait_accepted()[0].json for phone in phones]
    assert [arrival["kind"] for arrival in arrivals] == ["test", "test"]
    deliveries = asha.wait_for_states("sent", "sent")
    assert all(item["test"] and item["todo"] is None and not item["late"] for item in deliveries)
    shown = {"todo": arrivals[0]["todo"], "due": arrivals[0]["due"], "shown": arrivals[0]["due"] + 300, "by": "push"}
    asha.call("POST", "reminders/shown", shown)
    assert sorted(item["state"] for item in asha.deliveries()) == ["sent", "shown"]


def test_R1_who_logs_out_gets_no_push(server, service):
    """[R1] and neither does a tab that has shown it by itself"""
    for margin in MARGINS:
        asha = Person(server, devices=3)
        lost, page, phone = (asha.subscribe(service, device) for device in range(3))
        todo, due = asha.remind(margin)
        shown = {"todo": todo, "due": round(due * 1000), "shown": round(due * 1000), "by": "page"}
        asha.call("POST", "reminders/shown", shown, device=1)
        asha.call("DELETE", "sessions/current", device=0)
        if time.time() < due:
            break
    else:
        pytest.fail("this machine is too slow to log out before a reminder is due")
    phone.wait_accepted()
    quiet()
    assert lost.arrivals == [] and page.arrivals == []
