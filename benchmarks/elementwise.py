"""Elementwise work and reductions over arrays of several axes."""

import numpy as np

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class TotalVariation(_JaxBenchmark):
    """Smoothness penalty of a volume: strided differences into one sum, bound by memory (jax-ml/jax#37465)."""

    param_names = ["side"]
    params = [["32", "256"]]

    def setup(self, side):
        self.prepare(
            kernels.regularisers.total_variation,
            lambda: _inputs.volume(int(side)),
            reference=_references.regularisers.total_variation,
            rtol=1e-3,
        )

    def time_steady(self, side):
        self.run()


class TotalVariationGradient(_JaxBenchmark):
    """Its gradient: shifted slices added back into a volume; whether they fuse decides (jax-ml/jax#37465)."""

    param_names = ["side"]
    params = [["32", "128"]]

    def setup(self, side):
        self.prepare(
            kernels.regularisers.total_variation_gradient,
            lambda: _inputs.volume(int(side)),
            reference=_references.regularisers.total_variation_gradient,
            rtol=1e-4,
            atol=1e-4,
        )

    def time_steady(self, side):
        self.run()


class Tanh(_JaxBenchmark):
    """A float64 function bound by arithmetic, and its exactness, which speed may cost (jax-ml/jax#23590)."""

    x64 = True
    param_names = ["size"]
    params = [["64", "4096"]]

    def setup(self, size):
        self.prepare(
            kernels.hyperbolic.tanh,
            lambda: _inputs.magnitudes(int(size)),
            reference=_references.hyperbolic.tanh,
            rtol=1e-14,
        )

    def time_steady(self, size):
        self.run()

    def track_relative_error(self, size):
        return self._number("relative_error", self.compare)

    track_relative_error.unit = "relative error"
    track_relative_error.params = [["4096"]]

    _families = {**_JaxBenchmark._families, "relative_error": "error"}

    def compare(self):
        """Give the largest relative error against NumPy, max |t - tanh x| ÷ |tanh x|."""
        wanted = np.tanh(self._host[0])
        errors = np.abs(np.asarray(self._bound.result) - wanted) / np.abs(wanted)
        return {"relative_error": [float(np.max(errors))]}


class SquaredNorms(_JaxBenchmark):
    """The squared norms of 2¹⁴ + 1 short rows, bound by memory: the one left over was wrong (jax-ml/jax#39103)."""

    x64 = True
    param_names = ["rows"]
    params = [["16385"]]

    def setup(self, rows):
        self.prepare(
            kernels.norms.squared_norms,
            lambda: _inputs.identity_and_ramp(int(rows)),
            reference=_references.norms.squared_norms,
        )

    def time_steady(self, rows):
        self.run()


class ProductSum(_JaxBenchmark):
    """A product summed over a middle axis of seven, mostly dispatch: a shape that has crashed (jax-ml/jax#40412)."""

    def setup(self):
        self.prepare(
            kernels.contractions.product_sum,
            lambda: _inputs.factors(3, 1, 2, 2, 8, 8, 8),
            reference=_references.contractions.product_sum,
            rtol=1e-6,
            atol=1e-6,
        )

    def time_steady(self):
        self.run()


class Gelu(_JaxBenchmark):
    """GELU of a vector in its exact form, by the error function: a polynomial in one pass, where SELU takes exp."""

    param_names = ["size"]
    params = [["1000", "1000000"]]

    def setup(self, size):
        self.prepare(
            kernels.activations.gelu,
            lambda: _inputs.vector(int(size)),
            reference=_references.activations.gelu,
            rtol=1e-6,
            atol=1e-6,
        )

    def time_steady(self, size):
        self.run()
