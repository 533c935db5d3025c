"""Notes in the terminal's notebook: written, found, changed and deleted, also in an editor."""

import json
import os
import pty
import signal
import subprocess
import time
from pathlib import Path

import pytest
from test_notebook import Notebook, editor, read_to_end, titles

TEXT = "A text that a note has: a hundred characters at least, which takes longer to fill than one may think at first."


@pytest.fixture
def notebook(tmp_path):
    return Notebook(tmp_path / "notebook")


def notes(notebook, *arguments, **options):
    return json.loads(notebook("note", *(arguments or ("list",)), "--json", **options).stdout)["notes"]


def write(notebook, title="Groceries", text=TEXT):
    return notes(notebook, "add", title, text)[0]


def test_C16_a_day_with_notes(notebook):
    # Nothing is made by looking.
    assert "There are no notes" in notebook("note").stderr and not notebook.folder.exists()

    groceries = write(notebook)
    assert groceries["title"] == "Groceries" and groceries["description"] == TEXT and groceries["photos"] == []
    assert groceries["id"].replace("-", "").endswith(groceries["short"] + groceries["id"][-6:])
    (plans,) = notes(notebook, "add", "-", input=f"\nHoliday plans\r\n\r\n{TEXT}\r\n- Äpfel\r\n\r\n")
    assert plans["title"] == "Holiday plans" and plans["description"] == f"{TEXT}\n- Äpfel"
    (letter,) = notes(notebook, "add", "A letter", "-", input=f"\n{TEXT}\n")
    assert letter["description"] == TEXT

    listed = notebook("note").stdout.splitlines()
    assert listed[0].split() == ["ID", "TITLE", "CHANGED"] and [line.split()[1] for line in listed[1:]] == [
        "A", "Holiday", "Groceries",
    ]
    assert titles(notes(notebook, "list", "--sort", "title")) == ["A letter", "Groceries", "Holiday plans"]
    assert titles(notes(notebook, "list", "--sort", "-title", "--limit", "1")) == ["Holiday plans"]
    assert "--limit 0" in notebook("note", "list", "--limit", "1").stderr
    assert titles(notes(notebook, "list", "--search", "APFEL hundred")) == ["Holiday plans"]
    assert "No note has" in notebook("note", "list", "--search", "elsewhere").stderr
    assert "1 note has these words" in notebook("list", "--search", "apfel").stderr
    assert "3 notes have these words" in notebook("list", "--search", "hundred takes").stderr
    assert "note" not in notebook("list", "--search", "elsewhere").stderr
    shown = notebook("note", "show", plans["short"], letter["short"]).stdout
    assert shown.startswith("Holiday plans\n") and "- Äpfel\n\nA letter\n" in shown

    # What is changed comes first.
    (changed,) = notes(notebook, "edit", groceries["short"], "--title", "Groceries for Sunday")
    assert changed["description"] == TEXT and changed["createdAt"] == groceries["createdAt"]
    assert titles(notes(notebook))[0] == "Groceries for Sunday"
    (changed,) = notes(notebook, "edit", groceries["short"], "--text", "-", input=f"{TEXT} And tea.")
    assert changed["title"] == "Groceries for Sunday" and changed["description"] == f"{TEXT} And tea."
    assert "Nothing to change." in notebook("note", "edit", groceries["short"], "--title", " Groceries for Sunday ").stdout

    # To-dos and notes have one undo and one trash.
    todo = notebook.add("Pay rent")
    notebook("note", "delete", groceries["short"], letter["short"])
    notebook("delete", todo["short"])
    assert titles(notes(notebook)) == ["Holiday plans"]
    trash = json.loads(notebook("trash", "--json").stdout)
    assert titles(trash["todos"]) == ["Pay rent"]
    assert sorted(titles(trash["notes"])) == ["A letter", "Groceries for Sunday"]
    assert all(note["deletedAt"] and note["description"] for note in trash["notes"])
    table = notebook("trash").stdout.splitlines()
    assert table[0].split() == ["ID", "TITLE", "KIND", "DELETED"] and "Pay rent" in table[1] and "note" in table[2]
    back = json.loads(notebook("trash", "restore", todo["short"], letter["short"], "--json").stdout)
    assert titles(back["todos"]) == ["Pay rent"] and titles(back["notes"]) == ["A letter"]
    assert "“Groceries for Sunday” is back." in notebook("trash", "restore", groceries["short"]).stdout
    assert len(notebook("undo", "100").stdout.splitlines()) == 12
    assert notes(notebook) == [] and notebook.todos() == []
    notebook("redo", "6")
    assert sorted(titles(notes(notebook))) == ["A letter", "Groceries for Sunday", "Holiday plans"]


