"""JAX's transformations beyond grad, vmap and jit, each on a function whose derivatives are known in closed form."""

import numpy as np

from benchmarks import _inputs, _references
from benchmarks._harness import _JaxBenchmark
from jaxvelocity import kernels


class ForwardJacobian(_JaxBenchmark):
    """jacfwd of 16 inputs to many outputs: its tangents' batch through two products, small ones, then large ones."""

    param_names = ["outputs"]
    params = [["32", "1024"]]

    def setup(self, outputs):
        self.prepare(
            kernels.jacobians.forward_jacobian,
            lambda: _point_and_layers(16, int(outputs), int(outputs)),
            reference=_references.jacobians.forward_jacobian,
            rtol=1e-4,
            atol=1e-5,
        )

    def time_steady(self, outputs):
        self.run()


class ReverseJacobian(_JaxBenchmark):
    """jacrev of many inputs to 16 outputs: ForwardJacobian the other way, so that it should cost the same."""

    param_names = ["inputs"]
    params = [["32", "1024"]]

    def setup(self, inputs):
        self.prepare(
            kernels.jacobians.reverse_jacobian,
            lambda: _point_and_layers(int(inputs), int(inputs), 16),
            reference=_references.jacobians.reverse_jacobian,
            rtol=1e-4,
            atol=1e-5,
        )

    def time_steady(self, inputs):
        self.run()


class Hessian(_JaxBenchmark):
    """hessian, jacfwd of jacrev, of a sum over neighbours: a dense matrix, though three diagonals would do."""

    param_names = ["size"]
    params = [["10", "500"]]

    def setup(self, size):
        self.prepare(
            kernels.hessians.rosenbrock_hessian,
            lambda: _inputs.vector(int(size)),
            reference=_references.hessians.rosenbrock_hessian,
            rtol=1e-5,
            atol=1e-3,  # 1200 a² - 400 b cancel: eps times some thousand
        )

    def time_steady(self, size):
        self.run()


class Linearize(_JaxBenchmark):
    """linearize once, and its map on 8 vectors in a loop: is what only the point decides computed before the loop?"""

    param_names = ["size"]
    params = [["100", "100000"]]

    def setup(self, size):
        self.prepare(
            kernels.linearizations.hessian_products,
            lambda: (_inputs.vector(int(size)), _inputs.rows(8, int(size))),
            reference=_references.linearizations.hessian_products,
            rtol=1e-5,
            atol=1e-2,  # sums of some ten thousand that cancel: eps times as much
        )

    def time_steady(self, size):
        self.run()


class Checkpoint(_JaxBenchmark):
    """The gradient of a chain of blocks, each checkpointed: temp_bytes says whether what they hold is kept or not."""

    param_names = ["batch"]
    params = [["8", "256"]]

    layers = 8
    hidden = 128
    width = 32

    def setup(self, batch):
        self.prepare(
            kernels.checkpoints.checkpointed_gradients,
            lambda: (
                _inputs.rows(int(batch), self.width),
                *_inputs.factors(self.layers, self.hidden, self.width),
            ),
            reference=_references.checkpoints.checkpointed_gradients,
            rtol=1e-4,
            atol=1e-5,
        )

    def time_steady(self, batch):
        self.run()


class CustomVjp(_JaxBenchmark):
    """A gradient through a scan whose every step has a custom_vjp that clips it: the loop's overhead, then tanh."""

    param_names = ["size"]
    params = [["16", "4096"]]

    steps = 100

    def setup(self, size):
        self.prepare(
            kernels.custom_rules.clipped_recurrence_gradient,
            lambda: (_inputs.vector(int(size)), _inputs.rows(self.steps, int(size))),
            reference=_references.custom_rules.clipped_recurrence_gradient,
            rtol=1e-5,
            atol=1e-5,
        )

    def time_steady(self, size):
        self.run()


def _point_and_layers(inputs: int, hidden: int, outputs: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    first, second, batch = _inputs.layers_and_batch(inputs, hidden, outputs, 1)
    return batch[0], first, second
