"""The floor of the classic sequence: Daybook's own document, style and rows, in which plain JavaScript makes, changes and
removes rows (`Peer/floor.js`). Nothing is decided, kept, compared or stored, so no program that shows these rows is faster."""

import re
import tempfile
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pages

# The document with no row and no script, and a row that is open and one that is done.
ROW = "() => document.querySelector('.row').outerHTML.replace(/ host-live=\"\"/, '')"
EMPTIED = "() => { document.querySelector('[data-region=rows]').textContent = ''; return document.documentElement.outerHTML; }"


@contextmanager
def floor(page, server):
    """Copies what the web app of a person without to-dos shows into a document without Daybook; brings its address."""
    page.fill("#quick-add", "Something to do")
    page.press("#quick-add", "Enter")
    page.wait_for_timeout(700)
    opened = page.evaluate(ROW)
    page.click(".row .check")
    page.wait_for_timeout(700)
    done = page.evaluate(ROW)
    page.evaluate("() => document.querySelector('.row').focus()")
    page.keyboard.press("Delete")
    page.wait_for_timeout(700)
    document = re.sub(r"<script.*?</script>|<link rel=\"preload\"[^>]*>", "", page.evaluate(EMPTIED), flags=re.S)
    rows = f"<template id=open>{opened}</template><template id=done>{done}</template><script src=floor.js></script></body>"
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "index.html").write_text("<!doctype html>" + document.replace("</body>", rows))
        Path(folder, "floor.js").write_text((pages.HERE / "Peer" / "floor.js").read_text())
        for style in ("style.css", "second.css"):
            Path(folder, style).write_bytes(urllib.request.urlopen(f"{server.url}/{style}").read())
        with pages.served(folder) as address:
            yield address
