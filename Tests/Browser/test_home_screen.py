"""[D3] What a home screen and other apps open, and the number on the app's icon."""

import pytest
from playwright.sync_api import expect

import accessibility
import drafts
import pictures
from days import day, milliseconds
from notes import Notes, files_of

BADGES = """
window.badges = [];
navigator.setAppBadge = count => { window.badges.push(count); return Promise.resolve(); };
"""


def badge_is(person, count):
    person.page.wait_for_function(f"() => window.badges.at(-1) === {count}")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_D3_a_shortcut_opens_the_form(people, server, size):
    """[D3] ready to type, over the list; back leads to the list and not out of Daybook"""
    person = people(size, server).arrive("Buy milk")
    status, manifest = server.request("GET", "/app.webmanifest")
    assert status == 200
    for shortcut in manifest["shortcuts"]:
        person.open(shortcut["url"])
        person.wait_for_list()
        if shortcut["name"] == "Today":
            expect(person.page).to_have_title("Today · Daybook")
    person.open("/new")
    expect(person.editor).to_be_visible()
    expect(person.page.locator("#editor-title")).to_be_focused()
    expect(person.page.locator("#editor-title")).to_have_value("")
    person.page.go_back()
    expect(person.editor).to_have_count(0)
    expect(person.page.locator(".large-title")).to_be_visible()


def test_D3_a_shared_web_page_is_a_new_todo_once_it_is_saved(people, server):
    """[D3] [S6] it stands in the form, outlives a reload, and nothing is saved before the person does"""
    person = people("phone", server)
    drafts.watch(person)
    person.arrive("Buy milk")
    person.open("/new?title=Kingfishers+%26+herons&text=&url=https%3A%2F%2Fbirds.example%2F%3Fa%3D1%26b%3D%C3%A9")
    expect(person.page.locator("#editor-title")).to_have_value("Kingfishers & herons")
    expect(person.page.locator("#editor-detail")).to_have_value("https://birds.example/?a=1&b=é")
    assert "Kingfishers & herons" not in person.records.todos()
    drafts.end(person, "reload")
    expect(person.page.locator("#editor-title")).to_have_value("Kingfishers & herons")
    expect(person.page.locator("#editor-detail")).to_have_value("https://birds.example/?a=1&b=é")
    person.save()
    todos = person.records.wait_until(lambda todos: "Kingfishers & herons" in todos)
    assert todos["Kingfishers & herons"]["detail"] == "https://birds.example/?a=1&b=é"


def test_D3_what_is_shared_waits_for_the_sign_in(people, server):
    """[D3] a reload keeps it, and markup in it is text"""
    person = people("phone", server).arrive("Buy milk")
    other = people("phone", server)
    other.account = person.account
    other.open("/new?text=%3Cb%3EMilk%3C%2Fb%3E%0AOat")
    other.page.locator("input[type=password]").wait_for()
    other.page.reload()
    other.fill(login=person.account.email, password=person.account.password)
    other.send()
    expect(other.page.locator("#editor-title")).to_have_value("<b>Milk</b>")
    expect(other.page.locator("#editor-detail")).to_have_value("Oat")


def test_D3_what_is_shared_over_unsaved_text_waits_in_sight(people, server):
    """[D3] in the line that adds, which a phone shows while it holds text"""
    person = people("phone", server)
    drafts.watch(person)
    person.arrive("Buy milk")
    line = person.page.locator("#quick-add")
    expect(line).to_be_hidden()
    person.new()
    person.write(title="Half a thought")
    drafts.end(person, "reload")
    person.open("/new?text=Oat%20milk")
    expect(person.page.locator("#editor-title")).to_have_value("Half a thought")
    person.save()
    expect(line).to_be_visible()
    expect(line).to_have_value("Oat milk")
    line.press("Enter")
    person.sees("Oat milk", "Half a thought", "Buy milk")
    line.blur()
    expect(line).to_be_hidden()


# What the system does with a share: a form in the manifest's words, to the address that the manifest gives.
FORM = """([fields, action]) => {
  const form = Object.assign(document.createElement('form'), { action, method: 'post', enctype: 'multipart/form-data' });
  for (const [name, value] of Object.entries(fields)) {
    const field = Object.assign(document.createElement(value === null ? 'input' : 'textarea'), { name });
    if (value === null) Object.assign(field, { type: 'file', multiple: true, id: 'shared-files' });
    else field.value = value;
    form.append(field);
  }
  document.body.append(form);
  window.send = () => form.submit();
}"""
WORKER = """() => navigator.serviceWorker.ready.then(ready => new Promise(done => {
  if (ready.active.state === 'activated') done(true);
  else ready.active.addEventListener('statechange', () => ready.active.state === 'activated' && done(true));
}))"""
WAITING = """() => new Promise(done => {
  const opening = indexedDB.open('daybook-shared');
  opening.onsuccess = () => {
    const { result } = opening;
    const answer = count => { result.close(); done(count); };
    if (!result.objectStoreNames.contains('shared')) return answer(0);
    const counting = result.transaction('shared').objectStore('shared').count();
    counting.onsuccess = () => answer(counting.result);
  };
})"""


def share(person, *photos, **texts):
    """Another app shares photos and texts. The service worker has the tab by then, as in an app that is installed."""
    page = person.page
    page.wait_for_function(WORKER)
    if not page.evaluate("() => !!navigator.serviceWorker.controller"):
        page.reload()
        page.wait_for_function("() => !!navigator.serviceWorker.controller")
    _, manifest = person.server.request("GET", "/app.webmanifest")
    target = manifest["share_target"]
    files = target["params"]["files"][0]["name"]
    fields = {target["params"][name]: text for name, text in texts.items()} | ({files: None} if photos else {})
    page.evaluate(FORM, [fields, target["action"]])
    if photos:
        page.set_input_files(
            "#shared-files",
            [{"name": f"IMG_{place}.jpg", "mimeType": "image/jpeg", "buffer": photo} for place, photo in enumerate(photos)],
        )
    with page.expect_navigation():
        page.evaluate("() => window.send()")


