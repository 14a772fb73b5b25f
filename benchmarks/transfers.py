"""Arrays on their way between NumPy and the device, and those that both see without a copy."""

import jax
import jax.numpy as jnp
import numpy as np

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class BySize(_JaxBenchmark):
    """4 bytes and 10 MB to the device and back: what a transfer costs by itself, and what each byte adds."""

    jit = False  # floor.SmallestCall has the program's numbers
    param_names = ["size"]
    params = [["1", "2500000"]]

    def setup(self, size):
        self.prepare(
            jax.jit(kernels.floor.increment), lambda: _inputs.vector(int(size)), reference=_references.floor.increment
        )

    def time_transfer(self, size):
        self.run()

    def time_transfer_back(self, size):
        self.run()


def _starting_at(array, start):
    """Give the array's copy whose memory starts so many bytes past a multiple of 64."""
    memory = np.empty(array.nbytes + 2 * 64, np.uint8)
    offset = (start - memory.ctypes.data) % 64
    copy = memory[offset : offset + array.nbytes].view(array.dtype)
    copy[...] = array
    return copy


def _address(array):
    return array.ctypes.data if isinstance(array, np.ndarray) else array.unsafe_buffer_pointer()


class _Exchange(_JaxBenchmark):
    """One array from one side to the other: a copy, or the same memory?"""

    jit = False

    def setup(self, *_):
        self.prepare(
            jax.jit(kernels.floor.increment), lambda: _inputs.vector(1000), reference=_references.floor.increment
        )

    def count_copies(self, exchange, array):
        """Hand over an array, check that it has come, and give 0 where it lies where it lay, else 1."""
        if jax.default_backend() != "cpu":
            return self.no_number(f"{jax.default_backend()}: the device's memory is not the host's")
        handed_over = exchange(array)
        self.check_values(handed_over)
        return int(_address(array) != _address(handed_over))


class FromNumPy(_Exchange):
    """NumPy's array as JAX's: a copy, or the same memory? It starts at a multiple of 64 bytes, or 16 past one."""

    param_names = ["by", "start"]
    params = [["jnp.asarray", "jax.device_put", "jnp.from_dlpack"], ["0", "16"]]

    def track_copies(self, by, start):
        exchange = {"jnp.asarray": jnp.asarray, "jax.device_put": jax.device_put, "jnp.from_dlpack": jnp.from_dlpack}
        return self.count_copies(exchange[by], _starting_at(self._host[0], int(start)))

    track_copies.unit = "copies"

    def check_values(self, array):
        self._check(np.asarray(self._subject.compiled(array)))


class ToNumPy(_Exchange):
    """JAX's array as NumPy's: a copy, or the same memory?"""

    param_names = ["by"]
    params = [["numpy.asarray", "numpy.from_dlpack"]]

    def track_copies(self, by):
        exchange = {"numpy.asarray": np.asarray, "numpy.from_dlpack": np.from_dlpack}
        return self.count_copies(exchange[by], jax.block_until_ready(self._subject.compiled(*self._subject.placed)))

    track_copies.unit = "copies"

    def check_values(self, array):
        self._check(array)
