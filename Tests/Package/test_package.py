"""What somebody does who installs Daybook without a compiler: install, serve, sign up, add, sync, update, remove, purge."""

import gzip
import json
import os
import re
import signal
import subprocess
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import PACKAGES, field, only
from person import Account
from server import ROOT, free_port

UNIT = "usr/lib/systemd/system/daybook.service"
# Bytes of all that is unpacked, web app included. The present size, so that it does not grow.
UNPACKED_MAXIMUM = 50_000_000
# What the sandbox leaves open, from 0 to 10, by `systemd-analyze security`.
EXPOSURE_MAXIMUM = 2.0


def exec_line(debian):
    """The words by which systemd starts the server."""
    return re.search(r"^ExecStart=(.*)$", debian.path(UNIT).read_text(), re.M)[1].split()


@contextmanager
def served(debian, *more, before=(), line=None):
    """The server as systemd starts it: by the unit's own line, as the unit's user. Gives its port."""
    port = json.loads(debian.path("/etc/daybook/config.json").read_text())["port"] if line is None else free_port()
    words = line(port) if line else exec_line(debian)
    process = subprocess.Popen(
        debian.words(*words, *more, user="daybook" if line is None else None, before=before),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        for _ in range(400):
            if process.poll() is not None:
                raise RuntimeError(process.stdout.read())
            try:
                call(port, "/healthz")
                break
            except OSError:
                time.sleep(0.05)
        yield port
    finally:
        # strace itself takes no signals while it writes to a file.
        server = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split() if before else [process.pid]
        for number in server:
            os.kill(int(number), signal.SIGTERM)
        process.wait(timeout=60)


def call(port, path, body=None, token=None):
    """The answer of the server, read as JSON if it is that."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}")
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=20) as answer:
        content = answer.read()
        return json.loads(content) if "json" in answer.headers["Content-Type"] else content


def install(debian, package=None):
    return debian("dpkg", "--install", debian.put(package or only("*.deb")))


def set_port(debian):
    """As an operator does it, in the config file."""
    config = debian.path("/etc/daybook/config.json")
    settings = json.loads(config.read_text())
    settings["port"] = free_port()
    config.write_text(json.dumps(settings))


def newer(folder, package):
    """The same package with the next revision."""
    tree = folder / "newer"
    subprocess.run(["dpkg-deb", "--raw-extract", package, tree], check=True)
    control = tree / "DEBIAN/control"
    control.write_text(re.sub(r"^(Version: .*-)1$", r"\g<1>2", control.read_text(), flags=re.M))
    target = folder / "newer.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", tree, target], check=True, capture_output=True)
    return target


def sign_up(port, account):
    body = {"name": account.name, "mobile": account.mobile, "email": account.email, "password": account.password}
    return call(port, "/api/v1/accounts", body)["token"]


def titles(port, token):
    return {item["title"] for item in call(port, "/api/v1/todos?limit=200", token=token)["items"]}


@pytest.fixture
def asha(debian):
    """Somebody with a home on the machine, who uses the terminal there."""
    debian("useradd", "--create-home", "asha")

    def run(*words, **options):
        return debian("daybook", *words, user="asha", **options)

    return run


def test_C21_a_newcomer_installs_serves_syncs_updates_and_purges(debian, asha, tmp_path):
    swift = debian("find", "/", "-xdev", "-name", "libswift*", "-o", "-xdev", "-name", "libFoundation*", "-o", "-xdev", "-name", "swiftc")
    assert swift == ""
    install(debian)
    set_port(debian)
    assert "Added" in asha("add", "Pay rent tomorrow 9am #home")
    assert "Pay rent" in asha()

    account = Account()
    with served(debian) as port:
        page = call(port, "/").decode()
        assert "Daybook" in page and call(port, "/daybook.wasm").startswith(b"\0asm")
        token = sign_up(port, account)
        login = ["login", f"http://127.0.0.1:{port}", "--user", account.email, "--password-stdin"]
        assert "1 sent" in asha(*login, input=account.password + "\n")
        assert "Pay rent" in titles(port, token)
    data = debian.path("/var/lib/daybook")
    assert (data.stat().st_mode & 0o777, data.stat().st_uid) == (0o700, user(debian, "daybook"))
    assert all(file.stat().st_uid == user(debian, "daybook") for file in data.rglob("*"))

    # An update keeps the operator's settings and everybody's data.
    settings = debian.path("/etc/daybook/config.json").read_text()
    asha("add", "Water the fern")
    install(debian, newer(tmp_path, only("*.deb")))
    assert debian.path("/etc/daybook/config.json").read_text() == settings
    assert debian("dpkg-query", "--show", "--showformat=${Version}", "daybook").endswith("-2")
    with served(debian) as port:
        assert "1 sent" in asha("sync")
        assert {"Pay rent", "Water the fern"} <= titles(port, token)

    debian("dpkg", "--remove", "daybook")
    assert not debian.path("/usr/bin/daybook").exists() and not debian.path("/usr/lib/daybook").exists()
    assert any(data.iterdir())
    assert "stays in /var/lib/daybook" in debian("dpkg", "--purge", "daybook")
    assert any(data.iterdir())
    assert not debian.path("/etc/daybook/config.json").exists()


def user(debian, name):
    """The number of a user of the root."""
    return int(debian("id", "--user", name))


@pytest.mark.parametrize("answer", ["true", "false"])
def test_C21_purging_deletes_the_data_only_after_a_yes(debian, answer):
    install(debian)
    set_port(debian)
    with served(debian):
        pass
    data = debian.path("/var/lib/daybook")
    assert (data / "daybook.sqlite").exists() or any(data.iterdir())
    debian("debconf-set-selections", input=f"daybook daybook/purge-data boolean {answer}\n")
    told = debian("dpkg", "--purge", "daybook")
    assert data.exists() == (answer == "false")
    assert ("stays in" in told) == (answer == "false")
    assert "daybook/purge-data" not in debian("debconf-show", "daybook")


def test_the_archive_runs_where_it_is_unpacked(debian, tmp_path):
    archive = debian.put(only("*.tar.gz"))
    debian("tar", "--extract", "--gzip", "--file", archive, "--directory", "/srv")
    folder = next(debian.path("/srv").iterdir()).name
    program = f"/srv/{folder}/bin/daybook"
    assert debian(program, "--version").strip() in folder
    with served(debian, line=lambda port: [program, "serve", "--port", port, "--data", "/tmp/data"]) as port:
        assert b"Daybook" in call(port, "/")
        assert sign_up(port, Account())


def test_C21_every_command_has_a_manual_page_without_a_fault(tmp_path):
    program = ROOT / ".build/release/daybook"
    described = json.loads(subprocess.run([program, "--experimental-dump-help"], check=True, capture_output=True).stdout)
    pages = PACKAGES / "debian/usr/share/man/man1"

    def visit(command, words):
        name = "-".join(words)
        page = tmp_path / f"{name}.1"
        page.write_bytes(gzip.decompress((pages / f"{name}.1.gz").read_bytes()))
        faults = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z", page], capture_output=True, text=True).stderr
        assert faults == "", faults
        text = subprocess.run(["man", "--local-file", page], capture_output=True, text=True, env={"MANWIDTH": "200", "PATH": "/usr/bin:/bin"})
        plain = " ".join(re.sub(".\b", "", text.stdout).split())
        for argument in command.get("arguments", []):
            if argument.get("shouldDisplay", True) and argument["kind"] != "positional":
                assert "--" + argument["preferredName"]["name"] in plain, (name, argument["preferredName"])
        assert " ".join(words) in plain and command["abstract"].rstrip(".")[:30] in plain, name
        assert subprocess.run(["lexgrog", page], capture_output=True).returncode == 0, name
        count = 1
        for child in command.get("subcommands", []):
            if child["commandName"] != "help":
                count += visit(child, [*words, child["commandName"]])
        return count

    assert visit(described["command"], ["daybook"]) == len(list(pages.iterdir()))


def test_completions_are_scripts_of_their_shells():
    share = PACKAGES / "debian/usr/share"
    bash = share / "bash-completion/completions/daybook"
    subprocess.run(["bash", "-n", bash], check=True)
    complete = f'source {bash}; COMP_WORDS=(daybook no); COMP_CWORD=1; COMP_LINE="daybook no"; COMP_POINT=10; _daybook; echo "${{COMPREPLY[@]}}"'
    assert "note" in subprocess.run(["bash", "-c", complete], capture_output=True, text=True).stdout.split()
    assert (share / "zsh/vendor-completions/_daybook").read_text().startswith("#compdef daybook")
    assert "complete -c 'daybook'" in (share / "fish/vendor_completions.d/daybook.fish").read_text()


def test_the_unit_is_sound_and_closed(debian, tmp_path):
    install(debian)
    unit = debian.path(UNIT)
    # Where systemd looks, there is no such program.
    copy = tmp_path / "daybook.service"
    copy.write_text(unit.read_text().replace("ExecStart=/usr/bin/daybook", "ExecStart=/bin/true"))
    checked = subprocess.run(["systemd-analyze", "verify", "--man=no", copy], capture_output=True, text=True)
    assert "daybook" not in checked.stderr, checked.stderr
    secured = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)], capture_output=True, text=True
    )
    exposure = float(re.search(r"exposure level for .*: ([\d.]+)", secured.stdout)[1])
    assert exposure <= EXPOSURE_MAXIMUM, secured.stdout


def allowed_calls():
    """The system calls that the unit's filter lets through."""
    listed = subprocess.run(["systemd-analyze", "syscall-filter"], capture_output=True, text=True, check=True).stdout
    groups, name = {}, None
    for line in listed.splitlines():
        if line.startswith("@"):
            name = line.strip()
            groups[name] = []
        elif name and line.startswith("    ") and not line.strip().startswith("#"):
            groups[name].append(line.strip())

    def calls(group):
        return {call for entry in groups[group] for call in (calls(entry) if entry.startswith("@") else [entry])}

    return calls("@system-service") - calls("@privileged")


def test_the_server_makes_no_call_that_the_sandbox_refuses(debian, tmp_path):
    install(debian)
    set_port(debian)
    trace = tmp_path / "calls"
    with served(debian, before=["strace", "--follow-forks", "--output", str(trace)]) as port:
        token = sign_up(port, Account())
        call(port, "/api/v1/todos", {"title": "Pay rent"}, token)
        urllib.request.urlopen(
            urllib.request.Request(f"http://127.0.0.1:{port}/api/v1/account/export", headers={"Authorization": f"Bearer {token}"})
        ).read()
    lines = trace.read_text(errors="replace").splitlines()
    # From the moment at which systemd would start it.
    server = next(re.match(r"\d+", line)[0] for line in lines if 'execve("/usr/bin/daybook"' in line)
    begin = next(index for index, line in enumerate(lines) if 'execve("/usr/bin/daybook"' in line)
    made = {match[1] for line in lines[begin:] if (match := re.match(r"\d+ +([a-z_0-9]+)\(", line)) and int(re.match(r"\d+", line)[0]) >= int(server)}
    assert len(made) > 30 and made <= allowed_calls(), made - allowed_calls()


def test_the_package_is_small_and_names_what_it_needs():
    unpacked = sum(file.lstat().st_size for file in (PACKAGES / "debian/usr").rglob("*"))
    assert unpacked < UNPACKED_MAXIMUM
    depends = field(only("*.deb"), "Depends")
    for library in ("libc6", "libsqlite3-0", "zlib1g", "adduser", "debconf"):
        assert library in depends
    third = gzip.decompress((PACKAGES / "debian/usr/share/doc/daybook/third-party.gz").read_bytes()).decode()
    for package in ("GRDB.swift", "swift-nio", "swift-crypto", "hummingbird", "Swift: LICENSE"):
        assert package in third


def test_make_install_installs_below_a_prefix(tmp_path):
    for _ in range(2):  # over itself
        subprocess.run(["make", "install", f"PREFIX={tmp_path}/local"], cwd=ROOT, check=True, capture_output=True)
    program = tmp_path / "local/bin/daybook"
    assert subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    assert (tmp_path / "local/lib/daybook/daybook-web/index.html").exists()
    assert (tmp_path / "local/share/man/man1/daybook-note-add.1.gz").exists()
