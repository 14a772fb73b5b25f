import pytest

from jaxvelocity.measure import disturbance
from jaxvelocity.measure.disturbance import Disturbance, Reading, Watch, between


@pytest.fixture(autouse=True)
def two_cpus(monkeypatch):
    monkeypatch.setattr("psutil.cpu_count", lambda: 2)


def reading(at, everybody, ours, work=1.0):
    return Reading(at, everybody, ours, work)


def test_our_own_work_is_no_disturbance():
    assert not between(reading(0, 100, 50), reading(10, 118, 68), 1.0)


def test_what_others_take_is_told_in_cpus():
    found = between(reading(0, 100, 50), reading(10, 118, 60), 1.0)
    assert found == Disturbance(cpus=0.8)
    assert str(found) == "other processes kept 0.8 CPUs busy"


def test_a_machines_own_housekeeping_is_passed_over():
    assert not between(reading(0, 100, 50), reading(10, 110.9, 60), 1.0)


def test_no_time_at_all_says_nothing():
    assert not between(reading(5, 100, 50), reading(5, 100, 50), 1.0)


@pytest.mark.parametrize(("before", "after"), [(1.0, 2.0), (2.0, 1.0), (2.0, 2.0)])
def test_a_clock_that_slows_is_told_by_how_much(before, after):
    found = between(reading(0, 100, 50, before), reading(10, 110, 60, after), 1.0)
    assert found == Disturbance(slowed=2.0)
    assert str(found) == "the same work took the CPU 2.0 times as long"


def test_what_a_clock_wanders_by_itself_is_passed_over():
    assert not between(reading(0, 100, 50, 1.1), reading(10, 110, 60, 1.25), 1.0)


def test_the_fastest_of_a_run_is_what_the_clock_is_held_against(monkeypatch):
    works = iter([1.2, 1.2, 1.0, 1.5, 1.0, 2.0, 2.0])
    monkeypatch.setattr(disturbance, "read", lambda: reading(0, 0, 0, next(works)))
    monkeypatch.setattr(disturbance, "_LOOK_SECONDS", 0.0)
    watch = Watch()
    watch.start()
    assert not watch.end()
    watch.start()
    assert watch.end() == Disturbance(slowed=1.5)
    assert watch.look() == Disturbance(slowed=2.0)


def test_the_work_is_done_and_timed():
    assert 0 < disturbance.read().work < 1
