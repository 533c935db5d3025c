"""What the first part of the WebAssembly module does alone: a first visit, signing in, a launch, the list.

`test_rest.py` lives through these without the second part. `scripts/profile.py` finds by them what belongs to the first.
"""

import random

from playwright.sync_api import expect

from days import DAY, day, milliseconds
from records import Records

TEXT = "What there is to say about it, in as many words as a note needs so that it can be kept and found. " * 2


def todos():
    """To-dos of all kinds. The overdue one is older than its day: a past day cannot be chosen (T5)."""
    return [
        *({"title": f"Errand {number}"} for number in range(24)),
        {"title": "Café für Zoë", "tags": ["größer"]},
        {"title": "दूध खरीदें", "detail": "दो लीटर"},
        {"title": "क्या ज़रूरी है", "tags": ["ज़रूरी"]},
        {"title": "बिजली का बिल और किराया जमा करना है"},
        {"title": "क्यों नहीं", "tags": ["हिन्दी", "cafe\u0301"]},
        {"title": "우유 사기", "detail": "牛乳を買う"},
        {"title": "Plan a 🎉 party", "detail": "naïve “quotes” — and dashes"},
        {"title": "Pay rent", "done": True},
        {"title": "Call Asha", "deadline": milliseconds(day(-1)), "age": 3 * DAY},
        {"title": "Water herbs", "deadline": milliseconds(day()) + 60_000},
        {"title": "Book train", "deadline": milliseconds(day(3)), "tags": ["travel"]},
        {"title": "Mend lamp", "tags": ["home", "work"], "detail": "The blue one.\nhttps://example.org/lamp"},
    ]


def disturb(person):
    """What may happen to a tab at any time: it is hidden and shown again, a phone is turned, a window gets another size."""
    for hidden in (True, False):
        person.page.evaluate(
            "hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
            " document.dispatchEvent(new Event('visibilitychange')); }",
            hidden,
        )
    size = person.page.viewport_size
    person.page.set_viewport_size({"width": size["width"] + 40, "height": size["height"] - 40})
    person.settle()
    person.page.set_viewport_size(size)
    person.settle()


def account_with_everything(person):
    """To-dos of all kinds and notes, from other devices and over HTTP."""
    server = person.server
    records = Records(server, person.account, person.pause)
    records.seed(todos())
    due = {"title": "Feed cat", "deadline": day(1).isoformat(), "reminder": day(1).isoformat(), "repeat": {"rule": "FREQ=DAILY"}}
    for path, body in (
        ("todos", due),
        ("notes", {"title": "New lamps", "description": TEXT, "tags": ["home"]}),
        ("notes", {"title": "Summer trip", "description": TEXT}),
    ):
        status, answer = server.request("POST", f"/api/v1/{path}", body, records.token)
        assert status == 201, answer
    person.records = records


LETTER = 40  # ms until the next letter: each has a frame of its own


def type_search(person, text):
    """Letter by letter, and away again."""
    field = person.page.locator("#search")
    field.press_sequentially(text, delay=LETTER)
    for _ in text:
        field.press("Backspace")
        person.settle()


def type_sign_up(person):
    """Letter by letter, with mistakes that the form tells."""
    person.open("/sign-up")
    person.send()
    account = person.account
    values = {"name": account.name, "mobile": account.mobile, "email": account.email, "password": account.password}
    for name, text in {**values, "passwordAgain": account.password}.items():
        field = person.page.locator(f"form [name={name}]")
        field.press_sequentially(text[:2])
        field.press("Tab")
        field.fill("")
        field.press_sequentially(text, delay=LETTER)
    person.send()
    person.wait_for_list()


def first_visit(person):
    """The forms, a refused sign-in, a sign-up, the samples."""
    person.open("/")
    disturb(person)
    person.open("/sign-in")
    disturb(person)
    person.try_to_come_in("nobody@example.org", "wrong#PASS1")
    expect(person.page.locator(".form-error")).to_be_visible()
    person.settle()
    type_sign_up(person)
    Records(person.server, person.account, person.pause).seed(["From another device", "Another"])
    person.look_again()
    person.row("From another device").wait_for()
    person.check("Another")
    person.reload()
    person.page.locator("[data-row]").first.wait_for()
    return person


def first_visit_in_a_hurry(person):
    """A password manager fills the form; then nothing is there but an empty list, which is searched and filtered."""
    person.sign_up()
    person.search("milk")
    person.settle()
    person.search("")
    person.filter("All")
    person.settle()
    person.reload()
    person.wait_for_list()
    return person


def sign_in(person):
    """A new device, on which lists are changed and searched, and to-dos marked; another device changes something."""
    account_with_everything(person)
    person.sign_in()
    person.page.locator("[data-row]").first.wait_for()
    for name in ("All", "Open", "Done", "Today", "Upcoming", "home", "All"):
        person.filter(name)
        person.settle()
    for done in (True, False, True):
        person.check("Errand 23")
        person.is_done("Errand 23", done)
    person.filter("Done")
    person.row("Pay rent").wait_for()
    person.filter("All")
    person.check("Mend lamp")
    person.is_done("Mend lamp")
    for marks in (1, 2, 3):  # it comes back on its next day, and an undo may meet what was marked since
        for _ in range(marks):
            person.check("Feed cat")
            person.settle()
        press(person, UNDO)
        person.settle()
    person.search("the blue")
    person.pause(1.5)  # its address has been written by then
    person.search("errand")
    person.row("Errand 3").wait_for()
    person.search("")
    for text in ("the blue l", "café ", "दूध"):
        type_search(person, text)
    person.records.seed(["From another device"])
    person.look_again()
    person.row("From another device").wait_for()
    disturb(person)
    return person


