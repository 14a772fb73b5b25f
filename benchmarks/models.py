"""Models as they are trained and used: programs of many products, with elementwise steps between them."""

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class Mlp(_JaxBenchmark):
    """The gradient of a classifier of three layers in all its weights: products both ways; their reuse at the batch."""

    param_names = ["batch"]
    params = [["8", "256"]]

    def setup(self, batch):
        self.prepare(
            kernels.perceptrons.cross_entropy_gradient,
            lambda: _inputs.layers_rows_labels((64, 256, 256, 10), int(batch)),
            reference=_references.perceptrons.cross_entropy_gradient,
            rtol=1e-5,
            atol=1e-6,  # sums of 256 terms of both signs, some 1e-3 each, as the error is a mean: 256 eps of those
        )

    def time_steady(self, batch):
        self.run()


class Cnn(_JaxBenchmark):
    """Digits' classes by two convolutions with pooling and a product: is it fast on few channels, one image or many?"""

    param_names = ["images"]
    params = [["1", "32"]]

    def setup(self, images):
        self.prepare(
            kernels.convolutional_networks.class_values,
            lambda: _inputs.filters_output_images((1, 8, 16), 10, 28, int(images)),
            reference=_references.convolutional_networks.class_values,
            rtol=1e-5,
            atol=1e-4,  # sums of 784 products, a tenth of 1 each: 784 eps
        )

    def time_steady(self, images):
        self.run()


class Lstm(_JaxBenchmark):
    """A scan over 64 times of one cell on 8 sequences: dispatch within the loop, or the products of each step."""

    param_names = ["hidden"]
    params = [["16", "128"]]

    def setup(self, hidden):
        self.prepare(
            kernels.recurrent_networks.lstm,
            lambda: _inputs.cell_and_sequence(32, int(hidden), 64, 8),
            reference=_references.recurrent_networks.lstm,
            rtol=1e-5,
            atol=1e-5,  # gates of 160 products, 160 eps each, that the next step forgets about as fast as they come
        )

    def time_steady(self, hidden):
        self.run()


class Attention(_JaxBenchmark):
    """Causal self-attention of four heads: batched products around a softmax as large as length by length."""

    param_names = ["length"]
    params = [["16", "256"]]

    def setup(self, length):
        self.prepare(
            kernels.transformers.causal_attention,
            lambda: _inputs.attention_and_tokens(64, 4, int(length)),
            reference=_references.transformers.causal_attention,
            static={"heads": 4},
            rtol=1e-5,
            atol=1e-5,  # three sums of 64 products in a row, of values of 1 or so: 192 eps
        )

    def time_steady(self, length):
        self.run()


class TransformerBlock(_JaxBenchmark):
    """A block of a transformer, forward: norms and a perceptron beside Attention, so more products and less softmax."""

    param_names = ["length"]
    params = [["16", "64"]]

    def setup(self, length):
        self.prepare(
            kernels.transformers.transformer_block,
            lambda: _one_block(_inputs.blocks_and_tokens(1, 128, 512, 4, int(length))),
            reference=_references.transformers.transformer_block,
            static={"heads": 4},
            rtol=1e-5,
            atol=1e-4,  # sums of 128 products three times, of 512 once: 900 eps of values of 1 or so
        )

    def time_steady(self, length):
        self.run()


def _one_block(blocks_and_tokens):
    (block,), tokens = blocks_and_tokens
    return block, tokens


class TrainingStep(_JaxBenchmark):
    """One step of Adam, 48 leaves of its state donated and returned: what the leaves cost, then the products' share."""

    param_names = ["width"]
    params = [["8", "128"]]

    def setup(self, width):
        self.prepare(
            kernels.optimisers.adam_step,
            lambda: _inputs.training_state(8, int(width), 64),
            reference=_references.optimisers.adam_step,
            static={"rate": 1e-3},
            rtol=1e-5,  # 1 - 0.999¹¹ is off by half an eps of 1 over 0.011: 6e-6, but of the small step alone
            atol=1e-6,  # of m: a tenth of a gradient that is some 20 eps off after eight layers
            donate=(0, 1, 2),
        )

    def time_steady(self, width):
        self.run()
