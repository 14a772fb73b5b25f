"""Things that move: differential equations, integrated step by step."""

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class AdaptiveOde(_JaxBenchmark):
    """Dormand–Prince with step-size control, float64: a while loop of many small operations, in vmap with selects."""

    x64 = True
    param_names = ["oscillators"]
    params = [["1", "1000"]]

    def setup(self, oscillators):
        self.prepare(
            kernels.adaptive_integrators.van_der_pol,
            lambda: _inputs.oscillators(int(oscillators)),
            reference=_references.adaptive_integrators.van_der_pol,
            static={"duration": 5.0, "first_step": 0.01, "tolerance": 1e-6},
            rtol=1e-11,
            atol=1e-11,
        )

    def time_steady(self, oscillators):
        self.run()


class NBody(_JaxBenchmark):
    """Gravitation of all pairs, four leapfrog steps: differences of n × n × 3 that should fuse into their sum."""

    param_names = ["bodies"]
    params = [["16", "512"]]

    def setup(self, bodies):
        self.prepare(
            kernels.orbits.leapfrog,
            lambda: _inputs.bodies(int(bodies)),
            reference=_references.orbits.leapfrog,
            static={"steps": 4, "time_step": 0.05, "softening": 0.1},
            atol=3e-6,
        )

    def time_steady(self, bodies):
        self.run()


class Stencil(_JaxBenchmark):
    """The wave equation by jnp.roll on a periodic grid, 20 steps: what slices and concatenations of a plane cost."""

    param_names = ["side"]
    params = [["64", "512"]]

    def setup(self, side):
        self.prepare(
            kernels.waves.propagate,
            lambda: _inputs.rows(int(side), int(side)),
            reference=_references.waves.propagate,
            static={"steps": 20, "courant": 0.5},
            atol=1e-5,
        )

    def time_steady(self, side):
        self.run()
