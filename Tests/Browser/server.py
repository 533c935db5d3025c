"""A Daybook server of its own for tests: a free port, a folder that goes away, a clean end."""

import http.client
import itertools
import json
import os
import random
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


# The seconds for which a test waits for an answer: long enough for a loaded machine. A test that passes never waits so long.
PATIENCE = 120

# The system gives no port below 32,768 to a client's connection, so that a port from here is still free when the server
# starts, and when it starts again. Browsers refuse some ports below 20,000.
PORTS = range(20_000, 32_000)
SHARE = 1_000


def _own_ports():
    """Ports that no other process of this run takes: each process of pytest-xdist has a share of its own."""
    worker = re.search(r"\d+$", os.environ.get("PYTEST_XDIST_WORKER", ""))
    shares = len(PORTS) // SHARE
    share = (int(worker[0]) if worker else random.randrange(shares)) % shares
    ports = PORTS[share * SHARE : (share + 1) * SHARE]
    first = random.randrange(SHARE)
    return itertools.cycle([*ports[first:], *ports[:first]])


_ports = _own_ports()


def free_port():
    for port in itertools.islice(_ports, SHARE):
        with socket.socket() as listener:
            try:
                listener.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue
    raise RuntimeError("no port is free")


class Server:
    """`daybook serve`, started by `start` and ended by `stop` (as Ctrl-C does) or `kill` (as a crash does)."""

    def __init__(self, binary=None, **settings):
        self.binary = Path(binary or os.environ.get("DAYBOOK_BINARY") or ROOT / ".build/debug/daybook")
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="daybook-test-"))
        self.settings = settings
        self.process = None
        self.has_stopped = False

    @property
    def url(self):
        return f"{'https' if 'tls_certificate' in self.settings else 'http'}://localhost:{self.port}"

    def files(self):
        """The names of the web app's own files, without the forms in which each is also kept compressed."""
        folder = self.binary.resolve().parent / "daybook-web"
        return sorted(file.name for file in folder.iterdir() if file.suffix not in (".br", ".gz"))

    def connection(self):
        """A client's connection; a certificate is not looked at here."""
        if "tls_certificate" in self.settings:
            trusting = ssl._create_unverified_context()
            return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=PATIENCE, context=trusting)
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def start(self):
        self.launch()
        self._wait_until_it_answers()
        return self

    def launch(self):
        """Starts the process, and does not wait until it answers."""
        environment = {
            **os.environ,
            "HOST": "127.0.0.1",
            "PORT": str(self.port),
            "DAYBOOK_DATA": str(self.folder / "data"),
            # The cost that guards a password would only make these tests slow.
            "DAYBOOK_SCRYPT_COST": "10",
            # Every test comes from the same address.
            "DAYBOOK_RATE_LIMIT": "false",
            # Tests of the samples turn them on by themselves.
            "DAYBOOK_SAMPLES": "none",
            **{f"DAYBOOK_{name.upper()}": str(value) for name, value in self.settings.items()},
        }
        self.log = open(self.folder / "log", "ab")
        self.process = subprocess.Popen(
            [self.binary, "serve"],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=self.log,
        )

    def _wait_until_it_answers(self):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server ended at once:\n{self.written_log()}")
            try:
                if self.request("GET", "/healthz")[0] == 200:
                    return
            except OSError:
                pass
            time.sleep(0.05)
        raise RuntimeError(f"the server does not answer:\n{self.written_log()}")

    def request(self, method, path, body=None, token=None):
        """One JSON request that no browser makes: its status and its answer."""
        connection = self.connection()
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        response = connection.getresponse()
        data = response.read()
        connection.close()
        try:
            return response.status, json.loads(data) if data else None
        except ValueError:
            return response.status, data

    def status_of(self, token):
        """The status of a call with this token: 200 while its session is open, 401 afterwards."""
        return self.request("GET", "/api/v1/account", token=token)[0]

    def written_log(self):
        return (self.folder / "log").read_text(errors="replace")[-4000:]

    def stop(self):
        """Ends it as Ctrl-C does, and answers its exit code. A loaded machine may take long over what is under way."""
        self.has_stopped = True
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(timeout=PATIENCE)
        self.log.close()
        return code

    def kill(self):
        """Ends it in the middle of whatever it does."""
        self.process.kill()
        self.process.wait()
        self.log.close()

    def restart(self):
        self.stop()
        return self.start()

    def remove(self):
        if self.process and self.process.poll() is None:
            try:
                self.stop()
            finally:
                self.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
