"""[N3] [N5] Photos on WebKitGTK: other decoders, and no WebP that it could write."""

import base64

import pytest

import pictures
from notes import TEXT, TITLE, wait_until
from records import Records

LOADED = "return document.querySelectorAll('.sheet.is-note .photo img[host-loaded]').length"
PLACE = "const t = document.querySelector('.gallery-track'); return t ? Math.round(t.scrollLeft / t.clientWidth) : -1"
CHOOSE = """const data = new DataTransfer();
for (const text of arguments[0]) {
  data.items.add(new File([Uint8Array.from(atob(text), letter => letter.charCodeAt(0))], 'a.jpg', { type: 'image/jpeg' }));
}
const field = document.querySelector('.sheet.is-note .photo-add input');
field.files = data.files;
field.dispatchEvent(new Event('change', { bubbles: true }));"""
ARROW, ESCAPE = "\ue014", "\ue00c"


@pytest.mark.parametrize("window", ["dark"], indirect=True)
def test_N5_photos_go_in_show_and_arrive_on_WebKit(window, server):
    """[N3] [N5] upright, scaled, of a type that it can write; the gallery by keys; there again after a reload; legible"""
    window.resize(1_200, 900)
    account = window.sign_up(server)
    window.click(".sidebar-item[aria-pressed]:has([href='#i-note'])")
    window.click(".bar [aria-label='New note']")
    window.type("#note-title", TITLE)
    window.type("#note-description", TEXT)
    turned = pictures.encoded(pictures.corners(2_400, 1_200), "JPEG", quality=95, exif=pictures.exif(6))
    broken = [data for name, data in pictures.BROKEN.items() if name.startswith(("half", "moving", "page"))]
    given = [turned, pictures.with_metadata("image/webp"), *broken]
    window.run(CHOOSE, [base64.b64encode(data).decode() for data in given])
    window.wait_for_value(LOADED, 2)
    assert window.complaints() == []

    token = Records(server, account).token
    notes = lambda: server.request("GET", "/api/v1/notes", token=token)[1]["items"]  # noqa: E731
    wait_until(lambda: len(notes()[0]["photos"] if notes() else []) == 2, "two photos")
    bytes_of = lambda digest: server.request("GET", f"/api/v1/photos/{digest}", token=token)  # noqa: E731
    for photo in notes()[0]["photos"]:
        wait_until(lambda digest=photo["sha256"]: bytes_of(digest)[0] == 200, "its bytes")
        data = bytes_of(photo["sha256"])[1]
        assert pictures.CAMERA not in data and pictures.PLACE not in data
        wanted = (1_024, 2_048) if photo["height"] == 2_048 else (240, 160)
        assert pictures.opened(data).size == wanted and photo["type"] == "image/jpeg"
    tall = next(photo for photo in notes()[0]["photos"] if photo["height"] == 2_048)
    upright = pictures.corners_of(pictures.upright(turned))
    assert pictures.corners_of(pictures.opened(bytes_of(tall["sha256"])[1])) == upright

    window.choose("Done")
    window.click(".photo-open")
    window.wait_for_value(PLACE, 0)
    window.press(ARROW)
    window.wait_for_value(PLACE, 1)
    window.press(ESCAPE)
    window.wait_for_value(PLACE, -1)
    window.go(window.run("return location.href"))
    window.wait_for_value(LOADED, 2)
    window.resize(400, 900)
    assert window.complaints() == []
