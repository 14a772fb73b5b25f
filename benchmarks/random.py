"""Random numbers by JAX's default generator: the same draws in every release."""

import jax

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class _Draws(_JaxBenchmark):
    """Draws whose values and work follow a flag, which is on from JAX 0.5.0: it is on before that as well."""

    def _configure(self, way="steady"):
        super()._configure(way)
        if hasattr(jax.config, "jax_threefry_partitionable"):  # a release without it can only be as if it were on
            jax.config.update("jax_threefry_partitionable", True)


class Normal(_Draws):
    """Standard normal values: the generator's twenty rounds, and the inverse error function of what they give."""

    param_names = ["size"]
    params = [["1000", "100000"]]

    def setup(self, size):
        self.prepare(
            kernels.random_draws.draw_normals,
            _inputs.threefry_key,
            reference=_references.random_draws.draw_normals,
            static={"size": int(size)},
            rtol=1e-5,
            # z goes √(π / 2) exp(z² / 2) times as far as u, which u² rounded by 2⁻²⁵ moves by 2⁻²⁶; |z| ends at 4.23.
            atol=2e-4,
        )

    def time_steady(self, size):
        self.run()


class RandInt(_Draws):
    """Integers of a range: two words for each, and their remainders, which are divisions."""

    param_names = ["size"]
    params = [["1000", "100000"]]

    def setup(self, size):
        self.prepare(
            kernels.random_draws.draw_integers,
            _inputs.threefry_key,
            reference=_references.random_draws.draw_integers,
            static={"size": int(size), "low": -10, "high": 990},
        )

    def time_steady(self, size):
        self.run()


class Gamma(_Draws):
    """Gamma values by rejection: a while loop in a while loop, under vmap, whose slowest draw decides; their means."""

    param_names = ["size"]
    params = [["5000"]]

    shape = 50.0

    def setup(self, size):
        self.prepare(
            kernels.random_draws.draw_gamma_means,
            _inputs.threefry_key,
            reference=_references.random_draws.draw_gamma_means,
            static={"shape": self.shape, "size": int(size)},
            rtol=4 / (self.shape * int(size)) ** 0.5,  # the mean's standard deviation is √(α / n): four of them
        )

    def time_steady(self, size):
        self.run()


class Categorical(_Draws):
    """A class for each row of logits: Gumbel noise, two logarithms for each, into an argmax."""

    param_names = ["rows"]
    params = [["16", "1000"]]

    def setup(self, rows):
        self.prepare(
            kernels.random_draws.draw_classes,
            lambda: (_inputs.threefry_key(), _inputs.logits(int(rows), 100)),
            reference=_references.random_draws.draw_classes,
        )

    def time_steady(self, rows):
        self.run()


class Permutation(_Draws):
    """A vector in random order: a sort by random words, two sorts of the larger one."""

    param_names = ["size"]
    params = [["1000", "20000"]]

    def setup(self, size):
        self.prepare(
            kernels.random_draws.draw_permutation,
            lambda: (_inputs.threefry_key(), _inputs.vector(int(size))),
            reference=_references.random_draws.draw_permutation,
        )

    def time_steady(self, size):
        self.run()


class FoldIn(_Draws):
    """A walk of a thousand steps, a key made for each: the generator's overhead where a draw is three numbers."""

    def setup(self):
        self.prepare(
            kernels.random_draws.draw_walk,
            lambda: (_inputs.threefry_key(), _inputs.vector(3)),
            reference=_references.random_draws.draw_walk,
            static={"steps": 1000},
            # Where |z| is 3.5 a draw is off by 9e-6; most are below 1 and off by eps, as a thousand sums of 50 are.
            rtol=1e-5,
            atol=1e-3,
        )

    def time_steady(self):
        self.run()
