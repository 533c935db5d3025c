"""[A] Signing up, in and out, as a person at the web app meets it."""

import re

import pytest
from playwright.sync_api import expect

import drafts
from conftest import SIZES
from person import Person
from server import Server

FIELDS = ["name", "mobile", "email", "password", "passwordAgain"]


@pytest.fixture
def newcomer(people, server):
    return people("phone", server).open("/sign-up")


def note(person, field):
    return person.page.locator(f".field[data-key=field-{field}] .field-error")


def leave(person, field, text):
    person.fill(**{field: text})
    person.page.locator(f"#{field}").blur()


def shows_error(person, field, word):
    """The field shows a broken rule with this word, tied to the field for screen readers."""
    expect(note(person, field)).to_contain_text(word)
    expect(person.page.locator(f"#{field}")).to_have_attribute("aria-invalid", "true")
    # The rules of a password come after the one that is broken.
    begins = re.compile("^" + re.escape(note(person, field).inner_text()))
    expect(person.page.locator(f"#{field}")).to_have_accessible_description(begins)


def accepts(person, field):
    expect(person.page.locator(f"#{field}")).not_to_have_attribute("aria-invalid", "true")
    expect(note(person, field)).to_have_count(0)


def test_A1_sign_up_asks_for_five_things(newcomer):
    """[A1] name, mobile, email, password and the password again, each with its label"""
    names = newcomer.page.eval_on_selector_all("form input", "all => all.map(e => e.name)")
    assert names == FIELDS
    for label in ("Name", "Mobile", "Email", "Password", "Password again"):
        expect(newcomer.page.get_by_label(label, exact=True)).to_be_visible()


def test_A1_a_short_sign_up_asks_for_email_and_password(people):
    """[A1] an operator may choose the short form, and it lets people in"""
    server = Server(signup="short").start()
    try:
        person = people("phone", server).open("/sign-up")
        expect(person.page.locator("form input")).to_have_count(3)
        person.fill(email="ravi@example.org", password="cobalt#RIVER27", passwordAgain="cobalt#RIVER27")
        person.send()
        person.wait_for_list()
    finally:
        server.remove()


@pytest.mark.parametrize(
    "field, text, word",
    [
        ("name", "Ann", "4 to 25"),
        ("name", "A" * 26, "4 to 25"),
        ("name", "Zoë Kumar", "letters A to Z"),
        ("name", "     ", "name"),
        ("mobile", "5876543210", "first 6 to 9"),
        ("mobile", "987654321", "10 digits"),
        ("email", "asha@example", "name@example.com"),
        ("email", "asha example.org", "name@example.com"),
        ("password", "cobalt#RIVER2", "2 digits"),
        ("password", "Cobalt#RIVER27", "lowercase letter first"),
        ("password", "cobalt#River27x", "2 capital letters"),
        ("password", "cobaltRIVER27", "neither letter nor digit"),
        ("password", "c#RIV27", "8 to 15 characters"),
        ("password", "cobalt#RIVER2745", "8 to 15 characters"),
    ],
)
def test_A2_A3_A4_A5_A6_a_broken_rule_shows_when_the_field_is_left(newcomer, field, text, word):
    """[A2] [A3] [A4] [A5] [A6] next to its field, in plain words"""
    newcomer.fill(**{field: text})
    expect(note(newcomer, field)).to_have_count(0)
    newcomer.page.locator(f"#{field}").blur()
    shows_error(newcomer, field, word)
    assert newcomer.page.input_value(f"#{field}") == text


def test_A2_A3_A4_what_people_really_type_is_taken(newcomer):
    """[A2] [A3] [A4] spaces around a name, a mobile with +91, 0, spaces and hyphens, an address with a plus"""
    for field, text in [("name", "  Asha Kumar "), ("mobile", "+91 98765-43210"), ("mobile", "0 98765 43210"),
                        ("email", "Asha.K+list@mail.example.co.in")]:  # fmt: skip
        leave(newcomer, field, text)
        expect(newcomer.page.locator(f"#{field}")).not_to_be_focused()
        accepts(newcomer, field)


