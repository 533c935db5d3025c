"""The result of `daybook restore`: for devices that have read further, and when it is killed."""

import os
import sqlite3
import subprocess
import time
from random import Random

from backups import backup, command, restored
from devices import Device
from seeds import seeded
from test_photos import png, put


def test_S10_a_device_that_has_read_further_reads_again_after_a_restore_and_loses_nothing(server, sign_up):
    random = seeded()
    server.start()
    token = sign_up(server)
    device, other = (Device(server, token, Random(random.getrandbits(64))) for _ in range(2))
    before = [device.new_todo(title="Before") for _ in range(5)]
    device.read(device.sync(before))
    taken = backup(server)["path"]
    after = [device.new_todo(title="After") for _ in range(5)]
    device.read(device.sync(after))
    other.read_all()
    server.kill()

    again = restored(server, taken)
    try:
        # Another device uses the numbers that the backup lacks, so that no number tells the two states apart.
        stranger = Device(again, token, Random(1))
        strangers = [stranger.new_todo(title="Meanwhile") for _ in range(20)]
        stranger.read(stranger.sync(strangers))
        for one in (device, other):
            one.line = stranger.line
            body = {"device": one.id, "cursor": one.cursor, "changes": []}
            status, answer = one.line.call("POST", "/api/v1/sync", body)
            assert status == 200 and answer["reset"] is True, answer
            # A replica that must reset reads from the start, and sends the changes that the server lacks.
            one.cursor, one.replica = 0, {}
            one.read_all()
            one.read(one.sync([change for change in before + after if ("todo", change["id"]) not in one.replica]))
        fresh = Device(again, token, Random(2)).read_all()
        assert {id for _, id in fresh.replica} == {change["id"] for change in before + after + strangers}
    finally:
        again.remove()


def test_a_restore_that_is_killed_leaves_nothing_that_starts(server, sign_up):
    random = seeded()
    server.start()
    token = sign_up(server)
    for _ in range(20):
        assert put(server, token, png(100_000)) == 201
    taken, expected = backup(server)["path"], 20
    folder = server.folder / "new"
    for _ in range(8):
        process = subprocess.Popen([server.binary, "restore", taken, "--data", folder], stdout=subprocess.DEVNULL)
        time.sleep(random.uniform(0, 0.4))
        process.kill()
        process.wait()
        if (folder / ".restoring").exists():
            ended = command(server, "serve", "--port", "0", data=folder)
            assert ended.returncode == 1 and "restore" in ended.stderr, ended.stderr
            ended = command(server, "restore", taken, data=folder)
            assert ended.returncode == 1 and "did not end" in ended.stderr, ended.stderr
        elif folder.exists() and os.listdir(folder):
            with sqlite3.connect(folder / "daybook.sqlite") as database:
                assert database.execute("SELECT count(*) FROM photos").fetchone() == (expected,)
        subprocess.run(["rm", "-rf", folder], check=True)
