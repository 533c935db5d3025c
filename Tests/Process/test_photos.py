"""[N4] [N6] Photos as files: killed servers, full disks, many at once, and the files that are left on the disk."""

import contextlib
import hashlib
import http.client
import os
import sqlite3
import subprocess
import threading
import time
from pathlib import Path

import pytest

from hostile import noise as png
from notes import wait_until
from test_durability import syncs_while
from test_faults import OnSmallDisk, namespaces_allowed, speak


def address(photo):
    return f"/api/v1/photos/{hashlib.sha256(photo).hexdigest()}"


def call(server, method, path, token, body=None, headers=None):
    """A request for bytes: status, headers, bytes."""
    connection = server.connection()
    connection.request(method, path, body, {"Authorization": f"Bearer {token}", **(headers or {})})
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    return answer.status, answer.headers, data


def put(server, token, photo):
    return call(server, "PUT", address(photo), token, photo)[0]


def files_of(server):
    """The photos' files, with their bytes, and all files of uploads in progress."""
    folder = server.folder / "data" / "photos"
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != ".lock"]
    incoming = [path for path in files if path.parent.name == "incoming"]
    contents = {}
    for path in files:
        with contextlib.suppress(FileNotFoundError):  # the server has just removed it
            if path not in incoming:
                contents[str(path.relative_to(folder))] = path.read_bytes()
    return contents, incoming


def files_once(server, wanted):
    """The files once they are as wanted: the server removes what is left of an upload a moment after its end."""
    end = time.monotonic() + 120
    while not wanted(*(found := files_of(server))):
        assert time.monotonic() < end, (list(found[0]), found[1])
        time.sleep(0.1)
    return found


def rows_of(server):
    with sqlite3.connect(server.folder / "data" / "daybook.sqlite") as database:
        return {path: (digest.hex(), size) for path, digest, size in database.execute("SELECT path, sha256, bytes FROM photos")}


def test_N4_each_photo_is_a_file_on_the_disk_that_the_database_names(server, sign_up):
    server.start()
    token = sign_up(server)
    photos = [png(size) for size in (300, 70_000, 2_000_000, 9_900_000)]
    for photo in photos:
        assert put(server, token, photo) == 201
        assert put(server, token, photo) == 200
    files, incoming = files_of(server)
    assert sorted(files.values()) == sorted(photos) and not incoming
    assert {path: (hashlib.sha256(data).hexdigest(), len(data)) for path, data in files.items()} == rows_of(server)
    for photo in photos:
        status, headers, data = call(server, "GET", address(photo), token)
        assert (status, data) == (200, photo)
        status, headers, data = call(server, "GET", address(photo), token, headers={"Range": "bytes=100-"})
        assert (status, data) == (206, photo[100:])
        status, headers, data = call(server, "HEAD", address(photo), token)
        assert (status, data, headers["Content-Length"]) == (200, b"", str(len(photo)))


def test_S6_killing_the_server_during_uploads_loses_no_photo_that_it_acknowledged(server, sign_up):
    server.start()
    token = sign_up(server)
    taken, tried = [], []

    def upload():
        while True:
            photo = png(400_000)
            tried.append(photo)
            try:
                if put(server, token, photo) != 201:
                    return
            except (OSError, http.client.HTTPException):
                return
            taken.append(photo)

    for _ in range(3):
        writers = [threading.Thread(target=upload) for _ in range(6)]
        for writer in writers:
            writer.start()
        time.sleep(1.2)
        before = len(taken)
        wait_until(lambda: len(taken) >= before + 4, "so many uploads")
        server.kill()
        for writer in writers:
            writer.join()
        server.start()
    for photo in taken:
        status, _, data = call(server, "GET", address(photo), token)
        assert (status, data) == (200, photo)
    # The remains of the other uploads are removed soon after the start.
    files, _ = files_once(server, lambda files, incoming: not incoming and files.keys() == rows_of(server).keys())
    assert {path: (hashlib.sha256(data).hexdigest(), len(data)) for path, data in files.items()} == rows_of(server)
    assert set(files.values()) <= set(tried)


def test_S6_a_photo_is_synced_then_its_folder_then_its_row(server, sign_up, tmp_path):
    server.start()
    token = sign_up(server)
    photos = [png(20_000) for _ in range(10)]

    def one_after_the_other():
        for photo in photos:
            assert put(server, token, photo) == 201

    assert syncs_while(server, one_after_the_other, tmp_path) >= 3 * len(photos)


