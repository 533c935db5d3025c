"""[S11] [L6] What another device does while somebody looks, points or types: rows keep their place, words stay."""

import time

import pytest
from playwright.sync_api import expect

COUNT = 60

# Notes each animation of a row that moves it, for as long as the tab lives.
MOTIONS = """() => {
  window.moved = 0;
  const real = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const moves = Array.from(frames).some(({ transform }) => transform && transform !== 'none');
    if (this.closest('[data-row]') && moves) window.moved += 1;
    return real.call(this, frames, options);
  };
}"""


@pytest.mark.parametrize("reduced", [True, False])
def test_S11_rows_keep_their_place_while_others_come_and_go_above(people, server, reduced):
    """[S11] [D1] the row looked at stays where it is, and is the same element; without motion nothing flies"""
    person = people("desktop", server, reduced_motion="reduce" if reduced else "no-preference")
    person.arrive(*(f"To-do {number:02}" for number in range(COUNT)))
    ids = {title: todo["id"] for title, todo in person.records.todos().items()}
    looked_at = person.row("To-do 30")
    looked_at.scroll_into_view_if_needed()
    person.settle()
    person.page.evaluate(MOTIONS)
    handle = looked_at.element_handle()
    before = looked_at.bounding_box()["y"]
    person.records.seed([{"title": f"New {number}", "age": 0} for number in range(3)])
    tombstone = person.records.stamp(time.time() * 1000)
    person.records.sync([{"kind": "todo", "id": ids["To-do 58"], "fields": {}, "deleted": tombstone}])
    expect(person.page.locator("main")).to_contain_text(f"{COUNT + 2} to-dos")
    person.settle()
    assert abs(looked_at.bounding_box()["y"] - before) <= 2
    assert handle.evaluate("element => element.isConnected && element.innerText.includes('To-do 30')")
    # A row in sight goes: those below glide into its place, or stand there at once. Nothing glides while one scrolls.
    for _ in range(2):  # rows out of sight have a guessed height until they are laid out
        looked_at.evaluate("row => row.scrollIntoView({ block: 'center', behavior: 'instant' })")
        person.outlast(200)
    person.records.change(ids["To-do 31"], title="Renamed elsewhere")
    expect(person.row("Renamed elsewhere")).to_be_visible()
    tombstone = person.records.stamp(time.time() * 1000)
    person.records.sync([{"kind": "todo", "id": ids["To-do 31"], "fields": {}, "deleted": tombstone}])
    expect(person.row("Renamed elsewhere")).to_have_count(0)
    person.settle()
    assert (person.page.evaluate("() => window.moved") == 0) is reduced


def test_S11_what_is_typed_stays_while_another_device_changes_the_same_todo(people, server):
    """[S11] [S3] field by field: the open one keeps its words, focus and caret; the others show what came"""
    person = people("desktop", server).arrive({"title": "Buy milk", "detail": "One litre"})
    todo = person.records.todos()["Buy milk"]["id"]
    person.open_editor("Buy milk")
    title = person.page.locator("#editor-title")
    title.fill("Buy oat milk")
    title.evaluate("input => { input.setSelectionRange(4, 7); window.typing = input; }")
    person.records.change(todo, title="Buy cream", detail="Two litres", **{"tag:shop": True})
    expect(person.page.locator("#editor-detail")).to_have_value("Two litres")
    expect(person.editor).to_contain_text("shop")
    expect(title).to_have_value("Buy oat milk")
    expect(title).to_be_focused()
    assert title.evaluate("input => [input === window.typing, input.selectionStart, input.selectionEnd]") == [True, 4, 7]
    person.save()
    todos = person.records.wait_until(lambda all: "Buy oat milk" in all)
    assert todos["Buy oat milk"]["detail"] == "Two litres" and todos["Buy oat milk"]["tags"] == ["shop"]


def test_S11_a_field_that_is_selected_whole_stays_so_when_another_device_changes_it(people, server):
    """[S11] typing over everything replaces everything, also when the text changed a moment before"""
    person = people("desktop", server).arrive("Buy milk")
    todo = person.records.todos()["Buy milk"]["id"]
    person.open_editor("Buy milk")
    title = person.page.locator("#editor-title")
    title.select_text()
    person.records.change(todo, title="Buy oat milk and cream")
    expect(title).to_have_value("Buy oat milk and cream")
    person.page.keyboard.type("Buy tea")
    expect(title).to_have_value("Buy tea")
