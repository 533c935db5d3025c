"""[S6] A browser that is killed while a thousand edits wait for the server."""

import contextlib
import os
import re
import signal
import time
from pathlib import Path

import pytest
from playwright.sync_api import Error, expect

from conftest import PATIENCE, SIZES
from person import Person

# A hand that is quick: the same events as a person's, in bursts of so many, each burst up to the frame that shows it. By
# real key presses it would be minutes.
WORK = """async titles => {
  const frame = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 0)));
  const row = title => [...document.querySelectorAll('[data-row]')]
    .find(row => row.querySelector('.row-title').textContent === title);
  const press = (element, key) => element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  const line = document.querySelector('#quick-add');
  for (const title of titles) {
    line.value = title;
    line.dispatchEvent(new Event('input', { bubbles: true }));
    press(line, 'Enter');
  }
  for (const start = performance.now(); !titles.every(row);) {
    if (performance.now() - start > 60000) throw new Error('what was added is not shown');
    await frame();
  }
  for (const title of titles.slice(0, 7)) row(title).querySelector('.check').click();
  press(row(titles[7]), 'Delete');
  await frame();
}"""


@pytest.fixture
def open_browser(launch, tmp_path, own_server):
    """Starts a browser whose profile lasts, with a person before it."""
    opened = []

    def open_browser(account=None):
        context = launch(tmp_path, **SIZES["desktop"])
        opened.append(context)
        context.set_default_timeout(PATIENCE)
        person = Person(context.pages[0], own_server, touch=False)
        person.account = account or person.account
        return person

    yield open_browser
    for context in opened:
        try:
            context.close()
        except Error:
            pass  # the killed one


def processes_of(profile):
    """The ids of all processes that were started with this profile."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if f"--user-data-dir={profile}".encode() in words:
            yield int(folder.name)


@contextlib.contextmanager
def killed_at_the_end(profile):
    """Ends all processes of a browser at once when what stands within is over: none is left to tell another."""
    groups = set()
    for process in processes_of(profile):
        with contextlib.suppress(ProcessLookupError):  # it has just ended
            groups.add(os.getpgid(process))
    assert groups and os.getpgid(0) not in groups
    yield
    for group in groups:
        os.killpg(group, signal.SIGKILL)
    while any(processes_of(profile)):
        time.sleep(0.02)


def work_through(person, edits):
    """Makes so many edits and answers what the list must hold then: title to done."""
    wanted = {}
    bursts, rest = divmod(edits, 20)
    for burst in range(bursts):
        titles = [f"Errand {burst}.{number}" for number in range(12)]
        person.page.evaluate(WORK, titles)
        wanted.update({title: number < 7 for number, title in enumerate(titles) if number != 7})
    for number in range(rest):
        person.add(f"Typed {number}")
        wanted[f"Typed {number}"] = False
    return wanted


@pytest.mark.long
def test_S6_a_browser_killed_with_a_thousand_unsynced_edits_loses_none(open_browser, own_server, tmp_path):
    """[S6] [A9] killed in the moment in which the last is shown as saved: all of it is there, and arrives"""
    person = open_browser().arrive("Buy milk")
    account, records = person.account, person.records
    person.page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    # A browser writes its cookies when it ends, or half a minute later.
    person.page.context.close()

    person = open_browser(account).open()
    person.wait_for_list()
    person.sees("Buy milk")
    own_server.kill()
    start = time.monotonic()
    wanted = {**work_through(person, 999), "Buy oat milk": False}
    waiting = person.banner
    expect(waiting).to_contain_text("changes will sync later")
    person.search("Buy")
    person.open_editor("Buy milk")
    person.write(title="Buy oat milk")
    count = int(re.search(r"\d+", waiting.inner_text())[0])
    print(f"1,000 edits in {time.monotonic() - start:.1f} s, to {count + 1} records")
    with killed_at_the_end(tmp_path):
        person.page.click(".sheet-bar [type=submit]")
        # Saved: the sheet is on its way out. It is not waited for.
        person.editor.wait_for(state="detached")

    person = open_browser(account).open()
    expect(person.count).to_contain_text(str(len(wanted)))
    expect(person.banner).to_have_text(f"Offline. {count + 1} changes will sync later.")
    person.search("Buy")
    person.sees("Buy oat milk")
    person.search("")
    own_server.start()
    person.look_again()
    arrived = records.wait_until(lambda all: "Buy oat milk" in all and len(all) == len(wanted))
    assert {title: todo["done"] for title, todo in arrived.items()} == wanted
    assert own_server.request("GET", "/api/v1/todos?limit=1", token=records.token)[1]["total"] == len(wanted)
    expect(person.banner).to_have_count(0)
    expect(person.count).to_contain_text(str(len(wanted)))
