"""[T11] [L5] Addresses: what they keep, where they lead, and lists that are where they were left."""

import re
import uuid

import pytest
from playwright.sync_api import expect

# The row at the top of the list and how far it is from there, once that is the same for ten frames: after a jump, rows
# are measured, and the ones above take another height.
AT_TOP = """async () => {
  const edge = document.querySelector('.pane').getBoundingClientRect().top;
  const read = () => {
    const row = [...document.querySelectorAll('[data-row]')].find(row => row.getBoundingClientRect().bottom > edge);
    return row ? row.querySelector('.row-title').textContent + ' ' + Math.round(row.getBoundingClientRect().top - edge) : '';
  };
  for (let place = read(), frames = 0; ;) {
    await new Promise(requestAnimationFrame);
    const next = read();
    frames = next === place ? frames + 1 : 0;
    if (frames === 10) return place;
    place = next;
  }
}"""


def visitor(people, server, person):
    """The same person at a device that has never been used, before signing in."""
    other = people("phone", server)
    other.account = person.account
    return other


def come_in(person):
    person.fill(login=person.account.email, password=person.account.password)
    person.send()
    person.page.locator("html[data-screen=home]").wait_for()


def test_D1_a_tap_beside_an_open_row_only_closes_it(phone_with):
    """[D1] nothing opens, no field takes the focus; the next tap counts"""
    person = phone_with("Buy milk", "Buy bread")
    for target in ("#search", "[data-row] .row-body", ".fab"):
        person.swipe("Buy milk", "left", 0.25)
        expect(person.page.locator("[host-open]")).to_have_count(1)
        person.page.locator(target).first.tap()
        expect(person.page.locator("[host-open]")).to_have_count(0)
        expect(person.editor).to_have_count(0)
        assert person.focused() != "search"
        expect(person.row("Buy milk").locator(".swipe")).to_have_count(0)
    person.row("Buy bread").locator(".row-body").tap()
    expect(person.page.locator("#editor-title")).to_have_value("Buy bread")


@pytest.mark.parametrize(("size", "count"), [("phone", 60), ("phone", 400), ("desktop", 60), ("desktop", 400)])
def test_L8_a_list_is_where_it_was_left(people, server, size, count):
    """[L8] [L5] over the other list and a tag, whole or drawn in part"""
    todos = [{"title": f"To-do {number}", "detail": "Details" if number % 3 == 0 else ""} for number in range(count)]
    person = people(size, server).arrive(*todos, {"title": "Tagged", "tags": ["home"]})
    person.page.evaluate("part => { const p = document.querySelector('.pane'); p.scrollTop = p.scrollHeight * part; }", 0.6)
    place = person.page.evaluate(AT_TOP)
    ways = [lambda: person.go_to("Notes")]
    back = [lambda: person.go_to("To-dos" if size == "phone" else "All")]
    if size == "desktop":
        ways.append(lambda: person.filter("home"))
        back.append(lambda: person.filter("All"))
    for away, again in zip(ways, back):
        away()
        person.page.wait_for_function("() => document.querySelector('.pane').scrollTop < 2")
        again()
        person.row(place.rsplit(" ", 1)[0]).wait_for()
        assert person.page.evaluate(AT_TOP) == place


@pytest.mark.parametrize("count", [60, 400])
def test_L5_a_list_that_was_left_at_its_top_shows_its_top(people, server, count):
    """[L5] [L4] with the title and the search above its first row, as often as one searches"""
    person = people("desktop", server).arrive(*(f"To-do {number}" for number in range(count)))
    for _ in range(3):
        person.search("To-do 33")
        expect(person.count).to_be_in_viewport()
        expect(person.row("To-do 34")).to_have_count(0)
        person.search("")
        expect(person.row(f"To-do {count - 1}")).to_be_visible()
        person.settle()
        assert person.page.evaluate("() => document.querySelector('.pane').scrollTop") == 0


