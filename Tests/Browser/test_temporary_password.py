"""[A14] A forgotten password: the operator's command at the server's console, and what the person's devices make of it."""

import os
import subprocess

import pytest
from playwright.sync_api import expect

from person import Account
from records import Records

FORGOTTEN = Account().password
LATER = "copper#LAKES38"


def reset_password(person):
    """The operator resets it while the server runs; answers the password to pass on."""
    ended = subprocess.run(
        [person.server.binary, "account", "reset-password", person.account.mobile],
        env={**os.environ, "DAYBOOK_DATA": str(person.server.folder / "data"), "DAYBOOK_SCRYPT_COST": "10"},
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.strip()


def is_signed_out(person):
    expect(person.page.locator(".form-notice")).to_have_text("You were logged out. Sign in again to continue.")


def must_choose(person):
    expect(person.page.get_by_role("heading", name="Choose your password")).to_be_visible()


def choose(person, new):
    person.fill(new=new, newAgain=new)
    person.send()
    person.account.password = new


def reach_the_choice(person):
    """The password is reset, the session ends with it, and the temporary one leads to the form; answers that one."""
    temporary = reset_password(person)
    person.look_again()
    is_signed_out(person)
    person.try_to_come_in(password=temporary)
    must_choose(person)
    return temporary


def choose_after(person, temporary, new=LATER):
    """Signs in with what the operator passed on, and chooses a password."""
    person.try_to_come_in(password=temporary)
    must_choose(person)
    choose(person, new)


def from_the_page(person, method, path):
    """The status of a call by the tab's own session, with the cookie that only the browser can send."""
    call = "([method, path]) => fetch('/api/v1' + path, { method }).then(answer => answer.status)"
    return person.page.evaluate(call, [method, path])


def write_unsynced(person, title="Not synced"):
    person.page.context.set_offline(True)
    person.add(title)


def reset_with_unsynced_changes(people, server):
    """A person who wrote something without a network, got a temporary password meanwhile, and has replaced it."""
    person = people("phone", server).arrive("Buy milk")
    write_unsynced(person)
    temporary = reset_password(person)
    person.page.context.set_offline(False)
    is_signed_out(person)
    choose_after(person, temporary)
    return person, temporary


@pytest.mark.parametrize("size", ["phone", "tablet", "desktop"])
def test_A14_a_temporary_password_leads_to_ones_own(people, server, size):
    """[A14] the open tab is signed out at its next call, and the list is there under the new password"""
    person = people(size, server).sign_up()
    person.add("Buy milk")
    person.wait_until_synced()
    temporary = reset_password(person)
    person.look_again()
    is_signed_out(person)
    assert "Buy milk" not in person.page.content()
    person.try_to_come_in()
    expect(person.page.locator(".form-error")).to_have_text("Wrong email, mobile number or password.")
    choose_after(person, temporary)
    person.wait_for_list()
    person.sees("Buy milk")
    person.reload()
    person.sees("Buy milk")
    person.add("Afterwards")
    person.wait_until_synced()
    Records(server, person.account).wait_until(lambda all: set(all) == {"Buy milk", "Afterwards"})
    person.log_out()
    for wrong in (temporary, FORGOTTEN):
        person.try_to_come_in(password=wrong)
        expect(person.page.locator(".form-error")).to_contain_text("Wrong email")
    person.come_in()
    person.sees("Afterwards", "Buy milk")


@pytest.mark.allows_errors  # the browser tells of every call that was refused with 403
def test_A14_nothing_else_is_reachable_until_then(people, server):
    """[A14] by no address, by no way back, by no call; the server enforces it, not the web app"""
    person = people("phone", server).arrive("Buy milk")
    temporary = reach_the_choice(person)
    assert from_the_page(person, "GET", "/account") == 200
    for method, path in (("GET", "/todos"), ("POST", "/todos"), ("POST", "/sync"), ("GET", "/sessions"),
                         ("DELETE", "/sessions"), ("GET", "/account/activity"), ("GET", "/account/export"),
                         ("PATCH", "/account"), ("DELETE", "/account")):  # fmt: skip
        assert from_the_page(person, method, path) == 403, (method, path)
    for key in ("n", "/", "?", "Escape"):
        person.page.locator(".form-card h1").click()
        person.press(key)
        must_choose(person)
    person.page.evaluate("() => { history.pushState(null, '', '/account'); dispatchEvent(new PopStateEvent('popstate')); }")
    must_choose(person)
    for path in ("/", "/account", "/todo/new"):
        person.open(path)
        expect(person.page.locator("#login")).to_be_visible()
        assert "Buy milk" not in person.page.content()
    choose_after(person, temporary)
    person.wait_for_list()
    person.sees("Buy milk")


def test_A5_A6_the_chosen_one_follows_the_rules(people, server):
    """[A5] [A6] [A14] with an error at its field, and the temporary one itself cannot be kept"""
    person = people("phone", server).arrive("Buy milk")
    temporary = reach_the_choice(person)
    expect(person.page.locator("#new")).to_be_focused()
    calls = []
    person.page.on("request", lambda request: "/api/" in request.url and calls.append(request.url))
    for new, again, word in (("short", "short", "8 to 15"), (LATER, "copper#LAKES39", "same"), ("", "", "password")):
        person.fill(new=new, newAgain=again)
        person.send()
        expect(person.page.locator(".field-error").first).to_contain_text(word)
    assert calls == []
    person.fill(new=temporary, newAgain=temporary)
    person.send()
    expect(person.page.locator("[data-key=field-new] .field-error")).to_be_visible()
    expect(person.page.locator("#new")).to_be_focused()
    choose(person, LATER)
    person.wait_for_list()
    person.sees("Buy milk")


def test_A13_what_was_not_synced_comes_back_with_the_forgotten_password(people, server):
    """[A13] [A14] the device's copy is under it still, so it is asked for, and nothing is lost before"""
    person, temporary = reset_with_unsynced_changes(people, server)
    heading = person.page.get_by_role("heading", name="Earlier password")
    expect(heading).to_be_visible()
    for wrong in (temporary, LATER):
        person.fill(earlier=wrong)
        person.send()
        expect(person.page.locator(".form-error")).to_contain_text("That is not your earlier password")
    # A person who has to look for the password may come back another day.
    person.open()
    person.try_to_come_in()
    expect(heading).to_be_visible()
    person.fill(earlier=FORGOTTEN)
    person.send()
    person.wait_for_list()
    person.sees("Not synced", "Buy milk")
    Records(server, person.account).wait_until(lambda all: "Not synced" in all)


def test_A13_who_has_forgotten_it_for_good_goes_on_without_them(people, server):
    """[A13] [A14] what was synced is there, what was not is given up knowingly"""
    person, _ = reset_with_unsynced_changes(people, server)
    person.page.get_by_role("button", name="Discard changes").click()
    person.page.get_by_role("button", name="Discard").click()
    person.wait_for_list()
    person.sees("Buy milk")


def test_A14_other_devices_are_signed_out_too_and_ask_for_the_new_one(people, server):
    """[A10] [A14] at their next call; what they had synced comes back without a question"""
    desktop = people("desktop", server).arrive("Buy milk")
    phone = people("phone", server)
    phone.account, phone.records = desktop.account, desktop.records
    phone.sign_in()
    phone.sees("Buy milk")
    temporary = reset_password(phone)
    for device in (phone, desktop):
        device.look_again()
        is_signed_out(device)
    choose_after(phone, temporary)
    phone.wait_for_list()
    phone.sees("Buy milk")
    desktop.come_in()
    desktop.sees("Buy milk")
    desktop.open_account_screen()
    expect(desktop.account_screen).to_contain_text("Password reset by the person who runs this server")


def test_A14_a_second_reset_ends_the_choice_of_the_first(people, server):
    """[A14] the screen's session has ended with it; the later password leads on"""
    person = people("phone", server).arrive("Buy milk")
    first = reach_the_choice(person)
    second = reset_password(person)
    person.fill(new=LATER, newAgain=LATER)
    person.send()
    is_signed_out(person)
    choose_after(person, second)
    person.wait_for_list()
    person.sees("Buy milk")
