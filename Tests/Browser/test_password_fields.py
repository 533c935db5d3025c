"""[A5] Fields for passwords: masked until one asks, and open to password managers and the clipboard."""

import pytest
from playwright.sync_api import expect

SIGN_UP = ["password", "passwordAgain"]
CHANGE = ["current", "new", "newAgain"]


@pytest.fixture(params=["phone", "desktop"])
def newcomer(request, people, server):
    return people(request.param, server).open("/sign-up")


def is_masked(person, *fields, masked=True):
    for field in fields:
        expect(person.page.locator(f"form #{field}")).to_have_attribute("type", "password" if masked else "text")


def reveal(person, field):
    return person.page.locator(f"form [data-reveal={field}]")


def cancel(person):
    person.account_screen.get_by_role("button", name="Cancel", exact=True).click()
    expect(person.account_screen.locator("form")).to_have_count(0)


def test_A5_passwords_are_masked_until_one_asks(newcomer):
    """[A5] in every form; the button shows what is typed and hides it again, and its name tells which"""
    person = newcomer
    person.fill_sign_up()
    is_masked(person, *SIGN_UP)
    button = reveal(person, "password")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    is_masked(person, "password", masked=False)
    expect(person.page.locator("#password")).to_have_value(person.account.password)
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    is_masked(person, *SIGN_UP)
    person.send()
    person.wait_for_list()
    person.open_account_screen()
    for title, fields in (("Change password", CHANGE), ("Delete account", ["password"])):
        person.open_form(title)
        is_masked(person, *fields)
        reveal(person, fields[0]).click()
        is_masked(person, fields[0], masked=False)
        is_masked(person, *fields[1:])
        # A form that is opened again does not remember that it was asked.
        cancel(person)
        person.open_form(title)
        is_masked(person, *fields)
        cancel(person)
    person.close_account_screen()
    person.log_out()
    is_masked(person, "password")
    reveal(person, "password").click()
    is_masked(person, "password", masked=False)


def paste(person, field, text):
    """Copies a text and presses Ctrl-V in the field."""
    person.page.evaluate("text => navigator.clipboard.writeText(text)", text)
    person.page.locator(f"#{field}").focus()
    person.press("Control+V")
    expect(person.page.locator(f"#{field}")).to_have_value(text)


def test_A5_passwords_may_be_pasted(people, server):
    """[A5] when signing up, when signing in and when changing it"""
    person = people("desktop", server, permissions=["clipboard-read", "clipboard-write"]).open("/sign-up")
    person.fill_sign_up(password="", passwordAgain="")
    for field in SIGN_UP:
        paste(person, field, person.account.password)
    person.send()
    person.wait_for_list()
    person.log_out()
    person.fill(login=person.account.email)
    paste(person, "password", person.account.password)
    person.send()
    person.wait_for_list()
    person.open_account_screen()
    person.open_form("Change password")
    later = "copper#LAKES38"
    for field, text in zip(CHANGE, (person.account.password, later, later)):
        paste(person, field, text)
    person.send()
    expect(person.account_screen.locator(".form-notice")).to_contain_text("Password changed.")
