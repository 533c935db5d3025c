"""[T] One to-do in the list: what its row shows, marking and deleting it, as somebody at the web app meets it."""

import re

from playwright.sync_api import expect

from days import DAY, day


# MARK: T1, T7


def test_T1_T7_a_row_shows_all_of_a_todo(person):
    """[T1] [T7] title, detail, tags, deadline, state and when it was created; not done at first"""
    person.new()
    person.write("Renew the passport", "Two photos, and the old one", tags=["town", "papers"])
    person.open_when("deadline").get_by_role("button", name="Tomorrow", exact=True).click()
    person.save()
    row = person.row("Renew the passport")
    expect(row.locator(".row-detail")).to_have_text("Two photos, and the old one")
    assert sorted(row.locator(".row-meta .tag").all_inner_texts()) == ["papers", "town"]
    expect(row.locator(".due")).to_have_text("tomorrow")
    expect(row.locator(".stamp")).to_have_text(re.compile(r"^Added \d\d:\d\d$"))
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
    expect(person.row("Buy milk").locator(".stamp")).to_have_text(re.compile(r"^Changed \d\d:\d\d$"))
    todo = person.records.wait_until(lambda all: all["Buy milk"]["detail"])["Buy milk"]
    assert todo["modifiedAt"] > todo["createdAt"]


def test_T7_all_of_a_todo_survives_a_reload(phone_with):
    """[T1] [S6] the same row after coming back"""
    person = phone_with()
    person.new()
    person.write("Renew the passport", "Two photos\nand the old one", tags=["town"])
    person.open_when("deadline").get_by_role("button", name="Next week").click()
    person.pick_day(day(2), person.open_when("reminder"))
    person.pick_time("reminder", "09:30")
    person.shows_when("reminder", "09:30")
    words = person.page.locator("#editor-reminder").inner_text()
    person.save()
    before = person.row("Renew the passport").inner_text()
    person.reload()
    expect(person.row("Renew the passport")).to_be_visible()
    assert person.row("Renew the passport").inner_text() == before
    person.open_editor("Renew the passport")
    assert person.page.input_value("#editor-detail") == "Two photos\nand the old one"
    monday = person.open_when("deadline").get_by_role("gridcell", selected=True)
    expect(monday).to_have_accessible_name(re.compile(f"Monday, {day(7 - day().weekday()).day} "))
    person.shows_when("reminder", words)


# MARK: T8


def test_T8_a_checkbox_marks_done_and_open(person):
    """[T8] and announces it to a screen reader"""
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
    expect(person.toast).to_contain_text("Buy milk")  # it has gone to its place among the completed ones
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
    person.hold_toast()
    person.records.wait_until(lambda todos: "Buy milk" not in todos)
    person.toast.get_by_role("button", name="Undo").click()
    person.sees("Buy bread", "Buy milk")
    expect(person.toast).to_contain_text("Undid: deleted “Buy milk”.")
    assert person.row("Buy milk").inner_text().split("\n")[:3] == before.split("\n")[:3]
    todo = person.records.wait_until(lambda todos: "Buy milk" in todos)["Buy milk"]
    assert (todo["detail"], todo["tags"]) == ("Two litres", ["home"])


def test_T8_a_mouse_swipes_as_well(desktop):
    """[T8] both ways, and no click comes of it"""
    desktop.add("Buy milk", "Buy bread")
    desktop.mouse_drag("Buy milk", 320)
    desktop.is_done("Buy milk")
    desktop.mouse_drag("Buy bread", -320)
    expect(desktop.row("Buy bread")).to_have_count(0)
    desktop.is_done("Buy milk")
    expect(desktop.editor).to_have_count(0)


def test_T8_the_rows_menu_marks_edits_and_deletes(person):
    """[T8] by a long press on touch, by the row's own button with a mouse"""
    person.add("Buy milk")

    def open_menu():
        person.reveal("Buy milk")
        if person.touch:
            person.long_press("Buy milk")
        else:
            person.row("Buy milk").hover()
            person.row("Buy milk").locator(".row-more").click()
        person.menu.wait_for()

    open_menu()
    person.menu.get_by_role("menuitem", name="Mark as done").click()
    person.is_done("Buy milk")
    person.page.locator(".fold").wait_for()  # it has gone to its place among the completed ones
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
    # From here on the tab's clock goes on only as it is told to.
    person.page.clock.pause_at(person.page.evaluate("Date.now()") + 60_000)
    person.press("Delete")
    person.page.clock.run_for(200)
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
    button = person.page.locator(".bar [aria-pressed]")
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
    """[T10] tapping it shows a message, and offers the editor for a new one with a copy in it"""
    person = phone_with({"title": "From elsewhere", "origin": "imported"})
    person.row("From elsewhere").locator(".row-body").click()
    expect(person.alert).to_contain_text("can’t be edited")
    person.alert.get_by_role("button", name="Close").click()
    expect(person.alert).to_have_count(0)
    person.row("From elsewhere").locator(".row-body").click()
    person.alert.get_by_role("button", name="Edit a copy").click()
    expect(person.editor.get_by_role("heading", name="New to-do")).to_be_visible()
    expect(person.page.locator("#editor-title")).to_have_value("From elsewhere")
    person.write("My own")
    person.save()
    person.sees("My own", "From elsewhere")
    person.swipe("My own", "left")
    person.sees("From elsewhere")
    person.long_press("From elsewhere")
    expect(person.menu.get_by_role("menuitem")).to_have_text(["Mark as done", "Select", "Delete"])
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
