"""[D1] A phone, 390 by 844, with real touch points: it answers as an app of its own would."""

import re
import time

import pytest
from playwright.sync_api import expect

COLOURS = {"right": "rgb(30, 122, 76)", "left": "rgb(179, 38, 30)"}


def front(person, title):
    return person.row(title).locator(".row-front").bounding_box()["x"]


@pytest.mark.parametrize("direction", ["right", "left"])
def test_T8_the_finger_leads_and_a_colour_grows(phone_with, direction):
    """[T8] [D1] the row sticks to it; where letting go acts, the sign changes; going back undoes it"""
    person = phone_with("Buy milk", "Buy bread")
    row = person.row("Buy milk")
    person.swipe("Buy milk", direction, 0.2, let_go=False)
    under = row.locator(f".swipe-{direction}")
    expect(under).to_have_css("background-color", COLOURS[direction])
    expect(under).not_to_have_attribute("host-act", "")
    assert abs(front(person, "Buy milk")) == pytest.approx(0.2 * 390, abs=2)
    person.let_go()
    person.settle()
    # Let go half-way it rests open, and a tap elsewhere closes it without doing anything else.
    assert abs(front(person, "Buy milk")) == pytest.approx(84, abs=2)
    person.row("Buy bread").locator(".row-title").tap()
    expect(row.locator(".swipe")).to_have_count(0)
    person.sees("Buy bread", "Buy milk")
    person.is_done("Buy milk", False)


@pytest.mark.parametrize("direction", ["right", "left"])
def test_T8_the_button_below_a_resting_row_acts(phone_with, direction):
    """[T8] [D1] a partial swipe shows it, a tap on it does it"""
    person = phone_with("Buy milk", "Buy bread")
    person.swipe("Buy milk", direction, 0.25)
    person.settle()
    button = person.row("Buy milk").get_by_role("button", name="Mark as done" if direction == "right" else "Delete", exact=True)
    box = button.bounding_box()
    assert box["width"] >= 44 and box["height"] >= 44
    button.tap()
    if direction == "right":
        person.is_done("Buy milk")
        expect(person.row("Buy milk").locator(".swipe")).to_have_count(0)
    else:
        person.sees("Buy bread")


def test_T8_a_row_stays_under_the_finger_when_many_change(phone_with):
    """[T8] [D1] a sync that draws most of the list anew does not end the swipe, and letting go acts"""
    person = phone_with(*[f"Errand {number}" for number in range(6)])
    person.swipe("Errand 3", "right", let_go=False)
    stamp = person.records.stamp(time.time() * 1000)
    fields = {"detail": ["Two litres", stamp]}
    todos = person.records.todos().values()
    person.records.sync([{"kind": "todo", "id": todo["id"], "fields": fields} for todo in todos])
    expect(person.page.locator(".row").filter(has_text="Two litres")).to_have_count(6)
    assert front(person, "Errand 3") > 100
    person.let_go()
    person.is_done("Errand 3")


def test_T8_a_short_swipe_springs_back(phone_with):
    """[T8] [D1] nothing happens, and the row is where it was"""
    person = phone_with("Buy milk")
    person.swipe("Buy milk", "right", 0.08)
    expect(person.row("Buy milk").locator(".swipe")).to_have_count(0)
    assert front(person, "Buy milk") == 0
    person.is_done("Buy milk", False)
    expect(person.editor).to_have_count(0)


def test_T8_a_full_swipe_that_turns_back_does_nothing(phone_with):
    """[T8] [D1] the finger may change its mind"""
    person = phone_with("Buy milk")
    box = person.row("Buy milk").bounding_box()
    y = box["y"] + box["height"] / 2
    person.drag(60, y, 180, 0, let_go=False)
    expect(person.page.locator(".swipe-right[host-act]")).to_have_count(1)
    for x in range(230, 70, -20):
        person._touch("touchMove", (x, y))
    expect(person.page.locator(".swipe-right[host-act]")).to_have_count(0)
    person.let_go()
    expect(person.row("Buy milk").locator(".swipe")).to_have_count(0)
    person.is_done("Buy milk", False)


def test_D1_scrolling_by_finger_swipes_nothing(people, server):
    """[D1] the list moves, no row does, nothing opens"""
    person = people("phone", server).arrive(*[f"To-do {n:02}" for n in range(40)])
    person.drag(120, 700, 6, -420)
    person.page.wait_for_function("() => document.querySelector('.pane').scrollTop > 100")
    expect(person.page.locator(".swipe")).to_have_count(0)
    expect(person.editor).to_have_count(0)
    expect(person.page.locator(".row .check[aria-checked=true]")).to_have_count(0)


