import pytest

from jaxvelocity.measure.disturbance import Reading, between


@pytest.fixture(autouse=True)
def two_cpus(monkeypatch):
    monkeypatch.setattr("psutil.cpu_count", lambda: 2)


def test_our_own_work_is_no_disturbance():
    assert between(Reading(0, 100, 50), Reading(10, 118, 68)) is None


def test_what_others_take_is_told_in_cpus():
    assert between(Reading(0, 100, 50), Reading(10, 118, 60)) == 0.8


def test_a_machines_own_housekeeping_is_passed_over():
    assert between(Reading(0, 100, 50), Reading(10, 110.9, 60)) is None


def test_no_time_at_all_says_nothing():
    assert between(Reading(5, 100, 50), Reading(5, 100, 50)) is None
