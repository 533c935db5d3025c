"""Smoke runs on WebKitGTK: no OPFS, no push, touch that arrives as a pointer, and other crypto and storage."""

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


LAST_WORDS = "return (document.querySelector('.form-error, .form-notice') || { textContent: '' }).textContent"
HEADINGS = "return [...document.querySelectorAll('dialog.page[open] h3')].map((e) => e.textContent)"


def open_account_page(window):
    window.click(".sidebar [data-action=account]")
    window.choose("Account and devices")
    window.wait_for("dialog.page[open] .page-list li")


def log_out(window):
    window.click(".sidebar [data-action=account]")
    window.choose("Log out")
    window.wait_for("dialog.alert[open]")
    window.choose("Log out")
    window.wait_for("#login")


def try_to_sign_in(window, login, password):
    for name, text in (("login", login), ("password", password)):
        window.run("document.getElementById(arguments[0]).select()", name)
        window.type(f"form [name={name}]", text)
    window.click("form [type=submit]")


def test_A8_A9_A10_signing_in_staying_and_leaving_on_WebKit(window, server):
    """[A8] [A9] [A10] a wrong password is told, a relaunch asks for nothing, and leaving leaves no text on the page"""
    window.resize(1200, 900)
    account = sign_up(window, server)
    add(window, "Buy milk")
    wait_until(lambda: window.run(TITLES), ["Buy milk"])
    log_out(window)
    assert "Buy milk" not in window.run("return document.body.textContent")
    try_to_sign_in(window, account.email, "wrong#PASS27")
    wait_until(lambda: "do not go together" in window.run(LAST_WORDS), True)
    try_to_sign_in(window, account.mobile, account.password)
    wait_until(lambda: window.run(TITLES), ["Buy milk"])
    for path in ("/", "/account"):
        window.go(server.url + path)
        wait_until(lambda: window.run(TITLES), ["Buy milk"])
    window.wait_for("dialog.page[open] .page-list li")


def test_A14_the_accounts_page_on_WebKit(window, server):
    """[A14] where one is signed in, what happened, and a new password, which is the one that opens from then on"""
    window.resize(1200, 900)
    account = sign_up(window, server)
    add(window, "Buy milk")
    open_account_page(window)
    headings = ["Where you are signed in", "Your data", "What happened", "Leaving"]
    wait_until(lambda: window.run(HEADINGS)[-4:], headings)
    page = window.run("return document.querySelector('dialog.page[open]').textContent")
    for words in (account.name, account.email, account.mobile, "This device", "Account created"):
        assert words in page
    window.choose("Change password")
    for field, text in (("current", account.password), ("new", "copper#LAKES38"), ("newAgain", "copper#LAKES38")):
        window.type(f"form [name={field}]", text)
    window.click("form [type=submit]")
    wait_until(lambda: "Your password is changed." in window.run(LAST_WORDS), True)
    window.click("dialog.page [data-action=closePage]")
    wait_until(lambda: window.run(TITLES), ["Buy milk"])
    window.go(server.url + "/")
    wait_until(lambda: window.run(TITLES), ["Buy milk"])
    log_out(window)
    try_to_sign_in(window, account.email, account.password)
    wait_until(lambda: "do not go together" in window.run(LAST_WORDS), True)
    try_to_sign_in(window, account.email, "copper#LAKES38")
    wait_until(lambda: window.run(TITLES), ["Buy milk"])


def test_A13_signing_in_with_no_server_on_WebKit(window, own_server):
    """[A13] what the device keeps opens with the password it was sealed under, and with no other"""
    window.resize(1200, 900)
    account = sign_up(window, own_server)
    add(window, "Buy milk")
    wait_until(lambda: window.run(TITLES), ["Buy milk"])
    own_server.kill()
    log_out(window)
    try_to_sign_in(window, account.email, "wrong#PASS27")
    wait_until(lambda: "open nothing on this device" in window.run(LAST_WORDS), True)
    try_to_sign_in(window, account.email, account.password)
    wait_until(lambda: window.run(TITLES), ["Buy milk"])
