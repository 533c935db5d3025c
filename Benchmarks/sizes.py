"""The bytes that a first visit downloads."""

from pathlib import Path


def measure(table, web):
    web = Path(web)
    table.section("Sizes")
    table.add("daybook.wasm", (web / "daybook.wasm").stat().st_size, "B", 300_000)
    table.add("daybook.wasm in brotli", (web / "daybook.wasm.br").stat().st_size, "B", 120_000)
    table.add("host.js", (web / "host.js").stat().st_size, "B", 40_000)
    table.add("all JavaScript", sum(file.stat().st_size for file in web.glob("*.js")), "B")
    table.add("all JavaScript in brotli", sum(file.stat().st_size for file in web.glob("*.js.br")), "B")
    everything = [file for file in web.rglob("*") if file.suffix not in (".br", ".gz") and file.is_file()]
    small = sum(min(part.stat().st_size for part in (file, Path(f"{file}.br")) if part.exists()) for file in everything)
    table.add("everything of a first visit, compressed", small, "B")
