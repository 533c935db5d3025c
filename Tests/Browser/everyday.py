"""Fifteen everyday tasks, each done with the fewest taps and keys that Daybook offers, and counted."""

import re
from datetime import timedelta

from playwright.sync_api import expect

from days import day, milliseconds, wait_for_midnight


def at_first():
    """The to-dos of the list, the last one at its top: those that a finger moves come first, so that they are on the screen."""
    return [
        {"title": "Mend the lamp", "tags": ["work"]},
        "Sell the zither", "Sweep yard", "Post letter", "Lower", "Upper", "Book train",
        {"title": "Water herbs", "deadline": milliseconds(day(-1))},
        "Call Asha",
    ]  # fmt: skip


TO_THE_TOP = """() => {
  document.activeElement.blur();
  for (const scroller of [document.scrollingElement, document.querySelector('.pane')]) scroller.scrollTo(0, 0);
}"""


class Recorder:
    """A hand that counts. What a task does with it is a step; what it does with the person is preparation or a check."""

    def __init__(self, person):
        self.person = person
        self.page = person.page
        self.steps = []

    def step(self, text):
        self.steps.append(text)

    def tap(self, target, name=None, **options):
        """A tap of a finger, or a click; `name` is what a reader calls the target, else its own words are quoted."""
        words = name or f"“{(target.get_attribute('aria-label') or target.inner_text()).strip()}”"
        held = "".join(f"{key}-" for key in options.get("modifiers", ()))
        # On a phone too by a click: Chromium drops a tap that comes soon after a swipe, as the one that stops a fling.
        target.click(**options)
        self.step(f"tap {words}" if self.person.touch else f"{held}click {words}")

    def open(self, title, name="the row"):
        self.tap(self.person.row(title).locator(".row-body"), name)

    def menu(self, title):
        """A long press, or a click on the button that shows when the pointer is over the row."""
        self.person.open_row_menu(title)
        self.step("press the row long" if self.person.touch else "click ⋯ on the row")

    def swipe(self, title, direction, distance=None, name=None):
        self.person.swipe(title, direction, distance)
        self.step(name or f"swipe the row {direction}")

    def over(self, title, key, name):
        """A key while the pointer is over a row."""
        self.person.settle()
        self.person.row(title).hover()
        self.page.keyboard.press(key)
        self.step(name)

    def key(self, key, name=None):
        """A key, or keys held together; on a phone the key of the keyboard on the screen."""
        self.page.keyboard.press(key)
        self.step(name or {"Enter": "↵"}.get(key, key))

    def choose(self, menu, beginning, name):
        """The option that begins so, of a menu that the system draws: one tap opens it, one picks."""
        option = menu.locator("option").filter(has_text=re.compile(f"^{beginning}")).first.text_content()
        menu.select_option(label=option)
        verb = "tap" if self.person.touch else "click"
        self.step(f"{verb} “{name}”")
        self.step(f"{verb} “{beginning} …”")

    def type(self, text="", words=""):
        """Types a text, and words that the app understands and takes out of it. Characters are no step."""
        self.page.keyboard.type(f"{text} {words}".strip())
        typed = [f"({len(text)})"] if text else []
        self.step(" ".join(["type", *typed, *([f"`{words}` ({len(words)})"] if words else [])]))

    @property
    def path(self):
        return " → ".join(self.steps)


def question(person):
    return person.page.locator("dialog.when[open]")


def seed(person, *titles, **fields):
    """To-dos at the top of the list, which another device made; the last one comes first."""
    person.records.seed([{"title": title, "age": len(titles) - place, **fields} for place, title in enumerate(titles)])
    person.look_again()
    person.row(titles[-1]).wait_for()


def begin_to_add(hand):
    if hand.person.touch:
        hand.tap(hand.page.locator(".fab"), "+")
    else:
        hand.key("n")
    expect(hand.page.locator("#editor-title, #quick-add").locator("visible=true").first).to_be_focused()


def add(hand):
    begin_to_add(hand)
    hand.type("Buy stamps")
    hand.key("Enter")
    expect(hand.person.editor).to_have_count(0)
    hand.person.row("Buy stamps").wait_for()


def add_with_a_date_and_a_tag(hand):
    begin_to_add(hand)
    hand.type("Pay rent", words="tomorrow 9am #home")
    hand.key("Enter")
    expect(hand.person.editor).to_have_count(0)
    row = hand.person.row("Pay rent")
    expect(row.locator(".due")).to_have_text("tomorrow 09:00")
    expect(row.locator(".tag")).to_have_text("home")


