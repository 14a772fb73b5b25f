"""The functions under test, one family a file: pure functions of arrays that import JAX, each other, and types alone.

They use only public JAX API that means the same from 0.4.30 to 0.12.0.1, so that one text is measured over
all of these releases. A family is imported when it is first named, so that one which fails to import under
an old release costs the benchmarks of no other.
"""

import importlib
import sys
from types import ModuleType

__all__ = [
    "activations",
    "adaptive_integrators",
    "batching",
    "branches",
    "callbacks",
    "checkpoints",
    "conjugate_gradients",
    "contractions",
    "convolutional_networks",
    "convolutions",
    "coupled_cells",
    "cumulative",
    "custom_rules",
    "densities",
    "donation",
    "factorisations",
    "floor",
    "fourier",
    "gathers",
    "gaussian_processes",
    "gradients",
    "graph_networks",
    "hailstones",
    "halvings",
    "hessians",
    "hyperbolic",
    "interpolations",
    "jacobians",
    "kalman_filters",
    "kinematics",
    "least_squares",
    "linearizations",
    "logistic",
    "loops",
    "markov_chains",
    "matrix_functions",
    "matrix_products",
    "nested_scans",
    "normalisations",
    "norms",
    "optimisers",
    "orbits",
    "perceptrons",
    "pipelines",
    "powers",
    "products",
    "quasiseparable",
    "random_draws",
    "recurrences",
    "recurrent_networks",
    "reductions",
    "regularisers",
    "relaxations",
    "requests",
    "scatters",
    "segments",
    "shards",
    "solves",
    "sorting",
    "sparse_matrices",
    "sums",
    "tensor_networks",
    "transformers",
    "transport_plans",
    "trees",
    "unrolled_loops",
    "waves",
]


def __getattr__(name: str) -> ModuleType:
    """Import the family `name`; raises AttributeError where there is none of that name."""
    if name not in __all__:
        raise AttributeError(
            f"no family of kernels is called {name!r}; wanted one of {', '.join(__all__)}",
            name=name,
            obj=sys.modules[__name__],
        )
    return importlib.import_module(f"{__name__}.{name}")
