"""Tracing and lowering measured apart, beside the compilation that every benchmark measures."""

import time

import jax

from benchmarks._harness import _JaxBenchmark


class _StagedBenchmark(_JaxBenchmark):
    """A benchmark with `track_trace_seconds` and `track_lower_seconds`, both from one measurement.

    To trace is to run the function in Python, with all transformations, until its jaxpr is there; to lower is to make
    StableHLO of that.
    """

    repetitions = 3

    def track_trace_seconds(self, *_):
        return self._number("trace_seconds", self.measure_stages)

    def track_lower_seconds(self, *_):
        return self._number("lower_seconds", self.measure_stages)

    track_trace_seconds.unit = "seconds"
    track_lower_seconds.unit = "seconds"

    _families = {**_JaxBenchmark._families, "trace_seconds": "stages", "lower_seconds": "stages"}

    def measure_stages(self):
        """Give the seconds of both by round, each with JAX's caches empty; `prepare` has paid for what comes once."""
        rounds = [self.stage_cold() for _ in range(self.repetitions)]
        return {"trace_seconds": [trace for trace, _ in rounds], "lower_seconds": [lower for _, lower in rounds]}

    def stage_cold(self):
        jax.clear_caches()
        jitted = jax.jit(self._subject.plain)
        start = time.perf_counter()
        traced = jitted.trace(*self._subject.placed)
        between = time.perf_counter()
        traced.lower()
        return between - start, time.perf_counter() - between
