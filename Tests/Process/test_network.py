"""[S5] [S8] A network that delays, cuts, duplicates and truncates its traffic."""

import time

from crowd import Crowd
from faults import SYNC_FAULTS, Proxy
from seeds import seeded

# How often each kind of fault occurs before the network is calm again.
TIMES = 8


def entries_of(server, token, id):
    status, answer = server.request("GET", f"/api/v1/history/todo/{id}?limit=500", token=token)
    assert status == 200 and not answer.get("next"), answer
    return [(item["field"], item["value"], item["at"], str(item["device"])) for item in answer["items"]]


def test_S8_a_bad_network_loses_halves_and_doubles_nothing(server, sign_up):
    """[S5] [S8] devices and programs go on through it; each change is there once, also in the history"""
    random = seeded()
    server.start()
    with Proxy(server, random) as proxy:
        with Crowd(server, sign_up, random, way=proxy) as crowd:
            proxy.storm()
            while min(proxy.met[fault.__name__] for fault in SYNC_FAULTS) < TIMES:
                time.sleep(0.05)
                assert all(worker.thread.is_alive() for worker in crowd.workers)
            proxy.calm()
        assert server.process.poll() is None
        kept, broken_off = crowd.check()
        print(f"{dict(proxy.met)}: {kept} changes kept, {broken_off} requests broken off")
        assert broken_off > 0
        for id in crowd.shared:
            entries = entries_of(server, crowd.shared_token, id)
            assert len(entries) == len(set(entries)), "a value that was replaced stands twice in the history"
