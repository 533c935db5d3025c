"""[D1] A tablet and a desktop with mouse and keyboard alone."""

import re

import pytest
from playwright.sync_api import expect

import hasty

SIZES = ["tablet", "desktop"]


@pytest.fixture(params=SIZES)
def typist(request, people, server):
    return people(request.param, server).arrive("Third", "Second", "First")


def open_the_menu_of_the_second(typist):
    """The row's own button is one Tab further."""
    typist.row("First").focus()
    typist.press("ArrowDown")
    expect(typist.row("Second")).to_be_focused()
    typist.press("Tab", "Tab", "Tab")
    expect(typist.row("Second").locator(".row-more")).to_be_focused()
    typist.press("Enter")
    expect(typist.menu.get_by_role("menuitem").first).to_be_focused()


def test_D1_a_day_with_the_keyboard_alone(typist):
    """[D1] [T8] Shift+N, Ctrl+Enter, arrows, Space, Enter, Delete, Escape"""
    typist.press("Shift+N")
    expect(typist.page.locator("#editor-title")).to_be_focused()
    typist.page.keyboard.type("Typed")
    typist.press("Control+Enter")
    expect(typist.editor).to_have_count(0)
    typist.sees("Typed", "First", "Second", "Third")
    expect(typist.row("Typed")).to_be_focused()
    typist.press("ArrowDown", "ArrowDown")
    expect(typist.row("Second")).to_be_focused()
    typist.press("Space")
    typist.is_done("Second")
    typist.press("Space")
    typist.is_done("Second", False)
    typist.press("Enter")
    expect(typist.page.locator("#editor-title")).to_have_value("Second")
    typist.page.locator("#editor-title").focus()
    typist.press("End")
    typist.page.keyboard.type(" thoughts")
    typist.press("Escape")
    expect(typist.editor).to_have_count(0)
    expect(typist.row("Second thoughts")).to_be_focused()
    typist.press("ArrowUp", "Delete")
    typist.sees("Typed", "Second thoughts", "Third")
    expect(typist.row("Second thoughts")).to_be_focused()
    typist.press("Home")
    expect(typist.row("Typed")).to_be_focused()
    typist.press("End")
    expect(typist.row("Third")).to_be_focused()


def test_D1_keys_of_the_list_do_nothing_beside_it(desktop_with):
    """[D1] [T11] Delete, arrows and letters in the editor; the text that is typed stays, and so do all to-dos"""
    person = desktop_with("Second", {"title": "First", "tags": ["home"]})
    person.open_editor("First")
    person.write(detail="Typed")
    person.editor.get_by_role("button", name="Remove the tag “home”").focus()
    person.settle()
    person.press("Delete", "Backspace", "ArrowDown", "End", "x", "t", "j")
    person.sees("First", "Second")
    expect(person.page.locator("#editor-title")).to_have_value("First")
    expect(person.page.locator("#editor-detail")).to_have_value("Typed")
    expect(person.menu).to_have_count(0)
    # A new to-do is open: Delete does not mean the row that was used before.
    person.page.locator("#editor-detail").focus()
    person.press("Escape")
    expect(person.editor).to_have_count(0)
    expect(person.row("First")).to_be_focused()
    person.press("Shift+N")
    expect(person.page.locator("#editor-title")).to_be_focused()
    person.settle()
    button = person.editor.locator("button:visible").first
    button.focus()
    expect(button).to_be_focused()
    person.press("Delete", "Backspace")
    person.sees("First", "Second")
    person.filter("Open")
    expect(person.page.get_by_role("button", name="Open", exact=False).and_(person.page.locator(":focus"))).to_have_count(1)
    person.press("Delete")
    person.sees("First", "Second")


def test_D1_a_key_that_is_held_deletes_and_marks_once(typist):
    """[T8] and moves on as long as it is held"""
    typist.row("First").focus()
    keyboard = typist.page.keyboard
    for _ in range(4):
        keyboard.down("ArrowDown")
    keyboard.up("ArrowDown")
    expect(typist.row("Third")).to_be_focused()
    for _ in range(4):
        keyboard.down("Space")
    keyboard.up("Space")
    typist.is_done("Third")
    typist.row("First").focus()
    for _ in range(4):
        keyboard.down("Delete")
    keyboard.up("Delete")
    typist.sees("Second", "Third")


