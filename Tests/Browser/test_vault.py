"""[A9] [A10] [A13] The data on a device: open for the person who signed in, also without a network, sealed from others."""

import pytest
from playwright.sync_api import expect

import pictures
from notes import Notes, wait_until
from person import Person

OFFLINE = (
    "Daybook cannot reach its server, and no account on this device has this login and password. "
    "Check them, or connect and try again."
)
EARLIER = "cobalt#RIVER27"
LATER = "copper#LAKES38"

# The salt of the device's only vault: another password has another salt.
SALT = """() => new Promise(resolve => {
  indexedDB.open('daybook').onsuccess = ({ target: { result: database } }) => {
    database.transaction('vaults').objectStore('vaults').getAll().onsuccess = found => {
      database.close();
      resolve(String(found.target.result[0].salt));
    };
  };
})"""


def fails_offline(person, login=None, password=None):
    person.try_to_come_in(login, password)
    expect(person.page.locator(".form-error")).to_have_text(OFFLINE)
    expect(person.page.locator("#password")).to_be_focused()


def all_stores(page):
    """The content of IndexedDB, store by store, as counts and plain members."""
    return page.evaluate("""async () => {
      const done = r => new Promise((yes, no) => { r.onsuccess = () => yes(r.result); r.onerror = () => no(r.error); });
      const database = await done(indexedDB.open('daybook'));
      const found = {};
      for (const name of database.objectStoreNames) {
        found[name] = await done(database.transaction(name).objectStore(name).getAll());
      }
      database.close();
      for (const name of Object.keys(found)) found[name] = found[name].map(record => Object.keys(record).sort());
      return found;
    }""")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_A9_a_relaunch_asks_for_nothing_with_the_server_stopped_too(people, own_server, size):
    """[A9] [A13] the key stays while somebody is signed in"""
    person = people(size, own_server).sign_up()
    person.keep_app()
    person.add("Buy milk")
    person.wait_until_synced()
    own_server.kill()
    person.reload()
    person.sees("Buy milk")
    person.add("Written without a server")
    person.reload()
    person.sees("Written without a server", "Buy milk")
    expect(person.banner).to_contain_text("1 change will sync later")
    own_server.start()
    person.reload()
    person.sees("Written without a server", "Buy milk")
    expect(person.banner).to_have_count(0)


def test_A9_the_key_that_stays_cannot_be_read_from_the_tab(phone):
    """[A13] a CryptoKey that is not extractable"""
    current = """async () => {
      const done = r => new Promise(yes => { r.onsuccess = () => yes(r.result); });
      const database = await done(indexedDB.open('daybook'));
      const { key } = await done(database.transaction('keys').objectStore('keys').get('current'));
      database.close();
      const taken = await crypto.subtle.exportKey('raw', key).then(() => 'readable', error => error.name);
      return [key.constructor.name, key.algorithm.name, key.algorithm.length, key.extractable, taken];
    }"""
    assert phone.page.evaluate(current) == ["CryptoKey", "AES-GCM", 256, False, "InvalidAccessError"]


@pytest.mark.long
def test_A13_somebody_signs_in_with_no_server(people, own_server):
    """[A8] [A13] by email and by mobile, as people write them; whatever else is typed gets the same message"""
    person = people("phone", own_server).arrive("Buy milk")
    person.log_out()
    own_server.kill()
    account = person.account
    spaced = f"+91 {account.mobile[:5]} {account.mobile[5:]}"
    for login in (account.email.upper(), spaced, account.mobile, f" {account.email} "):
        fails_offline(person, login, "cobalt#RIVER28")
        fails_offline(person, "nobody@example.org", account.password)
        fails_offline(person, "9111111111", account.password)
        person.come_in(login)
        person.sees("Buy milk")
        expect(person.banner).to_contain_text("Offline.")
        person.log_out()


def test_A13_what_is_written_after_it_reaches_the_server_once_it_is_back(people, own_server):
    """[A13] [S8] after the server was told who is here, without another sign-in, and nothing before"""
    person = people("phone", own_server).arrive("Buy milk")
    with person.page.expect_response("**/api/v1/sessions/current"):  # else the end of that session is told first
        person.log_out()
    own_server.kill()
    calls = []
    person.page.on("request", lambda request: calls.append(request.url.split("/api/v1/")[-1]))
    person.come_in()
    person.add("Written without a server")
    person.check("Buy milk")
    wait_until(lambda: calls.count("sessions") >= 2, "two tries to sign in", pause=lambda: person.pause(0.05))
    assert "sync" not in calls
    calls.clear()
    own_server.start()
    todos = person.records.wait_until(lambda all: "Written without a server" in all)
    assert todos["Buy milk"]["done"]
    expect(person.banner).to_have_count(0)
    assert calls.index("sessions") < calls.index("sync") and calls.count("sync") >= 1
    assert person.page.locator("#login").count() == 0
    person.reload()
    person.is_done("Buy milk")
    person.sees("Written without a server", "Buy milk")
    expect(person.banner).to_have_count(0)


def write_then_change_the_password_elsewhere(person):
    """One change that is not synced, under an earlier password."""
    person.page.context.set_offline(True)
    person.add("Not synced")
    person.records.change_password(person.account, LATER)
    person.page.context.set_offline(False)
    expect(person.page.locator(".form-notice")).to_contain_text("You were logged out. Sign in again")


def asks_for_the_earlier_one(person):
    person.try_to_come_in()
    expect(person.page.get_by_role("heading", name="Earlier password")).to_be_visible()