def finish_and_undo(hand):
    hand.tap(hand.person.row("Call Asha").locator(".check"), "the circle")
    expect(hand.person.toast).to_contain_text("is done")
    hand.person.hold_toast()
    hand.person.is_done("Call Asha")
    hand.tap(hand.person.toast.get_by_role("button", name="Undo"))
    hand.person.is_done("Call Asha", False)


def open_question(hand, title):
    if hand.person.touch:
        hand.swipe(title, "right", 0.75, "swipe the row far right")
    else:
        hand.over(title, "t", "T over the row")
    question(hand.person).wait_for()


def plan(hand, title, words):
    open_question(hand, title)
    if hand.person.touch:
        hand.tap(hand.page.locator("#when-typed"), "its line")
    hand.type("", words=words)
    hand.key("Enter")
    expect(question(hand.person)).to_have_count(0)


def plan_for_tomorrow(hand):
    if hand.person.touch:
        open_question(hand, "Water herbs")
        hand.tap(question(hand.person).get_by_role("button", name="Tomorrow", exact=True))
    else:
        hand.over("Water herbs", "Shift+T", "⇧T over the row")
    expect(hand.person.row("Water herbs").locator(".due")).to_contain_text("tomorrow")


def pick_a_day(hand):
    """The last day of the month: the calendar shows it at once."""
    last = (day().replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
    open_question(hand, "Book train")
    cell = question(hand.person).get_by_role("gridcell", name=f"{last:%A}, {last.day} {last:%B} {last.year}", exact=True)
    hand.tap(cell, "the day")
    expect(question(hand.person)).to_have_count(0)
    found = hand.person.records.wait_until(lambda all: all.get("Book train", {}).get("deadline"))
    assert found["Book train"]["deadline"].startswith(f"{last:%Y-%m-%d}")


def set_a_reminder(hand):
    plan(hand, "Post letter", "tomorrow 9am")
    expect(hand.person.row("Post letter").locator(".due")).to_have_text("tomorrow 09:00")


def leave(hand):
    """Closes the editor, which saves."""
    if hand.person.touch:
        hand.tap(hand.page.locator(".sheet").get_by_role("button", name="Close"), "✕")
    else:
        hand.key("Escape", "Esc")
    expect(hand.person.editor).to_have_count(0)


def snooze(hand):
    seed(hand.person, "Feed cat", reminder=milliseconds(day()) + 2_000)
    card = hand.page.locator(".ringing:not(.leaving)")
    card.wait_for()
    hand.tap(card.get_by_role("button", name="Snooze 10 min"))
    expect(hand.person.toast).to_contain_text("Reminds again")
    expect(card).to_have_count(0)


def find(hand):
    if hand.person.touch:
        hand.tap(hand.page.locator("#search"))
        hand.type("zither")
        hand.person.sees("Sell the zither")
        hand.open("Sell the zither")
    else:
        hand.key("Control+k", "Ctrl+K")
        expect(hand.page.locator("#palette")).to_be_focused()
        hand.type("zither")
        expect(hand.page.locator(".palette [aria-selected=true]")).to_contain_text("Sell the zither")
        hand.key("Enter")
    expect(hand.page.locator("#editor-title")).to_have_value("Sell the zither")


def move(hand):
    """Where the list is in one's own order."""
    person = hand.person
    person.choose_order("Your own order")
    expect(person.row("Lower").locator(".grip")).to_be_attached()
    person.can_reorder()
    person.settle()
    before = person.titles()
    box = person.row("Lower").locator(".grip").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    by = person.box("Upper")["y"] - person.box("Lower")["y"] - 6
    if person.touch:
        person.drag(x, y, 0, by)
    else:
        hand.page.mouse.move(x, y)
        hand.page.mouse.down()
        hand.page.mouse.move(x, y + by / 2, steps=6)
        hand.page.mouse.move(x, y + by, steps=6)
        hand.page.mouse.up()
    hand.step("drag the row by its grip")
    place = before.index("Upper")
    assert before[place + 1] == "Lower"
    person.sees(*before[:place], "Lower", "Upper", *before[place + 2 :])
    person.choose_order("Newest first")
    person.sees(*before)


def put_a_tag_on(hand):
    if hand.person.touch:
        hand.menu("Call Asha")
        hand.tap(hand.person.menu.get_by_role("menuitem", name="work", exact=True))
    else:
        plan(hand, "Call Asha", "#work")
    expect(hand.person.row("Call Asha").locator(".tag")).to_have_text("work")


def repeat(hand):
    plan(hand, "Buy stamps", "every week")
    found = hand.person.records.wait_until(lambda all: all.get("Buy stamps", {}).get("repeat"))
    assert "WEEKLY" in str(found["Buy stamps"]["repeat"])


def move_three_to_tomorrow(hand):
    """They do not stand beside each other."""
    titles = ["Alpha", "Between", "Gamma", "Beside", "Omega"]
    seed(hand.person, *titles, "Old list")
    if hand.person.touch:
        hand.menu("Alpha")
        hand.tap(hand.person.menu.get_by_role("menuitem", name="Select"))
        for title in ("Gamma", "Omega"):
            hand.open(title)
        hand.tap(hand.page.locator(".choice").get_by_role("button", name="Tomorrow"))
    else:
        for title in ("Alpha", "Gamma", "Omega"):
            hand.tap(hand.person.row(title).locator(".row-body"), "a row", modifiers=["Control"])
        expect(hand.page.locator(".choice")).to_contain_text("3 selected")
        hand.key("Shift+T", "⇧T")
    expect(hand.person.toast).to_contain_text("Planned 3 to-dos.")
    for title in ("Alpha", "Gamma", "Omega"):
        expect(hand.person.row(title).locator(".due")).to_have_text("tomorrow")


def delete(hand):
    if hand.person.touch:
        hand.swipe("Old list", "left")
    else:
        hand.menu("Old list")
        hand.tap(hand.person.menu.get_by_role("menuitem", name="Delete"))
    expect(hand.person.row("Old list")).to_have_count(0)


def bring_back(hand):
    """What was deleted so long ago that no message offers Undo."""
    if hand.person.touch:
        hand.tap(hand.person.account_button, "the account’s button")
        hand.tap(hand.page.get_by_role("menuitem", name="Trash"))
    else:
        hand.tap(hand.page.locator(".sidebar-foot").get_by_role("button", name="Trash"))
    hand.tap(hand.person.account_screen.get_by_role("button", name="Restore “Old list”"), "“Restore”")
    expect(hand.person.account_screen.locator("li")).to_have_count(0)
    hand.person.close_account_screen()
    hand.person.row("Old list").wait_for()


def rename_a_tag(hand):
    hand.person.filter("All")
    chips = hand.page.locator(".chip, .sidebar-item").filter(has_text="work", visible=True)
    if hand.person.touch:
        chips.first.scroll_into_view_if_needed()
        hand.person.long_press_in(chips.first.bounding_box())
        hand.step("press “work” long")
    else:
        chips.first.click(button="right")
        hand.step("right-click “work”")
    hand.tap(hand.person.menu.get_by_role("menuitem", name="Rename tag"))
    expect(hand.page.locator("#tag-name")).to_be_focused()
    assert hand.page.locator("#tag-name").evaluate("field => field.selectionEnd - field.selectionStart") == len("work")
    hand.type("office")
    hand.key("Enter")
    expect(hand.person.toast).to_contain_text("“work” is “office” now")


# In the order of docs/taps.md, in which they are done too: what is brought back was deleted before.
TASKS = {
    "Add a to-do": add,
    "Add one with a date, a time and a tag": add_with_a_date_and_a_tag,
    "Finish, and undo": finish_and_undo,
    "Reschedule to tomorrow": plan_for_tomorrow,
    "Pick a day on the calendar": pick_a_day,
    "Set a reminder for tomorrow at nine": set_a_reminder,
    "Snooze": snooze,
    "Find and open": find,
    "Move up the list": move,
    "Put a tag on": put_a_tag_on,
    "Repeat every week": repeat,
    "Move three to tomorrow": move_three_to_tomorrow,
    "Delete": delete,
    "Bring back what was deleted last week": bring_back,
    "Rename a tag everywhere": rename_a_tag,
}


def tidy(person):
    """Back to the top of the list: no editor, no search, and the focus nowhere."""
    if person.editor.count():
        person.close_editor()
    expect(person.page.locator(".sheet")).to_have_count(0)
    if person.page.locator("#search").input_value():
        person.search("")
    person.page.evaluate(TO_THE_TOP)


def paths(person):
    """Does all fifteen, and answers the path of each: its steps, with arrows between them."""
    wait_for_midnight()
    person.arrive(*at_first())
    found = {}
    for name, task in TASKS.items():
        hand = Recorder(person)
        task(hand)
        found[name] = hand.path
        tidy(person)
    return found
