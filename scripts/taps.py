"""Counts the taps and keys of fifteen everyday tasks in the running app, beside those of three other apps: docs/taps.md.

    scripts/taps.py    does the tasks on a phone and on a desktop, and writes the document

Tests/Browser/everyday.py does the tasks; test_taps.py holds the document to them. DAYBOOK_BINARY names another build.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "Tests" / "Browser")]

DOCUMENT = ROOT / "docs" / "taps.md"
SIZES = {"phone": "On a phone", "desktop": "On a desktop"}
APPS = ("Things", "Reminders", "Todoist")
NOT_POSSIBLE = "not possible"

# Of each task: of each app, the path on an iPhone and the path on a desktop, in the order of `APPS`.
OTHERS = {
    "Add a to-do": [
        ("tap + → type → tap “Save”", "⌘N → type → ↵"),
        ("tap “New Reminder” → type → tap “Done”", "⌘N → type → ↵"),
        ("tap + → type → tap the arrow", "Q → type → ↵"),
    ],
    "Add one with a date, a time and a tag": [
        (
            "tap + → type → tap the calendar → tap its line → type `tomorrow 9am` → tap what it found → tap the tag"
            " → tap “home” → tap “Save”",
            "⌘N → type → ⌘S → type `tomorrow 9am` → ↵ → ⇧⌘T → type `home` → ↵ → ↵",
        ),
        (
            "tap “New Reminder” → type `tomorrow 9am` → tap what it found → type `#home` → tap “Done”",
            "⌘N → type `tomorrow 9am` → ↵ → type `#home` → ↵",
        ),
        ("tap + → type `tomorrow 9am @home` → tap the arrow", "Q → type `tomorrow 9am @home` → ↵"),
    ],
    "Finish, and undo": [
        ("tap the box → tap the box", "click the box → click the box"),
        ("tap the circle → tap the circle", "click the circle → click the circle"),
        ("tap the circle → tap “Undo”", "click the circle → click “Undo”"),
    ],
    "Reschedule to tomorrow": [
        ("swipe the row right → tap the day", "drag the row to “Upcoming” → click the day"),
        ("tap the title → tap the calendar → tap “Tomorrow” → tap “Done”", "click the row → ⌥⌘T"),
        ("swipe the row left → tap “Tomorrow”", "T over the row → click “Tomorrow”"),
    ],
    "Pick a day on the calendar": [
        ("swipe the row right → tap the day", "drag the row to “Upcoming” → click the day"),
        (
            "tap the title → tap the calendar → tap “Date & Time” → tap the day → tap “Done”",
            "click ⓘ on the row → click the date → click the day → click elsewhere",
        ),
        ("swipe the row left → tap the day", "T over the row → click the day"),
    ],
    "Set a reminder for tomorrow at nine": [
        (
            "swipe the row right → tap its line → type `tomorrow 9am` → tap what it found",
            "click the row → ⌘S → type `tomorrow 9am` → ↵",
        ),
        ("tap the title → type `tomorrow 9am` → tap what it found → tap “Done”", "click the title → type `tomorrow 9am` → ↵"),
        ("swipe the row left → tap its line → type `tomorrow 9am` → ↵", "T over the row → type `tomorrow 9am` → ↵"),
    ],
    "Snooze": [
        ("press the notification long → tap “Snooze”", "click the notification’s “Options” → click “Snooze”"),
        ("press the notification long → tap “Remind Me in an Hour”", "click the notification’s “Options” → click “In an Hour”"),
        ("press the notification long → tap a time", "click the notification’s “Options” → click a time"),
    ],
    "Find and open": [
        ("pull the list down → type → tap the row", "type → ↵"),
        ("tap “Search” → type → tap the row", "⌘F → type → click the row"),
        ("tap “Search” → type → tap the row", "⌘K → type → ↵"),
    ],
    "Move up the list": [("drag the row", "drag the row")] * 3,
    "Put a tag on": [
        ("tap the row → tap the tag → tap “work” → tap “Done”", "click the row → ⇧⌘T → type `work` → ↵"),
        ("tap the title → type `#work` → tap “Done”", "click the title → type `#work` → ↵"),
        ("tap the row → tap the title → type `@work` → tap “Save”", "L over the row → type `work` → ↵"),
    ],
    "Repeat every week": [
        ("tap the row → tap ⋯ → tap “Repeat” → tap “Done”", "click the row → ⇧⌘R → ↵"),
        ("tap the title → type `every week` → tap what it found → tap “Done”", "click the title → type `every week` → ↵"),
        ("swipe the row left → tap its line → type `every week` → ↵", "T over the row → type `every week` → ↵"),
    ],
    "Move three to tomorrow": [
        (
            "swipe a row left → tap a row → tap a row → tap the calendar → tap the day",
            "click a row → ⌘-click a row → ⌘-click a row → drag them to “Upcoming” → click the day",
        ),
        (
            "drag two fingers over a row → tap a row → tap a row → tap the calendar → tap “Tomorrow” → tap “Done”",
            "click a row → ⌘-click a row → ⌘-click a row → ⌥⌘T",
        ),
        (
            "press a row long → tap a row → tap a row → tap the calendar → tap “Tomorrow”",
            "⌘-click a row → ⌘-click a row → ⌘-click a row → T → click “Tomorrow”",
        ),
    ],
    "Delete": [
        ("swipe the row left → tap the bin", "click the row → ⌫"),
        ("swipe the row far left", "click the row → ⌫"),
        ("press the row long → tap “Delete” → tap “Delete”", "⇧⌫ over the row → ↵"),
    ],
    "Bring back what was deleted last week": [
        (
            "pull the list down → type `trash` → tap “Trash” → swipe the row left → tap “Put Back”",
            "click “Trash” → drag the row to its list",
        ),
        (
            "tap ‹ → tap “Recently Deleted” → press the row long → tap “Recover”",
            "click “Recently Deleted” → drag the row to its list",
        ),
        (NOT_POSSIBLE, NOT_POSSIBLE),
    ],
    "Rename a tag everywhere": [
        ("tap the row → tap the tag → tap “Edit” → tap “work” → type → tap “Done”", "⌃⌘T → double-click “work” → type → ↵"),
        ("tap ‹ → press “work” long → tap “Rename” → type → ↵", "right-click “work” → click “Rename” → type → ↵"),
        (
            "tap “Browse” → tap “Filters & Labels” → swipe “work” → tap “Edit” → type → tap “Done”",
            "click “Filters & Labels” → click the pencil of “work” → type → ↵",
        ),
    ],
}

HEAD = """# Taps and keys

