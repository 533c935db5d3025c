"""[D5] The module comes in two parts: a list is usable with the first, and what needs the second waits for it."""

import shutil
import subprocess

import pytest
from playwright.sync_api import expect

from launches import LAUNCHES
from server import ROOT, Server

REST = "**/rest.wasm"
LINKED = ROOT / ".build-wasm/release/DaybookBrowser.wasm"
WAITS = "html[host-waiting] #waiting"


class Rest:
    """The second part on its way to a person, who gets it when told so."""

    def __init__(self, person):
        self.page = person.page
        self.asked = 0
        self.held = []
        self.comes = False
        person.page.context.route(REST, self.answer)

    def answer(self, route):
        self.asked += 1
        if self.comes:
            route.continue_()
        else:
            self.held.append(route)

    def come(self):
        self.comes = True
        for route in self.held:
            route.continue_()

    def lose(self):
        """The network is gone while it is fetched."""
        for route in self.held:
            route.abort()
        self.held = []


@pytest.fixture(scope="module")
def sampling_server():
    server = Server(samples="/api/v1/samples/todos").start()
    yield server
    server.remove()


@pytest.fixture
def cut(tmp_path):
    """Cuts the module at other places: a web app whose launch needs the second part too."""

    def cut(*seams):
        web = tmp_path / f"web {len(seams)}"
        shutil.copytree(ROOT / ".build-wasm/daybook-web", web, ignore=shutil.ignore_patterns("*.br", "*.gz"))
        lines = (ROOT / "scripts/seams.txt").read_text() + "".join(f"{line}\n" for line in seams)
        (tmp_path / "seams.txt").write_text(lines)
        command = [ROOT / ".build-wasm/wasm-cut/release/WasmCut", "cut", LINKED, tmp_path / "seams.txt"]
        subprocess.run([*command, web / "daybook.wasm", web / "rest.wasm"], check=True)
        return web

    return cut


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("story", LAUNCHES, ids=lambda story: story.__name__)
def test_D5_the_first_part_is_enough_until_a_list_is_usable(people, sampling_server, size, story):
    """[D5] a first visit, a sign-in, launches and the list, while the second part never comes"""
    person = people(size, sampling_server)
    rest = Rest(person)
    story(person)
    person.pause(1.5)  # what is stored and synced after the last step needs nothing either
    expect(person.page.locator(WAITS)).to_have_count(0)
    assert rest.held
    title = person.page.locator(".row-title").first.text_content()
    person.search(title[:3])  # it still answers
    person.row(title).wait_for()


def test_D5_what_needs_the_second_part_waits_and_is_then_done_in_order(people, server):
    """[D5] keys and typed texts, with a message meanwhile"""
    person = people("desktop", server)
    rest = Rest(person)
    person.sign_up()
    line = person.page.locator("#quick-add")
    for title in ("Buy milk", "Call Asha", "Post letter"):
        line.fill(title)
        line.press("Enter")
    person.search("a")
    expect(person.page.locator(WAITS)).to_be_visible()
    expect(person.rows).to_have_count(0)
    rest.come()
    person.sees("Call Asha")
    expect(person.page.locator("#waiting")).to_be_hidden()
    person.search("")
    person.sees("Post letter", "Call Asha", "Buy milk")
    person.wait_until_synced()
    person.reload()
    person.sees("Post letter", "Call Asha", "Buy milk")


def test_D5_a_tap_that_waits_opens_the_editor(people, server):
    """[D5] on a phone"""
    person = people("phone", server)
    rest = Rest(person)
    person.sign_up()
    person.page.get_by_role("button", name="New to-do").filter(visible=True).first.click()
    person.pause(0.3)
    expect(person.editor).to_have_count(0)
    rest.come()
    person.page.fill("#editor-title", "Buy milk")
    person.save()
    person.sees("Buy milk")


@pytest.mark.bad_network
def test_D5_a_network_that_goes_between_both_parts_loses_nothing(people, server):
    """[D5] the second part is fetched until it comes"""
    person = people("desktop", server)
    rest = Rest(person)
    person.sign_up()
    line = person.page.locator("#quick-add")
    line.fill("Buy milk")
    line.press("Enter")
    rest.lose()
    person.pause(1.5)
    rest.lose()
    expect(person.page.locator(WAITS)).to_be_visible()
    rest.come()
    person.sees("Buy milk")
    assert rest.asked >= 3


def test_D5_a_launch_that_needs_the_second_part_does_everything_once(people, cut):
    """[D5] a list of functions that forgets some: the launch waits, goes on, and repeats no request"""
    server = Server(web=cut("static HomeView.*", "Notebook.*", "SyncEngine.*")).start()
    try:
        person = people("desktop", server)
        rest = Rest(person)
        calls = []
        person.page.on("request", lambda request: calls.append((request.method, request.url.rsplit("/", 1)[1])))
        person.open("/sign-up")
        person.fill_sign_up()
        person.send()
        expect(person.page.locator(WAITS)).to_be_visible()
        rest.come()
        person.wait_for_list()
        assert calls.count(("POST", "accounts")) == 1
        person.add("Buy milk", "Call Asha")
        person.wait_until_synced()
        person.reload()
        person.sees("Call Asha", "Buy milk")
        person.log_out()
        person.come_in()
        person.sees("Call Asha", "Buy milk")
    finally:
        server.remove()


@pytest.mark.allows_errors
def test_D5_parts_of_two_builds_are_never_mixed(people, cut):
    """[D5] another version arrives on the server between both parts: the tab begins again with that version"""
    server = Server(web=cut()).start()
    try:
        other = cut("static HomeView.*") / "rest.wasm"
        person = people("desktop", server)
        answers = []

        def answer(route):
            answers.append(route)
            if len(answers) == 1:
                route.fulfill(path=other, content_type="application/wasm")
            else:
                route.continue_()

        person.page.context.route(REST, answer)
        person.open()
        while len(answers) < 2:
            person.pause(0.1)
        person.sign_up()
        person.add("Buy milk")
        person.sees("Buy milk")
    finally:
        server.remove()


def test_D5_a_session_that_ends_meanwhile_is_left(people, server):
    """[D5] and the next instance gets both parts too"""
    person = people("desktop", server)
    rest = Rest(person)
    person.sign_up()
    server.request("DELETE", "/api/v1/sessions/current", token=person.token)
    person.look_again()
    person.pause(0.5)
    rest.come()
    person.page.locator("html[data-screen=form]").wait_for()
    person.come_in()
    person.add("Buy milk")
    person.sees("Buy milk")
