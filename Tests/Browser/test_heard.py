"""[D1] What a screen reader is told, where the keyboard is when something has left, and forced colours."""

import time

import pytest
from playwright.sync_api import expect

import pictures
from notes import TITLE, Notes


def soon(seconds=2):
    """A moment some seconds ahead, as records have it."""
    return int((time.time() + seconds) * 1000)


def cards(person):
    return person.page.locator(".ringing:not(.leaving)")


def style(element, name, pseudo=None):
    return element.evaluate("(e, [name, pseudo]) => getComputedStyle(e, pseudo)[name]", [name, pseudo])


def press(button):
    """As a keyboard does."""
    button.focus()
    button.press("Enter")


# MARK: The sheet of a phone


@pytest.mark.parametrize("kind", ["to-do", "note"])
def test_D1_a_sheet_above_the_list_is_a_dialog_with_the_focus(people, server, kind):
    """[D1] [T11] what was opened to be read has the focus itself, so that its name is read; closing gives the focus back"""
    person = people("phone", server).arrive("Buy milk")
    if kind == "note":
        Notes(person).go().new().done().close()
    row = person.row("Buy milk" if kind == "to-do" else TITLE)
    row.focus()
    person.press("Enter")
    sheet = person.page.get_by_role("dialog", name="Edit to-do" if kind == "to-do" else "Note")
    expect(sheet).to_be_focused()
    expect(sheet).to_have_attribute("aria-modal", "true")
    person.press("Escape")
    expect(row).to_be_focused()


def test_D1_beside_the_list_the_editor_is_no_dialog(people, server):
    """[D1] the keyboard stays on the row, and a window that becomes wide has no dialog any more"""
    person = people("desktop", server).arrive("Buy milk")
    person.row("Buy milk").focus()
    person.press("Enter")
    expect(person.page.locator(".sheet")).to_be_visible()
    expect(person.row("Buy milk")).to_be_focused()
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    size = person.page.viewport_size
    person.page.set_viewport_size({"width": 500, "height": 800})
    expect(person.page.get_by_role("dialog", name="Edit to-do")).to_be_visible()
    person.page.set_viewport_size(size)
    expect(person.page.get_by_role("dialog")).to_have_count(0)


# MARK: Where the keyboard is when something has left


def test_D1_the_focus_goes_on_when_a_message_or_a_bar_leaves(desktop_with):
    """[D1] [T8] a message that is dismissed and the bar of chosen rows leave the focus to the list"""
    person = desktop_with("Buy milk", "Buy bread")
    place = person.page.locator("[data-row][tabindex='0']")
    person.row("Buy bread").focus()
    person.press("Delete")
    press(person.toast.get_by_role("button", name="Dismiss"))
    expect(person.toast).to_have_count(0)
    expect(place).to_be_focused()
    person.press("x")
    press(person.page.locator(".choice").get_by_role("button", name="Stop selecting"))
    expect(person.page.locator(".choice")).to_have_count(0)
    expect(place).to_be_focused()


def test_D1_a_reminder_that_is_dismissed_leaves_the_focus_to_the_next(people, server):
    """[D1] [R1] several are told together, each has its title as its name; the last leaves the focus to the list"""
    person = people("desktop", server).arrive("Buy milk")
    due = soon(3)
    person.records.seed([{"title": title, "reminder": due} for title in ("Pay rent", "Call Asha")])
    person.look_again()
    expect(cards(person)).to_have_count(2, timeout=20_000)
    live = person.page.locator("#polite")
    expect(live).to_contain_text("Pay rent")
    expect(live).to_contain_text("Call Asha")
    first = person.page.get_by_role("region", name="Pay rent")
    press(first.get_by_role("button", name="Dismiss"))
    expect(cards(person)).to_have_count(1)
    expect(person.page.get_by_role("region", name="Call Asha").get_by_role("button", name="Dismiss")).to_be_focused()
    person.press("Enter")
    expect(cards(person)).to_have_count(0)
    expect(person.page.locator("[data-row][tabindex='0']")).to_be_focused()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_D1_escape_puts_a_reminder_away_that_may_cover_the_focus(people, server, size):
    """[D1] [R1] the newest first, then the sheet below it closes"""
    person = people(size, server).arrive("Buy milk")
    person.open_editor("Buy milk")
    person.records.seed([{"title": "Pay rent", "reminder": soon(3)}])
    person.look_again()
    expect(cards(person)).to_have_count(1, timeout=20_000)
    person.press("Escape")
    expect(cards(person)).to_have_count(0)
    expect(person.editor).to_be_visible()
    person.press("Escape")
    expect(person.editor).to_have_count(0)


