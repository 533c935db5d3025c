"""Photos of notes in the terminal: adding, saving and removing them, alone and with a server."""

import contextlib
import hashlib
import io
import json
import shutil
import signal
import stat
import subprocess
import sys

import pytest
from faults import Proxy
from PIL import Image
from notebooks import REFUSED, SIGNED_OUT, UNREACHABLE, Devices, synced
from test_notebook import Notebook
from test_photos import png

TEXT = "We walked along the river until it was dark, and the lamps were lit one after another. Then we went home."


@pytest.fixture
def notebook(tmp_path):
    notebook = Notebook(tmp_path / "notebook")
    # Whatever this machine has: a search path without programs that draw, unless a test brings one.
    notebook.environment["PATH"] = str(tmp_path / "programs")
    return notebook


def note(notebook):
    return json.loads(notebook("note", "add", "Holiday plans", TEXT, "--json").stdout)["notes"][0]["short"]


def photos(notebook, name):
    return json.loads(notebook("photo", "list", name, "--json").stdout)["notes"][0]["photos"]


def camera(width=400, height=300, turn=1):
    """A JPEG as a camera writes it: with the place in it, lying on its side."""
    picture = Image.new("RGB", (width, height), "darkgreen")
    exif = Image.Exif()
    exif[0x0112] = turn
    exif[0x010F] = "Secret camera"
    written = io.BytesIO()
    picture.save(written, "JPEG", exif=exif, comment=b"secret place")
    return written.getvalue()


def test_C20_photos_are_added_listed_saved_and_removed(notebook, tmp_path):
    name = note(notebook)
    first, second = tmp_path / "first.jpg", tmp_path / "second.png"
    first.write_bytes(camera(turn=6))
    second.write_bytes(png(50_000))
    assert "2 photos" in notebook("photo", "add", name, str(first), str(second)).stdout
    listed = notebook("photo", "list", name).stdout
    assert "400 × 300" in listed and "to be uploaded" in listed
    assert first.read_bytes() == camera(turn=6)

    out = tmp_path / "out"
    out.mkdir()
    assert notebook("photo", "save", name, str(out)).stdout.count("Saved") == 2
    saved = sorted(out.iterdir())
    assert [file.name for file in saved] == ["Holiday plans 1.jpg", "Holiday plans 2.png"]
    clean = saved[0].read_bytes()
    assert b"ecret" not in clean
    with Image.open(io.BytesIO(clean)) as image, Image.open(first) as before:
        assert image.getexif()[0x0112] == 6 and image.tobytes() == before.tobytes()
    assert [hashlib.sha256(file.read_bytes()).hexdigest() for file in saved] == [photo["sha256"] for photo in photos(notebook, name)]
    files = list((notebook.folder / "photos").iterdir())
    assert len(files) == 2 and all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in files)

    # Nothing is written over, and nothing is written when a name is taken: also by a link that leads nowhere.
    notebook("photo", "save", name, "1", str(saved[0]), code=2)
    saved[0].unlink()
    for taken in (lambda: None, lambda: (saved[1].unlink(), saved[1].symlink_to(tmp_path / "nowhere"))):
        taken()
        refused = notebook("photo", "save", name, str(out), code=2)
        assert "Holiday plans 2.png is there already" in refused.stderr and refused.stdout == ""
        assert list(out.iterdir()) == [saved[1]] and not (tmp_path / "nowhere").exists()
    notebook("photo", "save", name, "1", str(saved[0]), "--overwrite")
    one = tmp_path / "one.jpg"
    notebook("photo", "save", name, "1", str(one))
    assert one.read_bytes() == clean

    assert "photo 1" in notebook("photo", "remove", name, "1").stdout
    assert len(photos(notebook, name)) == 1
    trash = json.loads(notebook("trash", "--json").stdout)
    assert [photo["title"] for photo in trash["photos"]] == ["Holiday plans"] and not trash["notes"]
    assert "photo" in notebook("trash").stdout
    notebook("undo")
    assert len(photos(notebook, name)) == 2
    notebook("redo")
    notebook("trash", "restore", trash["photos"][0]["short"])
    assert len(photos(notebook, name)) == 2
    assert json.loads(notebook("trash", "--json").stdout)["photos"] == []


def test_what_was_saved_is_told_when_the_rest_cannot_be(notebook, tmp_path):
    name = note(notebook)
    for number in range(2):
        picture = tmp_path / f"{number}.png"
        picture.write_bytes(png(50_000))
        notebook("photo", "add", name, str(picture))
    # As if a server had it, and this machine were signed out.
    (notebook.folder / "photos" / photos(notebook, name)[1]["sha256"]).unlink()
    out = tmp_path / "out"
    out.mkdir()
    ended = notebook("photo", "save", name, str(out), code=SIGNED_OUT)
    assert ended.stdout == f"Saved {out}/Holiday plans 1.png\n" and "not signed in" in ended.stderr
    assert [file.name for file in out.iterdir()] == ["Holiday plans 1.png"]