@pytest.mark.long
def test_an_upload_that_breaks_off_leaves_nothing(server, sign_up):
    server.start()
    token = sign_up(server)
    photo = png(900_000)
    head = f"PUT {address(photo)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
    for _ in range(5):
        speak(server, f"{head}Content-Length: {len(photo)}\r\n\r\n".encode() + photo[:500_000], pause=0.05)
    assert not files_once(server, lambda files, incoming: not incoming)[0]
    assert put(server, token, photo) == 201


def test_N4_more_than_ten_megabytes_are_cut_off_early(server, sign_up):
    server.start()
    token = sign_up(server)
    photo = png(300) + b"\0" * 11_000_000
    head = f"PUT {address(photo)} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n"
    answer = speak(server, f"{head}Content-Length: 3000000000\r\n\r\n".encode() + photo[:200_000], patience=120)
    assert answer.startswith(b"HTTP/1.1 413"), answer[:80]
    pieces = b"".join(b"%x\r\n%s\r\n" % (100_000, photo[:300].ljust(100_000, b"\0")) for _ in range(101))
    answer = speak(server, f"{head}Transfer-Encoding: chunked\r\n\r\n".encode() + pieces, patience=120)
    assert answer.startswith(b"HTTP/1.1 413"), answer[:80]
    assert files_once(server, lambda files, incoming: not incoming)[0] == {}


def test_A14_the_operators_deletion_removes_the_files_at_once(server, sign_up):
    server.start()
    token, other = sign_up(server), sign_up(server)
    one, two = png(5_000), png(6_000)
    assert put(server, token, one) == 201 and put(server, other, one) == 201 and put(server, other, two) == 201
    email = server.request("GET", "/api/v1/account", token=token)[1]["email"]
    command = [server.binary, "account", "delete", email, "--yes", "--data", server.folder / "data"]
    subprocess.run(command, check=True, capture_output=True)
    files, incoming = files_of(server)
    assert sorted(files.values()) == sorted([one, two]) and not incoming
    assert call(server, "GET", address(one), other)[0] == 200


def test_a_quota_is_a_setting(server, sign_up):
    server.settings["photo_quota"] = 1
    server.start()
    token = sign_up(server)
    assert put(server, token, png(600_000)) == 201
    status, _, answer = call(server, "PUT", address(photo := png(600_000)), token, photo)
    assert status == 507 and b"1 MB" in answer


@pytest.mark.skipif(not namespaces_allowed(), reason="this machine allows no mount namespace of one's own")
def test_a_full_disk_refuses_the_photo_and_goes_on(sign_up):
    server = OnSmallDisk()
    server.real = server.binary
    try:
        server.start()
        token = sign_up(server)
        assert put(server, token, small := png(100_000)) == 201
        status, _, answer = call(server, "PUT", address(large := png(6_000_000)), token, large)
        assert status == 507 and b"full" in answer, answer
        assert call(server, "GET", address(small), token)[2] == small
        photos = Path(f"/proc/{server.process.pid}/root{server.folder}/data/photos")
        wait_until(lambda: not list((photos / "incoming").iterdir()), "no rest of the upload")
        assert put(server, token, png(100_000)) == 201
        assert server.request("POST", "/api/v1/todos", {"title": "Buy milk"}, token)[0] == 201
    finally:
        server.remove()


def test_sixty_four_uploads_at_once_all_arrive(server, sign_up):
    # All of them wait half-way for the last one.
    server.settings["budgets"] = "readSeconds=600"
    server.start()
    token = sign_up(server)
    photos = [png(150_000) for _ in range(64)]
    statuses = []

    def upload(photo):
        with_half = server.connection()
        with_half.putrequest("PUT", address(photo))
        with_half.putheader("Authorization", f"Bearer {token}")
        with_half.putheader("Content-Length", str(len(photo)))
        with_half.endheaders(photo[:70_000])
        halfway.wait()
        with_half.send(photo[70_000:])
        statuses.append(with_half.getresponse().status)
        with_half.close()

    halfway = threading.Barrier(64, timeout=300)
    uploads = [threading.Thread(target=upload, args=(photo,)) for photo in photos]
    for one in uploads:
        one.start()
    for one in uploads:
        one.join()
    assert statuses == [201] * 64
    files, incoming = files_of(server)
    assert sorted(files.values()) == sorted(photos) and not incoming
