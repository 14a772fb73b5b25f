"""Layers and what goes through them."""

import itertools

import numpy as np


def layers_and_batch(inputs: int, hidden: int, classes: int, batch: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Normal values: the weights of two layers, (inputs, hidden) and (hidden, classes), and a batch, (batch, inputs).

    All float32. A weight's variance is one over the length of the sum that it is in, so that the sums have variance 1;
    the batch's is 1.
    """
    generator = np.random.default_rng(8)
    first = generator.standard_normal((inputs, hidden), dtype=np.float32) / np.float32(np.sqrt(inputs))
    second = generator.standard_normal((hidden, classes), dtype=np.float32) / np.float32(np.sqrt(hidden))
    return first, second, generator.standard_normal((batch, inputs), dtype=np.float32)


def layers_rows_labels(
    widths: tuple[int, ...], batch: int
) -> tuple[tuple[tuple[np.ndarray, np.ndarray], ...], np.ndarray, np.ndarray]:
    """Normal values: a perceptron's weights and offsets, layer by layer, and a batch of rows; a label for each row.

    Of the widths d, h, …: (d, h) and (h,), and so on, float32, the weights' variance 1/d, the offsets' 0.01. The rows:
    (batch, d), float32, of variance 1. The labels: (batch,), int32, each class as likely.
    """
    generator = np.random.default_rng(80)
    layers = tuple(
        (_weights(generator, inputs, outputs), _small(generator, outputs))
        for inputs, outputs in itertools.pairwise(widths)
    )
    rows = generator.standard_normal((batch, widths[0]), dtype=np.float32)
    return layers, rows, generator.integers(widths[-1], size=batch, dtype=np.int32)


def filters_output_images(
    channels: tuple[int, ...], classes: int, side: int, batch: int
) -> tuple[tuple[tuple[np.ndarray, np.ndarray], ...], np.ndarray, np.ndarray]:
    """Normal values: a convolutional network's filters, 3 × 3, and offsets, its last matrix, and square images.

    Of the channels i, o, …: (3, 3, i, o) and (o,), and so on; the matrix: (s² o, classes), s the side halved and
    rounded down once for each, o the last channels; the images: (batch, side, side, i). All float32. A weight's
    variance is one over the length of the sum that it is in, an offset's 0.01, the images' 1.
    """
    generator = np.random.default_rng(81)
    filters = tuple(
        (_weights(generator, 9 * inputs, outputs).reshape(3, 3, inputs, outputs), _small(generator, outputs))
        for inputs, outputs in itertools.pairwise(channels)
    )
    output = _weights(generator, (side >> len(filters)) ** 2 * channels[-1], classes)
    return filters, output, generator.standard_normal((batch, side, side, channels[0]), dtype=np.float32)


def cell_and_sequence(
    inputs: int, hidden: int, steps: int, batch: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Normal values: a recurrent cell of four gates, and a batch of sequences, all float32.

    The weights: (inputs, 4 hidden) and (hidden, 4 hidden), of variance 1/inputs and 1/hidden; the offset: (4 hidden,),
    of variance 0.01; the sequences: (steps, batch, inputs), of variance 1.
    """
    generator = np.random.default_rng(82)
    inward, recurrent = _weights(generator, inputs, 4 * hidden), _weights(generator, hidden, 4 * hidden)
    offset = _small(generator, 4 * hidden)
    return inward, recurrent, offset, generator.standard_normal((steps, batch, inputs), dtype=np.float32)


def attention_and_tokens(width: int, batch: int, length: int) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Normal values: attention's weights, and tokens, (batch, length, width), all float32.

    The weights, "query", "key", "value" and "output": (width, width), of variance 1/width; the tokens' variance is 1.
    """
    generator = np.random.default_rng(83)
    attention = {name: _weights(generator, width, width) for name in ("query", "key", "value", "output")}
    return attention, generator.standard_normal((batch, length, width), dtype=np.float32)


def blocks_and_tokens(
    count: int, width: int, hidden: int, batch: int, length: int
) -> tuple[tuple[dict[str, np.ndarray], ...], np.ndarray]:
    """Normal values: the weights of so many blocks of a transformer, and tokens, (batch, length, width), all float32.

    Of each block, "query", "key", "value" and "output": (width, width); "hidden": (width, hidden), and "contract":
    (hidden, width), a weight's variance one over the length of the sum that it is in. Of variance 0.01, around 1,
    "scale" and "hidden_scale": (width,); around 0, "shift", "hidden_shift": (width,), and "hidden_offset": (hidden,).
    The tokens' variance is 1.
    """
    generator = np.random.default_rng(84)

    def block() -> dict[str, np.ndarray]:
        weights = {name: _weights(generator, width, width) for name in ("query", "key", "value", "output")}
        weights |= {"hidden": _weights(generator, width, hidden), "contract": _weights(generator, hidden, width)}
        weights |= {name: 1 + _small(generator, width) for name in ("scale", "hidden_scale")}
        weights |= {name: _small(generator, width) for name in ("shift", "hidden_shift")}
        return weights | {"hidden_offset": _small(generator, hidden)}

    blocks = tuple(block() for _ in range(count))
    return blocks, generator.standard_normal((batch, length, width), dtype=np.float32)


def training_state(layers: int, width: int, batch: int) -> tuple[dict[str, np.ndarray] | np.ndarray, ...]:
    """A residual network in the middle of its training by Adam, and normal values that it is trained on, float32.

    Its parameters, normal: of layer l, "weights l", (width, width), of variance 0.1/width, and "offset l", (width,), of
    variance 0.01. The means of gradients, normal, of variance 10⁻⁴, and of their squares, uniform, 0.5 · 10⁻⁴ to
    1.5 · 10⁻⁴, each under the same names. The steps so far: 10, int32. Rows and targets: (batch, width), of variance 1.
    """
    generator = np.random.default_rng(85)
    parameters = {}
    for layer in range(layers):
        parameters[f"weights {layer}"] = np.float32(np.sqrt(0.1)) * _weights(generator, width, width)
        parameters[f"offset {layer}"] = _small(generator, width)
    firsts = {name: np.float32(0.1) * _small(generator, *array.shape) for name, array in parameters.items()}
    seconds = {
        name: np.float32(1e-4) * generator.uniform(0.5, 1.5, array.shape).astype(np.float32)
        for name, array in parameters.items()
    }
    rows = generator.standard_normal((batch, width), dtype=np.float32)
    targets = generator.standard_normal((batch, width), dtype=np.float32)
    return parameters, firsts, seconds, np.array(10, np.int32), rows, targets


def coefficients_and_points(count: int, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Coefficients, normal, (count,), and points, uniform, -0.9 to 0.9, (size,), both float32.

    The coefficients' variance is 1/4, so that a polynomial's at a point is 1 or so.
    """
    generator = np.random.default_rng(86)
    coefficients = np.float32(0.5) * generator.standard_normal(count, dtype=np.float32)
    return coefficients, generator.uniform(-0.9, 0.9, size).astype(np.float32)


def _weights(generator: np.random.Generator, inputs: int, outputs: int) -> np.ndarray:
    return generator.standard_normal((inputs, outputs), dtype=np.float32) / np.float32(np.sqrt(inputs))


def _small(generator: np.random.Generator, *shape: int) -> np.ndarray:
    return np.float32(0.1) * generator.standard_normal(shape, dtype=np.float32)
