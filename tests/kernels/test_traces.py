import functools
import inspect

import jax
import jax.numpy as jnp
import pytest

from benchmarks import _inputs, _references
from jaxvelocity import kernels
from jaxvelocity.kernels import activations, floor, logistic, loops, products, regularisers, segments

# Every kernel with inputs of its benchmarks.
KERNELS = [
    (activations.selu, (_inputs.vector(8),)),
    (floor.increment, (_inputs.vector(1),)),
    (floor.nothing, ()),
    (logistic.sum_logistic, (_inputs.vector(8),)),
    (logistic.sum_logistic_gradient, (_inputs.vector(8),)),
    (loops.while_gather, (_inputs.ramp(8),)),
    (products.apply_by_hand, _inputs.matrix_and_batch(4, 3, 2)),
    (products.apply_by_loop, _inputs.matrix_and_batch(4, 3, 2)),
    (products.apply_by_vmap, _inputs.matrix_and_batch(4, 3, 2)),
    (products.gram, (_inputs.rows(4, 3),)),
    (regularisers.total_variation, (_inputs.volume(3),)),
    (regularisers.total_variation_gradient, (_inputs.volume(3),)),
    (functools.partial(segments.segment_sum, num_segments=3), _inputs.values_and_segments(8, 3)),
]


def name(kernel):
    return getattr(kernel, "func", kernel).__name__


def public_functions():
    for family in kernels.__all__:
        module = getattr(kernels, family)
        for function_name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ == module.__name__ and not function_name.startswith("_"):
                yield function_name


def test_the_table_holds_every_kernel():
    assert sorted(name(kernel) for kernel, _ in KERNELS) == sorted(public_functions())


@pytest.mark.parametrize(("kernel", "arguments"), KERNELS, ids=[name(kernel) for kernel, _ in KERNELS])
def test_two_traces_are_equal(kernel, arguments):
    placed = [jnp.asarray(argument) for argument in arguments]
    first = str(jax.make_jaxpr(kernel)(*placed))
    jax.clear_caches()  # else the second is the first, kept
    assert str(jax.make_jaxpr(kernel)(*placed)) == first


@pytest.mark.parametrize("function_name", list(public_functions()))
def test_every_kernel_has_a_reference_of_its_name(function_name):
    assert callable(getattr(_references, function_name))