def test_D1_the_large_title_shrinks_into_the_bar(people, server):
    """[D1] as one scrolls, and grows again at the top"""
    person = people("phone", server).arrive(*[f"To-do {n:02}" for n in range(40)])
    small = person.page.locator(".bar-title")
    expect(small).to_have_css("opacity", "0")
    person.page.evaluate("() => document.querySelector('.pane').scrollTop = 400")
    expect(small).to_have_css("opacity", "1")
    expect(person.page.locator(".large-title")).not_to_be_in_viewport()
    expect(person.page.get_by_role("button", name="Show delete buttons")).to_be_in_viewport()
    person.page.get_by_role("navigation").get_by_role("button", name="To-dos").tap()
    expect(small).to_have_css("opacity", "0")
    expect(person.page.locator(".large-title")).to_be_in_viewport()


def test_D1_the_small_title_has_the_room_beside_the_buttons(people, server):
    """[D1] whole and about in the middle on a narrow phone and at 200 %, also beside the button of a tag"""
    person = people("phone", server).arrive(*[{"title": f"To-do {n:02}", "tags": ["home"]} for n in range(20)])
    title, actions = person.page.locator(".bar-title"), person.page.locator(".bar-actions")
    for buttons in (2, 3):
        expect(actions.get_by_role("button")).to_have_count(buttons)
        for width, size in ((320, "100%"), (390, "200%")):
            person.page.set_viewport_size({"width": width, "height": 700})
            person.page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
            person.page.evaluate("() => document.querySelector('.pane').scrollTop = 400")
            expect(title).to_have_css("opacity", "1")
            assert title.evaluate("title => title.scrollWidth <= title.clientWidth")
            box = title.bounding_box()
            assert abs(box["x"] + box["width"] / 2 - width / 2) < 24
            assert box["x"] + box["width"] <= actions.bounding_box()["x"]
        person.filter("home")


@pytest.mark.parametrize("distance", [120, 3000])
def test_L5_a_search_that_ends_leaves_its_field_in_sight(distance, people, server):
    """[L5] [D1] also when it began where the field was half under the bar, or shown again only by what was typed"""
    person = people("phone", server).arrive(*[f"To-do {n:03}" for n in range(100)])
    pane, field = person.page.locator(".pane"), person.page.locator("#search")
    pane.evaluate("(pane, distance) => { pane.scrollTop = distance; }", distance)
    person.settle()
    bar = person.page.locator(".bar").bounding_box()
    assert field.bounding_box()["y"] < bar["y"] + bar["height"]
    person.search("To-do 03")
    expect(person.page.locator(".row")).to_have_count(11)  # 003 too
    person.search("")
    expect(person.page.locator(".row").nth(13)).to_be_attached()
    person.settle()
    expect(person.row("To-do 099")).to_be_in_viewport()
    assert pane.evaluate("pane => pane.scrollTop") == 0
    assert field.bounding_box()["y"] >= bar["y"] + bar["height"]
    expect(field).to_be_focused()


def test_T8_a_long_press_opens_the_menu_at_the_finger(phone_with):
    """[T8] [D1] inside the window, and the finger lifting presses nothing in it"""
    person = phone_with("Buy milk", "Buy bread")
    person.long_press("Buy milk")
    days = ["Today", "Tomorrow", "Weekend", "Next week", "Pick a day"]
    expect(person.menu.get_by_role("menuitem")).to_have_text(["Mark as done", "Edit", *days, "Select", "Delete"])
    box = person.menu.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["y"] + box["height"] <= 844
    person.is_done("Buy milk", False)
    expect(person.editor).to_have_count(0)
    # A tap beside it closes it and does nothing else.
    person.page.touchscreen.tap(300, 750)
    expect(person.menu).to_have_count(0)
    expect(person.editor).to_have_count(0)


def test_D1_a_finger_that_moves_opens_no_menu(phone_with):
    """[D1] a scroll that rests is no long press"""
    person = phone_with("Buy milk")
    box = person.row("Buy milk").bounding_box()
    person.drag(200, box["y"] + 20, 0, 30, steps=3, let_go=False)
    person.outlast(600)  # a long press takes 500
    expect(person.menu).to_have_count(0)
    person.let_go()


def sheet_bar(person):
    box = person.page.locator(".sheet-title").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_T11_the_sheet_is_dragged_down_to_close_and_save(phone_with):
    """[T11] [D1] it follows the finger; a short pull springs back"""
    person = phone_with("Buy milk")
    person.open_editor("Buy milk")
    person.write(detail="Two litres")
    person.settle()
    top = person.editor.bounding_box()["y"]
    person.drag(*sheet_bar(person), 0, 60, steps=20, let_go=False)
    assert person.editor.bounding_box()["y"] == pytest.approx(top + 60, abs=2)
    # Held still before it is let go, so that it is no flick.
    person.outlast(80)
    person._touch("touchMove", (sheet_bar(person)[0], sheet_bar(person)[1] + 0.5))
    person.let_go()
    person.page.wait_for_function("top => Math.abs(document.querySelector('.sheet').getBoundingClientRect().top - top) < 1", arg=top)
    person.drag(*sheet_bar(person), 0, 300)
    expect(person.editor).to_have_count(0)
    expect(person.row("Buy milk").locator(".row-detail")).to_have_text("Two litres")
    expect(person.page).to_have_url(person.server.url + "/")


