"""[L9] Today and Upcoming: what they show, where the app opens, and what leaves as it is done."""

import pytest
from playwright.sync_api import expect

import accessibility
from days import day, milliseconds
from notes import wait_until


def at(days, hour=23, minute=59):
    return milliseconds(day(days).replace(hour=hour, minute=minute, second=0, microsecond=0))


OLD = 1_000_000_000_000


def planned():
    """To-dos for the days around the one on which the test runs."""
    return [
        {"title": "Pay rent", "deadline": at(0), "age": OLD},
        {"title": "Call Mum", "deadline": at(-2), "age": OLD},
        {"title": "Dentist", "deadline": at(1, 9, 30)},
        {"title": "Passport", "deadline": at(40)},
        {"title": "No date"},
    ]


def headings(person, *wanted):
    """Waits until the list has exactly these headings."""
    wait_until(lambda: _headings(person) == list(wanted), f"{wanted}", pause=lambda: person.pause(0.05))


def _headings(person):
    return person.page.locator(".row-heading:not([host-part])").evaluate_all("all => all.map(one => one.innerText.replace(/\\s+/g, ' ').trim())")


def test_L9_the_first_look_is_today_and_then_where_one_left(people, server):
    """[L9] overdue and today, with counts; Upcoming by days; the next launch opens where one left"""
    person = people("phone", server).arrive(*planned(), list=None)
    person.sees("Call Mum", "Pay rent")
    headings(person, "Overdue 1", "Today 1")
    expect(person.page).to_have_title("Today · Daybook")
    person.filter("Upcoming")
    person.sees("Dentist", "Passport")
    headings(person, "Tomorrow 1", "Later 1")
    expect(person.page).to_have_url(server.url + "/?due=upcoming")
    person.outlast(1_000)
    person.open()
    person.wait_for_list()
    person.sees("Dentist", "Passport")
    expect(person.page.get_by_role("button", name="Upcoming 2")).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_T8_a_to_do_that_is_done_leaves_today_after_a_breath(people, server, size):
    """[T8] [L9] it shows as done, leaves with its heading, and a message offers to undo"""
    person = people(size, server).arrive(*planned(), list=None)
    person.sees("Call Mum", "Pay rent")
    if size == "phone":
        person.swipe("Call Mum", "right")
    else:
        person.check("Call Mum")
    expect(person.toast).to_contain_text("“Call Mum” is done.")
    person.sees("Pay rent")
    headings(person, "Today 1")
    person.toast.get_by_role("button", name="Undo").click()
    person.sees("Call Mum", "Pay rent")
    headings(person, "Overdue 1", "Today 1")


def test_L9_what_is_added_on_today_is_due_today(people, server):
    """[L9] and what is not due shows at a tap on Show"""
    person = people("desktop", server).arrive(list=None)
    person.filter("Today")
    expect(person.page.locator(".empty")).to_contain_text("Nothing for today")
    person.add("Buy milk")
    person.sees("Buy milk")
    headings(person, "Today 1")
    person.page.fill("#quick-add", "Buy bread by tomorrow")
    person.press("Enter")
    person.toast.get_by_role("button", name="Show").click()
    person.sees("Buy bread", "Buy milk")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_L9_today_can_be_read_and_heard(people, server, size):
    """[L9] [D1] contrast in light and dark, names, 200 %; the arrows pass over headings"""
    person = people(size, server).arrive(*planned(), list=None)
    person.sees("Call Mum", "Pay rent")
    assert accessibility.everything(person.page, touch=size == "phone") == []
    if size == "desktop":
        person.row("Call Mum").focus()
        person.press("ArrowDown")
        expect(person.row("Pay rent")).to_be_focused()
    else:
        assert accessibility.narrow_or_large(person) == []


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_L9_another_day_is_two_taps_away(people, server, size):
    """[L9] the menu of a row, then the day; it leaves Today, and Undo brings it back"""
    person = people(size, server).arrive(*planned(), list=None)
    person.sees("Call Mum", "Pay rent")
    if size == "phone":
        person.long_press("Pay rent")
    else:
        person.row("Pay rent").locator(".row-body").click(button="right")
    person.menu.wait_for()
    person.settle()
    assert accessibility.everything(person.page, touch=size == "phone", within=".menu") == []
    person.menu.get_by_role("menuitem", name="Tomorrow").click()
    expect(person.toast).to_contain_text("“Pay rent” is planned for tomorrow.")
    person.sees("Call Mum")
    person.toast.get_by_role("button", name="Undo").click()
    person.sees("Call Mum", "Pay rent")
    person.records.wait_until(lambda all: all["Pay rent"]["deadline"].startswith(day().strftime("%Y-%m-%d")))
