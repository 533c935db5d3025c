"""[S13] Tabs of one browser are views of one replica, with and without what newer engines offer for that (D2)."""

import pytest
from playwright.sync_api import expect

from disks import FAILING_DISK
from notes import wait_until
from person import Person

WITHOUT = {
    "all": "",
    "no-locks": "delete Navigator.prototype.locks",
    "no-channel": "delete window.BroadcastChannel",
    "neither": "delete Navigator.prototype.locks; delete window.BroadcastChannel",
}


# The keys of the store of snapshots.
PACKED = """() => new Promise(resolve => {
  indexedDB.open('daybook').onsuccess = ({ target: { result } }) => {
    result.transaction(['blobs']).objectStore('blobs').getAllKeys().onsuccess = found => resolve(found.target.result);
  };
})"""


# A snapshot that is being sealed waits in `window.held`, as on a slow device.
HELD_SNAPSHOTS = """
window.held = [];
const real = crypto.subtle.encrypt.bind(crypto.subtle);
crypto.subtle.encrypt = (...all) => all[2].byteLength < 100000 ? real(...all)
  : new Promise(resolve => window.held.push(resolve)).then(() => real(...all));
"""


def fill_journal(*tabs):
    """To-dos from elsewhere, larger than a journal may be: the next change packs it."""
    kiss = "\U0001f469\U0001f3fd\u200d\u2764\ufe0f\u200d\U0001f48b\u200d\U0001f468\U0001f3fd"  # 35 bytes, one character
    for first in (0, 9):
        tabs[0].records.seed([{"title": f"Seed {first + number}", "detail": kiss * 1000} for number in range(9)])
    for tab in tabs:
        tab.look_again()
        expect(tab.row("Seed 17")).to_be_visible()


def is_packed(person):
    return any("through" in key for key in person.page.evaluate(PACKED))


@pytest.fixture(params=("all", "neither"))
def tabs(request, people, own_server):
    """Opens so many tabs of one person's browser, with a list in which these to-dos stand."""

    def open_tabs(count, *todos):
        person = people("desktop", own_server, service_workers="allow")
        if WITHOUT[request.param]:
            person.page.context.add_init_script(WITHOUT[request.param])
        person.arrive(*todos)
        person.page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
        others = [Person(person.page.context.new_page(), own_server, touch=False) for _ in range(count - 1)]
        for other in others:
            other.account = person.account
            other.open()
            expect(other.page.locator("[data-row]")).to_have_count(len(todos))
        return [person, *others]

    return open_tabs


@pytest.mark.parametrize("tabs", WITHOUT, indirect=True)
def test_S13_a_change_in_one_tab_shows_in_all_while_the_server_is_gone(tabs, own_server):
    """[S13] to-dos written, checked and deleted in any of three tabs; none loses another's"""
    one, two, three = tabs(3, "Buy milk", "Old")
    own_server.kill()
    one.add("Of the first")
    two.add("Of the second")
    for page in (one, two, three):
        page.turn_here()
        expect(page.row("Of the first")).to_be_visible()
        expect(page.row("Of the second")).to_be_visible()
    three.check("Buy milk")
    one.is_done("Buy milk")
    two.is_done("Buy milk")
    two.turn_here().open_editor("Old")
    two.write(title="New")
    two.save()
    expect(one.row("New")).to_be_visible()
    expect(three.row("New")).to_be_visible()
    one.reload()
    expect(one.page.locator("[data-row]")).to_have_count(4)
    own_server.start()
    todos = one.records.wait_until(lambda all: len(all) == 4 and "Of the first" in all)
    assert set(todos) == {"Of the second", "Of the first", "Buy milk", "New"} and todos["Buy milk"]["done"]


def test_S13_what_another_tab_writes_while_a_tab_opens_shows_in_it(people, server):
    """[S13] after it has read the disk, and before it hears of the others"""
    one = people("desktop", server).arrive("Buy milk")
    two = Person(one.page.context.new_page(), server, touch=False)
    held = []
    two.page.route("**/daybook.wasm", lambda route: held.append(route))
    two.page.goto(server.url, wait_until="commit")
    wait_until(lambda: held, "the module is asked for", pause=lambda: two.pause(0.05))
    two.pause(1)
    one.turn_here().add("Meanwhile")
    one.wait_until_synced()
    held[0].continue_()
    two.sees("Meanwhile", "Buy milk")


def test_S13_two_tabs_edit_one_todo_field_by_field(tabs):
    """[S13] [S3] what the other tab saves shows in the open editor, where nothing was typed"""
    one, two = tabs(2, {"title": "Buy milk", "detail": "One litre"})
    one.turn_here().open_editor("Buy milk")
    one.write(title="Buy oat milk")
    two.turn_here().open_editor("Buy milk")
    two.write(detail="Two litres")
    two.save()
    expect(one.page.locator("#editor-detail")).to_have_value("Two litres")
    expect(one.page.locator("#editor-title")).to_have_value("Buy oat milk")
    one.turn_here().save()
    expect(two.row("Buy oat milk").locator(".row-detail")).to_have_text("Two litres")


def test_S13_the_tab_that_syncs_may_go(tabs):
    """[S13] another takes its place, and what was written meanwhile arrives"""
    one, two, three = tabs(3, "Buy milk")
    one.page.close()
    two.add("After the first was closed")
    two.records = three.records = one.records
    one.records.wait_until(lambda all: "After the first was closed" in all)
    two.page.close()
    three.add("After the second was closed")
    one.records.wait_until(lambda all: "After the second was closed" in all)
    three.sees("After the second was closed", "After the first was closed", "Buy milk")


