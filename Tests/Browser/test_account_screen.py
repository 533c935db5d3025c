"""[A14] One's account: where one is signed in, what happened, and how the screen opens and closes."""

import re

import pytest
from playwright.sync_api import expect

import accessibility
from conftest import SIZES
from person import Person

ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36"
MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Safari/605.1.15"
WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"


def section(person, name):
    return person.account_screen.locator(".screen-section", has=person.page.get_by_role("heading", name=name, exact=True))


def sessions(person):
    """The devices that show, with what stands below each."""
    return section(person, "Where you are signed in").locator("li")


def happened(person):
    """The entries of the recent activity, newest first."""
    return section(person, "Activity").locator("li p:first-child")


@pytest.fixture(params=SIZES)
def visitor(request, people, server):
    return people(request.param, server).arrive("Buy milk")


def test_A14_the_account_screen_opens_and_closes_at_every_size(visitor):
    """[A14] [D1] by the menu; by its button, by Escape and by going back"""
    visitor.open_account_screen()
    expect(visitor.account_screen).to_have_accessible_name("Account and devices")
    expect(visitor.account_screen).to_contain_text(visitor.account.name)
    expect(visitor.account_screen).to_contain_text(visitor.account.email)
    expect(visitor.account_screen).to_contain_text(visitor.account.mobile)
    expect(visitor.page).to_have_url(visitor.server.url + "/account")
    visitor.account_screen.get_by_role("button", name="Close").click()
    expect(visitor.account_screen).to_have_count(0)
    visitor.page.wait_for_url(visitor.server.url + "/")
    visitor.sees("Buy milk")
    visitor.open_account_screen()
    visitor.press("Escape")
    expect(visitor.account_screen).to_have_count(0)
    visitor.page.wait_for_url(visitor.server.url + "/")
    visitor.open_account_screen()
    visitor.page.go_back()
    expect(visitor.account_screen).to_have_count(0)
    visitor.sees("Buy milk")


def test_A14_the_account_screen_stays_over_a_reload(phone_with):
    """[A14] [A9] at its own address; one step back leads to the list"""
    person = phone_with("Buy milk")
    person.open_account_screen()
    person.page.reload()
    expect(sessions(person)).not_to_have_count(0)
    person.page.go_back()
    expect(person.account_screen).to_have_count(0)
    person.sees("Buy milk")


@pytest.mark.parametrize("size", ["tablet", "desktop"])
def test_A14_the_keyboard_alone_opens_walks_and_closes_the_account_screen(people, server, size):
    """[D1] Tab stays inside, Escape closes, and the focus goes back to what opened it"""
    person = people(size, server).arrive("Buy milk")
    opener = person.account_button
    opener.focus()
    person.press("Enter")
    person.menu.wait_for()
    while person.page.evaluate("() => document.activeElement.textContent.trim()") != "Account and devices":
        person.press("ArrowDown")
    person.press("Enter")
    person.account_screen.wait_for()
    expect(sessions(person)).not_to_have_count(0)
    inside = "() => !!document.activeElement.closest('dialog.screen') || document.activeElement === document.body"
    reached = set()
    for _ in range(14):
        person.press("Tab")
        assert person.page.evaluate(inside)
        reached.add(person.page.evaluate("() => document.activeElement.textContent.trim()"))
    wanted = {"Change name, mobile or email", "Change password", "Download everything", "Log out", "Delete account"}
    assert wanted <= reached
    assert accessibility.focus_walk(person.page) == []
    assert accessibility.focus_order(person.page) == []
    person.press("Escape")
    expect(person.account_screen).to_have_count(0)
    expect(opener).to_be_focused()