def test_D1_a_form_of_the_account_gives_the_focus_back(people, server):
    """[D1] [A14] Cancel and Save give it to the button that opened the form"""
    person = people("desktop", server).arrive("Buy milk")
    person.open_account_screen()
    opener = person.account_screen.get_by_role("button", name="Change name, mobile or email")
    press(opener)
    press(person.account_screen.get_by_role("button", name="Cancel"))
    expect(opener).to_be_focused()
    person.press("Enter")
    person.account_screen.get_by_label("Name", exact=True).fill("Asha R Rao")
    press(person.account_screen.get_by_role("button", name="Save"))
    person.hears("Details changed.")
    expect(opener).to_be_focused()


def test_D1_the_last_photo_keeps_the_focus_on_its_button(people, server):
    """[D1] [N3] a button that leads no further is hidden only when it has no focus"""
    notes = Notes(people("desktop", server).sign_up()).go().new()
    notes.add(*[pictures.photo(seed, 400, 300) for seed in range(2)]).shows(2)
    notes.done().enlarge(0)
    onward = notes.gallery.get_by_role("button", name="Next photo")
    press(onward)
    notes.at(1)
    expect(onward).to_be_focused()
    expect(onward).to_be_visible()
    onward.press("Shift+Tab")
    expect(onward).not_to_be_visible()


# MARK: Forced colours


def test_D1_forced_colours_show_what_is_done_and_what_is_on(desktop_with):
    """[D1] a tick, a stroke through the title, and a line around what is selected or pressed"""
    person = desktop_with({"title": "Buy milk", "done": True}, "Buy bread")
    person.show_completed()
    person.page.emulate_media(forced_colors="active")
    done = person.row("Buy milk")
    assert "line-through" in style(done.locator(".row-title"), "textDecorationLine")
    tick = done.locator(".check")
    assert style(tick, "borderBottomColor", "::after") != style(tick, "backgroundColor", "::before")
    assert style(tick, "opacity", "::after") == "1"
    person.row("Buy bread").click()
    assert style(person.row("Buy bread").locator(".row-front"), "outlineStyle") == "solid"
    pressed = person.page.locator(".sidebar [aria-pressed='true']").first
    assert style(pressed, "outlineStyle") == "solid"
    assert style(person.page.locator(".sidebar [aria-pressed='false']").first, "outlineStyle") == "none"


# MARK: Touch


def test_D1_two_fingers_can_zoom_where_one_swipes(phone_with):
    """[D1] rows take a finger sideways, and leave two fingers to the browser"""
    person = phone_with("Buy milk")
    assert style(person.row("Buy milk"), "touchAction") == "pan-y pinch-zoom"


def test_D1_on_touch_a_rows_menu_shows_when_the_keyboard_is_on_it(phone_with):
    """[D1] it is a stop of Tab"""
    person = phone_with("Buy milk")
    more = person.row("Buy milk").get_by_role("button", name="More for")
    expect(more).to_have_css("opacity", "0")
    person.row("Buy milk").focus()
    for _ in range(3):
        person.press("Tab")
    expect(more).to_be_focused()
    expect(more).to_have_css("opacity", "1")
    assert more.bounding_box()["width"] >= 44


def test_D1_a_pinned_note_has_a_filled_sign(people, server):
    """[D1] [N7] on and off differ by more than a shade"""
    notes = Notes(people("desktop", server).arrive("Buy milk")).go().new().done()
    pin = notes.sheet.get_by_role("button", name="Pin note")
    assert style(pin.locator(".icon"), "fill") == "none"
    pin.click()
    expect(pin).to_have_attribute("aria-pressed", "true")
    assert style(pin.locator(".icon"), "fill") != "none"


def test_D1_a_list_is_named_by_its_title(people, server):
    """[D1] to-dos, notes, or a day"""
    person = people("desktop", server).arrive("Buy milk")
    expect(person.page.get_by_role("list", name="To-dos")).to_have_count(1)
    person.go_to("Notes")
    expect(person.page.get_by_role("list", name="Notes")).to_have_count(1)
