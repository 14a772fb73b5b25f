"""What makes JAX trace and compile again: shapes and dtypes that change, and numbers that decide the structure."""

import time
from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np

from benchmarks import _compilation, _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class _Requests(_JaxBenchmark):
    """Twelve requests of ever-changing length and dtype to one jitted function, from nothing compiled."""

    jit = False
    requests = 12
    repetitions = 3

    def setup(self):
        answer = jax.jit(kernels.requests.log_sum_exp)
        self.answer = lambda request: answer(self.fitted(request))
        self.prepare(
            lambda *requests: tuple(map(self.answer, requests)),
            lambda: _inputs.requests(self.requests),
            reference=lambda *requests: tuple(
                _references.requests.log_sum_exp(one.astype(self.answered_in(one))) for one in requests
            ),
            rtol=self.rtol,
        )

    def track_compilations(self):
        return self._number("compilations", self.serve)

    def track_total_seconds(self):
        return self._number("total_seconds", self.serve)

    track_compilations.unit = "compilations"
    track_total_seconds.unit = "seconds"

    _families = dict.fromkeys(["compilations", "total_seconds"], "requests")

    def serve(self):
        """Answer all requests, one after the other, each blocked; again from nothing compiled."""
        found = {"compilations": [], "total_seconds": []}
        for _ in range(self.repetitions):
            jax.clear_caches()
            before = _compilation.compilations()
            start = time.perf_counter()
            for request in self._host:
                self.answer(request).block_until_ready()
            found["total_seconds"].append(time.perf_counter() - start)
            found["compilations"].append(_compilation.compilations() - before)
        return found


class RequestsAsTheyCome(_Requests):
    """A compilation for each shape and dtype."""

    rtol = 2e-3  # two roundings of float16

    def answered_in(self, request):
        return request.dtype

    def fitted(self, request):
        return request


class RequestsPadded(_Requests):
    """The same requests in one dtype, padded by the host to one of three lengths: three compilations."""

    rtol = 1e-5

    def answered_in(self, request):
        return np.float32

    def fitted(self, request):
        return _inputs.padded([np.asarray(request)])[0]


class _Power(_JaxBenchmark):
    """A power for exponents 1 to 5, each twice: how often does Python run the function's body?"""

    jit = False
    exponents = (1, 2, 3, 4, 5)

    def count_traces(self, function, **static):
        """Call `function` under jit and count how often Python runs it."""
        traces = 0

        def counted(x, exponent):
            nonlocal traces
            traces += 1
            return function(x, exponent)

        jitted = jax.jit(counted, **static)
        for exponent in 2 * self.exponents:
            jitted(*self._subject.placed[:1], exponent).block_until_ready()
        return traces


class PowerStatic(_Power):
    """The exponent decides the structure, so it is static: one trace for each value."""

    def setup(self):
        self.prepare(
            kernels.powers.power,
            lambda: _inputs.vector(100),
            reference=_references.powers.power,
            static={"exponent": 5},
            rtol=1e-5,
        )

    def track_traces(self):
        return self.count_traces(kernels.powers.power, static_argnames="exponent")

    track_traces.unit = "traces"


class PowerAsData(_Power):
    """The exponent bounds a loop in the program, so it is data: one trace for all values."""

    def setup(self):
        self.prepare(
            kernels.powers.power_by_loop,
            lambda: (_inputs.vector(100), np.int32(5)),
            reference=_references.powers.power,
            rtol=1e-5,
        )

    def track_traces(self):
        return self.count_traces(kernels.powers.power_by_loop)

    track_traces.unit = "traces"


class WeakTypes(_JaxBenchmark):
    """One number as Python's, as an array of a weak type and as one of a strong type: how many traces?"""

    jit = False

    def setup(self):
        self.prepare(kernels.floor.increment, lambda: _inputs.vector(1)[0], reference=_references.floor.increment)

    def track_traces(self):
        """Call the function under jit with each, twice, check what it gives, and count how often Python runs it."""
        traces = 0

        def counted(x):
            nonlocal traces
            traces += 1
            return kernels.floor.increment(x)

        jitted = jax.jit(counted)
        (strong,) = self._subject.placed
        number = float(strong)
        for x in 2 * (number, jnp.asarray(number), strong):
            self._check(np.asarray(jitted(x)))
        return traces

    track_traces.unit = "traces"


@dataclass(frozen=True)
class _Settings:
    """What decides a program's structure, as a configuration holds it: equal where its fields are."""

    exponent: int


class StaticArguments(_JaxBenchmark):
    """Settings as a static argument, some equal and not the same object: a trace for each value, or for each object?"""

    jit = False
    exponents = (2, 2, 3, 2, 3)

    def setup(self):
        self.prepare(
            lambda x: tuple(kernels.powers.power(x, exponent) for exponent in self.exponents),
            lambda: _inputs.vector(100),
            reference=lambda x: tuple(_references.powers.power(x, exponent) for exponent in self.exponents),
            rtol=1e-5,
        )

    def track_traces(self):
        """Call the function under jit with new settings each time, check it all, and count how often Python runs it."""
        traces = 0

        def counted(x, settings):
            nonlocal traces
            traces += 1
            return kernels.powers.power(x, settings.exponent)

        jitted = jax.jit(counted, static_argnames="settings")
        (x,) = self._subject.placed
        self._check(tuple(np.asarray(jitted(x, _Settings(exponent))) for exponent in self.exponents))
        return traces

    track_traces.unit = "traces"
