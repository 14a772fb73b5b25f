"""Linear algebra on batches of small matrices."""

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class Solve3x3(_JaxBenchmark):
    """Solutions of many tiny systems, where what each call adds outweighs its arithmetic (jax-ml/jax#36799, #36927)."""

    param_names = ["count"]
    params = [["128", "86268"]]

    def setup(self, count):
        self.prepare(
            kernels.solves.solve_each,
            lambda: _inputs.spd_systems(int(count), 3),
            reference=_references.solves.solve_each,
            rtol=1e-4,
            atol=1e-5,
        )

    def time_steady(self, count):
        self.run()


class Solve8x8(_JaxBenchmark):
    """Solutions of a few small systems: soon done, so that compiling them is the greater cost."""

    param_names = ["count"]
    params = [["8", "128"]]

    def setup(self, count):
        self.prepare(
            kernels.solves.solve_each,
            lambda: _inputs.systems(int(count), 8),
            reference=_references.solves.solve_each,
            rtol=1e-4,
            atol=1e-5,
        )

    def time_steady(self, count):
        self.run()
