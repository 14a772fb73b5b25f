"""Convolutions of signals and images with small filters, each alone."""

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class Convolution1D(_JaxBenchmark):
    """One signal of 16 channels, 32 filters nine long: does the one-dimensional case keep up with Convolution2D?"""

    param_names = ["length"]
    params = [["64", "8192"]]

    def setup(self, length):
        self.prepare(
            kernels.convolutions.convolve_signals,
            lambda: _inputs.signals_and_filters((1, int(length), 16), (9, 16, 32)),
            reference=_references.convolutions.convolve_signals,
            atol=1e-5,  # a sum of 144 products, of variance 1
        )

    def time_steady(self, length):
        self.run()


class Convolution2D(_JaxBenchmark):
    """Four images of 16 channels, 32 filters of 3 × 3: the convolution alone, of more channels than Cnn's."""

    param_names = ["side"]
    params = [["8", "64"]]

    def setup(self, side):
        self.prepare(
            kernels.convolutions.convolve_images,
            lambda: _inputs.signals_and_filters((4, int(side), int(side), 16), (3, 3, 16, 32)),
            reference=_references.convolutions.convolve_images,
            atol=1e-5,  # a sum of 144 products, of variance 1
        )

    def time_steady(self, side):
        self.run()


class DepthwiseConvolution(_JaxBenchmark):
    """One image, a 3 × 3 filter for each of 32 channels: little arithmetic, so a library call or loops decide."""

    param_names = ["side"]
    params = [["8", "64"]]

    def setup(self, side):
        self.prepare(
            kernels.convolutions.convolve_channels,
            lambda: _inputs.signals_and_filters((1, int(side), int(side), 32), (3, 3, 1, 32)),
            reference=_references.convolutions.convolve_channels,
            atol=3e-6,  # a sum of nine products, of variance 1
        )

    def time_steady(self, side):
        self.run()
