"""Where the crossover lies, from ratios that are known."""

import jax
import numpy as np
import pytest

from benchmarks import _crossover
from benchmarks._crossover import _CrossoverBenchmark, bracket, crossover
from benchmarks._result import WrongResultError

EVEN = 1 / 1.15  # JAX's time ÷ NumPy's from which down JAX is clearly faster


@pytest.mark.parametrize(
    ("ratios", "size"),
    [
        # From 4 times that to a quarter over a factor of 16: log-linear, so it lies in the middle, at 10 · 4.
        ({10: 4.0 * EVEN, 160: 0.25 * EVEN}, 40.0),
        # From twice that to an eighth over a factor of 16: it lies a quarter of the way, at 10 · 2.
        ({10: 2.0 * EVEN, 160: 0.125 * EVEN}, 20.0),
        ({10: 0.5, 100: 0.4}, 10.0),  # faster from the smallest size tried on
        ({10: 2.0, 100: 1.5}, None),  # nowhere
        ({10: 0.5, 100: 0.9}, None),  # at the small one only: 0.9 is not clearly faster
        # What comes back does not count: 1000 · 4.
        ({10: 2.0, 100: 0.8, 1000: 1.1 * EVEN, 16000: EVEN / 1.1}, 4000.0),
    ],
)
def test_the_crossover_is_where_jax_stays_faster(ratios, size):
    found = crossover(ratios)
    assert found == (None if size is None else pytest.approx(size))


def test_the_order_of_the_sizes_does_not_matter():
    assert crossover({160: 0.25 * EVEN, 10: 4.0 * EVEN}) == pytest.approx(40.0)
    assert bracket({160: 0.25, 10: 4.0, 20: 2.0}) == (20, 160)


class Sweep(_CrossoverBenchmark):
    sizes = (8, 128)

    def setup(self):
        self.sweep(lambda x: 2 * x, self.build, numpy=self.numpy, reference=lambda x: 2 * x)

    def build(self, size):
        return np.ones(size, np.float32)

    def numpy(self, x):
        return 2 * x


def with_ratios(monkeypatch, truth):
    """A sweep whose races come out as `truth` says for a size, in each round."""
    benchmark = Sweep()
    benchmark.setup()
    tried = []

    def race(ways, turns):
        size = ways["numpy"].result.size
        tried.append(size)
        return [{"steady": truth(size), "numpy": 1.0} for _ in range(turns)]

    monkeypatch.setattr(_crossover._race, "race", race)
    return benchmark, tried


def test_the_sweep_closes_in_on_the_crossover(monkeypatch):
    benchmark, tried = with_ratios(monkeypatch, lambda size: 24 / size * EVEN)
    assert benchmark.track_crossover_size() == pytest.approx(24)
    assert tried == [8, 128, 32, 16]  # the ends, √(8 · 128), then √(8 · 32)
    assert benchmark._record.fields["rounds"] == pytest.approx(5 * [24])


def test_none_found_is_an_answer_with_its_reason(monkeypatch):
    benchmark, _ = with_ratios(monkeypatch, lambda size: 1.25)
    assert np.isnan(benchmark.track_crossover_size())
    benchmark.teardown()
    assert benchmark._record.fields["outcome"] == "skipped"
    assert benchmark._record.fields["reason"] == "none up to 128, where JAX takes 1.2× NumPy's time"
    assert "rounds" not in benchmark._record.fields


@pytest.mark.parametrize(
    "numpy",
    [lambda x: 2.1 * x, lambda x: (2 * x).astype(np.float64), lambda x: 2 * x[:-1]],
    ids=["value", "dtype", "shape"],
)
def test_a_numpy_that_computes_something_else_is_refused(numpy):
    benchmark = Sweep()
    benchmark.numpy = numpy
    with pytest.raises(WrongResultError):
        benchmark.setup()


@pytest.mark.parametrize("sizes", [(), (8,), (8, 4), (8, 8), ("8", "16"), (0, 8)])
def test_sizes_rise_from_one_on(sizes):
    benchmark = Sweep()
    benchmark.sizes = sizes
    with pytest.raises(TypeError, match="rising whole numbers from 1 on are wanted"):
        benchmark.setup()


def test_jax_s_side_has_its_inputs_on_the_device(monkeypatch):
    bound = []
    bind = _crossover._ways.bind
    monkeypatch.setattr(_crossover._ways, "bind", lambda way, subject: bound.append(subject) or bind(way, subject))
    Sweep().setup()
    assert all(isinstance(array, jax.Array) for subject in bound for array in subject.placed)
    assert all(isinstance(array, np.ndarray) for subject in bound for array in subject.host)


def test_every_size_is_checked_before_it_is_timed():
    class WrongWhenLarge(Sweep):
        def numpy(self, x):
            return 2 * x if x.size == 8 else 3 * x

    benchmark = WrongWhenLarge()
    benchmark.setup()
    with pytest.raises(WrongResultError, match="at 128: largest"):
        benchmark.track_crossover_size()
