"""[S2] [S6] Disks that are damaged, refused or dropped, and clocks that are wrong: nothing goes that need not, and the
person is told."""

import pytest
from playwright.sync_api import expect

import drafts
from disks import FAILING_DISK

DAMAGED = "Some data on this device could not be read. It is loaded again from the server."

# Flips a bit in the sealed bytes of the snapshot, or of each batch of the journal whose key is above one and not above
# the other.
DAMAGE = """async ([store, above, through]) => {
  const done = r => new Promise((yes, no) => { r.onsuccess = () => yes(r.result); r.onerror = () => no(r.error); });
  const database = await done(indexedDB.open('daybook'));
  const all = database.transaction([store], 'readwrite').objectStore(store);
  const [values, keys] = [await done(all.getAll()), await done(all.getAllKeys())];
  const isMeant = key => above === undefined || (above < key && key <= through);
  for (const [place, key] of keys.entries()) {
    if (!values[place].bytes || !isMeant(key)) continue;
    values[place].bytes[values[place].bytes.length >> 1] ^= 4;
    await done(all.put(values[place], key));
  }
  database.close();
}"""

LAST_KEY = """async () => {
  const done = r => new Promise((yes, no) => { r.onsuccess = () => yes(r.result); r.onerror = () => no(r.error); });
  const database = await done(indexedDB.open('daybook'));
  const keys = await done(database.transaction('journal').objectStore('journal').getAllKeys());
  database.close();
  return Math.max(0, ...keys);
}"""

STORED = """async () => {
  const done = r => new Promise((yes, no) => { r.onsuccess = () => yes(r.result); r.onerror = () => no(r.error); });
  const database = await done(indexedDB.open('daybook'));
  const names = ['blobs', 'journal'];
  const found = await Promise.all(names.map(name => done(database.transaction(name).objectStore(name).count())));
  database.close();
  return found;
}"""

# The database cannot be opened once, or a store of it cannot be read once.
FAILS_ONCE = """
const failing = '%s';
window.failed = 0;
const failOnce = (prototype, name, isMeant) => {
  const real = prototype[name];
  prototype[name] = function (...given) {
    if (window.failed || !isMeant(...given)) return real.apply(this, given);
    window.failed += 1;
    throw new DOMException('not now', 'UnknownError');
  };
};
failOnce(IDBFactory.prototype, 'open', name => failing === 'open' && name === 'daybook');
failOnce(IDBDatabase.prototype, 'transaction', (names, mode) => mode === 'readonly' && names.includes(failing));
"""

REFUSING_REMINDERS = """
window.refused = 0;
const real = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (...given) {
  if (this.name !== 'daybook-reminders') return real.apply(this, given);
  window.refused += 1;
  throw new DOMException('not here', 'InvalidStateError');
};
"""

A_DAY_AHEAD = "{ const real = Date.now; Date.now = () => real() + 86400000; }"


def test_S6_a_damaged_batch_of_the_journal_takes_no_other_with_it(people, own_server):
    """[S6] what the server has comes back, what is unsent in the other batches is sent, and one message shows"""
    person = people("desktop", own_server)
    drafts.watch(person)
    person.arrive("Buy milk")
    person.keep_app()
    own_server.kill()
    ends = []  # the journal's last key after each; a text that is typed slowly has batches of its own
    for title in ("First", "Second", "Third"):
        person.add(title)
        drafts.wait_until_kept(person)
        ends.append(person.page.evaluate(LAST_KEY))
    person.page.evaluate(DAMAGE, ["journal", *ends[:2]])  # the second's
    person.page.reload()
    expect(person.page.locator(".toast")).to_contain_text(DAMAGED)
    person.sees("Third", "First", "Buy milk")
    person.reload()
    person.sees("Third", "First", "Buy milk")
    expect(person.page.locator(".toast")).to_have_count(0)
    own_server.start()
    todos = person.records.wait_until(lambda all: "Third" in all)  # tries follow each other ever slower
    assert set(todos) == {"Third", "First", "Buy milk"}


def test_S6_a_damaged_snapshot_is_fetched_again(people, own_server):
    """[S6] what was written since stays, and the rest comes from the server"""
    person = people("desktop", own_server).arrive("Buy milk")
    person.keep_app()
    person.page.evaluate(DAMAGE, ["journal"])
    person.reload()  # a snapshot takes the place of what is damaged
    person.sees("Buy milk")
    person.wait_until_synced()
    person.page.wait_for_function(f"async () => (await ({STORED})())[0] > 0")
    own_server.kill()
    person.add("Written since")
    person.page.evaluate(DAMAGE, ["blobs"])
    person.page.reload()
    expect(person.page.locator(".toast")).to_contain_text(DAMAGED)
    person.sees("Written since", "Buy milk")  # which was read again since the first damage, and is in the journal
    own_server.start()
    todos = person.records.wait_until(lambda all: "Written since" in all)
    assert set(todos) == {"Written since", "Buy milk"}


