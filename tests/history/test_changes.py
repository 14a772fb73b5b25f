import math
import random
import sys
from dataclasses import replace

import pytest
from folders import commits
from points import history, series

from jaxvelocity.history import BrokenInstall, Install, changes, find, ratio, spread, spreads, still_holds


def steps(values, spread=0.0, **other):
    return [(one.from_, one.to, one.mended_in) for one in find(series(values, **other), spread)]


def noisy(levels, deviation, seed):
    source = random.Random(seed)
    return [tuple(level * math.exp(source.gauss(0, deviation)) for _ in range(2)) for level in levels]


def test_ratio_by_hand():
    assert ratio(2.0, 3.0) == 1.5
    assert ratio(0, 0) == 1
    assert ratio(0, 8) is None
    assert ratio(8, 0) == 0
    assert ratio(None, 1.0) is None
    assert ratio(1.0, None) is None


def test_flat_has_no_change():
    assert steps([1.0] * 10) == []


def test_one_step():
    [found] = find(series([1.0, 1.0, 2.0, 2.0]), 0.0)
    assert (found.from_, found.to, found.before, found.after, found.ratio) == ("r1", "r2", 1.0, 2.0, 2.0)
    assert (found.state, found.reason, found.mended_in, found.low, found.high) == ("suspected", None, None, None, None)


def test_exactly_the_threshold_is_no_change_and_a_hair_more_is():
    assert steps([1.0, 1.1499]) == []
    assert steps([1.0, 1.1501]) == [("r0", "r1", None)]
    assert steps([1.1501, 1.0]) == [("r0", "r1", None)]


def test_a_noisy_series_needs_a_larger_step():
    # 4 * 0.1 = 0.4, and exp(0.4) = 1.49
    assert steps([1.0, 1.45], spread=0.1) == []
    assert steps([1.0, 1.55], spread=0.1) == [("r0", "r1", None)]


def test_rounds_that_overlap_are_no_step():
    assert steps([(1.0, 1.1), (0.9, 3.0), (1.0, 1.1)]) == []
    assert steps([(1.0, 1.1), (1.2, 3.0), (1.0, 1.1)]) == [("r0", "r1", "r2"), ("r1", "r2", None)]


def test_a_step_behind_a_stray_round_is_not_lost():
    assert steps([(1.0, 1.1), (1.0, 9.0), (6.0, 6.1), (6.0, 6.1)]) == [("r0", "r2", None)]


def test_two_steps_that_were_mended():
    # jax#25190, as KNOWN there: 0.32 → 49 → 9.8 → 0.25 ms
    up, down, mended = find(series([0.32, 49.0, 9.8, 0.25]), 0.0)
    assert up.ratio == pytest.approx(153.1, abs=0.1)
    assert [one.mended_in for one in (up, down, mended)] == ["r3", None, None]
    assert [one.ratio > 1 for one in (up, down, mended)] == [True, False, False]


def test_mended_means_back_within_the_threshold():
    assert steps([1.0, 5.0, 1.14]) == [("r0", "r1", "r2"), ("r1", "r2", None)]
    assert steps([1.0, 5.0, 1.16]) == [("r0", "r1", None), ("r1", "r2", None)]


def test_a_spike_of_one_point_is_a_step_up_mended_at_once_and_a_step_down():
    assert steps([1.0, 1.0, 5.0, 1.0, 1.0]) == [("r1", "r2", "r3"), ("r2", "r3", None)]


def test_an_improvement_that_was_lost_again_says_where():
    assert steps([5.0, 1.0, 1.0, 5.0]) == [("r0", "r1", "r3"), ("r2", "r3", None)]


@pytest.mark.parametrize("deviation", [0.01, 0.05, 0.10])
def test_noise_alone_is_hardly_ever_suspected(deviation):
    # Neighbours' medians of two differ by N(0, s²); beyond 4 s lie 6e-5 of them. But s comes from ten
    # pairs, which is off by a third: 1 in 100 is allowed, over 200 series of ten points.
    found = 0
    for seed in range(200):
        line = series(noisy([1.0] * 10, deviation, seed))
        found += len(find(line, spread([line])))
    assert found <= 200 * 9 / 100


@pytest.mark.parametrize("deviation", [0.01, 0.05, 0.10])
def test_a_doubling_is_seen_through_noise(deviation):
    # log 2 = 0.69 against 4 * 0.1 = 0.4 with an error of 0.1: nearly always beyond.
    seen = 0
    for seed in range(100):
        line = series(noisy([1.0] * 5 + [2.0] * 5, deviation, seed))
        seen += any(one.to == "r5" for one in find(line, spread([line])))
    assert seen >= 90


def test_a_machine_that_wanders_is_no_change_of_numpy_along_the_releases():
    # 30 % up and down between visits, while the two rounds of each agree: only the pairs of releases show it.
    values = [(level, level) for level in (1.0, 1.3, 1.0, 1.3, 1.3, 1.0)]
    [numpy, steady] = [history(series(values, metric=metric)) for metric in ("numpy", "steady")]
    assert changes(numpy, spreads(numpy)) == ()
    assert [one.to for one in changes(steady, spreads(steady))] == ["r1", "r2", "r3", "r5"]


def test_numpy_s_own_upgrade_is_still_seen():
    line = series([1.0, 1.0, 2.0, 2.0], metric="numpy", companions=["2.0.2", "2.0.2", "2.5.5", "2.5.5"])
    assert [one.to for one in changes(history(line), spreads(history(line)))] == ["r2"]


