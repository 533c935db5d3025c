"""The notebook in the terminal, as a person, a script and cron meet it."""

import contextlib
import fcntl
import json
import os
import pty
import random
import resource
import signal
import sqlite3
import stat
import struct
import subprocess
import termios
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from server import ROOT


class Notebook:
    def __init__(self, folder):
        self.folder = folder
        self.file = folder / "notebook.sqlite"
        self.binary = os.environ.get("DAYBOOK_BINARY") or ROOT / ".build/debug/daybook"
        self.environment = {**os.environ, "DAYBOOK_NOTEBOOK": str(folder), "TZ": "Europe/Berlin"}
        # Tests set what a person may have set.
        for name in ("NO_COLOR", "VISUAL"):
            self.environment.pop(name, None)

    def __call__(self, *arguments, code=0, **options):
        ended = subprocess.run(
            [self.binary, *arguments], env=self.environment, capture_output=True, text=True, timeout=120, **options
        )
        assert ended.returncode == code, (arguments, ended)
        return ended

    def todos(self, *arguments):
        return json.loads(self(*(arguments or ("list", "--all")), "--json").stdout)["todos"]

    def add(self, *arguments):
        return self.todos("add", *arguments)[0]

    def start(self, *arguments, **options):
        return subprocess.Popen(
            [self.binary, *arguments], env=self.environment, stdout=subprocess.PIPE, text=True, **options
        )


@pytest.fixture
def notebook(tmp_path):
    return Notebook(tmp_path / "notebook")


def titles(todos):
    return [todo["title"] for todo in todos]


def zone_at_midday():
    """A zone in which it is between 12 and 1 o'clock, so that the day does not end during a test."""
    return f"Etc/GMT{time.gmtime().tm_hour - 12:+d}"


def test_C1_C5_a_day_with_the_notebook(notebook):
    notebook.environment["TZ"] = zone_at_midday()
    # Nothing is made by looking.
    assert "Nothing is open" in notebook().stderr and not notebook.folder.exists()

    rent = notebook.add("Pay rent tomorrow 9am #home")
    assert rent["title"] == "Pay rent" and rent["tags"] == ["home"] and rent["reminder"]
    assert rent["id"].replace("-", "").endswith(rent["short"] + rent["id"][-6:])
    notebook.add("Water plants", "--repeat", "every day", "--tag", "home")
    notebook.add("Draft by friday")
    listed = notebook().stdout.splitlines()
    assert listed[0].split() == ["ID", "TITLE", "DUE", "REMINDER", "TAGS"]
    assert [line.split()[1] for line in listed[1:]] == ["Draft", "Water", "Pay"]
    assert titles(notebook.todos("list", "--sort", "title")) == ["Draft", "Pay rent", "Water plants"]
    assert titles(notebook.todos("list", "--sort", "-title")) == ["Water plants", "Pay rent", "Draft"]
    assert titles(notebook.todos("list", "--sort", "deadline"))[0] == "Draft"
    assert titles(notebook.todos("list", "--tag", "HOME")) == ["Water plants", "Pay rent"]
    assert titles(notebook.todos("list", "--search", "ÁTER hom")) == ["Water plants"]
    assert titles(notebook.todos("list", "--search", "#ho p")) == ["Water plants", "Pay rent"]
    assert titles(notebook.todos("list", "--due", "friday")) == ["Draft"]

    # The next occurrence is there; undone, it goes.
    plants = notebook.todos("list", "--search", "plants")[0]
    assert "Next: " in notebook("done", plants["short"]).stdout
    assert [todo["done"] for todo in notebook.todos("list", "--all", "--search", "plants")] == [False, True]
    assert "already" in notebook("done", plants["id"]).stdout
    assert notebook("undo").stdout == "Undid: marked “Water plants” done.\n"
    assert [todo["done"] for todo in notebook.todos("list", "--all", "--search", "plants")] == [False]

    notebook("delete", rent["short"])
    assert titles(notebook.todos("trash"))[0] == "Pay rent"
    assert "trash" in notebook("show", rent["short"], code=2).stderr
    assert notebook("trash", "restore", rent["short"][:5]).stdout == "“Pay rent” is back.\n"
    assert notebook.todos("show", rent["short"])[0]["tags"] == ["home"]
    assert json.loads(notebook("tags", "--json").stdout) == {"tags": [{"name": "home", "count": 2, "open": 2, "notes": 0}]}

    # Every step since the first, and again.
    assert len(notebook("undo", "9").stdout.splitlines()) == 5 and notebook.todos() == []
    assert "nothing" in notebook("undo", code=2).stderr
    notebook("redo", "5")
    assert sorted(titles(notebook.todos())) == ["Draft", "Pay rent", "Water plants"]
    notebook.add("Something else")
    assert "nothing" in notebook("redo", code=2).stderr


