"""[T2] [T3] [T14] [L4] [L5] Adding to-dos: nothing is cut, words are read in the sheet too, and what was added shows."""

import time

import pytest
from playwright.sync_api import expect

from notes import wait_until

DAY = 86_400_000

PASTE = """([selector, text]) => {
  const field = document.querySelector(selector);
  field.focus();
  const data = new DataTransfer();
  data.setData('text/plain', text);
  field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}"""


def many():
    """300 to-dos whose rows have different heights."""
    now = int(time.time() * 1000)
    words = "some words about it "
    return [
        {"title": f"Task {n:03d}", "deadline": now + DAY * (n % 40 + 1), **({"detail": words * 5} if n % 3 == 0 else {})}
        for n in range(300)
    ]


def test_T14_the_sheet_of_a_phone_reads_words_as_the_line_does(phone):
    """[T14] highlighted in the title, named below it, made plain by a tap; they do not count toward its limit"""
    phone.new()
    title = phone.page.locator("#editor-title")
    title.press_sequentially("Pay rent tomorrow 9am #home")
    expect(phone.page.locator(".title-field .quick-highlights mark")).to_have_text(["tomorrow 9am", "#home"])
    expect(phone.page.locator(".title-field .counter")).to_have_count(0)
    pieces = phone.page.locator(".title-field .quick-pieces .chip")
    expect(pieces).to_have_text(["tomorrow 09:00", "home"])
    pieces.nth(1).tap()
    expect(phone.page.locator(".title-field .quick-highlights mark")).to_have_text(["tomorrow 9am"])
    pieces.nth(1).tap()
    expect(phone.page.locator(".title-field .quick-highlights mark")).to_have_count(2)
    phone.save()
    phone.sees("Pay rent")
    expect(phone.row("Pay rent").locator(".tag")).to_have_text("home")
    expect(phone.row("Pay rent").locator(".due")).to_have_text("tomorrow 09:00")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_T2_pasted_lines_offer_as_many_todos(people, server, size):
    """[T2] in the line and in the sheet; nothing of them is cut"""
    person = people(size, server).sign_up()
    field = "#quick-add"
    if size == "phone":
        person.new()
        field = "#editor-title"
    person.page.evaluate(PASTE, [field, "Milk\r\nBread\r\n- Eggs and flour and sugar and salt\r\n"])
    expect(person.page.locator(field)).to_have_value("Milk Bread - Eggs and flour and sugar and salt ")
    person.page.get_by_role("button", name="Add 3 to-dos").click()
    person.sees("Milk", "Bread", "Eggs and flour and sugar and")
    expect(person.row("Eggs and flour and sugar and").locator(".row-detail")).to_have_text("salt")


def test_T2_a_paste_that_does_not_fit_is_refused_aloud(phone_with):
    """[T2] [T4] in a field of one line and of many: the text that was there stays, and nothing is cut"""
    person = phone_with()
    person.new()
    for selector in ("#editor-title", "#editor-detail"):
        person.page.fill(selector, "Kept")
        person.page.evaluate(PASTE, [selector, "x\n" * 50_001])
        expect(person.toast).to_contain_text("too long for this field")
        person.hears("What you pasted is too long for this field. Your text has not changed. Paste a shorter piece.")
        expect(person.page.locator(selector)).to_have_value("Kept")


def in_view(person, title):
    """Whether a row is on the screen, neither under the header nor under the bar."""
    return person.page.evaluate(
        """title => {
          const rows = [...document.querySelectorAll('[data-row]')];
          const row = rows.find(row => row.querySelector('.row-title').textContent === title);
          if (!row) return false;
          const box = row.getBoundingClientRect();
          const bar = document.querySelector('.bar').getBoundingClientRect();
          const foot = document.querySelector('.bottom-bar').getBoundingClientRect();
          return box.top >= bar.bottom && box.bottom <= (foot.height ? foot.top : innerHeight);
        }""",
        title,
    )


@pytest.mark.parametrize("order", ["Deadline", "Title, A to Z"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_new_row_among_hundreds_is_in_view_or_a_message_shows_it(people, server, size, order):
    """[L2] [L8] by deadline and by title, from the sheet and from the line"""
    person = people(size, server).arrive(*many())
    person.choose_order(order)
    person.settle()
    if size == "phone":
        person.new()
        person.write("Task 150 too")
        person.save()
    else:
        person.page.fill("#quick-add", "Task 150 too")
        person.page.press("#quick-add", "Enter")
        expect(person.toast).to_contain_text("Added “Task 150 too”.")
        assert person.page.locator(".pane").evaluate("pane => pane.scrollTop") == 0
        person.toast.get_by_role("button", name="Show").click()
    person.row("Task 150 too").wait_for()
    wait_until(lambda: in_view(person, "Task 150 too"), "the row in view", pause=lambda: person.pause(0.05))
    person.settle()
    person.outlast(300)
    assert in_view(person, "Task 150 too")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_L5_a_new_todo_never_vanishes_without_a_word(people, server, size):
    """[L5] under a tag it takes the tag, under Done a message shows it, and All clears the tag"""
    person = people(size, server).arrive({"title": "Sweep", "tags": ["home"]}, "Call")
    person.filter("home")
    person.sees("Sweep")
    person.add("Paint")
    person.sees("Paint", "Sweep")
    expect(person.row("Paint").locator(".tag")).to_have_text("home")
    person.filter("Done")
    if size == "phone":
        person.new()
        person.write("Iron")
        person.save()
    else:
        person.page.fill("#quick-add", "Iron")
        person.page.press("#quick-add", "Enter")
    expect(person.toast).to_contain_text("Added “Iron”.")
    person.toast.get_by_role("button", name="Show").click()
    person.sees("Iron", "Paint", "Call", "Sweep")
    person.filter("home")
    person.sees("Iron", "Paint", "Sweep")
    person.filter("All")
    person.sees("Iron", "Paint", "Call", "Sweep")


def test_L4_a_search_finds_all_words_and_tags(phone_with):
    """[L4] each word anywhere; # is a tag"""
    person = phone_with({"title": "Buy milk and bread", "tags": ["home"]}, "Homework", {"title": "Milk", "detail": "to buy"})
    person.search("bread buy")
    person.sees("Buy milk and bread")
    person.search("buy milk")
    expect(person.rows).to_have_count(2)
    person.search("#home")
    person.sees("Buy milk and bread")