def test_A5_no_part_of_the_name_in_the_password(newcomer):
    """[A5] neither the whole name nor a word of it, whatever the case"""
    newcomer.fill(name="Asha Kumar")
    leave(newcomer, "password", "x#KUMar2700")
    shows_error(newcomer, "password", "no part of your name")
    leave(newcomer, "password", "cobalt#RIVER27")
    accepts(newcomer, "password")


def test_A5_the_rules_are_ticked_as_one_types(newcomer):
    """[A5] each rule of a password shows whether it is met"""
    met = newcomer.page.locator(".rules .is-met")
    expect(newcomer.page.locator(".rules li")).to_have_count(6)
    newcomer.page.locator("#password").press_sequentially("ab")
    expect(met.filter(has_text="a lowercase letter first")).to_have_count(1)
    expect(met.filter(has_text="2 digits")).to_have_count(0)
    newcomer.page.locator("#password").press_sequentially("CD12#xyz")
    expect(met).to_have_count(6)


def test_A6_all_broken_rules_show_when_the_form_is_sent(newcomer):
    """[A6] all of them, the first one focused, and nothing typed is lost"""
    newcomer.fill(name="Asha Kumar", email="asha@", password="short")
    newcomer.send()
    for field, word in [("mobile", "mobile"), ("email", "name@example.com"), ("password", "still needs"),
                        ("passwordAgain", "differ")]:  # fmt: skip
        shows_error(newcomer, field, word)
    accepts(newcomer, "name")
    expect(newcomer.page.locator("#mobile")).to_be_focused()
    for field, text in [("name", "Asha Kumar"), ("email", "asha@"), ("password", "short")]:
        assert newcomer.page.input_value(f"#{field}") == text


def test_A6_an_untouched_field_is_no_mistake_yet(newcomer):
    """[A6] walking through an empty form shows nothing"""
    for _ in range(8):
        newcomer.press("Tab")
    expect(newcomer.page.locator(".field-error")).to_have_count(0)


def test_A6_two_different_passwords_are_told(newcomer):
    """[A1] [A6] the second one must be the same"""
    newcomer.fill(password="cobalt#RIVER27")
    leave(newcomer, "passwordAgain", "cobalt#RIVER28")
    shows_error(newcomer, "passwordAgain", "differ")
    leave(newcomer, "passwordAgain", "cobalt#RIVER27")
    accepts(newcomer, "passwordAgain")


@pytest.mark.parametrize("field", ["email", "mobile"])
def test_A7_a_taken_address_is_reported_at_its_field(people, server, field):
    """[A7] the form stays as it was typed, and sending it mended goes through"""
    first = people("phone", server)
    first.arrive()
    second = people("phone", server).open("/sign-up")
    taken = getattr(first.account, field)
    second.fill_sign_up(**{field: taken.upper() if field == "email" else "+91 " + taken})
    second.send()
    expect(note(second, field)).to_be_visible()
    expect(second.page.locator(".field-error")).to_have_count(1)
    expect(second.page.locator(f"#{field}")).to_be_focused()
    for name, text in [("name", second.account.name), ("password", second.account.password)]:
        assert second.page.input_value(f"#{name}") == text
    second.fill(**{field: getattr(second.account, field)})
    second.send()
    second.wait_for_list()


def test_A8_email_or_mobile_lets_one_in(people, server):
    """[A8] the mobile as people write it"""
    person = people("phone", server)
    person.arrive("Buy milk")
    other = people("desktop", server)
    other.sign_in("0" + person.account.mobile[:5] + " " + person.account.mobile[5:], person.account.password)
    other.sees("Buy milk")
    third = people("tablet", server)
    third.sign_in(person.account.email.upper(), person.account.password)
    third.sees("Buy milk")


