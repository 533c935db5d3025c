"""[L] The list: orders, search, filters, many to-dos."""

import random
import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

ORDERS = {"Newest first": "created", "Deadline": "deadline", "Title, A to Z": "title", "Title, Z to A": "-title"}


NOW = datetime.now()


def due(days):
    return int((NOW + timedelta(days=days)).timestamp() * 1000)


MIXED = [
    {"title": "écrire à Léa", "tags": ["Été"]},
    {"title": "Zebra crossing", "deadline": due(3)},
    {"title": "apple tart", "detail": "Ask ZOË for the recipe", "deadline": due(1)},
    {"title": "Banana bread", "deadline": due(3), "done": True},
    {"title": "Ecrire", "tags": ["work"]},
    {"title": "banana bread", "tags": ["work", "home"]},
]


# MARK: L1 to L3


def test_L1_newest_first_unless_another_order_is_chosen(person):
    """[L1] the order chosen is kept over a reload and told in the menu"""
    person.add("Bread", "Apples", "Cheese")
    person.sees("Cheese", "Apples", "Bread")
    person.choose_order("Title, A to Z")
    person.sees("Apples", "Bread", "Cheese")
    person.choose_order("Title, Z to A")
    person.sees("Cheese", "Bread", "Apples")
    person.reload()
    person.sees("Cheese", "Bread", "Apples")
    person.page.get_by_role("button", name="Sort", exact=True).click()
    chosen = person.menu.locator("[aria-checked=true]")
    expect(chosen).to_have_text("Title, Z to A")
    chosen.click()
    person.choose_order("Newest first")
    person.sees("Cheese", "Apples", "Bread")


def test_L2_L3_orders_are_those_of_the_server(phone_with):
    """[L2] soonest first, none last [L3] without case or accents; of equal ones the newest first"""
    person = phone_with(*MIXED)
    person.show_completed()
    person.choose_order("Deadline")
    person.sees("apple tart", "Zebra crossing", "banana bread", "Ecrire", "écrire à Léa", "Banana bread")
    person.choose_order("Title, A to Z")
    person.sees("apple tart", "banana bread", "Ecrire", "écrire à Léa", "Zebra crossing", "Banana bread")
    for label, name in ORDERS.items():
        person.choose_order(label)
        answer = person.server.request("GET", f"/api/v1/todos?sort={name}", token=person.records.token)[1]
        items = sorted(answer["items"], key=lambda todo: todo["done"])
        person.sees(*[todo["title"] for todo in items])


def test_L2_a_changed_todo_goes_to_its_place(phone_with):
    """[L2] new, changed and marked ones stand where sorting all would put them"""
    person = phone_with({"title": "A", "deadline": due(2)}, {"title": "B", "deadline": due(4)}, "C")
    person.choose_order("Deadline")
    person.new()
    person.write("New")
    person.pick_day(datetime.now() + timedelta(days=3), person.open_when("deadline"))
    person.save()
    person.sees("A", "New", "B", "C")
    person.open_editor("A")
    person.pick_day(datetime.now() + timedelta(days=7), person.open_when("deadline"))
    person.save()
    person.sees("New", "B", "A", "C")
    person.open_editor("B")
    person.open_when("deadline").get_by_role("button", name="No deadline").click()
    person.save()
    person.sees("New", "A", "C", "B")


# MARK: L4, L5


def test_L4_search_goes_through_title_detail_and_tags(phone_with):
    """[L4] as one types, without case or accents"""
    person = phone_with(*MIXED)
    person.show_completed()
    for text, found in [("ecr", ["Ecrire", "écrire à Léa"]), ("zoe", ["apple tart"]), ("ETE", ["écrire à Léa"]),
                        ("BREAD", ["banana bread", "Banana bread"]), ("léa", ["écrire à Léa"])]:  # fmt: skip
        person.search(text)
        person.sees(*found)
        expect(person.page.locator(".search-note")).to_have_count(0)
    field = person.page.locator("#search")
    field.fill("")
    field.press_sequentially("ap")
    person.sees("apple tart")
    field.press("Backspace")
    expect(person.rows).to_have_count(5)
    person.page.get_by_role("button", name="Clear search").click()
    expect(field).to_have_value("")
    expect(field).to_be_focused()
    expect(person.rows).to_have_count(6)