@pytest.mark.parametrize("failing", ["open", "keys", "vaults", "journal"])
def test_S6_a_disk_that_fails_once_at_a_launch_is_read_again(people, own_server, failing):
    """[S6] nobody has to sign in again, and nothing is said; the server is gone, so all comes from the disk"""
    person = people("desktop", own_server).arrive("Buy milk")
    person.wait_until_synced()
    person.keep_app()
    own_server.kill()
    person.page.context.add_init_script(FAILS_ONCE % failing)
    person.reload()
    assert person.page.evaluate("() => window.failed") == 1
    person.sees("Buy milk")
    assert DAMAGED not in person.page.locator("body").inner_text()


def test_S6_a_disk_that_refuses_is_reported_and_the_app_goes_on(people, server):
    """[S6] what was written meanwhile is sent, and on the disk once that takes it again"""
    person = people("phone", server)
    person.page.context.add_init_script(FAILING_DISK)
    person.arrive("Buy milk")
    person.page.evaluate("() => { window.writeError = 'InvalidStateError'; }")
    person.check("Buy milk")
    expect(person.banner).to_contain_text("refused to store your changes")
    person.is_done("Buy milk")
    person.records.wait_until(lambda all: all["Buy milk"]["done"])
    person.page.evaluate("() => { window.writeError = ''; }")
    person.add("On the disk")
    expect(person.banner).to_have_count(0)
    person.reload()
    person.is_done("Buy milk")
    person.sees("On the disk", "Buy milk")


@pytest.mark.parametrize("has_room", [False, True], ids=["full", "room again"])
def test_A13_a_session_that_ends_while_the_disk_is_full(people, own_server, has_room):
    """[A13] [S6] what is neither synced nor stored is stored in a last attempt, or the sign-in screen says that it may be lost"""
    person = people("desktop", own_server)
    person.page.context.add_init_script(FAILING_DISK)
    person.arrive("Buy milk")
    person.wait_until_synced()
    drafts.wait_until_kept(person)
    other = person.page.context.new_page()
    other.goto(own_server.url + "/style.css")
    other.evaluate("() => { window.told = []; window.onstorage = ({ key }) => window.told.push(key); }")
    person.turn_here()
    own_server.kill()
    person.page.evaluate("() => { window.writeError = 'QuotaExceededError'; }")
    person.add("Of this device alone")
    expect(person.banner).to_contain_text("out of space")
    if has_room:
        person.page.evaluate("() => { window.writeError = ''; }")
    own_server.start()
    status, _ = own_server.request("DELETE", "/api/v1/sessions/current", token=person.token)
    assert status == 204
    notice = person.page.locator(".form-notice")
    expect(notice).to_contain_text("You were logged out.")
    if not has_room:  # else it may be stored before the session ends, because that is tried every 20 seconds
        expect(notice).to_contain_text("could not store your last changes")
    person.page.evaluate("() => { window.writeError = ''; }")
    person.come_in()
    person.sees(*["Of this device alone"] * has_room, "Buy milk")
    assert "daybook-left" not in other.evaluate("() => window.told"), "the server tells the other tabs"


def test_S6_a_disk_that_refuses_what_it_keeps_of_reminders_is_no_error(people, server):
    """[S6] both stores are asked, and the app goes on"""
    person = people("phone", server)
    person.page.context.add_init_script(REFUSING_REMINDERS)
    person.arrive("Buy milk")
    while person.page.evaluate("() => window.refused") < 2:
        person.pause(0.05)
    person.check("Buy milk")
    person.is_done("Buy milk")


def test_S6_a_disk_that_the_browser_dropped_is_said(people, server):
    """[S6] the session is there and its vault is not: the app goes on in memory, with a message"""
    person = people("phone", server).arrive("Buy milk")
    person.wait_until_synced()
    person.page.goto(server.url + "/style.css")  # nothing of the app holds the database open
    person.page.evaluate("() => new Promise(done => { indexedDB.deleteDatabase('daybook').onsuccess = done; })")
    person.open()
    person.sees("Buy milk")
    expect(person.banner).to_contain_text("cannot store data")
    person.add("In memory")
    person.records.wait_until(lambda all: "In memory" in all)


@pytest.mark.parametrize("count", [1, 2])
def test_S2_a_clock_a_day_ahead_costs_nobody_an_edit(people, own_server, count):
    """[S2] [S13] in one tab and in two: the refused changes arrive, and another device's later edit wins over them"""
    person = people("desktop", own_server, service_workers="allow")
    person.page.context.add_init_script(A_DAY_AHEAD)
    person.arrive()
    tabs = [person, *(person.another_tab() for _ in range(count - 1))]
    for number, tab in enumerate(tabs):
        tab.add(f"Of tab {number}")
    titles = {f"Of tab {number}" for number in range(count)}
    person.records.wait_until(lambda all: titles <= set(all))
    for tab in tabs:
        for title in titles:
            expect(tab.row(title)).to_be_visible()
    phone = people("phone", own_server)
    phone.account, phone.records = person.account, person.records
    phone.sign_in()
    phone.open_editor("Of tab 0")
    phone.write(title="By the right clock")
    phone.save()
    for tab in tabs:
        expect(tab.row("By the right clock")).to_be_visible()
    tabs[-1].check("By the right clock")
    todos = person.records.wait_until(lambda all: all.get("By the right clock", {}).get("done"))
    assert set(todos) == titles - {"Of tab 0"} | {"By the right clock"}
