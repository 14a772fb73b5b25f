"""What `kernels.random_draws` must return: Threefry-2x32 written anew, and what is made of its words.

Salmon, Moraes, Dror and Shaw, Parallel random numbers: as easy as 1, 2, 3 (2011), section 3.2 and the constants of
their Random123. A key's words of a shape are, in C order, those of the counters 0, 1, 2, …, the two halves of each of
them xored; its children's keys are the halves as they are. The word of a counter does not depend on how many there are.
"""

import numpy as np
from scipy import special

_ROTATIONS = ((13, 15, 26, 6), (17, 29, 16, 24))
_PARITY = np.uint32(0x1BD11BDA)
_ROUNDS_OF_FOUR = 5


def draw_normals(key: np.ndarray, size: int) -> np.ndarray:
    """Of `random_draws.draw_normals` without x64."""
    return _normals(key, size).astype(np.float32)


def draw_integers(key: np.ndarray, size: int, low: int, high: int) -> np.ndarray:
    """Of `random_draws.draw_integers` where the span is at most 65536: the words of two children, as one of 64 bits.

    The kernel takes its remainder in 32 bits, which a larger span would overflow.
    """
    above, below = (_words(child, size).astype(np.uint64) for child in _children(key, 2))
    return (low + ((above << np.uint64(32) | below) % np.uint64(high - low)).astype(np.int64)).astype(np.int32)


def draw_gamma_means(key: np.ndarray, shape: float, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Of `random_draws.draw_gamma_means` without x64, for size → ∞: what both means tend to, by their closed forms."""
    return np.float32(shape), special.digamma(shape).astype(np.float32)


def draw_classes(key: np.ndarray, logits: np.ndarray) -> np.ndarray:
    """Of `random_draws.draw_classes` without x64, for float32."""
    return np.argmax(noisy(key, logits), axis=1).astype(np.int32)


def noisy(key: np.ndarray, logits: np.ndarray) -> np.ndarray:
    """Give the logits plus Gumbel noise, -log(-log u), whose argmax is drawn; a u of 0 is the least normal float32."""
    uniforms = np.maximum(_uniforms(key, logits.size), np.finfo(np.float32).tiny).reshape(logits.shape)
    return logits - np.log(-np.log(uniforms))


def draw_permutation(key: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Of `random_draws.draw_permutation`: sorted by fresh words, again and again until n³ words would be distinct."""
    for _ in range(int(np.ceil(3 * np.log(max(1, len(values))) / np.log(2.0**32 - 1)))):
        key, child = _children(key, 2)
        values = values[np.argsort(_words(child, len(values)), kind="stable")]
    return values


def draw_walk(key: np.ndarray, start: np.ndarray, steps: int) -> np.ndarray:
    """Of `random_draws.draw_walk`, for float32: the key of step t is the halves of the counter t."""
    step_keys = np.stack(_threefry(key, np.zeros(steps, np.uint32), np.arange(steps, dtype=np.uint32)))
    moves = _normals(step_keys[:, :, np.newaxis], start.size).reshape(steps, start.size)
    return (start + np.cumsum(moves, axis=0)).astype(start.dtype)


def _normals(key: np.ndarray, size: int) -> np.ndarray:
    # 2 u - 1 + 2⁻²⁴, exact in float32: from -1 + 2⁻²⁴ at u = 0, and never 1.
    return np.sqrt(2) * special.erfinv(2 * _uniforms(key, size) - 1 + 2.0**-24)


def _uniforms(key: np.ndarray, size: int) -> np.ndarray:
    """Give what the first 23 bits of each word are as a fraction, in float64."""
    return (_words(key, size) >> np.uint32(9)) * 2.0**-23


def _words(key: np.ndarray, size: int) -> np.ndarray:
    first, second = _threefry(key, np.uint32(0), np.arange(size, dtype=np.uint32))
    return first ^ second


def _children(key: np.ndarray, count: int) -> np.ndarray:
    """Give the keys that a key is split into, (count, 2)."""
    return np.stack(_threefry(key, np.uint32(0), np.arange(count, dtype=np.uint32)), axis=1)


def _threefry(key: np.ndarray, first: np.ndarray, second: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Give both halves of the words of counters, whose halves are `first` and `second`, all uint32; key: (2, …)."""
    schedule = (key[0], key[1], key[0] ^ key[1] ^ _PARITY)
    with np.errstate(over="ignore"):  # modulo 2³², as it must be
        x, y = first + schedule[0], second + schedule[1]
        x, y = (np.array(half) for half in np.broadcast_arrays(x, y))
        for four in range(_ROUNDS_OF_FOUR):
            for rotation in _ROTATIONS[four % 2]:
                x += y
                y = (y << np.uint32(rotation) | y >> np.uint32(32 - rotation)) ^ x
            x += schedule[(four + 1) % 3]
            y += schedule[(four + 2) % 3] + np.uint32(four + 1)
    return x, y
