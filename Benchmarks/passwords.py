"""The cost of signing in: hashing with the standard parameters, and the calls of others meanwhile.

The figures of SECURITY.md. What is compared alternates, so that whatever else the machine does meets both alike.
"""

import hashlib
import http.client
import json
import statistics
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pages

EMAIL = "asha@example.org"
PASSWORD = "cobalt#RIVER27"
COST = 17  # log2 of scrypt's N; r = 8 and p = 1


@contextmanager
def daybook(**settings):
    """A server that hashes as it does by default, and trusts this machine as a proxy."""
    server = pages.Server(binary=pages.RELEASE, scrypt_cost=COST, trusted_proxies="127.0.0.1", **settings).start()
    try:
        status, answer = server.request("POST", "/api/v1/accounts", {
            "name": "Asha Kumar", "mobile": "9876543210", "email": EMAIL, "password": PASSWORD})
        if status != 201:
            raise RuntimeError(f"sign-up answered {status}: {answer}")
        yield server
    finally:
        server.remove()


class Client:
    """One connection that is kept open; each request names the address that it comes from."""

    def __init__(self, server):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)

    def time(self, method, path, body=None, address=None):
        """Milliseconds until the answer is read, and its status."""
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if address:
            headers["X-Forwarded-For"] = address
        start = time.perf_counter()
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        answer.read()
        return (time.perf_counter() - start) * 1000, answer.status

    def sign_in(self, login, password, number):
        address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        took, status = self.time("POST", "/api/v1/sessions", json.dumps({"login": login, "password": password}), address)
        if status not in (201, 401):
            raise RuntimeError(f"signing in answered {status}")
        return took


def wrong_and_unknown(server, rounds):
    """Milliseconds for a wrong password of an account, and for a login that there is not; each try from elsewhere."""
    client = Client(server)
    took = {"wrong": [], "unknown": []}
    for number in range(rounds + 2):
        logins = [("wrong", EMAIL), ("unknown", f"no{number % 100:02d}@example.org")]
        for place, (name, login) in enumerate(logins if number % 2 else logins[::-1]):
            one = client.sign_in(login, f"cobalt#RIVER{number % 90 + 10}x", 2 * number + place + 1)
            if number >= 2:  # the first ones open files and connections
                took[name].append(one)
    return took["wrong"], took["unknown"]


def openssl(rounds=9):
    """Milliseconds of the same hash by OpenSSL: the peer."""
    took = []
    for number in range(rounds):
        start = time.perf_counter()
        hashlib.scrypt(PASSWORD.encode(), salt=bytes(16), n=1 << COST, r=8, p=1, maxmem=256 << 20, dklen=32)
        took.append((time.perf_counter() - start) * 1000)
    return statistics.median(took)


def refusals(server, length, rounds=40):
    """Milliseconds to refuse a password of so many bytes; a connection each, as its end is part of the answer."""
    body = json.dumps({"login": EMAIL, "password": "x" * length})
    took = []
    for _ in range(rounds):
        one, status = Client(server).time("POST", "/api/v1/sessions", body)
        if status not in (401, 413):
            raise RuntimeError(f"{length} bytes of password answered {status}")
        took.append(one)
    return took


def peak(server, people):
    """The most MiB that the process holds while so many people sign in at once, each from elsewhere."""
    proc = Path(f"/proc/{server.process.pid}")
    (proc / "clear_refs").write_text("5")  # resets the peak: proc(5)
    with ThreadPoolExecutor(people) as pool:
        tries = [pool.submit(Client(server).sign_in, EMAIL, PASSWORD, 1000 + number) for number in range(people)]
        for one in tries:
            one.result()
    line = next(line for line in (proc / "status").read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def looks(server, seconds):
    """Milliseconds of `GET /healthz`, one each five milliseconds."""
    client = Client(server)
    client.time("GET", "/healthz")
    took = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        took.append(client.time("GET", "/healthz")[0])
        time.sleep(0.005)
    return took


@contextmanager
def signing_in(server, people):
    """People who sign in again and again."""
    is_over = threading.Event()

    def go(number):
        client = Client(server)
        while not is_over.is_set():
            client.sign_in(EMAIL, PASSWORD, 5000 + number)

    threads = [threading.Thread(target=go, args=(number,)) for number in range(people)]
    for thread in threads:
        thread.start()
    time.sleep(1)
    try:
        yield
    finally:
        is_over.set()
        for thread in threads:
            thread.join()


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def report_difference(table, what, wrong, unknown):
    middle = statistics.median(wrong), statistics.median(unknown)
    table.add(f"{what}: a wrong password (median of {len(wrong)})", middle[0], "ms")
    table.add(f"{what}: an unknown login (median of {len(unknown)})", middle[1], "ms")
    table.note(f"{'':4}from {min(wrong):.0f} to {max(wrong):.0f} ms, and from {min(unknown):.0f} to {max(unknown):.0f} ms")
    table.add(f"{what}: wrong to unknown", middle[0] / middle[1], "×")
    table.add(f"{what}: difference of the medians", abs(middle[0] / middle[1] - 1) * 100, "%", 10)
    return middle[1]


def measure(table, rounds=16):
    table.section(f"Passwords (scrypt N = 2^{COST}, r = 8, p = 1, 2 at once; peer: OpenSSL's scrypt)")
    with daybook() as server:
        one = report_difference(table, "limits off", *wrong_and_unknown(server, rounds))
        peer = openssl()
        table.add("the same hash by OpenSSL", peer, "ms")
        table.add("an unknown login to OpenSSL's hash alone", one / peer, "×")
        for length, name in ((1_000_000, "1 MB"), (5_000, "5 KB")):
            took = refusals(server, length)
            table.add(f"a password of {name} is refused (slowest of {len(took)})", max(took), "ms", 50)
            table.note(f"{'':4}median {statistics.median(took):.1f} ms")
        two = peak(server, 2)
        many = peak(server, 64)
        table.add("memory: most while 2 sign in at once", two, "MiB")
        table.add("memory: most while 64 do", many, "MiB")
        table.add("memory: 64 to 2", many / two, "×", 1.2)
        idle = looks(server, 6)
        with signing_in(server, 8):
            busy = looks(server, 12)
        for share, name in ((0.5, "p50"), (0.99, "p99")):
            low, high = percentile(idle, share), percentile(busy, share)
            table.add(f"GET /healthz while 8 sign in, {name}", high, "ms")
            table.add(f"the same to an idle server's ({low:.2f} ms), {name}", high / low, "×")
        table.add("the same, p99 to one hash", percentile(busy, 0.99) / one, "×", 0.25)
    with daybook(rate_limit="true") as server:
        report_difference(table, "limits on", *wrong_and_unknown(server, rounds))
