"""The notebook in the terminal with a server: signing in, syncing, and what goes wrong on the way."""

import contextlib
import fcntl
import json
import os
import pty
import random
import select
import signal
import socket
import stat
import subprocess
import termios
import threading
from contextlib import closing

import pytest
from faults import SYNC, Proxy, cut_on_the_way_back
from notebooks import REFUSED, SIGNED_OUT, UNREACHABLE, Devices, synced
from notes import wait_until
from test_notebook import titles


def test_C10_a_notebook_joins_an_account_with_everything_in_it(devices):
    first = devices.new("first")
    first("add", "-", input="".join(f"To-do number {n}\n" for n in range(1_500)))
    devices.signed_up("first")
    assert synced(first)["waiting"] == 0
    second = devices.signed_in("second")
    assert len(second.todos()) == 1_500

    # in the web app's interface too, and back.
    first("done", first.add("Pay rent tomorrow 9am #home")["short"])
    assert synced(first)["sent"] == 1
    assert "1 received" in second("sync").stdout
    rent = second.todos("list", "--all", "--search", "rent")[0]
    assert rent["done"] and rent["tags"] == ["home"]
    assert "Nothing to sync" in second("sync").stdout

    # Undone after it was synced.
    first("undo")
    first("sync")
    second("sync")
    assert not second.todos("show", rent["short"])[0]["done"]


def test_C14_the_secret_is_its_owners_alone_and_in_no_output(devices):
    notebook = devices.signed_up()
    file = notebook.folder / "session.json"
    token = json.loads(file.read_text())["token"]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(notebook.folder.stat().st_mode) == 0o700
    again = devices.sign_in(notebook)
    # The session before is ended, since this one replaces it.
    assert devices.server.status_of(token) == 401
    token = json.loads(file.read_text())["token"]
    outputs = [again, notebook("sync"), notebook("sync", "--json"), notebook("logout")]
    assert all(token not in ended.stdout + ended.stderr for ended in outputs)
    assert devices.server.status_of(token) == 401 and not file.exists()
    assert token.encode() not in notebook.file.read_bytes()
    assert "daybook login" in notebook("sync", code=SIGNED_OUT).stderr
    assert "daybook login" in notebook("logout", code=SIGNED_OUT).stderr
    # What is in the notebook stays, and what is added waits.
    notebook.add("Later")
    devices.sign_in(notebook)
    assert synced(notebook)["waiting"] == 0


def test_a_password_that_is_no_text_is_refused_and_not_sent(devices):
    login = [devices.new("first").binary, "login", devices.server.url, "--user", devices.account.email, "--password-stdin"]
    ended = subprocess.run(login, env=devices.new("first").environment, input=b"caf\xe9\n", capture_output=True)
    assert ended.returncode == 2 and b"is not a text in UTF-8" in ended.stderr


def test_C11_a_notebook_belongs_to_one_account(devices):
    notebook = devices.signed_up()
    notebook.add("Milk")
    other = Devices(devices.server, devices.folder)
    other.signed_up("other")
    refused = other.sign_in(notebook, code=2).stderr
    assert devices.account.email in refused and "--notebook" in refused
    signup = ["signup", devices.server.url, "--password-stdin"]
    assert "belongs to" in notebook(*signup, input="x\n", code=2).stderr
    notebook("logout")
    assert "belongs to" in other.sign_in(notebook, code=2).stderr
    devices.sign_in(notebook)
    assert titles(devices.signed_in("second").todos()) == ["Milk"]


