"""[D3] What a home screen and other apps open, and the number on the app's icon."""

import pytest
from playwright.sync_api import expect

import drafts
from days import day, milliseconds

BADGES = """
window.badges = [];
navigator.setAppBadge = count => { window.badges.push(count); return Promise.resolve(); };
"""


def badge_is(person, count):
    person.page.wait_for_function(f"() => window.badges.at(-1) === {count}")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_D3_a_shortcut_opens_the_form(people, server, size):
    """[D3] ready to type, over the list; back leads to the list and not out of Daybook"""
    person = people(size, server).arrive("Buy milk")
    status, manifest = server.request("GET", "/app.webmanifest")
    assert status == 200
    for shortcut in manifest["shortcuts"]:
        person.open(shortcut["url"])
        person.wait_for_list()
        if shortcut["name"] == "Today":
            expect(person.page).to_have_title("Today · Daybook")
    person.open("/new")
    expect(person.editor).to_be_visible()
    expect(person.page.locator("#editor-title")).to_be_focused()
    expect(person.page.locator("#editor-title")).to_have_value("")
    person.page.go_back()
    expect(person.editor).to_have_count(0)
    expect(person.page.locator(".large-title")).to_be_visible()


def test_D3_a_shared_page_is_a_new_todo_once_it_is_saved(people, server):
    """[D3] [S6] it stands in the form, outlives a reload, and nothing is saved before the person does"""
    person = people("phone", server)
    drafts.watch(person)
    person.arrive("Buy milk")
    person.open("/new?title=Kingfishers+%26+herons&text=&url=https%3A%2F%2Fbirds.example%2F%3Fa%3D1%26b%3D%C3%A9")
    expect(person.page.locator("#editor-title")).to_have_value("Kingfishers & herons")
    expect(person.page.locator("#editor-detail")).to_have_value("https://birds.example/?a=1&b=é")
    assert "Kingfishers & herons" not in person.records.todos()
    drafts.end(person, "reload")
    expect(person.page.locator("#editor-title")).to_have_value("Kingfishers & herons")
    expect(person.page.locator("#editor-detail")).to_have_value("https://birds.example/?a=1&b=é")
    person.save()
    todos = person.records.wait_until(lambda todos: "Kingfishers & herons" in todos)
    assert todos["Kingfishers & herons"]["detail"] == "https://birds.example/?a=1&b=é"


def test_D3_what_is_shared_waits_for_the_sign_in(people, server):
    """[D3] a reload keeps it, and markup in it is text"""
    person = people("phone", server).arrive("Buy milk")
    other = people("phone", server)
    other.account = person.account
    other.open("/new?text=%3Cb%3EMilk%3C%2Fb%3E%0AOat")
    other.page.locator("input[type=password]").wait_for()
    other.page.reload()
    other.fill(login=person.account.email, password=person.account.password)
    other.send()
    expect(other.page.locator("#editor-title")).to_have_value("<b>Milk</b>")
    expect(other.page.locator("#editor-detail")).to_have_value("Oat")


def test_D3_what_is_shared_over_unsaved_text_waits_in_sight(people, server):
    """[D3] in the line that adds, which a phone shows while it holds text"""
    person = people("phone", server)
    drafts.watch(person)
    person.arrive("Buy milk")
    line = person.page.locator("#quick-add")
    expect(line).to_be_hidden()
    person.new()
    person.write(title="Half a thought")
    drafts.end(person, "reload")
    person.open("/new?text=Oat%20milk")
    expect(person.page.locator("#editor-title")).to_have_value("Half a thought")
    person.save()
    expect(line).to_be_visible()
    expect(line).to_have_value("Oat milk")
    line.press("Enter")
    person.sees("Oat milk", "Half a thought", "Buy milk")
    line.blur()
    expect(line).to_be_hidden()


def test_D3_the_icon_tells_what_is_due(people, server):
    """[D3] [L9] overdue and today; it changes as to-dos are done, and goes as the person leaves"""
    person = people("desktop", server)
    person.page.context.add_init_script(BADGES)
    due = [milliseconds(day(days).replace(hour=23, minute=59, second=0, microsecond=0)) for days in (0, -1, 2)]
    person.arrive(*[{"title": f"Due {place}", "deadline": at, "age": 1_000_000_000_000} for place, at in enumerate(due)])
    badge_is(person, 2)
    person.check("Due 1")
    badge_is(person, 1)
    person.log_out()
    badge_is(person, 0)
