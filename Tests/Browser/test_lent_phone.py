"""[A10] [A13] A phone that is lent after logging out: with all the tools there are, nothing of the list is found."""

import pytest
from playwright.sync_api import expect

import traces
from conftest import SIZES
from person import Account, Person


class Owner(Account):
    """Somebody all of whose data is told apart from whatever else a browser holds."""

    def __init__(self):
        super().__init__()
        self.name = traces.word(18).capitalize()
        self.email = f"{traces.word(16)}@example.org".lower()
        # The policy asks for a lowercase letter first, capitals, digits and a sign.
        self.password = f"q{traces.word(8)}#KZ47"
        self.todo = {"title": traces.word(28), "detail": traces.word(60), "tags": [traces.word(8)]}
        self.second = traces.word(28)
        self.sought = traces.word(9)

    @property
    def words(self):
        todo = self.todo
        return [self.name, self.email, self.mobile, self.password, todo["title"], todo["detail"], *todo["tags"],
                self.second, self.sought]  # fmt: skip


def use(person):
    """A little of everything: adding, editing, searching, the menus, the account screen, a message, a reload."""
    owner = person.account
    todo = owner.todo
    person.new()
    person.write(todo["title"], todo["detail"], todo["tags"])
    person.save()
    person.add(owner.second)
    person.open_editor(todo["title"])
    person.close_editor()
    person.check(owner.second)
    person.search(owner.sought)
    person.search("")
    person.open_account_screen()
    person.open_form("Change name, mobile or email")
    person.close_account_screen()
    person.reload()
    person.open_editor(todo["title"])
    person.close_editor()
    person.check(owner.second)
    person.page.locator("#polite").filter(has_text="is open again").wait_for(state="attached")


@pytest.fixture(params=["phone", "desktop"])
def owner_at(request, people, server):
    person = people(request.param, server)
    person.page.add_init_script(f"({traces.WATCH_MEMORIES})()")
    person.account = Owner()
    person.sign_up()
    use(person)
    return person


def test_the_search_finds_what_is_there(owner_at):
    """While somebody is signed in: in the document, in memory, and in whatever else keeps it plainly."""
    page, owner = owner_at.page, owner_at.account
    found = traces.search(page, owner.words)
    for place in ("the document", "the newest memory"):
        for word in (owner.todo["title"], owner.todo["detail"], owner.second):
            assert f"{place}: {word}" in found or (place, word) == ("the document", owner.todo["detail"]), found
    assert "IndexedDB daybook.keys: a key" in found
    # Sealed is sealed, also while the key is there.
    assert [line for line in found if line.startswith("IndexedDB") and "a key" not in line] == []
    assert any(owner.second in line for line in traces.in_heap(page, owner.words))
    page.evaluate("""async ([word, other]) => {
      localStorage.note = word;
      sessionStorage[word] = '1';
      history.replaceState({ note: [word] }, '');
      document.cookie = `note=${word}`;
      await (await caches.open('note')).put('/note', new Response(new Blob([word])));
      const opening = indexedDB.open('note');
      opening.onupgradeneeded = () => {
        const store = opening.result.createObjectStore('notes', { autoIncrement: true });
        store.add(new Uint16Array([...word].map(letter => letter.charCodeAt(0))));
        store.add({ inside: [new TextEncoder().encode(other).buffer] });
      };
      await new Promise(done => { opening.onsuccess = done; });
      opening.result.close();
    }""", [owner.todo["title"], owner.second])
    found = traces.search(page, owner.words)
    for place in ("localStorage", "sessionStorage", "the history", "a cookie", "a cache", "IndexedDB note.notes"):
        assert f"{place}: {owner.todo['title']}" in found, place
    assert f"IndexedDB note.notes: {owner.second}" in found


def test_A13_nothing_is_found_from_within_the_tab_after_logging_out(owner_at):
    """[A10] [A13] documents, storage, caches, cookies, history, and the memory of the program"""
    person, owner = owner_at, owner_at.account
    person.log_out()
    assert traces.what_stays(person.page, lambda: traces.search(person.page, owner.words)) == []
    assert person.page.evaluate("() => window.memories.length") >= 2
    # The sealed data is still there.
    counts = traces.stored(person.page)
    assert counts["vaults"] == 1 and counts["journal"] + counts["blobs"] >= 1
    person.come_in()
    expect(person.row(owner.second)).to_be_visible()


def test_A13_nothing_is_left_in_the_tabs_memory_after_logging_out(owner_at):
    """[A10] [A13] every string of JavaScript, and the memory that Swift had is gone"""
    person, owner = owner_at, owner_at.account
    person.log_out()
    found = traces.what_stays(person.page, lambda: traces.in_heap(person.page, owner.words))
    assert found == [], "\n".join(found)
    # The whole module has the memory of its first part.
    beside_this_one = "() => new Set(window.memories.map(memory => memory.deref()).filter(Boolean)).size - 1"
    assert traces.what_stays(person.page, lambda: person.page.evaluate(beside_this_one)) == 0


def test_A13_going_back_after_logging_out_shows_nothing(owner_at):
    """[A10] [A13] nor does going forward again"""
    person, owner = owner_at, owner_at.account
    person.log_out()
    for _ in range(4):
        person.page.go_back()
        if not person.page.url.startswith(person.server.url):
            break  # before Daybook was opened
        assert traces.search(person.page, owner.words) == []
    person.page.go_forward()
    person.page.locator("#login").wait_for()
    assert traces.search(person.page, owner.words) == []


def test_A13_nothing_is_found_in_the_browsers_files_after_logging_out(launch, server, tmp_path):
    """[A10] [A13] the profile on the disk, every byte of it; a plain note shows that it would be"""
    note = traces.word(40)
    context = launch(tmp_path, **SIZES["phone"])
    try:
        person = Person(context.pages[0], server, touch=True)
        person.account = owner = Owner()
        person.sign_up()
        use(person)
        person.log_out()
        person.page.evaluate("note => { localStorage.note = note; }", note)
        person.page.wait_for_timeout(1_000)
    finally:
        context.close()
    assert traces.in_files(tmp_path, [note]) != []
    # The browser's own autofill keeps these; the person can turn it off.
    fills = [f"{folder}/{name}" for folder in ("Default",) for name in ("Web Data", "Login Data")]
    own = [f"{file}: {word}" for file in fills for word in (owner.name, owner.email, owner.mobile)]
    found = [line for line in traces.in_files(tmp_path, owner.words) if line not in own]
    assert found == [], "\n".join(found)
