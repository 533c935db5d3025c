"""TLS as an operator sets it up: the README's commands, a phone's client, files that do not match, and renewal."""

import contextlib
import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import time

import pytest

from server import ROOT, Server


def openssl(folder, *arguments):
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)


def certify(folder, name, days="30", authority=("root.crt", "root.key")):
    """A key and a certificate for this machine, by the authority of the README's commands."""
    openssl(folder, "req", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{name}.key", "-out", "csr", "-subj", "/CN=x")
    (folder / "names").write_text("subjectAltName=DNS:localhost,IP:127.0.0.1\n")
    certificate, key = authority
    openssl(
        folder, "x509", "-req", "-in", "csr", "-CA", certificate, "-CAkey", key, "-days", days, "-extfile", "names",
        "-out", f"{name}.crt",
    )


@pytest.fixture(scope="session")
def authority(tmp_path_factory):
    """The files that the README's commands make, run unchanged except for this machine's name."""
    readme = (ROOT / "README.md").read_text()
    section = readme.split("## On the phone in your home network")[1].split("\n## ")[0]
    commands = "\n".join(block for block in re.findall(r"```sh\n(.*?)```", section, re.S) if "openssl" in block)
    assert "daybook.local" in commands and "192.168.1.10" in commands
    commands = commands.replace("daybook.local", "localhost").replace("192.168.1.10", "127.0.0.1")
    folder = tmp_path_factory.mktemp("authority")
    subprocess.run(["bash", "-euc", commands], cwd=folder, check=True, capture_output=True)
    return folder


class Secure(Server):
    """A server that uses TLS, and a client that trusts its authority."""

    def __init__(self, authority, certificate=None, key=None, **settings):
        self.authority = authority
        certificate = certificate or authority / "daybook.crt"
        super().__init__(tls_certificate=certificate, tls_key=key or authority / "daybook.key", **settings)
        self.trust = ssl.create_default_context(cafile=authority / "daybook-root.crt")

    def connect(self, context=None):
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=120)
        return (context or self.trust).wrap_socket(plain, server_hostname="localhost")

    def request(self, method, path, body=None, token=None, headers=None):
        connection = http.client.HTTPSConnection("localhost", self.port, timeout=120, context=self.trust)
        headers = dict(headers or {})
        if body is not None:
            headers["Content-Type"] = "application/json"
        if token:
            headers["Authorization"] = f"Bearer {token}"
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        response = connection.getresponse()
        self.headers = response.headers
        data = response.read()
        connection.close()
        try:
            return response.status, json.loads(data) if data else None
        except ValueError:  # the document, if the web app is built
            return response.status, data


@pytest.fixture
def secure(authority):
    server = Secure(authority)
    yield server
    server.remove()


def test_the_readmes_commands_make_a_server_that_a_phone_trusts(secure, sign_up):
    secure.start()
    assert f"https://localhost:{secure.port}" in secure.written_log()
    sign_up(secure)
    cookie = secure.headers["Set-Cookie"]
    assert cookie.startswith("__Host-daybook=") and "; Secure" in cookie and "; Path=/;" in cookie
    assert "Domain" not in cookie
    for path in ("/healthz", "/api/v1/rules", "/api/v1/account", "/nothing/here"):
        secure.request("GET", path)
        assert secure.headers["Strict-Transport-Security"] == "max-age=31536000", path
        assert secure.headers["Server"] is None
    assert secure.stop() == 0


def test_without_tls_no_browser_is_told_to_ask_for_it(server):
    server.start()
    with socket.create_connection(("127.0.0.1", server.port), timeout=120) as client:
        client.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: https\r\nConnection: close\r\n\r\n")
        answer = client.makefile("rb").read().lower()
    assert answer.startswith(b"http/1.1 200")
    assert b"strict-transport-security" not in answer


def test_tls_before_1_2_is_refused_and_1_2_is_spoken(secure):
    secure.start()
    for version, spoken in ((ssl.TLSVersion.TLSv1_2, "TLSv1.2"), (ssl.TLSVersion.TLSv1_3, "TLSv1.3")):
        client = ssl.create_default_context(cafile=secure.authority / "daybook-root.crt")
        client.minimum_version = client.maximum_version = version
        with secure.connect(client) as connection:
            name, _, bits = connection.cipher()
            assert connection.version() == spoken
            assert bits >= 128 and ("GCM" in name or "CHACHA20" in name)
            assert version == ssl.TLSVersion.TLSv1_3 or name.startswith("ECDHE")
    for flag in ("-tls1", "-tls1_1"):
        ended = subprocess.run(
            ["openssl", "s_client", flag, "-cipher", "ALL:@SECLEVEL=0", "-connect", f"127.0.0.1:{secure.port}"],
            input="", capture_output=True, text=True, timeout=120,
        )
        assert "alert protocol version" in ended.stderr or "no protocols available" in ended.stderr, ended.stderr


def test_a_body_over_its_limit_is_cut_off_over_tls_too(secure):
    secure.start()
    with secure.connect() as connection:
        head = "POST /api/v1/accounts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        connection.sendall((head + "Content-Length: 3000000000\r\n\r\n").encode() + b"x" * 300_000)
        answer = b""
        with contextlib.suppress(ConnectionError, ssl.SSLError):  # the end of what was not read
            while data := connection.recv(65536):
                answer += data
    assert answer.startswith(b"HTTP/1.1 413"), answer[:80]
    assert b'"status":413' in answer


