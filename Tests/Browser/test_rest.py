"""[D5] The module comes in two parts: a list is usable with the first, and what needs more waits for the second."""

import random
import re
import shutil
import subprocess
from itertools import zip_longest

import pytest
from playwright.sync_api import expect

import hasty
from accessibility import wait_until_still
from conftest import SIZES
from launches import LAUNCHES, THREE, account_with_three, mark_one_more, wander
from notes import wait_until
from server import ROOT, Server

REST = "**/daybook.rest"
SCRATCH = ROOT / ".build-wasm"
WHOLE = "html[host-whole]"
WAITS = "html[host-waiting] #waiting"
STYLES = """
  () => [...document.querySelectorAll('#app, #app *:not([data-region]:empty)')].map(element => {
    const style = getComputedStyle(element);
    return element.className + [...style].map(name => `${name}:${style.getPropertyValue(name)}`).join(';');
  })
"""
KEEP_WHOLE = """
  async () => {
    const parts = WebAssembly.Module.exports(await WebAssembly.compileStreaming(fetch('/daybook.wasm')));
    localStorage.setItem('daybook-short', parts.find(part => /^[0-9a-f]{8}$/.test(part.name)).name);
  }
"""
TELL_WHEN_IT_WAITS = """
  Error.stackTraceLimit = 50;
  const { prototype } = WebAssembly.RuntimeError;
  Object.defineProperty(WebAssembly.RuntimeError, Symbol.hasInstance, {
    value: error => prototype.isPrototypeOf(error) && (window.itTraps(error.stack), true),
  });
  new MutationObserver(() => document.documentElement.hasAttribute('host-waiting') && window.itWaits())
    .observe(document, { attributes: true, subtree: true, attributeFilter: ['host-waiting'] });
"""


def differences(before, after):
    """What two answers of `STYLES` tell differently, as texts short enough to read."""
    pairs = [(old, new) for old, new in zip_longest(before, after, fillvalue="(none)") if old != new]
    return [sorted(set(old.split(";")) ^ set(new.split(";"))) for old, new in pairs]


class Rest:
    """The second part on its way to a person, who gets it when told so."""

    def __init__(self, person):
        self.page = person.page
        self.asked = 0
        self.held = []
        self.comes = False
        self.traps = []  # for each call that needed it, the functions of the module that were under way, the innermost first
        person.waits_for_rest = False
        person.page.context.route(REST, self.answer)

    def answer(self, route):
        self.asked += 1
        if self.comes:
            route.continue_()
        else:
            self.held.append(route)

    def come_when_needed(self):
        """As soon as the app waits for it."""
        self.tell_traps(self.come)

    def tell_traps(self, waits=lambda: None):
        """Records in `traps` what needs the second part, and calls `waits` when the app says that it waits."""
        self.page.context.expose_function("itTraps", self.note)
        self.page.context.expose_function("itWaits", waits)
        self.page.context.add_init_script(TELL_WHEN_IT_WAITS)

    def note(self, stack):
        self.traps.append(re.findall(r"wasm-function\[(\d+)\]", stack))

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
    """Cuts a module by a profile that has forgotten each so-many-th function: a web app whose launch needs the second part too."""

    def cut(forgotten=None, module=SCRATCH / "whole.wasm"):
        web = tmp_path / f"web {forgotten} {module.stem}"
        shutil.copytree(SCRATCH / "daybook-web", web, ignore=shutil.ignore_patterns("*.br", "*.gz"))
        lines = (ROOT / "scripts/launch.profile").read_text().splitlines()
        if forgotten:
            runs = [index for index, line in enumerate(lines) if line.count(" ") == 2]
            for index in runs[::forgotten]:
                lines[index] = lines[index].split()[0]
        profile = tmp_path / "launch.profile"
        profile.write_text("\n".join(lines))
        command = [SCRATCH / "wasm-cut/release/WasmCut", "cut", SCRATCH / "release/DaybookBrowser.wasm", module]
        subprocess.run([*command, profile, web / "daybook.wasm", web / "daybook.rest"], check=True)
        return web

    return cut


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_D5_the_first_part_is_enough_until_a_list_is_usable(people, sampling_server, size):
    """[D5] a first visit, sign-ins, launches and the list, while the second part comes only if it is needed. What runs depends a
    little on times and on random ids, so a story that needed it is told once more, and one of them may need it again."""

    def traps(story):
        person = people(size, sampling_server)
        rest = Rest(person)
        rest.come_when_needed()
        story(person)
        person.pause(1.5)  # what is stored and synced after the last step needs nothing either
        assert rest.asked
        return rest.traps

    needed = {story.__name__: found for story in LAUNCHES if traps(story) and (found := traps(story))}
    assert len(needed) <= 1, f"the second part was needed in these functions of {SCRATCH / 'whole.wasm'}: {needed}"


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


@pytest.mark.parametrize("story", hasty.STORIES)
def test_D5_keys_that_wait_mean_what_the_keys_before_lead_to(people, server, story):
    """[D5] a letter for a field that the second part is to open is none for the list"""
    person = people("desktop", server).arrive(*hasty.TITLES)
    rest = Rest(person)
    person.reload()
    hasty.check(person, story, typed=rest.come)


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


def test_D5_an_event_is_not_lost_when_the_drawing_before_it_waits(people, server):
    """[D5] a field is left while the frame that draws its text waits for the second part"""
    person = people("phone", server)
    rest = Rest(person)
    rest.tell_traps()
    person.open("/sign-up")
    person.fill(name="A" * 26)  # no launch types so long a name
    wait_until(lambda: rest.traps, "the call that needs the second part", pause=lambda: person.pause(0.05))
    person.page.locator("#name").blur()
    rest.come()
    expect(person.page.locator(".field[data-key=field-name] .field-error")).to_contain_text("4 to 25")