How many taps, clicks and keys fifteen everyday tasks take in Daybook, Things, Apple Reminders and Todoist. For each task
the goal is to take no more than the best of the three.

**Daybook is measured.** `scripts/taps.py` does each task in a browser, counts each step, checks that the task is done,
and writes this document. `Tests/Browser/test_taps.py` fails when a task takes other steps than those written here.

**The other three are not measured.** They are counted from their documented gestures and shortcuts, as the authors of
this document know them: Things 3.21, Reminders of iOS 18 and macOS 15, Todoist of 2025 (with a plan that has reminders). None
of these apps was at hand, nor were their manuals. Where a step was uncertain, the smaller count is given, which favours
the other app. Corrections are welcome.

## What counts

- A tap, a click, a swipe, a drag, a long press and a key count one each. Keys that are held together count as one key.
- Typed characters do not count. The paths tell them apart: in “type (8) `tomorrow 9am #home` (18)” a title of 8 characters
  is followed by 18 characters of words that the app understands.
- A task begins in the list, with the row on the screen and nothing selected. It ends when the app has saved, and nothing
  covers the row; “Find and open” ends with the to-do open, “Snooze” begins with the notification on the screen, and
  “Bring back” ends with the to-do restored.
- A menu that the system draws takes two taps: one opens it, one picks.
- Moving the pointer over a row does not count.
- “Move up the list” takes place in one's own order, which Daybook and Todoist let a person choose.
- Where an app offers several ways, the shortest counts.

**“Find and open” on a desktop stays at 2.** In Things, typing anywhere begins a search. In Daybook the letters are commands
(`n`, `t`, `x`), as in Todoist, which make other tasks one key shorter. If the other letters began a search, “zither” would
find a to-do and “tax” would ask for a date and select a row, so they do nothing.
"""

FOOT = """
## What is least certain

