"""The bytes of a first visit and of the package, and how much of the linker's list is still true."""

import subprocess
from pathlib import Path

# The list is usable without daybook.rest, which Tests/Browser/test_rest.py proves: it shows, can be searched and filtered, and
# to-dos can be marked. Adding one needs the editor's rules, and waits.
UNTIL_USABLE = ("index.html", "look.js", "style.css", "host.js", "daybook.wasm")


def measure(table, web):
    web = Path(web)
    table.section("Sizes")
    table.add("daybook.wasm", (web / "daybook.wasm").stat().st_size, "B")
    first = {name: (web / f"{name}.br").stat().st_size for name in UNTIL_USABLE}
    table.add("daybook.wasm in brotli", first["daybook.wasm"], "B")
    table.add("daybook.rest in brotli", (web / "daybook.rest.br").stat().st_size, "B")
    table.add("what a list needs until it is usable, in brotli", sum(first.values()), "B", 180_000)
    written = Path(__file__).resolve().parents[1] / "Web"
    host = [written / "host.js", *(written / "host").glob("*.js")]
    table.add("host.js and host/, as written", sum(file.stat().st_size for file in host), "B", 40_000)
    table.add("all JavaScript", sum(file.stat().st_size for file in web.glob("*.js")), "B")
    table.add("all JavaScript in brotli", sum(file.stat().st_size for file in web.glob("*.js.br")), "B")
    everything = [file for file in web.rglob("*") if file.suffix not in (".br", ".gz") and file.is_file()]
    small = sum(min(part.stat().st_size for part in (file, Path(f"{file}.br")) if part.exists()) for file in everything)
    table.add("everything of a first visit, compressed", small, "B", 320_000)
    measure_package(table, Path(__file__).resolve().parents[1] / ".build/package")


def measure_order(table, program):
    """How many names of scripts/server.order are still those of functions; scripts/order.py writes it again."""
    lines = subprocess.run(["nm", "-P", program], check=True, capture_output=True, text=True).stdout.splitlines()
    there = {line.split(" ", 1)[0] for line in lines}
    ordered = (Path(__file__).resolve().parents[1] / "scripts/server.order").read_text().split()
    share = 100 * sum(name in there for name in ordered) / len(ordered)
    table.add("names of scripts/server.order that the program has", share, "%", 75, False)


def measure_package(table, folder):
    """What `make package` has made, if it did."""
    for package in folder.glob("*.deb"):
        installed = subprocess.run(
            ["dpkg-deb", "--field", package, "Installed-Size"], check=True, capture_output=True, text=True
        ).stdout
        table.add("the Debian package", package.stat().st_size, "B")
        table.add("the same, unpacked with the web app", int(installed) * 1024, "B", 34_000_000)
