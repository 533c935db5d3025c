"""Writes scripts/server.order: the functions that answer requests, by which the linker puts them side by side.

    .venv/bin/python scripts/order.py          after scripts/build.sh and scripts/install.sh bench, as root; and then the first again

`perf` (Debian's linux-perf) samples the server of the release while it answers the requests of Benchmarks. A function that
was found in one of these loads is named; those that a load spends most in come first.
"""

import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Benchmarks"))

import load  # noqa: E402
import pushes  # noqa: E402
from pages import sign_up  # noqa: E402
from person import Account  # noqa: E402

ORDER = ROOT / "scripts/server.order"
CONNECTIONS = 64
SECONDS = 5
SAMPLES = 9_000  # a second, of each thread


def loads(server, program):
    """Each load, as something that takes so many seconds."""
    reader = load.account_with_todos(server, 100)
    devices, writers = ([sign_up(server, Account()) for _ in range(CONNECTIONS)] for _ in range(2))
    todos = f"{server.url}/api/v1/todos"
    yield lambda seconds: load.wrk(f"{server.url}/{load.FILE}", CONNECTIONS, seconds=seconds)
    yield lambda seconds: load.wrk(f"{todos}?limit=100", CONNECTIONS, "GET", reader, seconds=seconds)
    yield lambda seconds: pushes.push(program, server, CONNECTIONS, devices, seconds)
    yield lambda seconds: load.wrk(todos, CONNECTIONS, "POST", *writers, seconds=seconds)


def sampled(server, work, record):
    """The shares of the program's functions in the processor's time, by their symbols, in percent."""
    perf = ["perf", "record", "--quiet", "--freq", str(SAMPLES), "--pid", str(server.process.pid), "--output", record]
    with subprocess.Popen([*perf, "--", "sleep", str(SECONDS)], stderr=subprocess.DEVNULL) as recorder:
        work(SECONDS + 1)
    if recorder.returncode:
        sys.exit("perf could not record; it needs root, or a lower kernel.perf_event_paranoid")
    report = ["perf", "report", "--input", record, "--no-demangle", "--stdio", "--sort", "symbol", "--dsos", "daybook"]
    lines = subprocess.run(report, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    for line in lines.splitlines():
        match line.split():
            case [share, "[.]", symbol, *_] if not symbol.startswith("0x"):
                yield symbol, float(share.rstrip("%"))


def main():
    shares = defaultdict(float)
    with tempfile.TemporaryDirectory() as folder, pushes.client() as program, load.daybook_with_file() as server:
        for work in loads(server, program):
            for symbol, share in sampled(server, work, Path(folder) / "samples"):
                shares[symbol] = max(shares[symbol], share)
    if len(shares) < 500:
        sys.exit(f"only {len(shares)} functions were found; is {load.RELEASE} a release with its symbols?")
    ordered = sorted(shares, key=lambda symbol: (-shares[symbol], symbol))
    ORDER.write_text("".join(f"{symbol}\n" for symbol in ordered))
    (ROOT / ".build/release/daybook").unlink(missing_ok=True)  # the build does not know that its linker reads the file
    print(f"{len(ordered)} functions in {ORDER.relative_to(ROOT)}")


main()
