import functools
import importlib
import inspect

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity import kernels
from jaxvelocity.kernels import (
    activations,
    batching,
    floor,
    gradients,
    logistic,
    loops,
    perceptrons,
    pipelines,
    powers,
    products,
    reductions,
    regularisers,
    requests,
    segments,
)

PARAMETERS, COLUMNS = _inputs.parameters_and_columns(4, 3, 2)
WEIGHTS, ROWS, TARGETS = _inputs.weights_rows_targets(4, 3)

# Every kernel with inputs of its benchmarks.
KERNELS = [
    (activations.selu, (_inputs.vector(8),)),
    (batching.affine, ({**PARAMETERS, "offset": PARAMETERS["offset"][0]}, COLUMNS[:, 0])),
    (batching.affine_by_hand, (PARAMETERS, COLUMNS)),
    (batching.affine_by_loop, (PARAMETERS, COLUMNS)),
    (batching.affine_by_vmap, (PARAMETERS, COLUMNS)),
    (floor.increment, (_inputs.vector(1),)),
    (floor.nothing, ()),
    (gradients.example_gradients, (WEIGHTS, ROWS, TARGETS)),
    (gradients.half_squared_error, (WEIGHTS, ROWS[0], TARGETS[0])),
    (gradients.sum_gradient, (WEIGHTS, ROWS, TARGETS)),
    (logistic.sum_logistic, (_inputs.vector(8),)),
    (logistic.sum_logistic_gradient, (_inputs.vector(8),)),
    (logistic.sum_logistic_gradient_of_jitted, (_inputs.vector(8),)),
    (functools.partial(logistic.sum_logistic_central_differences, step=1e-2), (_inputs.vector(8),)),
    (loops.while_gather, (_inputs.ramp(8),)),
    (perceptrons.class_probabilities, _inputs.layers_and_batch(6, 5, 3, 4)),
    (pipelines.by_step, (_inputs.vector(8),)),
    (pipelines.whole, (_inputs.vector(8),)),
    (functools.partial(powers.power, exponent=3), (_inputs.vector(8),)),
    (powers.power_by_loop, (_inputs.vector(8), np.int32(3))),
    (products.apply_by_hand, _inputs.matrix_and_batch(4, 3, 2)),
    (products.apply_by_loop, _inputs.matrix_and_batch(4, 3, 2)),
    (products.apply_by_vmap, _inputs.matrix_and_batch(4, 3, 2)),
    (products.gram, (_inputs.rows(4, 3),)),
    (reductions.sum_of_squares, (_inputs.vector(8),)),
    (regularisers.total_variation, (_inputs.volume(3),)),
    (regularisers.total_variation_gradient, (_inputs.volume(3),)),
    (requests.log_sum_exp, _inputs.requests(1)),
    (functools.partial(segments.segment_sum, num_segments=3), _inputs.values_and_segments(8, 3)),
]
for _family in kernels.__all__:  # a family's own tests may hold its rows
    KERNELS += getattr(importlib.import_module(f"test_{_family}"), "TRACED", [])


def name(kernel):
    return getattr(kernel, "func", kernel).__name__


def public_functions():
    for family in kernels.__all__:
        module = getattr(kernels, family)
        for function_name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ == module.__name__ and not function_name.startswith("_"):
                yield family, function_name


def test_the_table_holds_every_kernel():
    assert sorted(name(kernel) for kernel, _ in KERNELS) == sorted(
        function_name for _, function_name in public_functions()
    )


@pytest.mark.parametrize(("kernel", "arguments"), KERNELS, ids=[name(kernel) for kernel, _ in KERNELS])
def test_two_traces_are_equal(kernel, arguments):
    placed = jax.tree.map(jnp.asarray, arguments)
    first = str(jax.make_jaxpr(kernel)(*placed))
    jax.clear_caches()  # else the second is the first, kept
    assert str(jax.make_jaxpr(kernel)(*placed)) == first


@pytest.mark.parametrize(("family", "function_name"), list(public_functions()))
def test_every_kernel_has_a_reference_of_its_name(family, function_name):
    assert callable(getattr(getattr(_references, family), function_name))
