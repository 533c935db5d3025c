"""`daybook check` reports the faults of a data folder, and repairs them when no other process uses the folder."""

import json
import os
import sqlite3
import subprocess
from contextlib import closing


def check(server, *arguments):
    environment = {**os.environ, "DAYBOOK_DATA": str(server.folder / "data")}
    return subprocess.run(
        [server.binary, "check", *arguments], env=environment, capture_output=True, text=True, timeout=120
    )


def test_a_broken_record_stops_nothing_and_is_found_told_and_mended(server, sign_up):
    server.start()
    token = sign_up(server)
    ids = [server.request("POST", "/api/v1/todos", {"title": f"Secret {n}"}, token)[1]["id"] for n in range(3)]
    sound = check(server)
    assert sound.returncode == 0 and "all is sound" in sound.stdout, sound.stdout + sound.stderr

    with closing(sqlite3.connect(server.folder / "data" / "daybook.sqlite", timeout=60)) as database:
        database.execute("UPDATE records SET fields = replace(fields, ':', ';') WHERE cursor = 2")
        database.commit()
    found = check(server)
    assert found.returncode == 1 and f"todo {ids[1]}" in found.stdout and "--repair would" in found.stdout
    assert "Secret" not in found.stdout

    # A server uses the folder, so the repair is refused.
    refused = check(server, "--repair")
    assert refused.returncode == 2 and "Stop it" in refused.stderr and refused.stdout == ""
    assert server.request("GET", "/api/v1/account", token=token)[0] == 200

    server.stop()
    mended = check(server, "--repair", "--json")
    assert mended.returncode == 0, mended.stdout + mended.stderr
    *findings, summary = [json.loads(line) for line in mended.stdout.splitlines()]
    assert [finding["kind"] for finding in findings] == ["unreadable", "quarantine"]
    assert summary["repaired"] == 1 and summary["quarantined"] == 1 and summary["sound"]
    server.start()
    assert server.request("GET", "/api/v1/todos", token=token)[1]["total"] == 2
    assert server.request("GET", "/api/v1/account/export", token=token)[0] == 200
    assert check(server, "--fast").returncode == 0


def test_what_cannot_be_checked_is_said(server):
    server.start()
    elsewhere = server.folder / "elsewhere"
    missing = check(server, "--data", str(elsewhere))
    assert missing.returncode == 2 and "no Daybook" in missing.stderr and not elsewhere.exists()
    elsewhere.mkdir()
    (elsewhere / "daybook.sqlite").write_text("no database")
    foreign = check(server, "--data", str(elsewhere))
    assert foreign.returncode == 2 and "is not a database" in foreign.stderr
