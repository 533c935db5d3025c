"""[D1] [A14] The account screen and the screens of passwords fit, can be read and heard, and keep still if asked to."""

import pytest
from playwright.sync_api import expect

import accessibility
from records import Records
from test_looks import MOTIONS

SCREENS = ["account", "details", "password", "deletion", "offline", "confirm", "earlier", "drop", "offline sign-in"]
FORMS = {"details": "Change name, mobile or email", "password": "Change password", "deletion": "Delete account"}


def show(person, screen):
    """Opens a screen about the account, with every message that it can show."""
    person.account.name = "Wolfeschlegelsteinhausen"
    person.arrive({"title": "Buy milk"})
    page = person.page
    if screen == "offline sign-in":
        person.log_out()
        page.context.set_offline(True)
        person.try_to_come_in(password="wrong#PASS27")
        page.locator(".form-error").wait_for()
    elif screen in ("earlier", "drop"):
        page.context.set_offline(True)
        person.add("Not synced")
        person.records.change_password(person.account, "copper#LAKES38")
        page.context.set_offline(False)
        page.locator("#login").wait_for()
        person.try_to_come_in()
        page.locator("#earlier").wait_for()
        person.fill(earlier="wrong#PASS27")
        person.send()
        page.locator(".form-error").wait_for()
        if screen == "drop":
            page.get_by_role("button", name="Discard changes").click()
    else:
        show_account(person, screen)
    person.settle()


def show_account(person, screen):
    Records(person.server, person.account)  # another session, which can be ended
    if screen == "offline":
        person.page.context.set_offline(True)
    person.open_account_screen()
    if screen == "offline":
        expect(person.account_screen.get_by_role("button", name="Try again")).to_have_count(2)
        return
    person.account_screen.locator(".screen-list").nth(1).wait_for()
    if screen in FORMS:
        person.open_form(FORMS[screen])
        if screen == "details":
            person.fill(name="Ann", mobile="1", email="asha@")
        elif screen == "password":
            person.page.locator("#new").press_sequentially("ab#")
        person.send()
        person.page.locator(".field-error").first.wait_for()
    elif screen == "confirm":
        person.account_screen.get_by_role("button", name="Log out", exact=True).click()
        person.alert.wait_for()


@pytest.mark.parametrize("screen", SCREENS)
def test_D1_nothing_about_the_account_is_cut_off_at_320_pixels_and_200_percent(people, server, screen):
    """[D1] no sideways scrolling, no control outside the window or with its words cut off"""
    person = people("phone", server)
    show(person, screen)
    assert accessibility.narrow_or_large(person) == []


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_D1_everything_about_the_account_can_be_read_and_heard(people, server, size, screen):
    """[D1] names, contrast in light and dark, ids, headings, and on touch targets of 44 pixels"""
    person = people(size, server)
    show(person, screen)
    assert accessibility.everything(person.page, touch=person.touch) == []
    person.page.emulate_media(color_scheme="dark")
    person.settle()
    assert accessibility.contrast(person.page) == []


@pytest.mark.parametrize("screen", ["account", "password", "earlier", "drop"])
def test_D1_the_focus_follows_the_reading_order_about_the_account(people, server, screen):
    """[D1] each stop is visible, has a ring and is further down or right than the one before"""
    person = people("phone", server)
    show(person, screen)
    assert accessibility.focus_walk(person.page) == []
    assert accessibility.focus_order(person.page) == []


@pytest.mark.parametrize("reduced", [True, False])
def test_D1_without_motion_the_accounts_screen_does_not_fly(people, server, reduced):
    """[D1] with reduced motion it fades; otherwise it arrives"""
    person = people("phone", server, reduced_motion="reduce" if reduced else "no-preference")
    person.arrive("Buy milk")
    person.page.evaluate(MOTIONS)
    person.open_account_screen()
    person.settle()
    person.open_form("Change password")
    person.close_account_screen()
    person.settle()
    moved = person.page.evaluate("() => window.moved")
    assert (moved == []) is reduced, moved
