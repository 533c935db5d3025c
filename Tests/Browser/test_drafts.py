"""[S6] Typed text that is not saved: it outlives the tab, and nothing traps or replaces it without a message."""

import os

import pytest
from playwright.sync_api import expect

import drafts
from days import day
from notes import Notes
from seeds import seeded

LETTERS = "abcdefghij xyzäß€漢字🥛\"\\<&'"


@pytest.fixture
def writer(people, server):
    """Somebody at a list with one to-do, whose tab shows when the disk has what was typed."""

    def make(size="phone", **options):
        person = people(size, server, **options)
        drafts.watch(person)
        return person.arrive("Buy milk")

    return make


def test_S6_a_new_todo_that_is_being_written_outlives_the_tab(writer):
    """[S6] reloaded and ended at once: it is open with all that was typed, and is nowhere else"""
    person = writer()
    person.new()
    person.write("Plan the trip", "By train\n\nor by boat", tags=["home"])
    person.say_when("reminder", "when it rains")
    person.page.fill("#editor-tag", "tra")  # whoever leaves this line has made a tag: it comes last
    drafts.wait_until_kept(person)
    person.reload()
    for _ in range(2):
        expect(person.page.locator("#editor-title")).to_have_value("Plan the trip")
        expect(person.page.locator("#editor-detail")).to_have_value("By train\n\nor by boat")
        expect(person.page.locator("#editor-tag")).to_have_value("tra")
        expect(person.page.locator("#editor-reminderTyped")).to_have_value("when it rains")
        expect(person.editor.locator(".is-removable")).to_have_text("home")
        drafts.end(person)
    expect(person.rows).to_have_count(1)
    person.page.fill("#editor-reminderTyped", "")
    person.save()
    person.records.wait_until(lambda todos: "Plan the trip" in todos)
    drafts.end(person)
    expect(person.editor).to_have_count(0)
    person.sees("Plan the trip", "Buy milk")


def test_S6_a_tab_that_opens_while_the_one_before_it_still_ends_has_what_was_typed(writer):
    """[S6] it asks for the number that the other held, and takes up its text once that is free"""
    person = writer("desktop")
    person.page.fill("#quick-add", "Half a thought")
    drafts.wait_until_kept(person)
    # A tab without Daybook takes the number at the moment the first tab ends, as if that were still ending.
    ending = person.page.context.new_page()
    ending.goto(person.server.url + "/icon.svg")
    ending.evaluate("""() => {
        const hold = () => new Promise(free => { window.free = free; });
        navigator.locks.request('daybook place 0', () => { window.holds = true; return hold(); });
    }""")
    person.page.close()
    ending.wait_for_function("() => window.holds")
    person.page = ending.context.new_page()
    person.open()
    person.wait_for_list()
    expect(person.page.locator("#quick-add")).to_have_value("")
    ending.evaluate("() => window.free()")
    expect(person.page.locator("#quick-add")).to_have_value("Half a thought")
    drafts.wait_until_kept(person)
    person.reload()
    expect(person.page.locator("#quick-add")).to_have_value("Half a thought")


def test_S6_an_edit_outlives_the_tab_and_writes_only_what_was_changed(writer):
    """[S6] [S3] another device changed another field meanwhile: both stay"""
    person = writer()
    todo = person.key("Buy milk")
    person.open_editor("Buy milk")
    person.write("Buy oat milk")
    drafts.end(person)
    expect(person.page.locator("#editor-title")).to_have_value("Buy oat milk")
    person.records.change(todo, detail="Two litres")
    person.look_again()
    expect(person.page.locator("#editor-detail")).to_have_value("Two litres")
    person.save()
    todos = person.records.wait_until(lambda todos: "Buy oat milk" in todos)
    assert todos["Buy oat milk"]["detail"] == "Two litres"


def test_S6_what_is_typed_outlives_a_log_out_in_another_tab(writer):
    """[A10] it is open again after the person has signed in again"""
    person = writer("desktop")
    other = person.another_tab()
    other.wait_for_list()
    person.turn_here().new()
    person.write("Plan the trip", "By train")
    other.turn_here().log_out()
    person.turn_here().page.locator("#login").wait_for()
    person.come_in()
    expect(person.page.locator("#editor-title")).to_have_value("Plan the trip")
    expect(person.page.locator("#editor-detail")).to_have_value("By train")