def large_account(person):
    """Thousands of to-dos, which come in several answers: scrolled, searched, opened again."""
    account_with_everything(person)
    kinds = todos()
    person.records.seed(
        {**kinds[number % len(kinds)], "title": f"{words} {number}"}
        for number, words in enumerate(("Buy milk", "Call Asha", "Post the letter", "Look for größere Äpfel") * 600)
    )
    person.sign_in()
    person.page.locator("[data-row]").first.wait_for()
    for _ in range(2):
        person.filter("All")
        person.page.locator(".large-title").first.wait_for()
        for pixels in (900, 5_000, -5_900):
            person.page.mouse.wheel(0, pixels)
            person.pause(0.2)
        for text in ("b", "bu", "buy milk 8", "", "apfel 7", "letter", ""):
            person.search(text)
            person.settle()
        person.page.locator(".check").first.click()
        person.reload()
        person.page.locator("[data-row]").first.wait_for()
    return person


def launch(person):
    """The app is opened again, also without a network, and with changes that are not synced."""
    account_with_everything(person)
    person.sign_in()
    person.page.locator("[data-row]").first.wait_for()
    person.reload()
    person.filter("All")
    person.check("Errand 23")
    person.is_done("Errand 23")
    person.page.context.set_offline(True)
    for title in ("Errand 22", "Errand 19", "Errand 18"):  # one waits for the network, then several
        person.check(title)
        person.is_done(title)
        person.settle()
    person.page.context.set_offline(False)
    other = person.another_tab()
    other.wait_for_list()
    other.filter("All")
    other.check("Errand 20")
    other.is_done("Errand 20")
    person.turn_here()
    person.is_done("Errand 20")
    other.page.close()
    person.reload()
    person.filter("All")
    person.row("Errand 21").wait_for()
    disturb(person)
    return person


def press(person, selector, at=0):
    """Presses the nth of the elements, in turns; nothing where there is none."""
    person.page.locator(selector).evaluate_all("(found, at) => found.length && found[at % found.length].click()", at)


UNDO = ".toast:not(.leaving) button"

LISTS = ("All", "Open", "Done", "Today", "Upcoming", "home", "travel")
SEARCHES = ("errand", "milk", "ca", "blue", "2", "")


def wander(person, chance, lists=LISTS, steps=25):
    """Lists are chosen, searched and scrolled, to-dos marked, and marks undone, as chance has it."""

    ways = {
        "choose": lambda: person.filter(chance.choice(lists)),
        "mark": lambda: press(person, "[data-row] .check", chance.randrange(12)),
        "undo": lambda: press(person, UNDO, chance.randrange(12)),
        "search": lambda: person.search(chance.choice(SEARCHES)),
        "scroll": lambda: person.page.mouse.wheel(0, chance.choice((-600, 300, 900))),
    }
    for _ in range(steps):
        ways[chance.choice(("choose", "choose", "mark", "mark", "undo", "search", "scroll"))]()
        person.settle()


def everyday(person, seeds=range(3)):
    """What a person does with a list, in no order."""
    account_with_everything(person)
    person.sign_in()
    person.page.locator("[data-row]").first.wait_for()
    for seed in seeds:
        wander(person, random.Random(seed))
    return person


def account_with_three(person):
    """To-dos as few as in a new account, from another device."""
    records = Records(person.server, person.account, person.pause)
    records.seed(["Call Asha", {"title": "Buy milk", "tags": ["shop"], "detail": "Two litres"}, {"title": "Pay rent", "done": True}])


THREE = ("All", "Open", "Done", "Today", "shop")


def undo_what_is_undone(person):
    """A mark is taken back in another list while its message still offers that."""
    person.filter("All")
    person.check("Call Asha")
    expect(person.toast).to_contain_text("is done")
    person.filter("Done")
    person.check("Call Asha")
    press(person, UNDO)
    person.settle()


def mark_one_more(person):
    """Marks an open to-do, until its message has gone. It comes a moment after the last mark, and then no row is about to leave."""
    person.search("")
    person.filter("All")
    boxes = person.page.locator("[data-row] .check")
    folded = person.page.locator(".fold[aria-expanded=false]")
    boxes.or_(folded).first.wait_for()
    if folded.count():
        folded.click()
        boxes.first.wait_for()
    unmarked = person.page.locator("[data-row] .check[aria-checked=false]")
    if unmarked.count() == 0:
        boxes.first.click()
    unmarked.first.click()
    expect(person.toast).to_contain_text("is done")
    expect(person.page.locator(".toast")).to_have_count(0)


def few(person, seeds=range(3)):
    """A list that is soon empty, its figures, and a message that goes."""
    account_with_three(person)
    person.sign_in()
    undo_what_is_undone(person)
    for seed in seeds:
        wander(person, random.Random(seed), THREE)
    mark_one_more(person)
    return person


LAUNCHES = [first_visit, first_visit_in_a_hurry, sign_in, launch, large_account, everyday, few]