def test_L4_when_nothing_matches_everything_shows_with_a_line(person):
    """[L4] a line tells, and is heard; it goes once something matches"""
    person.add("Apples", "Bread")
    person.search("no such thing")
    note = person.page.locator(".search-note")
    expect(note).to_have_text("No results for “no such thing”. Showing everything.")
    person.hears("No results for “no such thing”. Showing everything.")
    person.sees("Bread", "Apples")
    person.search("bre")
    person.sees("Bread")
    expect(note).to_have_count(0)


def test_L5_filters_by_state(person):
    """[L5] all, open, done; what is marked leaves where it no longer belongs"""
    person.add("Apples", "Bread")
    person.check("Apples")
    person.filter("Open")
    person.sees("Bread")
    person.filter("Done")
    person.sees("Apples")
    person.check("Apples")
    expect(person.rows).to_have_count(0)
    expect(person.page.locator(".empty")).to_contain_text("Nothing done yet")
    person.filter("All")
    person.sees("Bread", "Apples")


def test_L5_filters_by_tag(people, server):
    """[L5] together with the state; tapped again it shows all"""
    for size in ("phone", "desktop"):
        person = people(size, server).arrive(*MIXED)
        person.filter("work")
        person.sees("banana bread", "Ecrire")
        person.check("Ecrire")
        person.filter("Open")
        person.sees("banana bread")
        person.filter("work")
        expect(person.rows).to_have_count(4)


# MARK: L6


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_L6_an_action_changes_that_todo_and_no_other(desktop_with, seed):
    """[L6] sorted, searched and filtered at random, compared with what the server then has"""
    chance = random.Random(seed)
    todos = [
        {"title": f"{word} {number}", "done": chance.random() < 0.3, "tags": chance.sample(["home", "work"], 1)}
        for number, word in enumerate(chance.choices(["apple", "Bread", "école", "Zoo"], k=24))
    ]
    person = desktop_with(*todos)
    person.show_completed()
    expected = {todo["title"]: todo["done"] for todo in todos}
    for step in range(8):
        person.choose_order(chance.choice(list(ORDERS)))
        person.search(chance.choice(["", "", "a", "bread", "eco", "nothing at all"]))
        person.filter(chance.choice(["All", "All", "Open", "Done"]))
        person.settle()
        titles = person.titles()
        if not titles:
            continue
        title = chance.choice(titles)
        if chance.random() < 0.6:
            person.check(title)
            expected[title] = not expected[title]
        else:
            person.row(title).hover()
            person.row(title).locator(".row-more").click()
            person.menu.get_by_role("menuitem", name="Delete").click()
            del expected[title]
    person.records.wait_until(lambda all: {title: todo["done"] for title, todo in all.items()} == expected)
    person.search("")
    person.filter("All")
    expect(person.rows).to_have_count(len(expected))
    assert sorted(person.titles()) == sorted(expected), f"seed {seed}, step {step}"


# MARK: L7


def test_L7_the_number_of_todos_stands_above_the_large_title(person):
    """[L7] with how many are open"""
    expect(person.count).to_have_text("No to-dos")
    person.add("Apples")
    expect(person.count).to_have_text("1 to-do")
    person.add("Bread")
    expect(person.count).to_have_text("2 to-dos")
    person.check("Apples")
    expect(person.count).to_have_text("2 to-dos, 1 open")
    person.check("Bread")
    expect(person.count).to_have_text("2 to-dos, all done")
    title = person.page.get_by_role("heading", name="To-dos", level=1).bounding_box()
    count = person.count.bounding_box()
    assert count["y"] + count["height"] <= title["y"] + 1


def test_an_empty_list_says_what_to_do(person):
    """a drawing and a sentence, which go with the first to-do"""
    expect(person.page.locator(".empty")).to_contain_text("Write down the first thing")
    person.add("Apples")
    expect(person.page.locator(".empty")).to_have_count(0)


# MARK: L8


MANY = 3_000


@pytest.fixture
def crowd(people, server):
    def make(size):
        todos = [{"title": f"To-do {n:04}", "detail": "more of it" if n % 3 == 0 else None} for n in range(MANY)]
        person = people(size, server).arrive(*todos)
        expect(person.count).to_have_text("3,000 to-dos")
        return person

    return make


