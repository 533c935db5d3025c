"""[A13] [A14] Photos on the device: sealed like everything else, and gone with the account."""

import pytest
from PIL import Image
from playwright.sync_api import expect

import pictures
import traces
from notes import Notes, files_of, wait_until

# The database of an earlier version: the same stores without the one for photos.
DOWNGRADE = """async () => {
  const done = request => new Promise((yes, no) => {
    request.onsuccess = () => yes(request.result);
    request.onerror = () => no(request.error);
  });
  const kept = {};
  const database = await done(indexedDB.open('daybook'));
  for (const name of ['vaults', 'keys', 'blobs', 'journal']) {
    const store = database.transaction(name).objectStore(name);
    const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
    kept[name] = keys.map((key, place) => [key, values[place]]);
  }
  database.close();
  await done(indexedDB.deleteDatabase('daybook'));
  const opening = indexedDB.open('daybook', 1);
  opening.onupgradeneeded = () => {
    for (const name of ['vaults', 'keys', 'blobs']) opening.result.createObjectStore(name);
    opening.result.createObjectStore('journal', { autoIncrement: true }).createIndex('account', 'account');
  };
  const earlier = await done(opening);
  for (const [name, records] of Object.entries(kept)) {
    const store = earlier.transaction(name, 'readwrite').objectStore(name);
    for (const [key, value] of records) await done(store.put(value, key));
  }
  earlier.close();
  return Object.keys(kept).map(name => kept[name].length);
}"""


def telling_photo(word):
    """A GIF, whose bytes stay as they are, with a word among its colours."""
    image = Image.new("P", (320, 240))
    image.putpalette(word.encode() * 8 + bytes(768 - 8 * len(word)))
    image.putdata([place % 256 for place in range(320 * 240)])
    return pictures.encoded(image, "GIF", optimize=False)


@pytest.fixture
def watched(people, own_server):
    """Somebody on a phone the memories of whose tab can be looked into."""
    person = people("phone", own_server)
    person.page.add_init_script(f"({traces.WATCH_MEMORIES})()")
    return person.sign_up()


def test_A13_no_photo_can_be_read_after_logging_out(watched):
    """[A10] [A13] nowhere in the tab and its stores; signed in again, with no server, it shows"""
    word = traces.word(48)
    notes = Notes(watched).go().new().add(("IMG_1.gif", telling_photo(word)), pictures.photo(2)).shows(2)
    photo = notes.stored_photos(2)[0]
    assert word.encode() in notes.bytes_of(photo["sha256"])
    assert traces.search(watched.page, [word]) != [], "it can be found while it shows"
    notes.done().close()
    watched.keep_app()
    notes.open().shows(2).close()
    watched.wait_until_synced()
    watched.log_out()
    assert traces.what_stays(watched.page, lambda: traces.search(watched.page, [word, "JFIF"])) == []
    traces.are_stored(watched.page, photos=4)  # two photos and their thumbnails, sealed
    watched.server.kill()
    watched.come_in()
    Notes(watched).go().open().shows(2)


@pytest.mark.allows_errors  # of the browser, that there is nothing at that address
def test_A13_a_photos_address_in_the_tab_ends_with_logging_out(watched):
    """[A13] an address that somebody has noted down shows nothing"""
    notes = Notes(watched).go().new().add(pictures.photo(3)).shows(1)
    address = notes.tiles.locator("img").get_attribute("src")
    fetched = "address => new Promise(done => { const i = new Image(); i.onload = () => done(true);\
        i.onerror = () => done(false); i.src = address; })"
    assert address.startswith("blob:") and watched.page.evaluate(fetched, address)
    notes.stored_photos(1)
    watched.press("Escape")
    watched.log_out()
    assert not watched.page.evaluate(fetched, address)


@pytest.mark.long
def test_A14_photos_go_with_the_account(people, own_server):
    """[A14] from the device and from the server; those of another person on the device stay"""
    person = people("phone", own_server)
    for seed in (4, 5):
        person.account = people("phone", own_server).account
        person.sign_up()
        Notes(person).go().new().add(pictures.photo(seed)).shows(1).stored_photos(1)
        Notes(person).close()
        person.open()
        if seed == 4:
            person.log_out()
    traces.are_stored(person.page, photos=4)
    person.open_account_screen()
    person.open_form("Delete account")
    person.fill(password=person.account.password)
    person.send()
    expect(person.page.locator(".form-notice")).to_contain_text("was deleted")
    traces.are_stored(person.page, photos=2)
    wait_until(lambda: len(files_of(own_server)) == 2, "the other's files alone")


def test_S6_what_an_earlier_version_kept_is_still_there(people, own_server):
    """[S6] [A9] its database gains a place for photos and loses nothing"""
    person = people("phone", own_server).arrive("Buy milk")
    person.keep_app()
    person.page.context.set_offline(True)
    person.add("Not synced")
    assert all(person.page.evaluate(DOWNGRADE)[:2])
    person.reload()
    person.sees("Not synced", "Buy milk")
    person.page.context.set_offline(False)
    notes = Notes(person)
    notes.wait(lambda: "Not synced" in person.records.todos(), "what was not synced")
    notes.go().new().add(pictures.photo(6)).shows(1).done().close()
    notes.wait(lambda: any(note["photos"] for note in notes.stored()), "its photo")
    person.reload()
    traces.are_stored(person.page, photos=2)
