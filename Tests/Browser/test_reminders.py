"""[R1] to [R4] Reminders in the browser: what rings, what was missed, what is pushed, and the screen that tells."""

import json
import time

import pytest
from playwright.sync_api import expect

import accessibility
from conftest import SIZES


# Notes when the first card was there.
RANG = """() => new MutationObserver((_, watch) => {
  if (!document.querySelector('.ringing')) return;
  watch.disconnect();
  window.rang = Date.now();
}).observe(document, { childList: true, subtree: true })"""


def soon(seconds=2):
    """A moment some seconds ahead, as records have it."""
    return int((time.time() + seconds) * 1000)


def cards(person):
    return person.page.locator(".ringing:not(.leaving)")


def reload(person):
    person.page.reload()
    person.wait_for_list()


@pytest.fixture(params=SIZES)
def visitor(request, people, server):
    return people(request.param, server).arrive("Buy milk")


def test_R1_a_reminder_rings_at_its_time_and_is_dealt_with(visitor):
    """[R1] [R2] on each size; what was dealt with does not come back, and a reload does not ring again"""
    visitor.page.evaluate(RANG)
    due = soon(3)
    visitor.records.seed([{"title": "Pay rent", "detail": "By bank\nnot by card", "reminder": due}])
    visitor.look_again()
    visitor.row("Pay rent").wait_for()
    expect(cards(visitor)).to_contain_text("Time is up")
    assert visitor.page.evaluate("() => window.rang") >= due
    expect(cards(visitor)).to_contain_text("Pay rent")
    expect(cards(visitor)).to_contain_text("not by card")
    visitor.settle()
    assert accessibility.everything(visitor.page, visitor.touch, within=".ringing") == []
    cards(visitor).get_by_role("button", name="Snooze 10 min").click()
    expect(cards(visitor)).to_have_count(0)
    expect(visitor.toast).to_contain_text("Reminds again")
    found = visitor.records.wait_until(lambda all: all["Pay rent"]["reminder"])
    assert found["Pay rent"]["done"] is False
    visitor.records.change(visitor.key("Pay rent"), reminder=soon(1))
    visitor.look_again()
    expect(cards(visitor)).to_have_count(1)
    reload(visitor)
    visitor.row("Pay rent").wait_for()
    expect(cards(visitor)).to_have_count(0)


def test_R1_it_rings_above_an_open_screen_and_its_message_shows_there(visitor):
    """[R1] [R2] in the settings a reminder and a message can be seen and used, and they outlive the screen"""
    due = soon(5)
    visitor.records.seed([{"title": title, "reminder": due} for title in ("Pay rent", "Call Asha", "Water the plants")])
    visitor.look_again()
    visitor.row("Pay rent").wait_for()
    visitor.open_settings()
    expect(cards(visitor)).to_have_count(3, timeout=20_000)
    visitor.settle()
    card = lambda title: cards(visitor).filter(has_text=title)
    assert accessibility.everything(visitor.page, visitor.touch, within=".ringing") == []
    card("Pay rent").get_by_role("button", name="Snooze 10 min").click()
    expect(visitor.toast).to_contain_text("Reminds again")
    visitor.toast.get_by_role("button", name="Dismiss").click()
    expect(visitor.toast).to_have_count(0)
    visitor.close_account_screen()
    card("Call Asha").get_by_role("button", name="Done").click()
    visitor.open_settings()
    card("Water the plants").get_by_text("Water the plants").click()
    expect(visitor.account_screen).to_have_count(0)
    expect(visitor.page.locator("#editor-title")).to_have_value("Water the plants")
    expect(cards(visitor)).to_have_count(0)
    visitor.is_done("Call Asha")


@pytest.mark.bad_network
def test_R1_a_tab_rings_once_it_has_the_script_that_it_could_not_load(people, server):
    """[R1] the script is fetched until it comes, although the browser never says that it was offline"""
    person = people("desktop", server)
    lost = []

    def answer(route):
        if len(lost) < 2:
            lost.append(route.abort())
        else:
            route.continue_()

    person.page.context.route("**/reminders.js*", answer)
    person.arrive("Buy milk")
    person.records.seed([{"title": "Pay rent", "reminder": soon()}])  # a device rings what is due after its sign-in
    person.look_again()
    expect(cards(person)).to_contain_text("Pay rent")
    assert len(lost) == 2