def in_page(person):
    return person.page.evaluate("() => document.querySelectorAll('[data-row]').length")


def on_screen(person):
    """Titles of the rows within the view, and how much of it no row covers."""
    return person.page.evaluate("""() => {
      const pane = document.querySelector('.pane').getBoundingClientRect();
      const head = document.querySelector('.head').getBoundingClientRect().bottom;
      const rows = [...document.querySelectorAll('[data-row]')].map(row => [row.getBoundingClientRect(), row])
        .filter(([box]) => box.bottom > pane.top && box.top < pane.bottom);
      const top = Math.max(pane.top, head);
      const gaps = rows.slice(1).map(([box], at) => Math.abs(box.top - rows[at][0].bottom));
      return {
        titles: rows.map(([, row]) => row.querySelector('.row-title').textContent),
        uncovered: Math.max(0, rows.length ? rows[0][0].top - top : pane.bottom - top),
        gap: Math.max(0, ...gaps),
      };
    }""")


@pytest.mark.long
def test_L8_thousands_of_todos_are_scrolled_searched_and_changed(crowd):
    """[L8] at most 150 rows are in the document, and the ones on the screen are the right ones"""
    person = crowd("phone")
    expected = [f"To-do {n:04}" for n in reversed(range(MANY))]
    height = person.page.evaluate("() => document.querySelector('.pane').scrollHeight")
    for part in (0.1, 0.33, 0.5, 0.77, 1, 0.2, 0):
        person.page.evaluate(
            "y => new Promise(done => { document.querySelector('.pane').scrollTop = y;"
            " requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))); })",
            height * part,
        )
        assert 0 < in_page(person) <= 150
        seen = on_screen(person)
        place = expected.index(seen["titles"][0])
        assert seen["titles"] == expected[place : place + len(seen["titles"])]
        assert seen["uncovered"] < 1 and seen["gap"] < 1, (part, seen)
        if part == 1:
            assert seen["titles"][-1] == "To-do 0000"
    person.search("0777")
    person.sees("To-do 0777")
    person.check("To-do 0777")
    person.search("")
    assert in_page(person) <= 150
    person.filter("Done")
    person.sees("To-do 0777")
    person.swipe("To-do 0777", "left")
    expect(person.rows).to_have_count(0)
    expect(person.count).to_have_text(re.compile("^2,999 to-dos"))
    todos = person.records.wait_until(lambda all: len(all) == MANY - 1)
    assert "To-do 0777" not in todos and not any(todo["done"] for todo in todos.values())


def test_L8_the_keyboard_reaches_the_last_of_thousands(crowd):
    """[L8] [D1] End, Home and the arrows bring the row into view and onto the focus"""
    person = crowd("desktop")
    person.row("To-do 2999").focus()
    for key, title in [("End", "To-do 0000"), ("ArrowUp", "To-do 0001"), ("Home", "To-do 2999"),
                       ("ArrowDown", "To-do 2998")]:  # fmt: skip
        person.press(key)
        expect(person.row(title)).to_be_focused()
        expect(person.row(title)).to_be_in_viewport()
        assert in_page(person) <= 150
    person.press("End")
    expect(person.row("To-do 0000")).to_be_focused()
    person.press("Delete")
    expect(person.row("To-do 0001")).to_be_focused()
    expect(person.row("To-do 0000")).to_have_count(0)


def test_L8_a_click_that_leaves_a_field_shows_in_the_next_frame(people, server):
    """[L8] drawing waits for the end of a press only, so that nothing moves under it"""
    person = people("desktop", server).arrive("Buy milk", "Buy bread")
    person.page.focus("#search")
    shown = person.page.evaluate("""async () => {
      const box = document.querySelector('.row .check');
      const press = { bubbles: true, cancelable: true, button: 0 };
      box.dispatchEvent(new PointerEvent('pointerdown', press));
      document.activeElement.blur();
      box.dispatchEvent(new MouseEvent('click', press));
      await new Promise(requestAnimationFrame);
      return document.querySelectorAll('.row.is-done').length;
    }""")
    assert shown == 1
