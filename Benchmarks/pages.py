"""Tabs to measure: a quiet Chromium, the peer's web app, and Daybook with an account."""

import functools
import http.server
import os
import sys
import threading
import time
import uuid
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Tests" / "Browser"))

from conftest import CHROMIUM, chromium_path  # noqa: E402
from person import Person  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from server import Server  # noqa: E402

RELEASE = Path(os.environ.get("DAYBOOK_BINARY") or HERE.parent / ".build" / "release" / "daybook")
DESKTOP = {"width": 1440, "height": 900}


@contextmanager
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(*CHROMIUM), args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def daybook():
    server = Server(binary=RELEASE).start()
    try:
        yield server
    finally:
        server.remove()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextmanager
def served(folder):
    """A folder of files on a port of its own; brings the address."""
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


def peer():
    """The peer's web app; brings the address."""
    return served(HERE / "Peer")


def slow_down(page, rate):
    """A processor that is `rate` times slower, as Chrome's own developer tools make one."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    return session


def stamp(milliseconds, counter, device):
    return f"{milliseconds:012x}{counter:04x}{device.int & (2**64 - 1):016x}"


def sign_up(server, account):
    """Makes an account without a browser. Returns the token of its session."""
    status, answer = server.request("POST", "/api/v1/accounts", {
        "name": account.name, "mobile": account.mobile, "email": account.email, "password": account.password})
    if status != 201:
        raise RuntimeError(f"sign-up answered {status}: {answer}")
    return answer["token"]


def fill(server, token, count):
    """Gives an account `count` to-dos by the sync call, made one second apart."""
    device = uuid.uuid4()
    now = int(time.time() * 1000) - 1000
    words = "buy call write read mend plant paint carry send find".split()
    things = "milk the letter bread a fence mother seeds the hall boxes keys tickets".split()
    for first in range(0, count, 500):
        changes = []
        for number in range(first, min(first + 500, count)):
            made = now - (count - number) * 1000
            written = stamp(made, 0, device)
            fields = {
                "title": [f"{words[number % 10].capitalize()} {things[number // 10 % 11]} {number}", written],
                "done": [number % 3 == 0, written],
                "createdAt": [made, written],
            }
            if number % 4 == 0:
                fields["detail"] = [f"Remember the blue one, number {number % 97}.", written]
            if number % 5 == 0:
                fields["tag:home"] = [True, written]
            if number % 2 == 0:
                # None of today: the web app opens on the whole list.
                fields["deadline"] = [now + (48 + number * 7919 % 5000) * 3_600_000, written]
            changes.append({"kind": "todo", "id": str(uuid.uuid4()), "fields": fields})
        status, answer = server.request(
            "POST", "/api/v1/sync", {"device": str(device), "cursor": 0, "limit": 1, "changes": changes}, token
        )
        if status != 200 or answer["rejected"]:
            raise RuntimeError(f"sync answered {status}: {str(answer)[:300]}")