def test_C12_each_failure_says_what_to_do_and_has_its_code(devices):
    notebook = devices.new("first")
    assert "not signed in" in notebook("sync", code=SIGNED_OUT).stderr
    wrong = ["login", devices.server.url, "--user", devices.account.email, "--password-stdin"]
    assert "do not match" in notebook(*wrong, input="wrong\n", code=2).stderr
    assert not (notebook.folder / "session.json").exists()
    assert "--password-stdin" in notebook(*wrong[:-1], stdin=subprocess.DEVNULL, code=2).stderr
    assert "not encrypted" in notebook("login", "http://example.org", "--user", "a", code=2).stderr
    assert "is not the address of a server" in notebook("login", "ftp://example.org", "--user", "a", code=2).stderr
    short = notebook("signup", devices.server.url, "--name", "A", "--mobile", "1", "--email", "x", "--password-stdin",
                     input="short\n", code=2).stderr
    assert "Error: " in short and "short\n" not in short
    assert "The password does not fit the server's rules. It still needs: " in short

    devices.signed_up("first")
    notebook.add("Milk")
    token = json.loads((notebook.folder / "session.json").read_text())["token"]
    devices.server.stop()
    away = notebook("sync", code=UNREACHABLE).stderr
    assert "cannot be reached: nothing answers there" in away and "wait in the notebook" in away
    devices.server.start()
    devices.server.request("DELETE", "/api/v1/sessions/current", token=token)
    assert "session has ended" in notebook("sync", code=SIGNED_OUT).stderr
    assert titles(notebook.todos()) == ["Milk"]
    devices.sign_in(notebook)
    assert synced(notebook)["waiting"] == 0


def test_C12_what_the_server_refuses_is_told_and_kept(server, tmp_path):
    server.settings["budgets"] = "accountRecords=1000"
    devices = Devices(server.start(), tmp_path)
    notebook = devices.new("first")
    notebook("add", "-", input="".join(f"To-do {n}\n" for n in range(1_002)))
    account = devices.account
    signup = ["signup", server.url, "--name", account.name, "--mobile", account.mobile, "--email", account.email]
    refused = notebook(*signup, "--password-stdin", input=account.password + "\n", code=REFUSED)
    assert "1000 sent" in refused.stdout and "refuses 2 changes" in refused.stderr and "no room left" in refused.stderr
    told = synced(notebook, code=REFUSED)
    assert told["sent"] == 0 and told["refused"] == 2
    assert {error["code"] for refusal in told["refusals"] for error in refusal["errors"]} == {"quota"}
    assert len(notebook.todos()) == 1_002
    # Room is made, and what is changed is sent again.
    server.stop()
    server.settings["budgets"] = "accountRecords=2000"
    server.start()
    for refusal in told["refusals"]:
        notebook("edit", refusal["short"], "--detail", "Once more")
    assert synced(notebook)["sent"] == 2
    assert len(devices.signed_in("second").todos()) == 1_002


