"""[D4] Settings: one screen for what there is to choose, at every size."""

import pytest
from playwright.sync_api import expect

import accessibility
from days import day, milliseconds

DARK, LIGHT = "rgb(19, 19, 22)", "rgb(251, 250, 246)"

# Notes the appearance when the body begins, before anything is painted.
FIRST_LOOK = """
new MutationObserver((_, watch) => {
  if (!document.body) return;
  watch.disconnect();
  window.firstLook = document.documentElement.getAttribute('data-look');
}).observe(document, { childList: true, subtree: true });
"""


def choose(person, group, option):
    page = person.account_screen
    button = page.get_by_role("group", name=group).get_by_role("button", name=option, exact=True)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")


def test_D4_the_settings_open_and_lead_on(person):
    """[D4] [D1] at each size, light and dark; going back from a screen that they led to shows them again"""
    person.open_settings()
    expect(person.page).to_have_url(person.server.url + "/settings")
    expect(person.account_screen).to_have_accessible_name("Settings")
    expect(person.account_screen).to_contain_text(person.account.email)
    assert accessibility.everything(person.page, touch=person.touch, within=".screen") == []
    choose(person, "Appearance", "Dark")
    person.settle()
    assert accessibility.contrast(person.page) == []
    person.account_screen.get_by_role("button", name="Trash").click()
    expect(person.account_screen).to_have_accessible_name("Trash")
    person.page.go_back()
    expect(person.account_screen).to_have_accessible_name("Settings")
    person.account_screen.get_by_role("button", name="Account and devices").click()
    expect(person.account_screen).to_have_accessible_name("Account and devices")
    person.press("Escape")
    expect(person.account_screen).to_have_accessible_name("Settings")
    assert accessibility.focus_walk(person.page) == []
    person.close_account_screen()
    expect(person.page.locator(".large-title")).to_be_visible()


def test_D4_the_settings_fit_with_large_text(phone):
    """[D4] [D1] from 320 pixels on, with text at 200 %"""
    phone.open_settings()
    assert accessibility.narrow_or_large(phone) == []


def test_D4_single_letters_can_be_switched_off(people, server):
    """[D4] [D1] in every tab and after a reload: letters and signs do nothing in the list, all else goes on"""
    person = people("desktop", server)
    person.arrive("Buy milk", "Pay rent")
    other = person.another_tab()
    other.wait_for_list()
    person.turn_here().open_settings()
    choose(person, "Single-letter shortcuts", "Off")
    person.close_account_screen()
    for tab in (person, other):
        tab.turn_here()
        tab.row("Pay rent").focus()
        tab.press("x", "t", "n", "q", "/", "?", "j")
        expect(tab.row("Pay rent")).to_be_focused()
        expect(tab.page.locator("dialog[open], .choice, .sheet")).to_have_count(0)
    person.turn_here()
    person.outlast(1_000)
    person.reload()
    person.row("Pay rent").focus()
    person.press("n", "ArrowDown")
    expect(person.row("Buy milk")).to_be_focused()
    person.press("Space")
    person.is_done("Buy milk")
    person.press("Control+z")
    person.is_done("Buy milk", False)
    person.press("Control+k")
    person.page.keyboard.type("Settings")
    person.press("Enter")
    choose(person, "Single-letter shortcuts", "On")
    person.close_account_screen()
    person.press("?")
    expect(person.dialog).to_be_visible()


def test_D4_the_appearance_is_there_before_the_first_paint(people, server):
    """[D4] in every tab, after a reload and on the form after logging out; System follows the system again"""
    person = people("desktop", server)
    person.page.context.add_init_script(FIRST_LOOK)
    person.arrive("Buy milk")
    other = person.another_tab()
    other.wait_for_list()
    person.turn_here().open_settings()
    choose(person, "Appearance", "Dark")
    for tab in (person, other):
        expect(tab.page.locator("html")).to_have_css("background-color", DARK)
        expect(tab.page.locator("meta[name=theme-color]").first).to_have_attribute("content", "#131316")
    person.close_account_screen()
    person.outlast(1_000)
    person.reload()
    assert person.page.evaluate("() => window.firstLook") == "dark"
    expect(person.page.locator("html")).to_have_css("background-color", DARK)
    other.reload()
    assert other.page.evaluate("() => window.firstLook") == "dark"
    person.turn_here().open_settings()
    choose(person, "Appearance", "System")
    for tab in (person, other):
        expect(tab.page.locator("html")).to_have_css("background-color", LIGHT)
    person.page.emulate_media(color_scheme="dark")
    expect(person.page.locator("html")).to_have_css("background-color", DARK)
    choose(person, "Appearance", "Light")
    expect(person.page.locator("html")).to_have_css("background-color", LIGHT)
    person.close_account_screen()
    person.log_out()
    expect(person.page.locator("html")).to_have_css("background-color", LIGHT)


def test_D4_hours_and_weeks_are_the_ones_of_the_person(people, server):
    """[D4] in the rows, after a reload too; a browser's language decides at first"""
    due = {"title": "Tea", "deadline": milliseconds(day(1).replace(hour=17, minute=30, second=0, microsecond=0))}
    person = people("phone", server, locale="en-US").arrive(due)
    expect(person.row("Tea")).to_contain_text("5:30 pm")
    person.open_settings()
    choose(person, "Clock", "24 hours")
    choose(person, "Week starts on", "Saturday")
    person.close_account_screen()
    expect(person.row("Tea")).to_contain_text("17:30")
    person.outlast(1_000)
    person.reload()
    expect(person.row("Tea")).to_contain_text("17:30")


def test_D4_the_app_opens_on_the_chosen_list(people, server):
    """[D4] [L9] whatever was left"""
    person = people("desktop", server).arrive("Buy milk")
    person.page.locator(".sidebar").get_by_role("button", name="Settings").click()
    choose(person, "Open on", "Notes")
    person.close_account_screen()
    person.outlast(1_000)
    person.open()
    person.wait_for_list()
    expect(person.page.locator(".large-title")).to_have_text("Notes")
    expect(person.page).to_have_url(server.url + "/notes")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_D4_logging_out_has_one_word(people, server, size):
    """[D4] [A10] here, on the account screen, in the menu"""
    person = people(size, server).arrive("Buy milk")
    person.open_settings()
    person.account_screen.get_by_role("button", name="Log out", exact=True).click()
    person.alert.get_by_role("button", name="Stay").click()
    expect(person.account_screen).to_be_visible()
    assert "ign out" not in person.page.content()