def test_C20_what_is_no_photo_is_refused_and_named(notebook, tmp_path):
    name = note(notebook)
    text, cut, good = tmp_path / "text.jpg", tmp_path / "cut.jpg", tmp_path / "good.jpg"
    text.write_text("hello")
    cut.write_bytes(camera()[:-400])
    good.write_bytes(camera())
    assert "text.jpg is not a whole" in notebook("photo", "add", name, str(text), code=2).stderr
    assert "cut.jpg is not a whole" in notebook("photo", "add", name, str(cut), code=2).stderr
    assert "No such file" in notebook("photo", "add", name, str(tmp_path / "none.jpg"), code=2).stderr
    assert "one before it was added" in notebook("photo", "add", name, str(good), str(text), code=2).stderr
    assert "already" in notebook("photo", "add", name, str(good), code=2).stderr
    assert "photo 2" in notebook("photo", "remove", name, "2", code=2).stderr
    assert len(photos(notebook, name)) == 1
    assert notebook("photo", "add", "ffffffffffff", str(good), code=2).stderr
    large = tmp_path / "large.jpg"
    large.write_bytes(camera(3000, 200))
    refusal = notebook("photo", "add", name, str(large), code=2).stderr
    assert "3000 × 200" in refusal and "ImageMagick" in refusal


# What ImageMagick does with these words, by Python's own library.
CONVERT = """#!{python}
import io, re, sys
from PIL import Image, ImageOps
words = sys.argv[1:]
assert words[0] == "-limit", words
kind = lambda word: {{"jpg": "JPEG"}}.get(word.split(":")[0], word.split(":")[0].upper())
[given] = [kind(word) for word in words if word.endswith(":-[0]")]
picture = ImageOps.exif_transpose(Image.open(io.BytesIO(sys.stdin.buffer.read()), formats=[given]))
[side] = [int(re.match(r"([0-9]+)x", after)[1]) for word, after in zip(words, words[1:]) if word in ("-resize", "-thumbnail")]
picture.thumbnail((side, side))
picture.convert("RGB").save(sys.stdout.buffer, kind(words[-1]), comment=b"made by a program")
"""


def test_C20_a_large_photo_is_scaled_and_turned_by_the_machines_program(notebook, tmp_path):
    programs = tmp_path / "programs"
    programs.mkdir()
    convert = programs / "convert"
    convert.write_text(CONVERT.format(python=sys.executable))
    convert.chmod(0o755)
    name = note(notebook)
    large, broken = tmp_path / "large.jpg", tmp_path / "broken.jpg"
    large.write_bytes(camera(3000, 1500, turn=6))
    notebook("photo", "add", name, str(large))
    [photo] = photos(notebook, name)
    assert (photo["width"], photo["height"]) == (1024, 2048) and photo["thumbnail"]
    saved = tmp_path / "saved.jpg"
    notebook("photo", "save", name, "1", str(saved))
    assert b"made by" not in saved.read_bytes() and b"ecret" not in saved.read_bytes()
    assert len(list((notebook.folder / "photos").iterdir())) == 2

    # A program that fails, or makes nothing that fits.
    convert.write_text("#!/bin/sh\nexit 1\n")
    broken.write_bytes(camera(2500, 100))
    assert "cannot be scaled" in notebook("photo", "add", name, str(broken), code=2).stderr
    assert not list(tmp_path.glob("daybook-*"))


def test_C20_graphicsmagick_takes_the_same_words(notebook, tmp_path):
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "gm").symlink_to(shutil.which("gm"))
    name = note(notebook)
    large = tmp_path / "large.jpg"
    large.write_bytes(camera(3000, 1500, turn=6))
    notebook("photo", "add", name, str(large))
    [photo] = photos(notebook, name)
    assert (photo["width"], photo["height"]) == (1024, 2048) and photo["thumbnail"]


def test_C20_photos_reach_other_devices_and_leave_this_one(devices, tmp_path):
    first = devices.signed_up("first")
    name = note(first)
    picture = tmp_path / "picture.jpg"
    picture.write_bytes(camera())
    first("photo", "add", name, str(picture))
    report = synced(first)
    assert report["photos"] == 1 and report["refusedPhotos"] == [] and report["waiting"] == 0
    assert list((first.folder / "photos").iterdir()) == []

    second = devices.signed_in("second")
    out = tmp_path / "out"
    out.mkdir()
    second("photo", "save", name, str(out))
    [saved] = out.iterdir()
    assert hashlib.sha256(saved.read_bytes()).hexdigest() == photos(first, name)[0]["sha256"]

    # Without a network there is nothing to save from.
    devices.server.stop()
    saved.unlink()
    second("photo", "save", name, str(out), code=UNREACHABLE)
    assert list(out.iterdir()) == []


