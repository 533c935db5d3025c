"""Backups and restores on separate disks, including full ones."""

import json
import os
import subprocess

import pytest

from backups import backup
from test_faults import namespaces_allowed
from test_photos import png, put


def on_a_disk_of(size, server, script):
    """Runs a script in which `$TARGET` is a separate disk of `size` bytes."""
    target = server.folder / "disk"
    target.mkdir(exist_ok=True)
    lines = f'mount -t tmpfs -o size={size} none "$TARGET" && {script}'
    environment = {
        **os.environ, "TARGET": str(target), "DAYBOOK": str(server.binary), "DAYBOOK_DATA": str(server.folder / "data"),
    }  # fmt: skip
    return subprocess.run(
        ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", lines],
        env=environment, capture_output=True, text=True, timeout=120,
    )  # fmt: skip


@pytest.mark.skipif(not namespaces_allowed(), reason="this machine allows no mount namespace of one's own")
def test_a_full_disk_is_told_with_what_is_needed_and_nothing_is_left(server, sign_up):
    server.start()
    token = sign_up(server)
    for _ in range(3):
        assert put(server, token, png(1_000_000)) == 201
    # Too small for the photos, and even too small for the database.
    for size in ("2m", "64k"):
        ended = on_a_disk_of(size, server, '"$DAYBOOK" backup "$TARGET"; echo "ended with $?"; ls -A "$TARGET"')
        assert ended.stdout.splitlines() == ["ended with 1", ".lock"], ended
        assert "is full" in ended.stderr and "are needed" in ended.stderr and "free" in ended.stderr, ended.stderr
    assert server.request("GET", "/healthz")[0] == 200
    taken = backup(server)["path"]
    script = f'"$DAYBOOK" restore {taken} --data "$TARGET/new"; echo "ended with $?"; ls -A "$TARGET"'
    ended = on_a_disk_of("2m", server, script)
    assert ended.stdout.splitlines() == ["ended with 1"] and "is full" in ended.stderr, ended


@pytest.mark.skipif(not namespaces_allowed(), reason="this machine allows no mount namespace of one's own")
def test_on_a_disk_of_its_own_photos_are_copied_once(server, sign_up):
    server.start()
    token = sign_up(server)
    for _ in range(3):
        assert put(server, token, png(100_000)) == 201
    twice = '"$DAYBOOK" backup "$TARGET" --json && "$DAYBOOK" backup "$TARGET" --json && "$DAYBOOK" backup verify "$TARGET"'
    ended = on_a_disk_of("20m", server, twice)
    assert ended.returncode == 0, ended
    first, second = (json.loads(line) for line in ended.stdout.splitlines()[:2])
    assert (first["linked"], first["copied"]) == (0, 3)
    assert (second["linked"], second["copied"]) == (3, 0)
    assert ended.stdout.count(": whole") == 2
