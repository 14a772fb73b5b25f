"""Loops that stay loops in the compiled program: the cost of one step, many times."""

import numpy as np

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class WhileGather(_JaxBenchmark):
    """A while loop of one gather and one addition a step: the loop's own overhead (jax-ml/jax#25190)."""

    param_names = ["size"]
    params = [["1024", "262144"]]

    def setup(self, size):
        self.prepare(
            kernels.loops.while_gather, lambda: _inputs.ramp(int(size)), reference=_references.loops.while_gather
        )

    def time_steady(self, size):
        self.run()


class ForiArray(_JaxBenchmark):
    """A fori_loop that carries a grid and rewrites it at each step: the loop's overhead, then the stencil's cost."""

    param_names = ["side"]
    params = [["16", "256"]]

    steps = 100

    def setup(self, side):
        self.prepare(
            kernels.relaxations.jacobi,
            lambda: _inputs.rows(int(side), int(side)),
            reference=_references.relaxations.jacobi,
            static={"steps": self.steps},
            rtol=1e-5,
            atol=1e-6,
        )

    def time_steady(self, side):
        self.run()


class CondInLoop(_JaxBenchmark):
    """A scan with a conditional, each way taken half the time: the branch's overhead, then what it copies."""

    param_names = ["series"]
    params = [["1", "1000"]]

    steps = 1000

    def setup(self, series):
        self.prepare(
            kernels.branches.filtered_levels,
            lambda: (_inputs.rows(self.steps, int(series)), _inputs.signs(self.steps) > 0),
            reference=_references.branches.filtered_levels,
            static={"drift_variance": 0.5, "noise_variance": 1.0},
            rtol=1e-5,
            atol=1e-5,
        )

    def time_steady(self, series):
        self.run()


class MapOverRows(_JaxBenchmark):
    """A lax.map over 256 rows, which is a loop, not a batch: its overhead for 16 points, exponentials for 2048."""

    param_names = ["points"]
    params = [["16", "2048"]]

    rows = 256

    def setup(self, points):
        self.prepare(
            kernels.densities.gaussian_densities,
            lambda: (_inputs.vector(3 * self.rows).reshape(self.rows, 3), _inputs.rows(int(points), 3)),
            reference=_references.densities.gaussian_densities,
            rtol=1e-5,
        )

    def time_steady(self, points):
        self.run()


class VmapOfWhile(_JaxBenchmark):
    """vmap of a while loop that ends elsewhere for each element: all are carried until the last has ended."""

    param_names = ["size"]
    params = [["100", "10000"]]

    def setup(self, size):
        self.prepare(
            kernels.hailstones.collatz_steps,
            lambda: _inputs.ramp(int(size)) + np.int32(1),
            reference=_references.hailstones.collatz_steps,
        )

    def time_steady(self, size):
        self.run()
