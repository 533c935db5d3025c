"""[R1] [T3] [T5] [T6] Times in words: the line that adds a to-do, and the fields of the editor."""

import re

import pytest
from playwright.sync_api import expect

import accessibility


@pytest.fixture
def desk(people, server):
    return people("desktop", server).arrive("Buy milk")


def pieces(person):
    return person.page.locator(".quick-pieces .chip")


def test_a_line_has_title_reminder_tag_and_shows_them_as_it_is_typed(desk):
    """[T3] [T6] each understood piece is highlighted in its place and named in words; Enter makes the to-do"""
    line = desk.page.locator("#quick-add")
    line.click()
    desk.page.keyboard.type("Pay rent tomorrow 9am #home")
    expect(desk.page.locator(".quick-highlights mark")).to_have_text(["tomorrow 9am", "#home"])
    expect(pieces(desk)).to_have_text([re.compile("tomorrow 09:00"), "home"])
    assert accessibility.everything(desk.page, desk.touch) == []
    line.press("Enter")
    desk.row("Pay rent").wait_for()
    expect(pieces(desk)).to_have_count(0)
    found = desk.records.wait_until(lambda all: "Pay rent" in all)["Pay rent"]
    assert found["tags"] == ["home"] and found["reminder"].endswith("T03:30:00.000Z")  # nine in India


def test_what_was_understood_becomes_plain_text_by_a_press_or_a_key(desk):
    """a chip pressed, Escape, and Backspace right behind a piece; pressed again it is understood again"""
    line = desk.page.locator("#quick-add")
    line.fill("Read March by friday #book")
    line.press("End")
    expect(pieces(desk)).to_have_count(2)
    line.press("Backspace")  # the tag, not its last letter
    expect(line).to_have_value("Read March by friday #book")
    expect(desk.page.locator(".quick-highlights mark")).to_have_text(["by friday"])
    line.press("Escape")
    expect(desk.page.locator(".quick-highlights mark")).to_have_count(0)
    expect(pieces(desk)).to_have_count(2)  # both as plain text now
    pieces(desk).filter(has_text="#book").click()
    expect(desk.page.locator(".quick-highlights mark")).to_have_text(["#book"])
    line.press("Enter")
    desk.row("Read March by friday").wait_for()
    found = desk.records.wait_until(lambda all: "Read March by friday" in all)["Read March by friday"]
    assert found["deadline"] is None and found["tags"] == ["book"]


def test_escape_makes_words_plain_where_the_editor_covers_the_list(people, server):
    """[T14] and closes nothing; a second one does"""
    person = people("phone", server).arrive("Buy milk")
    person.new()
    title = person.page.locator("#editor-title")
    title.fill("Read March by friday")
    expect(person.page.locator(".quick-highlights mark")).to_have_text(["by friday"])
    title.press("Escape")
    expect(person.page.locator(".quick-highlights mark")).to_have_count(0)
    expect(title).to_have_value("Read March by friday")
    title.press("Escape")
    expect(person.editor).to_have_count(0)
    person.sees("Read March by friday", "Buy milk")
    expect(person.row("Read March by friday").locator(".due")).to_have_count(0)


def test_words_mean_the_zone_in_which_the_person_is_by_now(desk):
    """[T6] a tab that stays open while its device travels learns of it when it shows again"""
    desk.page.evaluate("() => { Date.prototype.getTimezoneOffset = () => 240; }")
    desk.look_again()
    line = desk.page.locator("#quick-add")
    line.fill("Call Ann tomorrow 9am")
    line.press("Enter")
    desk.row("Call Ann").wait_for()
    found = desk.records.wait_until(lambda all: "Call Ann" in all)["Call Ann"]
    assert found["reminder"].endswith("T13:00:00.000Z")  # nine in New York


def test_a_line_in_another_direction_has_its_marks_behind_its_words(desk):
    """[D1] a Hebrew line begins on the right, and so does what marks its words"""
    line = desk.page.locator("#quick-add")
    line.fill("לקנות חלב tomorrow 9am")
    mark = desk.page.locator(".quick-highlights mark")
    expect(mark).to_have_text("tomorrow 9am")
    assert line.evaluate("line => getComputedStyle(line).direction") == "rtl"
    field, marked = line.bounding_box(), mark.bounding_box()
    # The words end the line, so they stand left of its beginning.
    assert marked["x"] + marked["width"] < field["x"] + field["width"] - 40
    assert mark.evaluate("mark => getComputedStyle(mark).direction") == "rtl"


