"""A benchmark whose inputs lie on two devices: the host's CPU, made to look like two."""

import jax
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from benchmarks._harness import _JaxBenchmark
from benchmarks._ways import Arguments


class _TwoDeviceBenchmark(_JaxBenchmark):
    """What a benchmark derives from that says in `specs` how each of its arguments lies on the devices.

    Each argument is placed so before the first call: in a call's time there is no move between devices but the
    program's own. Skipped where there are too few devices.
    """

    xla_flags = "--xla_force_host_platform_device_count=2"
    devices = 2
    specs: tuple[PartitionSpec, ...] = ()
    """of each argument, over the axis "parts" of a mesh of the devices"""

    def place(self, arguments: Arguments) -> Arguments:
        """Give the arguments laid out over the devices, and finished."""
        mesh = Mesh(self.found(), ("parts",))
        shardings = tuple(NamedSharding(mesh, spec) for spec in self.specs)
        return jax.block_until_ready(jax.device_put(arguments, shardings))

    def found(self) -> list[jax.Device]:
        """Give the devices that are wanted, the first of those that there are."""
        devices = jax.devices()
        if len(devices) < self.devices:
            raise NotImplementedError(f"{self.devices} devices are wanted, {len(devices)} found")
        return devices[: self.devices]

    def _placed(self) -> Arguments:
        return self.place(super()._placed())
