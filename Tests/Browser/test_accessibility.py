"""[D1] For people who hear the screen or have no mouse: the order of focus, where it goes, what is announced."""

import pytest
from playwright.sync_api import expect

import accessibility


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_D1_the_focus_follows_the_reading_order(people, server, size):
    """[D1] each stop is visible, has a ring and is further down or right than the one before"""
    person = people(size, server).arrive("Third", "Second", "First")
    assert accessibility.focus_walk(person.page) == []
    assert accessibility.focus_order(person.page) == []


def test_D1_the_focus_follows_the_reading_order_in_forms_and_the_editor(people, server):
    """[D1] sign-up, sign-in, editor"""
    person = people("phone", server)
    for path in ("/sign-up", "/sign-in"):
        person.open(path)
        assert accessibility.focus_walk(person.page) == []
        assert accessibility.focus_order(person.page) == []
    person.arrive("Buy milk")
    person.open_editor("Buy milk")
    person.settle()
    assert accessibility.focus_walk(person.page) == []
    assert accessibility.focus_order(person.page) == []


def test_D1_the_list_is_one_stop_of_the_keyboard(desktop_with):
    """[D1] one row, its checkbox, its text and its menu; not every row's"""
    person = desktop_with(*[f"To-do {n}" for n in range(30)])
    stops = person.page.locator("[data-row][tabindex='0'], [data-row] [tabindex='0']")
    expect(stops).to_have_count(4)
    person.row("To-do 20").focus()
    person.press("ArrowDown")
    expect(person.row("To-do 19")).to_be_focused()
    expect(stops).to_have_count(4)
    expect(person.row("To-do 19")).to_have_attribute("tabindex", "0")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_D1_the_focus_returns_after_menus_dialogs_and_the_editor(people, server, size):
    """[D1] to what opened them"""
    person = people(size, server).arrive("Buy milk")

    def returns_to(opener, close):
        opener.focus()
        person.press("Enter")
        close()
        expect(opener).to_be_focused()

    def escape(what):
        what.wait_for()
        person.press("Escape")
        expect(what).to_have_count(0)

    account = person.account_button
    returns_to(account, lambda: escape(person.menu))

    def stay():
        person.menu.get_by_role("menuitem", name="Log out").click()
        person.dialog.get_by_role("button", name="Stay").click()
        expect(person.dialog).to_have_count(0)

    returns_to(account, stay)
    person.row("Buy milk").focus()
    person.press("Enter")
    escape(person.editor)
    expect(person.row("Buy milk")).to_be_focused()


def test_D1_what_happens_is_announced(desktop_with):
    """[D1] politely, in words"""
    person = desktop_with("Buy milk", "Buy bread")
    live = person.page.locator("#polite")
    expect(live).to_have_attribute("aria-live", "polite")
    person.add("Buy apples")
    person.hears("Added “Buy apples”.")
    person.check("Buy milk")
    person.hears("“Buy milk” is done.")
    person.row("Buy bread").focus()
    person.press("Delete")
    person.hears("Deleted “Buy bread”.")
    person.toast.get_by_role("button", name="Undo").click()
    person.hears("Undid: deleted “Buy bread”.")
    person.choose_order("Title, A to Z")
    person.hears("By title, A to Z.")
    person.filter("Done")
    person.hears("1 to-do")
    person.page.get_by_role("button", name="Show delete buttons").click()
    person.hears("Delete buttons shown.")


def test_D1_rows_are_named_in_full(phone_with):
    """[D1] a checkbox has a name and its state; a row's button holds all that it shows"""
    person = phone_with({"title": "Buy milk", "detail": "Two litres", "tags": ["home"], "done": True}, "Buy bread")
    person.show_completed()
    box = person.page.get_by_role("checkbox", name="Mark “Buy milk” as open")
    expect(box).to_be_checked()
    body = person.row("Buy milk").locator(".row-body")
    for word in ("Buy milk", "Two litres", "home", "Added"):
        expect(body).to_contain_text(word)
    expect(person.page.get_by_role("list", name="To-dos").get_by_role("listitem")).to_have_count(3)  # with the heading
    expect(person.page.get_by_role("main")).to_have_count(1)
