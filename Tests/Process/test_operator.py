"""The operator's commands for accounts at the server's console: `daybook account`."""

import contextlib
import hashlib
import json
import os
import pty
import re
import sqlite3
import subprocess
import threading
import time
from contextlib import closing

import pytest

import pictures
from person import Account


def daybook(server, *arguments, typed=None):
    """The program with the server's data folder, as a script calls it."""
    environment = {**os.environ, "DAYBOOK_DATA": str(server.folder / "data"), "DAYBOOK_SCRYPT_COST": "10"}
    return subprocess.run(
        [server.binary, "account", *arguments], env=environment, input=typed or "", capture_output=True, text=True,
        timeout=120,
    )


def join(server):
    """Signs a new person up. Returns the person and the token."""
    person = Account()
    body = {"name": person.name, "mobile": person.mobile, "email": person.email, "password": person.password}
    status, answer = server.request("POST", "/api/v1/accounts", body)
    assert status == 201, answer
    return person, answer["token"]


def sign_in(server, login, password):
    return server.request("POST", "/api/v1/sessions", {"login": login, "password": password})


def temporary_password(server, login):
    """The temporary password that the operator gets for a person."""
    ended = daybook(server, "reset-password", login)
    assert ended.returncode == 0, ended.stderr
    temporary = ended.stdout.strip()
    assert temporary, ended.stderr
    return temporary


def test_list_shows_everybody_while_the_server_runs(server):
    server.start()
    first, token = join(server)
    second, _ = join(server)
    assert server.request("POST", "/api/v1/todos", {"title": "Buy milk"}, token)[0] == 201
    data = pictures.photo(1)
    connection = server.connection()
    path = f"/api/v1/photos/{hashlib.sha256(data).hexdigest()}"
    connection.request("PUT", path, data, {"Authorization": f"Bearer {token}", "Content-Type": "image/jpeg"})
    assert connection.getresponse().status == 201

    shown = daybook(server, "list")
    assert (shown.returncode, shown.stderr) == (0, "")
    header, *rows = shown.stdout.splitlines()
    assert header.split("  ")[0] == "EMAIL" and len(rows) == 2
    assert rows[0].split()[:2] == [first.email, first.mobile] and rows[0].split()[-5:] == ["1", "1", "0", "1", "MB"]
    assert rows[1].split()[:2] == [second.email, second.mobile] and rows[1].split()[-5:] == ["1", "0", "0", "0", "MB"]
    assert rows[0].index(first.mobile) == rows[1].index(second.mobile) == header.index("MOBILE")

    told = json.loads(daybook(server, "list", "--json").stdout)["accounts"]
    assert [account["email"] for account in told] == [first.email, second.email]
    assert [account["todos"] for account in told] == [1, 0]
    assert [(account["notes"], account["photos"], account["photoBytes"]) for account in told] == [(0, 1, len(data)), (0, 0, 0)]
    assert told[0]["temporaryPasswordUntil"] is None
    assert not any("hash" in key.lower() for key in told[0])


def test_list_of_nobody(server):
    server.start()
    assert daybook(server, "list").stdout == "There are no accounts.\n"
    assert json.loads(daybook(server, "list", "--json").stdout) == {"accounts": []}


def test_A14_a_temporary_password_ends_the_sessions_and_is_good_for_a_new_one_only(server):
    server.start()
    person, token = join(server)
    other, other_token = join(server)

    reset = daybook(server, "reset-password", person.mobile)
    assert reset.returncode == 0, reset.stderr
    temporary = reset.stdout.strip()
    assert re.fullmatch(r"[a-km-np-z][a-km-np-zA-HJ-NP-Z2-9+=#%?-]{13}", temporary), temporary
    assert sum(c.isupper() for c in temporary) >= 2 and sum(c.isdigit() for c in temporary) >= 2
    assert "24 hours" in reset.stderr and temporary not in reset.stderr

    assert server.request("GET", "/api/v1/account", token=token)[0] == 401
    assert server.request("GET", "/api/v1/account", token=other_token)[0] == 200
    assert sign_in(server, person.email, person.password)[0] == 401

    status, answer = sign_in(server, person.email, temporary)
    assert status == 201
    assert answer["account"]["temporaryPassword"] is True
    token = answer["token"]
    status, refused = server.request("GET", "/api/v1/todos", token=token)
    assert status == 403 and refused["errors"][0]["code"] == "temporary"
    told = json.loads(daybook(server, "list", "--json").stdout)["accounts"]
    assert [account["temporaryPasswordUntil"] is None for account in told] == [False, True]

    change = {"current": temporary, "new": "aNew#RIVER58"}
    assert server.request("PUT", "/api/v1/account/password", change, token)[0] == 204
    assert server.request("GET", "/api/v1/todos", token=token)[0] == 200
    assert sign_in(server, person.email, temporary)[0] == 401
    assert sign_in(server, person.email, "aNew#RIVER58")[0] == 201
    assert sign_in(server, other.email, other.password)[0] == 201
    for file in (server.folder / "data").glob("*.*"):
        assert temporary.encode() not in file.read_bytes()
    assert temporary not in server.written_log()