def test_C4_what_does_not_fit_is_refused_with_what_to_do(notebook):
    long = "A title that has more than thirty-two characters"
    assert "--divide" in notebook("add", long, code=2).stderr
    assert notebook.add("--divide", long)["detail"] == "thirty-two characters"
    assert notebook.add("--divide", "--plain", f" {long}")["detail"] == "thirty-two characters"
    notebook("undo")
    assert "is not a time" in notebook("add", "Call", "--due", "someday", code=2).stderr
    assert "is no repetition" in notebook("add", "Call", "--repeat", "often", code=2).stderr
    assert "line 3: Shorten" in notebook("add", "-", code=2, input=f"One\n\n{long}\n").stderr
    assert len(notebook.todos()) == 1
    for number in range(20):
        notebook.add(f"To-do {number}")
    assert "is no ID" in notebook("done", "", code=2).stderr
    shared = next(d for d in "0123456789abcdef" if sum(t["short"][0] == d for t in notebook.todos()) > 1)
    several = notebook("done", shared, code=2).stderr
    assert "Give more digits" in several and several.count("\n") >= 3
    assert "no to-do has an ID" in notebook("done", "fedcba987654", code=2).stderr
    assert "is no ID" in notebook("show", "rent", code=2).stderr
    # One name of several that is wrong changes nothing.
    first = notebook.todos()[0]
    notebook("done", first["short"], "zzz", code=2)
    assert not notebook.todos("show", first["id"])[0]["done"]
    assert notebook("list", "--limit", "-1", code=64).stderr
    # The greatest number that there is.
    assert len(notebook("list", "--limit", str(2**63 - 1)).stdout.splitlines()) == 22
    assert json.loads(notebook("list", "--limit", str(2**63 - 1), "--json").stdout)["more"] is False
    assert notebook("frobnicate", code=64).stderr


def test_a_line_that_is_no_text_is_named_and_adds_nothing(notebook):
    def add(lines):
        process = subprocess.run([notebook.binary, "add", "-"], env=notebook.environment, input=lines, capture_output=True)
        return process.returncode, process.stderr.decode()

    code, error = add(b"One\n\nCaf\xe9\nTwo\n")
    assert code == 2 and error == "Error: line 3: it is not a text in UTF-8. Nothing was added.\n"
    assert notebook.todos() == []
    # Every way in which lines end, in more pieces than one.
    assert add("".join(f"Café {n}\r\n" for n in range(9_000)).encode() + b"\n  \nThe last") == (0, "")
    there = titles(notebook.todos())
    assert len(there) == 9_001 and {"Café 0", "Café 8999", "The last"} <= set(there)


def test_L9_today_has_what_is_overdue_or_planned_for_today(notebook):
    notebook.environment["TZ"] = zone_at_midday()
    assert "Nothing is planned for today" in notebook("list", "--today").stderr
    notebook("add", "-", input="Rent by today\nMilk today 23:59\nTax tomorrow\nSome day\n")
    assert sorted(titles(notebook.todos("list", "--today"))) == ["Milk", "Rent"]
    assert titles(notebook.todos("list", "--today", "--search", "milk")) == ["Milk"]
    assert notebook("list", "--today").stdout.count("\n") == 3
    assert "2 for today" in notebook("stats").stdout


