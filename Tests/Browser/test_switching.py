"""[A10] [A11] [A13] Several people at one device, and several tabs of one browser: nothing of one ever reaches another."""

import pytest
from playwright.sync_api import expect

from person import Account, Person
from records import Records


def as_someone(person, other):
    person.account, person.records = other.account, other.records


class Someone:
    """One who uses the device, and what the server has of theirs."""

    def __init__(self, server, *todos):
        self.account = Account()
        self.records = Records(server, self.account)
        self.records.seed(todos)


@pytest.fixture
def device(people, own_server):
    """A phone at sign-in, and two who use it: each has signed in there before."""
    person = people("phone", own_server)
    first, second = Someone(own_server, "Of the first"), Someone(own_server, "Of the second")
    person.open()
    for someone, title in ((second, "Of the second"), (first, "Of the first")):
        as_someone(person, someone)
        person.come_in()
        person.sees(title)
        if someone is second:
            person.wait_until_synced()
            person.log_out()
    return person, first, second


def test_A11_two_people_take_turns_with_and_without_a_network(device, own_server):
    """[A11] [A13] each finds their own, and what each wrote with no network goes to their own account"""
    person, first, second = device
    person.add("First, online")
    person.wait_until_synced()
    person.log_out()
    own_server.kill()
    for someone, titles in ((second, ["Of the second"]), (first, ["First, online", "Of the first"])):
        as_someone(person, someone)
        person.come_in()
        person.sees(*titles)
        person.add(f"Offline, {titles[-1]}")
        person.log_out()
    own_server.start()
    for someone, titles in ((second, ["Offline, Of the second", "Of the second"]),
                            (first, ["Offline, Of the first", "First, online", "Of the first"])):  # fmt: skip
        as_someone(person, someone)
        person.come_in()
        person.sees(*titles)
        someone.records.wait_until(lambda all, titles=titles: set(all) == set(titles))
        person.log_out()


def test_A13_another_ones_password_opens_nothing(device, own_server):
    """[A11] [A13] the login of one and the password of another, though both have a vault here"""
    person, first, second = device
    second.records.change_password(second.account, "copper#LAKES38")
    person.log_out()
    as_someone(person, second)
    person.come_in()
    person.sees("Of the second")
    person.wait_until_synced()
    person.log_out()
    own_server.kill()
    failure = person.page.locator(".form-error")
    for one, other in ((first, second), (second, first)):
        person.try_to_come_in(one.account.email, other.account.password)
        expect(failure).to_contain_text("no account on this device has this login")
    as_someone(person, first)
    person.come_in()
    person.sees("Of the first")


def test_A10_logging_out_in_one_tab_ends_the_others_at_once(phone_with):
    """[A10] without asking the server, and nothing of the list stays in their tabs"""
    person = phone_with("Buy milk")
    other = person.another_tab()
    third = person.another_tab()
    for tab in (other, third):
        tab.sees("Buy milk")
        tab.wait_for_list()
    third.open_editor("Buy milk")
    person.turn_here().wait_until_synced()
    calls = []
    other.page.on("request", lambda request: calls.append(request.url.split("/api/v1/")[-1]))
    person.log_out()
    for tab in (other, third):
        expect(tab.page.locator("#login")).to_be_visible()
        expect(tab.page.locator(".form-notice")).to_contain_text("You were logged out")
        assert "Buy milk" not in tab.page.content()
        tab.page.go_back()
        assert "Buy milk" not in tab.page.content()
    assert [call for call in calls if call not in ("rules", "sessions/current")] == []


@pytest.mark.long
def test_A11_a_tab_of_the_first_writes_nothing_into_the_seconds_account(people, server):
    """[A11] [S8] the second signs in at a tab that was open already; what the first tab wrote waits for the first"""
    first, second = Someone(server, "Of the first"), Someone(server, "Of the second")
    one = people("phone", server).open()
    # The stream would tell the first tab at once that its session has ended.
    one.page.route("**/api/v1/sync/events", lambda route: None)
    two = Person(one.page.context.new_page(), server, touch=True).open()
    as_someone(one, first)
    as_someone(two, second)
    one.come_in()
    one.sees("Of the first")
    one.wait_until_synced()
    two.come_in()
    two.sees("Of the second")
    one.new()
    one.write("Written in the first tab")
    one.page.click(".sheet-bar [type=submit]")
    expect(one.page.locator(".form-notice")).to_contain_text("You were logged out")
    two.add("Written in the second tab")
    todos = second.records.wait_until(lambda all: "Written in the second tab" in all)
    assert set(todos) == {"Of the second", "Written in the second tab"}
    two.look_again()
    two.sees("Written in the second tab", "Of the second")
    two.reload()
    two.sees("Written in the second tab", "Of the second")
    two.log_out()
    as_someone(two, first)
    two.come_in()
    two.sees("Written in the first tab", "Of the first")
    todos = first.records.wait_until(lambda all: "Written in the first tab" in all)
    assert set(todos) == {"Of the first", "Written in the first tab"}
    assert set(second.records.todos()) == {"Of the second", "Written in the second tab"}


def test_A10_a_log_out_without_a_server_is_told_before_the_next_person_is_let_in(device, own_server):
    """[A10] [A11] the first's session ends; the second's edits go to the second's account alone"""
    person, first, second = device
    session = person.token
    assert own_server.status_of(session) == 200
    own_server.kill()
    person.add("First, not synced")
    person.log_out()
    as_someone(person, second)
    person.come_in()
    person.add("Second, not synced")
    own_server.start()
    todos = second.records.wait_until(lambda all: "Second, not synced" in all)
    assert set(todos) == {"Of the second", "Second, not synced"}
    assert own_server.status_of(session) == 401
    assert set(first.records.todos()) == {"Of the first"}
    expect(person.banner).to_have_count(0)
    person.log_out()
    as_someone(person, first)
    person.come_in()
    person.sees("First, not synced", "Of the first")
    first.records.wait_until(lambda all: set(all) == {"Of the first", "First, not synced"})
    assert set(second.records.todos()) == {"Of the second", "Second, not synced"}


def test_A10_the_same_when_the_tab_was_relaunched_in_between(device, own_server):
    """[A10] [A11] the browser still holds the first's cookie when the second's tab starts again"""
    person, first, second = device
    session = person.token
    person.keep_app()
    own_server.kill()
    person.add("First, not synced")
    person.log_out()
    as_someone(person, second)
    person.come_in()
    person.add("Second, not synced")
    person.reload()
    person.sees("Second, not synced", "Of the second")
    own_server.start()
    person.look_again()
    # The server knows no session of the second's yet, so the password is asked for once more.
    person.page.wait_for_selector("#login")
    person.come_in()
    person.sees("Second, not synced", "Of the second")
    second.records.wait_until(lambda all: set(all) == {"Of the second", "Second, not synced"})
    assert set(first.records.todos()) == {"Of the first"}
    assert own_server.status_of(session) == 401


def test_A10_a_log_out_without_a_server_is_told_at_the_next_launch(device, own_server):
    """[A10] though nobody signed in meanwhile"""
    person, first, _ = device
    session = person.token
    person.keep_app()
    own_server.kill()
    person.log_out()
    person.page.reload()
    person.page.wait_for_selector("#login")
    own_server.start()
    assert own_server.status_of(session) == 200
    with person.page.expect_response("**/api/v1/sessions/current"):
        person.page.reload()
    person.page.wait_for_selector("#login")
    assert own_server.status_of(session) == 401