def test_A8_a_failure_reads_the_same_whether_the_account_exists(people, server):
    """[A8] and what was typed stays"""
    known = people("phone", server)
    known.arrive()
    person = people("phone", server).open("/sign-in")
    failure = person.page.locator(".form-error")
    texts = []
    for login in (known.account.email, "nobody@example.org", known.account.mobile, "9111111111", "no login at all"):
        person.fill(login=login, password="wrong#PASS27")
        expect(failure).to_have_count(0)
        person.send()
        failure.wait_for()
        texts.append(failure.inner_text())
        assert person.page.input_value("#login") == login
        expect(person.page.locator("#password")).to_be_focused()
    assert len(set(texts)) == 1, texts


def test_A6_an_empty_sign_in_shows_what_is_missing(people, server):
    """[A6] at both fields"""
    person = people("phone", server).open("/sign-in")
    person.send()
    shows_error(person, "login", "email or mobile")
    shows_error(person, "password", "password")


def test_A9_one_stays_signed_in_over_reloads_and_restarts_of_the_server(people, own_server):
    """[A9] until one logs out"""
    person = people("phone", own_server).sign_up()
    person.add("Buy milk")
    person.reload()
    person.sees("Buy milk")
    own_server.restart()
    person.reload()
    person.sees("Buy milk")
    person.add("Still here")
    expect(person.banner).to_have_count(0)


def test_A9_one_stays_signed_in_when_the_browser_restarts(launch, server, tmp_path):
    """[A9] [S6] what was not synced yet is there as well"""

    def open_browser():
        context = launch(tmp_path, **SIZES["phone"])
        return context, Person(context.pages[0], server, touch=True)

    context, person = open_browser()
    account = person.account
    drafts.watch(person)
    person.sign_up()
    context.set_offline(True)
    person.add("Written without a network")
    drafts.wait_until_kept(person)
    context.close()
    context, person = open_browser()
    person.account = account
    try:
        person.open()
        person.wait_for_list()
        person.sees("Written without a network")
    finally:
        context.close()


def test_A10_log_out_asks_first(person):
    """[A10] the harmless answer is focused and changes nothing"""
    person.open_account_menu()
    person.page.get_by_role("menuitem", name="Log out").click()
    expect(person.dialog).to_contain_text("Log out of Daybook?")
    expect(person.dialog).to_contain_text("stay safe on the server")
    expect(person.dialog.get_by_role("button", name="Stay")).to_be_focused()
    person.dialog.get_by_role("button", name="Stay").click()
    expect(person.dialog).to_have_count(0)
    person.reload()


def test_A10_log_out_ends_the_session_everywhere(people, server):
    """[A10] the sign-in screen shows, stays over a reload, and the server knows the session no more"""
    person = people("phone", server).arrive("Buy milk")
    session = person.token
    assert server.status_of(session) == 200
    with person.page.expect_response("**/api/v1/sessions/current"):
        person.log_out()
    assert server.status_of(session) == 401
    assert "Buy milk" not in person.page.content()
    person.open()
    expect(person.page.locator("#login")).to_be_visible()
    person.page.go_back()
    assert "Buy milk" not in person.page.content()


def test_A10_changes_that_wait_are_told_and_kept_sealed(people, server):
    """[A10] until the next sign-in, which sends them"""
    person = people("phone", server).arrive("Buy milk")
    context = person.page.context
    context.set_offline(True)
    person.add("Not synced")
    person.open_account_menu()
    person.page.get_by_role("menuitem", name="Log out").click()
    expect(person.dialog).to_contain_text("1 change is not synced yet. It stays locked on this device")
    person.dialog.get_by_role("button", name="Log out").click()
    person.page.wait_for_selector("#login")
    context.set_offline(False)
    person.sign_in()
    person.sees("Not synced", "Buy milk")
    person.records.wait_until(lambda todos: "Not synced" in todos)


def test_A11_two_people_at_one_device_see_their_own(people, server):
    """[A11] [A13] after a log-out the next person finds nothing of the first"""
    person = people("phone", server).arrive("Only mine")
    person.log_out()
    first, person.account = person.account, people("phone", server).account
    person.arrive()
    expect(person.count).to_have_text("No to-dos")
    person.add("Of the second")
    person.log_out()
    person.account = first
    person.sign_in()
    person.sees("Only mine")
