"""[A15] Limits that a person chooses: where one is in the way, and in the settings."""

from playwright.sync_api import expect

import accessibility

LONG = "Ask the neighbours whether they have seen the grey cat"


def test_A15_a_limit_is_lifted_where_it_is_in_the_way(people, server):
    """[A15] what was typed is kept and saved; another device follows; switched back, nothing is cut"""
    person = people("desktop", server).sign_up()
    page = person.page
    page.fill("#quick-add", LONG)
    page.get_by_role("button", name="Allow longer texts").click()
    expect(page.locator("#quick-add")).to_be_focused()
    expect(page.locator("#quick-add")).to_have_value(LONG)
    expect(person.toast).to_contain_text("Longer texts are allowed now")
    page.keyboard.press("Enter")
    person.sees(LONG)
    person.wait_until_synced()
    other = people("phone", server)
    other.sign_in(person.account.email, person.account.password)
    other.sees(LONG)
    other.open_settings()
    chosen = other.account_screen.get_by_role("group", name="Limits").get_by_role("button", pressed=True)
    expect(chosen).to_contain_text("Roomy")
    assert accessibility.everything(other.page) == []
    other.account_screen.get_by_role("button", name="Classic").click()
    expect(chosen).to_contain_text("Classic")
    other.close_account_screen()
    other.open_editor(LONG)
    other.page.fill("#editor-detail", "It is shy")
    other.save()
    other.wait_until_synced()
    other.sees(LONG)


def test_A15_tags_and_notes_have_a_way_out_too(people, server):
    """[A15] a long tag in the editor, and a note that is too short"""
    person = people("phone", server).sign_up()
    page = person.page
    person.new()
    page.fill("#editor-title", "Oats")
    page.fill("#editor-tag", "groceries")
    page.get_by_role("button", name="Allow longer texts").click()
    expect(page.locator("#editor-tag")).to_be_focused()
    page.keyboard.press("Enter")
    person.save()
    person.sees("Oats")
    expect(person.row("Oats")).to_contain_text("groceries")