@pytest.mark.parametrize("noise", [b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"\x16\x03\x01\x02\x00\x01", b"\x00" * 5000])
def test_noise_at_the_tls_port_harms_nothing(secure, noise):
    secure.start()
    with socket.create_connection(("127.0.0.1", secure.port), timeout=120) as client:
        try:
            client.sendall(noise)
            client.shutdown(socket.SHUT_WR)
            assert not client.recv(65536).startswith(b"HTTP")
        except OSError:
            pass  # the server closed before it had read everything
    assert secure.request("GET", "/healthz")[0] == 200


# Files that do not fit


def output_of(binary, folder, *arguments, **environment):
    """The message of a program that refuses to start, and its exit code."""
    command = [binary, "serve", "--port", "0", "--data", folder / "data", *map(str, arguments)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, env={**os.environ, **environment})
    assert ended.returncode not in (0, None) and ended.returncode > 0, ended.stderr
    assert "Fatal error" not in ended.stderr
    return ended.stderr, ended.returncode


@pytest.mark.parametrize(
    "certificate, key, words",
    [
        ("none.crt", "daybook.key", ["none.crt", "No such file", "--tls-certificate"]),
        ("daybook.crt", "none.key", ["none.key", "No such file", "--tls-key"]),
        ("folder", "daybook.key", ["folder", "cannot be read"]),
        ("daybook.key", "daybook.key", ["daybook.key", "no certificate"]),
        ("daybook.crt", "daybook.crt", ["daybook.crt", "no private key"]),
        ("daybook.crt", "empty", ["empty", "no private key"]),
        ("daybook.crt", "other.key", ["other.key", "daybook.crt", "not the one of"]),
        ("swapped.crt", "daybook.key", ["swapped.crt", "must stand first"]),
        ("daybook.crt", "locked.key", ["locked.key", "passphrase", "openssl pkey"]),
        ("expired.crt", "expired.key", ["expired.crt", "expired at", "Renew it"]),
        ("daybook.crt", None, ["--tls-certificate", "--tls-key"]),
        (None, "daybook.key", ["--tls-certificate", "--tls-key"]),
    ],
)
def test_files_that_do_not_fit_are_reported_plainly(server, authority, tmp_path, certificate, key, words):
    for name in ("daybook.crt", "daybook.key", "daybook-root.crt", "daybook-root.key"):
        shutil.copy(authority / name, tmp_path / name)
    roots = ("daybook-root.crt", "daybook-root.key")
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty").write_text("")
    certify(tmp_path, "other", authority=roots)
    certify(tmp_path, "expired", days="-1", authority=roots)
    openssl(tmp_path, "pkey", "-in", "daybook.key", "-aes256", "-passout", "pass:secret", "-out", "locked.key")
    swapped = (tmp_path / "daybook-root.crt").read_text() + (tmp_path / "daybook.crt").read_text()
    (tmp_path / "swapped.crt").write_text(swapped)
    arguments = ["--tls-certificate", tmp_path / certificate] if certificate else []
    arguments += ["--tls-key", tmp_path / key] if key else []
    text, code = output_of(server.binary, tmp_path, *arguments)
    assert code == 1
    for word in words:
        assert word in text, text


def test_malformed_proxies_are_reported_plainly(server, tmp_path):
    text, code = output_of(server.binary, tmp_path, "--trusted-proxies", "127.0.0.1, proxy.example")
    assert code == 1
    assert "proxy.example" in text and "trustedProxies" in text and "10.0.0.0/8" in text


# Renewal


def serial_of(server):
    with server.connect() as connection:
        return connection.getpeercert()["serialNumber"]


def wait_for(happens, seconds=120):
    for _ in range(seconds * 5):
        if happens():
            return
        time.sleep(0.2)
    raise AssertionError("it did not happen")


@pytest.mark.long
def test_a_renewed_certificate_is_taken_up_without_a_restart(authority, tmp_path):
    for name in ("daybook.crt", "daybook.key"):
        shutil.copy(authority / name, tmp_path / name)
    roots = (authority / "daybook-root.crt", authority / "daybook-root.key")
    certify(tmp_path, "renewed", authority=roots)
    server = Secure(authority, tmp_path / "daybook.crt", tmp_path / "daybook.key")
    try:
        server.start()
        before = serial_of(server)
        with server.connect() as old:
            # One file is there before the other: no connection gets a key that does not match.
            shutil.copy(tmp_path / "renewed.crt", tmp_path / "daybook.crt")
            wait_for(lambda: "keeps the present certificate" in server.written_log())
            assert serial_of(server) == before
            shutil.copy(tmp_path / "renewed.key", tmp_path / "daybook.key")
            wait_for(lambda: serial_of(server) != before)
            # Open connections stay open.
            old.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert old.recv(100).startswith(b"HTTP/1.1 200")
        wait_for(lambda: "loaded the renewed certificate" in server.written_log())
        assert server.stop() == 0
    finally:
        server.remove()