def test_N7_tags_and_pins(notebook):
    plans = notes(notebook, "add", "Holiday plans", TEXT, "--tag", "trip", "--tag", "#Sea", "--pin")[0]
    assert plans["tags"] == ["Sea", "trip"] and plans["pinned"] is True
    groceries = write(notebook)
    assert groceries["tags"] == [] and groceries["pinned"] is False
    # Pinned notes come first in each order; the columns show what there is.
    assert titles(notes(notebook)) == ["Holiday plans", "Groceries"]
    assert titles(notes(notebook, "list", "--sort", "title")) == ["Holiday plans", "Groceries"]
    table = notebook("note").stdout.splitlines()
    assert table[0].split() == ["ID", "TITLE", "CHANGED", "TAGS"] and table[1].endswith("pinned #Sea #trip")
    assert titles(notes(notebook, "list", "--tag", "#sea")) == ["Holiday plans"]
    assert titles(notes(notebook, "list", "--search", "#tri")) == ["Holiday plans"]
    assert "No note has this tag." in notebook("note", "list", "--tag", "home").stderr
    assert "Tags      #Sea #trip" in notebook("note", "show", plans["short"]).stdout

    (changed,) = notes(notebook, "edit", plans["short"], "--untag", "TRIP", "--tag", "home", "--unpin")
    assert changed["tags"] == ["home", "Sea"] and changed["pinned"] is False and changed["description"] == TEXT
    assert "Nothing to change." in notebook("note", "edit", plans["short"], "--tag", "HOME", "--unpin").stdout
    assert "has no tag “trip”" in notebook("note", "edit", plans["short"], "--untag", "trip", code=2).stderr
    assert "3 tags at most" in notebook("note", "edit", plans["short"], "--tag", "c", "--tag", "d", code=2).stderr
    assert "Shorten the tag" in notebook("note", "add", "Plans", TEXT, "--tag", "ninechars", code=2).stderr
    notebook("add", "Pack", "--tag", "home")
    assert json.loads(notebook("tags", "--json").stdout)["tags"] == [
        {"name": "home", "count": 1, "open": 1, "notes": 1}, {"name": "Sea", "count": 0, "open": 0, "notes": 1},
    ]
    assert notebook("tags").stdout.splitlines() == ["#home  1 open of 1, 1 note", "#Sea   1 note"]
    # A command is one step.
    notebook("undo", "2")
    assert notes(notebook, "show", plans["short"])[0]["tags"] == ["Sea", "trip"]
    assert notes(notebook, "show", plans["short"])[0]["pinned"] is True
    notebook("redo")
    assert notes(notebook, "show", plans["short"])[0]["tags"] == ["home", "Sea"]


def test_C16_a_notes_lines_become_to_dos_once(notebook):
    note = write(notebook, "Groceries", f"{TEXT}\n- Milk\n• Two loaves of the bread that we had on Sunday\nNot this\n- Tea")
    made = notebook.todos("note", "todos", note["short"])
    assert titles(made) == ["Milk", "Two loaves of the bread that we", "Tea"]
    assert made[1]["detail"] == "Two loaves of the bread that we had on Sunday"
    assert titles(notebook.todos()) == titles(made)
    assert f"Note      {note['short']} Groceries" in notebook("show", made[0]["short"]).stdout
    assert notebook("note", "todos", note["short"]).stdout == "Every line with a dash is a to-do already.\n"
    notebook("delete", made[0]["short"])
    assert notebook("note", "todos", note["short"]).stdout == "Made 1 to-do.\n"
    notebook("undo", "3")
    assert notebook.todos() == []
    # The note may go, and the to-dos stay.
    notebook("redo")
    notebook("note", "delete", note["short"])
    assert "Note" not in notebook("show", made[1]["short"]).stdout


