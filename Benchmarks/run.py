"""Everything that `make bench` measures, in a quarter of an hour. `run.py sizes start many classic sync notes scaling words
serving server pushes streams passwords photos` measures some of it. `reminders`, `backups`, `terminal` and `hostile` take
long, so they are measured when they are named. `run.py bare` is `server` beside NIO and Hummingbird alone, whose first build
takes some minutes."""

import os
import platform
import sys
from datetime import date

import backups
import classic
import floor
import hostile
import load
import many
import notelist
import pages
import passwords
import photos
import pushes
import reminders
import scaling
import serving
import sizes
import starting
import streams
import sync
import terminal
import words
from table import Table

PARTS = (
    "sizes", "start", "many", "classic", "sync", "notes", "scaling", "words", "serving", "server", "pushes", "streams",
    "passwords", "photos",
)  # fmt: skip
LONG = ("reminders", "backups", "terminal", "hostile")


def measure_classic(table, browser, server):
    table.section(f"Add {classic.COUNT}, complete {classic.COUNT}, delete {classic.COUNT} (medians)")
    results = {}

    def measure_other(name, address, *selectors):
        context = browser.new_context(viewport=pages.DESKTOP)

        def open_other():
            for old in context.pages:
                old.close()
            page = context.new_page()
            page.goto(address)
            page.wait_for_timeout(500)  # its first frame is not of the sequence
            return page

        results[name] = classic.run(open_other, classic.Page(name, address, *selectors))
        context.close()

    with pages.peer() as address:
        measure_other("plain JavaScript, memory only", address, "input.new", ".list li", ".toggle", ".destroy")
    context = browser.new_context(viewport=pages.DESKTOP)
    page = context.new_page()
    pages.Person(page, server, touch=False).sign_up()

    def open_daybook():
        page.goto(server.url)
        page.wait_for_selector(".quick-add input")
        page.wait_for_timeout(500)
        return page

    own = classic.Page("Daybook, every change stored", server.url, ".quick-add input", ".row:not(.leaving)", ".check")
    results[own.name] = classic.run(open_daybook, own)
    with floor.floor(open_daybook(), server) as address:
        measure_other("Daybook's rows alone, nothing stored", address, "#quick-add", ".row", ".check")
    context.close()

    for name, (took, total, busy, busy_total) in results.items():
        table.add(f"{name}: all three", total, "ms")
        table.note(f"{'':4}add {took['add']:.1f}, complete {took['complete']:.1f}, delete {took['delete']:.1f} ms")
        table.add(f"{name}: processor time of the main thread until quiet", busy_total, "ms")
        table.note(f"{'':4}add {busy['add']:.1f}, complete {busy['complete']:.1f}, delete {busy['delete']:.1f} ms")
    (_, peer_total, _, peer_busy), (_, own_total, _, own_busy), (_, floor_total, _, floor_busy) = results.values()
    # Speedometer's fastest TodoMVC app takes 37/64 of its plain JavaScript one.
    table.add("Daybook to plain JavaScript, to the last frame", own_total / peer_total, "×", 37 / 64)
    table.add("Daybook to plain JavaScript, processor time until quiet", own_busy / peer_busy, "×", 1)
    table.add("Daybook to its rows alone, to the last frame", own_total / floor_total, "×")
    table.add("Daybook to its rows alone, processor time until quiet", own_busy / floor_busy, "×")


def main(chosen):
    unknown = set(chosen) - {*PARTS, *LONG, "bare"}
    if unknown:
        sys.exit(f"unknown: {', '.join(unknown)}; there are {', '.join((*PARTS, *LONG, 'bare'))}")
    chosen = chosen or PARTS
    table = Table()
    machine = f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()} {platform.release()}"
    print(f"Daybook, {date.today()}, {machine}, load {os.getloadavg()[0]:.1f}")
    if "sizes" in chosen:
        sizes.measure(table, pages.RELEASE.parent / "daybook-web")
        sizes.measure_order(table, pages.RELEASE)
    if {"start", "many", "classic", "sync", "notes", "scaling", "words"} & set(chosen):
        with pages.chromium() as browser, pages.daybook() as server:
            if "start" in chosen:
                starting.measure(table, browser, server)
            if "many" in chosen:
                many.measure(table, browser, server)
            if "classic" in chosen:
                measure_classic(table, browser, server)
            if "sync" in chosen:
                sync.measure(table, browser, server)
            if "notes" in chosen:
                notelist.measure(table, browser, server)
            if "scaling" in chosen:
                scaling.measure(table, browser, server)
            if "words" in chosen:
                words.measure(table, browser, server)
    if "serving" in chosen:
        serving.measure(table, lambda: pages.Server(binary=pages.RELEASE))
    if {"server", "bare"} & set(chosen):
        with load.daybook_with_file() as server:
            load.measure(table, server, with_bare="bare" in chosen)
    if "pushes" in chosen:
        with pages.daybook() as server:
            pushes.measure(table, server)
    if "streams" in chosen:
        streams.measure(table, pages.daybook)
    if "passwords" in chosen:
        passwords.measure(table)
    if "photos" in chosen:
        photos.measure(table, pages.daybook)
    if "reminders" in chosen:
        reminders.measure(table, pages.RELEASE)
    if "backups" in chosen:
        backups.measure(table, pages.daybook)
    if "terminal" in chosen:
        terminal.measure(table)
    if "hostile" in chosen:
        hostile.measure(table, pages.daybook)
    table.report_missed()


if __name__ == "__main__":
    main(sys.argv[1:])
