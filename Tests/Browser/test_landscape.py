"""[D1] A phone on its side, rows of one or two lines, and a pane that can be widened."""

import re

import pytest
from playwright.sync_api import expect

import accessibility
from days import day, milliseconds
from notes import Notes

IN_SIGHT = """() => {
  const foot = document.querySelector('.bottom-bar');
  const bottom = foot && foot.offsetHeight && foot.offsetHeight < innerHeight / 2 ? foot.getBoundingClientRect().top : innerHeight;
  return [...document.querySelectorAll('[data-row] .row-front')].filter(row => {
    const box = row.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= bottom + 0.5;
  }).length;
}"""
HEIGHTS = "() => [...document.querySelectorAll('[data-row]')].map(row => Math.round(row.getBoundingClientRect().height))"


def todos():
    tomorrow = milliseconds(day(1).replace(hour=17, minute=30, second=0, microsecond=0))
    return [{"title": f"To-do {number}", "tags": ["home"], "deadline": tomorrow} if number % 2 else f"Plain {number}" for number in range(12)]


@pytest.mark.parametrize("size", [(844, 390), (667, 375), (740, 340)])
def test_D1_a_phone_on_its_side_shows_five_rows(people, server, size):
    """[D1] [L7] with the count and the title; everything can be reached; light and dark"""
    person = people("phone", server, viewport={"width": size[0], "height": size[1]}).arrive(*todos())
    person.settle()
    assert person.page.evaluate(IN_SIGHT) >= 5
    expect(person.page.locator(".large-title")).to_be_in_viewport()
    expect(person.count).to_be_in_viewport()
    assert accessibility.everything(person.page, touch=True) == []
    person.page.emulate_media(color_scheme="dark")
    person.settle()
    assert accessibility.contrast(person.page) == []
    assert accessibility.sideways(person.page) == 0
    person.new()
    person.write("Buy milk")
    person.save()
    person.account_button.click()
    expect(person.menu).to_be_visible()