def test_C20_a_full_account_is_told_and_everything_else_is_synced(server, tmp_path):
    server.settings["photo_quota"] = 1
    devices = Devices(server.start(), tmp_path)
    first = devices.signed_up("first")
    name = note(first)
    for number in range(2):
        picture = tmp_path / f"{number}.png"
        picture.write_bytes(png(900_000))
        first("photo", "add", name, str(picture))
    ended = first("sync", code=REFUSED)
    assert "refuses 1 photo" in ended.stderr and "Holiday plans" in ended.stderr
    assert len(photos(first, name)) == 2
    # The bytes stay here, and go when there is room.
    assert any(file.stat().st_size > 800_000 for file in (first.folder / "photos").iterdir())
    server.stop()
    server.settings["photo_quota"] = 5
    server.start()
    assert synced(first)["photos"] >= 1
    assert not any(file.stat().st_size > 800_000 for file in (first.folder / "photos").iterdir())


def test_C20_a_photo_that_a_proxy_does_not_let_through_is_told_and_holds_up_no_other(devices, tmp_path):
    first = devices.signed_up("first")
    name = note(first)
    pictures = [png(300_000 if number else 1_200_000) for number in range(4)]
    for number, content in enumerate(pictures):
        picture = tmp_path / f"{number}.png"
        picture.write_bytes(content)
        first("photo", "add", name, str(picture))

    def nginx(exchange, random):
        """As nginx answers with its standard settings."""
        body = b"<html><head><title>413 Request Entity Too Large</title></head></html>"
        head = b"HTTP/1.1 413 Request Entity Too Large\r\nContent-Type: text/html\r\nConnection: close\r\n"
        exchange.answer(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)

    with Proxy(devices.server, plan=lambda exchange: nginx if len(exchange.body) > 1 << 20 else None) as proxy:
        session = first.folder / "session.json"
        session.write_text(session.read_text().replace(f":{devices.server.port}", f":{proxy.port}"))
        proxy.storm()
        ended = first("sync", code=REFUSED)
        assert "sent" in ended.stdout and "3 photos uploaded" in ended.stdout
        assert "refuses 1 photo." in ended.stderr and "client_max_body_size" in ended.stderr
        [waiting] = (first.folder / "photos").iterdir()
        assert waiting.stat().st_size > 1 << 20
        # The operator raises the limit.
        proxy.calm()
        assert synced(first)["photos"] == 1
    assert list((first.folder / "photos").iterdir()) == []


def test_C20_photos_that_a_proxy_forbids_are_told_and_hold_up_no_others(devices, tmp_path):
    first = devices.signed_up("first")
    name = note(first)
    for number in range(6):
        picture = tmp_path / f"{number}.png"
        picture.write_bytes(png(50_000 + number))
        first("photo", "add", name, str(picture))
    folder = first.folder / "photos"
    # Those that are sent first.
    forbidden = sorted(file.name for file in folder.iterdir())[:3]

    def forbid(exchange, random):
        """As a firewall for web applications answers."""
        page = b"<html><head><title>403 Forbidden</title></head></html>"
        exchange.answer(b"HTTP/1.1 403 Forbidden\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(page) + page)

    with Proxy(devices.server, plan=lambda exchange: forbid if exchange.path.split("/")[-1] in forbidden else None) as proxy:
        session = first.folder / "session.json"
        session.write_text(session.read_text().replace(f":{devices.server.port}", f":{proxy.port}"))
        proxy.storm()
        ended = first("sync", code=REFUSED)
        assert "3 photos uploaded" in ended.stdout and "refuses 3 photos." in ended.stderr
        assert ended.stderr.count("“Holiday plans”: A proxy in front of the server does not let it through (HTTP status 403).") == 3
        assert sorted(file.name for file in folder.iterdir()) == forbidden
        proxy.calm()
        assert synced(first)["photos"] == 3
    assert list(folder.iterdir()) == []


@pytest.mark.long
def test_C20_a_command_that_is_killed_loses_no_photo_and_leaves_no_record_without_bytes(notebook, tmp_path):
    name = note(notebook)
    known = []
    for number in range(12):
        picture = tmp_path / f"{number}.png"
        picture.write_bytes(png(3_000_000))
        process = notebook.start("photo", "add", name, str(picture), stderr=subprocess.DEVNULL)
        # Before, while and after it writes.
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=0.02 * (number % 4) if number % 4 else 300)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        here = {photo["sha256"] for photo in photos(notebook, name)}
        assert set(known) <= here
        known = list(here)
        for digest in here:
            content = (notebook.folder / "photos" / digest).read_bytes()
            assert hashlib.sha256(content).hexdigest() == digest
        if len(here) == 10:
            break
    assert known
