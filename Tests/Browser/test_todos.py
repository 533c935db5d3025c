"""[T] One to-do: making, editing, marking and deleting it, as somebody at the page meets it."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

HERE = ZoneInfo("Asia/Kolkata")
DAY = 86_400_000
FAMILY = "👩‍👩‍👧‍👦"


def day(days=0):
    return datetime.now(HERE) + timedelta(days=days)


def milliseconds(moment):
    return int(moment.timestamp() * 1000)


def texts(row, selector):
    return row.locator(selector).all_inner_texts()


def error(person, field):
    return person.page.locator(f"#editor-{field}-note")


# MARK: T1, T7


def test_T1_T7_a_row_shows_all_of_a_todo(person):
    """[T1] [T7] title, detail, tags, deadline, state and when it was created; not done at first"""
    person.new()
    person.write("Renew the passport", "Two photos, and the old one", tags=["town", "papers"])
    person.page.get_by_role("button", name="Tomorrow").click()
    person.save()
    row = person.row("Renew the passport")
    expect(row.locator(".row-detail")).to_have_text("Two photos, and the old one")
    assert sorted(texts(row, ".row-meta .tag")) == ["papers", "town"]
    expect(row.locator(".due")).to_have_text("tomorrow")
    expect(row.locator(".stamp")).to_have_text(re.compile(r"^Added today \d\d:\d\d$"))
    person.is_done("Renew the passport", False)


def test_T7_editing_sets_modified(phone_with):
    """[T7] a row then shows when it was changed"""
    person = phone_with({"title": "Buy milk", "age": 3 * DAY})
    stamp = person.row("Buy milk").locator(".stamp")
    expect(stamp).to_have_text(re.compile("^Added "))
    expect(stamp).not_to_have_text(re.compile("today"))
    person.open_editor("Buy milk")
    person.write(detail="Two litres")
    person.save()
    expect(person.row("Buy milk").locator(".stamp")).to_have_text(re.compile(r"^Changed today \d\d:\d\d$"))
    todo = person.records.wait_until(lambda all: all["Buy milk"]["detail"])["Buy milk"]
    assert todo["modifiedAt"] > todo["createdAt"]


def test_T7_all_of_a_todo_survives_a_reload(phone_with):
    """[T1] [S6] the same row after coming back"""
    person = phone_with()
    person.new()
    person.write("Renew the passport", "Two photos\nand the old one", tags=["town"])
    person.page.get_by_role("button", name="In a week").click()
    person.page.fill("#editor-reminder", day(2).strftime("%Y-%m-%dT09:30"))
    person.save()
    before = person.row("Renew the passport").inner_text()
    person.reload()
    expect(person.row("Renew the passport")).to_be_visible()
    assert person.row("Renew the passport").inner_text() == before
    person.open_editor("Renew the passport")
    assert person.page.input_value("#editor-detail") == "Two photos\nand the old one"
    assert person.page.input_value("#editor-deadline") == day(7).strftime("%Y-%m-%d")
    assert person.page.input_value("#editor-reminder") == day(2).strftime("%Y-%m-%dT09:30")


# MARK: T2


def test_T2_spaces_around_a_title_are_dropped(person):
    """[T2] in the sheet and in the line above the list"""
    person.new()
    person.write("   Buy milk  ")
    person.save()
    person.sees("Buy milk")


def test_T2_the_form_stops_at_the_limit_and_shows_what_is_left(phone_with):
    """[T2] a counter in the last quarter, and no 33rd character"""
    person = phone_with()
    person.new()
    title, counter = person.page.locator("#editor-title"), person.page.locator(".title-field .counter")
    title.press_sequentially("a" * 23)
    expect(counter).to_have_count(0)
    title.press_sequentially("a")
    expect(counter).to_have_text("8")
    title.press_sequentially("b" * 10)
    expect(title).to_have_value("a" * 24 + "b" * 8)
    expect(counter).to_have_text("0")
    expect(person.page.locator(".title-field [role=status]")).to_have_text("0 left")


def test_T2_a_title_is_counted_as_a_person_counts(phone_with):
    """[T2] a family of four is one character"""
    person = phone_with()
    person.new()
    person.page.fill("#editor-title", FAMILY * 40)
    expect(person.page.locator("#editor-title")).to_have_value(FAMILY * 32)
    expect(person.page.locator(".title-field .counter")).to_have_text("0")
    person.save()
    person.sees(FAMILY * 32)
    person.records.wait_until(lambda todos: FAMILY * 32 in todos)


def test_T2_an_empty_title_cannot_be_sent(person):
    """[T2] neither by the button nor by a key"""
    person.new()
    save = person.page.locator(".sheet-bar [type=submit]")
    expect(save).to_be_disabled()
    person.write("   ")
    expect(save).to_be_disabled()
    person.page.press("#editor-title", "Enter")
    person.write("Buy milk")
    expect(save).to_be_enabled()
    person.write("")
    expect(save).to_be_disabled()
    expect(person.editor).to_be_visible()
    expect(person.rows).to_have_count(0)


def test_T2_the_line_above_the_list_keeps_the_same_rules(desktop):
    """[T2] empty is said, what is left shows; too long a title is told and kept, since words for times come on top"""
    line = desktop.page.locator("#quick-add")
    line.fill("  ")
    line.press("Enter")
    expect(desktop.page.locator("#quick-add-note")).to_have_text("Give it a title.")
    line.fill("c" * 50)
    expect(desktop.page.locator("#quick-add-note")).to_have_count(0)
    expect(desktop.page.locator(".quick-add .counter")).to_have_text("-18")
    line.press("Enter")
    expect(desktop.page.locator("#quick-add-note")).to_have_text("Shorten the title to 32 characters.")
    expect(line).to_have_value("c" * 50)
    line.fill("c" * 32)
    line.press("Enter")
    desktop.sees("c" * 32)
    expect(line).to_have_value("")
    expect(line).to_be_focused()


# MARK: T3


def test_T3_a_tag_shows_while_it_is_typed(person):
    """[T3] its preview stands beside the line; Enter makes it a tag"""
    person.new()
    line, preview = person.page.locator("#editor-tag"), person.page.locator(".tag.is-preview")
    expect(preview).to_have_count(0)
    line.press_sequentially("hom")
    expect(preview).to_have_text("hom")
    line.press_sequentially("e")
    expect(preview).to_have_text("home")
    line.press("Enter")
    expect(preview).to_have_count(0)
    expect(line).to_have_value("")
    expect(person.editor.get_by_role("button", name="Remove the tag “home”")).to_be_visible()


def test_T3_three_tags_of_eight_characters_at_most(person):
    """[T3] the line stops at eight, and is gone once there are three"""
    person.new()
    person.page.fill("#editor-tag", "ninechars")
    expect(person.page.locator("#editor-tag")).to_have_value("ninechar")
    person.page.press("#editor-tag", "Enter")
    person.write("Tagged", tags=["b", "c"])
    expect(person.editor.locator(".tag.is-removable")).to_have_count(3)
    expect(person.page.locator("#editor-tag")).to_have_count(0)
    person.editor.get_by_role("button", name="Remove the tag “b”").click()
    expect(person.page.locator("#editor-tag")).to_be_focused()
    person.save()
    assert sorted(texts(person.row("Tagged"), ".tag")) == ["c", "ninechar"]


def test_T3_no_tag_twice_whatever_its_case(person):
    """[T3] said at the line, and what was typed stays"""
    person.new()
    person.write("Tagged", tags=["Home"])
    person.page.fill("#editor-tag", "hOME")
    person.page.press("#editor-tag", "Enter")
    expect(error(person, "tags")).to_contain_text("is there already")
    expect(person.page.locator("#editor-tag")).to_have_attribute("aria-invalid", "true")
    expect(person.page.locator("#editor-tag")).to_have_value("hOME")
    expect(person.editor.locator(".tag.is-removable")).to_have_count(1)
    person.page.fill("#editor-tag", "work")
    expect(error(person, "tags")).to_have_count(0)


def test_T3_a_comma_ends_a_tag(phone_with):
    """[T3] as people write lists"""
    person = phone_with()
    person.new()
    person.write("Tagged")
    person.page.locator("#editor-tag").press_sequentially("home, garden,")
    expect(person.editor.locator(".tag.is-removable")).to_have_text(["home", "garden"])


# MARK: T4


def test_T4_a_detail_stops_at_a_thousand_characters(phone_with):
    """[T4] and says what is left in the last quarter"""
    person = phone_with()
    person.new()
    counter = person.page.locator(".detail-field .counter")
    person.write("Long", "d" * 749)
    expect(counter).to_have_count(0)
    person.write(detail="d" * 750)
    expect(counter).to_have_text("250")
    person.write(detail="d" * 1_200)
    expect(person.page.locator("#editor-detail")).to_have_value("d" * 1_000)
    expect(counter).to_have_text("0")
    person.save()
    person.records.wait_until(lambda todos: todos.get("Long", {}).get("detail") == "d" * 1_000)


# MARK: T5, T6


def test_T5_a_deadline_is_set_from_today_on(phone_with):
    """[T5] yesterday is said at the field and nothing typed is lost; today is taken"""
    person = phone_with()
    person.new()
    person.write("Pay rent")
    person.page.fill("#editor-deadline", day(-1).strftime("%Y-%m-%d"))
    person.page.click(".sheet-bar [type=submit]")
    expect(error(person, "deadline")).to_have_text("Choose today or a later day.")
    expect(person.page.locator("#editor-deadline")).to_have_attribute("min", day().strftime("%Y-%m-%d"))
    assert person.page.input_value("#editor-title") == "Pay rent"
    person.page.fill("#editor-deadline", day().strftime("%Y-%m-%d"))
    expect(error(person, "deadline")).to_have_count(0)
    person.save()
    expect(person.row("Pay rent").locator(".due.is-near")).to_have_text("today")


def test_T5_a_late_todo_is_edited_without_moving_its_deadline(phone_with):
    """[T5] it says how late it is before and after"""
    late = milliseconds(day(-3))
    person = phone_with({"title": "Pay rent", "deadline": late, "age": 9 * DAY})
    expect(person.row("Pay rent").locator(".due.is-late")).to_have_text("3 days late")
    person.open_editor("Pay rent")
    person.write("Pay the rent")
    person.save()
    expect(person.row("Pay the rent").locator(".due.is-late")).to_have_text("3 days late")
    todo = person.records.wait_until(lambda todos: "Pay the rent" in todos)["Pay the rent"]
    assert todo["deadline"] == person.records.todos()["Pay the rent"]["deadline"] is not None


def test_T5_a_deadline_can_be_taken_away(phone_with):
    """[T5] by a button of its own"""
    person = phone_with({"title": "Pay rent", "deadline": milliseconds(day(2))})
    person.open_editor("Pay rent")
    person.page.get_by_role("button", name="No deadline").click()
    expect(person.page.locator("#editor-deadline")).to_have_value("")
    person.save()
    expect(person.row("Pay rent").locator(".due")).to_have_count(0)
    person.records.wait_until(lambda todos: todos["Pay rent"]["deadline"] is None)


def test_T6_a_reminder_is_set_for_the_future_only(phone_with):
    """[T6] an hour ago is said at the field, tomorrow is taken"""
    person = phone_with()
    person.new()
    person.write("Call")
    person.page.fill("#editor-reminder", (day() - timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M"))
    person.page.click(".sheet-bar [type=submit]")
    expect(error(person, "reminder")).to_have_text("Choose a moment in the future.")
    assert person.page.input_value("#editor-title") == "Call"
    person.page.fill("#editor-reminder", day(1).strftime("%Y-%m-%dT08:15"))
    expect(error(person, "reminder")).to_have_count(0)
    person.save()
    expect(person.row("Call").locator(".due")).to_have_text("tomorrow 08:15")


# MARK: T8


def test_T8_a_checkbox_marks_done_and_open(person):
    """[T8] and says so to a screen reader"""
    person.add("Buy milk")
    person.check("Buy milk")
    person.is_done("Buy milk")
    person.hears("“Buy milk” is done.")
    person.check("Buy milk")
    person.is_done("Buy milk", False)
    person.hears("“Buy milk” is open again.")


def test_T8_swiping_right_marks_done(phone_with):
    """[T8] all the way, by a finger; once more opens it again"""
    person = phone_with("Buy milk", "Buy bread")
    person.swipe("Buy milk", "right")
    person.is_done("Buy milk")
    person.settle()
    person.swipe("Buy milk", "right")
    person.is_done("Buy milk", False)
    person.is_done("Buy bread", False)
    expect(person.editor).to_have_count(0)


def test_T8_swiping_left_deletes_and_can_be_undone(phone_with):
    """[T8] the message stays, and Undo brings back all of it"""
    person = phone_with({"title": "Buy milk", "detail": "Two litres", "tags": ["home"]}, "Buy bread")
    before = person.row("Buy milk").inner_text()
    person.swipe("Buy milk", "left")
    person.sees("Buy bread")
    expect(person.toast).to_contain_text("Deleted “Buy milk”.")
    person.records.wait_until(lambda todos: "Buy milk" not in todos)
    person.toast.get_by_role("button", name="Undo").click()
    person.sees("Buy bread", "Buy milk")
    expect(person.toast).to_have_count(0)
    assert person.row("Buy milk").inner_text().split("\n")[:3] == before.split("\n")[:3]
    todo = person.records.wait_until(lambda todos: "Buy milk" in todos)["Buy milk"]
    assert (todo["detail"], todo["tags"]) == ("Two litres", ["home"])


def test_T8_a_mouse_swipes_as_well(desktop):
    """[T8] both ways, and no click comes of it"""
    desktop.add("Buy milk", "Buy bread")
    desktop.mouse_drag("Buy milk", 320)
    desktop.is_done("Buy milk")
    desktop.mouse_drag("Buy bread", -320)
    desktop.sees("Buy milk")
    expect(desktop.editor).to_have_count(0)


def test_T8_the_rows_menu_marks_edits_and_deletes(person):
    """[T8] by a long press on touch, by the row's own button with a mouse"""
    person.add("Buy milk")

    def open_menu():
        if person.touch:
            person.long_press("Buy milk")
        else:
            person.row("Buy milk").hover()
            person.row("Buy milk").locator(".row-more").click()
        person.menu.wait_for()

    open_menu()
    person.menu.get_by_role("menuitem", name="Mark as done").click()
    person.is_done("Buy milk")
    open_menu()
    person.menu.get_by_role("menuitem", name="Edit").click()
    expect(person.page.locator("#editor-title")).to_have_value("Buy milk")
    person.close_editor()
    expect(person.editor).to_have_count(0)
    open_menu()
    person.menu.get_by_role("menuitem", name="Delete").click()
    expect(person.rows).to_have_count(0)
    expect(person.toast).to_contain_text("Deleted “Buy milk”.")