def test_A13_an_earlier_password_brings_unsynced_changes_back(people, own_server):
    """[A10] [A13] after a change on another device; a wrong one is told, and the new one locks from then on"""
    person = people("phone", own_server).arrive("Buy milk")
    write_then_change_the_password_elsewhere(person)
    asks_for_the_earlier_one(person)
    person.send()
    expect(person.page.locator(".field-error")).to_contain_text("Enter your password.")
    for wrong in (LATER, "wrong#PASS27"):
        person.fill(earlier=wrong)
        person.send()
        expect(person.page.locator(".form-error")).to_contain_text("That is not your earlier password")
    person.fill(earlier=EARLIER)
    person.send()
    person.wait_for_list()
    person.sees("Not synced", "Buy milk")
    person.records.wait_until(lambda all: "Not synced" in all)
    person.reload()
    person.sees("Not synced", "Buy milk")
    person.log_out()
    own_server.kill()
    fails_offline(person, password=EARLIER)
    person.come_in()
    person.sees("Not synced", "Buy milk")


def test_A13_one_may_go_on_without_them(people, server):
    """[A13] it asks first; then what was not synced is gone, and what was synced is there"""
    person = people("phone", server).arrive("Buy milk")
    write_then_change_the_password_elsewhere(person)
    asks_for_the_earlier_one(person)
    page = person.page
    page.get_by_role("button", name="Discard changes").click()
    question = page.get_by_role("alert").filter(has_text="Changes that this device has not synced are discarded for good")
    expect(question).to_be_visible()
    page.get_by_role("button", name="Keep", exact=True).click()
    expect(page.get_by_role("button", name="Discard", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Discard changes").click()
    page.get_by_role("button", name="Discard", exact=True).click()
    person.wait_for_list()
    person.sees("Buy milk")
    person.add("Afterwards")
    todos = person.records.wait_until(lambda all: "Afterwards" in all)
    assert set(todos) == {"Buy milk", "Afterwards"}
    person.reload()
    person.sees("Afterwards", "Buy milk")
    assert len(all_stores(page)["vaults"]) == 1


@pytest.mark.allows_errors  # of the browser, that the server has no room
def test_A13_a_photo_that_was_not_uploaded_is_not_given_up_unasked(people, own_server):
    """[A10] [A13] [N6] its record is on the server, and its bytes are on this device alone"""
    person = people("phone", own_server).arrive("Buy milk")
    full = {"status": 507, "content_type": "application/problem+json", "body": '{"detail": "There is no room."}'}
    person.page.context.route("**/api/v1/photos/*", lambda route: route.fulfill(**full))
    notes = Notes(person).go().new().add(pictures.photo(7)).shows(1)
    notes.wait(lambda: any(note["photos"] for note in notes.stored()), "its record")
    notes.done().close()
    person.wait_until_synced()
    person.log_out()
    person.records.change_password(person.account, LATER)
    asks_for_the_earlier_one(person)
    person.page.context.unroute("**/api/v1/photos/*")
    person.fill(earlier=EARLIER)
    person.send()
    person.wait_for_list()
    Notes(person).go().open().shows(1)
    notes.stored_photos(1)


def test_A13_text_that_is_typed_in_another_tab_is_not_given_up_unasked(people, own_server):
    """[A10] [A13] [S13] the tab without text, which leaves last, has nothing to count"""
    person = people("desktop", own_server).arrive("Buy milk")
    other = Person(person.page.context.new_page(), own_server, touch=False)
    other.account = person.account
    other.open()
    other.sees("Buy milk")
    person.turn_here().page.locator("#quick-add").fill("Half a line")
    person.pause(1.5)
    person.log_out()
    other.page.wait_for_selector("#login")
    person.records.change_password(person.account, LATER)
    asks_for_the_earlier_one(person)


@pytest.mark.parametrize("leaves", ["logs out", "is ended"])
def test_A13_nothing_is_asked_when_everything_was_synced(people, server, leaves):
    """[A13] with the new password, a new vault is made from the server"""
    person = people("phone", server).arrive("Buy milk")
    person.add("Synced")
    person.wait_until_synced()
    if leaves == "logs out":
        person.log_out()
        person.records.change_password(person.account, LATER)
    else:
        person.records.change_password(person.account, LATER)
        person.look_again()
        expect(person.page.locator(".form-notice")).to_contain_text("You were logged out")
    person.come_in()
    person.sees("Synced", "Buy milk")


def test_A14_a_new_password_locks_the_device_from_then_on(people, own_server):
    """[A13] [A14] the earlier one opens nothing any more, and what was written before and after is there"""
    person = people("phone", own_server).arrive("Buy milk")
    person.open_account_screen()
    person.change_password(LATER)
    person.close_account_screen()
    person.add("Afterwards")
    person.wait_until_synced()
    person.reload()
    person.sees("Afterwards", "Buy milk")
    person.log_out()
    own_server.kill()
    fails_offline(person, password=EARLIER)
    person.come_in()
    person.sees("Afterwards", "Buy milk")


def test_A14_logging_out_right_after_a_new_password_loses_nothing(people, own_server):
    """[A13] [A14] while the vault may still be being locked with the new password"""
    person = people("phone", own_server).arrive("Buy milk")
    locked = person.page.evaluate(SALT)
    person.open_account_screen()
    person.change_password(LATER)
    person.account_screen.get_by_role("button", name="Log out", exact=True).click()
    person.alert.get_by_role("button", name="Log out").click()
    person.page.wait_for_selector("#login")
    wait_until(lambda: person.page.evaluate(SALT) != locked, "a vault under the new password")
    own_server.kill()
    fails_offline(person, password=EARLIER)
    person.come_in()
    person.sees("Buy milk")