def test_gaps_are_stepped_over():
    assert steps([1.0, None, 2.0]) == [("r0", "r2", None)]


def test_skipped_points_are_gaps():
    assert steps([1.0, "skipped", 2.0, "skipped", 1.0]) == [("r0", "r2", "r4"), ("r2", "r4", None)]


@pytest.mark.parametrize("outcome", ["broken", "wrong"])
def test_a_failure_is_one_change_and_its_end_is_where_it_is_mended(outcome):
    [found] = find(series([1.0, outcome, outcome, 1.0]), 0.0)
    assert (found.from_, found.to, found.state, found.mended_in) == ("r0", "r1", outcome, "r3")
    assert (found.before, found.after, found.ratio) == (1.0, None, None)
    assert found.reason == ("exception" if outcome == "broken" else None)


def test_a_failure_that_lasts_is_not_mended():
    assert steps([1.0, "broken"]) == [("r0", "r1", None)]


def test_a_step_behind_a_failure_is_not_lost():
    assert steps([1.0, "broken", 5.0, 1.0]) == [("r0", "r1", "r2"), ("r0", "r2", "r3"), ("r2", "r3", None)]


def test_broken_after_wrong_is_a_change():
    assert [one.state for one in find(series([1.0, "wrong", "broken"]), 0.0)] == ["wrong", "broken"]


def test_what_fails_from_the_start_holds_no_change():
    assert steps(["broken", "broken", 1.0, 1.0]) == []


def test_zero_bytes():
    assert steps([0.0, 0.0], unit="bytes") == []
    [grown] = find(series([0.0, 64.0, 0.0], unit="bytes"), 0.0)[:1]
    assert (grown.ratio, grown.mended_in) == (None, "r2")
    [gone] = find(series([64.0, 0.0], unit="bytes"), 0.0)
    assert gone.ratio == 0


def test_a_number_below_zero_is_no_error():
    assert steps([-1.0, 1.0], unit="nats") == [("r0", "r1", None)]


@pytest.mark.parametrize(
    ("values", "holds"),
    [
        ([1.0, 2.0], True),
        ([1.0, 2.0, 1.04], True),
        ([1.0, 2.0, 1.02], False),
        ([2.0, 1.0], False),
        ([1.0, 2.0, "skipped"], True),
        ([1.0, "broken"], False),
    ],
)
def test_still_holds_at_the_end(values, holds):
    line = series(values)
    assert still_holds(find(line, 0.0)[0], line, 0.03) is holds


@pytest.mark.parametrize(("end", "holds"), [(8.0, True), (0.0, False)])
def test_grown_from_zero_holds_while_anything_is_left(end, holds):
    line = series([0.0, 64.0, end], unit="bytes")
    assert still_holds(find(line, 0.0)[0], line, 0.03) is holds


def test_a_history_takes_each_axis_by_itself_and_the_spread_of_both():
    lines = [series([1.0, 3.0], pins=["0.8", "0.9"]), series([3.0, 1.0], "main", pins=["0.9", "0.7"])]
    assert [(one.axis, one.from_, one.to) for one in changes(history(*lines), spreads(history(*lines)))] == [
        ("releases", "r0", "r1"),
        ("main", "m0", "m1"),
    ]


def test_pins_that_do_not_install_are_one_change_for_all_benchmarks():
    along = commits(4)
    lines = [series([1.0, None, None, 1.0]), series([2.0, None, None, 2.0], metric="compile_seconds")]
    broken = tuple(BrokenInstall(commit, Install("no wheel", "2026")) for commit in along[1:3])
    past = replace(history(*lines), commits=tuple(along), broken_installs=broken)
    [found] = changes(past, spreads(past))
    assert (found.key.benchmark, found.key.params, found.from_, found.to) == ("*", (), "r0", "r1")
    assert (found.state, found.reason, found.mended_in) == ("broken", "install", "r3")


def calls(count):
    line = series([(1.0, 1.01)] * (count // 2) + [(3.0, 3.01)] * (count // 2))
    made = 0

    def seen(frame, event, argument):
        nonlocal made
        made += 1

    sys.setprofile(seen)
    try:
        found = find(line, spread([line]))
    finally:
        sys.setprofile(None)
    assert len(found) == 1
    return made


def test_work_grows_with_the_points_and_not_with_their_square():
    # Calls are counted, no clock is read. Ten times the points: ten times the calls, within a fifth.
    assert calls(5000) < 12 * calls(500)


@pytest.mark.parametrize("metric", ["break_even_calls", "crossover_size", "best_step", "least_error"])
def test_what_is_computed_from_other_figures_is_judged_by_those(metric):
    steps = series([1.0, 100.0, "broken", 2.0], unit="calls", metric=metric)
    assert [(change.state, change.to) for change in find(steps, 0.0)] == [("broken", "r2")]


@pytest.mark.parametrize(
    ("visits", "confirmed", "holds"),
    [
        ([1e-3, 1.3e-3], 1.015, False),  # the visits were far apart by chance
        ([1e-3, 1.3e-3], 0.9, False),
        ([1.2e-3, 1e-3], 1.2, True),  # the other way round, by chance too
        ([1e-3, 1.3e-3], 1.28, True),
        ([1e-3, 1.3e-3, 1e-3], 1.28, False),  # mended
    ],
)
def test_what_duets_have_confirmed_decides_whether_it_holds(visits, confirmed, holds):
    line = series(visits)
    step = replace(find(series([1e-3, 2e-3]), 0.0)[0], before=visits[0], after=visits[1])
    assert still_holds(replace(step, state="confirmed", ratio=confirmed), line, 0.03) is holds
