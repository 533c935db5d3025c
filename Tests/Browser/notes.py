"""The verbs of a person who works with notes and photos, and the server's copy of both."""

import tempfile
import time
from pathlib import Path

from playwright.sync_api import expect

TITLE = "A walk by the lake"
TEXT = "We went round the lake before the rain came, and counted the kingfishers on the way. " * 2


class Notes:
    """The notes of a person who has the web app in front of them."""

    def __init__(self, person):
        self.person, self.page = person, person.page

    # Going about

    def go(self):
        self.person.go_to("Notes")
        expect(self.page.locator(".large-title")).to_have_text("Notes")
        return self

    def new(self, title=TITLE, text=TEXT):
        self.page.get_by_role("button", name="New note").filter(visible=True).first.click()
        expect(self.page.locator("#note-title")).to_be_visible()
        self.page.fill("#note-title", title)
        self.page.fill("#note-description", text)
        return self

    def open(self, title=TITLE):
        self.person.row(title).locator(".row-body").click()
        expect(self.sheet.locator(".note-title")).to_have_text(title)
        return self

    def write(self):
        self.sheet.get_by_role("button", name="Edit").click()
        self.page.locator("#note-title").wait_for()
        return self

    def done(self):
        self.sheet.get_by_role("button", name="Done").click()
        expect(self.page.locator("#note-title")).to_have_count(0)
        return self

    def close(self):
        self.sheet.get_by_role("button", name="Close").click()
        expect(self.sheet).to_have_count(0)
        return self

    @property
    def sheet(self):
        return self.page.locator(".sheet.is-note:not(.leaving)")

    # Tags and the pin

    @property
    def tags(self):
        return self.sheet.locator(".tag.is-removable")

    def tag(self, name):
        self.page.fill("#editor-tag", name)
        self.page.press("#editor-tag", "Enter")
        return self

    @property
    def pin(self):
        return self.sheet.get_by_role("button", name="Pin note", exact=True)

    # Photos

    @property
    def field(self):
        return self.sheet.get_by_label("Add photos")

    @property
    def tiles(self):
        return self.sheet.locator(".photo:not(.is-coming)")

    def add(self, *photos):
        """Photos as bytes, or as (name, bytes) where the name matters; all chosen at once."""
        named = [photo if isinstance(photo, tuple) else (f"IMG_{n}.jpg", photo) for n, photo in enumerate(photos)]
        folder = Path(tempfile.mkdtemp(dir=self.person.server.folder))
        for name, data in named:
            (folder / name).write_bytes(data)
        self.field.set_input_files([folder / name for name, _ in named])
        return self

    def shows(self, count):
        """Waits until so many photos are there to be seen, and none is on its way."""
        expect(self.sheet.locator(".photo.is-coming")).to_have_count(0, timeout=120_000)
        expect(self.tiles).to_have_count(count)
        expect(self.tiles.locator("img[host-loaded]")).to_have_count(count, timeout=120_000)
        widths = self.tiles.locator("img").evaluate_all("images => images.map(image => image.naturalWidth)")
        assert all(widths), widths
        return self

    def order(self):
        return self.sheet.locator(".photo[data-key]").evaluate_all("items => items.map(item => item.dataset.key)")

    def is_ordered(self, keys):
        """Waits until the photos stand in this order."""
        wait_until(lambda: self.order() == keys, f"the photos {keys}")
        return self

    @property
    def gallery(self):
        return self.page.locator("[data-gallery]")

    def enlarge(self, place):
        self.tiles.nth(place).get_by_role("button").click()
        self.gallery.wait_for()
        self.at(place)

    def at(self, place):
        """Waits until this slide fills the window, the photo itself in it and not its thumbnail."""
        slide = self.gallery.locator("[data-slide]").nth(place)
        script = "slide => Math.abs(slide.getBoundingClientRect().left) < 2"
        wait_until(lambda: slide.evaluate(script), f"slide {place}")
        expect(slide.locator("img")).to_have_attribute("host-loaded", "")

    def wait(self, look, what):
        """Waits for what the browser does meanwhile: requests that a test holds, for example."""
        wait_until(look, what, pause=lambda: self.page.wait_for_timeout(50))

    # The server

    def stored(self, wanted=lambda notes: True, seconds=120):
        """The notes that the server has, once they are as wanted."""
        end = time.monotonic() + seconds
        while True:
            status, answer = self.person.server.request("GET", "/api/v1/notes?limit=500", token=self.person.token)
            assert status == 200, answer
            if wanted(answer["items"]):
                return answer["items"]
            assert time.monotonic() < end, answer["items"]
            time.sleep(0.1)

    def stored_photos(self, count):
        """The server's records of the photos of the only note, once it has `count` of them with their bytes."""

        def are_there(notes):
            photos = [photo for note in notes for photo in note["photos"]]
            return len(photos) == count and all(self.bytes_of(photo["sha256"]) for photo in photos)

        return self.stored(are_there)[0]["photos"]

    def bytes_of(self, digest):
        status, data = self.person.server.request("GET", f"/api/v1/photos/{digest}", token=self.person.token)
        return data if status == 200 else None


def files_of(server):
    """The hashes of the photos that lie in a server's folder, once for each file."""
    paths = (server.folder / "data" / "photos").rglob("*")
    return sorted(path.name[:64] for path in paths if path.is_file() and not path.name.startswith("."))


def wait_until(look, what, seconds=120, pause=lambda: time.sleep(0.05)):
    end = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < end, what
        pause()
    return found
