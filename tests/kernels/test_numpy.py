import inspect

import numpy as np
import pytest

from benchmarks import _inputs, _numpy, _references

EPS = float(np.finfo(np.float32).eps)
VECTOR = _inputs.vector(1000)
ROWS = _inputs.rows(20, 30)
MATRIX, BATCH = _inputs.matrix_and_batch(15, 10, 7)
LAYERS = _inputs.layers_and_batch(64, 128, 10, 32)


def rounding(left: np.ndarray, right: np.ndarray) -> float:
    """Bound of a product's rounding: n · eps · |left| |right|, for any order of its n additions."""
    return left.shape[1] * EPS * float(np.max(np.abs(left) @ np.abs(right)))


# Every function with inputs like its benchmarks', and how far it may be from its reference, relative and absolute.
FUNCTIONS = [
    # As of the kernel: some roundings of numbers up to the limit at minus infinity, 1.76.
    (_numpy.selu, (VECTOR,), 2 * EPS, 4 * EPS * 1.76),
    (_numpy.gram, (ROWS,), 0.0, rounding(ROWS, ROWS.T)),
    (_numpy.apply_by_loop, (MATRIX, BATCH), 0.0, rounding(BATCH, MATRIX.T)),
    (_numpy.apply_by_hand, (MATRIX, BATCH), 0.0, rounding(BATCH, MATRIX.T)),
    # NumPy adds pairwise, blocks of 128 in eight running sums: some 16 + 3 + 3 additions one after the other for 1000,
    # and at most 4 roundings in a term.
    (_numpy.sum_of_squares, (VECTOR,), 26 * EPS, 0.0),
    # The sine's argument is off by a rounding of at most |x| + 0.5, doubled; sine and tanh add some, and the square
    # enlarges all of it by at most 1.52.
    (_numpy.whole, (VECTOR,), 0.0, 1.6 * (float(np.max(np.abs(VECTOR))) + 4.5) * EPS),
    # The output values, below 10 for sums of variance below 1, are off by 64 + 128 roundings at the most, each of a
    # small part of that sum; the exponential makes a relative error of an absolute one.
    (_numpy.class_probabilities, LAYERS, 192 * EPS, 0.0),
]


def name(function):
    return function.__name__


def reference_of(function):
    families = [getattr(_references, family) for family in _references.__all__]
    (found,) = [getattr(family, name(function)) for family in families if hasattr(family, name(function))]
    return found


def test_the_table_holds_every_function():
    public = [function for _, function in inspect.getmembers(_numpy, inspect.isfunction)]
    assert sorted(map(name, public)) == sorted(name(function) for function, *_ in FUNCTIONS)


@pytest.mark.parametrize(
    ("function", "arguments", "rtol", "atol"), FUNCTIONS, ids=[name(function) for function, *_ in FUNCTIONS]
)
def test_every_function_agrees_with_the_reference_of_its_name(function, arguments, rtol, atol):
    result, reference = function(*arguments), reference_of(function)(*arguments)
    assert (result.dtype, result.shape) == (reference.dtype, reference.shape) == (np.float32, reference.shape)
    np.testing.assert_allclose(result, reference, rtol=rtol, atol=atol)


@pytest.mark.parametrize("dtype", [np.float16, np.float64])
@pytest.mark.parametrize(
    ("function", "arguments"), [row[:2] for row in FUNCTIONS], ids=[name(function) for function, *_ in FUNCTIONS]
)
def test_every_function_computes_in_the_dtype_of_its_inputs(function, arguments, dtype):
    assert function(*(argument.astype(dtype) for argument in arguments)).dtype == dtype


def test_selu_warns_where_exp_overflows():
    with pytest.warns(RuntimeWarning, match="overflow"):
        assert _numpy.selu(np.array([100.0], np.float32)) == np.float32(105.07009873554805)


def test_class_probabilities_subtracts_the_largest_of_each_row():
    # tanh is 0, then 1: values (0, 0) and (0, 1000). Where nothing is subtracted exp(1000) overflows; where 1000 is
    # subtracted from the first row too, nothing is left of it.
    hidden, output = np.ones((1, 1), np.float32), np.array([[0, 1000]], np.float32)
    result = _numpy.class_probabilities(hidden, output, np.array([[0], [100]], np.float32))
    np.testing.assert_array_equal(result, [[0.5, 0.5], [0.0, 1.0]])


def test_none_computes_in_another_dtype_and_rounds_back():
    source = inspect.getsource(_numpy)
    assert "astype" not in source
    assert "float64" not in source
