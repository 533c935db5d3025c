"""[L8] A tab may stay open for weeks: what was opened and closed in it, searched or typed leaves nothing behind."""

import pytest
from playwright.sync_api import expect

import pictures
from notes import Notes

ROUNDS = 12
COUNT_PICTURES = """
  window.pictures = 0;
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = blob => { window.pictures += 1; return createObjectURL(blob); };
  URL.revokeObjectURL = address => { window.pictures -= 1; revokeObjectURL(address); };
"""


def closed(person):
    person.press("Escape")
    expect(person.menu).to_have_count(0)
    expect(person.page.locator(".palette")).to_have_count(0)


def menu_of_orders(person):
    person.open_order_menu()
    person.menu.wait_for()
    closed(person)


def menu_of_a_row(person):
    person.open_row_menu("To-do 7")
    person.menu.wait_for()
    closed(person)


def other_order(person):
    for label in ("Title, A to Z", "Newest first"):
        person.choose_order(label)
        expect(person.menu).to_have_count(0)


def editor(person):
    person.open_editor("To-do 7")
    person.close_editor()


def search(person):
    for text in ("to-do 1", ""):
        person.search(text)
        person.settle()


def typed_line(person):
    for text in ("Pay rent tomorrow 9am #home", ""):
        person.page.fill("#quick-add", text)
        person.settle()


def lists(person):
    for label in ("Done", "All"):
        person.filter(label)
        person.settle()


def settings(person):
    person.open_settings()
    person.close_account_screen()


def palette(person):
    person.press("Control+k")
    person.page.locator(".palette").wait_for()
    closed(person)


def marked(person):
    for _ in range(2):
        person.check("To-do 7")
        person.settle()


ACTIONS = [menu_of_orders, menu_of_a_row, other_order, editor, search, typed_line, lists, settings, palette, marked]


def growth(person, action):
    """How many nodes, listeners and addresses of pictures the tab has more after so many rounds of an action."""
    session = person.page.context.new_cdp_session(person.page)

    def kept():
        for _ in range(3):
            session.send("HeapProfiler.collectGarbage")
        found = session.send("Memory.getDOMCounters")
        return found["nodes"], found["jsEventListeners"], person.page.evaluate("() => window.pictures")

    def live(rounds):
        for _ in range(rounds):
            action(person)
        person.pause(1)  # what was closed fades, and is held for a moment after it

    live(5)
    counts = [kept()]
    for _ in range(2):
        live(ROUNDS)
        counts.append(kept())
    # What is left once, of the last round, is in one of the two spans alone.
    return [min(two - one, three - two) for one, two, three in zip(*counts)]


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.__name__)
def test_L8_an_action_that_is_over_leaves_nothing_in_the_tab(people, server, action):
    """[L8] no element and no listener; of a field that is emptied by a script, Chrome keeps a text to undo it"""
    person = people("desktop", server)
    person.page.add_init_script(COUNT_PICTURES)
    person.arrive(*(f"To-do {number}" for number in range(40)))
    nodes, listeners, _ = growth(person, action)
    emptied = ROUNDS if action in (search, typed_line) else 0
    assert nodes - emptied < ROUNDS / 2, f"{nodes} nodes more in {ROUNDS} rounds, and again"
    assert listeners < ROUNDS / 2, f"{listeners} listeners more in {ROUNDS} rounds, and again"


def test_L8_a_note_and_photos_that_were_looked_at_leave_nothing_in_the_tab(people, server):
    """[L8] [N3] neither of the note nor of its photos, in it and filling the window"""
    person = people("desktop", server)
    person.page.add_init_script(COUNT_PICTURES)
    notes = Notes(person.sign_up()).go().new()
    notes.add(pictures.photo(1, 1_000, 750), pictures.photo(2, 1_000, 1_300)).shows(2)
    notes.done().close()

    def look(person):
        notes.open().shows(2).enlarge(0)
        person.press("Escape")
        expect(notes.gallery).to_have_count(0)
        notes.close()

    nodes, listeners, addresses = growth(person, look)
    assert nodes < ROUNDS / 2, f"{nodes} nodes more in {ROUNDS} rounds, and again"
    assert listeners < ROUNDS / 2, f"{listeners} listeners more in {ROUNDS} rounds, and again"
    assert addresses < ROUNDS / 2, f"{addresses} addresses of pictures more in {ROUNDS} rounds, and again"
