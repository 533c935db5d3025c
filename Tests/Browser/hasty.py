"""A person at a keyboard who is faster than the app: what the keys lead to is as if each had been waited for."""

from playwright.sync_api import expect

TITLES = ["Delta", "Charlie", "Bravo", "Alpha"]  # the last one stands at the top

# Frames come half a second late.
LATE_FRAMES = """() => {
  const real = window.requestAnimationFrame;
  window.requestAnimationFrame = work => setTimeout(() => real.call(window, work), 500);
}"""


def added_in_the_line(person):
    person.sees("next", "take text", *TITLES[::-1])
    expect(person.page.locator("#quick-add")).to_have_value("")


def added_in_the_form(person):
    expect(person.editor).to_have_count(0)
    person.sees("next text", *TITLES[::-1])


def found(person):
    person.sees("Alpha")


def planned(person):
    expect(person.row("Bravo").locator(".due")).to_have_text("tomorrow")
    expect(person.editor).to_have_count(0)


def in_the_trash(person):
    expect(person.page.locator("dialog.screen[open]")).to_contain_text("Trash")


def deleted(person):
    person.sees("Alpha", "Charlie", "Delta")


def chosen_and_left(person):
    expect(person.page.locator(".choice")).to_have_count(0)
    person.is_done("Charlie")


def done(person):
    expect(person.page.locator("dialog[open]")).to_have_count(0)
    person.is_done("Alpha")


# What is pressed, and typed in brackets; what shows then; the titles of the to-dos that this adds or changes.
STORIES = {
    "add in the line": (["n", "(take text)", "Enter", "(next)", "Enter"], added_in_the_line, {"take text", "next"}),
    "add in the form": (["Shift+N", "(np)", "Backspace", "(ext text)", "Enter"], added_in_the_form, {"next text"}),
    "search": (["/", "(xt)", "Backspace", "Backspace", "(al)"], found, set()),
    "plan": (["j", "j", "t", "(tomorrow)", "Enter"], planned, {"Bravo"}),
    "go to a screen": (["Control+k", "(trash)", "Enter"], in_the_trash, set()),
    "close what opens": (["Control+k", "Escape", "j", "Space"], done, {"Alpha"}),
    "delete": (["j", "j", "Delete"], deleted, {"Bravo"}),
    "choose": (["j", "x", "Shift+ArrowDown", "Escape", "ArrowDown", "Space"], chosen_and_left, {"Charlie"}),
}


def check(person, name, typed=lambda: None):
    """The story of this name, and that it changes no other to-do. Calls `typed` once all keys are pressed."""
    keys, shows, changed = STORIES[name]
    before = person.records.todos()
    for key in keys:
        if key.startswith("("):
            person.page.keyboard.type(key[1:-1])
        else:
            person.page.keyboard.press(key)
    typed()
    shows(person)
    person.page.keyboard.press("Escape")
    person.wait_until_synced()
    after = person.records.todos()
    assert {title for title in before.keys() | after.keys() if before.get(title) != after.get(title)} == changed
