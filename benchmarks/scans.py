"""Scans, and loops like them: what a step costs beyond its few operations, by what it carries and what it keeps."""

import numpy as np

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class StackedOutputs(_JaxBenchmark):
    """A scan whose every step adds a scalar to its outputs: a small write into a long array (jax-ml/jax#40101)."""

    param_names = ["length"]
    params = [["1000", "100000"]]

    def setup(self, length):
        self.prepare(
            kernels.halvings.stacked,
            lambda: _inputs.vector(1)[0],
            reference=_references.halvings.stacked,
            static={"length": int(length)},
            rtol=1e-6,
        )

    def time_steady(self, length):
        self.run()


class LastOutput(_JaxBenchmark):
    """The same scan without its outputs: the loop's own overhead, StackedOutputs' control (jax-ml/jax#40101)."""

    param_names = ["length"]
    params = [["1000", "100000"]]

    def setup(self, length):
        self.prepare(
            kernels.halvings.last,
            lambda: _inputs.vector(1)[0],
            reference=_references.halvings.last,
            static={"length": int(length)},
            rtol=1e-6,
        )

    def time_steady(self, length):
        self.run()


class StackedRows(_JaxBenchmark):
    """The same scan with rows of 64 instead of scalars: a larger write, StackedOutputs' control (jax-ml/jax#40101)."""

    param_names = ["length"]
    params = [["100000"]]

    def setup(self, length):
        self.prepare(
            kernels.halvings.stacked,
            lambda: _inputs.vector(64),
            reference=_references.halvings.stacked,
            static={"length": int(length)},
            rtol=1e-6,
        )

    def time_steady(self, length):
        self.run()


class WrittenInPlace(_JaxBenchmark):
    """A fori_loop that writes the next element of the vector it carries: is it in place? (jax-ml/jax#40101)."""

    param_names = ["size"]
    params = [["1000", "100000"]]

    def setup(self, size):
        self.prepare(
            kernels.halvings.written,
            lambda: _inputs.vector(int(size)),
            reference=_references.halvings.written,
            rtol=1e-6,
        )

    def time_steady(self, size):
        self.run()


class ManyLeavesGradient(_JaxBenchmark):
    """The gradient of a scan that carries a dict of scalars: thousands of tiny operations a step (jax-ml/jax#40150)."""

    param_names = ["leaves"]
    params = [["6", "60"]]

    steps = 614

    def setup(self, leaves):
        self.prepare(
            kernels.coupled_cells.activity_gradient,
            lambda: _inputs.ring_of_cells(int(leaves), self.steps),
            reference=_references.coupled_cells.activity_gradient,
            rtol=1e-4,
        )

    def time_steady(self, leaves):
        self.run()


class QuasiSeparableCholesky(_JaxBenchmark):
    """A scan that carries a 3 × 3 matrix: tiny products, in float64 and, as control, in float32 (jax-ml/jax#36799)."""

    x64 = True
    param_names = ["steps", "dtype"]
    params = [["20", "2000"], ["float32", "float64"]]

    def setup(self, steps, dtype):
        eps = float(np.finfo(dtype).eps)
        self.prepare(
            kernels.quasiseparable.cholesky,
            lambda: _inputs.observed_process(int(steps), dtype),
            reference=_references.quasiseparable.cholesky,
            rtol=1000 * eps,
            atol=100 * eps,
        )

    def time_steady(self, steps, dtype):
        self.run()


class AssociativeScan(_JaxBenchmark):
    """64 steps of h ← a h + b by an associative scan: six levels of slices and pads, dearer to compile than to run."""

    param_names = ["channels"]
    params = [["16", "1600"]]

    def setup(self, channels):
        self.prepare(
            kernels.recurrences.linear_recurrence,
            lambda: _inputs.decays_and_terms(64, int(channels)),
            reference=_references.recurrences.linear_recurrence,
            atol=1e-5,  # six levels, each rounding twice, by 1e-6 at most, sums that stay below 32 in absolute values
        )

    def time_steady(self, channels):
        self.run()
