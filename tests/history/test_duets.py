"""Verdicts by scenario, on seeded duets."""

import math
import random

import pytest

from jaxvelocity.history import duets

FIRST, ALL = duets.STAGES


def drawn(seed, middle, spread, number=ALL):
    generator = random.Random(seed)
    return [generator.gauss(middle, spread) for _ in range(number)]


def played(draw, margin=duets.LEAST_MARGIN):
    """Play duets as `wanted` asks for them, and judge; draw gives the next log ratio."""
    first, second = [], []
    while (place := duets.wanted(first, second, margin)) is not None:
        {"first": first, "second": second}[place].append(draw())
    return duets.judge(first, second, margin)


def states(trials, draw):
    """Give how often each state came out; draw: a generator of random numbers → the next log ratio."""
    counted = {"confirmed": 0, "same": 0, "inconclusive": 0}
    for seed in range(trials):
        generator = random.Random(seed)
        counted[played(lambda generator=generator: draw(generator)).state] += 1
    return counted


def test_the_interval_of_nine_is_their_range_and_of_25_the_sixth_to_the_twentieth():
    # By the binomial: 2 / 2⁹ = 0.4 %; 2 P(X ≤ 5) of 25 tosses is 0.41 %, with 6 it would be 1.5 %.
    nine = duets.interval([math.log(number) for number in (9, 1, 5, 2, 8, 3, 7, 4, 6)])
    assert (nine.ratio, nine.low, nine.high) == pytest.approx((5, 1, 9))
    many = duets.interval([math.log(number) for number in range(1, 26)])
    assert (many.ratio, many.low, many.high) == pytest.approx((13, 6, 20))


def test_the_binomial_gives_these_ranks():
    def outside(number, rank):
        return 2 * sum(math.comb(number, k) for k in range(rank)) / 2**number

    assert outside(FIRST, 1) < 1 - duets.CONFIDENCE < outside(FIRST, 2)
    assert outside(ALL, 6) < 1 - duets.CONFIDENCE < outside(ALL, 7)
    assert outside(FIRST, 1) + outside(ALL, 6) < 0.01


def test_before_the_first_stage_is_played_nothing_is_found():
    assert duets.find([0.5] * (FIRST - 1), 0.01) == "more"
    assert duets.left([0.5] * 4, [], 0.01) == FIRST - 4
    assert duets.judge([0.5] * 4, [], 0.01).state == "inconclusive"


@pytest.mark.parametrize(("middle", "found"), [(0.0, "same"), (0.2, "slower"), (-0.2, "faster")])
def test_a_quiet_clock_is_decided_at_the_first_look(middle, found):
    assert duets.find(drawn(1, middle, 0.005, FIRST), 0.01) == found


def test_a_noisy_clock_is_played_on_and_stays_open():
    noisy = drawn(2, 0.04, 0.06)
    assert duets.find(noisy[:FIRST], 0.01) == "more"
    assert duets.find(noisy, 0.01) == "open"
    assert "between" in duets.judge(noisy, [], 0.01).noted


def test_what_the_next_stage_would_not_settle_is_not_played_on():
    modes = [0.3, -0.3, 0.31, 0.0, -0.29, 0.3, 0.01, -0.3, -0.01]
    assert duets.find(modes, 0.01) == "open"
    assert duets.wanted(modes, [], 0.01) is None
    assert duets.judge(modes, [], 0.01).noted == "its duets lie between 0.74 and 1.36"
    shifted = [number + 0.2 for number in modes]  # 1 is not among its middle three
    assert duets.find(shifted, 0.01) == "more"


def test_hope_is_hardly_ever_given_up_where_25_duets_would_settle_it():
    given_up = settled = 0
    for seed in range(2000):
        generator = random.Random(seed)
        spread = generator.uniform(0.0, 0.2)
        many = [generator.gauss(0.0, spread) for _ in range(ALL)]
        seen = duets.interval(many)
        if seen.low >= 1 - duets.SAME and seen.high <= 1 + duets.SAME:
            settled += 1
            given_up += duets.find(many[:FIRST], 0.01) == "open"
    assert settled > 500
    assert given_up < 0.02 * settled


@pytest.mark.parametrize(
    ("number", "state", "noted"),
    [
        (FIRST - 1, "inconclusive", "stopped after 8 of 9 duets"),
        (FIRST, "inconclusive", "stopped after 9 of 25 duets"),
        (16, "same", None),
        (ALL, "same", None),
    ],
)
def test_where_the_time_is_over_what_there_is_gets_its_second_look(number, state, noted):
    wide = drawn(10, 0.0, 0.03, ALL)
    verdict = duets.judge(wide[:number], [], 0.01)
    assert (verdict.state, verdict.noted) == (state, noted)
    assert verdict.interval == duets.interval(wide[:number])


