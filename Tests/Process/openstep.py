"""Reads a property list in the old style of NeXTSTEP, which Xcode's project files have."""

import re

TOKEN = re.compile(r'\s+|//[^\n]*|/\*.*?\*/|("(?:[^"\\]|\\.)*")|([A-Za-z0-9_$./:-]+)|([{}()=;,])', re.DOTALL)


def tokens(text):
    place = 0
    while place < len(text):
        found = TOKEN.match(text, place)
        if not found:
            raise ValueError(f"unexpected {text[place:place + 20]!r} at {place}")
        place = found.end()
        if found[1] is not None:
            yield "text", re.sub(r"\\(.)", r"\1", found[1][1:-1])
        elif found[2] is not None:
            yield "text", found[2]
        elif found[3] is not None:
            yield "sign", found[3]


def read(text):
    """The value of a file: dictionaries, lists and texts."""
    rest = list(tokens(text))[::-1]
    value = take(rest)
    if rest:
        raise ValueError(f"{rest[-1]} after the end")
    return value


def take(rest):
    kind, word = rest.pop()
    if kind == "text":
        return word
    if word == "{":
        entries = {}
        while rest[-1] != ("sign", "}"):
            name = take(rest)
            if name in entries:
                raise ValueError(f"{name} is there twice")
            expect(rest, "=")
            entries[name] = take(rest)
            expect(rest, ";")
        rest.pop()
        return entries
    if word == "(":
        items = []
        while rest[-1] != ("sign", ")"):
            items.append(take(rest))
            if rest[-1] != ("sign", ")"):
                expect(rest, ",")
        rest.pop()
        return items
    raise ValueError(f"unexpected {word}")


def expect(rest, sign):
    if rest.pop() != ("sign", sign):
        raise ValueError(f"a {sign} is missing")