@pytest.mark.long
def test_S13_a_long_journal_is_packed_under_two_tabs(tabs, own_server):
    """[S6] [S13] both write more than a journal holds, with no network; afterwards each change is there"""
    one, two = tabs(2, "Buy milk")
    kiss = "\U0001f469\U0001f3fd\u200d\u2764\ufe0f\u200d\U0001f48b\u200d\U0001f468\U0001f3fd"  # 35 bytes, one character
    # Most of what fills it comes from elsewhere.
    one.records.seed([{"title": f"Seed {number}", "detail": kiss * 1000} for number in range(9)])
    for page in (one, two):
        page.look_again()
        expect(page.row("Seed 8")).to_be_visible()
    own_server.kill()
    assert not is_packed(one), "the tabs have nothing to do"
    count = 9
    for number in range(count):
        page = (one, two)[number % 2].turn_here()
        page.new()
        page.write(title=f"To-do {number}", detail=kiss * 1000)
        page.save()
    wait_until(lambda: is_packed(one), "a packed journal")
    for page in (one, two):
        expect(page.row(f"To-do {count - 1}")).to_be_visible()
        page.reload()
        expect(page.row("To-do 0")).to_have_count(1)
        expect(page.page.locator("[data-row]")).to_have_count(count + 10)
    own_server.start()
    one.records.wait_until(lambda all: len(all) == count + 10)


def test_S13_an_entry_whose_snapshot_came_too_late_is_written_before_the_next(tabs, own_server):
    """[S6] [S13] a tab packs its journal, another tab writes first, and the tab ends before it has packed anew"""
    one, two = tabs(2, "Buy milk")
    fill_journal(one, two)
    own_server.kill()
    one.turn_here().page.evaluate(f"() => {{ {HELD_SNAPSHOTS} }}")
    one.add("Eggs")
    one.page.wait_for_function("() => window.held.length === 1")
    two.turn_here().add("Bread")
    one.turn_here().add("Butter")
    expect(one.row("Bread")).to_be_visible()
    one.page.evaluate("() => window.held.shift()()")
    one.page.wait_for_function("() => window.held.length === 1")  # it packs anew
    everything = ("Bread", "Butter", "Buy milk", "Eggs")
    for title in everything:
        expect(two.turn_here().row(title)).to_be_visible()
    one.page.close()
    two.reload()
    for title in everything:
        expect(two.row(title)).to_be_visible()


def test_S13_what_two_tabs_could_not_write_is_kept_by_both_once_there_is_room(tabs, own_server):
    """[S6] [S13] with no network; each then writes all it has in one piece, and neither writes over the other's"""
    one, two = tabs(2, "Buy milk")
    own_server.kill()
    for tab, title in (one, "Eggs"), (two, "Bread"):
        tab.turn_here()
        tab.page.evaluate(f"() => {{ {FAILING_DISK} window.writeError = 'QuotaExceededError'; }}")
        tab.add(title)
        expect(tab.banner).to_contain_text("out of space")
    for tab, title in (one, "Butter"), (two, "Jam"):
        tab.turn_here()
        tab.page.evaluate("() => { window.writeError = ''; }")
        tab.add(title)
        expect(tab.banner.filter(has_text="out of space")).to_have_count(0)
    everything = ("Bread", "Butter", "Buy milk", "Eggs", "Jam")
    for tab in (one, two):
        tab.turn_here()
        for title in everything:
            expect(tab.row(title)).to_be_visible()
        tab.reload()
        for title in everything:
            expect(tab.row(title)).to_be_visible()


def test_S13_what_a_tab_could_not_read_shows_a_little_later(tabs, own_server):
    """[S13] with no network, and no other change that tells of it; also when nobody comes back to the tab"""
    one, two = tabs(2, "Buy milk")
    own_server.kill()
    one.page.evaluate(f"() => {{ {FAILING_DISK} window.readError = 'UnknownError'; }}")
    two.turn_here().add("Eggs")
    one.page.wait_for_function("() => window.failed > 0")
    one.page.evaluate("() => { window.readError = ''; }")
    expect(one.row("Eggs")).to_be_visible()


def test_S13_a_tab_that_could_not_read_the_disk_at_first_joins_the_others_once_it_can(tabs, own_server):
    """[S6] [S13] with no network; until then it leads no other, and loses nothing"""
    (one,) = tabs(1, "Buy milk")
    own_server.kill()
    two = Person(one.page.context.new_page(), own_server, touch=False)
    two.page.add_init_script(f"{FAILING_DISK} window.readError = 'UnknownError';")
    two.open()
    two.wait_for_list()
    two.add("Of the second")
    expect(two.banner).to_contain_text("refused to store your changes")
    two.page.evaluate("() => { window.readError = ''; }")
    expect(two.row("Buy milk")).to_be_visible()
    expect(two.banner.filter(has_text="refused")).to_have_count(0)
    one.turn_here().add("Of the first")
    expect(two.row("Of the first")).to_be_visible()
    expect(one.row("Of the second")).to_be_visible()
    two.turn_here().add("Of the second again")
    expect(one.row("Of the second again")).to_be_visible()
