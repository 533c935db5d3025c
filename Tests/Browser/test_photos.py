"""[N2] [N4] [N5] [N6] Photos of notes: what may go in, what leaves the tab, and what another device has of it."""

import hashlib
import json
from random import Random

import pytest
from PIL import Image, ImageSequence
from playwright.sync_api import expect

import pictures
from notes import TEXT, TITLE, Notes, files_of, wait_until

READY = "navigator.serviceWorker.ready.then(r => new Promise(done => {\
    const look = () => r.active && r.active.state === 'activated' ? done(true) : setTimeout(look, 20); look(); }))"


@pytest.fixture
def notes(people, server):
    """Somebody at the list of notes, on a phone."""
    return Notes(people("phone", server).sign_up()).go()


def say_nothing(data):
    """Bytes that hold nothing but a picture."""
    assert pictures.CAMERA not in data and pictures.PLACE not in data
    assert b"Exif" not in data and b"xmpmeta" not in data
    image = pictures.opened(data)
    assert not dict(image.getexif()) and "comment" not in image.info and not getattr(image, "text", None)


# Photos that leave the tab


@pytest.mark.parametrize("type", pictures.TYPES)
def test_N5_nothing_that_a_camera_wrote_leaves_the_tab(notes, type):
    """[N4] [N5] camera, place, comments: gone from the photo and its thumbnail, and the picture is the same"""
    data = pictures.with_metadata(type)
    assert pictures.PLACE in data
    notes.new().add(("IMG_1.jpg", data)).shows(1)
    (photo,) = notes.stored_photos(1)
    assert (photo["type"], photo["width"], photo["height"]) == (type, 240, 160)
    stored = notes.bytes_of(photo["sha256"])
    say_nothing(stored)
    assert hashlib.sha256(stored).hexdigest() == photo["sha256"] and len(stored) == photo["bytes"]
    thumbnail = wait_until(lambda: notes.bytes_of(photo["thumbnail"]), "the thumbnail")
    say_nothing(thumbnail)
    for kept in (stored, thumbnail):
        assert pictures.corners_of(pictures.opened(kept)) == [0, 1, 2, 3]
    if type == "image/gif":
        assert len(list(ImageSequence.Iterator(pictures.opened(stored)))) == 2, "it moves"


def test_N5_each_photo_stands_upright_whichever_way_the_camera_was_held(notes):
    """[N5] EXIF's eight orientations"""
    turned = [
        pictures.encoded(pictures.corners(400 + 8 * way, 200), "JPEG", quality=95, exif=pictures.exif(way))
        for way in range(1, 9)
    ]
    notes.new().add(*turned).shows(8)
    for photo, data in zip(notes.stored_photos(8), turned, strict=True):
        wanted = pictures.upright(data)
        found = pictures.opened(notes.bytes_of(photo["sha256"]))
        assert found.size == wanted.size == (photo["width"], photo["height"])
        assert pictures.corners_of(found) == pictures.corners_of(wanted)


@pytest.mark.parametrize("beside", [True, False], ids=["worker", "tab"])
def test_N5_a_photo_of_12_megapixels_is_scaled(people, server, beside):
    """[N5] to 2,048 pixels a side, and its thumbnail to 320; in a worker, or in the tab where there are no workers"""
    person = people("phone", server)
    if not beside:
        person.page.add_init_script("delete window.Worker")
    workers = []
    person.page.on("worker", lambda worker: workers.append(worker.url))
    notes = Notes(person.sign_up()).go()
    notes.new().add(pictures.photo(3, 4_000, 3_000, orientation=6)).shows(1)
    (photo,) = notes.stored_photos(1)
    assert (photo["width"], photo["height"]) == (1_536, 2_048)
    assert pictures.opened(notes.bytes_of(photo["sha256"])).size == (1_536, 2_048)
    thumbnail = wait_until(lambda: notes.bytes_of(photo["thumbnail"]), "the thumbnail")
    assert pictures.opened(thumbnail).size == (240, 320)
    assert any(url.endswith("/shrink.js") for url in workers) == beside


