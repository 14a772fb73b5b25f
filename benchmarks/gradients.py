"""Gradients in their ways: the order of jit and grad, of each example or of the sum, held against differences."""

import jax
import numpy as np

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class GradientOfJit(_JaxBenchmark):
    """grad(jit(f)) called as it is: each call runs the transformation in Python; jit(grad(f)) did so once."""

    jit = False
    param_names = ["size"]
    params = [["1000", "1000000"]]

    def setup(self, size):
        self.prepare(
            kernels.logistic.sum_logistic_gradient_of_jitted,
            lambda: _inputs.vector(int(size)),
            reference=_references.logistic.sum_logistic_gradient,
            rtol=1e-5,
        )

    def time_steady(self, size):
        self.run()

    def track_compilations(self, size):
        return self.count_compilations()

    track_compilations.unit = "compilations"


class OfEachExample(_JaxBenchmark):
    """The gradient of each example by vmap of grad: as many gradients as examples, for what surplus?"""

    param_names = ["examples"]
    params = [["32", "1024"]]

    def setup(self, examples):
        self.prepare(
            kernels.gradients.example_gradients,
            lambda: _inputs.weights_rows_targets(int(examples), 64),
            reference=_references.gradients.example_gradients,
            rtol=1e-4,
            atol=1e-4,
        )

    def time_steady(self, examples):
        self.run()


class OfTheSum(_JaxBenchmark):
    """The gradient of the batch's sum: what the gradients of each example are held against."""

    param_names = ["examples"]
    params = [["32", "1024"]]

    def setup(self, examples):
        self.prepare(
            kernels.gradients.sum_gradient,
            lambda: _inputs.weights_rows_targets(int(examples), 64),
            reference=_references.gradients.sum_gradient,
            rtol=1e-4,
            atol=1e-2,  # a sum of a thousand terms of both signs rounds in proportion to the terms
        )

    def time_steady(self, examples):
        self.run()


class CentralDifferences(_JaxBenchmark):
    """A gradient against central differences over step sizes: too large a step truncates, too small a one rounds."""

    x64 = True
    jit = False
    param_names = ["dtype"]
    params = [["float32", "float64"]]
    steps = (1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6)

    def setup(self, dtype):
        self.prepare(
            jax.jit(kernels.logistic.sum_logistic_gradient),
            lambda: np.array([0.0, 1.0, 2.0], dtype),
            reference=_references.logistic.sum_logistic_gradient,
            rtol=1e-6,
        )

    def track_best_step(self, dtype):
        return self._number("best_step", self.compare)

    def track_least_error(self, dtype):
        return self._number("least_error", self.compare)

    track_best_step.unit = "step"
    track_least_error.unit = "relative error"

    _families = dict.fromkeys(["best_step", "least_error"], "differences")

    def compare(self):
        """Give the step at which the differences come nearest to the gradient, and how near: max |d - g| ÷ max |g|."""
        gradient = np.asarray(self._bound.result)
        differences = jax.jit(kernels.logistic.sum_logistic_central_differences, static_argnames="step")
        errors = {
            step: float(np.max(np.abs(np.asarray(differences(*self._subject.placed, step=step)) - gradient)))
            for step in self.steps
        }
        best = min(errors, key=errors.get)
        return {"best_step": [best], "least_error": [errors[best] / float(np.max(np.abs(gradient)))]}