- Things on a Mac: that a row dragged to “Upcoming” asks for the day; by keys it takes three steps.
- Things on an iPhone: where the trash is, and how tags are renamed.
- Reminders: the keys for tomorrow on a Mac, whether words typed into an existing title are understood, whether one
  Return both takes what was found and ends the title, and that two fingers select one row.
- Todoist: that T and L act on the row under the pointer. In its default settings a swipe to the left schedules.
- Snoozing: what each notification offers depends on the system's settings.
"""


def count(path):
    """The steps that count: all but typing. None for a task that an app cannot do."""
    return None if path == NOT_POSSIBLE else sum(not step.startswith("type") for step in path.split(" → "))


def best(task, size):
    """The smallest count of the other apps."""
    place = list(SIZES).index(size)
    return min(steps for steps in (count(paths[place]) for paths in OTHERS[task]) if steps is not None)


def table(size, own):
    place = list(SIZES).index(size)
    lines = [f"| task | Daybook | {' | '.join(APPS)} | Daybook takes |", "|---|---|---|---|---|---|"]
    for number, task in enumerate(OTHERS, 1):
        mine, least = count(own[task][size]), best(task, size)
        others = [count(paths[place]) for paths in OTHERS[task]]
        verdict = f"**{mine - least} more**" if mine > least else f"{least - mine} less" if mine < least else "the same"
        cells = ["–" if steps is None else str(steps) for steps in (mine, *others)]
        lines.append(f"| {number}. {task} | {' | '.join(cells)} | {verdict} |")
    return "\n".join(lines)


def summary(size, own):
    tasks = {task: count(own[task][size]) - best(task, size) for task in OTHERS}
    more = [task for task, difference in tasks.items() if difference > 0]
    fewer = sum(difference < 0 for difference in tasks.values())
    words = f"Fewer than the best of the three in {fewer} of {len(tasks)}, the same in {len(tasks) - fewer - len(more)}"
    if not more:
        return words + ", more in none."
    listed = ", ".join(f"“{task}” ({tasks[task]})" for task in more)
    return f"{words}, **more in {len(more)}**: {listed}."


def document(own):
    """The whole text. `own` has the path of each task and size."""
    parts = [HEAD]
    for size, title in SIZES.items():
        parts.append(f"\n## {title}\n\n{summary(size, own)}\n\n{table(size, own)}\n")
    parts.append("\n## The paths\n")
    for number, (task, others) in enumerate(OTHERS.items(), 1):
        rows = [("Daybook", [own[task][size] for size in SIZES]), *zip(APPS, others)]
        parts.append(f"\n### {number}. {task}\n\n| | phone | desktop |\n|---|---|---|\n")
        parts += [f"| {app} | {' | '.join(paths)} |\n" for app, paths in rows]
    return "".join([*parts, FOOT])


def written():
    """The paths of Daybook that the document has, by task and size."""
    found = re.findall(r"^### \d+\. (.+)\n(?:(?!### ).*\n)*?\| Daybook \| (.+) \| (.+) \|$", DOCUMENT.read_text(), re.M)
    return {task: dict(zip(SIZES, paths)) for task, *paths in found}


def measured():
    from playwright.sync_api import sync_playwright

    import conftest
    import everyday
    from person import Person
    from server import Server

    own = {task: {} for task in everyday.TASKS}
    server = Server().start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=conftest.chromium_path(conftest.SHELL, *conftest.CHROMIUM), args=["--no-sandbox"]
            )
            for size in SIZES:
                options = conftest.SIZES[size]
                context = browser.new_context(locale="en-GB", timezone_id="Asia/Kolkata", reduced_motion="reduce", **options)
                context.add_init_script("delete Navigator.prototype.serviceWorker")
                person = Person(context.new_page(), server, touch=options.get("has_touch", False))
                for task, path in everyday.paths(person).items():
                    own[task][size] = path
                context.close()
            browser.close()
    finally:
        server.remove()
    return own


if __name__ == "__main__":
    own = measured()
    DOCUMENT.write_text(document(own))
    for size, title in SIZES.items():
        print(f"{title}\n\n{table(size, own)}\n\n{summary(size, own)}\n")
