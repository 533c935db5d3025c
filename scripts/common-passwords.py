#!/usr/bin/env python3
"""Writes the words that common passwords are made of, as one Swift source, from Debian's package john-data.

    scripts/common-passwords.py

Installs the package when it is missing and it may. An ordinary build does not need it: what this writes is in the
repository. The list's own header states that it is assumed to be in the public domain.
"""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LIST = Path("/usr/share/john/password.lst")
SOURCE = ROOT / "Sources/DaybookServer/Passwords/CommonPasswords+Words.swift"

# The greatest size of the source in bytes, and the length of its lines.
LIMIT = 16_000
WIDTH = 112
# A word of this length is a password by itself; shorter ones need something behind them.
WHOLE = 8

HEAD = """\
// Written by scripts/common-passwords.py from {path} (Debian's john-data {version}); do not edit.

extension CommonPasswords {{
    /// The words people make passwords of, in the order of use: those of {whole} characters or more, and of the shorter
    /// ones as many as fit. Source: the Openwall Project's list of {updated}, assumed to be in the public domain.
    static let words = \"\"\"
"""
TAIL = """\
        \"\"\".split(whereSeparator: \\.isWhitespace).map(String.init)
}
"""


def read():
    """The list's words, most used first, each once however it is written; and when the list was last changed."""
    words, updated = {}, "an unknown date"
    for line in LIST.read_text(encoding="ascii").splitlines():
        if line.startswith("#!comment:"):
            if "Last update:" in line:
                updated = line.split("Last update:")[1].split("(")[0].strip().replace("/", "-")
        elif word := line.strip().lower():
            words[word] = None
    return list(words), updated


def choose(words, room):
    """All words that are passwords by themselves, then the most used of the others, back in the order of use."""
    chosen = {word for word in words if len(word) >= WHOLE}
    # A word takes its letters and the space behind it; the lines' indents are a little more.
    used = sum(len(word) + 1 for word in chosen) * (1 + 9 / WIDTH)
    for word in words:
        if word not in chosen and (used := used + (len(word) + 1) * (1 + 9 / WIDTH)) <= room:
            chosen.add(word)
    return [word for word in words if word in chosen]


def lines(words):
    line = ""
    for word in words:
        # A backslash or quotes would have a meaning in Swift; no line may begin with the end mark of the text.
        word = word.replace("\\", "\\\\").replace('"', '\\"')
        if line and len(line) + 1 + len(word) > WIDTH:
            yield line
            line = ""
        line = f"{line} {word}" if line else word
    yield line


def main():
    if not LIST.exists():
        subprocess.run([ROOT / "scripts/install.sh", "words"], check=True)
    version = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}", "john-data"], capture_output=True, text=True
    ).stdout.strip()
    words, updated = read()
    head = HEAD.format(path=LIST, version=version or "", whole=WHOLE, updated=updated)
    chosen = choose(words, LIMIT - len(head) - len(TAIL))
    body = "".join(f"        {line}\n" for line in lines(chosen))
    SOURCE.write_text(head + body + TAIL)
    print(f"{len(chosen)} of {len(words)} words, {SOURCE.stat().st_size} bytes: {SOURCE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
