import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from benchmarks import _inputs, _references
from jaxvelocity.kernels import markov_chains

SETTINGS = {"leaps": 8, "leap": 0.2}  # the benchmark's

hamiltonian_draws = functools.partial(markov_chains.hamiltonian_draws, **SETTINGS)
hamiltonian_draws_reference = functools.partial(_references.markov_chains.hamiltonian_draws, **SETTINGS)

TRACED = [(hamiltonian_draws, _inputs.chains_and_classes(2, 2, 3))]

BUILT = [
    (_inputs.chains_and_classes(1, 1, 2)[0], np.float32, [[0.0491, 0.5855, 1.6157, -1.3035]]),
    (_inputs.chains_and_classes(1, 1, 2)[1], np.float32, [[[-0.2808, -0.9730, 0.2403, -0.0561]]]),
    (_inputs.chains_and_classes(1, 1, 2)[2], np.float32, [[0.3295]]),
    (_inputs.chains_and_classes(1, 1, 2)[3][:1], np.float32, [[-1.0624, -0.4060, 0.7279, 0.8972]]),
    (_inputs.chains_and_classes(1, 1, 2)[4], np.float32, [-1, -1]),
]


@pytest.mark.parametrize(("chains", "draws", "examples"), [(1, 1, 1), (3, 5, 7), (20, 10, 100)])
def test_hamiltonian_draws_agree_with_their_reference(transform, agree, chains, draws, examples):
    arguments = _inputs.chains_and_classes(chains, draws, examples)
    # 80 leaps of weights below 7, whose roundings the stable flow carries on as they are.
    agree(
        transform(hamiltonian_draws)(*map(jnp.asarray, arguments)), hamiltonian_draws_reference(*arguments), atol=1e-5
    )


@pytest.mark.parametrize("draw", [markov_chains.hamiltonian_draws, _references.markov_chains.hamiltonian_draws])
def test_both_by_hand(draw):
    # Features of 0 leave U = w² / 2. From 0 with a momentum of 2, one leap of 1 goes to 2, where 1 is left of it: an
    # energy of 2 has become 2.5. log 0.5 = -0.69 is below the loss of -0.5, log 0.7 = -0.36 is not. From 2 with -2, it
    # goes to -1 and -2.5, of 4 to 3.625, which is taken; from 0 with -2, to -2, and log 0.9 is above -0.5.
    arguments = (
        np.zeros((2, 1), np.float32),
        np.array([[[2], [-2]], [[2], [-2]]], np.float32),
        np.array([[0.5, 0.9], [0.7, 0.9]], np.float32),
        np.zeros((1, 1), np.float32),
        np.ones(1, np.float32),
    )
    draws = draw(*arguments, leaps=1, leap=1.0)
    np.testing.assert_allclose(draws, [[[2], [-1]], [[0], [0]]], atol=1e-6)


def test_the_draws_are_of_the_posterior():
    # Of a wide flat likelihood the prior is left: 20 000 draws of independent standard normal weights.
    starts, momenta, uniforms, _, labels = _inputs.chains_and_classes(500, 40, 1)
    draws = hamiltonian_draws_reference(starts, momenta, uniforms, np.zeros((1, 4), np.float32), labels)
    np.testing.assert_allclose(np.mean(draws, axis=(0, 1)), np.zeros(4), atol=0.05)
    np.testing.assert_allclose(np.var(draws, axis=(0, 1)), np.ones(4), atol=0.05)


def test_in_float64_the_result_is_float64(agree):
    arguments = tuple(array.astype(np.float64) for array in _inputs.chains_and_classes(3, 4, 10))
    with jax.enable_x64(True):
        result = jax.jit(hamiltonian_draws)(*map(jnp.asarray, arguments))
    agree(result, hamiltonian_draws_reference(*arguments), atol=1e-12)


@pytest.mark.parametrize("chains", [1, 100])
def test_rounding_turns_no_decision_on_the_benchmarks_input(chains):
    # Energies of some 100 are rounded to 1e-5: ten times that on log u leaves every draw as it is. Some are refused.
    starts, momenta, uniforms, features, labels = _inputs.chains_and_classes(chains, 10, 100)
    draws = hamiltonian_draws_reference(starts, momenta, uniforms, features, labels)
    for shift in (-1e-4, 1e-4):
        shifted = uniforms.astype(np.float64) * np.exp(shift)
        np.testing.assert_array_equal(hamiltonian_draws_reference(starts, momenta, shifted, features, labels), draws)
    stays = np.all(np.diff(draws, axis=1, prepend=starts[:, np.newaxis]) == 0, axis=2)
    assert 0 < np.mean(stays) < 0.5


def test_shapes_that_do_not_fit_are_refused():
    starts, momenta, uniforms, features, labels = map(jnp.asarray, _inputs.chains_and_classes(2, 3, 4))
    with pytest.raises(TypeError, match="contracting dimension"):
        hamiltonian_draws(starts, momenta, uniforms, features[:, :3], labels)
    with pytest.raises(ValueError, match="leading axis sizes|different leading"):
        hamiltonian_draws(starts, momenta, uniforms[:, :2], features, labels)
