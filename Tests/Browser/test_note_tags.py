"""[N7] Tags and pins of notes, on a phone, a tablet and a desktop."""

import pytest
from playwright.sync_api import expect

import accessibility
import drafts
from notes import TITLE, Notes

WALKS = ("First walk", "Second walk", "Third walk")


@pytest.fixture(params=["phone", "tablet", "desktop"])
def writer(request, people, server):
    person = people(request.param, server)
    drafts.watch(person)
    return person.arrive({"title": "Pack", "tags": ["home"]})


def swipe_right(person, title):
    if person.touch:
        person.swipe(title, "right")
    else:
        person.mouse_drag(title, 320)


def test_N7_tags_are_added_removed_and_found(writer):
    """[N7] [T3] typed or taken from those in use; what a rule refuses stays in the line; a search finds them"""
    notes = Notes(writer).go().new().done()
    offered = notes.sheet.get_by_role("group", name="Tags in use").get_by_role("button")
    expect(offered).to_have_text(["home"])
    notes.tag("lake")
    expect(notes.tags).to_have_text(["lake"])
    expect(writer.page.locator("#editor-tag")).to_have_value("")
    offered.click()
    expect(notes.tags).to_have_text(["home", "lake"])
    expect(offered).to_have_count(0)
    assert accessibility.everything(writer.page, touch=writer.touch, within="#tag-form") == []
    notes.stored(lambda all: [note["tags"] for note in all] == [["home", "lake"]])
    notes.tag("ninechars")
    expect(writer.page.locator("#editor-tags-note")).to_be_visible()
    expect(writer.page.locator("#editor-tag")).to_have_value("ninechars")
    writer.page.fill("#editor-tag", "")
    expect(writer.page.locator("#editor-tags-note")).to_have_count(0)
    notes.sheet.get_by_role("button", name="Remove the tag “lake”").click()
    expect(notes.tags).to_have_text(["home"])
    # The same while it is written.
    notes.write().tag("trip")
    expect(notes.tags).to_have_text(["home", "trip"])
    notes.done().close()
    expect(writer.row(TITLE).locator(".tag")).to_have_text(["home", "trip"])
    notes.stored(lambda all: [note["tags"] for note in all] == [["home", "trip"]])
    writer.search("#tri")
    writer.sees(TITLE)
    writer.search("#ho")
    writer.sees(TITLE)
    expect(writer.page.locator(".found")).to_contain_text("Pack")


def test_N7_pinned_notes_come_first(writer):
    """[N7] by a swipe, by the note's button, and by a key where there is one; over a reload and on the server; undone"""
    notes = Notes(writer).go()
    for title in WALKS:
        notes.new(title).done().close()
    writer.sees("Third walk", "Second walk", "First walk")
    swipe_right(writer, "First walk")
    writer.sees("First walk", "Third walk", "Second walk")
    writer.hears("Pinned “First walk”.")
    expect(writer.row("First walk").locator(".pinned")).to_have_text("Pinned")
    notes.open("Second walk")
    expect(notes.pin).to_have_attribute("aria-pressed", "false")
    notes.pin.click()
    expect(notes.pin).to_have_attribute("aria-pressed", "true")
    notes.close()
    writer.sees("Second walk", "First walk", "Third walk")
    assert accessibility.everything(writer.page, touch=writer.touch) == []
    notes.stored(lambda all: {note["title"] for note in all if note["pinned"]} == {"First walk", "Second walk"})
    writer.reload()
    writer.sees("Second walk", "First walk", "Third walk")
    if writer.touch:
        swipe_right(writer, "Second walk")
    else:
        writer.row("Second walk").focus()
        writer.press("p")
    writer.sees("First walk", "Third walk", "Second walk")
    expect(writer.page.locator(".pinned")).to_have_count(1)
    if not writer.touch:
        writer.press("Control+z")
        writer.sees("Second walk", "First walk", "Third walk")


