from dataclasses import replace

import pytest

from jaxvelocity.errors import ResultsError
from jaxvelocity.history.calibration import Calibration, Control, Planted, merged, read, write

QUIET = Control("loops.Walk", ("8",), "steady", 0.002, 9, "same")
NOISY = Control("loops.Run", (), "steady", 0.03, 25, "inconclusive")
FOUND = Calibration(
    "cpu:cpu on Example 9000",
    "0.12.0.1",
    "2026-12-03T08:00:00Z",
    (NOISY, QUIET),
    (Planted("loops.Walk", ("8",), "steady", 0.05, "confirmed", 1.05, 1.045, 1.056),),
)


def test_what_is_written_is_read(tmp_path):
    write(tmp_path, "test-2", FOUND)
    assert read(tmp_path, "test-2") == FOUND
    assert read(tmp_path, "other") is None
    assert read(tmp_path, None) is None


def test_the_margin_is_the_spread_but_never_less_than_1_percent():
    assert FOUND.margin("loops.Walk", ("8",), "steady") == 0.01
    assert FOUND.margin("loops.Run", (), "steady") == pytest.approx(0.0305, abs=1e-4)  # exp(0.03) - 1
    assert FOUND.margin("never.Seen", (), "steady") == 0.01


def test_a_part_that_is_calibrated_again_keeps_the_rest():
    again = replace(FOUND, controls=(replace(QUIET, spread=0.004),), planted=())
    both = merged(FOUND, again)
    assert both.controls == (NOISY, replace(QUIET, spread=0.004))
    assert both.planted == FOUND.planted
    assert merged(replace(FOUND, device="gpu"), again) == again


@pytest.mark.parametrize("text", ["", "{}", '{"format": 3}', '{"format": 2}', "[]"])
def test_a_damaged_file_is_an_error_that_names_it(tmp_path, text):
    write(tmp_path, "test-2", FOUND)
    (tmp_path / "test-2" / "calibration.duets").write_text(text)
    with pytest.raises(ResultsError, match=r"test-2/calibration\.duets can't be read"):
        read(tmp_path, "test-2")
