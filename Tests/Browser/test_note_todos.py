"""[N3] A note that is read lists its to-dos, and web addresses are links."""

import pytest
from playwright.sync_api import expect

import accessibility
from notes import TEXT, Notes

LINES = "- Buy bread\n- Buy milk\nThe shop is at https://example.com/shop?a=1&b=2, open till eight. javascript:alert(1)\n"


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_N3_a_note_lists_its_to_dos_and_leads_to_them(people, server, size):
    """[N3] marked and opened from the note; the row names the note; another note lists nothing"""
    person = people(size, server).arrive("Elsewhere")
    notes = Notes(person).go().new("Shopping", LINES + TEXT).done()
    expect(notes.sheet.locator(".note-todos")).to_have_count(0)
    notes.sheet.get_by_role("button", name="Turn dashed lines into to-dos").click()
    todos = notes.sheet.locator(".note-todo")
    expect(todos).to_have_text(["Buy bread", "Buy milk"])
    link = notes.sheet.get_by_role("link")
    expect(link).to_have_text("https://example.com/shop?a=1&b=2")
    assert link.get_attribute("href") == "https://example.com/shop?a=1&b=2"
    assert (link.get_attribute("rel"), link.get_attribute("target")) == ("noopener noreferrer", "_blank")
    assert accessibility.everything(person.page, touch=person.touch, within=".note-todos") == []
    notes.sheet.get_by_role("checkbox", name="Mark “Buy bread” as done").click()
    expect(notes.sheet.get_by_role("checkbox", name="Mark “Buy bread” as open")).to_be_checked()
    person.records.wait_until(lambda all: all["Buy bread"]["done"] and not all["Buy milk"]["done"])
    todos.filter(has_text="Buy milk").click()
    expect(person.page.locator("#editor-title")).to_have_value("Buy milk")
    person.close_editor()
    expect(person.row("Buy milk")).to_contain_text("Shopping")
    expect(person.row("Elsewhere")).not_to_contain_text("Shopping")


def test_N3_addresses_of_a_detail_are_links_below_it(people, server):
    """[N3] as they are typed; no more than five"""
    person = people("phone", server).arrive({"title": "Read", "detail": "https://example.com/" + "a" * 300})
    person.open_editor("Read")
    links = person.editor.get_by_role("group", name="Links").get_by_role("link")
    expect(links).to_have_count(1)
    assert accessibility.sideways(person.page) == 0
    person.page.fill("#editor-detail", " ".join(f"https://example.com/{number}" for number in range(7)))
    expect(links).to_have_count(5)
    expect(links.nth(4)).to_have_attribute("href", "https://example.com/4")
    person.page.fill("#editor-detail", "nothing")
    expect(links).to_have_count(0)