def test_C16_a_note_that_breaks_a_rule_is_refused_with_the_rules_words(notebook):
    refused = notebook("note", "add", "Plan", "Too short", code=2).stderr
    assert "Write 1 more character. The title needs 5 at least." in refused
    assert "Write 91 more characters. The description needs 100 at least." in refused
    assert "Shorten the description to 1000 characters." in notebook("note", "add", "Plans", "x" * 1001, code=2).stderr
    assert "Shorten the title to 100 characters." in notebook("note", "add", "x" * 101, TEXT, code=2).stderr
    assert "empty" in notebook("note", "add", " ", "", code=2).stderr
    assert "empty" in notebook("note", "add", "-", input="\n\n", code=2).stderr
    assert "no terminal" in notebook("note", "add", "Plans", code=2, stdin=subprocess.DEVNULL).stderr
    assert "too much" in notebook("note", "add", "-", "Text", code=2).stderr
    # A file that was piped by mistake is not read to its end, and no character is repaired silently.
    assert "longer than 1 MB" in notebook("note", "add", "-", code=2, input="x" * (2 << 20)).stderr
    with open("/dev/zero", "rb") as endless:
        assert "longer than 1 MB" in notebook("note", "add", "Plans", "-", code=2, stdin=endless).stderr
    latin = notebook.folder.parent / "latin"
    latin.write_bytes(f"Caf\xe9s\n{TEXT}".encode("latin-1"))
    with open(latin, "rb") as file:
        assert "not a text in UTF-8" in notebook("note", "add", "-", code=2, stdin=file).stderr
    assert notes(notebook) == []
    assert notebook("note", "list", "--limit", "-1", code=64).stderr

    # Control characters are not for the terminal, and none are kept.
    note = write(notebook, "Ti\x1btle\tof it", f"{TEXT}\x1b[2J\n\tIndented")
    assert note["title"] == "Title of it" and note["description"] == f"{TEXT}[2J\n\tIndented"
    before = notes(notebook)
    assert "Enter a title" in notebook("note", "edit", note["short"], "--title", "", code=2).stderr
    assert notes(notebook) == before


def test_C17_a_note_and_a_to_do_are_not_taken_for_each_other(notebook):
    todo, note = notebook.add("Pay rent"), write(notebook)
    for command in ("show", "done", "edit", "delete"):
        assert f"that is a note: `daybook note show {note['short']}`" in notebook(command, note["short"], code=2).stderr
    for command in ("show", "edit", "delete"):
        refused = notebook("note", command, todo["short"], code=2).stderr
        assert f"that is a to-do: `daybook show {todo['short']}`" in refused
    assert "no note has an ID" in notebook("note", "show", "fedcba987654", code=2).stderr
    assert "is no ID" in notebook("note", "show", "rent", code=2).stderr
    assert "not in the trash" in notebook("trash", "restore", note["short"], code=2).stderr
    # One name of several that is wrong changes nothing.
    assert notebook("note", "delete", note["short"], todo["short"], code=2).stderr
    assert titles(notes(notebook)) == ["Groceries"]
    notebook("note", "delete", note["id"])
    assert "the note " + note["short"] + " is in the trash" in notebook("note", "edit", note["short"], code=2).stderr


