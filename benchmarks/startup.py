"""What a process pays once before its first result: importing JAX, starting its backend, compiling."""

import pathlib
import tempfile

import jax
import numpy as np

from benchmarks import _inputs, _interpreter, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels

_PROCESSES = 3


def _rounds(measure):
    """Give what `measure` gives, so many times; the first is thrown away, as it may find Python's bytecode missing."""
    return [measure() for _ in range(1 + _PROCESSES)][1:]


_FIRST_RESULT = """
import time
begun = time.perf_counter()
import jax
imported = time.perf_counter()
import numpy
result = jax.jit(lambda x: x + 1)(numpy.float32([sys.argv[1]])).block_until_ready()
answer = imported - begun, time.perf_counter(), result.tolist()
"""

_COMPILE = """
import sys, time
folder, kernels = sys.argv[1:]
sys.path.insert(0, kernels)
import jax
import numpy
from jaxvelocity.kernels.kinematics import inertia
jax.config.update("jax_enable_x64", True)
jax.config.update("jax_compilation_cache_dir", folder + "/cache")
jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.0)
jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
with numpy.load(folder + "/arguments.npz") as saved:
    arguments = list(saved.values())
jax.jit(lambda x: x + 1).lower(1.0).compile()  # the first lowering in a process loads MLIR's dialects
lowered = jax.jit(inertia).lower(*arguments)
events = []
jax.monitoring.register_event_listener(lambda event, **_: events.append(event))
start = time.perf_counter()
compiled = lowered.compile()
answer = time.perf_counter() - start, events.count("/jax/compilation_cache/cache_hits")
numpy.save(folder + "/result.npy", compiled(*arguments))
"""


class FreshPython(_JaxBenchmark):
    """From the start of a fresh Python to one jitted addition's result; and `import jax` alone, its largest part."""

    jit = False

    def setup(self):
        self.prepare(kernels.floor.increment, lambda: _inputs.vector(1), reference=_references.floor.increment)

    def track_first_result_seconds(self):
        return self._number("first_result_seconds", self.measure)

    def track_import_seconds(self):
        return self._number("import_seconds", self.measure)

    track_first_result_seconds.unit = track_import_seconds.unit = "seconds"

    _families = {"first_result_seconds": "startup", "import_seconds": "startup"}

    def measure(self):
        """Start one Python after the other; the first finds no bytecode of JAX where nobody has imported it yet."""
        rounds = [self.first_result() for _ in range(1 + _PROCESSES)][1:]
        return {
            "first_result_seconds": [seconds for seconds, _ in rounds],
            "import_seconds": [importing for _, importing in rounds],
        }

    def first_result(self):
        """Give the seconds from a Python's start to its first result, and of them those of the import."""
        (number,) = self._host[0].tolist()
        started, (importing, finished, result) = _interpreter.ask(_FIRST_RESULT, repr(number))
        self._check(np.array(result, np.float32))
        return finished - started, importing


class CachedCompile(_JaxBenchmark):
    """Many tiny operations that another process has compiled before: what it takes to read the program from disk."""

    jit = False  # kinematics.SerialChainInertia has the program's numbers
    x64 = True

    def setup(self):
        self.prepare(
            jax.jit(kernels.kinematics.inertia),
            lambda: _inputs.serial_chain(5),
            reference=_references.kinematics.inertia,
            rtol=1e-10,
            atol=1e-10,
        )

    def track_cached_compile_seconds(self):
        return self._number("cached_compile_seconds", self.measure)

    track_cached_compile_seconds.unit = "seconds"

    _families = {"cached_compile_seconds": "startup"}

    def measure(self):
        """Let one process compile, and time how long the compilation takes in others that read what it left."""
        with tempfile.TemporaryDirectory() as folder:
            np.savez(pathlib.Path(folder) / "arguments.npz", *self._host)
            read = _rounds(lambda: self.compile_in(folder))  # the first compiles what the others read
        if not all(hits for _, hits in read):
            return {"cached_compile_seconds": "a program that one process has compiled, the next one compiles again"}
        return {"cached_compile_seconds": [seconds for seconds, _ in read]}

    def compile_in(self, folder):
        """Give the seconds of a compilation in a fresh process, and how many programs it found ready."""
        _, (seconds, hits) = _interpreter.ask(_COMPILE, folder, str(pathlib.Path(kernels.__file__).parents[2]))
        self._check(np.load(pathlib.Path(folder) / "result.npy"))
        return seconds, hits