def test_T8_the_message_waits_while_it_is_pointed_at(people, server):
    """[T8] it goes after six seconds, but not under the pointer"""
    person = people("desktop", server)
    person.page.clock.install()
    person.arrive("Buy milk")
    person.row("Buy milk").focus()
    person.press("Delete")
    expect(person.toast).to_be_visible()
    person.page.clock.run_for(5_000)
    expect(person.toast).to_be_visible()
    person.toast.locator("p").hover()
    person.page.clock.run_for(20_000)
    expect(person.toast).to_be_visible()
    person.page.mouse.move(5, 5)
    person.page.clock.run_for(5_000)
    expect(person.toast).to_be_visible()
    person.page.clock.run_for(2_000)
    expect(person.toast).to_have_count(0)


# MARK: T9


def test_T9_bins_show_on_every_row_and_ask_before_they_delete(person):
    """[T9] by a button at the top right; the harmless answer is focused"""
    person.add("Buy bread", "Buy milk")
    expect(person.page.locator(".row-bin")).to_have_count(0)
    button = person.page.locator(".bar [data-action=bins]")
    pane = person.page.locator(".pane").bounding_box()
    box = button.bounding_box()
    assert box["y"] < 60 and box["x"] + box["width"] > pane["x"] + pane["width"] - 60
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(person.page.locator("[data-row] .row-bin")).to_have_count(2)
    person.page.get_by_role("button", name="Delete “Buy milk”").click()
    expect(person.dialog).to_contain_text("Delete this to-do?")
    expect(person.dialog).to_contain_text("Buy milk")
    expect(person.dialog.get_by_role("button", name="Keep")).to_be_focused()
    person.dialog.get_by_role("button", name="Keep").click()
    expect(person.dialog).to_have_count(0)
    person.sees("Buy milk", "Buy bread")
    person.page.get_by_role("button", name="Delete “Buy milk”").click()
    person.dialog.get_by_role("button", name="Delete").click()
    person.sees("Buy bread")
    button.click()
    expect(person.page.locator(".row-bin")).to_have_count(0)


