"""[D1] The taps and keys of fifteen everyday tasks are those of docs/taps.md."""

import sys

import pytest

import everyday
from server import ROOT

sys.path.append(str(ROOT / "scripts"))

import taps  # noqa: E402


@pytest.mark.long
@pytest.mark.parametrize("size", taps.SIZES)
def test_D1_everyday_tasks_take_the_steps_that_are_written(people, server, size):
    """[D1] each is done and checked; after a change of the screens, scripts/taps.py writes the document"""
    expected = {task: paths[size] for task, paths in taps.written().items()}
    assert everyday.paths(people(size, server, reduced_motion="reduce")) == expected


def test_D1_the_document_has_the_counts_of_its_paths():
    """[D1] and all fifteen tasks"""
    assert list(taps.OTHERS) == list(everyday.TASKS)
    assert taps.DOCUMENT.read_text() == taps.document(taps.written())
