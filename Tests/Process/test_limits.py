"""[A8] Limits on guessing and on sign-ups hold for the program as it is started, even after it was killed."""

import http.client
import json

from person import Account
from server import Server


def post(server, path, body):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    headers = {"Content-Type": "application/json"}
    connection.request("POST", path, json.dumps(body), headers)
    response = connection.getresponse()
    response.read()
    connection.close()
    return response


def sign_up(server):
    person = Account()
    body = {"name": person.name, "mobile": person.mobile, "email": person.email, "password": person.password}
    return person, post(server, "/api/v1/accounts", body)


def sign_in(server, person, password):
    return post(server, "/api/v1/sessions", {"login": person.email, "password": password})


def test_A8_the_eleventh_wrong_password_waits_and_a_kill_does_not_shorten_it():
    server = Server(rate_limit="true")
    try:
        server.start()
        person, _ = sign_up(server)
        other, _ = sign_up(server)
        for _ in range(10):
            assert sign_in(server, person, "wrong#PASS11").status == 401
        waiting = sign_in(server, person, "wrong#PASS11")
        assert waiting.status == 429
        assert 0 < int(waiting.getheader("Retry-After")) <= 60
        # The correct password waits too, or guessing would continue.
        assert sign_in(server, person, person.password).status == 429
        server.kill()
        server.start()
        still = sign_in(server, person, person.password)
        assert still.status == 429
        assert 0 < int(still.getheader("Retry-After")) <= int(waiting.getheader("Retry-After"))
        assert sign_in(server, other, other.password).status == 201
    finally:
        server.remove()


def test_A8_sign_ups_from_one_address_are_limited_as_the_operator_says():
    server = Server(rate_limit="true", signup_limit=3)
    try:
        server.start()
        assert [sign_up(server)[1].status for _ in range(4)] == [201, 201, 201, 429]
        server.kill()
        server.start()
        refused = sign_up(server)[1]
        assert refused.status == 429
        assert 0 < int(refused.getheader("Retry-After")) <= 3_600
    finally:
        server.remove()
