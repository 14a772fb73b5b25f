import math
import random

import pytest
from points import history, series

from jaxvelocity.history import controls, spread, threshold


def noisy(count, deviation, rounds=2, seed=1):
    source = random.Random(seed)
    return [tuple(math.exp(source.gauss(0, deviation)) for _ in range(rounds)) for _ in range(count)]


@pytest.mark.parametrize("deviation", [0.01, 0.05, 0.10])
def test_finds_the_deviation_that_was_planted(deviation):
    # A median of 4,000 is off by 1.25/√4000 of its scale, 2 %; five of those are allowed.
    found = spread([series(noisy(4000, deviation))])
    assert found == pytest.approx(deviation, rel=0.1)


def test_one_stray_process_does_not_move_it():
    points = noisy(200, 0.01)
    strayed = [(1.0, 50.0), *points[1:]]
    assert spread([series(strayed)]) == pytest.approx(spread([series(points)]), rel=0.1)


def test_by_hand_from_one_pair_of_rounds():
    # log 1.1 / (0.6745 √2) = 0.09531 / 0.95389
    assert spread([series([(1.0, 1.1)])]) == pytest.approx(0.099917, rel=1e-4)


def test_controls_count_where_they_are_the_larger():
    # The same pins at r0 and m0, 1.5 apart, one pair: log 1.5 / 2 = 0.20273
    lines = [series([1.0], pins=["0.8"]), series([1.5], "main", pins=["0.8"])]
    assert spread(lines) == pytest.approx(0.20273, rel=1e-4)


def test_one_stray_control_does_not_hide_a_large_step():
    # 3 apart: a step must exceed 3², and one of 40 does.
    lines = [series([1.0], pins=["0.8"]), series([3.0], "main", pins=["0.8"])]
    assert math.exp(threshold(spread(lines))) == pytest.approx(9.0)


def test_visits_that_wander_while_rounds_agree_are_seen_by_controls_alone():
    source = random.Random(2)
    visits = [math.exp(source.gauss(0, 0.1)) for _ in range(4000)]
    line = series([(visit, visit) for visit in visits], pins=["0.8"] * len(visits))
    # Two visits of deviation 0.1 each: their log ratio's deviation is 0.1 √2.
    assert spread([line]) == pytest.approx(0.1 * math.sqrt(2), rel=0.1)


def test_other_pins_or_other_functions_are_no_control():
    release = series([1.0], pins=["0.8"])
    assert spread([release, series([1.5], "main", pins=["0.9"])]) == 0
    assert spread([release, series([1.5], "main", pins=["0.8"], functions="f2")]) == 0


@pytest.mark.parametrize("unit", ["bytes", "instructions", "compilations", "traces", "calls", "elements", "step"])
def test_what_is_no_clock_has_no_spread(unit):
    assert spread([series([(1.0, 2.0)], unit=unit)]) == 0


def test_releases_of_jax_are_a_control_of_numpy_where_numpy_is_the_same():
    # One pair 1.5 apart, as above: log 1.5 / 2 = 0.20273
    values = [1.0, 1.5]
    assert spread([series(values, metric="numpy")]) == pytest.approx(0.20273, rel=1e-4)
    assert spread([series(values, metric="steady")]) == 0
    assert spread([series(values, metric="numpy", companions=["2.0.2", "2.5.5"])]) == 0


def test_nothing_known_is_no_spread():
    assert spread([]) == 0
    assert spread([series([1.0])]) == 0


def test_threshold_is_never_below_15_percent():
    # by hand: exp(4 * 0.02) = 1.083 < 1.15; exp(4 * 0.1) = 1.4918
    assert math.exp(threshold(0.02)) == pytest.approx(1.15)
    assert math.exp(threshold(0.1)) == pytest.approx(1.4918, rel=1e-4)


def test_head_and_the_newest_release_are_a_control():
    lines = [series([1.0, 2.0], pins=["0.8", "0.9"]), series([9.0, 2.2], "main", pins=["0.7", "0.9"])]
    [found] = controls(history(*lines))
    assert (found.older.label, found.newer.label) == ("r1", "m1")
    assert math.exp(found.log_ratio) == pytest.approx(1.1)  # 2.2 / 2.0


@pytest.mark.parametrize(
    "lines",
    [
        [series([1.0], pins=["0.8"])],
        [series([1.0], pins=["0.8"]), series([1.0], "main", pins=["0.7"])],
        [series([1.0], pins=["0.8"]), series(["broken"], "main", pins=["0.8"])],
        [series([1.0], pins=["0.8"], unit="bytes"), series([1.0], "main", pins=["0.8"], unit="bytes")],
        [series([1.0], metric="numpy", pins=["0.8"]), series([1.0], "main", metric="numpy", pins=["0.7"])],
    ],
    ids=["no head", "other pins", "broken", "no clock", "other pins of NumPy's clock"],
)
def test_no_control_where_nothing_is_equal_and_timed(lines):
    assert controls(history(*lines)) == ()