def test_R1_done_and_open_on_the_card(people, server):
    """[R1] Done marks it, the title opens it, a time of the card puts it off"""
    person = people("desktop", server).arrive("Buy milk")
    person.records.seed([{"title": title, "reminder": soon(2)} for title in ("First", "Second", "Third")])
    person.look_again()
    expect(cards(person)).to_have_count(3)
    card = lambda title: cards(person).filter(has_text=title)
    card("First").get_by_role("button", name="Done").click()
    person.is_done("First")
    expect(person.page.locator(".ringing")).to_have_count(2)  # it has left, and the others have moved up
    card("Second").get_by_role("button", name="Second").click()
    expect(person.page.locator("#editor-title")).to_have_value("Second")
    card("Third").get_by_role("button", name="Tomorrow").click()
    expect(cards(person)).to_have_count(0)
    expect(person.toast).to_contain_text("Reminds again tomorrow 09:00.")
    person.records.wait_until(lambda all: all["First"]["done"])


def test_R1_the_card_above_an_open_sheet_can_be_pressed(people, server):
    """[R1] [T11] on a phone it covers the sheet's bar; pressing it leaves the sheet and what is written there"""
    person = people("phone", server).arrive("Buy milk")
    person.open_editor("Buy milk")
    person.write(detail="Two litres")
    person.records.seed([{"title": title, "reminder": soon(2)} for title in ("First", "Second")])
    person.look_again()
    expect(cards(person)).to_have_count(2)
    card = lambda title: cards(person).filter(has_text=title)
    card("First").get_by_role("button", name="Done").tap()
    expect(cards(person)).to_have_count(1)
    person.settle()
    box = card("Second").bounding_box()
    person.drag(box["x"] + 60, box["y"] + 24, 0, -16)  # not far enough: it springs back
    expect(card("Second")).to_be_visible()
    person.settle()
    person.drag(box["x"] + 60, box["y"] + 24, 0, -90)
    expect(cards(person)).to_have_count(0)
    expect(person.page.locator("#editor-detail")).to_have_value("Two litres")
    person.save()
    person.is_done("First")
    person.records.wait_until(lambda all: all["First"]["done"] and all["Buy milk"]["detail"] == "Two litres")


def test_R2_what_is_done_elsewhere_rings_no_longer(people, server):
    """[R2] done on another device: neither does it ring, nor does it go on"""
    person = people("phone", server).arrive("Buy milk")
    due = soon(10)
    ids = person.records.seed([{"title": "Rings", "reminder": soon(1)}, {"title": "Never", "reminder": due}])
    person.look_again()
    expect(cards(person).filter(has_text="Rings")).to_have_count(1)
    for todo in ids:
        person.records.change(todo, done=True)
    person.look_again()
    expect(cards(person)).to_have_count(0)
    person.pause(max(0, due / 1000 - time.time()) + 1)
    expect(cards(person)).to_have_count(0)


def test_R3_what_came_due_while_away_shows_as_missed_once(people, server):
    """[R3] the tab was closed; the message shows at its return, and not again"""
    person = people("phone", server).arrive("Buy milk")
    person.records.seed([{"title": "Pay rent", "reminder": soon(3_600)}])
    person.look_again()
    person.row("Pay rent").wait_for()
    person.page.goto(server.url + "/style.css")
    # The device comes back two hours later.
    person.page.context.add_init_script("{ const real = Date.now; Date.now = () => real() + 7200000; }")
    person.open()
    expect(cards(person)).to_contain_text("Missed")
    expect(cards(person)).to_contain_text("Pay rent")
    cards(person).get_by_role("button", name="Dismiss").click()
    reload(person)
    person.row("Pay rent").wait_for()
    expect(cards(person)).to_have_count(0)


ASKED = """
window.asked = 0;
Notification.requestPermission = callback => { window.asked += 1; return Promise.resolve('denied'); };
Object.defineProperty(Notification, 'permission', { get: () => window.asked ? 'denied' : 'default' });
"""


