"""[T2] to [T6] The texts that the editor takes in each field, and its errors for the rest."""

from datetime import timedelta

from playwright.sync_api import expect

from days import DAY, day, milliseconds
from hasty import LATE_FRAMES

FAMILY = "👩‍👩‍👧‍👦"


def error(person, field):
    return person.page.locator(f"#editor-{field}-note")


# MARK: T2


def test_T2_spaces_around_a_title_are_dropped(person):
    """[T2] in the sheet and in the line above the list"""
    person.new()
    person.write("   Buy milk  ")
    person.save()
    person.sees("Buy milk")


def test_T2_the_form_shows_what_is_left_and_moves_the_rest_to_the_detail(phone_with):
    """[T2] a counter in the last quarter; what is too long is kept, refused aloud, and goes on in the detail"""
    person = phone_with()
    person.new()
    title, counter = person.page.locator("#editor-title"), person.page.locator(".title-field .counter")
    title.press_sequentially("a" * 23)
    expect(counter).to_have_count(0)
    title.press_sequentially("a")
    expect(counter).to_have_text("8")
    title.press_sequentially("b" * 10)
    expect(title).to_have_value("a" * 24 + "b" * 10)
    expect(counter).to_have_text("-2")
    expect(title).to_have_accessible_description("2 too many")
    expect(person.page.locator(".title-field [role=status]")).to_have_count(0)
    person.hears("0 left")
    person.page.click(".sheet-bar [type=submit]")
    expect(error(person, "title")).to_have_text("Shorten the title to 32 characters.")
    person.page.get_by_role("button", name="Move the rest to the detail").click()
    expect(title).to_have_value("a" * 24 + "b" * 8)
    expect(person.page.locator("#editor-detail")).to_have_value("bb")
    expect(counter).to_have_text("0")
    person.save()
    person.sees("a" * 24 + "b" * 8)


def test_T2_a_title_is_counted_as_a_person_counts(phone_with):
    """[T2] a family of four is one character"""
    person = phone_with()
    person.new()
    person.page.fill("#editor-title", FAMILY * 40)
    expect(person.page.locator("#editor-title")).to_have_value(FAMILY * 40)
    expect(person.page.locator(".title-field .counter")).to_have_text("-8")
    person.page.fill("#editor-title", FAMILY * 32)
    expect(person.page.locator(".title-field .counter")).to_have_text("0")
    person.save()
    person.sees(FAMILY * 32)
    person.records.wait_until(lambda todos: FAMILY * 32 in todos)


def test_T2_an_empty_title_cannot_be_sent(person):
    """[T2] neither by the button nor by a key; both say why"""
    person.new()
    title = person.page.locator("#editor-title")
    save = person.page.locator(".sheet-bar [type=submit]")
    expect(save).to_be_disabled()
    person.write("   ")
    expect(save).to_be_disabled()
    title.press("Enter")
    expect(error(person, "title")).to_have_text("Enter a title.")
    person.write("Buy milk")
    expect(save).to_be_enabled()
    expect(error(person, "title")).to_have_count(0)
    person.write("")
    expect(save).to_be_disabled()
    save.click(force=True)
    expect(error(person, "title")).to_have_text("Enter a title.")
    expect(title).to_be_focused()
    expect(person.editor).to_be_visible()
    expect(person.rows).to_have_count(0)


def test_T2_enter_saves_what_no_frame_shows_yet(person):
    """[T2] as where a device is slow, or the whole title is pasted"""
    person.new()
    person.page.evaluate(LATE_FRAMES)
    person.page.keyboard.type("Buy milk")
    person.page.keyboard.press("Enter")
    expect(person.editor).to_have_count(0)
    person.sees("Buy milk")