def test_two_resets_give_two_passwords_and_the_later_one_counts(server):
    server.start()
    person, _ = join(server)
    # In the form that a person types, and as copied from a mail.
    first = temporary_password(server, f" {person.email.upper()} ")
    second = temporary_password(server, f"+91 {person.mobile[:5]}-{person.mobile[5:]}")
    assert first != second
    assert sign_in(server, person.email, first)[0] == 401
    assert sign_in(server, person.email, second)[0] == 201


def test_it_works_without_the_server_too(server):
    server.start()
    person, _ = join(server)
    server.stop()
    temporary = temporary_password(server, person.email)
    server.start()
    assert sign_in(server, person.email, temporary)[0] == 201


def found_in_files(server, *words):
    """The words that occur in any file of the data folder, in any case."""
    files = []
    for file in (server.folder / "data").rglob("*"):
        with contextlib.suppress(FileNotFoundError):  # the server has just removed it
            if file.is_file():
                files.append(file.read_bytes().lower())
    return {word for word in words if any(word.lower().encode() in file for file in files)}


def test_A14_delete_while_serving_leaves_nothing_in_the_files(server):
    server.start()
    person, token = join(server)
    other, other_token = join(server)
    for number in range(50):
        body = {"title": f"Zanzibar {number}", "detail": "Kilimanjaro " * 40, "tags": ["serengti"]}
        assert server.request("POST", "/api/v1/todos", body, token)[0] == 201
    assert server.request("POST", "/api/v1/todos", {"title": "Stays here"}, other_token)[0] == 201
    words = (person.email, person.mobile, "zanzibar", "kilimanjaro", "serengti")
    assert found_in_files(server, *words) == set(words)

    deleted = daybook(server, "delete", person.email, "--yes")
    assert deleted.returncode == 0, deleted.stderr
    assert person.email in deleted.stderr and deleted.stdout == ""
    assert server.request("GET", "/api/v1/account", token=token)[0] == 401
    assert sign_in(server, person.email, person.password)[0] == 401
    assert server.request("GET", "/api/v1/todos", token=other_token)[1]["total"] == 1
    # The server's own reads may use the log for a moment.
    for _ in range(600):
        if not (left := found_in_files(server, *words)):
            break
        time.sleep(0.1)
    assert left == set()
    assert found_in_files(server, other.email) == {other.email}
    # The email is free again.
    body = {"name": person.name, "mobile": person.mobile, "email": person.email, "password": person.password}
    assert server.request("POST", "/api/v1/accounts", body)[0] == 201


@pytest.mark.parametrize("typed", ["", "\n", "yes\n", "somebody@example.com\n"])
def test_delete_wants_the_email_typed(server, typed):
    server.start()
    person, token = join(server)
    refused = daybook(server, "delete", person.email, typed=typed)
    assert refused.returncode == 1
    assert "nothing was deleted" in refused.stderr and "--yes" in refused.stderr
    assert server.request("GET", "/api/v1/account", token=token)[0] == 200


def test_delete_asks_at_a_terminal_and_takes_the_email(server):
    server.start()
    person, token = join(server)
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [server.binary, "account", "delete", person.mobile, "--data", server.folder / "data"],
        stdin=slave, stdout=slave, stderr=slave,
    )
    os.close(slave)
    output = b""
    while b"Type the email" not in output:
        output += os.read(master, 4096)
    assert person.email.encode() in output
    os.write(master, person.email.encode() + b"\n")
    assert process.wait(timeout=120) == 0
    os.close(master)
    assert server.request("GET", "/api/v1/account", token=token)[0] == 401