def test_R4_permission_is_asked_with_the_first_reminder_and_a_no_is_explained(people, server):
    """[R4] never at launch, never twice"""
    person = people("desktop", server)
    person.page.context.add_init_script(ASKED)
    person.arrive("Buy milk")
    person.wait_until_synced()
    assert person.page.evaluate("window.asked") == 0
    person.open_editor("Buy milk")
    person.say_when("reminder", "in 2 days")
    person.save()
    person.page.wait_for_function("() => window.asked === 1")
    person.open_editor("Buy milk")
    person.say_when("reminder", "in 3 days")
    person.save()
    expect(person.toast).to_contain_text("Notifications are off")
    assert person.page.evaluate("window.asked") == 1
    person.open_reminders()
    expect(section(person, "This device")).to_contain_text("Notifications are blocked here.")
    expect(section(person, "Devices")).to_contain_text("Notifications are not allowed there")


def section(person, name):
    return person.account_screen.locator(".screen-section", has=person.page.get_by_role("heading", name=name, exact=True))


def test_R4_the_screen_of_reminders(visitor):
    """[R4] [D1] has an address, reads well, and shows plainly that no device can be tested"""
    visitor.open_reminders()
    expect(visitor.page).to_have_url(visitor.server.url + "/reminders")
    expect(section(visitor, "Devices").locator("li")).to_have_count(1)
    expect(section(visitor, "Reminders sent")).to_contain_text("Nothing sent yet.")
    assert accessibility.everything(visitor.page, visitor.touch) == []
    visitor.account_screen.get_by_role("button", name="Send a test").click()
    expect(visitor.account_screen.locator(".form-notice")).to_contain_text("device")
    visitor.page.go_back()
    expect(visitor.account_screen).to_have_count(0)


class Worker:
    """The service worker of a tab, pushed to and asked as the browser does."""

    def __init__(self, person):
        self.cdp = person.page.context.new_cdp_session(person.page)
        self.person = person
        self.registrations = {}
        self.cdp.on("ServiceWorker.workerRegistrationUpdated", self._updated)
        self.cdp.send("ServiceWorker.enable")

    def _updated(self, event):
        for registration in event["registrations"]:
            self.registrations[registration["scopeURL"]] = registration["registrationId"]

    def push(self, **message):
        origin = self.person.server.url
        while origin + "/" not in self.registrations:
            self.person.pause(0.05)
        registration = self.registrations[origin + "/"]
        data = json.dumps({"v": 1, "kind": "reminder", "detail": None, **message})
        self.cdp.send(
            "ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": registration, "data": data}
        )

    def notices(self):
        return self.person.page.evaluate(
            """() => navigator.locks.request('daybook-notifications', async () => (
              await (await navigator.serviceWorker.ready).getNotifications()
            ).map(({ title, body, tag }) => ({ title, body, tag })))"""
        )

    def wait_for(self, count):
        end = time.monotonic() + 120
        while len(self.notices()) != count:
            assert time.monotonic() < end, f"{self.notices()}; the tab says {cards(self.person).all_inner_texts()}"
            self.person.pause(0.1)
        return self.notices()

    def run(self, script, argument):
        (worker,) = self.person.page.context.service_workers
        return worker.evaluate(script, argument)


@pytest.fixture
def notified(people, server, notifying_browser):
    """Somebody whose browser may notify and keeps a service worker."""
    person = people(
        "desktop", server, browser=notifying_browser, service_workers="allow", permissions=["notifications"]
    )
    # A headless browser has no push service to subscribe with.
    person.page.context.add_init_script("delete window.PushManager")
    person.arrive("Buy milk")
    person.page.wait_for_function("() => navigator.serviceWorker.controller || navigator.serviceWorker.ready")
    person.page.evaluate("() => navigator.serviceWorker.ready.then(() => 1)")
    return person


