"""[L9] [T5] [T6] When: a calendar, offers and words, in the editor and a long swipe away."""

import re

import pytest
from playwright.sync_api import expect

import accessibility
from days import day


def question(person):
    return person.page.locator("dialog.when[open]")


@pytest.mark.parametrize("size", ["phone", "tablet", "desktop"])
def test_T5_a_day_is_picked_with_the_finger_and_the_keyboard(people, server, size):
    """[T5] [D1] one row until it is opened; arrows, Home, Page Down, Enter; named, contrast, light and dark"""
    person = people(size, server).arrive("Buy milk")
    page = person.page
    person.open_editor("Buy milk")
    person.shows_when("deadline", "Not set")
    panel = person.open_when("deadline")
    person.settle()
    assert accessibility.everything(page, person.touch, within=".when-panel") == []
    page.emulate_media(color_scheme="dark")
    person.settle()
    assert accessibility.contrast(page) == []
    page.emulate_media(color_scheme="light")
    today = panel.locator("[tabindex='0'][role=gridcell]")
    expect(today).to_have_attribute("aria-current", "date")
    today.focus()
    for key, wanted in (("ArrowRight", day(1)), ("ArrowDown", day(8)), ("ArrowLeft", day(7)), ("ArrowUp", day(0))):
        page.keyboard.press(key)
        expect(panel.locator("[tabindex='0'][role=gridcell]")).to_have_text(str(wanted.day))
        expect(panel.locator("[tabindex='0'][role=gridcell]")).to_be_focused()
    reached = panel.locator("[tabindex='0'][role=gridcell]")
    page.keyboard.press("PageDown")
    expect(reached).not_to_have_accessible_name(re.compile(f" {day(0):%B} {day(0).year}$"))
    page.keyboard.press("Home")
    person.settle()
    expect(reached).to_be_focused()
    picked = panel.locator("[tabindex='0'][role=gridcell]").get_attribute("aria-label")
    page.keyboard.press("Enter")
    expect(panel.get_by_role("gridcell", selected=True)).to_have_accessible_name(picked)
    page.keyboard.press("PageUp")
    person.pick_time("deadline", "17:30")
    person.shows_when("deadline", "17:30")
    person.save()
    person.records.wait_until(lambda all: all["Buy milk"]["deadline"])


@pytest.mark.parametrize("field, offer, value", [("deadline", "Tomorrow", "tomorrow"), ("reminder", "Tomorrow 09:00", "tomorrow 09:00")])
def test_T5_T6_an_offer_is_announced_and_its_removal_keeps_the_focus(desktop_with, field, offer, value):
    """[T5] [T6] [D1] the button goes with the time, and the focus goes to the field's row"""
    person = desktop_with("Buy milk")
    person.open_editor("Buy milk")
    panel = person.open_when(field)
    panel.get_by_role("button", name=offer, exact=True).press("Enter")
    person.hears(f"{field.capitalize()}: {value}")
    person.shows_when(field, value)
    panel.get_by_role("button", name=f"No {field}", exact=True).press("Enter")
    expect(person.page.locator(f"#editor-{field}")).to_be_focused()
    person.shows_when(field, "Not set")


@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_L9_a_long_swipe_asks_when_and_a_tap_answers(people, server, size):
    """[L9] [T8] as far as marks it marks it; further asks when, in two gestures in all; back closes"""
    person = people(size, server).arrive("Buy milk", "Buy bread")
    width = person.box("Buy milk")["width"]
    person.swipe("Buy milk", "right", 0.75, let_go=False)
    expect(person.row("Buy milk").locator(".swipe-far[host-act]")).to_have_count(1)
    assert width > 300
    person.let_go()
    question(person).wait_for()
    person.settle()
    assert accessibility.everything(person.page, True, within=".when") == []
    expect(question(person)).to_have_accessible_name("Buy milk")
    person.page.go_back()
    expect(question(person)).to_have_count(0)
    person.is_done("Buy milk", False)
    person.swipe("Buy milk", "right", 0.75)
    question(person).get_by_role("button", name="Tomorrow", exact=True).click()
    expect(person.toast).to_contain_text("“Buy milk” is planned for tomorrow.")
    expect(person.row("Buy milk").locator(".due")).to_have_text("tomorrow")
    person.swipe("Buy bread", "right")
    person.is_done("Buy bread")


def test_L9_the_question_fits_and_takes_words(people, server):
    """[L9] [D1] from a row's menu; text at 200 %; what is unclear stays"""
    person = people("phone", server).arrive("Buy milk")
    person.open_row_menu("Buy milk")
    person.menu.get_by_role("menuitem", name="Pick a day").click()
    question(person).wait_for()
    assert accessibility.narrow_or_large(person) == []
    person.page.fill("#when-typed", "blue cheese")
    person.press("Enter")
    expect(question(person).locator(".hint")).to_contain_text("Write a day or a time")
    person.page.fill("#when-typed", "tomorrow 9am")
    question(person).get_by_role("button", name="Set").click()
    expect(person.row("Buy milk").locator(".due")).to_have_text("tomorrow 09:00")