# As in WebKit and Firefox, which take so many steps in some seconds.
FEW_STEPS = """
let steps = 0;
setInterval(() => { steps = 0; }, 3000);
for (const name of ['pushState', 'replaceState']) {
  const real = history[name].bind(history);
  history[name] = (...all) => {
    steps += 1;
    if (steps > 20) throw new DOMException('too many steps', 'SecurityError');
    real(...all);
  };
}
"""


def test_D1_an_arrow_that_is_held_beside_an_open_todo_goes_on_and_on(people, server):
    """[D1] [L5] the browser refuses so many addresses; the last one is right a little later"""
    person = people("desktop", server).arrive(*(f"To-do {number:02}" for number in range(60)))
    person.page.set_viewport_size({"width": 1600, "height": 900})
    person.page.evaluate(f"() => {{ {FEW_STEPS} }}")
    person.row("To-do 59").focus()
    person.press("Enter")
    expect(person.page.locator("#editor-title")).to_have_value("To-do 59")
    person.row("To-do 59").focus()
    keyboard = person.page.keyboard
    for _ in range(50):
        keyboard.down("ArrowDown")
    keyboard.up("ArrowDown")
    expect(person.row("To-do 09")).to_be_focused()
    expect(person.page.locator("#editor-title")).to_have_value("To-do 09")
    key = person.key("To-do 09").split(":")[-1].split("/")[-1]
    person.page.wait_for_url(f"**/{key}")
    assert person.page.locator("[host-stopped]").count() == 0


def test_D1_letters_of_any_keyboard(typist):
    """[D1] of another script, and with Caps Lock"""
    press = """([key, code, held]) => document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true, ...held }))"""
    typist.row("First").focus()
    typist.page.evaluate(press, ["ч", "KeyX", {}])
    expect(typist.page.locator(".choice")).to_contain_text("1 selected")
    typist.page.evaluate(press, ["X", "KeyX", {}])
    expect(typist.page.locator(".choice")).to_contain_text("0 selected")
    typist.press("Escape")
    typist.row("First").focus()
    typist.press("Delete")
    typist.sees("Second", "Third")
    typist.page.evaluate(press, ["я", "KeyZ", {"ctrlKey": True}])
    typist.sees("First", "Second", "Third")


def test_D1_the_focus_goes_to_the_row_that_takes_the_place_of_one_that_leaves(typist):
    """[D1] [T8] deleted by its menu, or marked in a list of open ones"""
    open_the_menu_of_the_second(typist)
    typist.press("End", "Enter")
    typist.sees("First", "Third")
    expect(typist.row("Third")).to_be_focused()
    typist.filter("Open")
    typist.row("First").focus()
    typist.press("Space")
    typist.sees("Third")
    expect(typist.row("Third")).to_be_focused()


def test_D1_the_browser_goes_back_with_its_own_keys(typist):
    """[D1] Alt and the left arrow are not taken from it"""
    typist.row("First").focus()
    taken = typist.page.evaluate("""() => ['ArrowLeft', 'ArrowRight', 'Home'].map(key => !document.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', { key, altKey: true, bubbles: true, cancelable: true })))""")
    assert taken == [False, False, False]


def test_D1_letters_mean_the_row_under_the_mouse_if_it_was_moved_last(typist):
    """[D1] [L9] t asks when, x chooses"""
    typist.row("First").focus()
    typist.row("Second").hover()
    typist.press("t")
    expect(typist.page.locator("#when-typed")).to_be_focused()
    typist.page.keyboard.type("friday")
    typist.press("Enter")
    expect(typist.row("Second").locator(".due")).to_be_visible()
    expect(typist.row("First").locator(".due")).to_have_count(0)
    typist.row("Third").hover()
    typist.row("First").focus()
    typist.press("ArrowDown", "ArrowUp", "x")
    expect(typist.page.locator(".choice")).to_contain_text("1 selected")
    expect(typist.row("First")).to_have_class(re.compile("is-chosen"))


def test_D1_letters_mean_the_row_under_the_mouse_after_a_click_beside_the_list(typist):
    """[L9] The filter that was clicked has the focus."""
    typist.filter("Open")
    typist.row("Second").hover()
    typist.press("t")
    expect(typist.page.locator("#when-typed")).to_be_focused()


def test_D1_the_keyboard_undoes(typist):
    """[T8] Delete, then Tab to Undo"""
    typist.row("First").focus()
    typist.press("Delete")
    typist.sees("Second", "Third")
    undo = typist.toast.get_by_role("button", name="Undo")
    undo.focus()
    typist.press("Enter")
    typist.sees("First", "Second", "Third")
    expect(typist.row("First")).to_be_focused()