def answer(person, button):
    expect(person.alert).to_contain_text("to a new note?")
    person.alert.get_by_role("button", name=button, exact=True).click()
    expect(person.alert).to_have_count(0)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_D3_N5_shared_photos_are_a_new_note(people, own_server, size):
    """[D3] [N5] with the text; scaled and without the camera's metadata; nothing is added before the person agrees"""
    person = people(size, own_server, service_workers="allow").arrive("Buy milk")
    notes = Notes(person)
    large = pictures.encoded(pictures.scene(3000, 2000, 7), "JPEG", exif=pictures.exif(6))
    share(person, large, pictures.photo(2), title="Kingfishers by the lake", text="Two of them " * 12)
    expect(person.alert).to_contain_text("Add 2 photos to a new note?")
    expect(person.alert).to_contain_text("Kingfishers by the lake")
    assert accessibility.everything(person.page, touch=person.touch, within="dialog[open]") == []
    person.pause(1)
    assert files_of(own_server) == [] and notes.stored() == []
    answer(person, "Add")
    expect(person.page.locator("#note-title")).to_have_value("Kingfishers by the lake")
    notes.shows(2)
    notes.done().close()
    stored = notes.stored_photos(2)
    assert max(max(photo["width"], photo["height"]) for photo in stored) == 2048
    (note,) = notes.stored()
    assert note["title"] == "Kingfishers by the lake" and note["description"] == ("Two of them " * 12).strip()
    assert all(pictures.CAMERA not in notes.bytes_of(photo["sha256"]) for photo in stored)
    notes.wait(lambda: person.page.evaluate(WAITING) == 0, "no photo waits any more")
    person.reload()
    expect(person.alert).to_have_count(0)


def test_D3_shared_photos_wait_for_the_sign_in(people, own_server):
    """[D3] the sign-in tells of them; they outlive a reload; too many are reported; text alone is a to-do as before"""
    person = people("phone", own_server, service_workers="allow").arrive("Buy milk")
    other = people("phone", own_server, service_workers="allow")
    other.account = person.account
    other.open("/")
    other.page.locator("input[type=password]").wait_for()
    share(other, *[pictures.photo(seed, 80, 60) for seed in range(13)])
    expect(other.page.locator(".form-notice")).to_contain_text("Sign in to add what you shared")
    other.page.reload()
    expect(other.page.locator(".form-notice")).to_contain_text("Sign in to add what you shared")
    assert other.page.evaluate(WAITING) == 11
    other.fill(login=person.account.email, password=person.account.password)
    other.send()
    expect(other.alert).to_contain_text("to a new note?")
    # Escape leaves it open: it is asked again.
    other.press("Escape")
    expect(other.alert).to_have_count(0)
    other.reload()
    answer(other, "Add")
    expect(other.toast).to_contain_text("10 photos at most")
    Notes(other).shows(10)
    Notes(other).close()
    share(other, text="Oat milk")
    expect(other.page.locator("#editor-title")).to_have_value("Oat milk")
    expect(other.alert).to_have_count(0)


SHARE_AT_ONCE = """shares => Promise.all(shares.map(files => {
  const body = new FormData();
  for (const size of files) body.append('photos', new Blob([new Uint8Array(size)], { type: 'image/jpeg' }), 'IMG.jpg');
  return fetch('/share', { method: 'POST', body });
}))"""


def test_D3_shares_at_the_same_moment_are_all_kept(people, own_server):
    """[D3] none removes another's photos; beyond eleven the oldest give way"""
    person = people("phone", own_server, service_workers="allow").arrive("Buy milk")
    share(person, text="Oat milk")  # The worker serves the tab from here on.
    person.page.evaluate(SHARE_AT_ONCE, [[100, 101], [102], [103, 104]])
    assert person.page.evaluate(WAITING) == 5
    person.page.evaluate(SHARE_AT_ONCE, [[105] * 8])
    assert person.page.evaluate(WAITING) == 11


def test_D3_shared_photos_are_dropped_by_a_no_and_by_logging_out(people, own_server):
    """[D3] [A10] nothing of them is left on the device; what is no photo is told"""
    person = people("desktop", own_server, service_workers="allow").arrive("Buy milk")
    notes = Notes(person)
    share(person, pictures.photo(1))
    answer(person, "Discard")
    notes.wait(lambda: person.page.evaluate(WAITING) == 0, "no photo waits any more")
    share(person, b"no picture at all", pictures.photo(3))
    answer(person, "Add")
    expect(person.toast).to_contain_text("cannot use that file")
    notes.shows(1)
    share(person, pictures.photo(4))
    expect(person.alert).to_contain_text("Add the photo to a new note?")
    person.press("Escape")
    person.log_out()
    notes.wait(lambda: person.page.evaluate(WAITING) == 0, "no photo waits for the next person")


def test_D3_the_icon_tells_what_is_due(people, server):
    """[D3] [L9] overdue and today; it changes as to-dos are done, and goes as the person leaves"""
    person = people("desktop", server)
    person.page.context.add_init_script(BADGES)
    due = [milliseconds(day(days).replace(hour=23, minute=59, second=0, microsecond=0)) for days in (0, -1, 2)]
    person.arrive(*[{"title": f"Due {place}", "deadline": at, "age": 1_000_000_000_000} for place, at in enumerate(due)])
    badge_is(person, 2)
    person.check("Due 1")
    badge_is(person, 1)
    person.log_out()
    badge_is(person, 0)
