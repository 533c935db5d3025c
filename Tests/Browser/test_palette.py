"""[D1] The command palette: every list, command, to-do and note by the keyboard."""

import pytest
from playwright.sync_api import expect

import accessibility


@pytest.fixture
def typist(people, server):
    return people("desktop", server).arrive("Buy oat milk", {"title": "Pay rent", "tags": ["home"]}, "Call Asha")


def palette(person):
    return person.page.locator(".palette")


def open_palette(person):
    """Once nothing else is above the list."""
    expect(person.dialog).to_have_count(0)
    person.page.keyboard.press("Control+k")
    expect(person.page.locator("#palette")).to_be_focused()


def selected(person):
    return palette(person).locator("[aria-selected=true]")


def test_D1_everything_is_reached_by_its_name(typist):
    """[D1] from the list and from a field; arrows, Enter; the focus is where it was after Escape"""
    page = typist.page
    typist.row("Pay rent").focus()
    page.keyboard.press("Control+k")
    expect(page.locator("#palette")).to_be_focused()
    assert accessibility.everything(page) == []
    first = selected(typist).inner_text()
    page.keyboard.press("ArrowUp")
    expect(selected(typist)).not_to_have_text(first)
    expect(selected(typist)).to_be_in_viewport()
    expect(page.locator("#palette")).to_have_attribute("aria-activedescendant", selected(typist).get_attribute("id"))
    page.keyboard.press("Escape")
    expect(palette(typist)).to_have_count(0)
    expect(typist.row("Pay rent")).to_be_focused()
    page.focus("#search")
    page.keyboard.press("Control+k")
    page.keyboard.type("sort tit")
    expect(selected(typist)).to_have_text("Sort: Title, A to Z")
    page.keyboard.press("Enter")
    expect(palette(typist)).to_have_count(0)
    typist.sees("Buy oat milk", "Call Asha", "Pay rent")
    open_palette(typist)
    page.keyboard.type("oat")
    page.keyboard.press("Enter")
    expect(page.locator("#editor-title")).to_have_value("Buy oat milk")


def test_D1_lists_screens_and_tags_open_from_it(typist):
    """[D1] [L5] by Enter and by the mouse; a search without a result has a message"""
    page = typist.page
    for words, wanted in (("notes", "Notes"), ("home", "To-dos"), ("upc", "Upcoming")):
        open_palette(typist)
        page.keyboard.type(words)
        page.keyboard.press("Enter")
        expect(page.locator(".large-title")).to_have_text(wanted)
        expect(palette(typist)).to_have_count(0)
    open_palette(typist)
    page.keyboard.type("zebra")
    expect(palette(typist)).to_contain_text("No results")
    page.keyboard.press("Enter")
    expect(palette(typist)).to_be_visible()
    page.fill("#palette", "trash")
    palette(typist).get_by_role("option", name="Trash").click()
    expect(typist.account_screen).to_be_visible()
    typist.close_account_screen()
    open_palette(typist)
    page.keyboard.type("all")
    page.keyboard.press("Enter")
    open_palette(typist)
    page.keyboard.type("new")
    page.keyboard.press("Enter")
    expect(page.locator("#editor-title")).to_be_focused()