def test_A14_escape_in_a_form_field_closes_no_more_than_the_account_screen(desktop_with):
    """[D1] the form's button has the focus again after Cancel"""
    person = desktop_with("Buy milk")
    person.open_account_screen()
    person.open_form("Change password")
    expect(person.page.locator("#current")).to_be_focused()
    person.account_screen.get_by_role("button", name="Cancel").click()
    expect(person.account_screen.locator("form")).to_have_count(0)
    person.open_form("Change name, mobile or email")
    expect(person.page.locator("#name")).to_be_focused()
    person.press("Escape")
    expect(person.account_screen).to_have_count(0)
    person.sees("Buy milk")


@pytest.fixture
def everywhere(people, server):
    """One person at a phone, at a laptop and at a tablet."""
    phone = people("phone", server, user_agent=ANDROID).sign_up()
    others = []
    for size, agent in (("desktop", MAC), ("tablet", WINDOWS)):
        other = people(size, server, user_agent=agent)
        other.account = phone.account
        others.append(other.sign_in())
    return phone, *others


def test_A14_sessions_show_devices_this_one_first(everywhere):
    """[A14] device and last use of each"""
    phone, laptop, tablet = everywhere
    phone.open_account_screen()
    expect(sessions(phone)).to_have_count(3)
    expect(sessions(phone).first.locator("p")).to_have_text(["Chrome on Android phone Pixel 9", "This device"])
    expect(sessions(phone).first.get_by_role("button", name="Log out")).to_have_count(0)
    for device in ("Safari on macOS", "Firefox on Windows"):
        line = sessions(phone).filter(has_text=device)
        expect(line).to_contain_text(re.compile(r"Last used .*\d"))
        expect(line.get_by_role("button", name=f"Log out “{device}”")).to_be_visible()


def test_A14_an_installed_app_is_called_so(people, server):
    """[A14] [D3] where the web app runs in a window of its own"""
    person = people("phone", server, user_agent=ANDROID)
    person.page.add_init_script("""const match = window.matchMedia.bind(window);
        window.matchMedia = query => query === '(display-mode: standalone)' ? { matches: true } : match(query);""")
    person.sign_up().open_account_screen()
    expect(sessions(person).first.locator("p").first).to_have_text("Daybook app on Android phone Pixel 9")


@pytest.mark.parametrize("own", [True, False])
def test_A14_a_device_gets_the_name_that_one_gives_it(everywhere, own):
    """[A14] here and on the other devices; an empty name is refused, and Cancel changes nothing"""
    phone, laptop, tablet = everywhere
    old = "Chrome on Android phone Pixel 9" if own else "Safari on macOS"
    phone.open_account_screen()
    rename = phone.account_screen.get_by_role("button", name=f"Rename “{old}”")
    rename.click()
    field = phone.page.get_by_label("Device name")
    expect(field).to_be_focused()
    expect(field).to_have_value(old)
    field.fill("  ")
    field.press("Enter")
    expect(phone.account_screen).to_contain_text("Enter a name for the device.")
    phone.account_screen.get_by_role("button", name="Cancel").click()
    rename.click()
    field.fill("Küche")
    field.press("Enter")
    expect(sessions(phone).filter(has_text="Küche")).to_have_count(1)
    expect(sessions(phone).filter(has_text=old)).to_have_count(0)
    expect(phone.account_screen.locator(".form-notice")).to_have_text("Device renamed.")
    tablet.open_account_screen()
    expect(sessions(tablet).filter(has_text="Küche")).to_have_count(1)


def test_A14_one_session_is_ended_and_lands_on_sign_in(everywhere):
    """[A14] with the reason, as soon as that tab asks the server; the others stay"""
    phone, laptop, tablet = everywhere
    phone.open_account_screen()
    phone.page.get_by_role("button", name="Log out “Safari on macOS”").click()
    expect(sessions(phone)).to_have_count(2)
    expect(phone.account_screen.locator(".form-notice")).to_have_text("Logged out.")
    phone.hears("Logged out.")
    expect(happened(phone).filter(has_text="A device was logged out")).to_have_count(1)
    laptop.look_again()
    expect(laptop.page.locator(".form-notice")).to_have_text("You were logged out. Sign in again to continue.")
    tablet.look_again()
    tablet.add("Still here")
    expect(tablet.banner).to_have_count(0)
    laptop.come_in()
    laptop.sees("Still here")


