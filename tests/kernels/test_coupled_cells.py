import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels.coupled_cells import activity, activity_gradient

TRACED = [(activity, _inputs.ring_of_cells(3, 4)), (activity_gradient, _inputs.ring_of_cells(3, 4))]

# (start, inputs, activity, gradient), by hand, for a coupling of -1/4. What tanh is given is 0 in each step.
CASES = [
    # Cell 0 is given 6/2 - 3 · 4 / 4 = 0, whose derivative is the product of its neighbours, 3 · 4.
    ([6, 3, 4], [0], 0, 12),
    # A cell that is its own neighbour: 2/2 - 2 · 2 / 4 = 0, derivative 4; then 0/2 - 0 = 0, derivative 4 / 2.
    ([2], [0, 0], 0, 4 + 2),
    # Two, each the other's neighbour on both sides: 2/2 - 4 · 4 / 4 + 3 = 0.
    ([2, 4], [3], 0, 16),
    ([6, 3, 4], [], 0, 0),
]


@pytest.mark.parametrize(("start", "inputs", "total", "gradient"), CASES)
def test_both_and_their_references_by_hand(transform, agree, start, inputs, total, gradient):
    arguments = (np.array(-0.25, np.float32), np.array(start, np.float32), np.array(inputs, np.float32))
    placed = [jnp.asarray(argument) for argument in arguments]
    agree(transform(activity)(*placed), np.float32(total))
    agree(transform(activity_gradient)(*placed), np.float32(gradient))
    agree(jnp.asarray(_references.coupled_cells.activity(*arguments)), np.float32(total))
    agree(jnp.asarray(_references.coupled_cells.activity_gradient(*arguments)), np.float32(gradient))


@pytest.mark.parametrize(("cells", "steps"), [(1, 5), (2, 614), (6, 614)])
def test_both_agree_with_their_references_on_the_benchmarks_input(transform, agree, cells, steps):
    arguments = _inputs.ring_of_cells(cells, steps)
    placed = [jnp.asarray(argument) for argument in arguments]
    # Each of the steps' values is within some ten eps of 1; what is wrong in one dies out, halved in each step, by 2.
    atol = 2 * 10 * steps * float(np.finfo(np.float32).eps)
    agree(transform(activity)(*placed), _references.coupled_cells.activity(*arguments), atol=atol)
    agree(transform(activity_gradient)(*placed), _references.coupled_cells.activity_gradient(*arguments), atol=atol)


def test_gradient_agrees_with_central_differences(transform, central_differences):
    coupling, start, inputs = (array.astype(np.float64) for array in _inputs.ring_of_cells(3, 20))
    # The third derivative is 13: h² / 6 times it is 2e-10, and so is rounding, 20 · 2⁻⁵³ / 1e-5.
    with jax.enable_x64(True):
        start, inputs = jnp.asarray(start), jnp.asarray(inputs)
        gradient = transform(activity_gradient)(jnp.asarray(coupling), start, inputs)
        expected = central_differences(lambda coupling: activity(coupling, start, inputs), coupling, step=1e-5)
    assert gradient.dtype == np.float64
    np.testing.assert_allclose(gradient, expected, atol=1e-8)


@pytest.mark.parametrize("cells", [1, 6])
def test_the_scan_carries_a_scalar_for_each_cell(cells):
    equations = jax.make_jaxpr(activity)(*_inputs.ring_of_cells(cells, 4)).eqns
    (scan,) = [equation for equation in equations if equation.primitive.name == "scan"]
    assert [output.aval.shape for output in scan.outvars] == [()] * cells + [(4,)]  # and the first cell's steps
