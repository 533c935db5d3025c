"""The first steps of a newcomer: `make run`, the address in a phone's browser, Ctrl-C. `make smoke` builds everything."""

import os
import shutil
import signal
import subprocess
import time

import pytest

from server import ROOT, Server

pytestmark = pytest.mark.smoke


class MadeByMake(Server):
    """A server started by `make run` alone, with nothing set but the port and the data folder."""

    def start(self):
        self.log = open(self.folder / "log", "ab")
        self.process = subprocess.Popen(
            ["make", "run"],
            cwd=ROOT,
            env={**os.environ, "PORT": str(self.port), "DAYBOOK_DATA": str(self.folder / "data")},
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=self.log,
            start_new_session=True,
        )
        for _ in range(40 * 60):
            try:
                if self.request("GET", "/healthz")[0] == 200:
                    return self
            except OSError:
                assert self.process.poll() is None, self.written_log()
            time.sleep(1)
        raise RuntimeError(f"the server does not answer:\n{self.written_log()}")

    def stop(self):
        """Ctrl-C: the terminal sends the signal to make and to what it runs."""
        os.killpg(self.process.pid, signal.SIGINT)
        code = self.process.wait(timeout=120)
        self.log.close()
        # make does not wait for the server, which finishes what is under way.
        for _ in range(2_000):
            try:
                self.request("GET", "/healthz")
            except OSError:
                break
            time.sleep(0.05)
        return code


def test_make_run_serves_keeps_and_ends(people):
    server = MadeByMake()
    try:
        server.start()
        person = people("phone", server).sign_up()
        person.add("Buy stamps", "Water the fern")
        person.wait_until_synced()
        assert server.stop() in (0, 2, -signal.SIGINT)
        log = (server.folder / "log").read_text(errors="replace")  # all of it: a first build prints much
        for word in ("[1/3]", "[2/3]", "[3/3]"):
            assert word in log
        for word in ("Fatal", "Traceback", "error:", person.account.password, "Buy stamps", person.account.email):
            assert word not in log

        server.start()
        again = people("phone", server)
        again.account = person.account
        again.sign_in()
        again.row("Buy stamps").wait_for()
        again.row("Water the fern").wait_for()
    finally:
        if server.process and server.process.poll() is None:
            server.stop()
        shutil.rmtree(server.folder, ignore_errors=True)