def test_C18_what_was_done_is_counted(notebook):
    notebook.environment["TZ"] = zone_at_midday()
    # Nothing is made by looking.
    assert "0 open, 0 done, 0 notes." in notebook("stats").stdout and not notebook.folder.exists()
    ids = [notebook.add(f"To-do {number}", "--tag", "home")["short"] for number in range(5)]
    notebook.add("Call Asha", "--due", "today")
    notebook("done", *ids[:3])
    notebook("undone", ids[0])
    notebook("delete", ids[1])
    shown = notebook("stats").stdout
    assert shown.startswith("4 open, 1 for today, 1 done, 0 notes.\n") and "█ 1 on a day" in shown
    assert "#home       " + "█" * 40 + " 3\n" in shown
    stats = json.loads(notebook("stats", "--weeks", "2", "--json").stdout)["stats"]
    assert (stats["open"], stats["today"], stats["done"], stats["streak"]) == (4, 1, 1, 1)
    assert 8 <= len(stats["days"]) <= 14 and stats["days"][-1]["done"] == 1 and stats["days"][-1]["added"] == 5
    assert sum(day["done"] for day in stats["days"]) == 1
    assert notebook("stats", "--weeks", "0", code=64).stderr


def test_C2_commands_at_once_wait_for_each_other_and_lose_nothing(notebook):
    def work(worker):
        for number in range(5):
            notebook.add(f"Worker {worker} number {number}")
            notebook("list")
        return True

    # The first ones make the file at once.
    with ThreadPoolExecutor(8) as workers:
        assert all(workers.map(work, range(8)))
    assert sorted(titles(notebook.todos())) == sorted(f"Worker {w} number {n}" for w in range(8) for n in range(5))
    assert len(notebook("undo", "100").stdout.splitlines()) == 40 and notebook.todos() == []


def is_read(pipe):
    """Waits until the command has taken everything that was written."""
    pipe.flush()
    deadline = time.monotonic() + 120
    while struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))[0]:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_C2_what_waits_for_its_input_does_not_keep_the_file_open(notebook):
    notebook.add("The first")
    log = notebook.file.with_name("notebook.sqlite-wal")
    commands = {
        ("add", "-"): ["Pay rent\n", "Call Asha\n"],
        ("note", "add", "-"): ["Groceries\n\n", "Milk and bread for the long way to the mountains. " * 3],
    }
    for arguments, pieces in commands.items():
        process = notebook.start(*arguments, stdin=subprocess.PIPE)
        for piece in pieces:
            process.stdin.write(piece)
            is_read(process.stdin)
        notebook.add("Meanwhile")
        assert not log.exists()
        process.stdin.close()
        assert "Added" in process.stdout.read() and process.wait() == 0
        process.stdout.close()
    assert {"Pay rent", "Call Asha", "Meanwhile", "The first"} == set(titles(notebook.todos()))
    assert titles(json.loads(notebook("note", "list", "--json").stdout)["notes"]) == ["Groceries"]


def seconds(work):
    begin = time.monotonic()
    work()
    return time.monotonic() - begin


def delays(whole, count, seed):
    """Moments from the beginning of a command that takes `whole` seconds to long after its end."""
    chance = random.Random(seed)
    return [3 * whole * (number + chance.random()) / count for number in range(count)]


def moments(delays, ends, wanted):
    """These delays, and more until each wanted end was met: a machine may be quicker or slower than it was a moment ago."""
    yield from delays
    for delay in 20 * [0, 60]:
        if set(ends) >= wanted:
            break
        yield delay
    assert set(ends) == wanted


