"""[S] What is shown as saved stays: with a server that dies, a network that goes, another device that writes."""

from playwright.sync_api import expect

from person import Person


def test_S6_a_killed_server_loses_nothing_it_took(people, own_server):
    """[S6] edit, kill -9, start, reload: it is there, on another device as well"""
    person = people("phone", own_server).arrive("Buy milk", "Buy bread", "Old")
    person.open_editor("Buy milk")
    person.write(title="Buy oat milk", detail="Two litres")
    person.save()
    person.complete("Buy bread")
    person.swipe("Old", "left")
    person.add("New")
    person.records.wait_until(
        lambda all: set(all) == {"New", "Buy oat milk", "Buy bread"} and all["Buy bread"]["done"]
        and all["Buy oat milk"]["detail"]
    )  # fmt: skip
    own_server.kill()
    own_server.start()
    person.reload()
    person.is_done("Buy bread")
    person.sees("New", "Buy oat milk", "Buy bread")
    other = people("desktop", own_server)
    other.sign_in(person.account.email, person.account.password)
    other.is_done("Buy bread")
    other.sees("New", "Buy oat milk", "Buy bread")
    expect(other.row("Buy oat milk").locator(".row-detail")).to_have_text("Two litres")


def test_S8_changes_made_while_the_server_is_stopped_arrive_later(people, own_server):
    """[S8] [S11] a calm line counts them, and they arrive once it is back"""
    person = people("desktop", own_server).arrive("Buy milk")
    own_server.kill()
    person.add("First")
    person.check("Buy milk")
    expect(person.banner).to_have_text("Offline. 2 changes will sync later.")
    expect(person.banner).to_have_attribute("role", "status")
    expect(person.dialog).to_have_count(0)
    person.add("Second")
    expect(person.banner).to_have_text("Offline. 3 changes will sync later.")
    own_server.start()
    todos = person.records.wait_until(lambda all: "Second" in all)
    assert set(todos) == {"Buy milk", "First", "Second"} and todos["Buy milk"]["done"]
    expect(person.banner).to_have_count(0)


def test_S8_offline_shows_at_once_and_catches_up_by_itself(phone_with):
    """[S8] [S11] when the device itself knows that it has no network"""
    person = phone_with("Buy milk")
    context = person.page.context
    context.set_offline(True)
    expect(person.banner).to_have_text("Offline.")
    person.complete("Buy milk")
    expect(person.banner).to_have_text("Offline. 1 change will sync later.")
    person.swipe("Buy milk", "left")
    person.add("Written offline")
    person.records.seed(["Of another"])
    context.set_offline(False)
    expect(person.banner).to_have_count(0)
    expect(person.row("Of another")).to_be_visible()
    todos = person.records.wait_until(lambda all: "Buy milk" not in all)
    assert set(todos) == {"Written offline", "Of another"}


def test_S3_two_devices_editing_one_todo_keep_both_edits(phone_with):
    """[S3] field by field; an open editor takes over what was not touched here"""
    person = phone_with({"title": "Buy milk", "detail": "One litre"})
    (todo,) = person.records.todos().values()
    person.open_editor("Buy milk")
    person.write(title="Buy oat milk")
    person.records.change(todo["id"], detail="Two litres")
    person.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(person.page.locator("#editor-detail")).to_have_value("Two litres")
    expect(person.page.locator("#editor-title")).to_have_value("Buy oat milk")
    person.save()
    todos = person.records.wait_until(lambda all: "Buy oat milk" in all)
    assert todos["Buy oat milk"]["detail"] == "Two litres"


def test_S11_pulling_fetches_what_another_device_did(phone_with):
    """[S11] [D1] pull to refresh: a sign follows the finger, turns, and goes"""
    person = phone_with("Buy milk")
    person.records.seed(["Of another device"])
    sign = person.page.locator(".pull")
    person.drag(195, 300, 0, 260, let_go=False)
    expect(sign).to_be_visible()
    expect(sign).to_have_attribute("host-act", "")
    person.let_go()
    expect(person.row("Of another device")).to_be_visible()
    expect(sign).to_have_count(0)


def test_S11_a_pull_stays_under_the_finger_when_a_change_arrives(phone_with):
    """[S11] [D1] the answer to another call does not end it"""
    person = phone_with("Buy milk")
    sign = person.page.locator(".pull")
    person.drag(195, 300, 0, 260, let_go=False)
    expect(sign).to_be_visible()
    person.records.seed(["Of another device"])
    expect(person.row("Of another device")).to_be_visible()
    expect(sign).to_be_visible()
    expect(sign).to_have_css("opacity", "1")
    person.let_go()
    expect(sign).to_have_count(0)


def test_S11_a_short_pull_does_nothing(phone_with):
    """[D1] let go before the threshold"""
    person = phone_with("Buy milk")
    person.wait_until_synced()
    calls = []
    person.page.on("request", lambda request: calls.append(request.url) if request.url.endswith("/sync") else None)
    person.drag(195, 300, 0, 60, let_go=False)
    expect(person.page.locator(".pull")).to_have_count(1)
    person.let_go()
    expect(person.page.locator(".pull")).to_have_count(0)
    assert calls == []


def test_A10_a_session_ended_elsewhere_asks_to_sign_in_again(phone_with):
    """[A10] and what was not sent yet is there afterwards"""
    person = phone_with("Buy milk")
    person.page.context.set_offline(True)
    person.add("Not sent")
    ended = person.server.request("DELETE", "/api/v1/sessions/current", token=person.token)
    assert ended == (204, None)
    person.page.context.set_offline(False)
    expect(person.page.locator(".form-notice")).to_contain_text("Sign in again")
    person.fill(login=person.account.email, password=person.account.password)
    person.send()
    person.wait_for_list()
    person.sees("Not sent", "Buy milk")


def test_S13_two_tabs_lose_nothing_of_each_other(phone_with):
    """[S13] both write while there is no network; afterwards both, the device and the server have all of it"""
    person = phone_with({"title": "Buy milk"})
    other = Person(person.page.context.new_page(), person.server, touch=True)
    other.open()
    other.wait_for_list()
    other.sees("Buy milk")
    person.page.context.set_offline(True)
    person.add("Of the first tab")
    other.add("Of the second tab")
    person.page.context.set_offline(False)
    person.records.wait_until(lambda all: set(all) == {"Buy milk", "Of the first tab", "Of the second tab"})
    for tab in (person, other):
        tab.reload()
        tab.sees("Of the second tab", "Of the first tab", "Buy milk")
