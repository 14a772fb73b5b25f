"""Programs that are long to trace, lower or compile and short to run."""

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class TensorNetworkGradient(_JaxBenchmark):
    """The gradient of a chain of small contractions on twelve axes: the time to compile it (openxla/xla#41173)."""

    param_names = ["gates"]
    params = [["2", "12"]]

    def setup(self, gates):
        self.prepare(
            kernels.tensor_networks.squared_norm_gradient,
            lambda: _inputs.state_and_gates(12, int(gates)),
            reference=_references.tensor_networks.squared_norm_gradient,
            rtol=1e-4,
            atol=1e-3,  # sums of thousands of terms of both signs round in proportion to the terms
        )

    def time_steady(self, gates):
        self.run()