def test_L9_t_asks_when_on_the_keyboard(desktop_with):
    """[L9] [D1] the focus is in the line, and back on the row; Enter there is tomorrow; down leads to the calendar"""
    person = desktop_with("Buy milk", "Buy bread")
    line = question(person).locator("#when-typed")
    person.row("Buy milk").focus()
    person.press("t")
    expect(line).to_be_focused()
    person.press("Escape")
    expect(person.row("Buy milk")).to_be_focused()
    person.row("Buy bread").focus()
    person.press("t")
    expect(line).to_be_focused()
    person.press("Enter")
    expect(person.row("Buy bread").locator(".due")).to_have_text("tomorrow")
    person.row("Buy milk").focus()
    person.press("t")
    expect(line).to_be_focused()
    person.press("ArrowDown")
    expect(question(person).locator("[tabindex='0'][role=gridcell]")).to_be_focused()
    person.press("ArrowRight")
    expect(question(person).locator("[tabindex='0'][role=gridcell]")).to_be_focused()
    person.press("Enter")
    expect(person.row("Buy milk").locator(".due")).to_have_text("tomorrow")


def test_L9_shift_t_plans_for_tomorrow_on_the_keyboard(desktop_with):
    """[L9] [T8] [D1] the row, or all that are chosen, at once; one undo takes it back"""
    person = desktop_with("Buy milk", "Buy bread")
    person.row("Buy milk").focus()
    person.press("Shift+T")
    expect(person.toast).to_contain_text("“Buy milk” is planned for tomorrow.")
    expect(question(person)).to_have_count(0)
    expect(person.row("Buy milk")).to_be_focused()
    expect(person.row("Buy milk").locator(".due")).to_have_text("tomorrow")
    person.press("Control+z")
    expect(person.row("Buy milk").locator(".due")).to_have_count(0)
    person.row("Buy bread").focus()
    person.press("x", "Shift+ArrowDown", "Shift+T")
    expect(person.toast).to_contain_text("Planned 2 to-dos.")
    expect(person.page.locator("[data-row] .due")).to_have_text(["tomorrow", "tomorrow"])
    person.press("Control+z")
    expect(person.page.locator("[data-row] .due")).to_have_count(0)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_L9_words_set_a_time_a_repetition_and_a_tag(people, server, size):
    """[L9] [T14] shown as they are typed, set by Enter, undone at once; a finger gets no keyboard before it asks for one"""
    person = people(size, server).arrive("Buy milk")
    line = question(person).locator("#when-typed")
    hint = question(person).locator(".hint")
    if size == "phone":
        person.swipe("Buy milk", "right", 0.75)
        expect(question(person).get_by_role("button", name="Tomorrow", exact=True)).to_be_focused()
        line.click()  # Chromium drops a tap that comes soon after a swipe, as the one that stops a fling
    else:
        person.row("Buy milk").focus()
        person.press("t")
    expect(line).to_be_focused()
    person.page.keyboard.type("blue cheese")
    expect(hint).to_contain_text("Write a day or a time")
    person.press("Enter")
    expect(line).to_have_value("blue cheese")
    line.fill("tomorrow 9am every week #work")
    expect(hint).to_contain_text("Every week, from tomorrow 09:00, #work")
    person.settle()
    assert accessibility.everything(person.page, person.touch, within=".when") == []
    person.press("Enter")
    expect(question(person)).to_have_count(0)
    row = person.row("Buy milk")
    expect(row.locator(".tag")).to_have_text("work")
    expect(row.locator(".due")).to_have_text(["tomorrow 09:00", "Every week"])
    expect(person.toast).to_contain_text("Changed “Buy milk”")
    person.toast.get_by_role("button", name="Undo").click()
    expect(row.locator(".tag")).to_have_count(0)
    expect(row.locator(".due")).to_have_count(0)


def test_L9_words_for_all_that_are_chosen(desktop_with):
    """[L9] [T8] one line, one step, one undo"""
    person = desktop_with("Buy milk", "Buy bread")
    for title in ("Buy milk", "Buy bread"):
        person.row(title).focus()
        person.press("x")
    person.press("t")
    expect(question(person).locator("#when-typed")).to_be_focused()
    person.page.keyboard.type("by tomorrow #work")
    expect(question(person).locator(".hint")).to_have_text("By tomorrow, #work")
    person.press("Enter")
    expect(person.toast).to_contain_text("Planned 2 to-dos.")
    for title in ("Buy milk", "Buy bread"):
        expect(person.row(title).locator(".due")).to_have_text("tomorrow")
        expect(person.row(title).locator(".tag")).to_have_text("work")
    person.toast.get_by_role("button", name="Undo").click()
    for title in ("Buy milk", "Buy bread"):
        expect(person.row(title).locator(".tag")).to_have_count(0)


def test_D4_the_calendar_begins_on_the_persons_day(people, server):
    """[D4] Sunday in American English"""
    person = people("phone", server, locale="en-US").arrive("Buy milk")
    person.open_editor("Buy milk")
    panel = person.open_when("deadline")
    expect(panel.get_by_role("columnheader").first).to_have_text("Su")
