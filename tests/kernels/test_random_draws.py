import functools
import itertools

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from scipy import special, stats

from benchmarks import _inputs
from benchmarks._references import random_draws as references
from benchmarks._references.random_draws import _threefry
from benchmarks.random import Categorical, Gamma, Normal, _Draws
from jaxvelocity.kernels.random_draws import (
    draw_classes,
    draw_gamma_means,
    draw_integers,
    draw_normals,
    draw_permutation,
    draw_walk,
)

KEY = _inputs.threefry_key()
TRACED = [
    (functools.partial(draw_normals, size=3), (KEY,)),
    (functools.partial(draw_integers, size=3, low=0, high=7), (KEY,)),
    (functools.partial(draw_gamma_means, shape=2.0, size=3), (KEY,)),
    (draw_classes, (KEY, _inputs.logits(2, 3))),
    (draw_permutation, (KEY, _inputs.vector(3))),
    (functools.partial(draw_walk, steps=3), (KEY, _inputs.vector(2))),
]

BUILT = [
    (_inputs.threefry_key(), np.uint32, [4090557808, 3598481373]),
    (_inputs.logits(1, 3), np.float32, [[3.3979, 1.9821, 2.2170]]),
]

KEYS = [KEY, np.array([0, 2**32 - 1], np.uint32)]
each_key = pytest.mark.parametrize("key", KEYS, ids=str)


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        ([0, 0], [0, 0], [0x6B200159, 0x99BA4EFE]),
        ([0xFFFFFFFF, 0xFFFFFFFF], [0xFFFFFFFF, 0xFFFFFFFF], [0x1CB996FC, 0xBB002BE7]),
        ([0x243F6A88, 0x85A308D3], [0x13198A2E, 0x03707344], [0xC4923A9C, 0x483DF7A0]),
    ],
)
def test_threefry_by_the_known_answers_of_random123(counter, key, words):
    first, second = (np.array([half], np.uint32) for half in counter)
    got = np.concatenate(_threefry(np.array(key, np.uint32), first, second))
    np.testing.assert_array_equal(got, np.array(words, np.uint32))


@each_key
@pytest.mark.parametrize("size", [0, 1, 1001])
def test_draw_normals_agrees_with_its_reference(transform, agree, key, size):
    result = transform(functools.partial(draw_normals, size=size))(jnp.asarray(key))
    expected = references.draw_normals(key, size=size)
    # A rounding of u² by 2⁻²⁵ moves u by 2⁻²⁶, and z by √(π / 2) exp(z² / 2) times that.
    far = float(np.max(np.abs(expected), initial=0))
    agree(result, expected, rtol=1e-6, atol=2**-26 * np.sqrt(np.pi / 2) * np.exp(far**2 / 2))


def test_the_benchmarks_normals_end_where_the_tolerance_was_derived():
    assert np.max(np.abs(references.draw_normals(KEY, size=int(Normal.params[0][-1])))) < 4.23
    assert 2**-26 * np.sqrt(np.pi / 2) * np.exp(4.23**2 / 2) < 2e-4


def test_the_references_normals_are_normal():
    # Kolmogorov's statistic is above 1.63 / √n once in a hundred keys.
    assert stats.kstest(references.draw_normals(KEY, size=10_000), "norm").statistic < 1.63 / 100


@pytest.mark.parametrize(
    ("size", "low", "high"), [(501, -10, 990), (1, 0, 1), (500, 5, 65541), (0, 0, 7), (20, 2**31 - 8, 2**31 - 1)]
)
def test_draw_integers_agrees_with_its_reference(transform, agree, size, low, high):
    static = {"size": size, "low": low, "high": high}
    result = transform(functools.partial(draw_integers, **static))(jnp.asarray(KEY))
    agree(result, references.draw_integers(KEY, **static))
    assert np.all((np.asarray(result) >= low) & (np.asarray(result) < high))


def test_each_integer_is_drawn_about_as_often():
    counts = np.bincount(references.draw_integers(KEY, size=7000, low=0, high=7))
    # 1000 each, with a standard deviation of √(7000 · 1/7 · 6/7) = 29: four of them.
    assert len(counts) == 7
    np.testing.assert_allclose(counts, 1000, atol=4 * 29)


@pytest.mark.parametrize("shape", [0.5, 50.0])
def test_gamma_means_come_near_their_reference(transform, agree, shape):
    size = 4000
    result = transform(functools.partial(draw_gamma_means, shape=shape, size=size))(jnp.asarray(KEY))
    expected = references.draw_gamma_means(KEY, shape=shape, size=size)
    # The variances of a gamma variable and of its logarithm are α and ψ′(α): four standard deviations of the means.
    for value, want, variance in zip(result, expected, (shape, special.polygamma(1, shape)), strict=True):
        agree(value, want, atol=4 * float(np.sqrt(variance / size)))


def test_the_means_that_draws_tend_to_by_hand():
    # ψ(1) is minus Euler's constant, and ψ(x + 1) = ψ(x) + 1 / x.
    for shape, logarithm in ((1.0, -np.euler_gamma), (3.0, 1.5 - np.euler_gamma)):
        mean, mean_logarithm = references.draw_gamma_means(KEY, shape=shape, size=1)
        assert (mean.dtype, mean_logarithm.dtype) == (np.float32, np.float32)
        np.testing.assert_allclose([mean, mean_logarithm], [shape, logarithm], rtol=1e-7)