def test_D1_slash_searches_and_escape_clears(typist):
    """[L4] no slash lands in the field"""
    typist.press("/")
    expect(typist.page.locator("#search")).to_be_focused()
    expect(typist.page.locator("#search")).to_have_value("")
    typist.page.keyboard.type("sec")
    typist.sees("Second")
    typist.press("Escape")
    expect(typist.page.locator("#search")).to_have_value("")
    typist.sees("First", "Second", "Third")


def test_D1_escape_and_the_arrow_leave_the_search_and_the_line(desktop_with):
    """[D1] n and q go to the line, what is typed there stays; Escape clears the search first"""
    typist = desktop_with("Third", "Second", "First")
    line, search = typist.page.locator("#quick-add"), typist.page.locator("#search")
    for key in ("n", "q"):
        typist.press(key)
        expect(line).to_be_focused()
        typist.page.keyboard.type(key)
        typist.press("Escape")
        expect(typist.row("First")).to_be_focused()
    expect(line).to_have_value("nq")
    typist.press("/")
    expect(search).to_be_focused()
    typist.page.keyboard.type("sec")
    typist.sees("Second")
    typist.press("ArrowDown")
    expect(typist.row("Second")).to_be_focused()
    typist.press("/", "Escape")
    typist.sees("First", "Second", "Third")
    expect(search).to_be_focused()
    typist.press("Escape")
    expect(typist.row("Second")).to_be_focused()
    typist.press("n")
    expect(line).to_be_focused()
    typist.press("ArrowDown")
    expect(typist.row("First")).to_be_focused()


def test_D1_letters_in_a_field_are_letters(typist):
    """[D1] n, slash, question mark and Delete do nothing else there"""
    typist.page.locator("#search").focus()
    typist.page.keyboard.type("n/?")
    expect(typist.page.locator("#search")).to_have_value("n/?")
    expect(typist.editor).to_have_count(0)
    expect(typist.dialog).to_have_count(0)
    typist.press("Delete", "Backspace")
    expect(typist.rows).to_have_count(3)


def test_D1_question_mark_shows_the_keys(typist):
    """[D1] all of them; Escape closes and the focus returns"""
    typist.row("First").focus()
    typist.press("?")
    expect(typist.dialog).to_contain_text("Keyboard shortcuts")
    expect(typist.dialog).to_contain_text("Plan for tomorrow")
    for key in ("n", "/", "Space", "Enter", "Delete", "Esc", "?"):
        expect(typist.dialog.locator("kbd", has_text=key).first).to_be_visible()
    typist.press("n")
    expect(typist.editor).to_have_count(0)
    typist.press("Escape")
    expect(typist.dialog).to_have_count(0)
    expect(typist.row("First")).to_be_focused()


def test_D1_a_menu_by_keyboard(typist):
    """[D1] opened, walked through and closed; the focus returns to what opened it"""
    button = typist.page.get_by_role("button", name="Sort", exact=True)
    button.focus()
    typist.press("Enter")
    items = typist.menu.locator(".menu-item")
    expect(items).to_have_count(7)
    expect(items.nth(0)).to_be_focused()
    typist.press("ArrowDown", "ArrowDown")
    expect(items.nth(2)).to_be_focused()
    typist.press("End")
    expect(items.nth(6)).to_be_focused()
    typist.press("ArrowDown")
    expect(items.nth(0)).to_be_focused()
    typist.press("Escape")
    expect(typist.menu).to_have_count(0)
    expect(button).to_be_focused()


def test_D1_a_rows_menu_by_keyboard(typist):
    """[T8] the row's own button, one Tab further; the focus returns to the row"""
    open_the_menu_of_the_second(typist)
    typist.press("Escape")
    expect(typist.row("Second").locator(".row-more")).to_be_focused()
    typist.press("Enter")
    expect(typist.menu.get_by_role("menuitem").first).to_be_focused()
    typist.press("End", "Enter")
    typist.sees("First", "Third")


def test_D1_a_dialog_by_keyboard(typist):
    """[T9] the focus stays inside, Escape keeps the to-do, and the focus returns"""
    typist.page.get_by_role("button", name="Show delete buttons").click()
    bin = typist.page.get_by_role("button", name="Delete “Second”")
    bin.focus()
    typist.press("Enter")
    keep = typist.dialog.get_by_role("button", name="Keep")
    expect(keep).to_be_focused()
    for _ in range(5):
        typist.press("Tab")
        inside = "() => !document.hasFocus() || document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        assert typist.page.evaluate(inside)
    typist.press("Escape")
    expect(typist.dialog).to_have_count(0)
    expect(bin).to_be_focused()
    expect(typist.rows).to_have_count(3)


