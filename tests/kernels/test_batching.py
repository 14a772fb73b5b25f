import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from benchmarks._result import WrongResultError, check
from jaxvelocity.kernels.batching import affine, affine_by_hand, affine_by_loop, affine_by_vmap

WAYS = [affine_by_loop, affine_by_hand, affine_by_vmap]
AXES = {"matrix": None, "offset": 0, "scale": None}

# By hand: [[1, 2, 3], [0, 1, 0]] maps (1, 0, 0) to (1, 0) and (1, 1, 1) to (6, 1). Twice that is (2, 0) and (12, 2);
# the offsets are (1, 2) and (3, 4).
PARAMETERS = {
    "matrix": np.array([[1, 2, 3], [0, 1, 0]], np.float16),
    "offset": np.array([[1, 2], [3, 4]], np.float16),
    "scale": np.array(2, np.float16),
}
COLUMNS = np.array([[1, 1], [0, 1], [0, 1]], np.float16)
MAPPED = np.array([[3, 15], [2, 6]], np.float16)


def rounding(parameters: dict[str, np.ndarray], batch: np.ndarray) -> float:
    """Bound of a float32 map's rounding: n + 2 roundings of |s| |A| |X| + |C|, for any order of the additions."""
    size = {name: np.abs(array) for name, array in parameters.items()}
    largest = np.max(size["scale"] * (size["matrix"] @ np.abs(batch)) + size["offset"].T)
    return (len(batch) + 2) * float(np.finfo(np.float32).eps) * float(largest)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("sizes", [(1, 1, 1), (3, 5, 2), (4, 4, 4), (15, 10, 7)])
def test_every_way_to_map_a_batch_agrees_with_its_reference(transform, agree, way, sizes):
    parameters, batch = _inputs.parameters_and_columns(*sizes)
    reference = getattr(_references.batching, way.__name__)(parameters, batch)
    result = transform(way)(jax.tree.map(jnp.asarray, parameters), jnp.asarray(batch))
    agree(result, reference, atol=rounding(parameters, batch))


@pytest.mark.parametrize("way", WAYS)
def test_every_way_and_its_reference_by_hand(transform, agree, way):
    agree(transform(way)(jax.tree.map(jnp.asarray, PARAMETERS), jnp.asarray(COLUMNS)), MAPPED)
    agree(jnp.asarray(getattr(_references.batching, way.__name__)(PARAMETERS, COLUMNS)), MAPPED)


def test_affine_and_its_reference_by_hand(transform, agree):
    parameters = {**PARAMETERS, "offset": PARAMETERS["offset"][1]}
    agree(transform(affine)(jax.tree.map(jnp.asarray, parameters), jnp.asarray(COLUMNS[:, 1])), MAPPED[:, 1])
    agree(jnp.asarray(_references.batching.affine(parameters, COLUMNS[:, 1])), MAPPED[:, 1])


# Each runs without an error where the two lengths that it confuses are equal.
WRONG_AXES = [
    pytest.param((3, 4, 4), {"in_axes": (AXES, 0), "out_axes": 1}, id="rows for columns"),
    pytest.param((4, 3, 4), {"in_axes": (AXES, 1), "out_axes": 0}, id="out_axes"),
    pytest.param((4, 3, 4), {"in_axes": ({**AXES, "offset": 1}, 1), "out_axes": 1}, id="offset"),
]


@pytest.mark.parametrize(("sizes", "axes"), WRONG_AXES)
def test_wrong_axes_that_run_are_refused_as_a_wrong_result(transform, sizes, axes):
    parameters, batch = _inputs.parameters_and_columns(*sizes)
    arguments = jax.tree.map(jnp.asarray, (parameters, batch))
    reference = _references.batching.affine_by_vmap(parameters, batch)
    check(np.asarray(transform(affine_by_vmap)(*arguments)), reference, rtol=1e-4, atol=1e-4)
    wrong = np.asarray(transform(jax.vmap(affine, **axes))(*arguments))
    assert (wrong.shape, wrong.dtype) == (reference.shape, reference.dtype)
    with pytest.raises(WrongResultError, match="largest relative error"):
        check(wrong, reference, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("way", WAYS)
def test_lengths_that_differ_are_refused(transform, way):
    parameters, batch = jax.tree.map(jnp.asarray, _inputs.parameters_and_columns(2, 3, 4))
    with pytest.raises(TypeError, match="contracting dimensions"):
        transform(way)(parameters, batch[:2])


@pytest.mark.parametrize(
    ("way", "error"), [(affine_by_loop, ValueError), (affine_by_hand, TypeError), (affine_by_vmap, ValueError)]
)
def test_offsets_for_other_than_all_examples_are_refused(transform, way, error):
    parameters, batch = jax.tree.map(jnp.asarray, _inputs.parameters_and_columns(2, 3, 4))
    with pytest.raises(error, match="longer|incompatible shapes|inconsistent sizes"):
        transform(way)({**parameters, "offset": parameters["offset"][:3]}, batch)


def test_an_empty_batch_is_refused_by_the_loop_only(transform):
    parameters, batch = jax.tree.map(jnp.asarray, _inputs.parameters_and_columns(2, 3, 0))
    with pytest.raises(ValueError, match="at least one"):
        transform(affine_by_loop)(parameters, batch)
    for way in (affine_by_hand, affine_by_vmap):
        assert transform(way)(parameters, batch).shape == (2, 0)