def test_T2_the_line_above_the_list_keeps_the_same_rules(desktop):
    """[T2] an empty title has an error, the room left shows; too long a title is reported and kept, since words for times come on top"""
    line = desktop.page.locator("#quick-add")
    line.fill("  ")
    line.press("Enter")
    expect(desktop.page.locator("#quick-add-note")).to_have_text("Enter a title.")
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
    """[T3] a longer one is refused with its text kept, and the line is gone once there are three"""
    person.new()
    person.page.fill("#editor-tag", "ninechars")
    expect(error(person, "tags")).to_have_text("Shorten the tag to 8 characters.")
    expect(person.page.locator("#editor-tag")).to_have_value("ninechars")
    person.page.press("#editor-tag", "Enter")
    expect(person.page.locator("#editor-tag")).to_have_value("ninechars")
    person.page.fill("#editor-tag", "ninechar")
    person.page.press("#editor-tag", "Enter")
    person.write("Tagged", tags=["b", "c"])
    expect(person.editor.locator(".tag.is-removable")).to_have_count(3)
    expect(person.page.locator("#editor-tag")).to_have_count(0)
    person.editor.get_by_role("button", name="Remove the tag “b”").click()
    expect(person.page.locator("#editor-tag")).to_be_focused()
    person.save()
    assert sorted(person.row("Tagged").locator(".tag").all_inner_texts()) == ["c", "ninechar"]


def test_T3_no_tag_twice_whatever_its_case(person):
    """[T3] with an error at the line, and the typed text stays"""
    person.new()
    person.write("Tagged", tags=["Home"])
    person.page.fill("#editor-tag", "hOME")
    person.page.press("#editor-tag", "Enter")
    expect(error(person, "tags")).to_contain_text("is already there")
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


def test_T4_a_detail_has_at_most_a_thousand_characters(phone_with):
    """[T4] what is left shows in the last quarter; more is kept and refused"""
    person = phone_with()
    person.new()
    counter = person.page.locator(".detail-field .counter")
    person.write("Long", "d" * 749)
    expect(counter).to_have_count(0)
    person.write(detail="d" * 750)
    expect(counter).to_have_text("250")
    person.write(detail="d" * 1_200)
    expect(person.page.locator("#editor-detail")).to_have_value("d" * 1_200)
    expect(counter).to_have_text("-200")
    person.page.click(".sheet-bar [type=submit]")
    expect(error(person, "detail")).to_have_text("Shorten the detail to 1000 characters.")
    person.write(detail="d" * 1_000)
    expect(counter).to_have_text("0")
    person.save()
    person.records.wait_until(lambda todos: todos.get("Long", {}).get("detail") == "d" * 1_000)


# MARK: T5, T6


def test_T5_a_deadline_is_set_from_today_on(phone_with):
    """[T5] earlier days cannot be picked; one in words has an error at the field and no typed text is lost; today is taken"""
    today = day()
    person = phone_with()
    person.new()
    person.write("Pay rent")
    panel = person.open_when("deadline")
    for cell in panel.get_by_role("gridcell", disabled=True).all():
        assert int(cell.inner_text()) < today.day
    person.page.fill("#editor-deadlineTyped", "1 jan 2020")
    person.page.click(".sheet-bar [type=submit]")
    expect(error(person, "deadline")).to_contain_text("Write a day or a time")
    assert person.page.input_value("#editor-title") == "Pay rent"
    person.pick_day(today, panel)
    expect(error(person, "deadline")).to_have_count(0)
    person.save()
    expect(person.row("Pay rent").locator(".due.is-near")).to_have_text("today")


def test_T5_a_late_todo_is_edited_without_moving_its_deadline(phone_with):
    """[T5] it shows how late it is before and after"""
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
    person.open_when("deadline").get_by_role("button", name="No deadline").click()
    person.shows_when("deadline", "Not set")
    person.save()
    expect(person.row("Pay rent").locator(".due")).to_have_count(0)
    person.records.wait_until(lambda todos: todos["Pay rent"]["deadline"] is None)


def test_T6_a_reminder_is_set_for_the_future_only(phone_with):
    """[T6] a time of today that has passed has an error at the field, tomorrow is taken"""
    person = phone_with()
    person.new()
    person.write("Call")
    panel = person.open_when("reminder")
    person.pick_day(day(), panel)
    person.pick_time("reminder", "00:00")
    person.page.click(".sheet-bar [type=submit]")
    expect(error(person, "reminder")).to_have_text("Choose a time in the future.")
    assert person.page.input_value("#editor-title") == "Call"
    person.page.fill("#editor-reminderTyped", "tomorrow 8:15")
    expect(error(person, "reminder")).to_have_count(0)
    person.save()
    expect(person.row("Call").locator(".due")).to_have_text("tomorrow 08:15")