# MARK: T10


def test_T10_an_imported_todo_is_marked_and_deleted_but_not_edited(phone_with):
    """[T10] tapping it opens the editor for a new one"""
    person = phone_with({"title": "From elsewhere", "origin": "imported"})
    person.open_editor("From elsewhere")
    expect(person.page.locator("#editor-title")).to_have_value("")
    expect(person.editor.get_by_role("heading", name="New to-do")).to_be_visible()
    person.close_editor()
    expect(person.editor).to_have_count(0)
    person.long_press("From elsewhere")
    expect(person.menu.get_by_role("menuitem")).to_have_text(["Mark as done", "Delete"])
    person.menu.get_by_role("menuitem", name="Mark as done").click()
    person.is_done("From elsewhere")
    assert "Imported" in person.row("From elsewhere").locator(".row-body").evaluate("e => e.textContent")
    person.swipe("From elsewhere", "left")
    expect(person.rows).to_have_count(0)


def test_I4_an_imported_title_of_any_length_is_kept_whole(phone_with):
    """[I4] [T10] in the list and in its menu"""
    title = "Do something nice for someone one cares about, " * 4
    person = phone_with({"title": title, "origin": "imported"})
    person.sees(title)
    person.check(title)
    todo = person.records.wait_until(lambda todos: todos.get(title, {}).get("done"))
    assert list(todo) == [title]


