"""[N3] [D1] Looking at photos and putting them in order, with a finger, a mouse and the keyboard alone."""

import re
import time

import pytest
from playwright.sync_api import expect

import accessibility
import pictures
from notes import Notes, wait_until


@pytest.fixture(params=["phone", "tablet", "desktop"])
def notes(request, people, server):
    """Somebody who reads a note with four photos."""
    notes = Notes(people(request.param, server).sign_up()).go().new()
    notes.add(*[pictures.photo(seed, 1_000, 750 if seed % 2 else 1_300) for seed in range(4)]).shows(4)
    return notes.done().shows(4)


def scale(notes, place):
    matrix = notes.gallery.locator("img").nth(place).evaluate("image => getComputedStyle(image).transform")
    return 1 if matrix == "none" else float(matrix[len("matrix(") :].split(",")[0])


def wait_for_scale(notes, place, wanted):
    wait_until(lambda: wanted(scale(notes, place)), "a photo's size")


def test_N3_photos_are_looked_at_with_the_keyboard_alone(notes):
    """[N3] [D1] arrows, Home, End; closer and away, and about it; Escape, and the focus is where it was"""
    page = notes.page
    opener = notes.tiles.nth(1).get_by_role("button")
    opener.focus()
    page.keyboard.press("Enter")
    notes.gallery.wait_for()
    notes.at(1)
    assert accessibility.everything(page) == []
    assert notes.gallery.get_attribute("aria-label") and notes.gallery.evaluate("g => g.contains(document.activeElement)")
    names = notes.gallery.locator("img").evaluate_all("images => images.map(image => image.alt)")
    assert names == [f"Photo {place} of 4" for place in (1, 2, 3, 4)]
    for key, place in (("ArrowRight", 2), ("ArrowRight", 3), ("ArrowRight", 3), ("Home", 0), ("ArrowLeft", 0), ("End", 3)):
        page.keyboard.press(key)
        notes.at(place)
    expect(page.locator("dialog #polite")).to_have_text("Photo 4 of 4")  # a dialog makes all else inert
    notes.person.outlast(400)  # scrolling is over
    page.keyboard.press("+")
    wait_for_scale(notes, 3, lambda size: size > 1.4)
    page.keyboard.press("ArrowDown")
    notes.at(3)
    page.keyboard.press("0")
    wait_for_scale(notes, 3, lambda size: size == 1)
    page.keyboard.press("Escape")
    expect(notes.gallery).to_have_count(0)
    expect(page.locator("body > #polite")).to_have_count(1)
    expect(notes.tiles.nth(3).get_by_role("button")).to_be_focused()


