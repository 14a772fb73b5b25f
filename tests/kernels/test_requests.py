import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.requests import log_sum_exp

EPS = float(np.finfo(np.float32).eps)


def rounding(x: np.ndarray) -> float:
    """Bound of the rounding of a vector's log_sum_exp in its own dtype, with |x| as a bound of the result less log n.

    A term is off by a rounding of x - m, at most 2 max|x|, and by some of its own; JAX adds up float16 in float32, so
    that n additions are off by n roundings of that; the result is rounded twice.
    """
    largest = float(np.max(np.abs(x.astype(np.float64))))
    return float(np.finfo(x.dtype).eps) * (2 * largest + np.log(len(x)) + 4) + len(x) * EPS


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_log_sum_exp_agrees_with_its_reference(transform, agree, size, dtype):
    x = _inputs.vector(size).astype(dtype)
    agree(transform(log_sum_exp)(jnp.asarray(x)), _references.requests.log_sum_exp(x), atol=rounding(x))


# By hand: log (1 + 1); log (1 + 3); 1000 + log (1 + 1), where exp(1000) overflows in every dtype; -1000 + log (1 + 1),
# where exp(-1000) is 0 in every dtype; one entry is itself.
VALUES = [
    ([0.0, 0.0], 0.6931471805599453),
    ([0.0, 1.0986122886681098], 1.3862943611198906),
    ([1000.0, 1000.0], 1000.6931471805599),
    ([-1000.0, -1000.0], -999.3068528194401),
    ([5.0], 5.0),
]


@pytest.mark.parametrize(("values", "expected"), VALUES)
def test_values_by_hand(transform, values, expected):
    np.testing.assert_allclose(transform(log_sum_exp)(jnp.array(values)), expected, rtol=4 * EPS)
    np.testing.assert_allclose(_references.requests.log_sum_exp(np.array(values)), expected, rtol=1e-15)


def test_padding_changes_nothing(transform, agree):
    # Six entries that are exact: the terms are 1, and so are all their partial sums.
    x = np.full(6, 3.0, np.float32)
    bare = transform(log_sum_exp)(jnp.asarray(x))
    for width in (1, 2, 1018):
        padded = np.pad(x, (0, width), constant_values=-np.inf)
        agree(transform(log_sum_exp)(jnp.asarray(padded)), np.asarray(bare))
        agree(transform(log_sum_exp)(jnp.asarray(padded[::-1])), np.asarray(bare))


def test_the_benchmarks_requests_padded_give_the_same(agree):
    requests = _inputs.requests(20)
    for request, padded in zip(requests, _inputs.padded(requests), strict=True):
        # As float32, which holds every float16: what is left is the order of the additions.
        wide = request.astype(np.float32)
        agree(log_sum_exp(jnp.asarray(padded)), _references.requests.log_sum_exp(wide), atol=rounding(wide))
        agree(log_sum_exp(jnp.asarray(request)), _references.requests.log_sum_exp(request), atol=rounding(request))


@pytest.mark.parametrize(
    ("values", "expected"),
    [([-np.inf] * 3, -np.inf), ([-np.inf], -np.inf), ([np.inf, 1.0, -np.inf], np.inf), ([np.nan, 1.0], np.nan)],
)
def test_what_is_not_finite(transform, agree, values, expected):
    # The logarithm of a sum of nothing, of infinity, and of what is not a number.
    x = np.array(values, np.float32)
    agree(transform(log_sum_exp)(jnp.asarray(x)), np.float32(expected))
    agree(jnp.asarray(_references.requests.log_sum_exp(x)), np.float32(expected))


def test_an_empty_request_is_refused(transform):
    with pytest.raises(ValueError, match="zero-size array"):
        transform(log_sum_exp)(jnp.ones(0))
