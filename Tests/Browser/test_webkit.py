"""Smoke runs on WebKitGTK: no OPFS, no push, touch that arrives as a pointer, and other crypto and storage."""

import shutil

import pytest

from server import ROOT, Server
from webkit import DONE, SORT, TITLES


def test_D2_to_dos_work_and_stay_on_WebKit(window, server):
    window.resize(1200, 900)
    window.sign_up(server)
    window.add("Buy milk")
    window.add("Read a chapter")
    window.sees("Read a chapter", "Buy milk")

    window.click(".row:last-child .check")
    window.wait_for_value(DONE, ["Buy milk"])
    window.type("#search", "mil")
    window.sees("Buy milk")

    # The changes are on the device: the tab finds them again and does not ask for the password.
    window.go(server.url + "/")
    window.wait_for(".row")
    window.click(".fold")
    window.sees("Read a chapter", "Buy milk")
    window.wait_for_value(DONE, ["Buy milk"])


def test_D1_the_value_of_Repeat_stands_at_the_end_on_WebKit(window, server):
    window.resize(1200, 900)
    window.sign_up(server)
    window.add("Buy milk")
    window.click(".row-body")
    window.wait_for("#editor-repeat")
    style = "const s = getComputedStyle(document.querySelector('#editor-repeat')); return [s.direction, s.textAlign]"
    assert window.run(style) == ["rtl", "start"]


def test_T8_a_finger_swipes_on_WebKit(window, server):
    window.resize(500, 900)
    window.sign_up(server)
    window.resize(1200, 900)
    window.add("Buy milk")
    window.add("Read a chapter")
    window.sees("Read a chapter", "Buy milk")
    window.settle()  # the rows glide to their places
    box = "const b = document.querySelector('.row').getBoundingClientRect(); return [b.left, b.top, b.width, b.height]"
    left, top, width, height = window.run(box)
    window.finger(left + width * 0.8, top + height / 2, -width * 0.7)
    window.sees("Buy milk")


LAST_WORDS = "return (document.querySelector('.form-error, .form-notice') || { textContent: '' }).textContent"
HEADINGS = "return [...document.querySelectorAll('dialog.screen[open] h3')].map((e) => e.textContent)"


def open_account_screen(window):
    window.click(".sidebar-foot button:has([href='#i-sliders'])")
    window.choose("Account and devices")
    window.wait_for("dialog.screen[open] .screen-list li")


def log_out(window):
    window.click(".sidebar-foot button:has([href='#i-sliders'])")
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
    """[A8] [A9] [A10] a wrong password is told, a relaunch asks for nothing, and leaving leaves no text in the tab"""
    window.resize(1200, 900)
    account = window.sign_up(server)
    window.add("Buy milk")
    window.sees("Buy milk")
    log_out(window)
    assert "Buy milk" not in window.run("return document.body.textContent")
    try_to_sign_in(window, account.email, "wrong#PASS27")
    window.wait_for_value(LAST_WORDS, lambda words: "Wrong email" in words)
    try_to_sign_in(window, account.mobile, account.password)
    window.sees("Buy milk")
    for path in ("/", "/account"):
        window.go(server.url + path)
        window.sees("Buy milk")
    window.wait_for("dialog.screen[open] .screen-list li")


# Each transaction that writes the journal has so much to do that the tab is gone before it is complete.
SLOW_WRITES = """window.writes = 0;
  const make = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (names, mode, options) {
    const change = make.call(this, names, mode, options);
    if (mode !== 'readwrite' || !names.includes('journal')) return change;
    const journal = change.objectStore('journal');
    for (let count = 0; count < 3000; count += 1) journal.count();
    window.writes += 1;
    return change;
  };"""


def test_S6_a_tab_that_is_left_in_the_middle_of_a_write_does_not_hold_the_disk_on_WebKit(window, server):
    """[S6] WebKit puts it aside with its transaction open; the next one opens all the same"""
    window.resize(1200, 900)
    window.sign_up(server)
    window.add("Buy milk")
    window.sees("Buy milk")
    window.click(SORT)
    window.choose("Show done")
    for number in range(4):
        window.run(SLOW_WRITES)
        window.run("document.querySelector('.row .check').click()")
        window.wait_for_value("return window.writes", lambda writes: writes > 0)
        window.go(f"{server.url}/?n={number}")
        window.sees("Buy milk")


@pytest.mark.long
def test_A14_the_accounts_screen_on_WebKit(window, server):
    """[A14] sessions, recent activity, and a new password, which opens the account from then on"""
    window.resize(1200, 900)
    account = window.sign_up(server)
    window.add("Buy milk")
    open_account_screen(window)
    headings = ["Where you are signed in", "Your data", "Activity", "Log out or delete"]
    window.wait_for_value(HEADINGS, lambda shown: shown[-4:] == headings)
    page = window.run("return document.querySelector('dialog.screen[open]').textContent")
    for words in (account.name, account.email, account.mobile, "This device", "Account created"):
        assert words in page
    window.choose("Change password")
    for field, text in (("current", account.password), ("new", "copper#LAKES38"), ("newAgain", "copper#LAKES38")):
        window.type(f"form [name={field}]", text)
    window.click("form [type=submit]")
    window.wait_for_value(LAST_WORDS, lambda words: "Password changed." in words)
    window.click("dialog.screen [aria-label=Close]")
    window.sees("Buy milk")
    window.go(server.url + "/")
    window.sees("Buy milk")
    log_out(window)
    try_to_sign_in(window, account.email, account.password)
    window.wait_for_value(LAST_WORDS, lambda words: "Wrong email" in words)
    try_to_sign_in(window, account.email, "copper#LAKES38")
    window.sees("Buy milk")


def test_A13_signing_in_with_no_server_on_WebKit(window, own_server):
    """[A13] what the device keeps opens with the password it was sealed under, and with no other"""
    window.resize(1200, 900)
    account = window.sign_up(own_server)
    window.add("Buy milk")
    window.sees("Buy milk")
    own_server.kill()
    log_out(window)
    try_to_sign_in(window, account.email, "wrong#PASS27")
    window.wait_for_value(LAST_WORDS, lambda words: "no account on this device has this login" in words)
    try_to_sign_in(window, account.email, account.password)
    window.sees("Buy milk")


def test_D5_what_needs_the_second_part_waits_for_it_on_WebKit(window, tmp_path):
    """[D5] a server that has the second part only after a while"""
    web = tmp_path / "web"
    shutil.copytree(ROOT / ".build-wasm/daybook-web", web)
    rest = {file: file.read_bytes() for file in web.glob("daybook.rest*")}
    for file in rest:
        file.unlink()
    server = Server(web=web).start()
    try:
        window.resize(1200, 900)
        window.sign_up(server)
        window.type("#quick-add", "Buy milk\ue007")
        window.wait_for("html[host-waiting] #waiting")
        window.sees()
        for file, data in rest.items():
            file.write_bytes(data)
        server.restart()
        window.sees("Buy milk")
        window.click(".row .check")
        window.wait_for_value(DONE, ["Buy milk"])
    finally:
        server.remove()