def test_D1_the_gallery_fits_any_window_and_its_buttons_a_thumb(notes):
    """[D1] from 320 pixels on, upright and lying, at 200 % of text"""
    page = notes.page
    notes.enlarge(2)
    for width, height in ((320, 568), (568, 320), (1_440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        notes.at(2)
        assert accessibility.sideways(page) == 0
        assert accessibility.targets(page) == []
        box = notes.gallery.bounding_box()
        assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, width, height)
    page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    assert accessibility.sideways(page) == 0 and accessibility.targets(page) == []
    notes.gallery.get_by_role("button", name="Close").click()
    expect(notes.gallery).to_have_count(0)


def test_D1_photos_move_with_the_keyboard_alone(notes):
    """[D1] Alt and an arrow; announced, the focus goes along, and the order is on the server"""
    page = notes.page
    before = notes.order()
    digests = [photo["sha256"] for photo in notes.stored_photos(4)]
    notes.write().shows(4)
    assert accessibility.everything(page) == []
    notes.sheet.locator("[host-reorders]").wait_for()
    notes.tiles.nth(0).focus()
    page.keyboard.press("Alt+ArrowRight")
    expect(page.locator("#polite")).to_have_text("Moved to position 2 of 4.")
    page.keyboard.press("Alt+ArrowDown")
    expect(page.locator("#polite")).to_have_text("Moved to position 3 of 4.")
    wanted = [before[1], before[2], before[0], before[3]]
    notes.is_ordered(wanted)
    notes.wait(lambda: notes.person.focused("data-key") == before[0], "the focus on the photo that was moved")
    for _ in range(3):
        page.keyboard.press("Alt+ArrowLeft")
    notes.is_ordered(before)
    page.keyboard.press("Alt+ArrowRight")
    notes.is_ordered([before[1], before[0], *before[2:]])
    wanted = [digests[1], digests[0], *digests[2:]]
    wait_until(lambda: [photo["sha256"] for photo in notes.stored_photos(4)] == wanted, "the order on the server")
    page.reload()
    notes.shows(4).is_ordered([before[1], before[0], *before[2:]])


def test_D1_photos_move_by_a_tap(notes):
    """[D1] each has buttons for one place earlier and later, as far as there is one; they are no stops of the keyboard"""
    before = notes.order()
    notes.write().shows(4)
    notes.tiles.first.get_by_role("button", name="Move photo 1 later").click()
    notes.is_ordered([before[1], before[0], *before[2:]])
    notes.person.hears("Moved to position 2 of 4.")
    notes.tiles.last.get_by_role("button", name="Move photo 4 earlier").click()
    notes.is_ordered([before[1], before[0], before[3], before[2]])
    for name in ("Move photo 1 earlier", "Move photo 4 later"):
        expect(notes.sheet.get_by_role("button", name=name)).to_have_count(0)
    expect(notes.sheet.locator(".photo-move:not([tabindex='-1'])")).to_have_count(0)
    assert accessibility.everything(notes.page, touch=notes.person.touch, within=".sheet") == []


def test_D1_photos_are_dragged_to_their_place(notes):
    """[D1] with a mouse at once, with a finger after a long press; a quick finger scrolls and Escape puts back"""
    page, person = notes.page, notes.person
    before = notes.order()
    notes.write().shows(4)
    notes.sheet.locator("[host-reorders]").wait_for()
    person.settle()
    boxes = [notes.tiles.nth(place).bounding_box() for place in range(3)]
    (x, y), (to_x, to_y) = [(box["x"] + box["width"] / 3, box["y"] + box["height"] * 2 / 3) for box in (boxes[0], boxes[2])]
    if person.touch:
        person.drag(x, y, to_x - x, to_y - y)
        person.outlast(300)
        assert notes.order() == before
        person._touch("touchStart", (x, y))
        notes.sheet.locator("[host-dragged]").wait_for()
        for step in range(1, 11):
            person._touch("touchMove", (x + (to_x - x) * step / 10, y + (to_y - y) * step / 10))
            time.sleep(0.016)
        person.let_go()
    else:
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(to_x, to_y, steps=10)
        page.keyboard.press("Escape")
        page.mouse.up()
        person.outlast(400)
        assert notes.order() == before and notes.sheet.is_visible()
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(to_x, to_y, steps=10)
        page.mouse.up()
    wanted = [before[1], before[2], before[0], before[3]]
    notes.is_ordered(wanted)
    person.settle()
    moved = "items => items.filter(item => item.style.transform).length"
    notes.wait(lambda: notes.tiles.evaluate_all(moved) == 0, "all photos in their places")
    notes.done()
    page.reload()
    notes.shows(4).is_ordered(wanted)


@pytest.mark.parametrize("notes", ["phone"], indirect=True)
def test_N3_photos_are_looked_at_with_a_finger(notes):
    """[N3] a swipe to the next, a double tap and a pinch closer, about it, and down to close"""
    person, page = notes.person, notes.page
    notes.enlarge(1)
    person.drag(330, 420, -260, 0)
    notes.at(2)
    person.outlast(600)
    notes.at(2)

    def tap_twice():
        began = time.time()
        for tap in range(2):  # the events tell how quick the finger is; a loaded machine is slower
            person._touch("touchStart", (195, 420), at=began + tap * 0.1)
            person._touch("touchEnd", at=began + tap * 0.1 + 0.05)

    tap_twice()
    wait_for_scale(notes, 2, lambda size: size > 2)
    person.drag(195, 420, 120, 40)
    notes.at(2)
    tap_twice()
    wait_for_scale(notes, 2, lambda size: size == 1)
    person._touch("touchStart", (165, 420), (225, 420))
    for step in range(1, 11):
        person._touch("touchMove", (165 - 6 * step, 420), (225 + 6 * step, 420))
        time.sleep(0.016)
    person.let_go()
    wait_for_scale(notes, 2, lambda size: size > 1.5)
    assert page.evaluate("() => visualViewport.scale") == 1, "the document itself keeps its size"
    page.keyboard.press("0")
    wait_for_scale(notes, 2, lambda size: size == 1)
    person.drag(195, 300, 4, 60)
    person.settle()
    notes.at(2)
    person.drag(195, 300, 4, 300)
    expect(notes.gallery).to_have_count(0)
    expect(notes.sheet).to_be_visible()


@pytest.mark.parametrize("notes", ["phone"], indirect=True)
def test_N3_photos_open_from_the_editor(notes):
    """[N3] and closing them leads back to the photo, with what was typed"""
    page = notes.page
    notes.write().shows(4)
    page.fill("#note-description", "Typed before looking at a photo.")
    notes.tiles.nth(2).get_by_role("button", name="Photo 3 of 4", exact=True).tap()
    notes.gallery.wait_for()
    notes.at(2)
    notes.gallery.get_by_role("button", name="Close").click()
    expect(notes.gallery).to_have_count(0)
    expect(page.locator("#note-description")).to_have_value("Typed before looking at a photo.")
    expect(notes.tiles.nth(2).get_by_role("button", name="Photo 3 of 4", exact=True)).to_be_focused()


@pytest.mark.parametrize("notes", ["phone"], indirect=True)
def test_N3_a_photo_that_is_removed_elsewhere_closes(notes, people, server):
    """[N3] [S11] and only that one; its address goes with it, and back leads on from the note"""
    page = notes.page
    notes.stored_photos(4)
    desk = people("desktop", server)
    desk.account = notes.person.account
    other = Notes(desk.sign_in()).go().open().write().shows(4)
    expect(page).to_have_url(re.compile("/note/"))
    note = page.url
    notes.enlarge(1)
    expect(page).not_to_have_url(note)
    other.tiles.nth(3).get_by_role("button", name="Remove photo 4").click()
    expect(notes.gallery.locator("[data-slide]")).to_have_count(3)
    notes.at(1)
    other.tiles.nth(1).get_by_role("button", name="Remove photo 2").click()
    expect(notes.gallery).to_have_count(0)
    notes.person.hears("This photo was removed on another device.")
    expect(notes.tiles).to_have_count(2)
    wait_until(lambda: page.url == note, "the note's address")
    notes.enlarge(0)
    notes.at(0)
    page.keyboard.press("Escape")
    expect(notes.gallery).to_have_count(0)
    page.go_back()
    expect(notes.sheet).to_have_count(0)