def test_T3_renaming_a_tag_renames_it_on_notes(writer):
    """[T3] [N7] with one undo for all"""
    notes = Notes(writer).go().new().done().tag("home")
    expect(notes.tags).to_have_text(["home"])
    notes.close()
    if writer.page.viewport_size["width"] < 820:
        writer.go_to("To-dos")
    writer.filter("home")
    writer.page.get_by_role("button", name="Tag", exact=True).click()
    writer.menu.get_by_role("menuitem", name="Rename tag").click()
    name = writer.page.get_by_role("textbox", name="Name", exact=True)
    name.fill("house")
    name.press("Enter")
    expect(writer.toast).to_contain_text("“home” is “house” now, on 1 to-do and 1 note.")
    writer.hold_toast()
    notes.stored(lambda all: [note["tags"] for note in all] == [["house"]])
    writer.records.wait_until(lambda all: all["Pack"]["tags"] == ["house"])
    writer.toast.get_by_role("button", name="Undo").click()
    notes.stored(lambda all: [note["tags"] for note in all] == [["home"]])
    writer.records.wait_until(lambda all: all["Pack"]["tags"] == ["home"])


def test_S6_a_tag_that_is_being_typed_outlives_the_tab(writer):
    """[S6] [N7] the note is open as it was, to be read; leaving it makes the tag, and asks if that cannot be"""
    notes = Notes(writer).go().new().done()
    writer.page.fill("#editor-tag", "tra")
    drafts.wait_until_kept(writer)
    writer.reload()
    expect(writer.page.locator("#editor-tag")).to_have_value("tra")
    expect(writer.page.locator("#note-write")).to_be_visible()
    expect(notes.tags).to_have_count(0)
    notes.close()
    expect(writer.row(TITLE).locator(".tag")).to_have_text(["tra"])
    notes.open()
    writer.page.fill("#editor-tag", "ninechars")
    notes.sheet.get_by_role("button", name="Close").click()
    expect(writer.alert).to_contain_text("Shorten the tag to 8 characters.")
    writer.alert.get_by_role("button", name="Keep writing").click()
    expect(writer.page.locator("#editor-tag")).to_have_value("ninechars")
    notes.sheet.get_by_role("button", name="Close").click()
    writer.alert.get_by_role("button", name="Discard").click()
    expect(notes.sheet).to_have_count(0)
    expect(writer.row(TITLE).locator(".tag")).to_have_text(["tra"])


def test_N7_a_tag_that_only_notes_have_is_among_the_lists(writer):
    """[N7] [L5] it leads to a list that names its notes, and on to all of them; light, dark, 200 %"""
    notes = Notes(writer).go().new().done().tag("lake").close()
    page = writer.page
    if page.locator(".tab").first.is_visible():
        writer.go_to("To-dos")
    writer.filter("lake")
    found = page.locator(".found")
    expect(found).to_contain_text(TITLE)
    expect(page.locator(".empty")).to_contain_text("No to-dos with this tag")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        writer.settle()
        assert accessibility.everything(page, touch=writer.touch) == []
    assert accessibility.narrow_or_large(writer) == []
    found.get_by_role("button", name="1 note", exact=True).click()
    expect(page.locator(".large-title")).to_have_text("Notes")
    expect(page.locator("#search")).to_have_value("#lake ")
    writer.sees(TITLE)
    if writer.touch:
        notes.open()
    else:
        writer.search("")
        page.keyboard.press("Escape")
        page.keyboard.press("Control+k")
        page.locator("#palette").wait_for()
        page.keyboard.type("lak")
        expect(page.locator(".palette [aria-selected=true]")).to_have_text("lake")
        page.keyboard.press("Enter")
        expect(found).to_contain_text(TITLE)
        found.locator(".found-item").click()
        expect(notes.sheet.locator(".note-title")).to_have_text(TITLE)


def test_L5_the_tag_of_a_list_is_in_sight_when_the_list_comes_back(phone_with):
    others = [{"title": f"To-do {number}", "tags": [f"tag{number}"]} for number in range(6)]
    phone = phone_with({"title": "Pack", "tags": ["zoo"]}, *others)
    phone.filter("zoo")
    phone.sees("Pack")
    chosen = phone.page.locator(".head .chips [aria-pressed=true]")
    expect(chosen).to_have_text(["zoo"])
    phone.go_to("Notes")
    phone.go_to("To-dos")
    phone.sees("Pack")
    expect(chosen).to_be_in_viewport(ratio=1)
