"""Batching where only a part of a nested input carries the batch axis, and not as its first one."""

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class _Affine(_JaxBenchmark):
    """A matrix and a scale for all, an offset for each of ten examples, which are columns; three ways must agree."""

    def prepare_way(self, function):
        self.prepare(
            function,
            lambda: _inputs.parameters_and_columns(150, 100, 10),
            reference=_references.batching.affine_by_loop,
            rtol=1e-4,
            atol=1e-4,
        )

    def time_steady(self):
        self.run()


class AffineByLoop(_Affine):
    """Column by column in a Python loop that jit unrolls."""

    def setup(self):
        self.prepare_way(kernels.batching.affine_by_loop)


class AffineByHand(_Affine):
    """All columns as one product, written by hand: what vmap is held against."""

    def setup(self):
        self.prepare_way(kernels.batching.affine_by_hand)


class AffineByVmap(_Affine):
    """One column's under vmap with in_axes for each leaf and an out_axes: are the transposes it brings free?"""

    def setup(self):
        self.prepare_way(kernels.batching.affine_by_vmap)