def test_L5_the_address_keeps_filter_search_and_section(people, server):
    """[L5] [L4] over a reload, on another device that signs in first, and in the tab's title"""
    person = people("desktop", server).arrive(
        {"title": "Buy milk", "tags": ["home"]}, {"title": "Buy bread", "tags": ["home"]}, "Buy milk tea"
    )
    person.filter("home")
    expect(person.page).to_have_title("#home · To-dos · Daybook")
    person.search("milk")
    expect(person.page).to_have_url(server.url + "/?tag=home&q=milk")
    expect(person.page).to_have_title("“milk” · #home · To-dos · Daybook")
    person.open_editor("Buy milk")
    expect(person.page).to_have_title("To-do · Daybook")
    expect(person.page).to_have_url(re.compile("/todo/"))
    todo = person.page.url
    person.reload()
    expect(person.page.locator("#editor-title")).to_have_value("Buy milk")
    person.close_editor()
    person.sees("Buy milk")
    expect(person.page.locator("#search")).to_have_value("milk")
    person.page.go_back()
    person.sees("Buy bread", "Buy milk")
    expect(person.page).to_have_url(server.url + "/?tag=home")

    other = visitor(people, server, person).open(todo[len(server.url) :])
    expect(other.page).to_have_url(todo)
    come_in(other)
    expect(other.page.locator("#editor-title")).to_have_value("Buy milk")
    other.page.go_back()
    other.page.go_back()
    other.sees("Buy bread", "Buy milk")
    person.go_to("Notes")
    expect(person.page).to_have_url(re.compile("/notes$"))
    expect(person.page).to_have_title("Notes · Daybook")


def test_L5_the_address_follows_a_typed_letter_after_its_frame(people, server):
    """[L5] [L8] since a step in the browser's history may take longer than the frame; going back leads past the search"""
    person = people("desktop", server).arrive("Buy milk", "Buy bread", "Call mother")
    at_once, later = person.page.evaluate("""async () => {
      const field = document.getElementById('search');
      field.value = 'b';
      field.dispatchEvent(new Event('input', { bubbles: true }));
      const first = String(history.state || 0);
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)));
      return [first, String(history.state)];
    }""")
    assert (at_once, later) == ("0", "1")
    person.sees("Buy bread", "Buy milk")
    expect(person.page).to_have_url(server.url + "/?q=b")
    person.page.go_back()
    person.sees("Call mother", "Buy bread", "Buy milk")


def test_T11_an_address_of_nothing_shows_a_message(people, server):
    """[T11] plainly, once the server has told all; what is in the trash can be put back"""
    person = people("desktop", server).arrive("Buy milk")
    person.open_editor("Buy milk")
    expect(person.page).to_have_url(re.compile("/todo/"))
    todo = person.page.url[len(server.url) :]
    person.close_editor()
    person.row("Buy milk").focus()
    person.press("Delete")
    person.sees()
    person.wait_until_synced()
    other = visitor(people, server, person).open(todo)
    come_in(other)
    expect(other.alert).to_contain_text("“Buy milk” was deleted")
    other.alert.get_by_role("button", name="Restore").tap()
    expect(other.page.locator("#editor-title")).to_have_value("Buy milk")
    other.page.goto(f"{server.url}/note/{uuid.uuid4()}")
    expect(other.alert).to_contain_text("This note isn’t here")
    other.alert.get_by_role("button", name="Close").tap()
    expect(other.page).to_have_url(server.url + "/notes")


def test_L5_escape_in_the_moment_of_the_first_letter_stays_in_the_app(people, server):
    """[L5] the way back is never longer than the way there"""
    person = people("desktop", server).arrive("Buy milk", "Buy bread")
    before = person.page.evaluate("history.length")
    person.page.focus("#search")
    person.page.evaluate("""() => {
      const field = document.getElementById('search');
      field.value = 'm';
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    }""")
    person.sees("Buy bread", "Buy milk")
    expect(person.page.locator("#search")).to_have_value("")
    person.outlast(100)  # the step in the history comes after the frame
    assert person.page.evaluate("history.length") == before + 1
