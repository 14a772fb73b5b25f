import json

import pytest
from folders import MACHINE, commits, device, record

from jaxvelocity.history import History, load
from jaxvelocity.report.document import document, dumps
from jaxvelocity.report.summary import summarise

CONTRACT = {
    *("benchmark", "params", "metric", "from", "to", "before", "after", "unit", "ratio"),
    *("low", "high", "state", "reason", "mended_in"),
}


def test_the_fields_of_the_contract(eventful):
    found = document(eventful)
    assert found["schema"] == 1
    assert (found["machine"], found["device"]) == (MACHINE, "cpu:cpu on Example 9000")
    assert found["range"] == ["r0", "r3"]
    assert all(set(change) == CONTRACT for change in found["changes"])


def test_a_change(eventful):
    [found] = [change for change in document(eventful)["changes"] if change["to"] == "r1"]
    assert found == {
        "benchmark": "loops.Walk",
        "params": ["64"],
        "metric": "steady",
        "from": "r0",
        "to": "r1",
        "before": 0.32e-3,
        "after": 49e-3,
        "unit": "seconds",
        "ratio": pytest.approx(153.125),  # 49 / 0.32
        "low": None,
        "high": None,
        "state": "suspected",
        "reason": None,
        "mended_in": "r3",
    }


def test_the_control(eventful):
    # 0.26 / 0.25 = 1.04
    expected = {"old": "r3", "new": "m0", "pairs": 1, "median": pytest.approx(0.04), "largest": pytest.approx(0.04)}
    assert document(eventful)["control"] == expected


def test_it_is_strict_json(eventful):
    read = json.loads(dumps(eventful), parse_constant=pytest.fail)
    assert read["changes"][0]["reason"] == "install"


def test_nothing_measured():
    expected = {
        "schema": 1,
        "machine": None,
        "device": None,
        "range": None,
        "changes": [],
        "control": None,
        "evaluation": None,
        "problems": [],
    }
    assert document(summarise(History(None, ()))) == expected


def test_two_devices_are_told_apart(folder):
    along = commits(2)
    for commit, value in zip(along, [1.0, 2.0], strict=True):
        folder.put(commit, record(rounds=(value,)), on=[device(commit.label, platform="gpu", kind="G1")])
    folder.put(commits(1, "main")[0], record(), on=[device()])
    found = document(summarise(load(folder.path, None, [*along, *commits(1, "main")])))
    assert found["device"] == "cpu:cpu on Example 9000; gpu:G1 on Example 9000"
    assert [change["device"] for change in found["changes"]] == ["gpu:G1 on Example 9000"]
