"""What a notebook in the terminal learns from a server: earlier texts, notes of other devices, reminders."""

import hashlib
import json
import os
import signal
import subprocess
import time

from notebooks import SIGNED_OUT, Devices
from notes import wait_until
from records import reminding, uuid7
from test_notebook import zone_at_midday
from test_photos import png, put

def test_C15_an_earlier_value_is_listed_and_brought_back(devices):
    first = devices.signed_up()
    todo = first.add("Pay rent", "--detail", "To Asha")["short"]
    assert "No earlier versions" in first("history", todo).stderr
    first("sync")
    second = devices.signed_in("second")
    second("edit", todo, "--title", "Rent", "--detail", "In cash")
    second("sync")
    first("sync")
    entries = json.loads(first("history", todo, "--json").stdout)["history"]
    assert {(entry["field"], entry["value"]) for entry in entries} == {("title", "Pay rent"), ("detail", "To Asha")}
    listed = first("history", todo).stdout
    assert listed.startswith("ENTRY") and "Pay rent" in listed
    number = next(entry["entry"] for entry in entries if entry["field"] == "title")
    assert "is back" in first("history", "restore", todo, str(number)).stdout
    (shown,) = first.todos("show", todo)
    assert shown["title"] == "Pay rent" and shown["detail"] == "In cash"
    assert "has no value" in first("history", "restore", todo, "99999", code=2).stderr
    first("undo")
    assert first.todos("show", todo)[0]["title"] == "Rent"
    first("logout")
    assert "not signed in" in first("history", todo, code=SIGNED_OUT).stderr


def test_C16_notes_sync_and_their_earlier_texts_are_brought_back(devices):
    text = "A text that a note has: a hundred characters at least, which takes longer to fill than one may think. "
    first = devices.new("first")
    note = json.loads(first("note", "add", "Groceries", text * 2, "--json").stdout)["notes"][0]["short"]
    devices.signed_up("first")
    second = devices.signed_in("second")
    second("note", "edit", note, "--title", "For Sunday", "--text", text + "And tea.")
    second("sync")
    first("sync")

    def shown():
        return json.loads(first("note", "show", note, "--json").stdout)["notes"][0]

    assert shown()["title"] == "For Sunday"
    entries = json.loads(first("history", note, "--json").stdout)["history"]
    assert {entry["field"] for entry in entries} == {"title", "description"}
    assert "For Sunday" not in first("history", note).stdout
    for entry in entries:
        assert "is back" in first("history", "restore", note, str(entry["entry"])).stdout
    assert shown()["title"] == "Groceries" and shown()["description"] == (text * 2).strip()
    first("undo", "2")
    assert shown()["title"] == "For Sunday"

    # A note with a photo, which another program has put there.
    token = json.loads((first.folder / "session.json").read_text())["token"]
    server = devices.server
    photo = png(300)
    assert put(server, token, photo) == 201
    digest = hashlib.sha256(photo).hexdigest()
    body = {"title": "With a photo", "description": text * 2, "photos": [{"sha256": digest}]}
    assert server.request("POST", "/api/v1/notes", body, token=token)[0] == 201
    second("sync")
    (found,) = json.loads(second("note", "list", "--search", "photo", "--json").stdout)["notes"]
    assert [photo["sha256"] for photo in found["photos"]] == [digest]
    assert "1 photo" in second("note", "show", found["short"]).stdout
    second("note", "delete", found["short"])
    second("trash", "restore", found["short"])
    assert "1 photo" in second("note", "show", found["short"]).stdout


def set_elsewhere(devices, notebook, change):
    """Another device of the notebook's account syncs a change."""
    token = json.loads((notebook.folder / "session.json").read_text())["token"]
    body = {"device": uuid7(0), "cursor": 0, "limit": 1, "changes": [change]}
    status, answer = devices.server.request("POST", "/api/v1/sync", body, token=token)
    assert status == 200 and answer["rejected"] == [], answer


def lines_of(process, count):
    return [process.stdout.readline().rstrip("\n") for _ in range(count)]


def test_C19_a_reminder_rings_once_and_notifies(devices):
    notebook = devices.signed_up()
    notebook.environment["TZ"] = zone_at_midday()

    def remind_in(seconds, title, detail=None):
        set_elsewhere(devices, notebook, reminding(title, time.time() + seconds, detail=detail))
        notebook("sync")

    notified = notebook.folder.parent / "notified"
    command = f"""printf '%s|%s|%s\\n' "$DAYBOOK_TITLE" "$DAYBOOK_DETAIL" "$DAYBOOK_MISSED" >> '{notified}'"""
    log = notebook.file.with_name("notebook.sqlite-wal")
    process = notebook.start("remind", "--exec", command)
    try:
        wait_until(log.exists, "the notebook opened")  # what is due from now on rings
        # Set on another device, while it runs; no shell reads the words in it.
        remind_in(3, "Call $(touch pwned) Asha", "`touch pwned`; \"quoted\"")
        (line,) = lines_of(process, 1)
        assert line.startswith("today ") and "Call $(touch pwned) Asha" in line
        remind_in(3, "Tea")
        assert "Tea" in lines_of(process, 1)[0]
        wait_until(lambda: notified.read_text().count("\n") >= 2, "two notifications")
        assert notified.read_text().splitlines() == [
            'Call $(touch pwned) Asha|`touch pwned`; "quoted"|0', "Tea||0",
        ]
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=120) == 0
        # The file alone is the notebook then.
        assert not log.exists()
    finally:
        process.kill()
        process.stdout.close()

    # It also ends while a notification is being shown, and so do the programs that show it, which have its output open.
    begun = notebook.folder.parent / "begun"
    process = notebook.start("remind", "--exec", f"sleep 600 & touch '{begun}'; wait", stderr=subprocess.PIPE)
    try:
        remind_in(1, "Slow")
        assert "Slow" in lines_of(process, 1)[0] and log.exists()
        wait_until(begun.exists, "the notification")
        process.send_signal(signal.SIGTERM)
        assert process.communicate(timeout=120) == ("", "") and process.returncode == 0
        assert not log.exists()
    finally:
        process.kill()

    # Nobody watches; the next watch tells it once, and its notification may fail.
    remind_in(1, "Meanwhile")
    time.sleep(1.5)
    notebook("done", notebook.todos("list", "--search", "Tea")[0]["short"])
    for expected in (["Meanwhile"], []):
        process = notebook.start("remind", "--json", "--exec", "exit 3", stderr=subprocess.PIPE)
        try:
            for title in expected:
                told = json.loads(lines_of(process, 1)[0])["reminder"]
                assert told["todo"]["title"] == title and not told["missed"]
                assert "ended with an error" in process.stderr.readline()
            wait_until(log.exists, "the notebook opened")  # from here on it ends by itself
            time.sleep(1)
        finally:
            process.send_signal(signal.SIGTERM)
            out, err = process.communicate(timeout=120)
        assert process.returncode == 0 and out == "" and err == ""


