"""[A14] Downloading everything one has, and bringing it into an empty account."""

import hashlib
import io
import json
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import expect

import pictures
from notes import Notes

TODOS = [
    {"title": "Water the fern", "done": True, "detail": "Two cups\nnot more", "tags": ["home", "green"]},
    {"title": "Zoë’s 👩‍👩‍👧‍👦 שלום", "deadline": 1_900_000_000_000},
]


def download(person):
    """The file that the person saves."""
    person.open_account_screen()
    with person.page.expect_download() as waiting:
        person.account_screen.get_by_text("Download everything", exact=True).click()
    saved = waiting.value
    assert saved.suggested_filename.endswith(".zip"), saved.suggested_filename
    return saved.path()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_A14_everything_is_downloaded(people, server, size):
    """[A14] a zip that opens, with all of it in plain words"""
    person = people(size, server).arrive(*TODOS)
    person.add("Added here")
    person.wait_until_synced()
    with zipfile.ZipFile(download(person)) as archive:
        assert archive.testzip() is None
        told = json.loads(archive.read("todos.json"))
        data = json.loads(archive.read("daybook.json"))
        texts = b"".join(archive.read(name) for name in archive.namelist()).decode()
    assert (data["format"], data["version"]) == ("daybook-export", 1)
    for title in ("Water the fern", TODOS[1]["title"], "Added here"):
        assert title in json.dumps(told, ensure_ascii=False)
    assert person.account.email in texts
    assert person.account.password not in texts and person.token not in texts
    # The web app is unchanged, and a message tells what happened.
    person.page.reload()
    expect(person.account_screen.locator(".screen-list.is-plain li").first).to_contain_text("Everything was downloaded")


def test_A14_an_export_is_brought_into_an_empty_account(people, server):
    """[A14] and gives the same data back, on the server and in this tab"""
    person = people("phone", server).arrive(*TODOS)
    path = download(person)
    newcomer = people("desktop", server).arrive()
    newcomer.open_account_screen()
    assert newcomer.page.locator("#import").get_attribute("accept").startswith(".zip")
    newcomer.page.set_input_files("#import", path)
    expect(newcomer.account_screen.locator(".form-notice")).to_contain_text("Imported")
    newcomer.close_account_screen()
    newcomer.is_done("Water the fern")
    newcomer.sees(*[todo["title"] for todo in reversed(TODOS)])
    volatile = ("id", "modifiedAt")
    plain = [
        {title: {name: value for name, value in todo.items() if name not in volatile} for title, todo in all.items()}
        for all in (person.records.todos(), newcomer.records.todos())
    ]
    assert plain[0] == plain[1]
    newcomer.open_account_screen()
    expect(newcomer.page.locator("#import")).to_have_count(0)
    expect(newcomer.account_screen).to_contain_text("You can import into an account that has no to-dos and no notes.")


def test_A14_drafts_which_no_export_has_are_downloaded_too(people, server):
    """[A14] [N2] the web app shows how many are on this device only"""
    person = people("phone", server).arrive("Buy milk")
    person.open_account_screen()
    expect(person.account_screen.get_by_role("button", name="Download drafts")).to_have_count(0)
    person.close_account_screen()
    notes = Notes(person).go().new("Idea", "Too short, “for now”\n🥛")
    notes.add(pictures.photo(width=900, height=600)).shows(1)
    notes.done()
    person.go_to("To-dos")
    person.open_account_screen()
    expect(person.account_screen).to_contain_text("1 draft is on this device only and not in that file.")
    with person.page.expect_download() as waiting:
        person.account_screen.get_by_role("button", name="Download drafts").click()
    assert waiting.value.suggested_filename == "daybook-drafts.zip"
    zipped = Path(waiting.value.path()).read_bytes()
    drafts = zipfile.ZipFile(io.BytesIO(zipped))
    assert drafts.testzip() is None
    (note,) = json.loads(drafts.read("notes.json"))["notes"]
    assert (note["title"], note["description"]) == ("Idea", "Too short, “for now”\n🥛")
    names = [name for name in drafts.namelist() if name.startswith("photos/")]
    assert {hashlib.sha256(drafts.read(name)).hexdigest() for name in names} == {name[7:71] for name in names}
    (photo,) = note["photos"]
    assert {name[7:71] for name in names} == {photo["sha256"], photo["thumbnail"]}
    # An import reads the file, and names what it leaves out: the note is still too short.
    newcomer = people("phone", server).arrive()
    token = newcomer.records.token
    newcomer.open_account_screen()
    newcomer.page.set_input_files("#import", {"name": "d.zip", "mimeType": "application/zip", "buffer": zipped})
    expect(newcomer.account_screen).to_contain_text("1 entry was left out")
    photo = server.request("GET", f"/api/v1/photos/{photo['sha256']}", token=token)
    assert photo[0] == 200


@pytest.mark.parametrize(
    "name, content",
    [("notes.txt", b"no zip at all"), ("cut.zip", b"PK\x03\x04 and then nothing"), ("empty.zip", b"")],
)
@pytest.mark.allows_errors
def test_A14_what_is_no_export_is_refused_in_words(people, server, name, content):
    """[A14] nothing changes, and another file may be chosen"""
    person = people("phone", server).arrive()
    person.open_account_screen()
    person.page.set_input_files("#import", {"name": name, "mimeType": "application/zip", "buffer": content})
    failure = person.account_screen.get_by_role("alert")
    expect(failure).to_be_visible()
    assert len(failure.inner_text()) > 10 and "Something went wrong" not in failure.inner_text(), failure.inner_text()
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("other.txt", "of another program")
    person.page.set_input_files("#import", {"name": "b.zip", "mimeType": "application/zip", "buffer": made.getvalue()})
    expect(failure).to_be_visible()
    expect(person.page.locator("#import")).to_be_enabled()
    person.close_account_screen()
    person.add("Goes on")
    person.wait_until_synced()