def test_N5_a_large_drawing_becomes_a_photo_and_a_large_gif_stands_still(notes):
    """[N4] [N5] a PNG of which more than 3 MB would be left, clear where nothing is, and a GIF beyond 2,048 pixels"""
    noise = Image.new("RGBA", (1_600, 1_200))
    noise.paste(Image.frombytes("RGB", (1_600, 1_000), Random(1).randbytes(4_800_000)), (0, 0))
    gif = pictures.encoded(pictures.corners(2_400, 1_200), "GIF")
    notes.new().add(pictures.encoded(noise, "PNG"), gif).shows(2)
    drawing, still = notes.stored_photos(2)
    assert (drawing["type"], still["type"]) == ("image/jpeg", "image/png")
    assert pictures.opened(notes.bytes_of(drawing["sha256"])).getpixel((800, 1_190)) >= (250, 250, 250)
    assert pictures.opened(notes.bytes_of(still["sha256"])).size == (2_048, 1_024)


# Files that are accepted


def test_N4_what_is_no_picture_is_refused_and_the_rest_is_kept(notes):
    """[N4] told by its content: a web page, a drawing with a script, halves, a bomb, nothing at all"""
    notes.new()
    for name, data in pictures.BROKEN.items():
        notes.add((name, data))
        wanted = "too large for this device" if name.startswith("bomb") else "Daybook cannot use that file"
        expect(notes.person.toast).to_contain_text(wanted)
        notes.person.toast.get_by_role("button", name="Dismiss").click()
    notes.add(*pictures.BROKEN.items(), pictures.photo(1)).shows(1)
    notes.stored_photos(1)
    notes.done()
    expect(notes.sheet.locator(".note-text")).to_have_text(TEXT.strip())


def test_N2_ten_photos_and_no_eleventh(notes):
    """[N2] the eleventh is refused in words, and there is no button for it until one goes"""
    notes.new().add(*[pictures.photo(seed, 320, 240) for seed in range(11)])
    expect(notes.person.toast).to_contain_text("10 photos at most")
    notes.shows(10)
    expect(notes.field).to_have_count(0)
    notes.stored_photos(10)
    notes.tiles.first.get_by_role("button", name="Remove photo 1").click()
    notes.shows(9)
    notes.add(pictures.photo(99, 320, 240)).shows(10)


@pytest.mark.parametrize("place", ["trash", "history"])
def test_S12_a_photo_that_was_taken_off_is_seen_and_comes_back(notes, place):
    """[S12] from the trash and from the note's history, after the message with Undo has gone; on all devices"""
    notes.new().add(pictures.photo(1), pictures.photo(2)).shows(2)
    notes.done()
    before = [photo["sha256"] for photo in notes.stored_photos(2)]
    notes.write()
    notes.tiles.first.get_by_role("button", name="Remove photo 1").click()
    notes.person.toast.get_by_role("button", name="Dismiss").click()
    notes.shows(1).done()
    notes.stored_photos(1)
    person = notes.person
    if place == "trash":
        notes.close()
        person.open_account_menu()
        person.page.get_by_role("menuitem", name="Trash").click()
        expect(person.account_screen).to_contain_text(f"Photo of “{TITLE}”")
    else:
        notes.sheet.get_by_role("button", name="History").click()
    line = person.account_screen.locator("li").filter(has_text="Removed")
    expect(line.locator("img[host-loaded]")).to_have_count(1)
    line.get_by_role("button", name=f"Restore the photo of “{TITLE}”").click()
    expect(line).to_have_count(0)
    person.hears(f"Photo restored to “{TITLE}”.")
    assert sorted(photo["sha256"] for photo in notes.stored_photos(2)) == sorted(before)


def test_N6_the_same_photo_twice_is_one(people, own_server):
    """[N6] in one note a message shows; in two notes it is one file"""
    notes = Notes(people("phone", own_server).sign_up()).go()
    data = pictures.photo(5)
    notes.new().add(data).shows(1)
    notes.add(data)
    expect(notes.person.toast).to_contain_text("This photo is already in the note.")
    notes.shows(1).stored_photos(1)
    notes.done().close()
    notes.new("The same lake again").add(data).shows(1)
    first, second = notes.stored(lambda found: [len(note["photos"]) for note in found] == [1, 1])
    assert first["photos"][0]["sha256"] == second["photos"][0]["sha256"]
    assert files_of(own_server) == sorted({first["photos"][0]["sha256"], first["photos"][0]["thumbnail"]})


