"""[L1] [L5] A person's own order, what is completed, and tags that are renamed and removed everywhere."""

import re

import pytest
from playwright.sync_api import expect

import accessibility

ROWS = ["First", "Second", "Third", "Fourth"]


@pytest.fixture(params=["phone", "desktop"])
def sorter(request, people, server):
    person = people(request.param, server).arrive(*[{"title": title} for title in ROWS])
    person.choose_order("Your own order")
    expect(person.page.locator(".grip")).to_have_count(4)
    person.can_reorder()
    return person


def grip(person, title):
    person.at_rest(person.row(title))
    box = person.row(title).locator(".grip").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(person, title, target, below):
    """Drags a row by its grip to just above or below another one's middle."""
    (x, y), (_, to) = grip(person, title), grip(person, target)
    by = to - y + (6 if below else -6)
    if person.touch:
        person.drag(x, y, 0, by, steps=12)
    else:
        mouse = person.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x, y + by / 2, steps=6)
        mouse.move(x, y + by, steps=6)
        mouse.up()
    person.settle()


def test_L1_rows_are_dragged_by_their_grip(sorter):
    """[L1] down and up; the order stays over a reload and comes to another device; a tap on the grip does nothing"""
    start = sorter.titles()
    drag(sorter, start[0], start[2], below=True)
    moved = [start[1], start[2], start[0], start[3]]
    sorter.sees(*moved)
    drag(sorter, start[3], start[1], below=False)
    moved = [start[3], start[1], start[2], start[0]]
    sorter.sees(*moved)
    sorter.row(start[1]).locator(".grip").click()
    expect(sorter.editor).to_have_count(0)
    expect(sorter.menu).to_have_count(0)
    sorter.add("New")
    sorter.sees("New", *moved)
    sorter.reload()
    sorter.sees("New", *moved)
    items = sorter.records.wait_until(lambda all: "New" in all)
    assert len(items) == 5
    answer = sorter.server.request("GET", "/api/v1/todos?sort=own", token=sorter.records.token)[1]
    assert [todo["title"] for todo in answer["items"]] == ["New", *moved]


def test_L1_the_keyboard_moves_rows(people, server):
    """[L1] Alt and an arrow; the row keeps the keyboard; undo takes it back; without Alt nothing moves"""
    person = people("desktop", server).arrive(*[{"title": title} for title in ROWS])
    person.choose_order("Your own order")
    person.can_reorder()
    start = person.titles()
    person.row(start[0]).focus()
    person.press("Alt+ArrowDown", "Alt+ArrowDown")
    person.sees(start[1], start[2], start[0], start[3])
    expect(person.row(start[0])).to_be_focused()
    person.press("Alt+ArrowUp")
    person.sees(start[1], start[0], start[2], start[3])
    expect(person.page.get_by_text("Moved to position 2 of 4.")).to_have_count(1)
    person.press("ArrowDown")
    expect(person.row(start[2])).to_be_focused()
    person.sees(start[1], start[0], start[2], start[3])
    person.press("Control+z")
    person.sees(start[1], start[2], start[0], start[3])


def test_L1_the_menu_moves_a_row_to_the_top(sorter):
    """[L1] and up or down by one, in this order alone"""
    start = sorter.titles()
    if sorter.touch:
        sorter.long_press(start[3])
    else:
        sorter.row(start[3]).click(button="right")
    sorter.menu.get_by_role("menuitem", name="Move to top").click()
    sorter.sees(start[3], *start[:3])
    for name, row, seen in [("Move down", start[3], [start[0], start[3]]), ("Move up", start[1], [start[0], start[1], start[3]])]:
        if sorter.touch:
            sorter.long_press(row)
        else:
            sorter.row(row).click(button="right")
        sorter.menu.get_by_role("menuitem", name=name).click()
        sorter.sees(*seen, *[title for title in start if title not in seen])
    sorter.choose_order("Newest first")
    expect(sorter.page.locator(".grip")).to_have_count(0)
    if sorter.touch:
        sorter.long_press(start[3])
    else:
        sorter.row(start[3]).click(button="right")
    expect(sorter.menu.get_by_role("menuitem", name="Delete")).to_be_visible()
    expect(sorter.menu.get_by_role("menuitem", name="Move to top")).to_have_count(0)


def test_L5_what_is_done_is_folded_at_the_end(sorter):
    """[L5] with its number; unfolded by the heading, and so after a reload; it has no grip"""
    start = sorter.titles()
    sorter.check(start[1])
    expect(sorter.toast).to_contain_text("is done.")
    fold = sorter.page.locator(".fold")
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(sorter.page.locator(".row-heading")).to_have_text("Done1")
    sorter.sees(start[0], start[2], start[3])
    fold.click()
    expect(fold).to_have_attribute("aria-expanded", "true")
    sorter.sees(start[0], start[2], start[3], start[1])
    expect(sorter.page.locator(".grip")).to_have_count(3)
    assert accessibility.everything(sorter.page, touch=sorter.touch) == []
    sorter.outlast(300)
    sorter.reload()
    sorter.sees(start[0], start[2], start[3], start[1])
    sorter.check(start[1])
    sorter.sees(*start)
    expect(fold).to_have_count(0)