def test_C19_notify_send_is_used_where_it_is_there(devices, tmp_path):
    notebook = devices.new("first")
    seen = tmp_path / "seen"
    program = tmp_path / "bin" / "notify-send"
    program.parent.mkdir()
    program.write_text(f"""#!/bin/sh\nprintf '%s\\n' "$@" > '{seen}.new' && mv '{seen}.new' '{seen}'\n""")
    program.chmod(0o700)
    notebook.environment["PATH"] = f"{program.parent}:{notebook.environment['PATH']}"
    devices.signed_up("first")
    set_elsewhere(devices, notebook, reminding("--help <b>& me</b>", time.time() + 2))
    notebook("sync")
    process = notebook.start("remind")
    try:
        assert "--help <b>& me</b>" in process.stdout.readline()
        wait_until(seen.exists, "the notification")
        # A title is neither an option nor markup.
        assert seen.read_text().splitlines() == [
            "--app-name=Daybook", "--", "Time is up", "--help &lt;b&gt;&amp; me&lt;/b&gt;",
        ]
    finally:
        process.terminate()
        process.communicate(timeout=120)


def due_in(devices, notebook, seconds, title, detail=None):
    set_elsewhere(devices, notebook, reminding(title, time.time() + seconds, detail=detail))
    notebook("sync")


def test_C19_a_reminder_notifies_when_it_cannot_be_written(devices, tmp_path):
    notebook = devices.signed_up()
    seen = tmp_path / "seen"
    watch = [notebook.binary, "remind", "--exec", f"""echo "$DAYBOOK_TITLE" >> '{seen}'"""]
    due_in(devices, notebook, 1, "On a full disk")
    with open("/dev/full", "w") as full:
        ended = subprocess.run(watch, env=notebook.environment, stdout=full, stderr=subprocess.PIPE, timeout=120)
    assert ended.returncode == 1 and b"cannot be written" in ended.stderr
    # A pipe that nobody reads any more.
    due_in(devices, notebook, 1, "Unread")
    process = subprocess.Popen(watch, env=notebook.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.wait(timeout=120) == 0 and process.stderr.read() == b""
    process.stderr.close()
    assert seen.read_text().splitlines() == ["On a full disk", "Unread"]


def test_C19_one_watch_rings_a_notebook_and_a_killed_one_leaves_it_free(devices, tmp_path):
    notebook = devices.signed_up()
    begun, seen = tmp_path / "begun", tmp_path / "seen"
    process = notebook.start("remind", "--exec", f"echo $$ > '{begun}.new'; mv '{begun}.new' '{begun}'; exec sleep 600")
    other = None
    try:
        due_in(devices, notebook, 1, "First")
        wait_until(begun.exists, "the notification")
        refused = notebook("remind", code=2)
        assert "rings the reminders of this notebook already" in refused.stderr and not refused.stdout
        # The program that notifies goes on, and does not hold the notebook.
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=120)
        other = notebook.start("remind", "--exec", f"touch '{seen}'")
        due_in(devices, notebook, 1, "Second")
        wait_until(seen.exists, "the notification of the next watch")
    finally:
        process.kill()
        process.stdout.close()
        if other:
            other.terminate()
            other.communicate(timeout=120)
        os.kill(int(begun.read_text()), signal.SIGKILL)


def test_C19_a_long_detail_is_clipped_for_the_program_that_notifies(server, tmp_path):
    server.settings["rules"] = "roomy"
    devices = Devices(server.start(), tmp_path)
    notebook = devices.signed_up()
    seen = tmp_path / "seen"
    detail = "ü" * 10_000 + "🙂" * 40_000
    due_in(devices, notebook, 1, "Long", detail)
    assert notebook.todos("list", "--search", "Long")[0]["detail"] == detail
    command = f"""printf '%s' "$DAYBOOK_DETAIL" > '{seen}.new' && mv '{seen}.new' '{seen}'"""
    process = notebook.start("remind", "--exec", command, stderr=subprocess.PIPE)
    try:
        wait_until(seen.exists, "the notification")
        told = seen.read_bytes().decode()
        assert len(told.encode()) <= 4_096 and told.endswith("ü…") and detail.startswith(told[:-1])
    finally:
        process.terminate()
        assert process.communicate(timeout=120)[1] == ""