@pytest.mark.parametrize("way", ["paste", "drop"])
def test_N4_photos_are_pasted_and_dropped(people, server, way):
    """[N4] into the note's sheet; text that is pasted stays text, and a file dropped elsewhere does nothing"""
    notes = Notes(people("desktop", server).sign_up()).go().new()
    script = """([selector, way, bytes, text]) => {
      const data = new DataTransfer();
      if (bytes) data.items.add(new File([new Uint8Array(bytes)], 'a.jpg', { type: 'image/jpeg' }));
      if (text) data.setData('text/plain', text);
      const rest = { bubbles: true, cancelable: true };
      const event = way === 'paste' ? new ClipboardEvent(way, { clipboardData: data, ...rest })
        : new DragEvent(way, { dataTransfer: data, ...rest });
      document.querySelector(selector).dispatchEvent(event);
      return event.defaultPrevented;
    }"""
    data = list(pictures.photo(6, 320, 240))
    if way == "paste":
        assert not notes.page.evaluate(script, ["#note-description", way, data, "words beside it"])
    else:
        assert notes.page.evaluate(script, [".large-title", way, data, ""]), "the browser would open it"
    assert notes.page.evaluate(script, ["#note-description", way, data, ""])
    notes.shows(1)


# Uploads and other devices


@pytest.mark.long
def test_N6_a_note_with_ten_photos_written_in_flight_mode_is_whole_on_another_device(people, own_server):
    """[N5] [S6] [S11] written, looked at and reloaded with no network and no server; then all of it is on another device"""
    phone = people("phone", own_server, service_workers="allow").sign_up()
    phone.page.evaluate(READY)
    phone.reload()
    phone.page.context.set_offline(True)
    own_server.stop()
    taken = [pictures.photo(seed, 1_200, 900) for seed in range(10)]
    notes = Notes(phone).go().new().add(*taken).shows(10)
    notes.done().shows(10)
    assert not phone.page.evaluate("() => navigator.onLine")
    phone.reload()
    notes.shows(10)
    notes.enlarge(9)
    own_server.start()
    phone.page.context.set_offline(False)

    desk = people("desktop", own_server)
    desk.account = phone.account
    stored = wait_until(lambda: Notes(phone).stored_photos(10), "ten photos")
    assert [pictures.nearest(notes.bytes_of(photo["sha256"]), taken) for photo in stored] == list(range(10))
    other = Notes(desk.sign_in()).go().open().shows(10)
    expect(other.sheet.locator(".note-text")).to_have_text(TEXT.strip())
    assert other.order() == notes.order()
    # Nothing of it comes from the first device any more.
    phone.page.context.set_offline(True)
    other.enlarge(0)
    for place in range(10):
        other.at(place)
        shown = other.gallery.locator("[data-slide]").nth(place).locator("img")
        wait_until(lambda shown=shown: shown.evaluate("image => image.naturalWidth") == 1_200, "the photo itself")
        assert shown.get_attribute("data-photo") == stored[place]["sha256"]
        shown.evaluate("image => image.decode()")
        desk.press("ArrowRight")
    desk.press("Escape")
    expect(other.gallery).to_have_count(0)


def test_N6_an_upload_goes_on_after_a_reload(people, server):
    """[S6] what was on its way goes once more, two photos at a time"""
    person = people("phone", server).sign_up()
    notes = Notes(person).go()
    held = []
    person.page.context.route("**/api/v1/photos/*", lambda route: held.append(route))
    notes.new().add(pictures.photo(8), pictures.photo(9)).shows(2)
    notes.wait(lambda: len(held) == 2, "two uploads at a time")
    person.page.reload()
    notes.wait(lambda: len(held) == 4, "two uploads once more")
    assert not any(notes.bytes_of(photo["sha256"]) for note in notes.stored() for photo in note["photos"])
    person.page.context.unroute("**/api/v1/photos/*")
    notes.stored_photos(2)


@pytest.mark.allows_errors  # of answers that never came
def test_N6_an_upload_goes_on_after_the_server_was_killed(people, own_server):
    """[S6] while the bytes were on their way"""
    person = people("phone", own_server).sign_up()
    notes = Notes(person).go()
    killed = []

    def kill(route):
        if not killed:
            killed.append(True)
            own_server.kill()
        route.continue_()

    person.page.context.route("**/api/v1/photos/*", kill)
    notes.new().add(*[pictures.photo(seed) for seed in range(20, 23)]).shows(3)
    notes.wait(lambda: killed, "an upload")
    own_server.start()
    notes.stored_photos(3)


