"""[T8] Undo and redo of anything, any number of steps."""

from playwright.sync_api import expect


def test_T8_keys_undo_and_redo_everything(desktop_with):
    """[T8] Ctrl+Z from the emptied line, Ctrl+Shift+Z, Ctrl+Y; a field's own undo stays its own"""
    person = desktop_with("Second", "First")
    line = person.page.locator("#quick-add")
    line.fill("Third")
    line.press("Enter")
    person.sees("Third", "First", "Second")
    line.press("Control+z")
    person.sees("First", "Second")
    expect(person.toast).to_contain_text("Undid: added “Third”.")
    person.toast.get_by_role("button", name="Redo").click()
    person.sees("Third", "First", "Second")
    person.row("First").focus()
    person.press("Space", "Delete")
    person.sees("Third", "Second")
    person.press("Control+z")
    person.sees("Third", "First", "Second")
    expect(person.row("First")).to_be_focused()
    person.is_done("First")
    person.press("Control+z")
    person.is_done("First", False)
    person.press("Control+Shift+z")
    person.is_done("First")
    person.press("Control+y")
    person.sees("Third", "Second")
    line.focus()
    person.page.keyboard.type("Bread")
    person.press("Control+z")
    expect(line).not_to_have_value("Bread")
    person.sees("Third", "Second")
