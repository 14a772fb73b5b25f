"""Arrays laid out over several devices: the host's CPU, made to look like two."""

import jax
import numpy as np

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class SameShapeOtherSharding(_JaxBenchmark):
    """One shape on one device, split over two and copied to both: a trace for each layout, or one (JAX's changelog)?"""

    jit = False
    xla_flags = "--xla_force_host_platform_device_count=2"
    devices = 2

    def setup(self):
        self.prepare(
            kernels.floor.increment, lambda: _inputs.vector(8), reference=_references.floor.increment, rtol=1e-6
        )

    def track_traces(self):
        """Call the function under jit at each sharding, check what it gives, and count how often Python runs it."""
        found = jax.devices()
        if len(found) < self.devices:
            return self.no_number(f"{self.devices} devices are wanted, {len(found)} found")
        traces = 0

        def counted(x):
            nonlocal traces
            traces += 1
            return kernels.floor.increment(x)

        jitted = jax.jit(counted)
        mesh = jax.sharding.Mesh(np.array(found[: self.devices]), ("halves",))
        (on_one,) = self._subject.placed
        split = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec("halves"))
        copied = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec())
        for x in (on_one, jax.device_put(on_one, split), jax.device_put(on_one, copied)):
            self._check(np.asarray(jitted(x)))
        return traces

    track_traces.unit = "traces"
