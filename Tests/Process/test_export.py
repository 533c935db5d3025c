"""[A14] An export is a zip that other programs read, and a server on another disk takes it back."""

import contextlib
import http.client
import io
import json
import re
import subprocess
import uuid
import zipfile

import pytest

from person import Account
from server import ROOT, Server


def call(server, method, path, token, body=None, type=None):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    headers = {"Authorization": f"Bearer {token}", **({"Content-Type": type} if type else {})}
    connection.request(method, path, body, headers)
    response = connection.getresponse()
    data = response.read()
    connection.close()
    return response, data


def fill(server, token, count):
    """Adds `count` to-dos by sync, as a device would."""
    device = "0000000000000001"
    for start in range(0, count, 500):
        changes = []
        for number in range(start, min(start + 500, count)):
            stamp = f"{1763700000000:012x}{number % 65536:04x}{device}"
            fields = {"title": [f"Errand {number} é👍🏽", stamp], "createdAt": [1763700000000 + number, stamp]}
            changes.append({"kind": "todo", "id": str(uuid.uuid4()), "fields": fields})
        body = {"device": str(uuid.uuid4()), "cursor": 0, "limit": 1, "changes": changes}
        status, answer = server.request("POST", "/api/v1/sync", body, token)
        assert status == 200 and answer["rejected"] == [], answer


def test_A14_an_export_opens_in_other_programs_and_comes_back_on_another_server(server, sign_up, tmp_path):
    server.start()
    token = sign_up(server)
    fill(server, token, 3_000)
    response, data = call(server, "GET", "/api/v1/account/export", token)
    assert response.status == 200
    assert response.getheader("Content-Type") == "application/zip"

    archive = zipfile.ZipFile(io.BytesIO(data))
    assert archive.testzip() is None
    assert archive.namelist() == ["daybook.json", "todos.json", "notes.json", "activity.json", "README.txt"]
    records = json.loads(archive.read("daybook.json"))["records"]
    todos = json.loads(archive.read("todos.json"))["todos"]
    assert len(records) == len(todos) == 3_000
    assert {todo["title"] for todo in todos} == {record["fields"]["title"][0] for record in records}
    assert len(data) < sum(entry.file_size for entry in archive.infolist()) / 2

    other = Server()
    try:
        other.start()
        guest = sign_up(other)
        # Another program may compress the archive again.
        again = io.BytesIO()
        with zipfile.ZipFile(again, "w", zipfile.ZIP_DEFLATED) as repacked:
            for name in archive.namelist():
                repacked.writestr(name, archive.read(name))
        response, answer = call(
            other, "POST", "/api/v1/account/import", guest, again.getvalue(), "application/zip"
        )
        assert response.status == 200, answer
        assert json.loads(answer) == {"imported": 3_000, "rejected": []}
        _, back = call(other, "GET", "/api/v1/account/export", guest)
        assert json.loads(zipfile.ZipFile(io.BytesIO(back)).read("daybook.json"))["records"] == records
        # The data is on the disk, too.
        other.kill()
        other.start()
        assert other.request("GET", "/api/v1/todos?limit=1", token=guest)[1]["total"] == 3_000
    finally:
        other.remove()


@pytest.mark.long
def test_A14_an_import_that_a_kill_interrupts_goes_on_with_the_same_file(server, sign_up):
    server.start()
    token = sign_up(server)
    fill(server, token, 5_000)
    _, data = call(server, "GET", "/api/v1/account/export", token)
    guest = sign_up(server)
    script = (
        "import http.client,sys;c=http.client.HTTPConnection('127.0.0.1',int(sys.argv[1]));"
        "c.request('POST','/api/v1/account/import',open(sys.argv[2],'rb').read(),"
        "{'Authorization':'Bearer '+sys.argv[3],'Content-Type':'application/zip'});c.getresponse().read()"
    )
    path = server.folder / "export.zip"
    path.write_bytes(data)
    before = 0
    for delay in (0.05, 0.2, 0.4, 0.8):
        client = subprocess.Popen(
            ["python3", "-c", script, str(server.port), str(path), guest],
            stderr=subprocess.DEVNULL,
        )
        with contextlib.suppress(subprocess.TimeoutExpired):
            client.wait(timeout=delay)
        server.kill()
        client.wait()
        server.start()
        total = server.request("GET", "/api/v1/todos?limit=1", token=guest)[1]["total"]
        # Each attempt finds the records of the attempt before.
        assert before <= total <= 5_000
        before = total
    response, answer = call(server, "POST", "/api/v1/account/import", guest, data, "application/zip")
    assert response.status == 200, answer
    assert json.loads(answer) == {"imported": 5_000, "rejected": []}
    _, back = call(server, "GET", "/api/v1/account/export", guest)
    assert json.loads(zipfile.ZipFile(io.BytesIO(back)).read("daybook.json"))["records"] == json.loads(
        zipfile.ZipFile(io.BytesIO(data)).read("daybook.json")
    )["records"]


def test_A14_the_readmes_commands_export_and_import(server, tmp_path):
    section = (ROOT / "README.md").read_text().split("## Taking it all along")[1].split("\n## ")[0]
    export, import_ = re.findall(r"```sh\n(.*?)```", section, re.S)
    server.start()
    tokens = []
    for email in ("asha@example.org", "ravi@example.org"):
        person = Account()
        body = {"name": person.name, "mobile": person.mobile, "email": email, "password": "cobalt#RIVER27"}
        tokens.append(server.request("POST", "/api/v1/accounts", body)[1]["token"])
    fill(server, tokens[0], 10)

    def run(commands):
        script = commands.replace("localhost:8080", f"127.0.0.1:{server.port}")
        ended = subprocess.run(["bash", "-euc", script], cwd=tmp_path, capture_output=True, text=True, timeout=120)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    run(export)
    assert len(json.loads(zipfile.ZipFile(tmp_path / "daybook.zip").read("todos.json"))["todos"]) == 10
    # The second person, whose account is empty.
    answer = run(f"TOKEN={tokens[1]}\n" + import_)
    assert json.loads(answer) == {"imported": 10, "rejected": []}
    assert server.request("GET", "/api/v1/todos", token=tokens[1])[1]["total"] == 10
