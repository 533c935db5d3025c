#!/usr/bin/env python3
"""Writes a copy of Foundation's ICU library with the part of its data that Daybook can need.

    scripts/small-icu.py lib_FoundationICU.a FOLDER

Foundation brings ICU with 34 MB of data for all languages. Daybook's own code has its words, dates and orders itself; what
is left is what Foundation may look up by itself: dates, numbers, time zones, and letters, as they are in no language and in
English. Without the rest ICU answers that it has none, and Foundation shows a code in place of a name, or compares by code points.
Without currencies or spelled-out numbers a number formatter would end the process.

The format: https://unicode-org.github.io/icu/userguide/icu_data/ ("ICU Data Files"): a header whose first two bytes hold its
length, then a table of contents (count, then an offset of the name and one of the item for each, by name), then the
names, then the items at multiples of 16 bytes.
"""

import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

# Names, behind the last slash, that look like a language: de.res, zh_Hant_TW.res.
LANGUAGE = re.compile(r"(?!(?:en|en_001|en_US|en_US_POSIX)\.)[a-z]{2,3}(?:_[A-Za-z0-9_]*)?\.res$")
# Converters of old encodings and their names, dictionaries that divide Asian words, other scripts' letters, names of characters,
# profiles of names in protocols.
UNUSED = re.compile(
    r"\.(?:cnv|dict|cfu|spp)$|/cnvalias\.icu$|/unames\.icu$|/translit/"
    # The breaks of lines and titles, and words and sentences of single languages.
    r"|/brkitr/(?:line|title|word_|sent_).*\.brk$"
    # The orders of languages, and the names of languages, units, regions and zones.
    r"|/(?:coll|lang|unit|region|zone)/|/langInfo\.res$|/windowsZones\.res$"
)


def items(data):
    """The names and the bytes of all items, and the header in front of them."""
    header = struct.unpack_from("<H", data)[0]
    if data[2:4] != b"\xda\x27" or data[12:16] != b"CmnD":
        sys.exit("small-icu: this is no data of ICU")
    count = struct.unpack_from("<I", data, header)[0]
    table = [struct.unpack_from("<II", data, header + 4 + 8 * index) for index in range(count)]
    ends = [offset for _, offset in table[1:]] + [len(data) - header]
    found = []
    for (name, start), end in zip(table, ends):
        text = data[header + name : data.index(b"\0", header + name)].decode("ascii")
        found.append((text, data[header + start : header + end]))
    return data[:header], found


def kept(name):
    return not LANGUAGE.match(name.rsplit("/", 1)[-1]) and not UNUSED.search(name)


def archive(header, found):
    """The same format with fewer items."""
    table = 4 + 8 * len(found)
    names, places = b"", []
    for name, _ in found:
        places.append(table + len(names))
        names += name.encode("ascii") + b"\0"
    start = -(-(table + len(names)) // 16) * 16
    body, offsets = bytearray(), []
    for _, content in found:
        offsets.append(start + len(body))
        body += content + bytes(-len(content) % 16)
    contents = struct.pack("<I", len(found)) + b"".join(struct.pack("<II", *pair) for pair in zip(places, offsets))
    return header + (contents + names).ljust(start, b"\0") + bytes(body)


def main(library, target):
    copy = Path(target) / Path(library).name
    copy.parent.mkdir(parents=True, exist_ok=True)
    run = lambda *words, **options: subprocess.run(words, check=True, capture_output=True, text=True, **options).stdout
    symbols = re.findall(r"^(\S+\.o):|(icudt\d+_dat)$", run("nm", "--defined-only", library), re.MULTILINE)
    places = [index for index, (_, symbol) in enumerate(symbols) if symbol]
    if len(places) != 1:
        sys.exit(f"small-icu: {library} has no data of ICU")
    member, symbol = symbols[places[0] - 1][0], symbols[places[0]][1]
    with tempfile.TemporaryDirectory() as folder:
        run("ar", "x", library, member, cwd=folder)
        run("objcopy", "-O", "binary", "--only-section=.rodata", member, "all.dat", cwd=folder)
        header, found = items((Path(folder) / "all.dat").read_bytes())
        rest = [item for item in found if kept(item[0])]
        (Path(folder) / "small.dat").write_bytes(archive(header, rest))
        (Path(folder) / "small.s").write_text(
            f".section .rodata\n.balign 16\n.global {symbol}\n.type {symbol}, %object\n{symbol}:\n"
            f'.incbin "small.dat"\n.size {symbol}, . - {symbol}\n.section .note.GNU-stack,"",%progbits\n'
        )
        run("as", "-o", member, "small.s", cwd=folder)
        size = (Path(folder) / "small.dat").stat().st_size
        fresh = Path(folder) / "fresh.a"
        fresh.write_bytes(Path(library).read_bytes())
        run("ar", "r", fresh, member, cwd=folder)
        copy.write_bytes(fresh.read_bytes())
    print(f"small-icu: {len(rest)} of {len(found)} items, {size} bytes")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
