"""Arrays laid out over several devices: the host's CPU, made to look like two."""

import jax
import numpy as np

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from benchmarks._two_devices import _TwoDeviceBenchmark
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


class ShardedProduct(_TwoDeviceBenchmark):
    """A batch split over two devices times a matrix on both: the compiler splits the product, and nothing is sent."""

    specs = (jax.sharding.PartitionSpec("parts"), jax.sharding.PartitionSpec())
    param_names = ["side"]
    params = [["64", "512"]]

    def setup(self, side):
        self.prepare(
            kernels.shards.rows_times_matrix,
            lambda: _inputs.factors(int(side), int(side)),
            reference=_references.shards.rows_times_matrix,
            rtol=1e-4,
            atol=1e-3,  # a sum of hundreds of products rounds in proportion to the terms, not to their sum
        )

    def time_steady(self, side):
        self.run()


class AllReduce(_TwoDeviceBenchmark):
    """A vector on each of two devices, added up on both: the meeting of two devices, then memory's speed."""

    specs = (jax.sharding.PartitionSpec("parts"),)
    param_names = ["size"]
    params = [["1000", "1000000"]]

    def setup(self, size):
        self.prepare(
            kernels.shards.sum_of_parts,
            lambda: _inputs.rows(self.devices, int(size)),
            reference=_references.shards.sum_of_parts,  # exactly: a sum of two terms is rounded once
            static={"parts": self.devices},
        )

    def time_steady(self, size):
        self.run()


class ShardMap(_TwoDeviceBenchmark):
    """One addition to a number on each of two devices, under shard_map: what floor.SmallestCall costs on two."""

    specs = (jax.sharding.PartitionSpec("parts"),)

    def setup(self):
        self.prepare(
            kernels.shards.increment_parts,
            lambda: _inputs.vector(self.devices),
            reference=_references.shards.increment_parts,
            static={"parts": self.devices},
        )

    def time_steady(self):
        self.run()


class PmapDispatch(_TwoDeviceBenchmark):
    """The same addition under pmap, which has its own way to call a program on each device."""

    jit = False  # pmap compiles; ShardMap has the program's numbers

    def setup(self):
        if not hasattr(jax, "pmap"):
            raise NotImplementedError("this release has no jax.pmap")
        self.prepare(
            jax.pmap(kernels.floor.increment),
            lambda: _inputs.rows(self.devices, 1),
            reference=_references.floor.increment,
        )

    def place(self, arguments):
        """Give the arguments laid out as pmap itself lays out what it gives."""
        return jax.block_until_ready(jax.pmap(lambda *parts: parts, devices=self.found())(*arguments))

    def time_steady(self):
        self.run()