def test_A10_logging_out_tells_what_becomes_of_typed_text(writer):
    """[A10] it stays sealed on the device, and is open again"""
    person = writer("desktop")
    person.page.fill("#quick-add", "Buy bre")
    person.open_account_menu()
    person.page.get_by_role("menuitem", name="Log out").click()
    expect(person.alert).to_contain_text("What you are writing is not saved yet. It stays locked on this device")
    person.alert.get_by_role("button", name="Log out").click()
    person.page.locator("#login").wait_for()
    person.come_in()
    expect(person.page.locator("#quick-add")).to_have_value("Buy bre")


@pytest.mark.parametrize("way", ["button", "history", "Escape", "row"])
def test_T11_a_field_that_is_not_valid_holds_nobody(writer, way):
    """[T5] a deadline that cannot be: each way out asks, and throws away only what was typed"""
    person = writer("desktop")
    person.add("Buy bread")
    person.open_editor("Buy milk")
    person.write(detail="Two litres")
    person.say_when("deadline", "1 jan 2020")
    if way == "button":
        person.close_editor()
    elif way == "history":
        person.page.go_back()
    elif way == "Escape":
        person.press("Escape")
    else:
        person.row("Buy bread").locator(".row-body").click()
    expect(person.alert).to_contain_text("Discard these changes?")
    person.alert.get_by_role("button", name="Keep writing").click()
    expect(person.page.locator("#editor-detail")).to_have_value("Two litres")
    person.close_editor()
    person.alert.get_by_role("button", name="Discard").click()
    expect(person.editor).to_have_count(0)
    expect(person.page.locator(".row-detail")).to_have_count(0)


def test_T5_a_deadline_has_a_time_which_another_day_keeps(writer):
    """[T5] seen, set and kept"""
    person = writer()
    person.open_editor("Buy milk")
    panel = person.open_when("deadline")
    panel.get_by_role("button", name="Tomorrow", exact=True).click()
    person.pick_time("deadline", "09:30")
    person.shows_when("deadline", "tomorrow 09:30")
    person.pick_day(day(40), panel)
    expect(panel.locator("#editor-deadline-time option:checked")).to_have_text("09:30")
    person.save()
    todos = person.records.wait_until(lambda todos: todos["Buy milk"]["deadline"])
    assert todos["Buy milk"]["deadline"].startswith(f"{day(40):%Y-%m-%d}T04:00")  # 9:30 in India


def test_T8_a_todo_that_was_deleted_elsewhere_is_restored_as_itself(writer):
    """[T8] the editor shows it, and offers both; there is never a second one"""
    person = writer()
    todo = person.key("Buy milk")
    person.open_editor("Buy milk")
    person.write(detail="Two litres")
    status, _ = person.server.request("DELETE", f"/api/v1/todos/{todo}", token=person.records.token)
    assert status == 204
    person.look_again()
    expect(person.editor).to_contain_text("This to-do was deleted on another device.")
    person.editor.get_by_role("button", name="Restore").click()
    expect(person.editor).to_have_count(0)
    person.sees("Buy milk")
    todos = person.records.wait_until(lambda todos: todos.get("Buy milk", {}).get("detail"))
    assert (todos["Buy milk"]["id"], todos["Buy milk"]["detail"]) == (todo, "Two litres")


def test_S3_a_detail_that_was_edited_elsewhere_too_is_shown_beside_this_one(writer):
    """[S3] with its line breaks, and either can be taken"""
    person = writer()
    todo = person.key("Buy milk")
    person.open_editor("Buy milk")
    person.write(detail="Mine\nin two lines")
    person.records.change(todo, detail="Theirs\n\nin two parts")
    person.look_again()
    expect(person.editor).to_contain_text("Edited on another device too.")
    drafts.end(person)
    person.editor.get_by_role("button", name="Show both").click()
    shown = "<del>Mine</del> <ins>Theirs</ins>\n<ins>\n</ins>in two <del>lines</del> <ins>parts</ins>"
    assert person.editor.locator("blockquote").inner_html() == shown
    person.editor.get_by_role("button", name="Use the other text").click()
    expect(person.page.locator("#editor-detail")).to_have_value("Theirs\n\nin two parts")
    expect(person.editor.locator("blockquote ins").first).to_have_text("Mine")
    shown = "<del>Theirs\n</del> <ins>Mine</ins>\nin two <del>parts</del> <ins>lines</ins>"
    assert person.editor.locator("blockquote").inner_html() == shown


CLOSED_OR_ASKED = "() => document.querySelector('dialog.alert[open]') || !document.querySelector('.sheet:not(.leaving)')"


def some_text(rng, most, lines=False):
    letters = LETTERS + ("\n\n" if lines else "")
    return "x" + "".join(rng.choice(letters) for _ in range(rng.randrange(4, most - 2))) + "y"