def test_N6_a_photo_that_is_still_on_its_way_has_a_place_until_it_comes(people, server):
    """[N4] [S11] its record may be there before its bytes; another device shows it once it can, untold"""
    one = people("phone", server).sign_up()
    held = []
    one.page.context.route("**/api/v1/photos/*", lambda route: held.append(route))
    first = Notes(one).go().new().add(pictures.photo(50)).shows(1)
    first.wait(lambda: len(held) == 2, "the photo and its thumbnail")
    two = people("desktop", server)
    two.account = one.account
    second = Notes(two.sign_in()).go().open()
    expect(second.tiles.locator("img[host-missing]")).to_have_count(1)
    assert held[0].request.headers["daybook-account"], "every call names its account"
    one.page.context.unroute("**/api/v1/photos/*")  # which lets go of what was held
    second.shows(1)
    expect(second.tiles.locator("img[host-missing]")).to_have_count(0)


def test_N6_photos_arrive_from_where_nothing_can_be_kept(people, server):
    """[S6] a browser that keeps no data holds them in memory until they are uploaded"""
    person = people("phone", server)
    person.page.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    notes = Notes(person.sign_up()).go().new().add(pictures.photo(51), pictures.photo(52)).shows(2)
    notes.stored_photos(2)
    notes.done().enlarge(1)


def test_S4_two_devices_add_photos_to_one_note_at_once(people, server):
    """[S4] each photo is a record: both stay, and both devices show both"""
    one = people("phone", server).sign_up()
    first = Notes(one).go().new()
    first.add(pictures.photo(30)).shows(1).stored_photos(1)
    two = people("desktop", server)
    two.account = one.account
    second = Notes(two.sign_in()).go().open().write().shows(1)
    one.page.context.set_offline(True)
    first.add(pictures.photo(31)).shows(2)
    second.add(pictures.photo(32)).shows(2)
    one.page.context.set_offline(False)
    first.shows(3)
    second.shows(3)
    second.is_ordered(first.order())
    first.stored_photos(3)


def test_N3_thumbnails_that_pass_too_fast_are_not_read_and_others_show_at_once(people, server):
    """[N3] [L8] a fast scroll reads the thumbnails of its end; a slow one shows each as it comes"""
    person = people("desktop", server).arrive()
    connection = server.connection()

    def call(method, path, body, type):
        connection.request(method, path, body, {"Authorization": f"Bearer {person.token}", "Content-Type": type})
        answer = connection.getresponse()
        answer.read()
        assert answer.status in (200, 201), (path, answer.status)

    for number in range(240):
        data = pictures.encoded(pictures.scene(64, 48, number), "PNG")
        name = hashlib.sha256(data).hexdigest()
        call("PUT", f"/api/v1/photos/{name}", data, "image/png")
        note = {"title": f"Walk {number}", "description": TEXT, "photos": [{"sha256": name, "thumbnail": name}]}
        call("POST", "/api/v1/notes", json.dumps(note), "application/json")
    connection.close()
    notes = Notes(person).go()
    expect(person.count).to_have_text("240 notes")
    page = person.page
    page.evaluate("""() => {
      performance.setResourceTimingBufferSize(5000);
      document.querySelector('.pane').addEventListener('scroll', () => { window.scrolled = performance.now(); });
    }""")
    all_show = """() => {
      const seen = [...document.querySelectorAll('.row-photo')].filter(image => {
        const { top, bottom } = image.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      });
      return seen.length > 3 && seen.every(image => image.hasAttribute('host-loaded'));
    }"""
    page.wait_for_function(all_show)
    session = page.context.new_cdp_session(page)
    size = page.viewport_size

    def asked():
        """The moments at which photos were asked for, in milliseconds before the end of the scrolling."""
        script = """() => performance.getEntriesByType('resource').filter(entry => entry.name.includes('/api/v1/photos/'))
          .map(entry => window.scrolled - entry.startTime)"""
        return page.evaluate(script)

    def scroll(distance, speed):
        page.evaluate("() => performance.clearResourceTimings()")
        session.send("Input.synthesizeScrollGesture", {
            "x": size["width"] / 2, "y": size["height"] / 2, "yDistance": -distance, "speed": speed,
            "gestureSourceType": "mouse", "preventFling": True,
        })  # fmt: skip

    scroll(15_000, 20_000)
    page.wait_for_function(all_show)
    assert 3 < len(asked()) < 80, asked()
    scroll(1_800, 600)
    page.wait_for_function(all_show)
    assert sum(before > 500 for before in asked()) >= 8, asked()
