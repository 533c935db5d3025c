"""[S11] Streams of events, from the operator's side."""

import json
import random
import socket
import time
from concurrent.futures import ThreadPoolExecutor

from seeds import seeded

ACCOUNTS = 6
ROUNDS = 200


def test_S11_a_stream_that_ends_while_its_account_changes_stops_nobody(server, sign_up):
    """The last page of an account closes in the moment in which a change of it is committed, again and again."""
    server.start()
    seeds = seeded()
    accounts = [(sign_up(server), random.Random(seeds.random())) for _ in range(ACCOUNTS)]

    def live(account):
        token, chance = account
        fields = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        connection = server.connection()
        for _ in range(ROUNDS):
            stream = socket.create_connection(("127.0.0.1", server.port), timeout=120)
            stream.sendall(
                f"GET /api/v1/sync/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
            )
            assert stream.recv(1 << 12).startswith(b"HTTP/1.1 200")
            connection.request("POST", "/api/v1/todos", json.dumps({"title": "Errand"}), fields)
            time.sleep(chance.random() * 0.004)
            stream.close()
            answer = connection.getresponse()
            assert answer.status == 201, answer.read()
            answer.read()
        connection.close()

    try:
        with ThreadPoolExecutor(ACCOUNTS) as threads:
            list(threads.map(live, accounts))
    except BaseException:
        # A server that hangs would not end by itself.
        server.kill()
        raise
    assert server.stop() == 0
