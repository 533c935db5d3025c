"""A thousand notes with photos: how their list scrolls."""

import contextlib
import hashlib
import html
import json
import shutil
import tempfile
from pathlib import Path

import pages
import pictures
from many import SAMPLE_ROWS
from notes import TEXT, Notes
from pages import DESKTOP, Person, fill, sign_up
from tracing import Trace

NOTES = 1_000
TODOS = 10_000
SPEED = 20_000  # pixels a second
ROUNDS = 3


def title_of(number):
    return f"Walk {number} by the lake"


def thumbnail(number):
    return pictures.encoded(pictures.scene(320, 240, number), "JPEG", quality=86)


def seed(server, token):
    """Gives an account notes with a photo each, as a program does. Answers the thumbnails."""
    connection = server.connection()

    def call(method, path, body, type):
        connection.request(method, path, body, {"Authorization": f"Bearer {token}", "Content-Type": type})
        response = connection.getresponse()
        answer = response.read()
        if response.status not in (200, 201):
            raise RuntimeError(f"{method} {path} answered {response.status}: {answer[:300]}")

    thumbnails = []
    for number in range(NOTES):
        both = pictures.photo(number, 800, 600), thumbnail(number)
        thumbnails.append(both[1])
        names = [hashlib.sha256(data).hexdigest() for data in both]
        for name, data in zip(names, both):
            call("PUT", f"/api/v1/photos/{name}", data, "image/jpeg")
        note = {"title": title_of(number), "description": TEXT, "photos": [{"sha256": names[0], "thumbnail": names[1]}]}
        call("POST", "/api/v1/notes", json.dumps(note), "application/json")
    connection.close()
    return thumbnails


@contextlib.contextmanager
def plain_page(thumbnails):
    """The peer: the same rows with the same thumbnails in one document without a script; brings its address."""
    folder = Path(tempfile.mkdtemp(prefix="daybook-plain-"))
    rows = []
    for number, data in enumerate(thumbnails):
        (folder / f"{number}.jpg").write_bytes(data)
        rows.append(f"<li><img src={number}.jpg width=64 height=64><b>{title_of(number)}</b><p>{html.escape(TEXT)}</p></li>")
    style = "li { display: flow-root; height: 95px; overflow: hidden } img { float: right; object-fit: cover }"
    text = f"<!doctype html><meta charset=utf-8><style>{style}</style><ul>{''.join(rows)}</ul>"
    (folder / "index.html").write_text(text)
    with pages.served(folder) as address:
        yield address
    shutil.rmtree(folder)


def scroll(page):
    """Frames drawn and dropped while the whole list goes by."""
    session = page.context.new_cdp_session(page)
    height = page.evaluate("() => (document.querySelector('[data-scroller]') || document.scrollingElement).scrollHeight")
    with Trace(page) as trace:
        trace.mark("top")
        session.send("Input.synthesizeScrollGesture", {
            "x": DESKTOP["width"] / 2, "y": DESKTOP["height"] / 2, "yDistance": -height, "speed": SPEED,
            "gestureSourceType": "mouse", "preventFling": True,
        })
        trace.mark("bottom")
    session.detach()
    return trace.frames(trace.time_of("top"), trace.time_of("bottom"))


# How long after the list has come to its end every thumbnail in the window shows, in milliseconds.
ALL_SHOW = """() => {
  const scroller = document.querySelector('[data-scroller]') || document.scrollingElement;
  const isAtEnd = () => scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2;
  const isLeft = image => {
    const { top, bottom } = image.getBoundingClientRect();
    return bottom > 0 && top < innerHeight && !image.hasAttribute('host-loaded');
  };
  let last = performance.now();
  addEventListener('scroll', () => { last = performance.now(); }, { capture: true, passive: true });
  window.allShow = new Promise((resolve) => {
    const look = () => {
      const images = [...document.querySelectorAll('.row-photo')];
      const now = performance.now();
      if (now - last > 30 && isAtEnd() && images.length && !images.some(isLeft)) resolve(now - last);
      else requestAnimationFrame(look);
    };
    look();
  });
}"""


def share(counts):
    drawn, dropped = map(sum, zip(*counts))
    return drawn + dropped, 100 * dropped / max(1, drawn + dropped)


def open_notes(page):
    """To the top of the list, with its first thumbnails."""
    page.goto(page.url)
    Notes(Person(page, None, touch=False)).go()
    page.locator(".row-photo[host-loaded]").first.wait_for()
    page.wait_for_timeout(1500)


def scroll_notes(page):
    """Scrolls three times, each time in a new tab. The first tab fetches its thumbnails from the server."""
    counts, waits, most = [], [], 0
    for _ in range(ROUNDS):
        open_notes(page)
        page.evaluate(SAMPLE_ROWS)
        page.evaluate(ALL_SHOW)
        counts.append(scroll(page))
        waits.append(page.evaluate("() => window.allShow"))
        most = max(most, page.evaluate("() => { window.sampling = false; return window.mostRows; }"))
        page.wait_for_timeout(1500)
    return counts, waits, most


def scroll_plain(page, address):
    page.goto(address, wait_until="load")
    page.evaluate("() => Promise.all([...document.images].map(image => image.decode()))")
    counts = []
    for _ in range(ROUNDS):
        page.evaluate("() => scrollTo(0, 0)")
        page.wait_for_timeout(1500)
        counts.append(scroll(page))
    return counts


def scroll_todos(browser, server):
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    person = Person(page, server, touch=False)
    fill(server, sign_up(server, person.account), TODOS)
    person.sign_in()
    page.locator(".row").first.wait_for()
    page.wait_for_timeout(3000)
    counts = []
    for _ in range(ROUNDS):
        page.goto(server.url)
        page.locator(".row").first.wait_for()
        page.wait_for_timeout(1500)
        counts.append(scroll(page))
    context.close()
    return counts


def measure(table, browser, server):
    table.section(f"{NOTES:,} notes with a photo each, scrolled at {SPEED:,} pixels a second ({ROUNDS} times each)")
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    person = Person(page, server, touch=False)
    with plain_page(seed(server, sign_up(server, person.account))) as address:
        person.sign_in()
        page.wait_for_timeout(4000)
        counts, waits, most = scroll_notes(page)
        plain = scroll_plain(page, address)
    context.close()
    (first, from_server), (again, from_device) = share(counts[:1]), share(counts[1:])
    (others, of_todos), (still, of_plain) = share(scroll_todos(browser, server)), share(plain)
    table.add(f"frames dropped in {first:,}, thumbnails from the server", from_server, "%", 1)
    table.add(f"frames dropped in {again:,}, thumbnails from the device", from_device, "%", 1)
    table.add(f"frames dropped in {others:,}, {TODOS:,} to-dos", of_todos, "%")
    table.add(f"frames dropped in {still:,}, a plain document of the same notes", of_plain, "%")
    # Other work of the machine costs both lists frames.
    kept = (100 - from_device) / (100 - of_todos)
    table.add("frames that came, notes to to-dos", kept, "×", 0.99, less_is_better=False)
    table.add("most rows in the document at once", most, "", 150)
    table.add("from the list's end until its thumbnails show, slowest", max(waits), "ms")
