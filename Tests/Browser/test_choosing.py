"""[T8] [T9] Several rows are chosen, and marked, planned, tagged and deleted together."""

import pytest
from playwright.sync_api import expect

import accessibility

ROWS = ["Fifth", "Fourth", "Third", "Second", "First"]  # the newest comes first


@pytest.fixture(params=["phone", "tablet", "desktop"])
def person(request, people, server):
    return people(request.param, server).arrive(*ROWS)


def bar(person):
    return person.page.locator(".choice")


def begin(person, title):
    """By the row's menu, as a thumb or a hand does."""
    person.open_row_menu(title)
    person.menu.get_by_role("menuitem", name="Select").click()
    expect(bar(person)).to_contain_text("1 selected")


def choice(person, title):
    return person.row(title).get_by_role("checkbox")


def chosen(person):
    boxes = person.page.locator("[data-row] .is-choice[aria-checked=true]")
    return [box.get_attribute("aria-label") for box in boxes.all()]


def test_T8_rows_are_chosen_and_finished_together(person):
    """[T8] from a row's menu, by taps; done together, undone together, the same on another device"""
    begin(person, "Second")
    assert accessibility.everything(person.page, person.touch) == []
    choice(person, "Fourth").click()
    person.row("Third").locator(".row-body").click()
    expect(bar(person)).to_contain_text("3 selected")
    expect(person.editor).to_have_count(0)
    choice(person, "Third").click()
    expect(bar(person)).to_contain_text("2 selected")
    bar(person).get_by_role("button", name="Done").click()
    expect(bar(person)).to_have_count(0)
    expect(person.toast).to_contain_text("Marked 2 to-dos done.")
    person.hold_toast()
    person.sees("First", "Third", "Fifth")
    person.records.wait_until(lambda all: sum(todo["done"] for todo in all.values()) == 2)
    person.toast.get_by_role("button", name="Undo").click()
    person.sees("First", "Second", "Third", "Fourth", "Fifth")
    person.records.wait_until(lambda all: not any(todo["done"] for todo in all.values()))


def test_T8_a_day_and_a_tag_for_all_that_is_chosen(person):
    """[T3] [T5] [T8] the days and the tags in use are offered; a rule's refusal shows, and the text stays typed"""
    person.open_order_menu()
    person.menu.get_by_role("menuitem", name="Select").click()
    expect(bar(person)).to_contain_text("0 selected")
    bar(person).get_by_role("button", name="Select all").click()
    expect(bar(person)).to_contain_text("5 selected")
    bar(person).get_by_role("button", name="When").click()
    assert accessibility.everything(person.page, person.touch) == []
    person.dialog.get_by_role("button", name="Tomorrow", exact=True).click()
    expect(person.toast).to_contain_text("Planned 5 to-dos.")
    expect(person.page.locator("[data-row] .due")).to_have_count(5)
    begin(person, "First")
    choice(person, "Third").click()
    bar(person).get_by_role("button", name="Tag").click()
    person.page.fill("#tag-name", "much too long")
    person.page.keyboard.press("Enter")
    expect(person.page.locator("#tag-name-note")).to_be_visible()
    expect(person.page.locator("#tag-name")).to_have_value("much too long")
    assert accessibility.everything(person.page, person.touch) == []
    person.page.fill("#tag-name", "home")
    person.page.keyboard.press("Enter")
    expect(person.toast).to_contain_text("Tagged 2 to-dos.")
    expect(person.page.locator("[data-row] .tag", has_text="home")).to_have_count(2)
    begin(person, "Second")
    bar(person).get_by_role("button", name="Tag").click()
    person.page.locator(".alert .chip", has_text="home").click()
    expect(person.page.locator("[data-row] .tag", has_text="home")).to_have_count(3)


def test_T8_the_bar_plans_for_tomorrow_by_one_tap(person):
    """[T8] [L9] all that is chosen, without the question for when"""
    begin(person, "First")
    choice(person, "Third").click()
    bar(person).get_by_role("button", name="Tomorrow").click()
    expect(person.toast).to_contain_text("Planned 2 to-dos.")
    expect(person.page.locator("[data-row] .due")).to_have_text(["tomorrow", "tomorrow"])


@pytest.mark.parametrize("person", ["phone"], indirect=True)
def test_D1_the_bar_fits_a_narrow_window_and_large_text(person):
    """[D1] [T8] from 320 pixels on, with text up to 200 %"""
    begin(person, "First")
    assert accessibility.narrow_or_large(person) == []


def test_T8_back_and_the_cross_end_it_and_delete_is_undone(person):
    """[T8] back leads out of choosing first; the address and the list stay; deleted together, back together"""
    begin(person, "First")
    person.page.go_back()
    expect(bar(person)).to_have_count(0)
    person.sees("First", "Second", "Third", "Fourth", "Fifth")
    begin(person, "First")
    bar(person).get_by_role("button", name="Stop selecting").click()
    expect(bar(person)).to_have_count(0)
    begin(person, "First")
    choice(person, "Fifth").click()
    bar(person).get_by_role("button", name="Delete").click()
    person.sees("Second", "Third", "Fourth")
    person.toast.get_by_role("button", name="Undo").click()
    person.sees("First", "Second", "Third", "Fourth", "Fifth")


@pytest.mark.parametrize("person", ["desktop"], indirect=True)
def test_T8_rows_are_chosen_with_the_keyboard_and_with_a_held_key(person):
    """[T8] x, Shift and arrows, Escape; Shift and Control with the mouse"""
    page = person.page
    person.row("Second").focus()
    page.keyboard.press("x")
    expect(bar(person)).to_contain_text("1 selected")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    expect(bar(person)).to_contain_text("3 selected")
    assert chosen(person) == ["Select “Second”", "Select “Third”", "Select “Fourth”"]
    page.keyboard.press("Shift+ArrowUp")
    expect(bar(person)).to_contain_text("2 selected")
    page.keyboard.press("Escape")
    expect(bar(person)).to_have_count(0)
    person.row("First").locator(".row-body").click(modifiers=["Control"])
    person.row("Fourth").locator(".row-body").click(modifiers=["Shift"])
    expect(bar(person)).to_contain_text("4 selected")
    assert page.evaluate("() => String(getSelection())") == ""
    page.keyboard.press("Delete")
    person.sees("Fifth")
    page.keyboard.press("Control+z")
    person.sees("First", "Second", "Third", "Fourth", "Fifth")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_T8_the_bar_covers_no_row_that_the_keyboard_is_on(people, server, size):
    """[D1] [T8] the last row of a long list is above the bar, and the message too"""
    person = people(size, server).arrive(*(f"To-do {number:02}" for number in range(40)))
    begin(person, "To-do 39")
    person.page.keyboard.press("End")
    expect(person.row("To-do 00")).to_be_focused()
    person.settle()
    row, over = person.row("To-do 00").bounding_box(), bar(person).bounding_box()
    assert row["y"] + row["height"] <= over["y"]
    assert accessibility.sideways(person.page) == 0