def test_four_standard_deviations_of_the_benchmarks_means_are_below_what_a_wrong_kernel_adds():
    (sizes,) = Gamma.params
    for size in map(int, sizes):
        rtol = 4 / np.sqrt(Gamma.shape * size)
        mean, logarithm = references.draw_gamma_means(KEY, shape=Gamma.shape, size=size)
        for want, variance in ((mean, Gamma.shape), (logarithm, special.polygamma(1, Gamma.shape))):
            assert 0.999 * 4 * np.sqrt(variance / size) <= rtol * want < 0.01 * want + 0.01


@each_key
@pytest.mark.parametrize(("rows", "classes"), [(1, 1), (13, 100)])
def test_draw_classes_agrees_with_its_reference(transform, agree, key, rows, classes):
    logits = _inputs.logits(rows, classes)
    result = transform(draw_classes)(jnp.asarray(key), jnp.asarray(logits))
    agree(result, references.draw_classes(key, logits))


def test_classes_are_drawn_as_often_as_their_probabilities_say():
    logits = np.tile(np.log(np.array([1, 2, 4, 3], np.float32)), (5000, 1))
    counts = np.bincount(references.draw_classes(KEY, logits))
    # 500, 1000, 2000 and 1500, with standard deviations of at most √(5000 · 0.4 · 0.6) = 35: four of them.
    np.testing.assert_allclose(counts, [500, 1000, 2000, 1500], atol=4 * 35)


def test_no_rounding_decides_which_class_the_benchmarks_draw():
    # Both logarithms, a sum and the values, all below 20 and in float32, round to some 20 eps = 2e-6.
    for rows in map(int, Categorical.params[0]):
        best = np.sort(references.noisy(KEY, _inputs.logits(rows, 100)), axis=1)
        assert np.min(best[:, -1] - best[:, -2]) > 1e-5


@each_key
@pytest.mark.parametrize("size", [0, 1, 1700])  # from 1626 on there are two rounds
def test_draw_permutation_agrees_with_its_reference(transform, agree, key, size):
    values = _inputs.vector(size)
    result = transform(draw_permutation)(jnp.asarray(key), jnp.asarray(values))
    agree(result, references.draw_permutation(key, values))
    np.testing.assert_array_equal(np.sort(result), np.sort(values))


def test_the_references_permutations_are_as_likely_as_each_other():
    keys = np.random.default_rng(0).integers(2**32, size=(1200, 2), dtype=np.uint32)
    orders = [tuple(references.draw_permutation(key, np.arange(3)).tolist()) for key in keys]
    # 200 of each of the six, with a standard deviation of √(1200 · 1/6 · 5/6) = 13: four of them.
    counts = [orders.count(order) for order in itertools.permutations(range(3))]
    np.testing.assert_allclose(counts, 200, atol=4 * 13)


@pytest.mark.parametrize(("steps", "size"), [(0, 2), (50, 3)])
def test_draw_walk_agrees_with_its_reference(transform, agree, steps, size):
    start = _inputs.vector(size)
    result = transform(functools.partial(draw_walk, steps=steps))(jnp.asarray(KEY), jnp.asarray(start))
    # A draw below 3.5 is off by 1e-5 at most, the sums of some 20 by 1e-6 a step.
    agree(result, references.draw_walk(KEY, start, steps=steps), atol=1e-5 + steps * 2e-6)


def test_each_step_of_the_walk_is_the_normal_draw_of_its_own_key():
    start = np.array([10, 20], np.float32)
    path = references.draw_walk(KEY, start, steps=3)
    for t, (before, after) in enumerate(itertools.pairwise([start, *path])):
        step_key = np.concatenate(_threefry(KEY, np.zeros(1, np.uint32), np.array([t], np.uint32)))
        np.testing.assert_allclose(after - before, references.draw_normals(step_key, size=2), atol=4e-6)


@each_key
def test_another_key_gives_other_draws(key):
    other = key ^ np.array([0, 1], np.uint32)
    assert np.max(np.abs(draw_normals(key, size=5) - draw_normals(other, size=5))) > 0.1


def test_the_flag_is_on_for_each_of_the_benchmarks():
    jax.config.update("jax_threefry_partitionable", False)
    try:
        _Draws()._configure()
        assert jax.config.jax_threefry_partitionable
    finally:
        jax.config.update("jax_threefry_partitionable", True)


def test_with_the_flag_off_the_values_are_others():
    with jax.threefry_partitionable(False):
        off = np.asarray(jax.jit(functools.partial(draw_normals, size=5))(KEY))
    assert np.max(np.abs(off - references.draw_normals(KEY, size=5))) > 0.1


def test_what_is_no_key_is_refused(transform):
    with pytest.raises(TypeError, match="uint32"):
        transform(functools.partial(draw_normals, size=2))(jnp.zeros(2, jnp.int32))
    with pytest.raises(TypeError, match=r"shape"):
        transform(functools.partial(draw_normals, size=2))(jnp.zeros(3, jnp.uint32))
