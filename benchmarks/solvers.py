"""Equations solved by iteration."""

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class ConjugateGradients(_JaxBenchmark):
    """jax.scipy's cg on a matrix-free implicit heat step: a while loop of one stencil and two dot products a step."""

    param_names = ["side"]
    params = [["32", "256"]]

    def setup(self, side):
        self.prepare(
            kernels.conjugate_gradients.implicit_heat_step,
            lambda: _inputs.rows(int(side), int(side)),
            reference=_references.conjugate_gradients.implicit_heat_step,
            static={"diffusion": 10.0, "tolerance": 1e-5},
            atol=1e-4,
        )

    def time_steady(self, side):
        self.run()


class Sinkhorn(_JaxBenchmark):
    """Entropic transport between two clouds, 20 rounds in logarithms: log-sum-exp along rows, then along columns."""

    param_names = ["points"]
    params = [["32", "256"]]

    def setup(self, points):
        self.prepare(
            kernels.transport_plans.sinkhorn_potentials,
            lambda: _inputs.point_clouds(int(points)),
            reference=_references.transport_plans.sinkhorn_potentials,
            static={"smoothing": 0.1, "rounds": 20},
            atol=2e-6,
        )

    def time_steady(self, points):
        self.run()