def test_accounts_are_looked_after_while_others_write(server):
    server.start()
    busy, busy_token = join(server)
    other, _ = join(server)
    answers = []

    def write():
        while not answers or answers[-1] == 201:
            answers.append(server.request("POST", "/api/v1/todos", {"title": "Buy milk"}, busy_token)[0])

    writers = [threading.Thread(target=write) for _ in range(8)]
    for writer in writers:
        writer.start()
    assert len(daybook(server, "list").stdout.splitlines()) == 3
    assert sign_in(server, other.email, temporary_password(server, other.email))[0] == 201
    assert daybook(server, "delete", "--yes", busy.email).returncode == 0
    for writer in writers:
        writer.join(timeout=120)
    assert set(answers) == {201, 401}
    assert len(daybook(server, "list").stdout.splitlines()) == 2


def test_one_of_several_deletes_is_the_one(server):
    server.start()
    person, _ = join(server)
    ended = []
    deleting = [
        threading.Thread(target=lambda: ended.append(daybook(server, "delete", "--yes", person.email)))
        for _ in range(4)
    ]
    for thread in deleting:
        thread.start()
    for thread in deleting:
        thread.join()
    assert sorted(one.returncode for one in ended) == [0, 1, 1, 1]
    assert all("Error" in one.stderr for one in ended if one.returncode)


@pytest.mark.long
def test_a_database_that_is_held_is_reported_plainly(server):
    server.start()
    person, token = join(server)
    with closing(sqlite3.connect(server.folder / "data" / "daybook.sqlite", isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        refused = daybook(server, "delete", "--yes", person.email)
    assert refused.returncode == 1
    assert "another process" in refused.stderr and "Try again" in refused.stderr
    assert server.request("GET", "/api/v1/account", token=token)[0] == 200


def test_what_cannot_be_written_is_reported_and_not_lost(server):
    server.start()
    person, _ = join(server)
    environment = {**os.environ, "DAYBOOK_DATA": str(server.folder / "data"), "DAYBOOK_SCRYPT_COST": "10"}
    for arguments, words in ((["list"], "cannot be written"), (["reset-password", person.email], "Run this once more")):
        with open("/dev/full", "w") as full:
            ended = subprocess.run(
                [server.binary, "account", *arguments], env=environment, stdout=full, stderr=subprocess.PIPE, text=True
            )
        assert ended.returncode == 1
        assert words in ended.stderr
    assert sign_in(server, person.email, temporary_password(server, person.email))[0] == 201


def test_the_file_alone_is_left_when_nobody_uses_it(server):
    server.start()
    person, token = join(server)
    # A list and a sync use other connections than the other reads.
    assert server.request("GET", "/api/v1/todos", token=token)[0] == 200
    server.stop()
    folder = server.folder / "data"
    expected = ["daybook.sqlite", "push-key.pem", "spool"]
    assert sorted(file.name for file in folder.iterdir()) == expected
    for arguments in (["list"], ["reset-password", person.email], ["delete", "--yes", person.email]):
        assert daybook(server, *arguments).returncode == 0
        assert sorted(file.name for file in folder.iterdir()) == expected, arguments


@pytest.mark.parametrize(
    "arguments, code, words",
    [
        (["reset-password", "nobody@example.com"], 1, ["nobody@example.com", "account list"]),
        (["delete", "--yes", "9876500000"], 1, ["9876500000", "account list"]),
        (["reset-password"], 64, ["login"]),
        (["delete", "a", "b"], 64, ["b"]),
        (["rename", "a"], 64, ["rename"]),
        (["list", "--data", "{folder}/elsewhere"], 1, ["no Daybook", "elsewhere", "--data"]),
        (["list", "--data", ""], 1, ["setting data", "not empty"]),
        (["delete", "--yes", ""], 1, ['""', "account list"]),
        (["list", "--jsn"], 64, ["--jsn", "--json"]),
        (["list", "--password-policy", "loose"], 1, ["passwordPolicy", "basic, strict"]),
        (["list", "--config", "{folder}/none.json"], 1, ["none.json"]),
    ],
)
def test_each_fault_is_reported_plainly(server, arguments, code, words):
    server.start()
    ended = daybook(server, *(argument.replace("{folder}", str(server.folder)) for argument in arguments))
    assert ended.returncode == code, ended.stderr
    assert ended.stdout == ""
    for word in words:
        assert word in ended.stderr, ended.stderr
    # A misspelt folder is not created.
    assert not (server.folder / "elsewhere").exists()