def test_time_that_is_over_confirms_nothing_that_was_not_played_twice():
    beyond = drawn(11, 0.1, 0.04, 16)
    assert duets.judge(beyond, [], 0.01).noted == "stopped before it was measured a second time"
    assert duets.judge(beyond, drawn(12, 0.1, 0.04, 16), 0.01).state == "confirmed"


@pytest.mark.parametrize("spread", [0.01, 0.03, 0.1])
def test_a_look_when_the_time_is_over_finds_no_more_than_the_two_that_were_planned(spread):
    found = 0
    for seed in range(3000):
        generator = random.Random(seed)
        number = generator.randint(FIRST, ALL)
        found += duets.find(drawn(seed, 0.0, spread, number), 0.0, ended=True) in ("slower", "faster")
    assert found < 0.01 * 3000


def test_a_change_within_5_percent_that_shows_is_not_taken_for_the_same_too_early():
    small = [0.03 + 0.002 * number for number in range(-4, 5)]  # 2.2 % to 3.8 %
    assert duets.find([*small[1:], 0.005], 0.01) == "more"
    assert duets.find(small, 0.01) == "slower"


def test_what_is_beyond_is_played_again_and_only_then_confirmed():
    beyond = drawn(3, 0.1, 0.005, FIRST)
    assert duets.wanted(beyond, [], 0.01) == "second"
    assert duets.judge(beyond, [], 0.01).state == "inconclusive"
    again = drawn(4, 0.1, 0.005, FIRST)
    verdict = duets.judge(beyond, again, 0.01)
    assert verdict.state == "confirmed"
    assert verdict.interval == duets.interval(again)
    assert duets.judge(beyond, drawn(5, 0.0, 0.005, FIRST), 0.01).state == "same"
    assert duets.judge(beyond, drawn(6, -0.1, 0.005, FIRST), 0.01).state == "inconclusive"


def test_one_stray_duet_in_25_moves_little():
    strays = [*drawn(7, 0.08, 0.004, ALL - 3), 0.9, -0.9, 0.9]
    assert duets.find(strays, 0.01) == "slower"
    assert duets.interval(strays).high < 1.1


def test_the_margin_is_what_must_be_exceeded():
    two_percent = drawn(8, math.log(1.02), 0.001, FIRST)
    assert duets.find(two_percent, 0.01) == "slower"
    assert duets.find(two_percent, 0.03) == "more"  # it does not hold 1, so it is not settled yet
    assert duets.find(drawn(8, math.log(1.02), 0.001), 0.03) == "same"


@pytest.mark.parametrize("spread", [0.002, 0.01, 0.03, 0.1])
def test_the_same_on_both_sides_is_hardly_ever_confirmed(spread):
    assert states(1500, lambda generator: generator.gauss(0.0, spread))["confirmed"] == 0


def test_two_modes_of_speed_on_both_sides_are_never_a_verdict():
    def draw(generator):
        sides = [math.log(generator.choice((600, 840))) + generator.gauss(0, 0.005) for _ in range(2)]
        return sides[1] - sides[0]

    found = states(1000, draw)
    assert found["confirmed"] == 0
    assert found["inconclusive"] > 900


@pytest.mark.parametrize("spread", [0.002, 0.01, 0.02, 0.05])
def test_what_is_said_to_be_visible_is_confirmed_in_95_of_100_trials(spread):
    seen = math.log1p(duets.visible(spread))
    margin = duets.margin(spread)

    def power(middle):
        confirmed = 0
        for seed in range(400):
            generator = random.Random(seed)
            confirmed += (
                played(lambda generator=generator: generator.gauss(middle, spread), margin).state == "confirmed"
            )
        return confirmed / 400

    assert power(seen) >= 0.95
    assert power(0.7 * seen) < 0.95  # and not much less would be


def test_5_percent_are_confirmed_where_duets_spread_by_2():
    assert states(400, lambda generator: generator.gauss(math.log(1.05), 0.02))["confirmed"] > 380


def test_the_spread_is_that_of_a_normal_and_a_stray_does_not_move_it():
    assert duets.spread(drawn(9, 0.0, 0.02, 1001)) == pytest.approx(0.02, rel=0.1)
    assert duets.spread([*drawn(9, 0.0, 0.02, 1001), 5.0]) == pytest.approx(0.02, rel=0.1)