@pytest.mark.long
def test_S6_whatever_is_typed_is_there_again_whenever_the_tab_ends(people, own_server):
    """[S6] [A10] each field of the line, the editors and a note; each way in which a tab ends; no character is lost"""
    rng = seeded()
    person = people("desktop", own_server)
    drafts.watch(person)
    person.arrive("Buy milk")
    person.keep_app()
    page = Written(person, rng)
    for number in range(int(os.environ.get("DAYBOOK_ROUNDS") or 12)):
        page.write(rng.choice(["new", "edit", "note", "line"]))
        # It is the same after another end.
        for way in rng.sample(drafts.WAYS, rng.choice([1, 1, 2])):
            print(f"round {number}: {page.screen}, {way}, {page.typed} {page.tags}")
            drafts.end(person, way)
            page.check()
        page.throw_away()


class Written:
    """What a person has typed into one screen."""

    def __init__(self, person, rng):
        self.person, self.rng = person, rng
        self.screen = None
        self.typed = {}  # selector to value
        self.tags = []
        self.repeats = False

    def type_into(self, selector, text):
        self.typed[selector] = text
        self.person.page.fill(selector, text)

    def write(self, screen):
        rng, person = self.rng, self.person
        self.screen, self.typed, self.tags, self.repeats = screen, {}, [], False
        if screen == "line" or screen != "note" and rng.random() < 0.3:
            self.type_into("#quick-add", some_text(rng, 30))
        if screen == "note":
            Notes(person).go()
            person.page.get_by_role("button", name="New note").filter(visible=True).first.click()
            for field, most in rng.sample([("#note-title", 60), ("#note-description", 300)], rng.randrange(1, 3)):
                self.type_into(field, some_text(rng, most, lines=field == "#note-description"))
            if rng.random() < 0.5:
                self.type_into("#editor-tag", some_text(rng, 8))
        elif screen != "line":
            person.new() if screen == "new" else person.page.locator("[data-row] .row-body").first.click()
            kinds = [self.texts, self.times, self.tag]
            for kind in sorted(rng.sample(kinds, rng.randrange(1, 4)), key=kinds.index):
                kind()
            # A to-do that has all of its tags takes no other, and an edit of nothing is none.
            if not self.typed.keys() - {"#quick-add"}:
                self.texts()

    def texts(self):
        for field, most in self.rng.sample([("#editor-title", 30), ("#editor-detail", 90)], self.rng.randrange(1, 3)):
            self.type_into(field, some_text(self.rng, most, lines=field == "#editor-detail"))

    def times(self):
        for field in ("reminder", "deadline"):
            self.person.open_when(field)
        if self.rng.random() < 0.5:
            self.type_into("#editor-reminderTyped", some_text(self.rng, 30))
        if self.rng.random() < 0.5:
            self.type_into("#editor-deadlineTyped", some_text(self.rng, 30))
            return
        self.type_into("#editor-deadlineTyped", f"{self.rng.randrange(10, 29)} mar 2099")
        if self.rng.random() < 0.5:
            # An option's value is its place in the drawing, which a tag moves.
            self.person.page.select_option("#editor-repeat", label="Every day")
            self.repeats = True

    def tag(self):
        """A tag that is made, and one that is still being typed; whoever leaves the line has made it, so it comes last."""
        field, chips = self.person.page.locator("#editor-tag"), self.person.editor.locator(".is-removable")
        if field.count() and self.rng.random() < 0.5:
            self.person.write(tags=["home"])
            expect(chips.filter(has_text="home")).to_have_count(1)
        self.tags = chips.all_inner_texts()
        # An edit that is valid was saved when it was closed, so that a to-do may have all its tags.
        if field.count():
            self.type_into("#editor-tag", some_text(self.rng, 8))

    def check(self):
        for selector, text in self.typed.items():
            expect(self.person.page.locator(selector)).to_have_value(text)
        if self.repeats:
            expect(self.person.page.locator("#editor-repeat option:checked")).to_have_text("Every day")
        if self.tags:
            expect(self.person.editor.locator(".is-removable")).to_have_text(self.tags)

    def throw_away(self):
        person = self.person
        if "#quick-add" in self.typed:
            person.page.fill("#quick-add", "")
        if self.screen in ("new", "edit"):
            person.close_editor()
            person.page.wait_for_function(CLOSED_OR_ASKED)
            if person.alert.count():
                person.alert.get_by_role("button", name="Discard").click()
            expect(person.editor).to_have_count(0)
        if self.screen == "note":
            Notes(person).close()
            person.go_to("All")
