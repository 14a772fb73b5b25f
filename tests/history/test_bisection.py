import math

import pytest
from points import key

from jaxvelocity.history import Change
from jaxvelocity.history.bisection import Difference, MissingReleaseError, search, with_mending

RELEASES = [f"0.{number}" for number in range(20)]


class Bench:
    """A benchmark whose value at each release is known; a word instead of a value is a failure."""

    def __init__(self, values, missing=()):
        self.values = dict(zip(RELEASES, values, strict=True))
        self.missing = missing
        self.compared = []

    def __call__(self, old, new):
        for version in (old, new):
            if version in self.missing:
                raise MissingReleaseError(version, "no wheel")
        self.compared.append((old, new))
        before, after = self.values[old], self.values[new]
        if isinstance(before, str) or isinstance(after, str):
            size = math.inf if before != after else 0.0
            return Difference(change(old, new, None, None, None, "broken"), size)
        size = abs(math.log(after / before))
        state = "confirmed" if size > 0.01 else "same"
        return Difference(change(old, new, before, after, after / before, state), size if state == "confirmed" else 0.0)


def change(old, new, before, after, ratio, state):
    return Change(key(), "releases", old, new, before, after, ratio, ratio, ratio, state, None, None)


def steps(found):
    return [(step.from_, step.to) for step in found.steps]


def nowhere(versions):
    return None


@pytest.mark.parametrize("place", range(1, 20))
def test_one_step_is_found_wherever_it_is(place):
    bench = Bench([1.0] * place + [2.0] * (20 - place))
    assert steps(search(RELEASES, bench, nowhere)) == [(RELEASES[place - 1], RELEASES[place])]
    assert len(bench.compared) <= 11  # both ends, and two for each of five halvings


def test_two_steps_are_found_as_two():
    bench = Bench([1.0] * 4 + [150.0] * 8 + [3.0] * 8)
    assert steps(search(RELEASES, bench, nowhere)) == [("0.3", "0.4"), ("0.11", "0.12")]


def test_what_was_mended_is_looked_for_where_the_scout_says():
    bench = Bench([1.0] * 4 + [150.0] * 3 + [1.0] * 13)
    assert steps(search(RELEASES, bench, nowhere)) == []
    assert steps(search(RELEASES, bench, lambda versions: "0.5")) == [("0.3", "0.4"), ("0.6", "0.7")]


def test_a_crash_is_found_by_its_release():
    bench = Bench([1.0] * 12 + ["crash"] * 8)
    assert steps(search(RELEASES, bench, nowhere)) == [("0.11", "0.12")]


def test_a_release_that_is_missing_is_stepped_over_and_named():
    bench = Bench([1.0] * 10 + [2.0] * 10, missing=("0.9", "0.10"))
    found = search(RELEASES, bench, nowhere)
    assert steps(found) == [("0.8", "0.11")]
    assert set(found.missing) == {"0.9", "0.10"}


def test_an_end_that_is_missing_is_an_error():
    with pytest.raises(MissingReleaseError):
        search(RELEASES, Bench([1.0] * 20, missing=("0.0",)), nowhere)


def test_many_small_steps_are_undecided_rather_than_guessed():
    bench = Bench([1.02**number for number in range(20)])
    found = search(RELEASES, bench, nowhere)
    assert not found.steps
    assert found.undecided


def test_a_small_step_beside_a_large_one_is_passed_over():
    bench = Bench([1.0] * 4 + [1.05] * 6 + [40.0] * 10)
    assert steps(search(RELEASES, bench, nowhere)) == [("0.9", "0.10")]


def test_a_step_says_where_it_was_brought_back():
    found = with_mending(
        [
            change("0.1", "0.2", 1.0, 150.0, 150.0, "confirmed"),
            change("0.4", "0.5", 150.0, 30.0, 0.2, "confirmed"),
            change("0.7", "0.8", 30.0, 1.05, 0.035, "confirmed"),
        ]
    )
    assert [step.mended_in for step in found] == ["0.8", None, None]


def test_a_slowdown_behind_a_crash_that_was_mended_is_found_too():
    bench = Bench([1.0] * 8 + ["crash"] * 4 + [2.0] * 8)
    assert steps(search(RELEASES, bench, nowhere)) == [("0.7", "0.8"), ("0.11", "0.12")]
    bench = Bench([1.0] * 8 + ["crash"] * 4 + [1.0] * 4 + [2.0] * 4)
    assert steps(search(RELEASES, bench, nowhere)) == [("0.7", "0.8"), ("0.11", "0.12"), ("0.15", "0.16")]


def test_two_small_steps_in_one_direction_do_not_mend_each_other():
    found = with_mending(
        [
            change("0.1", "0.2", 1.0, 1.05, 1.05, "confirmed"),
            change("0.4", "0.5", 1.05, 1.1, 1.05, "confirmed"),
        ]
    )
    assert [step.mended_in for step in found] == [None, None]