def test_T3_a_tag_is_offered_renamed_and_removed(people, server):
    """[T3] in the editor as chips; on all to-dos from the list of the tag; with undo"""
    person = people("phone", server).arrive({"title": "A", "tags": ["home"]}, {"title": "B", "tags": ["home", "work"]}, {"title": "C"})
    person.open_editor("C")
    offered = person.editor.get_by_role("group", name="Tags in use")
    expect(offered.get_by_role("button")).to_have_text(["home", "work"])
    person.page.fill("#editor-tag", "w")
    expect(offered.get_by_role("button")).to_have_text(["work"])
    offered.get_by_role("button", name="work").tap()
    expect(person.editor.locator(".tag.is-removable")).to_have_text(["work"])
    expect(person.page.locator("#editor-tag")).to_have_value("")
    person.close_editor()
    person.filter("home")
    person.sees("B", "A")
    person.page.get_by_role("button", name="Tag", exact=True).tap()
    person.menu.get_by_role("menuitem", name="Rename tag").tap()
    name = person.page.get_by_role("textbox", name="Name", exact=True)
    expect(name).to_be_focused()
    expect(name).to_have_value("home")
    name.fill("far too long a name")
    name.press("Enter")
    expect(person.page.locator("#tag-name-note")).to_be_visible()
    expect(name).to_have_value("far too long a name")
    name.fill("house")
    name.press("Enter")
    expect(person.toast).to_contain_text("“home” is “house” now, on 2 to-dos.")
    person.sees("B", "A")
    person.records.wait_until(lambda all: {tuple(todo["tags"]) for todo in all.values()} == {("house",), ("house", "work"), ("work",)})
    person.page.get_by_role("button", name="Tag", exact=True).tap()
    person.menu.get_by_role("menuitem", name="Remove from all to-dos and notes").tap()
    expect(person.toast).to_contain_text("Removed “house” from 2 to-dos.")
    person.sees("C", "B", "A")
    person.toast.get_by_role("button", name="Undo").tap()
    person.filter("house")
    person.sees("B", "A")


def tag_filter(person, tag):
    """A chip on a phone, an entry of the sidebar elsewhere."""
    places = person.page.locator(".chip.is-tag, .sidebar-item")
    return places.filter(has_text=re.compile(f"^{tag}$"), visible=True)


@pytest.mark.parametrize("size", ["phone", "tablet", "desktop"])
def test_T3_a_tags_menu_opens_at_once(people, server, size):
    """[T3] [D1] by a long press or the other mouse button; the list stays as it is; typing replaces the old name"""
    person = people(size, server).arrive({"title": "A", "tags": ["home"]}, "B")
    tag = tag_filter(person, "home")
    tag.scroll_into_view_if_needed()
    if person.touch:
        person.long_press_in(tag.bounding_box())
    else:
        tag.click(button="right")
    expect(person.menu.locator(".menu-title")).to_have_text("home")
    expect(tag).to_have_attribute("aria-pressed", "false")
    person.menu.get_by_role("menuitem", name="Rename tag").click()
    expect(person.page.get_by_role("textbox", name="Name", exact=True)).to_be_focused()
    person.page.keyboard.type("house")
    person.page.keyboard.press("Enter")
    expect(person.toast).to_contain_text("“home” is “house” now, on 1 to-do.")
    person.sees("B", "A")
    person.records.wait_until(lambda all: all["A"]["tags"] == ["house"])


def test_T3_a_tags_menu_opens_by_keyboard(people, server):
    """[T3] [D1] as often as it is asked for; the focus returns to the tag"""
    person = people("desktop", server).arrive({"title": "A", "tags": ["home"]})
    tag = tag_filter(person, "home")
    tag.focus()
    for _ in range(2):
        person.press("Shift+F10")
        expect(person.menu.get_by_role("menuitem", name="Rename tag")).to_be_focused()
        person.press("Escape")
        expect(person.menu).to_have_count(0)
        expect(tag).to_be_focused()


def test_D1_a_press_on_an_offered_tag_does_not_add_what_was_typed(people, server):
    """[T3] the field keeps the keyboard, so that the beginning of a tag is no tag"""
    person = people("desktop", server).arrive({"title": "A", "tags": ["home"]}, {"title": "B"})
    person.open_editor("B")
    field = person.page.locator("#editor-tag")
    field.fill("ho")
    person.editor.get_by_role("group", name="Tags in use").get_by_role("button", name="home").click()
    expect(person.editor.locator(".tag.is-removable")).to_have_text(["home"])
    expect(field).to_be_focused()


@pytest.mark.parametrize("size", ["phone", "tablet", "desktop"])
def test_T3_a_rows_menu_adds_a_tag(people, server, size):
    """[T3] [T8] one of those in use, with undo; none is offered to a to-do that has as many as it may have"""
    full = {"title": "Full", "tags": ["a", "b", "c"]}
    person = people(size, server).arrive({"title": "Pack", "tags": ["work"]}, full, "Sweep")
    person.open_row_menu("Sweep")
    offered = person.menu.get_by_role("group", name="Add a tag").get_by_role("menuitem")
    expect(offered).to_have_count(3)
    assert accessibility.everything(person.page, touch=person.touch, within=".menu") == []
    person.page.emulate_media(color_scheme="dark")
    assert accessibility.contrast(person.page) == []
    person.menu.get_by_role("menuitem", name="b", exact=True).click()
    expect(person.row("Sweep").locator(".tag")).to_have_text(["b"])
    expect(person.toast).to_contain_text("#b")
    person.toast.get_by_role("button", name="Undo").click()
    expect(person.row("Sweep").locator(".tag")).to_have_count(0)
    person.open_row_menu("Full")
    expect(offered).to_have_count(0)
    person.press("Escape")
    if person.touch:
        for width, height in ((320, 568), (844, 390)):
            person.page.set_viewport_size({"width": width, "height": height})
            person.open_row_menu("Sweep")
            delete = person.menu.get_by_role("menuitem", name="Delete")
            delete.scroll_into_view_if_needed()
            expect(delete).to_be_in_viewport()
            person.press("Escape")
