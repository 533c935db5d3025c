"""[S6] Files of the browser's database that are gone: it then names records that it cannot read."""

import pytest
from playwright.sync_api import expect

import drafts
from conftest import PATIENCE, SIZES
from person import Person

# One character of 35 bytes, as often as a detail may have one. What is larger than 64 KB the browser keeps in a file of its own.
LARGE = "\U0001f469\U0001f3fd\u200d\u2764\ufe0f\u200d\U0001f48b\u200d\U0001f468\U0001f3fd" * 1000


@pytest.fixture
def at_a_desktop(launch, tmp_path, own_server):
    """A person before a browser whose profile lasts."""
    context = launch(tmp_path, **SIZES["desktop"])
    context.set_default_timeout(PATIENCE)
    yield Person(context.pages[0], own_server, touch=False)
    context.close()


def lose_files(profile):
    """Deletes the files in which the browser keeps large records."""
    files = [file for file in profile.glob("**/*.indexeddb.blob/**/*") if file.is_file()]
    assert files
    for file in files:
        file.unlink()


def receive(person, titles):
    """Large to-dos from elsewhere, in one batch of the journal."""
    person.records.seed([{"title": title, "detail": LARGE} for title in titles])
    person.look_again()
    for title in titles:
        expect(person.row(title)).to_be_visible()
    drafts.wait_until_kept(person)


def test_S6_a_snapshot_replaces_what_the_browser_has_lost(at_a_desktop, own_server, tmp_path):
    """[S6] a tab that has read it has it in memory; afterwards the disk has everything, with no network too"""
    person = at_a_desktop
    drafts.watch(person)
    person.arrive("Buy milk")
    person.page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    receive(person, [f"Large {number}" for number in range(9)])
    lose_files(tmp_path)
    receive(person, [f"Large {number}" for number in range(9, 18)])
    own_server.kill()
    person.add("Not synced")  # the journal is so long by now that a snapshot replaces it
    drafts.wait_until_kept(person)
    expect(person.banner.filter(has_text="refused")).to_have_count(0)
    person.reload()
    expect(person.page.locator("[data-row]")).to_have_count(20)
    expect(person.page.locator(".toast")).to_have_count(0)
    expect(person.banner.filter(has_text="refused")).to_have_count(0)
