"""What each kernel must return, from NumPy and closed forms: under its name, in a file named like its family's.

Each takes its kernel's arguments as NumPy arrays and returns NumPy values of its kernel's dtype and shape, so
that those can be compared too. Floating ones are computed in float64 and rounded once at the end: what is
left between a reference and a float32 kernel is the kernel's own rounding.
"""

from benchmarks._references import (
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

__all__ = [
    "activations",
    "batching",
    "floor",
    "gradients",
    "logistic",
    "loops",
    "perceptrons",
    "pipelines",
    "powers",
    "products",
    "reductions",
    "regularisers",
    "requests",
    "segments",
]
