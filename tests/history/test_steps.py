"""Steps along main by scenario, on seeded series."""

import math
import random

import pytest
from points import series

from jaxvelocity.history import find, spread

LENGTHS = (5, 10, 50, 500)


def noisy(seed, levels, noise):
    """Values around `levels`, two rounds each, as a series of commits."""
    generator = random.Random(seed)
    values = [
        None if level is None else tuple(level * math.exp(generator.gauss(0, noise)) for _ in range(2))
        for level in levels
    ]
    return series(values, axis="main")


def found(seed, levels, noise):
    line = noisy(seed, levels, noise)
    return find(line, spread([line]))


def share(levels, noise, test, trials=20):
    """Give in how many of the trials the changes pass the test."""
    return sum(test(found(seed, levels, noise)) for seed in range(trials)) / trials


def at(change):
    return int(change.to[1:])


@pytest.mark.parametrize("noise", [0.01, 0.05, 0.1])
@pytest.mark.parametrize("length", [2, *LENGTHS])
def test_a_flat_series_has_no_step(length, noise):
    assert share([1e-3] * length, noise, lambda changes: not changes, 20 if length < 500 else 3) >= 0.9


@pytest.mark.parametrize("noise", [0.01, 0.05])
@pytest.mark.parametrize("length", [10, 50, 500])
def test_one_step_is_found_where_it_is(length, noise):
    half = length // 2

    def right(changes):
        return len(changes) == 1 and abs(at(changes[0]) - half) <= 1 and abs(changes[0].ratio - 2) < 0.2

    assert share([1e-3] * half + [2e-3] * (length - half), noise, right, 20 if length < 500 else 3) >= 0.9


def test_a_noisy_clock_shows_a_large_step_only():
    assert share([1e-3] * 25 + [3e-3] * 25, 0.1, lambda changes: len(changes) == 1) >= 0.9


def test_two_steps_and_where_the_first_was_mended():
    changes = found(1, [1e-3] * 10 + [3e-3] * 10 + [1e-3] * 10, 0.01)
    assert [at(change) for change in changes] == [10, 20]
    assert changes[0].mended_in == "m20"


def test_a_spike_of_one_point_is_no_step():
    assert share([1e-3] * 10 + [3e-3] + [1e-3] * 10, 0.02, lambda changes: not changes) >= 0.95


@pytest.mark.parametrize("length", [3, 5, 10, 50])
def test_a_step_at_the_last_point_is_suspected_at_once(length):
    levels = [1e-3] * (length - 1) + [1.5e-3]
    assert share(levels, 0.01, lambda changes: [at(change) for change in changes] == [length - 1]) >= 0.95


def test_a_drift_ends_as_steps_that_sum_up_to_it_or_as_none():
    changes = found(2, [1e-3 * math.exp(0.02 * number) for number in range(50)], 0.005)
    assert all(change.ratio > 1 for change in changes)
    assert all(change.ratio < 2.7 for change in changes)


def test_two_modes_that_alternate_are_no_step():
    generator = random.Random(3)
    levels = [generator.choice((6e-4, 8.4e-4)) for _ in range(50)]
    assert len(found(3, levels, 0.005)) <= 2


def test_gaps_do_not_hide_a_step():
    levels = [1e-3, None, 1e-3, 1e-3, None, 1e-3, 1e-3, None, 2e-3, 2e-3, None, 2e-3, 2e-3]
    assert [(change.from_, change.to) for change in found(4, levels, 0.01)] == [("m6", "m8")]


def test_a_failure_in_between_stands_beside_the_steps():
    values = [1e-3, 1e-3, 1e-3, "broken", 2e-3, 2e-3, 2e-3]
    line = series(values, axis="main")
    assert [(change.to, change.state) for change in find(line, 0.0)] == [("m3", "broken"), ("m4", "suspected")]
