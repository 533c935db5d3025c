"""`daybook backup` and `daybook backup verify` from the operator's side."""

import contextlib
import json
import os
import pty
import subprocess

import pytest

from backups import backup, command, restored
from test_photos import address, call, png, put


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_backup_of_a_stopped_server_leaves_its_folder_as_it_was(server, sign_up):
    server.start()
    token = sign_up(server)
    assert put(server, token, png(5_000)) == 201
    server.stop()
    before = files(server.folder / "data")
    told = backup(server)
    assert files(server.folder / "data") == before
    assert (told["photos"], told["linked"], told["copied"], told["absent"]) == (1, 1, 0, 0)
    # After a kill the log is beside the database, and its contents count.
    server.start()
    assert server.request("POST", "/api/v1/todos", {"title": "Buy milk"}, token)[0] == 201
    server.kill()
    other = restored(server, backup(server)["path"])
    try:
        assert other.request("GET", "/api/v1/todos", token=token)[1]["total"] == 1
    finally:
        other.remove()
    ended = command(server, "backup", server.folder / "backups")
    assert ended.returncode == 0 and ended.stderr == "" and ended.stdout.count("\n") == 1
    assert "1 photos (1 linked, 0 copied)" in ended.stdout


def test_A14_what_is_deleted_afterwards_is_still_in_the_backup(server, sign_up):
    server.start()
    token = sign_up(server)
    assert put(server, token, photo := png(20_000)) == 201
    email = server.request("GET", "/api/v1/account", token=token)[1]["email"]
    taken = backup(server)["path"]
    assert command(server, "account", "delete", "--yes", email).returncode == 0
    assert [name for name in files(server.folder / "data" / "photos") if name != ".lock"] == []
    assert command(server, "backup", "verify", taken).returncode == 0
    other = restored(server, taken)
    try:
        assert call(other, "GET", address(photo), token)[2] == photo
    finally:
        other.remove()


def test_older_backups_go_by_the_rules_alone(server):
    server.start()
    told = [backup(server, "--keep", "2") for _ in range(4)]
    names = [os.path.basename(one["path"]) for one in told]
    assert told[3]["removed"] == [names[1]]
    assert sorted(name for name in os.listdir(server.folder / "backups") if name != ".lock") == sorted(names[2:])


@pytest.mark.parametrize(
    "arguments, code, words",
    [
        (["backup", "{folder}/data/backups"], 1, ["lies in the data folder", "outside"]),
        (["backup", "{folder}/data"], 1, ["lies in the data folder"]),
        (["backup", "{folder}/b", "--data", "{folder}/none"], 1, ["no Daybook", "none", "--data"]),
        (["backup", "{folder}/b", "--keep", "7d,x"], 1, ['"x"', "7d,4w"]),
        (["backup", "{folder}/log"], 1, ["log", "not a folder"]),
        (["backup"], 64, ["target"]),
        (["backup", "verify", "{folder}/none"], 1, ["none", "not a backup"]),
        (["backup", "verify", "{folder}/data"], 1, ["data", "no manifest.json"]),
        (["restore", "{folder}/none", "--data", "{folder}/new"], 1, ["none", "not a backup"]),
        (["restore", "{folder}/backups"], 1, ["holds a Daybook already", "empty folder"]),
        (["restore", "{folder}/backups", "--data", "{folder}"], 1, ["is not empty"]),
        (["restore", "{folder}/backups", "--data", "{folder}/log"], 1, ["log", "not a folder"]),
    ],
)
def test_each_fault_is_reported_plainly(server, arguments, code, words):
    server.start()
    backup(server)
    ended = command(server, *(argument.replace("{folder}", str(server.folder)) for argument in arguments))
    assert ended.returncode == code, (ended.stdout, ended.stderr)
    assert ended.stdout == ""
    for word in words:
        assert word in ended.stderr, ended.stderr
    assert server.request("GET", "/healthz")[0] == 200
    for name in ("none", "new"):
        assert not (server.folder / name).exists()
    assert not (server.folder / "data" / "backups").exists()


def test_verify_tells_a_line_for_each_finding(server, sign_up):
    server.start()
    assert put(server, sign_up(server), png(5_000)) == 201
    first, second = backup(server)["path"], backup(server)["path"]
    ended = command(server, "backup", "verify", server.folder / "backups")
    assert ended.returncode == 0 and ended.stdout.count(": whole, 3 files") == 2, ended.stdout
    with open(os.path.join(first, "daybook.sqlite"), "r+b") as file:
        file.seek(5_000)
        file.write(b"x")
    os.remove(os.path.join(first, "push-key.pem"))
    ended = command(server, "backup", "verify", server.folder / "backups")
    lines = ended.stdout.splitlines()
    assert ended.returncode == 1 and ended.stderr == "" and len(lines) == 3, ended
    assert lines[0].startswith(f"{first}: daybook.sqlite: ") and lines[1] == f"{first}: push-key.pem: it is missing"
    assert lines[2].startswith(f"{second}: whole")
    told = json.loads(command(server, "backup", "verify", "--json", server.folder / "backups").stdout)["backups"]
    assert [len(one["findings"]) for one in told] == [2, 0]


def test_a_terminal_is_told_how_far_it_is_and_is_left_clean(server):
    server.start()
    master, slave = pty.openpty()
    target = server.folder / "backups"
    process = subprocess.Popen(
        [server.binary, "backup", target, "--data", server.folder / "data"], stdout=subprocess.PIPE, stderr=slave
    )
    os.close(slave)
    output = b""
    # The end of the last program at a terminal is an error here.
    with contextlib.suppress(OSError):
        while block := os.read(master, 4_096):
            output += block
    os.close(master)
    assert process.wait(timeout=120) == 0
    assert b"database: 100 %" in output and output.endswith(b"\r\x1b[K")