def test_A14_all_other_sessions_are_ended_at_once(everywhere):
    """[A14] this one stays; the button goes when there is nothing left to end"""
    phone, laptop, tablet = everywhere
    phone.open_account_screen()
    phone.page.get_by_role("button", name="Log out everywhere else").click()
    expect(sessions(phone)).to_have_count(1)
    expect(phone.page.get_by_role("button", name="Log out everywhere else")).to_have_count(0)
    expect(happened(phone).first).to_have_text("All other devices were logged out")
    for other in (laptop, tablet):
        other.look_again()
        expect(other.page.locator(".form-notice")).to_contain_text("You were logged out")
    phone.close_account_screen()
    phone.add("Still here")
    phone.wait_until_synced()


def test_A14_what_happened_is_listed_newest_first(people, server):
    """[A14] with the device, in words"""
    person = people("phone", server, user_agent=ANDROID).sign_up()
    person.log_out()
    person.come_in()
    person.open_account_screen()
    expect(happened(person)).to_have_text(["Signed in", "Logged out", "Account created"])
    expect(section(person, "Activity").locator("li").first).to_contain_text("Chrome on Android phone Pixel 9")
    expect(section(person, "Activity").locator("li").first).to_contain_text(re.compile(r"today|\d\d:\d\d"))


def test_A14_without_a_server_the_screen_shows_it_and_tries_again(people, own_server):
    """[A14] [S8] what the device knows shows"""
    person = people("phone", own_server).arrive("Buy milk")
    own_server.kill()
    person.open_account_screen()
    expect(person.account_screen).to_contain_text(person.account.email)
    for name in ("Where you are signed in", "Activity"):
        expect(section(person, name)).to_contain_text("Daybook cannot reach its server. Check your connection")
    person.open_form("Change password")
    person.fill(current=person.account.password, new="copper#LAKES38", newAgain="copper#LAKES38")
    person.send()
    expect(person.account_screen.locator(".form-error")).to_contain_text("Daybook cannot reach its server.")
    assert person.page.input_value("#new") == "copper#LAKES38"
    own_server.start()
    section(person, "Activity").get_by_role("button", name="Try again").click()
    expect(sessions(person)).not_to_have_count(0)
    expect(happened(person).first).to_have_text("Signed in")


def test_A13_signed_in_offline_the_account_screen_fills_once_the_server_knows(people, own_server):
    """[A13] [A14]"""
    person = people("phone", own_server).arrive("Buy milk")
    person.log_out()
    own_server.kill()
    person.come_in()
    person.open_account_screen()
    expect(section(person, "Where you are signed in")).to_contain_text("Loading")
    own_server.start()
    expect(sessions(person)).not_to_have_count(0)


def test_A14_another_tab_hears_of_a_log_out_on_the_account_screen(phone_with):
    """[A10] [A14] the list's own log-out asks first as well"""
    person = phone_with("Buy milk")
    other: Person = person.another_tab()
    other.open_account_screen()
    person.open_account_screen()
    person.account_screen.get_by_role("button", name="Log out", exact=True).click()
    expect(person.alert.get_by_role("button", name="Stay")).to_be_focused()
    person.press("Escape")
    expect(person.alert).to_have_count(0)
    expect(person.account_screen).to_be_visible()
    person.account_screen.get_by_role("button", name="Log out", exact=True).click()
    person.alert.get_by_role("button", name="Log out").click()
    for tab in (person, other):
        expect(tab.page.locator("#login")).to_be_visible()
        assert person.account.email not in tab.page.content()
        expect(tab.page).not_to_have_url(re.compile("/account$"))
