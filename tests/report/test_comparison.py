"""What `upgrade` says of what duets have shown."""

import json
from dataclasses import replace

import pytest
from points import key

from jaxvelocity.history import Change
from jaxvelocity.history.comparison import Comparison, Failing
from jaxvelocity.report.comparison import dumps, exit_code, markdown, text


def change(benchmark, state, ratio=None, *, before=1e-3, low=None, high=None, reason=None, mended_in=None):
    after = None if ratio is None or before is None else before * ratio
    return Change(
        replace(key(), benchmark=benchmark),
        "releases",
        "0.11.2",
        "0.12.0.1",
        before,
        after,
        ratio,
        low,
        high,
        state,
        reason,
        mended_in,
    )


SAME = change("loops.Same", "same", 1.001, low=0.99, high=1.01)
SLOWER = change("loops.Slower", "confirmed", 1.5, low=1.4, high=1.6)
SLIGHTLY = change("loops.Slightly", "confirmed", 1.02, low=1.015, high=1.03)
FASTER = change("loops.Faster", "confirmed", 0.5, low=0.45, high=0.55)
CRASHED = change("loops.Crashed", "broken", reason="crash")
MENDED = change("loops.Mended", "broken", reason="crash", before=None, mended_in="0.12.0.1")
WRONG = change("loops.Wrong", "wrong", reason="largest relative error of 0.5")
OPEN = change("loops.Open", "inconclusive", 1.1, low=0.9, high=1.3, reason="its duets lie between 0.80 and 1.40")
UNPLAYED = change("loops.Unplayed", "inconclusive", before=None, reason="stopped before its first duet")


def compared(*changes, **other):
    return Comparison("test-2", "cpu:cpu on Example 9000", "0.11.2", "0.12.0.1", changes, **other)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ([], 3),
        ([UNPLAYED], 3),
        ([UNPLAYED, SAME], 0),
        ([SAME, FASTER, OPEN, MENDED], 0),
        ([SLIGHTLY], 0),
        ([SAME, SLOWER], 1),
        ([SLOWER, CRASHED], 2),
        ([WRONG], 2),
    ],
)
def test_exit_codes(changes, code):
    assert exit_code(compared(*changes), 0.03) == code


def test_what_could_not_be_imported_is_not_taken_for_unchanged():
    assert exit_code(compared(SAME, problems=("benchmarks/broken.py: ImportError: cannot import name",)), 0.03) == 2


def test_a_threshold_of_ones_own():
    assert exit_code(compared(SLIGHTLY), 0.02) == 1
    assert exit_code(compared(SLOWER), 0.6) == 0


def test_machine_and_device_come_first_and_the_worst_leads():
    found = compared(SAME, OPEN, FASTER, SLOWER, MENDED, WRONG, CRASHED, duets=99, seconds=75.0)
    for written in (text(found, 0.03), markdown(found, 0.03)):
        assert written.startswith("machine test-2, device cpu:cpu on Example 9000")
        order = [written.index(f"loops.{name}") for name in ("Crashed", "Wrong", "Mended", "Slower", "Faster", "Open")]
        assert order == sorted(order)
        assert "loops.Same" not in written  # only counted
        assert (
            "7 figures: 1 broken, 1 wrong, 1 slower or larger, 1 faster or smaller, 1 mended, 1 inconclusive" in written
        )
        assert "slower or larger by 3% or more: 1" in written
        assert "took 1 min 15 s, 99 duets" in written
        assert "1.4 to 1.6" in written


def test_json_lists_everything_worst_first():
    given = json.loads(
        dumps(compared(SAME, SLOWER, CRASHED, failures=(Failing("loops.Crashed", (), "0.12.0.1", "crash", "exit"),)))
    )
    assert [one["benchmark"] for one in given["changes"]] == ["loops.Crashed", "loops.Slower", "loops.Same"]
    assert (given["old"], given["new"]) == ("0.11.2", "0.12.0.1")
    assert given["failures"] == ["loops.Crashed at 0.12.0.1: crash: exit"]


def test_names_and_reasons_stay_text_in_markdown():
    hostile = change("loops.<script>|@everyone", "wrong", reason="![x](http://example.invalid)\n\n# a heading")
    written = markdown(compared(hostile), 0.03)
    assert "<script>" not in written.replace("\\<script\\>", "")
    assert "@everyone" not in written
    assert "\n# a heading" not in written
    assert "![x]" not in written


def test_a_stop_is_said():
    assert "stopped before all was decided" in text(compared(SAME, stopped=True), 0.03)