def test_C10_a_sync_that_is_killed_at_any_point_goes_on_later(devices):
    first = devices.new("first")
    first("add", "-", input="".join(f"To-do number {n}\n" for n in range(4_000)))
    account = devices.account
    # The sign-in syncs at once; it is killed too.
    chance = random.Random(31)
    login = ["login", devices.server.url, "--user", account.email, "--password-stdin"]
    devices.signed_up("empty")
    for number in range(12):
        arguments = login if number == 0 else ["sync"]
        process = first.start(*arguments, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
        with contextlib.suppress(BrokenPipeError):  # it has ended already
            process.stdin.write(account.password + "\n")
            process.stdin.close()
        process.stdin = None
        try:
            process.wait(timeout=chance.uniform(0.05, 0.6))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        process.communicate()
    if not (first.folder / "session.json").exists():
        devices.sign_in(first)
    assert synced(first)["waiting"] == 0
    second = devices.signed_in("second")
    assert len(second.todos()) == 4_000
    assert sorted(titles(second.todos())) == sorted(titles(first.todos()))


def test_C10_syncs_and_edits_of_several_processes_at_once_lose_nothing(devices):
    first = devices.signed_up()
    second = devices.signed_in("second")

    def work(notebook, name):
        for number in range(6):
            notebook.add(f"{name} {number}")
            notebook("sync")

    workers = [
        threading.Thread(target=work, args=(notebook, f"Worker {name}"))
        for notebook, name in ((first, "a"), (first, "b"), (second, "c"))
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    first("sync")
    second("sync")
    everything = sorted(f"Worker {name} {number}" for name in "abc" for number in range(6))
    assert sorted(titles(first.todos())) == everything == sorted(titles(second.todos()))


def test_C13_a_watch_syncs_until_it_is_interrupted(devices):
    first = devices.signed_up()
    second = devices.signed_in("second")
    watch = first.start("sync", "--watch", stderr=subprocess.PIPE)
    second.add("From the second")
    second("sync")
    assert watch.stdout.readline() == "Synced: 0 sent, 1 received.\n"
    assert titles(first.todos()) == ["From the second"]
    first.add("From the first")
    assert watch.stdout.readline() == "Synced: 1 sent, 0 received.\n"
    second("sync")
    assert len(second.todos()) == 2
    # It outlives the server.
    devices.server.stop()
    away = watch.stderr.readline()
    assert "cannot be reached" in away and away.endswith("Daybook keeps trying.\n") and "Try again" not in away
    devices.server.start()
    assert "answers again" in watch.stderr.readline()
    second.add("After it was away")
    second("sync")
    assert watch.stdout.readline() == "Synced: 0 sent, 1 received.\n"
    watch.send_signal(signal.SIGINT)
    assert watch.communicate()[1] == "" and watch.returncode == 0
    # The file alone is the notebook then.
    assert not first.file.with_name("notebook.sqlite-wal").exists()


def test_C12_C13_a_watch_tells_what_the_server_refuses_and_keeps_its_rules(server, tmp_path):
    devices = Devices(server.start(), tmp_path)
    first = devices.signed_up()
    server.stop()
    server.settings["limits"] = "title=12"
    server.start()
    first.add("Milk")
    # The commands do not know the new rules yet.
    long = first.add("A title of old rules")["short"]
    watch = first.start("sync", "--watch", stderr=subprocess.PIPE)

    def refusal():
        return [watch.stderr.readline() for _ in range(2)]

    try:
        assert watch.stdout.readline() == "Synced: 1 sent, 0 received.\n"
        told = refusal()
        assert "refuses 1 change." in told[0] and f"{long} “A title of old rules”: " in told[1]
        wait_until(lambda: "Titles of up to 12" in first("limits").stdout, "the server's rules")
        first("add", "Another long title", code=2)
        # It is told again when it is refused again, and not when another change is sent.
        first("edit", long, "--detail", "Still too long")
        assert watch.stdout.readline() == "Synced: 0 sent, 0 received.\n" and refusal() == told
        first.add("Bread")
        assert watch.stdout.readline() == "Synced: 1 sent, 0 received.\n"
        first("edit", long, "--title", "Short")
        assert watch.stdout.readline() == "Synced: 1 sent, 0 received.\n"
    finally:
        watch.send_signal(signal.SIGINT)
        assert watch.communicate(timeout=120)[1] == "" and watch.returncode == 0


def test_a_watch_ends_when_nobody_reads_what_it_tells(devices):
    first = devices.signed_up()
    watch = first.start("sync", "--watch", stderr=subprocess.PIPE)
    first.add("Milk")
    assert watch.stdout.readline() == "Synced: 1 sent, 0 received.\n"
    watch.stdout.close()
    first.add("Bread")
    try:
        assert watch.wait(timeout=120) == 0 and watch.stderr.read() == ""
    finally:
        watch.kill()
        watch.stderr.close()
    # What it could not tell is done.
    assert synced(first)["sent"] == 0


def test_C10_a_bad_network_loses_and_doubles_nothing(devices):
    first = devices.signed_up()
    second = devices.signed_in("second")
    chance = random.Random(7)
    with Proxy(devices.server, chance) as proxy:
        for notebook in (first, second):
            session = notebook.folder / "session.json"
            session.write_text(session.read_text().replace(f":{devices.server.port}", f":{proxy.port}"))
        proxy.storm()
        for number in range(15):
            for name, notebook in (("a", first), ("b", second)):
                notebook.add(f"{name} {number}")
                subprocess.run([notebook.binary, "sync"], env=notebook.environment, capture_output=True, timeout=120)
        proxy.calm()
        for notebook in (first, second, first):
            notebook("sync")
    assert sorted(titles(first.todos())) == sorted(f"{n} {k}" for n in "ab" for k in range(15))
    assert sorted(titles(second.todos())) == sorted(titles(first.todos()))


def answering(text):
    """A server that answers everything with one text."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        while True:
            try:
                side, _ = listener.accept()
            except OSError:
                return
            with side:
                side.recv(1 << 16)
                side.sendall(text)

    threading.Thread(target=serve, daemon=True).start()
    return listener


def test_C14_a_servers_words_cannot_command_the_terminal(devices):
    body = json.dumps({"status": 401, "detail": "No\x1b[2J\x1b]0;x\x07 entry"}).encode()
    head = b"HTTP/1.1 401 X\r\nContent-Type: application/problem+json\r\nContent-Length: %d\r\n\r\n" % len(body)
    listener = answering(head + body)
    with closing(listener):
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        notebook = devices.new("first")
        refused = notebook("login", url, "--user", "a", "--password-stdin", input="secret-password\n", code=2)
    assert "\x1b" not in refused.stderr and "\x07" not in refused.stderr and "No" in refused.stderr
    assert "secret-password" not in refused.stderr


def test_C14_the_password_is_asked_for_and_does_not_show(devices):
    devices.signed_up("first")
    notebook = devices.new("second")
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [notebook.binary, "login", devices.server.url],
        env=notebook.environment,
        stdin=follower,
        stdout=follower,
        stderr=follower,
        preexec_fn=lambda: (os.setsid(), fcntl.ioctl(0, termios.TIOCSCTTY, 0)),
    )
    shown = b""

    def until(text):
        nonlocal shown
        while text not in shown:
            shown += os.read(leader, 4096)

    until(b"Email or mobile: ")
    os.write(leader, devices.account.email.encode() + b"\n")
    until(b"Password: ")
    os.write(leader, b"x\x15" + devices.account.password.encode() + b"y\x7f\n")
    until(b"Signed in as")
    assert process.wait(timeout=120) == 0
    assert devices.account.password.encode() not in shown
    assert termios.tcgetattr(follower)[3] & termios.ECHO

    # Ctrl-C leaves the terminal as it was.
    process = subprocess.Popen(
        [notebook.binary, "login", devices.server.url, "--user", "a"],
        env=notebook.environment,
        stdin=follower,
        stdout=follower,
        stderr=follower,
    )
    shown = b""
    until(b"Password: ")
    os.write(leader, b"\x03")
    assert process.wait(timeout=120) == 130
    assert termios.tcgetattr(follower)[3] & termios.ECHO
    os.close(leader)
    os.close(follower)


def test_A10_a_session_that_ended_without_a_network_ends_on_the_server_at_the_next_contact(devices):
    first = devices.signed_up("first")
    second = devices.signed_in("second")
    token = json.loads((first.folder / "session.json").read_text())["token"]

    def is_open():
        return devices.server.request("GET", "/api/v1/account", token=token)[0] == 200

    devices.server.stop()
    assert "next command that reaches the server" in first("logout").stdout
    first("logout", code=UNREACHABLE)
    assert "not signed in" in first("sync", code=SIGNED_OUT).stderr
    (owed,) = first.folder.glob("ended-session-*")
    assert stat.S_IMODE(owed.stat().st_mode) == 0o600
    devices.server.start()
    assert is_open()
    # Signing in ends it first.
    devices.sign_in(first)
    assert not is_open() and not list(first.folder.glob("ended-session-*"))

    # So does logging out once more.
    devices.server.stop()
    second("logout")
    devices.server.start()
    assert "ended there too" in second("logout").stdout
    assert "not signed in" in second("logout", code=SIGNED_OUT).stderr


def test_S12_a_sync_tells_which_texts_it_replaced(devices):
    first = devices.signed_up()
    todos = [first.add(title, "--detail", "At noon")["short"] for title in ("Pay rent", "Buy milk")]
    first("sync")
    second = devices.signed_in("second")
    second("sync")
    for todo in todos:
        first("edit", todo, "--detail", "To Asha")
        second("edit", todo, "--detail", "In cash")
    second("sync")
    told = first("sync", "--json")
    sync = json.loads(told.stdout)["sync"]
    assert sync["replaced"] == 2 and not told.stderr
    assert {one["short"] for one in sync["replacements"]} == set(todos)
    assert {(one["field"], one["value"]) for one in sync["replacements"]} == {("detail", "To Asha")}
    listed = json.loads(first("history", todos[0], "--json").stdout)["history"]
    assert [entry["value"] for entry in listed].count("To Asha") == 1
    devices.server.stop()
    away = first("history", todos[0])
    assert "To Asha" in away.stdout and "cannot be reached" in away.stderr
    assert "is back" not in first("history", "restore", todos[0], "L2", code=2).stderr
    assert "is back" in first("history", "restore", todos[0], "L1").stdout
    devices.server.start()
    second("sync")
    second("edit", todos[1], "--title", "Oat milk")
    first("edit", todos[1], "--title", "Soy milk")
    first("sync")
    message = second("sync").stderr
    assert "edited on another device after you" in message and "your title was “Oat milk”" in message


def through(proxy, notebook):
    """Has a notebook that is signed in reach its server through a proxy."""
    session = notebook.folder / "session.json"
    session.write_text(session.read_text().replace(f":{proxy.server.port}", f":{proxy.port}"))


def conflict(devices, first, second):
    """A text of the first notebook that a newer text of the second one replaces at the next sync."""
    todo = first.add("Pay rent", "--detail", "At noon")["short"]
    first("sync")
    second("sync")
    first("edit", todo, "--detail", "To Asha")
    second("edit", todo, "--detail", "In cash")
    second("sync")


REPLACED = "your detail was “To Asha”"


def after_the_first_call(notebook, fate):
    """More than one call takes; the first arrives, the others meet this fate. Brings the calls, and the plan of a proxy."""
    notebook("add", "-", input="".join(f"To-do {n}\n" for n in range(1_500)))
    calls = []

    def plan(exchange):
        if exchange.path != SYNC:
            return None
        calls.append(exchange)
        return None if len(calls) == 1 else fate

    return calls, plan


def test_S12_a_sync_that_fails_on_the_way_tells_which_texts_it_replaced(devices):
    first = devices.signed_up()
    second = devices.signed_in("second")
    conflict(devices, first, second)
    _, plan = after_the_first_call(first, cut_on_the_way_back)
    with Proxy(devices.server, plan=plan) as proxy:
        through(proxy, first)
        proxy.storm()
        ended = first("sync", code=UNREACHABLE)
    assert ended.stdout.startswith("Synced: ") and "still to send" in ended.stdout
    assert REPLACED in ended.stderr and "cannot be reached" in ended.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_S12_an_interrupted_sync_tells_what_it_did_and_the_next_one_goes_on(devices, number):
    first = devices.signed_up()
    second = devices.signed_in("second")
    conflict(devices, first, second)
    ended = threading.Event()
    calls, plan = after_the_first_call(first, lambda exchange, random: ended.wait(60))
    with Proxy(devices.server, plan=plan) as proxy:
        through(proxy, first)
        proxy.storm()
        process = first.start("sync", stderr=subprocess.PIPE, preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
        try:
            wait_until(lambda: len(calls) == 2, "the second call")
            process.send_signal(number)
            # It does not wait for the server.
            out, err = process.communicate(timeout=30)
        finally:
            ended.set()
            process.kill()
        proxy.calm()
        assert process.returncode == -number
        assert out.startswith("Synced: ") and "still to send" in out
        assert REPLACED in err and err.endswith("Interrupted. Nothing is lost: the next sync goes on from here.\n")
        # The file alone is the notebook then.
        assert not first.file.with_name("notebook.sqlite-wal").exists()
        assert synced(first)["waiting"] == 0
    second("sync")
    assert len(second.todos()) == 1_501


def test_S12_what_was_replaced_is_told_before_the_rules_of_the_server_are_there(devices):
    first = devices.signed_up()
    second = devices.signed_in("second")
    conflict(devices, first, second)
    answers = threading.Event()

    def late(exchange, random):
        answers.wait(60)
        exchange.answer(exchange.ask())

    with Proxy(devices.server, plan=lambda exchange: late if exchange.path == "/api/v1/rules" else None) as proxy:
        through(proxy, first)
        proxy.storm()
        process = first.start("sync", stderr=subprocess.PIPE)
        try:
            ready, _, _ = select.select([process.stderr], [], [], 30)
            assert ready and process.poll() is None
            answers.set()
            out, err = process.communicate(timeout=120)
            assert out.startswith("Synced: ") and REPLACED in err and process.returncode == 0
        finally:
            answers.set()
            process.kill()
