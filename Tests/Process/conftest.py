"""The program from the operator's side: processes, signals, disks and sockets, without a browser."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Browser"))

from person import Account  # noqa: E402
from server import Server  # noqa: E402

pytest_plugins = ["runs"]


@pytest.fixture
def server():
    server = Server()
    yield server
    server.remove()


@pytest.fixture
def devices(server, tmp_path):
    from notebooks import Devices

    return Devices(server.start(), tmp_path)


@pytest.fixture
def sign_up():
    def sign_up(server):
        """A new account's token."""
        account = Account()
        body = {"name": account.name, "mobile": account.mobile, "email": account.email, "password": account.password}
        status, answer = server.request("POST", "/api/v1/accounts", body)
        assert status == 201, answer
        return answer["token"]

    return sign_up