@pytest.mark.bad_network
def test_D5_a_network_that_goes_between_both_parts_loses_nothing(people, server):
    """[D5] the second part is fetched until it comes"""
    person = people("desktop", server)
    rest = Rest(person)
    person.sign_up()
    line = person.page.locator("#quick-add")
    line.fill("Buy milk")
    line.press("Enter")
    for _ in range(2):
        wait_until(lambda: rest.held, "the second part asked for", pause=lambda: person.pause(0.05))
        rest.lose()
    expect(person.page.locator(WAITS)).to_be_visible()
    rest.come()
    person.sees("Buy milk")
    assert rest.asked >= 3


def begin_whole(person):
    """The module runs whole in this browser from the start, as where its first part was not enough before."""
    person.open("/sign-in")
    person.page.evaluate(KEEP_WHOLE)
    for _ in range(20):  # a launch waits a second for the second part, and a busy machine needs longer
        person.open("/sign-in")
        if person.page.locator(WHOLE).count() == 1:
            return
    pytest.fail("the module never ran whole from the start")


@pytest.mark.parametrize("size", SIZES)
def test_D5_a_list_is_used_before_gestures_layers_and_their_style_come(people, server, size):
    """[D5] it is searched, filtered and marked without them, and looks as it does with them"""
    person = people(size, server)
    held = []
    person.waits_for_rest = False
    person.page.context.route("**/second.*", lambda route: held.append(route))
    account_with_three(person)
    begin_whole(person)
    person.try_to_come_in()
    person.row("Buy milk").wait_for()
    person.search("litres")
    person.sees("Buy milk")
    wander(person, random.Random(3), THREE)
    mark_one_more(person)
    person.filter("Done")
    person.page.locator("[aria-pressed=true]").filter(has_text="Done", visible=True).wait_for()
    wait_until_still(person.page)
    expect(person.page.locator("[host-live], .leaving")).to_have_count(0)
    before = person.page.evaluate(STYLES)
    assert person.page.locator("html[host-second]").count() == 0
    for route in held:
        route.continue_()
    person.wait_for_list()
    wait_until_still(person.page)
    assert not differences(before, person.page.evaluate(STYLES))


@pytest.mark.bad_network
def test_D5_gestures_and_layers_come_after_the_first_frame(people, server):
    """[D5] the list is there before them; their files are fetched until they come; what opens a layer waits for them"""
    person = people("phone", server)
    lost, held = [], []

    def answer(route):
        if len(lost) < 2:
            lost.append(route.request.url)
            route.abort()
        else:
            held.append(route)

    person.page.context.route("**/second.*", answer)
    person.open("/sign-up")
    person.fill_sign_up()
    person.send()
    person.page.locator(".large-title").wait_for()
    person.page.get_by_role("button", name="New to-do").filter(visible=True).first.click()
    expect(person.page.locator(WAITS)).to_be_visible()
    expect(person.editor).to_have_count(0)
    while len(held) < 2:
        person.pause(0.1)
    assert person.page.locator("html[host-second]").count() == 0
    for route in held:
        route.continue_()
    person.page.fill("#editor-title", "Buy milk")
    person.save()
    person.sees("Buy milk")
    person.swipe("Buy milk", "right")
    person.is_done("Buy milk")
    assert {url.rsplit("/", 1)[1] for url in lost} == {"second.js", "second.css"}


def test_D5_a_launch_that_needs_the_second_part_does_everything_once(people, cut):
    """[D5] a profile that has forgotten functions: the launch waits, goes on, and repeats no request"""
    server = Server(web=cut(forgotten=10)).start()
    try:
        person = people("desktop", server)
        rest = Rest(person)
        rest.come_when_needed()
        calls = []
        person.page.on("request", lambda request: calls.append((request.method, request.url.rsplit("/", 1)[1])))
        person.sign_up()
        assert rest.comes
        assert calls.count(("POST", "accounts")) == 1
        person.add("Buy milk", "Call Asha")
        person.wait_until_synced()
        assert person.page.evaluate("() => localStorage.getItem('daybook-short')")
        person.reload()  # with both parts at once
        person.sees("Call Asha", "Buy milk")
        person.log_out()
        person.come_in()
        person.sees("Call Asha", "Buy milk")
    finally:
        server.remove()


def test_D5_builds_of_the_same_code_with_another_text_are_two(cut, tmp_path):
    """[D5] their parts must not be mixed either"""
    module = tmp_path / "other.wasm"
    bytes = (SCRATCH / "whole.wasm").read_bytes()
    text = b"Notifications are off on this device"
    assert text in bytes
    module.write_bytes(bytes.replace(text, text.swapcase()))
    first, second = [(web / "daybook.wasm").read_bytes() for web in (cut(), cut(module=module))]
    (name,), (other,) = [re.findall(rb"\x08([0-9a-f]{8})\x01\x00", part) for part in (first, second)]
    assert name != other


@pytest.mark.allows_errors
def test_D5_parts_of_two_builds_are_never_mixed(people, cut):
    """[D5] another version arrives on the server between both parts: the tab begins again with that version"""
    server = Server(web=cut()).start()
    try:
        other = cut(forgotten=100) / "daybook.rest"
        person = people("desktop", server)
        answers = []

        def answer(route):
            answers.append(route)
            if len(answers) == 1:
                route.fulfill(path=other, content_type="application/octet-stream")
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
    """[D5] and the next instance becomes whole too"""
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
