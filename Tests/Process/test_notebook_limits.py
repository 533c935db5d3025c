"""[A15] The limits of texts in the terminal, alone and with a server."""

import json

from notebooks import Devices, synced
from server import Server
from test_notebook import Notebook

LONG = "Ask the neighbours whether they have seen the grey cat"


def choice(notebook):
    return json.loads(notebook("limits", "--json").stdout)["limits"]["choice"]


def test_A15_limits_are_chosen_without_a_server(tmp_path):
    """[A15] a refusal names the way out; what was written stays and is edited under the other limits"""
    notebook = Notebook(tmp_path / "notebook")
    assert "daybook limits roomy" in notebook("add", "--plain", LONG, code=2).stderr
    assert "daybook limits roomy" in notebook("note", "add", "Key", "Under the mat", code=2).stderr
    assert notebook("limits").stdout.startswith("classic: Titles of up to 32")
    assert notebook("limits", "roomy").stdout.startswith("roomy: Titles of up to 500")
    notebook("add", "--plain", LONG)
    notebook("note", "add", "Key", "Under the mat")
    notebook("limits", "classic")
    todo = json.loads(notebook("list", "--json").stdout)["todos"][0]
    assert todo["title"] == LONG
    notebook("edit", todo["id"], "--detail", "It is shy")
    notebook("edit", todo["id"], "--title", LONG + " today", code=2)
    notebook("edit", todo["id"], "--title", LONG[:-1])
    notebook("undo")
    assert json.loads(notebook("list", "--json").stdout)["todos"][0]["title"] == LONG
    assert notebook("limits", "huge", code=2).stderr


def test_A15_the_choice_goes_to_other_machines(devices):
    """[A15] with what was written under it"""
    first = devices.signed_up()
    first("limits", "roomy")
    first("add", "--plain", LONG)
    assert synced(first)["refused"] == 0
    second = devices.signed_in("second")
    assert choice(second) == "roomy"
    second("add", "--plain", LONG + " today")
    assert synced(second)["refused"] == 0


def test_A15_an_operator_sets_and_fixes_the_limits(tmp_path):
    """[A15] a notebook checks by the numbers of its server"""
    server = Server(rules_fixed="true", limits="title=20,tags=5").start()
    try:
        devices = Devices(server, tmp_path)
        notebook = devices.signed_up()
        notebook("add", "--plain", "Twenty-one characters", code=2)
        notebook("add", "--plain", "Buy oat milk")
        assert "chose the limits" in notebook("limits", "roomy", code=2).stderr
    finally:
        server.remove()
