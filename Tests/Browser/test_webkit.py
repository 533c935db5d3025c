"""One smoke run on WebKitGTK: no OPFS, no push, and touch that arrives as a pointer."""

import shutil
import time

import pytest

from person import Account
from webkit import WebKit

pytestmark = pytest.mark.skipif(
    not (shutil.which("WebKitWebDriver") and shutil.which("Xvfb")),
    reason="WebKitGTK's driver is not installed (scripts/install.sh test)",
)

TITLES = "return [...document.querySelectorAll('.row:not(.leaving) .row-title')].map((e) => e.textContent)"
KEPT = "return [...document.querySelectorAll('.row.is-done .row-title')].map((e) => e.textContent)"


@pytest.fixture
def window():
    with WebKit() as window:
        yield window


def wait_until(look, wanted, seconds=10):
    end = time.monotonic() + seconds
    while (found := look()) != wanted and time.monotonic() < end:
        time.sleep(0.1)
    assert found == wanted


def sign_up(window, server):
    account = Account()
    window.go(server.url + "/sign-up")
    for name in ("name", "mobile", "email", "password"):
        window.type(f"form [name={name}]", getattr(account, name))
    window.type("form [name=passwordAgain]", account.password)
    window.click("form [type=submit]")
    window.wait_for("html[data-screen=home] .large-title")
    return account


def add(window, title):
    window.type("#quick-add", title + "\ue007")


def test_D2_to_dos_work_and_stay_on_WebKit(window, server):
    window.resize(1200, 900)
    sign_up(window, server)
    add(window, "Buy milk")
    add(window, "Read a chapter")
    wait_until(lambda: window.run(TITLES), ["Read a chapter", "Buy milk"])

    window.click(".row:last-child .check")
    wait_until(lambda: window.run(KEPT), ["Buy milk"])
    window.type("#search", "mil")
    wait_until(lambda: window.run(TITLES), ["Buy milk"])

    # What was done is on the device: the page finds it again without asking for the password.
    time.sleep(1)
    window.go(server.url + "/")
    window.wait_for(".row")
    wait_until(lambda: window.run(TITLES), ["Read a chapter", "Buy milk"])
    wait_until(lambda: window.run(KEPT), ["Buy milk"])


def test_T8_a_finger_swipes_on_WebKit(window, server):
    window.resize(500, 900)
    sign_up(window, server)
    window.resize(1200, 900)
    add(window, "Buy milk")
    add(window, "Read a chapter")
    wait_until(lambda: window.run(TITLES), ["Read a chapter", "Buy milk"])
    time.sleep(0.6)  # the rows glide to their places
    box = "const b = document.querySelector('.row').getBoundingClientRect(); return [b.left, b.top, b.width, b.height]"
    left, top, width, height = window.run(box)
    window.finger(left + width * 0.8, top + height / 2, -width * 0.7)
    wait_until(lambda: window.run(TITLES), ["Buy milk"])