def test_D1_the_other_mouse_button_opens_a_rows_menu(typist):
    """[T8] [D1] at the pointer"""
    typist.row("Second").locator(".row-title").click(button="right")
    expect(typist.menu).to_be_visible()
    typist.menu.get_by_role("menuitem", name="Mark as done").click()
    typist.is_done("Second")


def test_D1_list_and_editor_stand_side_by_side(desktop_with):
    """[D1] sidebar, list and editor; another row takes the editor and saves the one before"""
    person = desktop_with("Second", "First")
    person.open_editor("First")
    person.settle()
    boxes = [person.page.locator(selector).bounding_box() for selector in (".sidebar", ".pane", ".sheet")]
    for left, right in zip(boxes, boxes[1:]):
        assert left["x"] + left["width"] <= right["x"] + 1
    person.write(detail="Typed in the first")
    person.open_editor("Second")
    expect(person.page.locator("#editor-title")).to_have_value("Second")
    expect(person.page.locator("#editor-detail")).to_have_value("")
    expect(person.row("First").locator(".row-detail")).to_have_text("Typed in the first")
    person.page.go_back()
    expect(person.editor).to_have_count(0)
    expect(person.page.locator(".detail-empty")).to_be_visible()


def test_D1_the_editor_follows_the_arrows(desktop_with):
    """[D1] the keyboard stays in the list; what was written is saved; going back leads to the list"""
    person = desktop_with("Third", "Second", "First")
    title = person.page.locator("#editor-title")
    person.open_editor("First")
    person.write(detail="Typed in the first")
    person.row("First").focus()
    person.press("ArrowDown")
    expect(title).to_have_value("Second")
    expect(person.row("Second")).to_be_focused()
    expect(person.row("First").locator(".row-detail")).to_have_text("Typed in the first")
    person.press("End", "ArrowDown")
    expect(title).to_have_value("Third")
    expect(person.row("Third")).to_be_focused()
    person.page.go_back()
    expect(person.editor).to_have_count(0)
    expect(person.page.locator(".detail-empty")).to_be_visible()


def test_D1_a_tablet_has_a_sidebar(people, server):
    """[D1] from 820 pixels on, and no bottom bar"""
    person = people("tablet", server).arrive("First")
    expect(person.page.locator(".sidebar")).to_be_visible()
    expect(person.page.locator(".bottom-bar")).to_be_hidden()
    person.page.set_viewport_size({"width": 700, "height": 1180})
    expect(person.page.locator(".sidebar")).to_be_hidden()
    expect(person.page.locator(".bottom-bar")).to_be_visible()


def test_D1_the_line_that_adds_stays_at_twice_the_zoom(desktop_with):
    """[D1] a desktop of 1,440 pixels has 720 then, and text may be twice as large too"""
    person = desktop_with("First")
    person.page.set_viewport_size({"width": 720, "height": 450})
    person.page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
    person.press("n")
    expect(person.page.locator("#quick-add")).to_be_focused()
    person.page.keyboard.type("Second")
    person.press("Enter")
    person.sees("Second", "First")


def test_D1_a_print_has_what_is_open_over_the_whole_width(desktop_with):
    """[D1] the list, or the to-do that is open"""
    person = desktop_with("First")
    person.page.emulate_media(media="print")
    assert person.page.locator(".rows").bounding_box()["width"] >= 1400
    expect(person.page.locator("#quick-add")).to_be_hidden()
    person.page.emulate_media(media="screen")
    person.open_editor("First")
    person.page.emulate_media(media="print")
    expect(person.page.locator(".pane")).to_be_hidden()
    assert person.page.locator("#editor-title").bounding_box()["width"] >= 1400
    placeholder = "() => getComputedStyle(document.querySelector('#editor-tag'), '::placeholder').color"
    assert person.page.evaluate(placeholder) == "rgba(0, 0, 0, 0)", "an empty field shows no text on paper"


@pytest.mark.parametrize("story", hasty.STORIES)
def test_D1_keys_that_are_faster_than_frames_mean_what_the_keys_before_lead_to(people, server, story):
    """[D1] where each frame takes half a second, a letter for a field that is about to open is none for the list"""
    person = people("desktop", server).arrive(*hasty.TITLES)
    person.page.evaluate(hasty.LATE_FRAMES)
    hasty.check(person, story)
