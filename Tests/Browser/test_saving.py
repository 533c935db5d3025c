"""[T11] [T12] How the editor saves, asks, and keeps what was typed."""

from playwright.sync_api import expect

from disks import FAILING_DISK, SLOW_DISK

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
    expect(person.page.locator(".row-detail")).to_have_text(["by a key", "by the button", "by the history"])
    expect(person.page).to_have_url(person.server.url + "/")


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
    """[T11] keep writing, or discard"""
    person.new()
    person.write(detail="Something, but what?")
    person.close_editor()
    expect(person.dialog).to_contain_text("Discard this to-do?")
    expect(person.dialog.get_by_role("button", name="Keep writing")).to_be_focused()
    person.dialog.get_by_role("button", name="Keep writing").click()
    expect(person.dialog).to_have_count(0)
    expect(person.page.locator("#editor-title")).to_be_focused()
    assert person.page.input_value("#editor-detail") == "Something, but what?"
    person.page.go_back()
    expect(person.dialog).to_be_visible()
    person.dialog.get_by_role("button", name="Discard").click()
    expect(person.editor).to_have_count(0)
    expect(person.rows).to_have_count(0)
    person.new()
    assert person.page.input_value("#editor-detail") == ""


def writing(people, server, disk, *text):
    """Somebody who writes a new to-do on a device with this disk."""
    person = people("phone", server)
    person.page.add_init_script(disk)
    person.arrive()
    person.new()
    person.write(*text)
    return person


def test_T11_the_save_button_shows_that_it_saves(people, server):
    """[T11] until the device's disk has it; a second press changes nothing"""
    person = writing(people, server, SLOW_DISK, "Buy milk")
    person.page.evaluate("() => { window.slow = true; }")
    save = person.page.locator(".sheet-bar [type=submit]")
    save.click()
    expect(save).to_have_text("Saving…")
    expect(save).to_have_attribute("aria-busy", "true")
    expect(person.editor).to_be_visible()
    person.page.evaluate("() => window.goOn()")
    expect(person.editor).to_have_count(0)
    person.sees("Buy milk")


def test_T11_when_saving_fails_the_reason_shows_and_typed_text_stays(people, server):
    """[T11] [S9] and saving again once there is room goes through"""
    person = writing(people, server, FAILING_DISK, "Buy milk", "Two litres")
    person.page.evaluate("() => { window.writeError = 'QuotaExceededError'; }")
    person.page.click(".sheet-bar [type=submit]")
    expect(person.editor.locator("[role=alert]")).to_contain_text("out of space")
    assert person.page.input_value("#editor-title") == "Buy milk"
    assert person.page.input_value("#editor-detail") == "Two litres"
    person.page.click(".sheet-bar [type=submit]")
    expect(person.page.locator(".sheet-bar [type=submit]")).to_have_text("Save")
    expect(person.editor.locator("[role=alert]")).to_contain_text("out of space")
    person.page.evaluate("() => { window.writeError = ''; }")
    person.save()
    person.sees("Buy milk")
    expect(person.banner).to_have_count(0)
    person.reload()
    expect(person.row("Buy milk").locator(".row-detail")).to_have_text("Two litres")
    person.sees("Buy milk")


def test_T11_a_failed_save_that_is_stored_later_loses_its_reason(people, server):
    """[T11] [S6] where there is room again, without another press; the sheet stays, and Save then closes it"""
    person = writing(people, server, FAILING_DISK, "Buy milk")
    person.page.evaluate("() => { window.writeError = 'QuotaExceededError'; }")
    person.page.click(".sheet-bar [type=submit]")
    reason = person.editor.locator("[role=alert]")
    expect(reason).to_contain_text("out of space")
    person.page.evaluate("() => { window.writeError = ''; }")
    expect(reason).to_have_count(0)  # the next attempt follows within 20 seconds
    assert person.page.input_value("#editor-title") == "Buy milk"
    person.save()
    person.sees("Buy milk")


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
    person.dialog.get_by_role("button", name="Discard").click()
    expect(person.editor).to_have_count(0)
    person.sees("Buy milk")
    person.reload()
    person.sees("Buy milk")


def test_S6_a_window_that_gets_no_frames_shows_and_keeps_what_is_done(people, server):
    """[S6] it may be covered, and not know it"""
    person = people("desktop", server).arrive("Buy milk")
    person.page.evaluate("() => { window.requestAnimationFrame = () => 0; }")
    person.page.fill("#quick-add", "Eggs")
    person.page.press("#quick-add", "Enter")
    person.row("Eggs").wait_for()
    person.records.wait_until(lambda all: "Eggs" in all)
    person.check("Buy milk")
    person.records.wait_until(lambda all: all["Buy milk"]["done"])
