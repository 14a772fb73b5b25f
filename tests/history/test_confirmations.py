from dataclasses import replace

import pytest
from folders import MACHINE, Folder, commits, line

from jaxvelocity.errors import ResultsError
from jaxvelocity.history import changes, load, spreads
from jaxvelocity.history.confirmations import Confirmation, read, write

STEP = Confirmation(
    benchmark="loops.Walk",
    params=(),
    metric="steady",
    device="cpu:cpu on Example 9000",
    from_="r1",
    to="r2",
    version="1",
    functions="f1",
    inputs="i1",
    state="confirmed",
    ratio=1.9,
    low=1.8,
    high=2.0,
    duets=18,
    reason=None,
    at="2026-12-03T08:00:00Z",
)


@pytest.fixture
def results(tmp_path):
    folder = Folder(tmp_path / "results")
    line(folder, [1e-3, 1e-3, 2e-3, 2e-3])
    return folder.path


def found(results):
    history = load(results, None, commits(4))
    return changes(history, spreads(history))


def test_what_is_written_is_read(results):
    write(results, MACHINE, [STEP])
    assert read(results, MACHINE) == (STEP,)
    assert read(results, "other") == ()


def test_of_two_of_one_step_the_later_stays(results):
    write(results, MACHINE, [STEP, replace(STEP, state="same")])
    assert [one.state for one in read(results, MACHINE)] == ["same"]


def test_a_suspected_step_takes_the_state_and_the_interval_of_its_duets(results):
    (before,) = found(results)
    assert (before.state, before.low) == ("suspected", None)
    write(results, MACHINE, [STEP])
    (after,) = found(results)
    assert (after.state, after.ratio, after.low, after.high) == ("confirmed", 1.9, 1.8, 2.0)
    assert (after.before, after.after) == (before.before, before.after)


@pytest.mark.parametrize("other", [{"functions": "f0"}, {"version": "0"}, {"device": "gpu"}, {"from_": "r0"}])
def test_what_was_measured_of_something_else_does_not_count(results, other):
    write(results, MACHINE, [replace(STEP, **other)])
    assert [change.state for change in found(results)] == ["suspected"]


@pytest.mark.parametrize("text", ["", "{", '{"format": 99}\n', '{"format": 1}\n{"benchmark": 3}\n'])
def test_a_damaged_file_is_named_and_left_aside(results, text):
    write(results, MACHINE, [STEP])
    path = results / MACHINE / "confirmations.duets"
    path.write_text(text)
    with pytest.raises(ResultsError, match=r"confirmations\.duets can't be read"):
        read(results, MACHINE)
    history = load(results, None, commits(4))
    assert "confirmations.duets" in history.problems[0]
    assert [change.state for change in changes(history, spreads(history))] == ["suspected"]
    assert path.read_text() == text
