import pytest
from folders import commits, record

from jaxvelocity.history import History, load
from jaxvelocity.report.summary import exit_code, summarise


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ([1.0], 0),
        ([1.0, 1.0], 0),
        ([2.0, 1.0], 0),
        ([1.0, 2.0, 1.0], 0),
        ([1.0, 2.0, 1.02], 0),
        ([1.0, 2.0, 1.04], 1),
        ([1.0, 2.0], 1),
        ([1.0, "exception", 1.0], 0),
        ([1.0, "exception", 2.0], 1),
        ([1.0, "exception"], 2),
        (["hang"], 2),
        ([1.0, "wrong"], 2),
        ([1.0, 2.0, "wrong"], 2),
        ([1.0, "skipped"], 0),
        ([1.0, "wrong", "skipped"], 2),
    ],
)
def test_exit_code(reported, values, code):
    assert exit_code(reported(values)) == code


def test_nothing_measured():
    assert exit_code(summarise(History(None, ()))) == 3


@pytest.mark.parametrize(("broken", "code"), [(0, 0), (1, 2)])
def test_an_install_that_broke_counts_at_the_end_of_the_range(folder, broken, code):
    along = commits(2)
    folder.put(along[broken], install="no wheel")
    folder.put(along[1 - broken], record())
    assert exit_code(summarise(load(folder.path, None, along))) == code


def test_metrics_that_failed_alike_are_one_failure(folder):
    along = commits(1)
    other = "loops.Walk.track_temp_bytes"
    folder.entries[other] = folder.entries["loops.Walk.time_steady"] | {"name": other}
    folder.__post_init__()
    ended = {"outcome": "hang", "rounds": (), "reason": "no end after 20 s"}
    folder.put(along[0], record(**ended), record(other, **ended))
    [failure] = summarise(load(folder.path, None, along)).failures
    assert failure.metrics == ("steady", "temp_bytes")
    assert failure.what == "hang: no end after 20 s"


def test_a_wrong_result_says_by_how_much(reported):
    [failure] = reported(["wrong"], error=0.013).failures
    assert failure.what == "wrong: because wrong (error 0.013)"
