"""The operator's backup commands, as scripts call them."""

import json
import os
import subprocess

from server import Server


def command(server, *arguments, data=None, **more):
    """One of the operator's commands on the server's data folder, as a script calls it."""
    environment = {**os.environ, "DAYBOOK_DATA": str(data or server.folder / "data"), "DAYBOOK_SCRYPT_COST": "10"}
    return subprocess.run(
        [server.binary, *arguments], env=environment, capture_output=True, text=True, timeout=120, **more
    )


def backup(server, *arguments):
    """Takes a backup. Returns its report."""
    ended = command(server, "backup", server.folder / "backups", "--json", *arguments)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


def restored(server, path):
    """Starts a server on a restored backup."""
    other = Server(binary=server.binary)
    ended = command(server, "restore", path, data=other.folder / "data")
    assert ended.returncode == 0, ended.stderr
    return other.start()
