"""Robots: chains of small matrices, unrolled in Python."""

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class SerialChainInertia(_JaxBenchmark):
    """A float64 chain of 4 × 4 transforms and its inertia: hundreds of tiny operations in a row (jax-ml/jax#26021)."""

    x64 = True
    param_names = ["joints"]
    params = [["5", "35"]]

    def setup(self, joints):
        self.prepare(
            kernels.kinematics.inertia,
            lambda: _inputs.serial_chain(int(joints)),
            reference=_references.kinematics.inertia,
            rtol=1e-10,
            atol=1e-10,
        )

    def time_steady(self, joints):
        self.run()
