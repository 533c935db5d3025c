"""[I] What a new account starts with."""

import pytest
from playwright.sync_api import expect

from server import Server


@pytest.fixture
def sampling_server():
    server = Server(samples="/api/v1/samples/todos").start()
    yield server
    server.remove()


def test_I1_a_new_account_starts_with_samples_that_can_be_marked_and_deleted(people, sampling_server):
    """[I1] [I4] [T10] in the order of the list; tapping one offers the editor for a new one, and all go together"""
    person = people("desktop", sampling_server).sign_up()
    _, samples = sampling_server.request("GET", "/api/v1/samples/todos")
    titles = [todo["todo"] for todo in samples["todos"] if not todo["completed"]]
    completed = [todo["todo"] for todo in samples["todos"] if todo["completed"]]
    count = len(samples["todos"])
    assert max(map(len, titles)) > 32
    expect(person.rows.first).to_have_text(titles[0])
    expect(person.page.locator(".count").first).to_contain_text(str(count))
    person.show_completed()
    person.sees(*titles, *completed)
    person.check(titles[0])
    person.is_done(titles[0])
    person.row(titles[1]).locator(".row-body").click()
    expect(person.alert).to_contain_text("Samples can’t be edited")
    person.alert.get_by_role("button", name="Edit a copy").click()
    copy = person.page.locator("#editor-title").input_value()
    assert copy and titles[1].startswith(copy) and len(copy) <= 32
    person.save()
    expect(person.count).to_contain_text(str(count + 1))
    person.row(titles[2]).locator(".row-body").click()
    person.alert.get_by_role("button", name="Remove all samples").click()
    person.sees(copy)
    expect(person.toast).to_contain_text(f"Removed {count} samples.")
    person.toast.get_by_role("button", name="Undo").click()
    expect(person.count).to_contain_text(str(count + 1))


def test_I2_a_second_device_has_the_same_ones_and_fetches_none(people, sampling_server):
    """[I2] [I3] no double; and once all are deleted none come back"""
    first = people("phone", sampling_server).sign_up()
    first.page.locator("[data-row]").first.wait_for()
    second = people("desktop", sampling_server)
    second.account = first.account
    calls = []
    second.page.on("request", lambda request: calls.append(request.url))
    second.sign_in()
    expect(second.rows.first).to_have_text(first.titles()[0])
    second.wait_until_synced()
    assert not [url for url in calls if "samples" in url]


@pytest.mark.allows_errors
def test_I3_when_they_cannot_be_fetched_one_is_asked_and_may_decline(people, sampling_server):
    """[I3] the app is usable meanwhile; Retry asks again; Not now is for good"""
    person = people("phone", sampling_server)
    broken = lambda route: route.fulfill(status=503, body="")
    person.page.context.route("**/api/v1/samples/todos", broken)
    person.sign_up()
    expect(person.alert).to_contain_text("Couldn’t load the samples")
    person.alert.get_by_role("button", name="Retry").click()
    expect(person.alert).to_contain_text("Couldn’t load the samples")
    person.alert.get_by_role("button", name="Not now").click()
    expect(person.alert).to_have_count(0)
    person.add("My own")
    person.wait_until_synced()
    person.page.context.unroute("**/api/v1/samples/todos", broken)
    person.reload()
    person.wait_until_synced()
    person.sees("My own")
    # On another device neither.
    other = people("desktop", sampling_server)
    other.account = person.account
    other.sign_in()
    other.sees("My own")
    expect(other.alert).to_have_count(0)


@pytest.mark.allows_errors
def test_I3_retry_brings_them(people, sampling_server):
    """[I3] once they can be had"""
    person = people("phone", sampling_server)
    broken = lambda route: route.fulfill(status=503, body="")
    person.page.context.route("**/api/v1/samples/todos", broken)
    person.sign_up()
    expect(person.alert).to_contain_text("Couldn’t load the samples")
    person.page.context.unroute("**/api/v1/samples/todos", broken)
    person.alert.get_by_role("button", name="Retry").click()
    expect(person.page.locator("[data-row]").first).to_be_visible()
    expect(person.alert).to_have_count(0)