# MARK: T11, T12


def test_T11_going_back_saves(person):
    """[T11] by the browser's own way back, by the button and by Escape"""
    person.add("First", "Second", "Third")
    person.open_editor("First")
    person.write(detail="by the history")
    person.page.go_back()
    expect(person.editor).to_have_count(0)
    person.open_editor("Second")
    person.write(detail="by the button")
    person.close_editor()
    expect(person.editor).to_have_count(0)
    person.open_editor("Third")
    person.write(detail="by a key")
    person.press("Escape")
    expect(person.editor).to_have_count(0)
    assert texts(person.page, ".row-detail") == ["by a key", "by the button", "by the history"]
    assert person.page.url.rstrip("/") == person.server.url


def test_T11_a_new_todo_with_nothing_typed_is_dropped_in_silence(person):
    """[T11] no question, no row"""
    person.new()
    person.page.go_back()
    expect(person.editor).to_have_count(0)
    expect(person.dialog).to_have_count(0)
    person.new()
    person.close_editor()
    expect(person.editor).to_have_count(0)
    expect(person.dialog).to_have_count(0)
    expect(person.rows).to_have_count(0)


def test_T11_text_without_a_title_asks(person):
    """[T11] keep writing, or throw away"""
    person.new()
    person.write(detail="Something, but what?")
    person.close_editor()
    expect(person.dialog).to_contain_text("It has no title yet")
    expect(person.dialog.get_by_role("button", name="Keep writing")).to_be_focused()
    person.dialog.get_by_role("button", name="Keep writing").click()
    expect(person.dialog).to_have_count(0)
    expect(person.page.locator("#editor-title")).to_be_focused()
    assert person.page.input_value("#editor-detail") == "Something, but what?"
    person.page.go_back()
    expect(person.dialog).to_be_visible()
    person.dialog.get_by_role("button", name="Throw away").click()
    expect(person.editor).to_have_count(0)
    expect(person.rows).to_have_count(0)
    person.new()
    assert person.page.input_value("#editor-detail") == ""


