"""Numbers left for siblings are those of the same class, parameters and visit."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import _process, _siblings


@pytest.fixture
def running(monkeypatch, tmp_path):
    """Pretend that this process runs a benchmark; give a function that makes it another one."""
    one = _process.Running("area.Subject.track_a", 0, "c" * 40, "env", "machine", "visit", tmp_path / "side.json")

    def become(**other):
        monkeypatch.setattr(_process, "_running", replace(one, **other))

    become()
    return become


FIELDS = {"params": ["8"], "device": {"platform": "cpu"}, "deviation": 1e-7, "pid": 1}


def test_a_sibling_takes_over_the_numbers_and_what_belongs_to_them(running):
    _siblings.leave("calls", {"a": [1.0, 2.0], "b": "never: because"}, FIELDS)
    running(benchmark="area.Subject.track_b", index=3)  # at another place of another list of parameters
    fields = {"params": ["8"], "pid": 2}
    assert _siblings.left("calls", fields) == {"a": [1.0, 2.0], "b": "never: because"}
    assert fields == {"params": ["8"], "pid": 2, "device": {"platform": "cpu"}, "deviation": 1e-7}


@pytest.mark.parametrize(
    ("other", "family", "params"),
    [
        ({"benchmark": "area.Other.track_b"}, "calls", ["8"]),
        ({"visit": "another"}, "calls", ["8"]),
        ({}, "compilation", ["8"]),
        ({}, "calls", ["16"]),
    ],
)
def test_nobody_else_does(running, other, family, params):
    _siblings.leave("calls", {"a": [1.0]}, FIELDS)
    running(**other)
    assert _siblings.left(family, {"params": params}) is None


def test_outside_asv_nothing_is_left(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    _siblings.leave("calls", {"a": [1.0]}, FIELDS)
    assert _siblings.left("calls", {"params": ["8"]}) is None
    assert list(Path().iterdir()) == []
