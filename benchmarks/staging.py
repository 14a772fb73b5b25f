"""Programs that are long to trace, lower or compile and short to run."""

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from benchmarks._stages import _StagedBenchmark
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


class LargeUnrolled(_StagedBenchmark):
    """A polynomial of 300 terms in a Python loop: a thousand small operations to trace and lower, and a short call."""

    param_names = ["terms"]
    params = [["300"]]

    def setup(self, terms):
        self.prepare(
            kernels.unrolled_loops.horner,
            lambda: _inputs.coefficients_and_points(int(terms), 8),
            reference=_references.unrolled_loops.horner,
            rtol=1e-5,
            atol=1e-5,  # the last ten terms or so count: 2 eps each, of values below 5
        )

    def time_steady(self, terms):
        self.run()


class DeepScan(_StagedBenchmark):
    """The gradient through scans nested four deep, each checkpointed: transformations of transformations."""

    param_names = ["levels"]
    params = [["4"]]

    def setup(self, levels):
        self.prepare(
            kernels.nested_scans.allen_cahn_energy_gradient,
            lambda: _inputs.vector(16),
            reference=_references.nested_scans.allen_cahn_energy_gradient,
            static={"levels": int(levels), "length": 3},
            rtol=1e-5,
            atol=1e-5,  # 81 steps of six roundings, half an eps each of values below 10, as a random walk: 1e-5
        )

    def time_steady(self, levels):
        self.run()


class TransformerStages(_StagedBenchmark):
    """A small transformer whose blocks are unrolled, forward: what is alike in them is traced and compiled anew."""

    param_names = ["blocks"]
    params = [["4"]]

    def setup(self, blocks):
        self.prepare(
            kernels.transformers.transformer,
            lambda: _inputs.blocks_and_tokens(int(blocks), 32, 128, 2, 16),
            reference=_references.transformers.transformer,
            static={"heads": 4},
            rtol=1e-5,
            atol=1e-4,  # as models.TransformerBlock, a quarter as wide, four times
        )

    def time_steady(self, blocks):
        self.run()