def test_T11_the_save_button_shows_that_it_saves(people, server):
    """[T11] until the device's disk has it; a second press changes nothing"""
    person = people("phone", server)
    person.page.add_init_script(SLOW_DISK)
    person.arrive()
    person.new()
    person.write("Buy milk")
    person.page.evaluate("() => { window.slow = true; }")
    save = person.page.locator(".sheet-bar [type=submit]")
    save.click()
    expect(save).to_have_text("Saving…")
    expect(save).to_have_attribute("aria-busy", "true")
    expect(person.editor).to_be_visible()
    person.page.evaluate("() => window.goOn()")
    expect(person.editor).to_have_count(0)
    person.sees("Buy milk")


SLOW_DISK = """
const real = crypto.subtle.encrypt.bind(crypto.subtle);
crypto.subtle.encrypt = (...all) => window.slow
  ? new Promise(resolve => { window.goOn = resolve; }).then(() => real(...all)) : real(...all);
"""


def test_T11_when_saving_fails_it_says_why_and_keeps_what_was_typed(people, server):
    """[T11] [S9] and saving again once there is room goes through"""
    person = people("phone", server)
    person.page.add_init_script(FULL_DISK)
    person.arrive()
    person.new()
    person.write("Buy milk", "Two litres")
    person.page.evaluate("() => { window.full = true; }")
    person.page.click(".sheet-bar [type=submit]")
    expect(person.editor.locator("[role=alert]")).to_contain_text("out of space")
    assert person.page.input_value("#editor-title") == "Buy milk"
    assert person.page.input_value("#editor-detail") == "Two litres"
    person.page.click(".sheet-bar [type=submit]")
    expect(person.page.locator(".sheet-bar [type=submit]")).to_have_text("Save")
    expect(person.editor.locator("[role=alert]")).to_contain_text("out of space")
    person.page.evaluate("() => { window.full = false; }")
    person.save()
    person.sees("Buy milk")
    expect(person.banner).to_have_count(0)
    person.reload()
    expect(person.row("Buy milk").locator(".row-detail")).to_have_text("Two litres")
    person.sees("Buy milk")


FULL_DISK = """
const real = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (names, mode, options) {
  if (window.full && mode === 'readwrite') throw new DOMException('no room', 'QuotaExceededError');
  return real.call(this, names, mode, options);
};
"""


def test_T12_an_edit_can_never_empty_a_title(person):
    """[T12] Save is off, going back asks, and throwing away keeps the title there was"""
    person.add("Buy milk")
    person.open_editor("Buy milk")
    person.write("  ")
    expect(person.page.locator(".sheet-bar [type=submit]")).to_be_disabled()
    person.close_editor()
    expect(person.dialog).to_contain_text("needs a title")
    person.dialog.get_by_role("button", name="Keep writing").click()
    expect(person.page.locator("#editor-title")).to_be_focused()
    person.close_editor()
    person.dialog.get_by_role("button", name="Throw away").click()
    expect(person.editor).to_have_count(0)
    person.sees("Buy milk")
    person.reload()
    person.sees("Buy milk")