def test_N1_the_text_of_a_note_has_a_line_below_its_title_on_a_phone(people, server):
    """[N1] [T7] beside a short title and a long one; much of it can be read; two lines in all"""
    person = people("phone", server).arrive("Milk")
    notes = Notes(person).go()
    for title in ("Names for the boat", "What to plant where, and what not to"):
        notes.new(title, "Kingfisher, Little Auk, Marigold. Father wants Marigold, and he has painted half of it. " * 2).done().close()
    person.settle()
    for title in person.titles():
        head, detail = (person.row(title).locator(name).bounding_box() for name in (".row-head", ".row-detail"))
        assert detail["y"] >= head["y"] + head["height"] - 1, (title, head, detail)
        assert detail["width"] > 150, (title, detail)
    assert max(person.page.evaluate(HEIGHTS)) <= 90


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_T7_a_row_is_one_or_two_lines(people, server, size):
    """[T7] when it was added stands beside the title, or with the second line; nothing is lost"""
    person = people(size, server).arrive("Milk", {"title": "Call Asha", "detail": "About the trip", "tags": ["home", "trip"]})
    heights = dict(zip(person.titles(), person.page.evaluate(HEIGHTS)))
    assert heights["Milk"] <= 54, heights
    assert heights["Call Asha"] <= 80, heights
    for title in ("Milk", "Call Asha"):
        expect(person.row(title).locator(".stamp")).to_contain_text("Added")
        box = person.row(title).locator(".stamp").bounding_box()
        assert box["width"] > 20 and box["x"] + box["width"] <= person.page.viewport_size["width"]
    expect(person.row("Call Asha").locator(".row-detail")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_T7_a_row_with_a_date_a_tag_and_a_detail_is_two_lines_on_a_phone(people, server, scheme):
    """[T7] from 360 pixels on; all of it can be read, and so at 200 % of text, where it takes the lines that it needs"""
    tomorrow = milliseconds(day(1).replace(hour=17, minute=30, second=0, microsecond=0))
    full = {"title": "Call Asha", "detail": "About the trip to the lake", "tags": ["home"], "deadline": tomorrow}
    person = people("phone", server, color_scheme=scheme).arrive("Milk", full, {"title": "Milk", "tags": ["home"]})
    row = person.row("Call Asha")
    for width in (360, 390, 430):
        person.page.set_viewport_size({"width": width, "height": 800})
        person.settle()
        assert max(person.page.evaluate(HEIGHTS)) <= 80, width
        for part in (".stamp", ".due", ".tag", ".row-detail"):
            box = row.locator(part).bounding_box()
            assert box["width"] > 40 and box["x"] + box["width"] <= width, (width, part)
            if part != ".row-detail":
                assert row.locator(part).evaluate("e => e.scrollWidth <= e.clientWidth + 1 || getComputedStyle(e).display === 'inline'")
    expect(row.locator(".stamp")).to_have_text(re.compile(r"^Added \d\d:\d\d$"))
    assert accessibility.contrast(person.page) == []
    assert accessibility.narrow_or_large(person) == []


def test_T7_a_row_is_two_lines_on_a_tablet(people, server):
    """[T7] where the time has no room beside the title, it stands beside the detail"""
    tomorrow = milliseconds(day(1).replace(hour=17, minute=30, second=0, microsecond=0))
    full = {"title": "Mend the blue lamp", "detail": "The blue one", "tags": ["home", "town", "work"], "deadline": tomorrow}
    person = people("tablet", server).arrive(full, {**full, "title": "Mend"}, {"title": "Mop", "detail": "The blue one"})
    for width in (820, 1000):
        person.page.set_viewport_size({"width": width, "height": 1000})
        person.settle()
        assert max(person.page.evaluate(HEIGHTS)) <= 80, width
        assert min(person.page.evaluate(HEIGHTS)) >= 70, "a detail has a line of its own"


def test_D1_an_empty_list_stands_in_the_middle(people, server):
    """[D1] of the list, on a wide window"""
    person = people("desktop", server).arrive("Buy milk")
    person.filter("Done")
    box, pane = person.page.locator(".empty").bounding_box(), person.page.locator(".pane").bounding_box()
    assert box["x"] + box["width"] / 2 == pytest.approx(pane["x"] + pane["width"] / 2, abs=2)


def test_D1_a_pane_is_widened_by_hand_and_by_keys(people, server):
    """[D1] the device keeps the width; a double click gives back the usual one"""
    person = people("desktop", server).arrive("Buy milk")
    pane = person.page.locator(".shell > .detail")
    splitter = person.page.get_by_role("separator", name="Width of the editor")
    splitter.focus()
    before = pane.bounding_box()["width"]
    person.page.wait_for_function("() => document.documentElement.style.getPropertyValue('--detail')")
    person.press("ArrowLeft", "ArrowLeft")
    assert pane.bounding_box()["width"] == pytest.approx(before + 32, abs=1)
    expect(splitter).to_have_attribute("aria-valuenow", "28")
    box = splitter.bounding_box()
    x, y = box["x"] + box["width"] / 2, 400
    person.page.mouse.move(x, y)
    person.page.mouse.down()
    person.page.mouse.move(x - 80, y, steps=5)
    person.page.mouse.up()
    assert pane.bounding_box()["width"] == pytest.approx(before + 112, abs=1)
    person.reload()
    person.page.wait_for_function("() => document.documentElement.style.getPropertyValue('--detail')")
    assert pane.bounding_box()["width"] == pytest.approx(before + 112, abs=1)
    splitter.focus()
    expect(splitter).to_have_attribute("aria-valuenow", "33")
    person.page.mouse.dblclick(x - 80, y)
    assert pane.bounding_box()["width"] == pytest.approx(before, abs=1)
    assert accessibility.everything(person.page) == []


def test_D1_a_pane_leaves_the_list_its_room(people, server):
    """[D1] a window that is too small shows as much of the width as fits, and a large one the whole width again"""
    person = people("desktop", server, viewport={"width": 1600, "height": 900}).arrive("Buy milk")
    page = person.page
    pane = page.locator(".shell > .detail")
    splitter = page.get_by_role("separator", name="Width of the editor")
    page.wait_for_function("() => document.documentElement.style.getPropertyValue('--detail')")
    splitter.focus()
    person.press("Home")
    expect(splitter).to_have_attribute("aria-valuenow", "48")
    page.set_viewport_size({"width": 1200, "height": 900})
    expect(splitter).to_have_attribute("aria-valuenow", "35")
    assert pane.bounding_box()["width"] == pytest.approx(35 * 16, abs=1)
    # A key that can do nothing more, and a press that goes nowhere, change nothing.
    person.press("ArrowLeft")
    box = splitter.bounding_box()
    x, y = box["x"] + box["width"] / 2, 400
    page.mouse.click(x, y)
    page.set_viewport_size({"width": 1600, "height": 900})
    expect(splitter).to_have_attribute("aria-valuenow", "48")
    page.set_viewport_size({"width": 1200, "height": 900})
    expect(splitter).to_have_attribute("aria-valuenow", "35")
    # A drag has its effect from the first pixel.
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 32, y, steps=4)
    page.mouse.up()
    expect(splitter).to_have_attribute("aria-valuenow", "33")
    splitter.focus()
    person.press("Home")
    expect(splitter).to_have_attribute("aria-valuenow", "35")
    # The bar of the chosen rows lies over the list, beside the pane.
    person.open_row_menu("Buy milk")
    person.menu.get_by_role("menuitem", name="Select").click()
    expect(page.locator(".choice")).to_contain_text("1 selected")
    person.settle()
    bar = page.locator(".choice").bounding_box()
    assert bar["width"] > 300
    assert bar["x"] + bar["width"] < pane.bounding_box()["x"]


def test_D1_the_palette_opens_by_touch(phone_with):
    """[D1] from the account's menu; its lines can be tapped"""
    person = phone_with("Buy oat milk", "Call Asha")
    person.open_account_menu()
    person.menu.get_by_role("menuitem", name="Go to…").click()
    expect(person.page.locator("#palette")).to_be_focused()
    assert accessibility.everything(person.page, touch=True, within=".palette") == []
    person.page.fill("#palette", "oat")
    person.page.get_by_role("option", name="Buy oat milk").tap()
    expect(person.page.locator("#editor-title")).to_have_value("Buy oat milk")