def test_C2_what_was_told_is_there_after_a_kill(notebook):
    told = ["The first", "The second"]
    notebook.add(told[0])
    whole = seconds(lambda: notebook.add(told[1]))
    ends = []
    for number, delay in enumerate(moments(delays(whole, 25, seed=15), ends, {0, -signal.SIGKILL})):
        process = notebook.start("add", f"Number {number}")
        try:
            process.wait(timeout=delay)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        if "Added" in process.communicate()[0]:
            told.append(f"Number {number}")
        ends.append(process.returncode)
    there = titles(notebook.todos())
    assert set(told) <= set(there) and len(there) == len(set(there))
    with closing(sqlite3.connect(notebook.file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    # Each is a whole step.
    assert len(notebook("undo", "100").stdout.splitlines()) == len(there) and notebook.todos() == []


def test_C2_ctrl_c_changes_everything_or_nothing(notebook):
    notebook.add("The first")
    lines = "".join(f"Number {n}\n" for n in range(300))
    whole = seconds(lambda: notebook("add", "--plain", "-", input=lines))
    done = 1
    ends = []
    for delay in moments(delays(whole, 12, seed=44), ends, {0, -signal.SIGINT}):
        process = notebook.start(
            "add",
            "--plain",
            "-",
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # A shell's background job ignores it, and so would what the job starts.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        process.stdin.write(lines)
        process.stdin.close()
        try:
            process.wait(timeout=delay)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
        output, error = process.stdout.read(), process.stderr.read()
        ends.append(process.wait())
        assert error == ""
        process.stdout.close(), process.stderr.close()
        there = (len(notebook.todos()) - 1) / 300
        assert there in (done, done + 1) and (there > done or not output)
        done = there
    assert len(notebook("undo", "100").stdout.splitlines()) == done + 1 and notebook.todos() == []


def test_C6_a_closed_pipe_ends_quietly(notebook):
    notebook("add", "-", input="".join(f"To-do number {n}\n" for n in range(2_000)))
    for arguments, start in {("--limit", "0"): "ID", ("--json",): '{"'}.items():
        process = notebook.start("list", *arguments, stderr=subprocess.PIPE)
        assert process.stdout.read(2) == start
        process.stdout.close()
        assert process.stderr.read() == "" and process.wait() == 0
        process.stderr.close()
    # Read to its end, the list is whole.
    assert sorted(titles(notebook.todos("list"))) == sorted(f"To-do number {n}" for n in range(2_000))


def test_C2_an_output_that_cannot_be_written_does_not_undo_what_was_done(notebook):
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            [notebook.binary, "add", "Pay rent"], env=notebook.environment, stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert ended.returncode == 1 and "it was done" in ended.stderr
    assert titles(notebook.todos()) == ["Pay rent"]


def read_to_end(leader):
    """All output at a terminal, of which this is the other end."""
    output = b""
    # The end of the last program at a terminal is an error here.
    with contextlib.suppress(OSError):
        while block := os.read(leader, 65536):
            output += block
    os.close(leader)
    return output.decode().replace("\r\n", "\n")


def on_a_terminal(notebook, columns, *arguments, **environment):
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(
        [notebook.binary, *arguments],
        env={**notebook.environment, "TERM": "xterm", **environment},
        stdin=follower,
        stdout=follower,
        stderr=subprocess.DEVNULL,
    )
    os.close(follower)
    output = read_to_end(leader)
    assert process.wait() == 0
    return output


def test_C7_a_list_fits_its_terminal_and_has_colours_there_alone(notebook):
    notebook.environment["TZ"] = zone_at_midday()
    notebook.add("Buy 牛乳 and eggs for the cake", "--due", "today", "--tag", "shop")
    notebook.add("Short", "--due", "friday")
    colours = on_a_terminal(notebook, 50)
    assert "\x1b[33mtoday\x1b[0m" in colours and "…" in colours
    plain = on_a_terminal(notebook, 50, NO_COLOR="1")
    assert "\x1b" not in plain
    for line in plain.splitlines():
        assert sum(2 if ord(character) > 0x2E80 else 1 for character in line) <= 50, line
    assert "\x1b" not in notebook().stdout and "…" not in notebook().stdout


def test_C7_a_title_cannot_command_the_terminal(notebook):
    notebook.add("Harmless")
    # As a record of another device may have it.
    with closing(sqlite3.connect(notebook.file)) as database:
        (record,) = database.execute("SELECT record FROM records").fetchone()
        database.execute("UPDATE records SET record = ?", (record.replace(b"Harmless", b"Ha\x1b[2Jss"),))
        database.commit()
    assert "\x1b" not in notebook().stdout and "Ha�[2Jss" in notebook().stdout


def test_C7_json_of_a_title_cannot_command_the_terminal(notebook):
    notebook.add("Harmless")
    title = "\x7f\x9b\u202eé"
    with closing(sqlite3.connect(notebook.file)) as database:
        (record,) = database.execute("SELECT record FROM records").fetchone()
        database.execute("UPDATE records SET record = ?", (record.replace(b"Harmless", title.encode()),))
        database.commit()
    for command in (["list"], ["show", notebook.todos()[0]["short"]]):
        output = notebook(*command, "--json").stdout
        assert r'"\u007f\u009b\u202eé"' in output
        assert titles(json.loads(output)["todos"]) == [title]


def editor(notebook, script):
    """An editor that a person is: a shell script, to which $1 is the file."""
    path = notebook.folder.parent / "editor"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o700)
    notebook.environment["EDITOR"] = f"{path} --with-options"


def test_C8_a_to_do_is_changed_by_options_and_in_an_editor(notebook):
    todo = notebook.add("Pay rent tomorrow 9am #home", "--detail", "To Asha")
    short = todo["short"]
    (changed,) = notebook.todos("edit", short, "--title", "Pay the rent", "--untag", "home", "--due", "31 dec 5pm")
    assert changed["title"] == "Pay the rent" and changed["tags"] == [] and "-12-31T16:00" in changed["deadline"]
    assert "no tag" in notebook("edit", short, "--untag", "garden", code=2).stderr
    assert "Enter a title." in notebook("edit", short, "--title", " ", code=2).stderr

    # What another command changes while the editor is open stays.
    editor(notebook, f"""'{notebook.binary}' edit {short} --tag money >/dev/null
        sed -i -e 's/^Title:.*/Title: Rent/' -e 's/^Due:.*/Due: none/' -e 's/Asha/Asha, in cash/' "$2" """)
    (edited,) = notebook.todos("edit", short)
    assert edited["title"] == "Rent" and edited["deadline"] is None and edited["tags"] == ["money"]
    assert edited["detail"] == "To Asha, in cash" and edited["reminder"] == todo["reminder"]
    notebook("undo", "3")
    assert notebook.todos("show", short)[0]["modifiedAt"] and notebook.todos()[0]["title"] == "Pay rent"

    editor(notebook, "true")
    assert "Nothing to change." in notebook("edit", short).stdout
    # What cannot be saved is not lost.
    editor(notebook, """sed -i 's/^Remind:.*/Remind: sometime/' "$2" """)
    refused = notebook("edit", short, code=2).stderr
    kept = Path(refused.split("kept in ")[1].strip().removesuffix("."))
    assert "Remind: sometime" in kept.read_text()
    kept.unlink()
    editor(notebook, "exit 3")
    assert "Nothing was changed" in notebook("edit", short, code=2).stderr


def test_C9_a_damaged_file_is_reported_and_is_recovered_from_its_copy_and_itself(notebook):
    notebook("add", "-", input="".join(f"To-do number {n}\n" for n in range(500)))
    # The first command of a day has made the copy; this is later.
    assert (notebook.folder / "notebook.sqlite.copy").exists()
    later = notebook.add("Later than the copy")
    notebook("done", later["short"])
    content = bytearray(notebook.file.read_bytes())
    middle = len(content) // 2
    for place in range(4096, middle):
        content[place] = 0xA5
    notebook.file.write_bytes(content)
    damaged = notebook("list", code=1).stderr
    assert "is damaged" in damaged and "daybook recover" in damaged and "notebook.sqlite.copy" in damaged
    assert "Recovered" in notebook("recover").stdout
    assert len(notebook.todos()) >= 500
    assert notebook.add("After it")["title"] == "After it"
    (kept,) = notebook.folder.glob("notebook.sqlite.damaged-*")
    assert kept.read_bytes() == bytes(content)
    with closing(sqlite3.connect(notebook.file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_C6_a_list_that_cannot_be_read_to_its_end_is_no_json(notebook):
    notebook("add", "-", input="".join(f"To-do number {n}\n" for n in range(2_000)))
    with closing(sqlite3.connect(notebook.file)) as database:
        database.execute("UPDATE records SET record = x'00' WHERE row = (SELECT row FROM todos ORDER BY created, id DESC LIMIT 1)")
        database.commit()
    ended = notebook("list", "--json", code=1)
    assert "is damaged" in ended.stderr and "daybook recover" in ended.stderr
    # Most of the list has been written by then. It has no end, so no reader takes it for all.
    assert ended.stdout.startswith('{"todos":[{') and ended.stdout.count('"id"') > 1_000
    with pytest.raises(ValueError):
        json.loads(ended.stdout)
    # A list for a person waits for the widths of its columns, so that nothing is shown in place of a part.
    assert notebook("list", "--limit", "0", code=1).stdout == ""


def test_C9_a_file_without_a_beginning_is_recovered_from_its_copy(notebook):
    assert "there is no notebook" in notebook("recover", code=1).stderr
    notebook.add("The first")
    notebook.file.write_bytes(b"\xa5" * notebook.file.stat().st_size)
    assert "is damaged" in notebook("add", "The second", code=1).stderr
    notebook("recover", umask=0o022)
    assert titles(notebook.todos()) == ["The first"]
    # It is its owner's alone, as before.
    assert stat.S_IMODE(notebook.file.stat().st_mode) == 0o600
    notebook.file.unlink()
    notebook("recover")
    assert titles(notebook.todos()) == ["The first"]


@pytest.mark.parametrize("is_empty", [False, True])
def test_C9_a_notebook_that_is_lost_is_not_begun_anew_and_is_recovered_from_its_copy(notebook, is_empty):
    notebook.add("The first")
    copy = notebook.folder / "notebook.sqlite.copy"
    kept = copy.read_bytes()
    # As after a crash of the file system, and two days later.
    notebook.file.unlink()
    if is_empty:
        notebook.file.touch()
    os.utime(copy, (time.time() - 2 * 86_400,) * 2)
    for command in (["list"], ["add", "The second"], ["stats"], ["note", "list"]):
        refused = notebook(*command, code=1)
        assert "daybook recover" in refused.stderr and str(copy) in refused.stderr and not refused.stdout
    assert copy.read_bytes() == kept and (notebook.file.exists() is is_empty)
    source = "the file and its copy" if is_empty else "the copy; the file was missing"
    assert f"Recovered 1 record from {source}." in notebook("recover").stdout
    notebook.add("The second")
    assert titles(notebook.todos()) == ["The second", "The first"]


READING = [["list"], ["stats"], ["tags"], ["trash"], ["note", "list"]]


def test_C9_a_notebook_that_cannot_be_opened_is_not_an_empty_one(notebook):
    """As the superuser, for whom permissions are no obstacle, in the ways that are."""

    def refused(reason):
        for command in [*READING, ["add", "Something"], ["recover"]]:
            ended = notebook(*command, code=1)
            assert "cannot be opened" in ended.stderr and reason in ended.stderr and not ended.stdout

    notebook.folder.write_text("a file, and no folder")
    refused("Not a directory")
    notebook.folder.unlink()
    notebook.folder.symlink_to("nothing")
    refused("a link leads to nothing")
    notebook.folder.unlink()
    notebook.folder.mkdir()
    notebook.file.symlink_to("nothing")
    refused("a link leads to nothing")
    notebook.file.unlink()
    notebook.file.symlink_to(notebook.file.name)
    refused("symbolic links")
    # A link to a notebook is a notebook, and what is not there is empty.
    notebook.file.unlink()
    elsewhere = Notebook(notebook.folder.parent / "elsewhere")
    elsewhere.add("Elsewhere")
    notebook.file.symlink_to(elsewhere.file)
    assert titles(notebook.todos()) == ["Elsewhere"]
    notebook.file.unlink()
    for command in READING:
        notebook(*command)


def test_C12_a_session_that_cannot_be_read_is_not_a_missing_one(notebook):
    notebook.add("The first")
    session = notebook.folder / "session.json"
    session.symlink_to("nothing")
    for command in (["sync"], ["logout"], ["login"], ["history", notebook.todos()[0]["short"]]):
        refused = notebook(*command, code=1).stderr
        assert str(session) in refused and "cannot be opened" in refused
    assert session.is_symlink()


def test_C9_a_newer_notebook_is_not_recovered(notebook):
    notebook.add("The first")
    with closing(sqlite3.connect(notebook.file)) as database:
        database.execute("PRAGMA user_version = 99")
    content = notebook.file.read_bytes()
    files = sorted(path.name for path in notebook.folder.iterdir())
    assert "Update Daybook" in notebook("recover", code=1).stderr
    assert notebook.file.read_bytes() == content
    assert sorted(path.name for path in notebook.folder.iterdir()) == files


def test_C9_recovery_merges_what_is_newer_in_the_file(notebook):
    first = notebook.add("The first")
    notebook("done", first["short"])
    notebook.add("The second")
    # The copy has the first alone, and open. What the file begins with is damaged, and its records are not.
    with closing(sqlite3.connect(notebook.file)) as database:
        database.execute("UPDATE head SET replica = x'00'")
        database.commit()
    assert "is damaged" in notebook("add", "The third", code=1).stderr
    notebook("recover")
    assert [(todo["title"], todo["done"]) for todo in notebook.todos()] == [("The second", False), ("The first", True)]
    # Stamps go on after all that was there.
    notebook("undone", first["short"])
    assert not notebook.todos("show", first["short"])[0]["done"]


def test_C2_a_full_disk_is_reported_and_loses_nothing(notebook):
    notebook.add("The first")
    limit = notebook.file.stat().st_size + 65_536

    def few():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    text = "".join(f"To-do number {n}\n" for n in range(3_000))
    refused = notebook("add", "-", code=1, input=text, preexec_fn=few).stderr
    assert "Nothing was changed" in refused
    assert titles(notebook.todos()) == ["The first"]


def test_C9_a_file_that_is_no_notebook_stays_as_it_is(notebook):
    notebook.folder.write_text("a file, and no folder")
    assert "cannot be opened" in notebook("add", "Something", code=1).stderr
    notebook.folder.unlink()
    notebook.folder.mkdir()
    notebook.file.write_text("my own notes")
    assert "is not a notebook" in notebook("add", "Something", code=1).stderr
    assert notebook.file.read_text() == "my own notes"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_commands(notebook, shell):
    script = notebook("completions", shell).stdout
    assert "daybook" in script and "undo" in script and "password-stdin" in script
    if shell != "bash":
        return
    # As the shell does it at a Tab.
    ask = "\n".join([
        script, "COMP_WORDS=(daybook un)", "COMP_CWORD=1", "COMP_LINE='daybook un'", "COMP_POINT=10",
        "_daybook daybook un daybook", 'printf "%s\\n" "${COMPREPLY[@]}"',
    ])
    completed = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, timeout=60)
    assert {"undo", "undone"} <= {line.strip() for line in completed.stdout.splitlines()}, completed
