"""Tests of the tests' push service, with messages of py_vapid and http_ece: it accepts valid messages and names the
faults of others."""

import http.client
import json
import os
import time

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from push_service import PushService, base64url, unbase64url
from py_vapid import Vapid02


@pytest.fixture
def service():
    with PushService() as service:
        yield service


@pytest.fixture
def vapid():
    vapid = Vapid02()
    vapid.generate_keys()
    return vapid


def sealed(phone, payload):
    return http_ece.encrypt(
        payload,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=unbase64url(phone.p256dh),
        auth_secret=phone.auth,
        version="aes128gcm",
    )


def post(service, phone, vapid, payload=b'{"title":"Pay rent"}', claims=None, body=None, **changes):
    claims = {"aud": service.origin, "exp": int(time.time()) + 3_600, "sub": "mailto:ops@example.org", **(claims or {})}
    headers = {
        "TTL": "60",
        "Urgency": "high",
        "Topic": "rent",
        "Content-Encoding": "aes128gcm",
        **vapid.sign(claims),
        **changes,
    }
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=60)
    headers = {name: value for name, value in headers.items() if value is not None}
    connection.request("POST", phone.path, sealed(phone, payload) if body is None else body, headers)
    answer = connection.getresponse()
    answer.read()
    return answer


def test_R1_a_message_that_is_right_is_taken_and_opened(service, vapid):
    phone = service.subscribe()
    before = time.time()
    assert post(service, phone, vapid).status == 201
    (arrival,) = phone.wait_accepted()
    assert arrival.json == {"title": "Pay rent"}
    assert (arrival.ttl, arrival.urgency, arrival.topic) == (60, "high", "rent")
    assert before <= arrival.at <= time.time()
    assert service.problems == []


@pytest.mark.parametrize(
    "claims, changes, status, problem",
    [
        ({"aud": "https://elsewhere.example"}, {}, 403, "aud is"),
        ({"exp": 1}, {}, 403, "exp is"),
        ({"exp": int(time.time()) + 90_000}, {}, 403, "exp is"),
        ({}, {"Authorization": "Bearer x"}, 401, "Authorization is"),
        ({}, {"Authorization": None}, 401, "Authorization is"),
        ({}, {"TTL": None}, 400, "TTL is"),
        ({}, {"TTL": "soon"}, 400, "TTL is"),
        ({}, {"Urgency": "now"}, 400, "Urgency is"),
        ({}, {"Topic": "x" * 33}, 400, "Topic is"),
        ({}, {"Content-Encoding": "aesgcm"}, 400, "Content-Encoding is"),
    ],
)
def test_R1_what_is_wrong_with_a_request_is_refused_and_said(service, vapid, claims, changes, status, problem):
    phone = service.subscribe()
    assert post(service, phone, vapid, claims=claims, **changes).status == status
    assert [found for found in service.problems if found.startswith(problem)], service.problems
    assert phone.accepted == []


def test_R1_a_signature_by_another_key_is_refused(service, vapid):
    phone = service.subscribe()
    other = Vapid02()
    other.generate_keys()
    claims = {"aud": service.origin, "exp": int(time.time()) + 60, "sub": "mailto:ops@example.org"}
    ours, theirs = (key.sign(claims)["Authorization"] for key in (vapid, other))
    mixed = ours.split(",k=")[0] + ",k=" + theirs.split(",k=")[1]
    assert post(service, phone, vapid, Authorization=mixed).status == 403
    assert service.problems == ["the token's signature is wrong"]


def test_R1_a_subscription_that_is_bound_to_a_key_takes_no_other(service, vapid):
    phone = service.subscribe(application_server_key=base64url(b"\x04" + os.urandom(64)))
    assert post(service, phone, vapid).status == 403


def test_R1_a_body_that_does_not_open_is_told_though_no_push_service_could(service, vapid):
    phone = service.subscribe()
    body = bytearray(sealed(phone, b"{}"))
    body[-1] ^= 1
    assert post(service, phone, vapid, body=bytes(body)).status == 201
    assert len(service.problems) == 1 and "cannot be opened" in service.problems[0]


def test_R1_answers_are_those_that_were_asked_for(service, vapid):
    phone = service.subscribe()
    phone.answer(429, times=1, retry_after=3)
    phone.answer(500, times=2)
    phone.answer(410)
    first = post(service, phone, vapid)
    assert (first.status, first.getheader("Retry-After")) == (429, "3")
    assert [post(service, phone, vapid).status for _ in range(4)] == [500, 500, 410, 410]
    phone.accept()
    assert post(service, phone, vapid).status == 201
    phone.drop(times=1)
    with pytest.raises((http.client.RemoteDisconnected, ConnectionResetError)):
        post(service, phone, vapid)
    assert [arrival.status for arrival in phone.arrivals] == [429, 500, 500, 410, 410, 201, None]
    assert json.loads(phone.arrivals[-1].payload) == {"title": "Pay rent"}


def test_R1_it_stops_and_starts_at_the_same_port(service, vapid):
    phone = service.subscribe()
    service.stop()
    with pytest.raises(OSError):
        post(service, phone, vapid)
    service.start()
    assert post(service, phone, vapid).status == 201
