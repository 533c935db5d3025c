"""What the platform costs without Daybook (Benchmarks/Bare): NIO alone, and Hummingbird alone, as peers of the server."""

import os
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import pages  # noqa: F401  It says where the modules of Tests/Browser are.
from server import free_port

PACKAGE = Path(__file__).resolve().parent / "Bare"


def build():
    """Builds the peers, which takes some minutes the first time. DAYBOOK_BARE names a folder that has them already."""
    if "DAYBOOK_BARE" in os.environ:
        return Path(os.environ["DAYBOOK_BARE"])
    subprocess.run(["swift", "build", "-c", "release", "--package-path", PACKAGE], check=True, stdout=subprocess.DEVNULL)
    return PACKAGE / ".build" / "release"


@contextmanager
def peer(program, file, folder):
    """A peer that sends a file; `BareNIO` takes posts too, into a database in the folder. Brings the port."""
    port = free_port()
    process = subprocess.Popen(
        [build() / program, file, str(port), folder / f"{program}.db"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait()