def test_R1_a_tab_notifies_as_the_device_does_and_a_push_of_the_same_shows_once(notified):
    """[R1] the same tag: one notification, whichever comes first"""
    worker = Worker(notified)
    due = soon(2)
    (todo,) = notified.records.seed([{"title": "Pay rent", "detail": "By bank", "reminder": due}])
    notified.look_again()
    (notice,) = worker.wait_for(1)
    assert notice == {"title": "Time is up", "body": "Pay rent\nBy bank", "tag": f"reminder {todo}"}
    worker.push(todo=todo, due=due, title="Pay rent", detail="By bank")
    notified.pause(0.5)
    assert len(worker.notices()) == 1
    cards(notified).get_by_role("button", name="Dismiss").click()
    worker.wait_for(0)
    worker.push(todo=todo, due=due, title="Pay rent", detail="By bank")
    notified.pause(0.5)
    assert worker.notices() == [], "what was dealt with came back"


def test_R1_pushes_that_come_at_once_are_all_kept(notified):
    """[R1] and all are gone when the account is left"""
    worker = Worker(notified)
    due = soon(0)
    titles = [f"Errand {number}" for number in range(12)]
    for todo, title in zip(notified.records.seed(titles), titles):
        worker.push(todo=todo, due=due, title=title)
    assert sorted(notice["body"] for notice in worker.wait_for(12)) == sorted(titles)
    notified.log_out()
    worker.wait_for(0)


# Keeps all others from the notifications until the document ends.
HOLD_NOTIFICATIONS = """() => new Promise(held => {
  navigator.locks.request('daybook-notifications', () => {
    held();
    return new Promise(() => {});
  });
})"""

KEY = """() => new Promise(resolve => {
  indexedDB.open('daybook').onsuccess = ({ target: { result } }) => {
    result.transaction(['keys']).objectStore('keys').get('current').onsuccess = found => resolve(found.target.result);
  };
})"""


def test_A13_a_log_out_does_not_wait_for_notifications_that_something_else_holds(notified):
    """[A10] [A13] the key goes and the next person is let in; the notifications go as soon as they can"""
    worker = Worker(notified)
    (todo,) = notified.records.seed(["Pay rent"])
    worker.push(todo=todo, due=soon(0), title="Pay rent")
    worker.wait_for(1)
    other = notified.page.context.new_page()
    other.goto(notified.server.url + "/style.css")
    other.evaluate(HOLD_NOTIFICATIONS)
    notified.turn_here()
    notified.log_out()
    assert notified.page.evaluate(KEY) == {}
    other.close()
    worker.wait_for(0)


def test_R1_a_push_shows_with_no_tab_open_and_the_next_tab_knows_of_it(notified):
    """[R1] [R3] shown while away is not missed"""
    worker = Worker(notified)
    due = soon(3)
    (todo,) = notified.records.seed([{"title": "Pay rent", "reminder": due}])
    notified.look_again()
    notified.row("Pay rent").wait_for()
    notified.page.goto(notified.server.url + "/style.css")
    notified.pause(3)
    worker.push(todo=todo, due=due, title="Pay rent")
    (notice,) = worker.wait_for(1)
    assert notice["title"] == "Time is up"
    notified.page.context.add_init_script("{ const real = Date.now; Date.now = () => real() + 7200000; }")
    notified.open()
    notified.row("Pay rent").wait_for()
    notified.pause(1)
    expect(cards(notified)).to_have_count(0)


def test_R1_a_notification_is_answered_with_and_without_a_network(notified):
    """[R1] Done by the server; with no network it waits on the device for the tab"""
    worker = Worker(notified)
    first, second = notified.records.seed([{"title": "First"}, {"title": "Second"}])
    notified.look_again()
    notified.row("Second").wait_for()
    worker.run("todo => answer(todo, 'done')", first)
    notified.is_done("First")
    cut = "self.fetch = () => Promise.reject(new TypeError('no network'));"
    worker.run(f"todo => {{ {cut} return answer(todo, 'done'); }}", second)
    notified.is_done("Second")
    notified.records.wait_until(lambda all: all["Second"]["done"])


def test_R4_what_stands_in_the_way_is_said(people, server):
    """[R4] [D2] on an iPhone that has not put it on the home screen, and in a browser without push"""
    phone = people(
        "phone",
        server,
        user_agent="Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
        "Version/17.5 Mobile/15E148 Safari/604.1",
    ).arrive("Buy milk")
    phone.open_reminders()
    expect(section(phone, "This device")).to_contain_text("Add to Home Screen")
    expect(phone.page).to_have_url(server.url + "/reminders")