def test_T11_a_sheet_that_asks_comes_back_up(phone_with):
    """[T11] [D1] dragged down with text but no title"""
    person = phone_with()
    person.new()
    person.write(detail="Something")
    person.settle()
    top = person.editor.bounding_box()["y"]
    person.drag(*sheet_bar(person), 0, 300)
    expect(person.dialog).to_be_visible()
    person.dialog.get_by_role("button", name="Keep writing").tap()
    person.page.wait_for_function("top => Math.abs(document.querySelector('.sheet').getBoundingClientRect().top - top) < 1", arg=top)
    assert person.page.input_value("#editor-detail") == "Something"


def test_D1_the_sheet_covers_the_list(phone_with):
    """[D1] what lies below is dimmed and out of reach; a tap on it closes and saves"""
    person = phone_with("Buy milk")
    person.open_editor("Buy milk")
    person.write(detail="Two litres")
    person.settle()
    for selector in (".pane", ".bottom-bar"):
        assert person.page.locator(selector).evaluate("e => !!e.closest('[inert]')"), selector
    person.page.touchscreen.tap(195, 12)
    expect(person.editor).to_have_count(0)
    expect(person.row("Buy milk").locator(".row-detail")).to_have_text("Two litres")
    expect(person.page.locator(".pane[inert], [inert] .pane")).to_have_count(0)


def test_D1_a_message_covers_no_row_of_the_editor(phone_with):
    """[D1] where the editor is scrolled to its end, its last buttons are above the message"""
    person = phone_with("Buy milk", {"title": "Long", "detail": "line\n" * 12, "tags": ["home", "work"]})
    person.check("Buy milk")
    person.hold_toast()
    person.open_editor("Long")
    person.hold_toast()
    person.editor.locator(".sheet-body").evaluate("body => body.scrollTo(0, body.scrollHeight)")
    person.settle()
    button = person.editor.get_by_role("button", name="Delete", exact=True).bounding_box()
    assert button["y"] + button["height"] <= person.toast.bounding_box()["y"]


def test_D1_the_new_button_puts_the_keyboard_on_the_title(phone):
    """[D1] in the tap itself, or a phone would not raise its keyboard"""
    phone.page.evaluate("""() => document.addEventListener('click', () => {
      window.during = document.activeElement.id;
    })""")
    phone.page.locator(".fab").tap()
    phone.editor.wait_for()
    assert phone.page.evaluate("() => window.during") == "editor-title"


def test_D1_the_way_back_reaches_the_list_and_then_leaves(people, server):
    """[T11] [D1] one step back closes the editor, whatever it was opened by"""
    person = people("phone", server).arrive("Buy milk")
    person.open_editor("Buy milk")
    expect(person.page).to_have_url(re.compile(r"/todo/[0-9a-f-]{36}$"))
    address = person.page.url
    person.page.go_back()
    expect(person.editor).to_have_count(0)
    person.page.go_forward()
    expect(person.page.locator("#editor-title")).to_have_value("Buy milk")
    person.close_editor()
    expect(person.editor).to_have_count(0)
    person.page.wait_for_url(person.server.url + "/")
    # An address that somebody kept opens the to-do, and back leads to the list.
    person.page.goto(address)
    expect(person.page.locator("#editor-title")).to_have_value("Buy milk")
    person.close_editor()
    expect(person.editor).to_have_count(0)
    person.page.wait_for_url(person.server.url + "/")
    person.sees("Buy milk")


@pytest.mark.parametrize("by", ["a finger", "the mouse"])
def test_D1_a_button_that_moves_under_a_press_is_pressed(phone_with, by):
    """[D1] as on a sheet that rises; a press that ends elsewhere does nothing"""
    person = phone_with("Buy milk")
    person.open_editor("Buy milk")
    bar, sheet = person.page.locator(".sheet-bar"), person.page.locator(".sheet")
    person.at_rest(bar)
    box = sheet.get_by_role("button", name="Close").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    person.page.mouse.move(x, y)
    person.page.mouse.down()
    person.page.mouse.move(x + 90, y)
    person.page.mouse.up()
    person.at_rest(bar)
    expect(sheet).to_have_count(1)
    if by == "a finger":
        person.drag(x, y, 0, 0, steps=0, let_go=False)
    else:
        person.page.mouse.move(x, y)
        person.page.mouse.down()
    sheet.evaluate("sheet => Object.assign(sheet.style, { transition: 'none', transform: 'translateY(-60px)' })")
    if by == "a finger":
        person.let_go()
    else:
        person.page.mouse.up()
    expect(sheet).to_have_count(0)