def at_a_terminal(notebook, *arguments, typed="", code=0):
    """The output of a command at a terminal where this is typed."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [notebook.binary, *arguments], env=notebook.environment, stdin=follower, stdout=follower, stderr=follower
    )
    os.close(follower)
    os.write(leader, typed.encode())
    output = read_to_end(leader)
    assert process.wait(timeout=120) == code, output
    return output


def drafts(notebook):
    return list(notebook.folder.glob("unsaved-*"))


@pytest.fixture
def temporary(notebook):
    """A folder for what editors work on, which is empty afterwards."""
    folder = notebook.folder.parent / "temporary"
    folder.mkdir()
    notebook.environment["TMPDIR"] = str(folder)
    return folder


def test_C8_a_note_is_written_in_an_editor(notebook, temporary):
    # The form tells what to write, and an editor that is left without a change adds nothing.
    seen = notebook.folder.parent / "seen"
    editor(notebook, f"""cp "$2" '{seen}'""")
    assert "empty. Nothing was added" in at_a_terminal(notebook, "note", "add", code=2)
    assert "5 to 100 characters" in seen.read_text()
    editor(notebook, 'printf "" > "$2"')
    assert "empty. Nothing was added" in at_a_terminal(notebook, "note", "add", code=2)

    editor(notebook, f"""printf 'Groceries\\n\\n{TEXT}\\n' | cat - "$2" > "$2.new"; mv "$2.new" "$2" """)
    assert "Added" in at_a_terminal(notebook, "note", "add")
    (note,) = notes(notebook)
    assert note["title"] == "Groceries" and note["description"] == TEXT
    # A title alone is the first line there.
    editor(notebook, f"""sed -i '2s/.*/{TEXT}/' "$2" """)
    assert "Added" in at_a_terminal(notebook, "note", "add", "Holiday plans")
    assert titles(notes(notebook)) == ["Holiday plans", "Groceries"]

    # What another command changes while the editor is open stays.
    editor(notebook, f"""'{notebook.binary}' note edit {note['short']} --title 'For Sunday' >/dev/null
        sed -i 's/longer/much longer/' "$2" """)
    (edited,) = notes(notebook, "edit", note["short"])
    assert edited["title"] == "For Sunday" and "much longer" in edited["description"]
    editor(notebook, "true")
    assert "Nothing to change." in notebook("note", "edit", note["short"]).stdout
    editor(notebook, f"""'{notebook.binary}' note delete {note['short']} >/dev/null
        sed -i 's/longer/so much longer/' "$2" """)
    refused = notebook("note", "edit", note["short"], code=2).stderr
    assert "deleted meanwhile" in refused and "so much longer" in drafts(notebook)[-1].read_text()
    assert list(temporary.iterdir()) == []


def test_C8_what_took_long_to_write_is_newer_than_what_was_changed_meanwhile(notebook, temporary):
    ended = notebook.folder.parent / "ended"

    def slow(change):
        editor(notebook, f"""sleep 0.3; {change}; date -u +%Y-%m-%dT%H:%M:%S.%3NZ > '{ended}'""")

    # Otherwise an edit of another device, made while this one was typed, would replace it.
    slow(f"""printf 'Groceries\n\n{TEXT}' > "$2" """)
    at_a_terminal(notebook, "note", "add")
    (note,) = notes(notebook)
    assert note["createdAt"] >= ended.read_text().strip()
    slow("""sed -i 's/longer/much longer/' "$2" """)
    (edited,) = notes(notebook, "edit", note["short"])
    assert edited["modifiedAt"] >= ended.read_text().strip()
    todo = notebook.add("Pay rent")
    slow("""sed -i 's/Pay rent/Pay the rent/' "$2" """)
    (edited,) = notebook.todos("edit", todo["short"])
    assert edited["title"] == "Pay the rent" and edited["modifiedAt"] >= ended.read_text().strip()


def test_C8_a_text_that_cannot_be_saved_is_kept_and_can_be_edited_again(notebook, temporary):
    runs = notebook.folder.parent / "runs"
    # The first time it is too short.
    editor(notebook, f"""echo run >> '{runs}'
        if [ $(wc -l < '{runs}') = 1 ]; then printf 'Plans\\n\\nToo short' > "$2"
        else grep -q 'Too short' "$2" && printf 'Plans\\n\\n{TEXT}' > "$2"; fi""")
    output = at_a_terminal(notebook, "note", "add", typed="y\n")
    assert "Write 91 more characters." in output and "Edit it again? [Y/n]" in output and "Added" in output
    assert titles(notes(notebook)) == ["Plans"] and drafts(notebook) == []

    # Or not.
    runs.unlink()
    output = at_a_terminal(notebook, "note", "add", typed="n\n", code=2)
    (kept,) = drafts(notebook)
    assert str(kept) in output and kept.read_text() == "Plans\n\nToo short" and kept.stat().st_mode & 0o777 == 0o600
    # It is read as it is.
    longer = kept.read_text().replace("Too short", TEXT)
    assert titles(notes(notebook, "add", "-", input=longer)) == ["Plans"]
    kept.unlink()

    # Where nobody can be asked, the message says where it is.
    runs.unlink()
    short = notes(notebook)[0]["short"]
    refused = notebook("note", "edit", short, code=2).stderr
    (kept,) = drafts(notebook)
    assert f"Nothing was changed; the text is kept in {kept}." in refused
    kept.unlink()

    # An editor that fails after it has saved has a text too, and so has one that is killed.
    for end in ("exit 3", "kill -9 $$"):
        editor(notebook, f"""printf 'Plans\\n\\nTyped' > "$2"; {end}""")
        assert "ended with an error" in notebook("note", "edit", short, code=2).stderr
        (kept,) = drafts(notebook)
        assert "Typed" in kept.read_text()
        kept.unlink()
    editor(notebook, "exit 3")
    assert "Nothing was changed" in notebook("note", "edit", short, code=2).stderr
    assert drafts(notebook) == [] and titles(notes(notebook)) == ["Plans", "Plans"]


def wait_for(path):
    deadline = time.monotonic() + 120
    while not path.exists():
        assert time.monotonic() < deadline, path
        time.sleep(0.02)


def test_C8_a_text_outlives_its_terminal(notebook, temporary):
    note = write(notebook)
    ready = notebook.folder.parent / "ready"
    editor(notebook, f"""sed -i 's/longer/much longer/' "$2"; touch '{ready}'; while :; do sleep 0.05; done""")
    process = notebook.start("note", "edit", note["short"], stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        wait_for(ready)
        # As a window does that is closed.
        os.killpg(process.pid, signal.SIGHUP)
        assert process.wait(timeout=120) == 2
    finally:
        process.stdout.close()
    (kept,) = drafts(notebook)
    assert "much longer" in kept.read_text() and notes(notebook)[0]["description"] == TEXT


def test_C8_ctrl_c_is_the_editors(notebook, temporary):
    note = write(notebook)
    ready = notebook.folder.parent / "ready"
    # The editor can be interrupted, and what it saves then is taken.
    editor(notebook, f"""trap "sed -i 's/longer/much longer/' '$2'; exit 0" INT
        touch '{ready}'; while :; do sleep 0.05; done""")
    process = notebook.start("note", "edit", note["short"], start_new_session=True)
    try:
        wait_for(ready)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(timeout=120) == 0
    finally:
        process.stdout.close()
    assert "much longer" in notes(notebook)[0]["description"]


def test_C8_a_text_outlives_a_notebook_that_cannot_be_written(notebook, temporary):
    note = write(notebook)
    editor(notebook, f"""sed -i 's/longer/much longer/' "$2"
        printf 'damaged' | dd of='{notebook.file}' conv=notrunc 2>/dev/null""")
    refused = notebook("note", "edit", note["short"], code=1).stderr
    assert "is damaged" in refused
    assert "much longer" in Path(refused.split("kept in ")[1].strip().removesuffix(".")).read_text()
    notebook("recover")
    assert titles(notes(notebook)) == ["Groceries"]


def test_C9_notes_outlive_damage(notebook):
    write(notebook, "The beginning")
    for number in range(60):
        write(notebook, f"Note number {number}")
    content = bytearray(notebook.file.read_bytes())
    # Every third page behind those with which the tables begin.
    for page in range(len(content) // 8192, len(content) // 4096, 3):
        content[page * 4096 : page * 4096 + 4096] = b"\xa5" * 4096
    notebook.file.write_bytes(content)
    assert "is damaged" in notebook("note", "list", "--limit", "0", code=1).stderr
    notebook("recover")
    there = notes(notebook)
    # The copy of the day has the first, and the file what can be read of it.
    assert "The beginning" in titles(there) and len(there) > 1
    assert titles(notes(notebook, "list", "--search", "beginning hundred")) == ["The beginning"]
