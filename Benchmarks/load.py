"""The server under load from 1, 8 and 64 connections, beside a static file, nginx, and a raw SQLite commit."""

import json
import os
import shutil
import statistics
import subprocess
import tempfile
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bare import peer as bare_peer
from nginx import nginx
from pages import RELEASE, sign_up
from person import Account
from server import Server

HERE = Path(__file__).resolve().parent
SECONDS = 3
ROUNDS = 7
FILE, FILE_BYTES = "measured.css", 57_000  # whatever the web app's own files have


@contextmanager
def daybook_with_file():
    """A server whose web app has one file more."""
    with tempfile.TemporaryDirectory() as folder:
        web = Path(folder) / "web"
        shutil.copytree(RELEASE.parent / "daybook-web", web)
        style = (web / "style.css").read_bytes()
        (web / FILE).write_bytes((style * (FILE_BYTES // len(style) + 1))[:FILE_BYTES])
        server = Server(binary=RELEASE, web=web).start()
        try:
            yield server
        finally:
            server.remove()


def wrk(url, connections, method="GET", *tokens, seconds=SECONDS):
    """Requests per second, p50 and p99 in milliseconds, and how many failed. Of several tokens each request has the next."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report"
        subprocess.run(
            ["wrk", "--threads", "1", "--connections", str(connections), "--duration", f"{seconds}s",
             "--latency", "--script", HERE / "requests.lua", url, "--", method, *(tokens or ("-",))],
            env={**os.environ, "DAYBOOK_BENCH_REPORT": str(report)},
            check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
        result = json.loads(report.read_text())
    result["rate"] = result["requests"] / result["seconds"]
    return result


def bare_posts(seconds):
    """Posts per second that NIO alone commits in groups, from 64 connections: no checks, no accounts, no log."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "empty").touch()
        with bare_peer("BareNIO", folder / "empty", folder) as port:
            return wrk(f"http://127.0.0.1:{port}/", 64, "POST", seconds=seconds)


class RawSQLite:
    """A program with one SQLite connection, in the folder where the server keeps its data."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.program = Path(self.folder.name) / "raw_sqlite"
        subprocess.run(["cc", "-O2", "-o", self.program, HERE / "raw_sqlite.c", "-lsqlite3"], check=True)
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def run(self, seconds):
        """Durable commits per second to a new database, p50 and p99 in milliseconds."""
        with tempfile.TemporaryDirectory(dir=self.folder.name) as folder:
            result = subprocess.run([self.program, Path(folder) / "peer.db", str(seconds)], check=True, capture_output=True)
            return json.loads(result.stdout)


def memory(server):
    """Resident memory of the server in MiB: now, and at most so far."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    read = lambda name: int(next(line for line in status.splitlines() if line.startswith(name)).split()[1]) / 1024
    return read("VmRSS"), read("VmHWM")


def account_with_todos(server, count):
    status, answer = server.request("POST", "/api/v1/accounts", {
        "name": "Asha Kumar", "mobile": f"98765{count:05d}", "email": f"load{count}@example.org",
        "password": "cobalt#RIVER27"})
    if status != 201:
        raise RuntimeError(f"sign-up answered {status}: {answer}")
    token = answer["token"]
    for number in range(count):
        server.request("POST", "/api/v1/todos", {"title": f"Something to do {number}", "tags": ["home"]}, token)
    return token


def median(results):
    """The medians of some results of the same kind."""
    return {name: statistics.median(one[name] for one in results) for name in results[0]}


def report(table, what, results):
    for connections, result in results.items():
        table.add(f"{what}, {connections} connection{'s' if connections > 1 else ''}", result["rate"], "/s")
        failed = f", {result['failed']} failed" if result["failed"] else ""
        table.note(f"{'':4}p50 {result['p50']:.2f} ms, p99 {result['p99']:.2f} ms{failed}")


def measure_beside_nginx(table, server, reader, with_bare):
    """A static file and a list from 64 connections, in turns with servers of that file's bytes: nginx, and perhaps NIO and
    Hummingbird."""
    folder = Path(tempfile.mkdtemp(prefix="daybook-nginx-"))
    own, lists, peer = [], [], []
    bare = {"BareNIO": [], "BareHummingbird": []} if with_bare else {}
    try:
        (folder / "files").mkdir()
        file = folder / "files" / "style.css"
        file.write_bytes(server.request("GET", f"/{FILE}")[1])
        with nginx(folder) as port, ExitStack() as stack:
            others = [(peer, port)]
            others += [(rates, stack.enter_context(bare_peer(name, file, folder))) for name, rates in bare.items()]
            for _ in range(ROUNDS):
                own.append(wrk(f"{server.url}/{FILE}", 64, seconds=2)["rate"])
                lists.append(wrk(f"{server.url}/api/v1/todos?limit=100", 64, "GET", reader, seconds=2)["rate"])
                for rates, other in others:
                    rates.append(wrk(f"http://127.0.0.1:{other}/style.css", 64, seconds=2)["rate"])
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    own, lists, peer = map(statistics.median, (own, lists, peer))
    table.add(f"a file of {FILE_BYTES / 1e3:.0f} KB from nginx, 64 connections (median of {ROUNDS}, in turns)", peer, "/s")
    table.add("the same file from Daybook, to nginx", own / peer, "×", 0.7, less_is_better=False)
    table.add("GET /api/v1/todos (100 items), to nginx and that file", lists / peer, "×", 0.5, less_is_better=False)
    for name, rates in bare.items():
        table.add(f"the same file from {name.removeprefix('Bare')} alone, to nginx", statistics.median(rates) / peer, "×")


def measure(table, server, with_bare=False):
    table.section(f"Server ({SECONDS} s each; wrk on the same machine takes its share of the processor)")
    idle, _ = memory(server)
    reader = account_with_todos(server, 100)
    writer = account_with_todos(server, 0)

    static, reads, writes = {}, {}, {}
    for connections in (1, 8, 64):
        static[connections] = wrk(f"{server.url}/{FILE}", connections)
        reads[connections] = wrk(f"{server.url}/api/v1/todos?limit=100", connections, "GET", reader)
    after_reads, _ = memory(server)
    measure_beside_nginx(table, server, reader, with_bare)
    for connections in (1, 8):
        writes[connections] = wrk(f"{server.url}/api/v1/todos", connections, "POST", writer)
    # An account has two calls under way at most, so 64 connections of one account share a commit by two.
    writers = [sign_up(server, Account()) for _ in range(64)]
    # In short turns with the peer, so that both meet the same disk and the same neighbours.
    turns, of_one, of_all, bare, peers = 6, [], [], [], []
    with RawSQLite() as raw_sqlite:
        for _ in range(turns):
            of_one.append(wrk(f"{server.url}/api/v1/todos", 64, "POST", writer, seconds=2))
            peers.append(raw_sqlite.run(2))
            of_all.append(wrk(f"{server.url}/api/v1/todos", 64, "POST", *writers, seconds=2))
            if with_bare:
                bare.append(bare_posts(2))
    writes[64], accounts, peer = median(of_one), median(of_all), median(peers)
    after_writes, most = memory(server)

    report(table, f"a static file of {FILE_BYTES / 1e3:.0f} KB", static)
    report(table, "GET /api/v1/todos (100 items)", reads)
    report(table, "POST /api/v1/todos, one account", writes)
    report(table, "POST /api/v1/todos, an account for each", {64: accounts})
    table.add("raw SQLite, one connection, synchronous=FULL", peer["rate"], "/s")
    table.note(f"{'':4}p50 {peer['p50']:.2f} ms, p99 {peer['p99']:.2f} ms")
    for connections in (1, 8, 64):
        ratio = reads[connections]["rate"] / static[connections]["rate"]
        table.add(f"reads to static file, {connections}", ratio, "×", 0.5, less_is_better=False)
    for what, result in {"one account": writes[64], "64 accounts": accounts}.items():
        ratio = result["rate"] / peer["rate"]
        table.add(f"writes from 64 connections of {what} to raw SQLite's commits", ratio, "×", 2, less_is_better=False)
    if bare:
        ratio = median(bare)["rate"] / peer["rate"]
        table.add("posts that NIO alone commits, 64 connections, to raw SQLite's commits", ratio, "×")
    table.add("memory: idle", idle, "MiB")
    table.add("memory: after the reads", after_reads, "MiB")
    table.add("memory: after the writes", after_writes, "MiB")
    table.add("memory: most", most, "MiB")