def test_a_long_line_keeps_its_marks_behind_its_words(people, server):
    """the copy that carries the highlights scrolls as the field does"""
    person = people("tablet", server).arrive("Buy milk")
    line = person.page.locator("#quick-add")
    line.click()
    person.page.keyboard.type("A title of thirty-two characters tomorrow 9am every month on the 15th until 25 dec 2030 #home")
    expect(person.page.locator(".quick-highlights mark").last).to_have_text("#home")
    scrolled = "() => ['#quick-add', '.quick-highlights'].map(part => document.querySelector(part).scrollLeft)"
    person.page.wait_for_function(f"() => {{ const [field, marks] = ({scrolled})(); return field && Math.abs(field - marks) <= 1; }}")


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_the_editor_reads_words_for_its_times(people, server, size):
    """[T5] [T6] what was understood shows at once; nonsense changes nothing and shows what to write"""
    person = people(size, server).arrive("Buy milk")
    person.open_editor("Buy milk")
    person.say_when("reminder", "tomorrow 9am")
    person.shows_when("reminder", "tomorrow 09:00")
    hint = person.page.locator(".field[data-key=reminder] .hint")
    expect(hint).to_contain_text("09:00")
    person.page.fill("#editor-reminderTyped", "blue cheese")
    expect(hint).to_have_attribute("data-unclear", "")
    person.shows_when("reminder", "tomorrow 09:00")
    person.say_when("deadline", "in 2 weeks")
    expect(person.page.locator("#editor-deadline")).not_to_contain_text("Not set")
    # Words that are not a time are not dropped in silence.
    person.page.click(".sheet-bar [type=submit]")
    expect(person.page.locator(".field[data-key=reminder] .field-error")).to_contain_text("Write a day or a time")
    person.page.fill("#editor-reminderTyped", "tomorrow 9am")
    expect(hint).to_contain_text("09:00")
    assert accessibility.everything(person.page, person.touch) == []
    person.save()
    person.records.wait_until(lambda all: all["Buy milk"]["reminder"] and all["Buy milk"]["deadline"])


def test_a_to_do_that_repeats_makes_the_next_when_it_is_done(desk):
    """picked from the menu, shown on the row; done makes the next, and undone takes it away again"""
    desk.open_editor("Buy milk")
    desk.say_when("deadline", "tomorrow")
    desk.page.select_option("#editor-repeat", label="Every day")
    expect(desk.page.locator(".repeat-words")).to_contain_text("Every day")
    desk.save()
    expect(desk.row("Buy milk").locator(".row-meta")).to_contain_text("Every day")
    desk.check("Buy milk")
    expect(desk.rows).to_have_count(2)
    desk.records.wait_until(lambda all: True)
    done = desk.page.locator("[data-row] .check[aria-checked=true]")
    expect(done).to_have_count(1)
    done.click()
    expect(desk.rows).to_have_count(1)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_repetition_of_ones_own(people, server, size):
    """every two weeks on two days, three times"""
    person = people(size, server).arrive("Buy milk")
    person.open_editor("Buy milk")
    person.repeat_by_choice()
    assert accessibility.everything(person.page, person.touch) == []
    person.save()
    expect(person.row("Buy milk").locator(".row-meta")).to_contain_text("Every 2 weeks on Monday and Wednesday")
    person.page.fill("#search", "")
    person.open_editor("Buy milk")
    person.page.select_option("#editor-repeat", label="Never")
    expect(person.page.locator(".repeat-words")).to_have_count(0)
    person.save()


def test_a_to_do_is_linked_to_a_note(desk):
    """by its editor, there and back"""
    desk.go_to("Notes")
    desk.page.get_by_role("button", name="New note").filter(visible=True).first.click()
    desk.page.fill("#note-title", "The trip")
    desk.page.fill("#note-description", "x" * 120)
    desk.editor.get_by_role("button", name="Done").click()
    desk.go_to("All")
    desk.open_editor("Buy milk")
    desk.page.select_option("#editor-note", label="The trip")
    desk.page.get_by_role("button", name="Open the note").click()
    expect(desk.editor).to_contain_text("The trip")
    desk.go_to("All")
    desk.open_editor("Buy milk")
    expect(desk.page.locator("#editor-note option:checked")).to_have_text("The trip")
